"""Export to a stick on a real kernel: sticks are plugged into a virtual machine, filled, pulled out and damaged.

Run by `make vm-stick-test LAB=FOLDER`, not by `make test`: it takes minutes, root and a lab that builds and drives
virtual machines (its build-image and labvm.py). The board runs as a user without rights, and the supervisor's menu is
driven from the keypad; sticks are USB disks of QEMU, which come and go while the machine runs. What became of an export
is read from the log lines `event … kind=export_end`, and from the sticks themselves, here on the host.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from keypad_vm import EZTRAK, check, result, source_tree

TOP = Path(__file__).parent.parent.parent
LAB = Path(os.environ.get("LAB", ""))
IMAGE = "eztrak-stick"
PATIENCE = 180  # seconds; the processor may be an emulated one
STICKS = TOP / "build" / "sticks"
FOLDER = "eztrak-Table-1"
MB = 10**6

INSTALL = " && ".join(
    [
        "python3 -m venv /opt/eztrak",
        "/opt/eztrak/bin/pip install --quiet .",
        "ln -s . /opt/eztrak/current",
        "cp systemd/eztrak-stick.socket systemd/eztrak-stick@.service /etc/systemd/system/",
        "useradd --system --create-home --home-dir /var/lib/eztrak eztrak",
        "usermod --append --groups video,render,input,dialout eztrak",
        "systemctl enable eztrak-stick.socket",
    ]
)
HISTORY = """
from pathlib import Path
from random import Random
from eztrak import __version__
from eztrak.app import open_journal
from eztrak.appliance import clock
from eztrak.keypad.demo import shoe
from eztrak.table import commands as c
from eztrak.table.state import apply, decide
from eztrak.table.terms import Terms
journal = open_journal(Path("/var/lib/eztrak/eztrak.db"))
state = journal.replay()
hands = [c.RecordHand(hand) for seed in range(8) for hand in shoe(Random(seed))]
for command in (c.Start(__version__, "Table 1", Terms()), *hands):
    for record in journal.append(decide(state, command), clock.moment()):
        state = apply(state, record)
