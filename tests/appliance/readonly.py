"""A unit with a read-only root and a data partition, as docs/installer.md has it: power cuts keep the hands alone."""

import subprocess

from installed import wait_hands
from unit import FIRST, IMAGE, INSTALL, TOP, Unit, build, check
from updates import LONG, status

from machine import Hardware, Machine  # isort: skip -- unit.py says where it is

READONLY = f"{IMAGE}-readonly"


def test() -> None:
    build(READONLY, f"{INSTALL} && tests/appliance/releases /root/releases && {as_documented()}")
    with Machine(READONLY, Hardware(width=800, height=480, data_disk="eztrak-data")) as vm:
        hands: list[str] = []
        for key, hand in ("3", "B"), ("1", "P"), ("5", "T"):
            vm.boot(fresh=not hands).wait_ready()
            a_start(vm, hands)
            vm.type(f"{key}\n")
            hands.append(hand)
            wait_hands(vm, " ".join(hands))
            vm.sh("echo strange >/etc/strange; sync")
            vm.cut_power()
            same = subprocess.run(["cmp", vm.folder / "disk.raw", vm.image.with_suffix(".raw")], check=False).returncode
            check("the root's disk has not changed by a bit", same == 0)
        vm.tear("data.raw")
        vm.boot().wait_ready()
        a_start(vm, hands)
        mended = vm.sh("dmesg | grep -o 'the superblock of .*'", check=False).strip()
        check(
            "a superblock of the history's disk that the cut has torn is mended", "/dev/vdb is torn" in mended, mended
        )
        the_disk_of_the_history_goes_and_comes(vm, " ".join(hands))
        releases_come_and_go_beneath(vm, " ".join(hands))
        it_ends(vm, " ".join(hands))


def a_start(vm: Machine, hands: list[str]) -> None:
    Unit(vm).up()
    root = vm.sh("findmnt -no FSTYPE /; findmnt -no SOURCE /var/lib/eztrak").split()
    check("the root is an overlay, the history on its own disk", root == ["overlay", "/dev/vdb"], " ".join(root))
    check("what was written beside the history is forgotten", vm.sh("ls /etc/strange", check=False) == "")
    if hands:
        wait_hands(vm, " ".join(hands))


def the_disk_of_the_history_goes_and_comes(vm: Machine, hands: str) -> None:
    """The kernel loses it and finds it again: at once, as with a loose plug, and after everything of it has ended."""
    drive = vm.sh("basename $(readlink -f /sys/block/vdb/device)").strip()
    pull, plug = (f"echo {drive} >/sys/bus/virtio/drivers/virtio_blk/{verb}" for verb in ("unbind", "bind"))
    vm.sh("systemctl enable --now eztrak-pit")
    for moments in 0, 1:
        before = Unit(vm).shown("InvocationID")
        vm.sh(f"{pull}; sleep {moments}; {plug}")
        vm.wait(lambda before=before: Unit(vm).shown("InvocationID") != before)
        Unit(vm).up()
        wait_hands(vm, hands)
        vm.wait(lambda: vm.sh("systemctl is-active eztrak-pit"))
        check(f"board and page are back with a disk that was away for {moments} s", True)
    vm.sh(pull)
    vm.wait(lambda: vm.sh("systemctl show -P ActiveState eztrak var-lib-eztrak.mount").split() == ["inactive"] * 2)
    check("without its disk the board does not go on", True)
    vm.sh(plug)
    Unit(vm).up()
    wait_hands(vm, hands)


def it_ends(vm: Machine, hands: str) -> None:
    vm.sh("overlayroot-chroot rm /etc/overlayroot.local.conf /etc/systemd/journald.conf.d/readonly.conf")
    vm.reboot()
    Unit(vm).up()
    root = vm.sh("findmnt -no FSTYPE /; findmnt -no SOURCE /var/lib/eztrak").split()
    check("the root is an ordinary one again", root == ["ext4", "/dev/vdb"], " ".join(root))
    wait_hands(vm, hands)


def releases_come_and_go_beneath(vm: Machine, hands: str) -> None:
    """On the disk under the read-only root, as the page has it; beside the running system nothing is changed."""
    output = vm.sh("dpkg --install /root/releases/newer.deb 2>&1", check=False, timeout=LONG)
    check("an update that would be forgotten is refused", "the root is read-only" in output, output.splitlines()[-1])
    output = vm.sh("apt-get --yes purge eztrak 2>&1", check=False, timeout=LONG)
    check(
        "so is a purge",
        "the root is read-only" in output and bool(vm.sh("ls /var/lib/eztrak/eztrak.db")),
        output[-200:],
    )
    check("the board is left alone", status(vm) == (FIRST, "") and Unit(vm).shown("NRestarts") == "0", status(vm))
    vm.reboot()
    Unit(vm).up()  # a service that starts meanwhile may be mounted beneath, and overlayroot-chroot then ends badly
    vm.sh("cp /root/releases/newer.deb /run/ && overlayroot-chroot apt-get install --yes /run/newer.deb", timeout=LONG)
    vm.reboot()
    Unit(vm).up()
    check("an update beneath is in use after a restart", status(vm) == ("9.2.0-1", FIRST), status(vm))
    wait_hands(vm, hands)
    vm.sh("overlayroot-chroot eztrak-setup rollback", timeout=LONG)
    vm.reboot()
    Unit(vm).up()
    check("so is the release before, rolled back to", status(vm) == (FIRST, "9.2.0-1"), status(vm))
    wait_hands(vm, hands)


def as_documented() -> str:
    """The commands of the installer's page that can be run before there is a data partition."""
    page = (TOP / "docs/installer.md").read_text().split("## Read-only root")[1].split("\n## ")[0]
    lines = [line.strip().replace("sudo ", "") for line in page.splitlines() if line.startswith("    ")]
    done = [line for line in lines if line.startswith(("echo", "printf", "apt install"))]
    return " && ".join(done).replace("apt install", "apt-get install --yes")
