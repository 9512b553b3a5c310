"""What doctor finds on machines that are set up well and badly; each machine is a few files."""

import os
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from fakemachine import PI, written
from plainly import Plain, plain

from eztrak.appliance.fitness import fitness
from eztrak.appliance.overlay import survives

SYSTEMD = Path(__file__).parent.parent.parent / "systemd"
HISTORY = Path("/var/lib/eztrak/eztrak.db")
NOW = datetime(2026, 11, 16, 21, 30, tzinfo=UTC)
LIBRARIES = ("libdrm.so.2", "libgbm.so.1", "libEGL.so.1", "libEGL_mesa.so.0", "libGLESv2.so.2", "dri/vc4_dri.so")
GROUPS = "video:x:44:pi,eztrak\nrender:x:106:eztrak\ninput:x:105:eztrak\ndialout:x:20:pi,eztrak"
OVERLAY = (  # as overlayroot makes it, and what it makes of a data partition where it is not told recurse=0
    "/dev/mmcblk0p2 /media/root-ro ext4 ro,relatime 0 0\n"
    "tmpfs-root /media/root-rw tmpfs rw,relatime 0 0\n"
    "overlayroot / overlay rw,lowerdir=/media/root-ro,upperdir=/media/root-rw/overlay,workdir=/media/root-rw/w/_ 0 0"
)
DATA_BELOW = "/dev/sda1 /media/root-ro/var/lib/eztrak ext4 ro,noatime 0 0"
DATA_OVERLAY = (
    "/media/root-ro/var/lib/eztrak /var/lib/eztrak overlay rw,lowerdir=/media/root-ro/var/lib/eztrak,"
    "upperdir=/media/root-rw/overlay/var/lib/eztrak,workdir=/media/root-rw/w/_var_lib_eztrak 0 0"
)
DATA = "/dev/sda1 /var/lib/eztrak ext4 rw,noatime 0 0"
FSTAB = """\
proc /proc proc defaults 0 0
PARTUUID=4a-02 / ext4 defaults 0 1
#/dev/sr0 /cd iso9660 ro 0 0
PARTUUID=4a-01 /boot/firmware vfat defaults 0 2
LABEL=eztrak-data /var/lib/eztrak ext4 noatime,nofail 0 2
/swap none swap sw 0 0"""
UNIT = PI | {
    "etc/systemd/system/eztrak.service": "[Service]\nTTYPath=/dev/tty1\nUser=eztrak",
    "etc/systemd/system/multi-user.target.wants/eztrak.service": "",
    "etc/systemd/system/ctrl-alt-del.target": "→/dev/null",
    "etc/passwd": "root:x:0:0::/root:/bin/sh\neztrak:x:990:990::/var/lib/eztrak:/usr/sbin/nologin",
    "etc/group": GROUPS,
    "proc/cmdline": "console=tty3 consoleblank=0",
    "proc/mounts": "/dev/mmcblk0p2 / ext4 rw 0 0",
    "proc/sys/kernel/sysrq": "0",
    "proc/812/comm": "eztrak",
    "run/systemd/timesync/synchronized": "",
    "sys/fs/cgroup/system.slice/eztrak.service/cgroup.procs": "812",
    "sys/module/kernel/parameters/consoleblank": "0",
} | {f"usr/lib/aarch64-linux-gnu/{name}": "" for name in LIBRARIES}  # fmt: skip


def read(root: Path, files: dict[str, object], desktop: bool = False, now: datetime = NOW) -> dict[str, Plain]:
    needs = ["input", "dialout"]
    readings = tuple(map(plain, fitness(written(root, files), HISTORY, needs, desktop, now)))
    assert len({reading.name for reading in readings}) == len(readings)
    assert all(reading.fix for reading in readings if not reading.well)
    return {reading.name: reading for reading in readings}