journal.close()
"""


class Board:
    """The board in the virtual machine, and its log."""

    def __init__(self, vm: Any) -> None:
        self.vm, self.ends = vm, 0

    def start(self) -> None:
        self.vm.sh(
            "systemd-run --quiet --unit board -p User=eztrak -p Environment=HOME=/var/lib/eztrak"
            " --setenv SDL_VIDEODRIVER=kmsdrm"
            f" {EZTRAK} run --db /var/lib/eztrak/eztrak.db --keypad evdev"
        )
        self.vm.wait(lambda: "taken: QEMU" in self.log() and "kind=start" in self.log(), PATIENCE)
        self.type("<2468\n2468\n")
        self.vm.wait(lambda: "kind=pin_set" in self.log(), PATIENCE)

    def type(self, keys: str) -> None:
        self.vm.type(keys, hold_ms=120)  # an emulated processor looks at its keyboard rarely

    def log(self) -> str:
        return str(self.vm.sh("journalctl --unit board --output cat"))

    def export(self) -> None:
        """Signs in, and has today written to the only stick there is."""
        self.vm.wait(lambda: [stick for stick in listed(self.vm) if not stick["fault"]], PATIENCE)
        asked, signed = self.log().count("kind=export "), self.log().count("kind=sign_in")
        self.type("......")  # out of whatever page the menu may be at
        self.type("<1\n2468\n")
        self.vm.wait(lambda: self.log().count("kind=sign_in") > signed, PATIENCE)
        self.type("91")
        time.sleep(12)  # until the page has the stick
        self.type("1")
        self.vm.wait(lambda: self.log().count("kind=export ") > asked, PATIENCE)

    def ended(self) -> str:
        """The line of the export that ends next."""
        self.ends += 1
        self.vm.wait(lambda: self.log().count("kind=export_end") >= self.ends, PATIENCE * 2)
        return [line for line in self.log().splitlines() if "kind=export_end" in line][-1]


class Stick:
    """A USB disk with a file behind it."""

    def __init__(self, vm: Any, name: str, path: Path, slow: int = 0) -> None:
        self.vm, self.name, self.path, self._slow = vm, name, path, slow

    def plug(self) -> None:
        self.vm.qmp.cmd("blockdev-add", driver="raw", **{"node-name": self.name}, file=self._file())
        drive = self.name
        if self._slow:
            limits = {"bps-write": self._slow}
            self.vm.qmp.cmd(
                "object-add", **{"qom-type": "throttle-group", "id": f"{self.name}-limit", "limits": limits}
            )
            drive = f"{self.name}-slow"
            more = {"node-name": drive, "throttle-group": f"{self.name}-limit", "file": self.name}
            self.vm.qmp.cmd("blockdev-add", driver="throttle", **more)
        where: dict[str, Any] = {"bus": "usb.0", "port": "3", "removable": True}
        self.vm.qmp.cmd("device_add", driver="usb-storage", id=f"{self.name}-usb", drive=drive, **where)

    def limit(self, bytes_a_second: int) -> None:
        limits = {"bps-write": bytes_a_second}
        self.vm.qmp.cmd("qom-set", path=f"/objects/{self.name}-limit", property="limits", value=limits)

    def pull(self) -> None:
        self.vm.qmp.cmd("device_del", id=f"{self.name}-usb")
        self.vm.wait(lambda: not listed(self.vm), PATIENCE)

    def bytes_read(self) -> int:
        devices = self.vm.qmp.cmd("query-blockstats")
        (mine,) = [d for d in devices if d.get("qdev", "").find(f"{self.name}-usb") >= 0]
        return int(mine["stats"]["rd_bytes"])

    def release(self) -> None:
        """Closes the file behind it, so that it can be looked at."""
        if self._slow:
            self.vm.qmp.cmd("blockdev-del", **{"node-name": f"{self.name}-slow"})
        self.vm.qmp.cmd("blockdev-del", **{"node-name": self.name})

    def _file(self) -> dict[str, Any]:
        return {"driver": "file", "filename": str(self.path)}


def main() -> int:
    sys.path.insert(0, str(LAB))
    from labvm import VM

    shutil.rmtree(STICKS, ignore_errors=True)
    STICKS.mkdir(parents=True)
    command = [LAB / "build-image", "--name", IMAGE, "--install", INSTALL, source_tree()]
    subprocess.run(command, check=True)
    pictures = Path(os.environ.get("PICTURES", TOP / "build"))
    with VM(IMAGE, width=1280, height=720) as vm:
        vm.boot(fresh=True)
        print(f"     booted in {vm.wait_ready(300):.0f} s", flush=True)
        vm.sh("hostnamectl set-hostname unit 2>/dev/null; timedatectl set-timezone UTC 2>/dev/null; true")
        vm.sh(f"cat >/tmp/history.py <<'E'\n{HISTORY}\nE\n")
        vm.sh(f"runuser -u eztrak -- {Path(EZTRAK).parent}/python /tmp/history.py", timeout=PATIENCE)
        print(vm.sh("systemd-analyze security eztrak-stick@x.service --no-pager | tail -1"), end="")
        board = Board(vm)
        try:
            all_of_it(vm, board, pictures)
        except Exception:
            print(board.log()[-3000:], vm.sh("journalctl --boot --unit 'eztrak-stick@*' --output cat | tail -40"))
            raise
    return result()


def all_of_it(vm: Any, board: Board, pictures: Path) -> None:
    board.start()
    a_stick_is_written_and_read_back(vm, board, pictures)
    what_cannot_be_written_to_is_told(vm)
    a_full_stick_stays_as_it_was(vm, board)
    the_stick_is_pulled_out_in_the_middle(vm, board, pictures)
    a_stick_that_hangs_is_given_up(vm, board)
    an_exfat_stick_with_our_names_taken(vm, board)
    hands_go_on(vm, board)
    found = vm.sh(f"runuser -u eztrak -- {EZTRAK} verify /var/lib/eztrak/eztrak.db", timeout=PATIENCE, check=False)
    check("the history is as it was written", found.rc == 0, found.strip())
    left = vm.sh("ls /tmp; mount | grep -c /dev/sd || true; systemctl --failed --plain --no-legend")
    check("nothing is left behind", "eztrak-stick-" not in left and "stick" not in left, left.strip())


def a_stick_is_written_and_read_back(vm: Any, board: Board, pictures: Path) -> None:
    stick = Stick(vm, "fat", fat32_with_a_partition(), slow=30_000)
    stick.plug()
    vm.wait(lambda: listed(vm), PATIENCE)
    (told,) = listed(vm)
    check("the stick is listed", told["name"].endswith("FAT32, “EVERGREEN”") and not told["fault"], str(told))
    other = vm.sh("runuser -u nobody -- socat - UNIX:/run/eztrak-stick.sock 2>&1; true") if has_socat(vm) else "denied"
    check("nobody else may ask", "denied" in other, other.strip())
    board.export()
    vm.wait(lambda: "writing" in stick_processes(vm), PATIENCE * 2)
    flags = mount_flags(vm)
    asked = {"rw", "nosuid", "nodev", "noexec", "nosymfollow"}
    check("it is mounted so that nothing on it can do harm", asked <= set(flags.split(",")), flags)
    hidden = vm.sh("mount | grep /dev/sd || true").strip()
    check("no other process sees it", hidden == "", hidden)
    writer = vm.sh(
        "for p in $(pgrep -f eztrak.stick); do grep -h -E '^(Uid|CapEff)' /proc/$p/status | tr '\\n' ' '; done"
    )
    who = vm.sh("id -u eztrak").strip()
    dropped = f"Uid:\t{who}\t{who}\t{who}\t{who}" in writer and "CapEff:\t0000000000000000" in writer
    check("who writes has no rights", dropped, writer.strip())
    vm.screenshot(str(pictures / "stick-writing.png"))
    before = stick.bytes_read()
    end = board.ended()
    check("the export ended well", f"folder={FOLDER}" in end and "fault" not in end, end)
    time.sleep(5)
    vm.screenshot(str(pictures / "stick-safe.png"))
    read = stick.bytes_read() - before
    stick.pull()
    stick.release()
    files = on_stick(stick.path, partition=True)
    total = sum(len(content) for content in files.values())
    check("it was read back from the stick itself", read >= total, f"{read} bytes read, {total} written")
    sums = next(content for name, content in files.items() if name.endswith("SHA256SUMS"))
    check("the journal has its digest", f"digest={hashlib.sha256(sums).hexdigest()}" in end)
    proven(files)


def what_cannot_be_written_to_is_told(vm: Any) -> None:
    for name, path, words in (
        ("ext4", ext4(), "formatted as ext4: use FAT or exFAT"),
        ("broken", damaged_first_sector(), "first sector is damaged"),
        ("blank", blank(), "not formatted"),
    ):
        stick = Stick(vm, name, path)
        stick.plug()
        vm.wait(lambda: listed(vm), PATIENCE)
        (told,) = listed(vm)
        check(f"{name}: refused in words", words in told["fault"], told["fault"])
        stick.pull()
        stick.release()


def a_full_stick_stays_as_it_was(vm: Any, board: Board) -> None:
    stick = Stick(vm, "full", small_fat())
    before = stick.path.read_bytes()
    export_onto(board, stick)
    end = board.ended()
    check("a full stick is told", "the stick is full" in end and "Nothing was written" in end, end)
    stick.pull()
    stick.release()
    after = stick.path.read_bytes()
    check("and has what it had", on_stick(stick.path) == {} and len(after) == len(before))
    broken = Stick(vm, "lost-root", fat_without_a_root())
    broken.plug()
    vm.wait(lambda: listed(vm), PATIENCE)
    said = vm.sh(
        f"runuser -u eztrak -- {EZTRAK} stick write --db /var/lib/eztrak/eztrak.db 2>&1; true", timeout=PATIENCE
    )
    check("a damaged file system is told", "file system of the stick is damaged" in said, said.strip())
    broken.pull()
    broken.release()


def the_stick_is_pulled_out_in_the_middle(vm: Any, board: Board, pictures: Path) -> None:
    stick = Stick(vm, "yanked", fat32_with_a_partition("yanked"), slow=8_000)
    export_onto(board, stick)
    vm.wait(lambda: "writing" in stick_processes(vm), PATIENCE * 2)
    time.sleep(4)
    pulled = time.monotonic()
    vm.qmp.cmd("device_del", id="yanked-usb")
    end = board.ended()
    seconds = time.monotonic() - pulled
    check(
        "a stick that is pulled out is told", "pulled out" in end or "does not answer" in end, f"{end}, {seconds:.0f} s"
    )
    vm.screenshot(str(pictures / "stick-pulled-out.png"))
    vm.wait(lambda: not listed(vm), PATIENCE)


def a_stick_that_hangs_is_given_up(vm: Any, board: Board) -> None:
    stick = Stick(vm, "hangs", fat32_with_a_partition("hangs"), slow=20_000)
    export_onto(board, stick)
    vm.wait(lambda: "writing" in stick_processes(vm), PATIENCE * 2)
    stick.limit(1)
    hung = time.monotonic()
    end = board.ended()
    seconds = time.monotonic() - hung
    check(
        "a stick that hangs is given up within two minutes", "fault" in end and seconds < 120, f"{seconds:.0f} s: {end}"
    )
    stick.limit(0)
    stick.pull()


def an_exfat_stick_with_our_names_taken(vm: Any, board: Board) -> None:
    stick = Stick(vm, "exfat", exfat())
    export_onto(board, stick)
    end = board.ended()
    check("an exFAT stick is written to", f"folder={FOLDER}" in end and "fault" not in end, end)
    board.export()
    end = board.ended()
    check("a second time in a folder of its own", end.rstrip().split("folder=")[1].split()[0].endswith("-2"), end)
    stick.pull()
    stick.release()


def hands_go_on(vm: Any, board: Board) -> None:
    before = board.log().count("kind=hand")
    board.type("......3\n")
    vm.wait(lambda: board.log().count("kind=hand") == before + 1, PATIENCE)
    check("hands go on", True)


def export_onto(board: Board, stick: Stick) -> None:
    stick.plug()
    board.export()


def listed(vm: Any) -> list[dict[str, str]]:
    found: list[dict[str, str]] = json.loads(
        vm.sh(f"runuser -u eztrak -- {EZTRAK} stick list --json", timeout=PATIENCE)
    )
    return found


def stick_processes(vm: Any) -> str:
    """Whether a stick is mounted for writing in some helper's own view of the machine."""
    flags = mount_flags(vm)
    return "writing" if flags.startswith("rw") else flags