def test_a_unit_that_is_set_up_well_is_told_as_such(tmp_path: Path) -> None:
    readings = read(tmp_path, UNIT)
    assert {name: reading.told for name, reading in readings.items()} == {
        "service": "starts at power-on, runs now",
        "clock": "set: 2026-11-16 21:30 UTC",
        "graphics driver": "loaded: card1 (vc4-drm)",
        "display": "LG TV at HDMI-A-2 of card1 (vc4-drm), 1920x1080",
        "graphics libraries": "all there",
        "console blanking": "switched off",
        "groups": "eztrak is in all groups it needs",
        "log-in": "does not run on /dev/tty1, the board's terminal",
        "Ctrl-Alt-Del": "does nothing",
        "SysRq": "switched off",
    }
    assert all(reading.well for reading in readings.values())


WRONG = {
    "no KMS driver": (
        {name: None for name in PI if "card1" in name},
        "graphics driver",
        "the kernel has no driver that sets modes (KMS)",
        "on a Raspberry Pi put dtoverlay=vc4-kms-v3d into /boot/firmware/config.txt; elsewhere install the firmware."
        " Then restart",
    ),
    "nomodeset": (
        dict.fromkeys(PI) | {"proc/cmdline": "quiet nomodeset"},
        "graphics driver",
        "the kernel has no driver that sets modes (KMS): nomodeset forbids it",
        "remove nomodeset from the kernel's command line, and restart",
    ),
    "display off": (
        {"sys/class/drm/card1-HDMI-A-2/status": "disconnected"},
        "display",
        "none at HDMI-A-1, HDMI-A-2",
        "switch the display on, choose its input, and check the cable; the board comes up on its own",
    ),
    "libraries": (
        {f"usr/lib/aarch64-linux-gnu/{name}": None for name in ("libgbm.so.1", "libEGL.so.1", "dri/vc4_dri.so")},
        "graphics libraries",
        "missing: libgbm1, libegl1, libgl1-mesa-dri",
        "install them: sudo apt install libgbm1 libegl1 libgl1-mesa-dri",
    ),
    "blanking": (
        {"sys/module/kernel/parameters/consoleblank": "600"},
        "console blanking",
        "after 600 s",
        "put consoleblank=0 on the kernel's command line (on a Raspberry Pi /boot/firmware/cmdline.txt)",
    ),
    "groups": (
        {"etc/group": "video:x:44:eztrak\ninput:x:105:pi\ndialout:x:20:"},
        "groups",
        "eztrak is not in input, dialout",
        "add it: sudo usermod -aG input,dialout eztrak, and restart the unit",
    ),
    "service off": (
        {"etc/systemd/system/multi-user.target.wants/eztrak.service": None},
        "service",
        "does not start at power-on, runs now",
        "sudo systemctl enable --now eztrak.service; sudo journalctl -u eztrak.service says why it ended",
    ),
    "service dead": (
        {"sys/fs/cgroup/system.slice/eztrak.service/cgroup.procs": None},
        "service",
        "starts at power-on, does not run now",
        "sudo systemctl enable --now eztrak.service; sudo journalctl -u eztrak.service says why it ended",
    ),
    "getty": (
        {"sys/fs/cgroup/system.slice/system-getty.slice/getty@tty1.service/cgroup.procs": "77"},
        "log-in",
        "runs on /dev/tty1, the board's terminal",
        "switch it off: sudo systemctl mask --now getty@tty1.service",
    ),
    "ctrl-alt-del": (
        {"etc/systemd/system/ctrl-alt-del.target": None},
        "Ctrl-Alt-Del",
        "restarts the unit",
        "switch it off: sudo systemctl mask ctrl-alt-del.target",
    ),
    "sysrq": (
        {"proc/sys/kernel/sysrq": "438"},
        "SysRq",
        "on (438)",
        "write kernel.sysrq = 0 into /etc/sysctl.d/90-eztrak.conf, and restart",
    ),
    "clock nobody keeps": (
        {"run/systemd/timesync/synchronized": None},
        "clock",
        "2026-11-16 21:30 UTC; nothing keeps it: no network time and no battery",
        "connect the network and install systemd-timesyncd, or add a clock with a battery",
    ),
    "history on the overlay": (
        {"proc/mounts": f"{OVERLAY}\ntmpfs /run tmpfs rw 0 0"},
        "root",
        "read-only, and the history is in memory",
        "mount a data partition at /var/lib/eztrak, and set overlayroot=tmpfs:recurse=0: as it is, a restart loses"
        " every hand",
    ),
    "data partition under an overlay of its own": (
        {"proc/mounts": f"{OVERLAY}\n{DATA_BELOW}\n{DATA_OVERLAY}"},
        "root",
        "read-only, and the history is in memory",
        "mount a data partition at /var/lib/eztrak, and set overlayroot=tmpfs:recurse=0: as it is, a restart loses"
        " every hand",
    ),
    "clock whose battery is not there": (
        {
            "run/systemd/timesync/synchronized": None,
            "sys/class/rtc/rtc0/name": "rpi-rtc soc:rpi_rtc",
            "sys/class/rtc/rtc0/battery_voltage": "5128",
        },
        "clock",
        "2026-11-16 21:30 UTC; nothing keeps it: no network time and no battery",
        "connect the network and install systemd-timesyncd, or add a clock with a battery",
    ),
    "a partition that a start cannot do without": (
        {"etc/fstab": FSTAB},
        "fstab",
        "/boot/firmware without nofail",
        "add nofail to the options of that line in /etc/fstab: defaults,nofail",
    ),
    "boot menu": (
        {"boot/grub/grub.cfg": "set timeout=0", "etc/grub.d/40_custom": "# password_pbkdf2 comes here"},
        "boot menu",
        "has no password: a keyboard at power-on gets a root shell",
        "set a GRUB password; the lines are in installer.md, under Install it",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_is_told_with_its_fix_and_nothing_else_is(tmp_path: Path, case: str) -> None:
    changed, name, seen, fix = WRONG[case]
    files = {path: content for path, content in (UNIT | changed).items() if content is not None}
    readings = read(tmp_path, files)
    assert [reading for reading in readings.values() if not reading.well] == [Plain(name, False, seen, fix)]


def test_a_clock_that_was_never_set_is_told(tmp_path: Path) -> None:
    readings = read(tmp_path, UNIT, now=datetime(1970, 1, 1, 0, 5, tzinfo=UTC))
    assert (readings["clock"].well, readings["clock"].told) == (False, "not set: 1970-01-01 00:05 UTC")


def test_groups_that_the_unit_file_gives_count_too(tmp_path: Path) -> None:
    unit = {"etc/systemd/system/eztrak.service.d/more.conf": "[Service]\nSupplementaryGroups=input dialout"}
    assert read(tmp_path, UNIT | {"etc/group": "input:x:105:\ndialout:x:20:"} | unit)["groups"].well


@pytest.mark.parametrize("mounts", [(OVERLAY, DATA), (OVERLAY, DATA_OVERLAY, DATA)])
def test_a_read_only_root_with_a_disk_for_the_history_is_well(tmp_path: Path, mounts: tuple[str, ...]) -> None:
    readings = read(tmp_path, UNIT | {"proc/mounts": "\n".join(mounts)})
    assert (readings["root"].well, readings["root"].told) == (True, "read-only; the history is on a disk of its own")


@pytest.mark.parametrize(
    "mounts",
    [
        "overlay / overlay rw,lowerdir=/var/lib/docker/overlay2/l/A:/var/lib/docker/overlay2/l/B,upperdir=/b/diff 0 0",
        "tmpfs / tmpfs rw 0 0",
        OVERLAY.replace("tmpfs-root /media/root-rw tmpfs", "/dev/sda1 /media/root-rw ext4"),
        "",
    ],
    ids=["container", "memory alone", "overlayroot that writes to a disk", "nothing"],
)
def test_only_what_overlayroot_keeps_in_memory_is_told(tmp_path: Path, mounts: str) -> None:
    assert "root" not in read(tmp_path, UNIT | {"proc/mounts": mounts})


def test_a_mount_whose_name_has_a_blank_is_found(tmp_path: Path) -> None:
    root = written(tmp_path, {"proc/mounts": OVERLAY + "\n/dev/sda1 /media/my\\040disk ext4 rw 0 0"})
    assert survives(Path("/media/my disk/eztrak.db"), root) is True
    assert survives(Path("/media/my/eztrak.db"), root) is False


@pytest.mark.parametrize("clock", [{"battery_voltage": "3143586"}, {"name": "rtc_cmos"}])
def test_a_clock_with_a_battery_keeps_the_time(tmp_path: Path, clock: dict[str, str]) -> None:
    files = UNIT | {f"sys/class/rtc/rtc0/{name}": content for name, content in clock.items()}
    del files["run/systemd/timesync/synchronized"]
    assert read(tmp_path, files)["clock"].well


@pytest.mark.parametrize("place", ["boot/grub/grub.cfg", "etc/grub.d/40_custom"])
def test_a_boot_menu_with_a_password_is_well(tmp_path: Path, place: str) -> None:
    password = 'set superusers="root"\npassword_pbkdf2 root grub.pbkdf2.sha512.10000.AB'
    readings = read(tmp_path, UNIT | {"boot/grub/grub.cfg": "set timeout=0"} | {place: password})
    assert (readings["boot menu"].well, readings["boot menu"].told) == (True, "asks for a password")


@pytest.mark.parametrize("closed", ["boot", "boot/grub"])
def test_a_boot_folder_that_the_boards_user_may_not_look_into_keeps_no_doctor_from_the_rest(closed: str) -> None:
    """As whoever hardens a Debian leaves it."""
    menu = {"boot/grub/grub.cfg": "set timeout=0", "etc/grub.d/40_custom": ""}
    with TemporaryDirectory() as name:
        root = written(Path(name), UNIT | menu)
        root.chmod(0o755)
        (root / closed).chmod(0o700 if os.getuid() == 0 else 0)
        try:
            if os.getuid() == 0:
                os.seteuid(65534)
            names = {plain(one).name for one in fitness(root, HISTORY, ["input"], False, NOW)}
        finally:
            os.seteuid(os.getuid())
            (root / closed).chmod(0o755)
    assert names >= {"service", "clock", "display", "SysRq"}


def test_a_boot_menu_made_from_what_others_may_not_read_is_well(tmp_path: Path) -> None:
    files = UNIT | {"boot/grub/grub.cfg": "set timeout=0", "etc/grub.d/01_password": "closed"}
    (written(tmp_path, files) / "etc/grub.d/01_password").chmod(0o700)
    assert {str(reading.name): reading.well for reading in fitness(tmp_path, HISTORY, [], False, NOW)}["boot menu"]


@pytest.mark.parametrize("service", ["chrony", "ntpsec"])
def test_another_program_for_network_time_keeps_the_clock(tmp_path: Path, service: str) -> None:
    files = UNIT | {f"sys/fs/cgroup/system.slice/{service}.service/cgroup.procs": "500"}
    del files["run/systemd/timesync/synchronized"]
    assert read(tmp_path, files)["clock"].well


def test_a_history_elsewhere_has_to_be_open_to_every_unit(tmp_path: Path) -> None:
    units = {f"etc/systemd/system/{path.name}": path.read_text() for path in SYSTEMD.glob("*.service")}
    files = UNIT | units
    for name in ("", "-backup", "-trial"):
        files[f"etc/systemd/system/eztrak{name}.service.d/override.conf"] = "[Service]\nReadWritePaths=/srv/table7"

    def folder() -> Plain:
        read = fitness(tmp_path, Path("/srv/table7/eztrak.db"), [], False, NOW)
        return next(reading for reading in map(plain, read) if reading.name == "folder of the history")

    written(tmp_path, files)
    assert (folder().well, folder().told, folder().fix) == (
        False,
        "/srv/table7 is closed to eztrak-floor.service, eztrak-pit.service",
        "sudo systemctl edit eztrak-floor.service eztrak-pit.service: add [Service] with ReadWritePaths=/srv/table7",
    )
    for name in ("-floor", "-pit"):
        more = {f"etc/systemd/system/eztrak{name}.service.d/override.conf": "[Service]\nReadWritePaths=/srv"}
        written(tmp_path, more)
    assert (folder().well, folder().told) == (True, "/srv/table7 is open to all that need to write to it")


def test_a_board_in_a_kiosk_is_told(tmp_path: Path) -> None:
    readings = read(tmp_path, UNIT | {"proc/812/comm": "cage"})
    assert readings["kiosk"].told == "the board is shown in cage: it could not draw on the bare console"


def test_on_a_desktop_the_console_is_not_looked_at(tmp_path: Path) -> None:
    assert set(read(tmp_path, {}, desktop=True)) == {"service", "clock"}