def mount_flags(vm: Any) -> str:
    found = vm.sh("for p in $(pgrep -f eztrak.stick); do grep -h /dev/sd /proc/$p/mountinfo; done | head -1; true")
    return found.split()[5] if found.strip() else ""


def has_socat(vm: Any) -> bool:
    return bool(vm.sh("command -v socat || true").strip())


def made(name: str, size: int) -> Path:
    path = STICKS / f"{name}.img"
    with path.open("wb") as file:
        file.truncate(size)
    return path


def fat32_with_a_partition(name: str = "fat32") -> Path:
    path = made(name, 64 * MB)
    first, count = 2048, 64 * MB // 512 - 2048
    entry = b"\0\xfe\xff\xff\x0c\xfe\xff\xff" + first.to_bytes(4, "little") + count.to_bytes(4, "little")
    with path.open("r+b") as file:
        file.seek(446)
        file.write(entry + bytes(48) + b"\x55\xaa")
    partition = ["mkfs.vfat", "-F", "32", "-n", "EVERGREEN", "--offset", "2048", path, str(63 * MB // 1024)]
    subprocess.run(partition, check=True, capture_output=True)
    return path


def small_fat() -> Path:
    path = made("small", 360 * 1024)
    subprocess.run(["mkfs.vfat", "-F", "12", path], check=True, capture_output=True)
    return path


def fat_without_a_root() -> Path:
    """The first sector is sound, but the cluster of the root folder is none."""
    path = made("lost-root", 64 * MB)
    subprocess.run(["mkfs.vfat", "-F", "32", path], check=True, capture_output=True)
    with path.open("r+b") as file:
        file.seek(44)
        file.write((0x0FFFFFF0).to_bytes(4, "little"))
    return path


def exfat() -> Path:
    path = made("exfat", 64 * MB)
    subprocess.run(["mkfs.exfat", path], check=True, capture_output=True)
    return path


def ext4() -> Path:
    path = made("ext4", 16 * MB)
    subprocess.run(["mkfs.ext4", "-q", path], check=True)
    return path


def damaged_first_sector() -> Path:
    path = made("broken", 64 * MB)
    subprocess.run(["mkfs.vfat", "-F", "32", path], check=True, capture_output=True)
    with path.open("r+b") as file:
        file.seek(11)
        file.write(b"\xff" * 6)
    return path


def blank() -> Path:
    return made("blank", 16 * MB)


def on_stick(path: Path, partition: bool = False) -> dict[str, bytes]:
    """The files on a FAT stick, read by mtools and checked by fsck, here on the host."""
    where = f"{path}@@{2048 * 512}" if partition else str(path)
    out = STICKS / f"{path.stem}-files"
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir()
    subprocess.run(["mcopy", "-s", "-n", "-i", where, "::*", out], check=False, capture_output=True)
    return {str(file.relative_to(out)): file.read_bytes() for file in sorted(out.rglob("*")) if file.is_file()}


def proven(files: dict[str, bytes]) -> None:
    """What is on the stick proves itself on any machine with eztrak."""
    top = STICKS / "fat32-files" / next(iter(files)).split("/")[0]
    sums = subprocess.run(["sha256sum", "--check", "--quiet", "SHA256SUMS"], cwd=top, check=False)
    check("sha256sum finds the files right", sums.returncode == 0, ", ".join(files))
    for path in (*top.glob("*.xlsx"), *top.glob("*-csv")):
        verified = subprocess.run([sys.executable, "-m", "eztrak", "verify", path], capture_output=True, text=True)
        check(f"eztrak verify accepts {path.name}", verified.returncode == 0, verified.stdout.strip())


if __name__ == "__main__":
    sys.exit(main())
