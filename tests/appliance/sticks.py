"""Export to a USB stick on a real kernel: sticks are plugged into an installed unit, filled, pulled out and damaged.

The supervisor's menu is driven from the keypad; sticks are USB disks of QEMU, which come and go while the machine runs.
What became of an export is read from the log lines `event … kind=export_end`, and from the sticks themselves, outside.
"""

import hashlib
import json
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from unit import IMAGE, PICTURES, TOP, Unit, check

from machine import Hardware, Machine  # isort: skip -- unit.py says where it is

STICKS = TOP / "build" / "appliance" / "sticks"
FOLDER = "eztrak-Table-1"
MB = 10**6
HISTORY = """
import sys
sys.path.insert(0, "/opt/eztrak/current/lib")
from pathlib import Path
from random import Random
from eztrak import __version__
from eztrak.appliance import clock
from eztrak.journal.journal import Journal
from eztrak.keypad.demo import shoe
from eztrak.table import commands as c
from eztrak.table.decisions import decide
from eztrak.table.state import apply
from eztrak.table.terms import Terms
journal = Journal(Path("/var/lib/eztrak/eztrak.db"), clock.moment().at)
state = journal.replay()
hands = [c.RecordHand(hand) for seed in range(8) for hand in shoe(Random(seed))]
for command in (c.Start(__version__, "Table 1", Terms()), *hands):
    for record in journal.append(decide(state, command), clock.moment()):
        state = apply(state, record)
journal.close()
"""


def test() -> None:
    shutil.rmtree(STICKS, ignore_errors=True)
    STICKS.mkdir(parents=True)
    with Machine(IMAGE, Hardware(), "sticks") as vm:
        vm.boot(fresh=True).wait_ready()
        board = Board(vm)
        board.up()
        board.stop()
        vm.put("/tmp/history.py", HISTORY.encode())
        vm.sh("runuser -u eztrak -- python3 /tmp/history.py", timeout=600)
        board.start()
        board.up()
        board.type("//32468\n2468\n")
        board.says("kind=pin_set")
        a_stick_is_written_and_read_back(vm, board)
        what_cannot_be_written_to_is_told(vm)
        a_full_stick_stays_as_it_was(vm, board)
        the_stick_is_pulled_out_in_the_middle(vm, board)
        a_stick_that_hangs_is_given_up(vm, board)
        an_exfat_stick_with_our_names_taken(vm, board)
        hands_go_on(vm, board)
        verified = vm.sh("eztrak verify", timeout=600, check=False)
        check("the history is as it was written", verified.status == 0, verified.strip())
        left = vm.sh("ls /tmp; mount | grep -c /dev/sd || true; systemctl --failed --plain --no-legend")
        check("nothing is left behind", "eztrak-stick-" not in left and "stick" not in left, left.strip())


class Board(Unit):
    """The unit, and the exports that ended so far."""

    ends = 0

    def type(self, keys: str) -> None:
        self.machine.type(keys, hold=0.12)  # an emulated processor looks at its keyboard rarely

    def count(self, words: str) -> int:
        return sum(words in line for line in self.machine.log())

    def export(self) -> None:
        """Signs in, and has today written to the only stick there is."""
        self.machine.wait(lambda: [stick for stick in listed(self.machine) if not stick["fault"]])
        asked = self.count("kind=export ")
        self.machine.wait(lambda: self._asks(asked), 900)

    def _asks(self, asked: int) -> bool:
        """Goes to the page and chooses; a page that has no stick yet takes no choice, so it is made again."""
        signed = self.count("kind=sign_in")
        self.type("......")  # out of whatever page the menu may be at
        self.type("//31\n2468\n")
        self.machine.wait(lambda: self.count("kind=sign_in") > signed)
        self.type("91")
        for _ in range(4):
            time.sleep(12)
            if self.count("kind=export ") > asked:
                return True
            self.type("1")
        time.sleep(12)
        return self.count("kind=export ") > asked

    def ended(self) -> str:
        """The line of the export that ends next."""
        self.ends += 1
        self.machine.wait(lambda: self.count("kind=export_end") >= self.ends, 600)
        return [line for line in self.machine.log() if "kind=export_end" in line][-1]


class Stick:
    """A USB disk with a file behind it."""

    def __init__(self, vm: Machine, name: str, path: Path, slow: int = 0) -> None:
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
        self.vm.wait(lambda: not listed(self.vm))

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


def a_stick_is_written_and_read_back(vm: Machine, board: Board) -> None:
    stick = Stick(vm, "fat", fat32_with_a_partition(), slow=30_000)
    stick.plug()
    vm.wait(lambda: listed(vm))
    (entry,) = listed(vm)
    check("the stick is listed", entry["name"].endswith("FAT32, “EVERGREEN”") and not entry["fault"], str(entry))
    knock = "import socket; socket.socket(socket.AF_UNIX).connect('/run/eztrak-stick.sock')"
    other = vm.sh(f'runuser -u nobody -- python3 -c "{knock}" 2>&1; true')
    check("nobody else may ask", "Permission denied" in other, other.strip()[-80:])
    board.export()
    vm.wait(lambda: "writing" in stick_processes(vm))
    flags = mount_flags(vm)
    asked = {"rw", "nosuid", "nodev", "noexec", "nosymfollow"}
    check("it is mounted so that nothing on it can do harm", asked <= set(flags.split(",")), flags)
    hidden = vm.sh("mount | grep /dev/sd || true").strip()
    check("no other process sees it", hidden == "", hidden)
    writer = vm.sh(
        "for p in $(pgrep -f current.bin.stick); do grep -h -E '^(Uid|CapEff)' /proc/$p/status | tr '\\n' ' '; done"
    )
    who = vm.sh("id -u eztrak").strip()
    dropped = f"Uid:\t{who}\t{who}\t{who}\t{who}" in writer and "CapEff:\t0000000000000000" in writer
    check("who writes has no rights", dropped, writer.strip())
    vm.screenshot(PICTURES / "stick-writing.png")
    before = stick.bytes_read()
    end = board.ended()
    check("the export ended well", f"folder={FOLDER}" in end and "fault" not in end, end)
    time.sleep(5)
    vm.screenshot(PICTURES / "stick-safe.png")
    read = stick.bytes_read() - before
    stick.pull()
    stick.release()
    files = on_stick(stick.path, partition=True)
    total = sum(len(content) for content in files.values())
    check("it was read back from the stick itself", read >= total, f"{read} bytes read, {total} written")
    sums = next(content for name, content in files.items() if name.endswith("SHA256SUMS"))
    check("the journal has its digest", f"digest={hashlib.sha256(sums).hexdigest()}" in end)
    proven(files)


def what_cannot_be_written_to_is_told(vm: Machine) -> None:
    for name, path, words in (
        ("ext4", ext4(), "formatted as ext4: use FAT or exFAT"),
        ("broken", damaged_first_sector(), "first sector is damaged"),
        ("blank", blank(), "not formatted"),
    ):
        stick = Stick(vm, name, path)
        stick.plug()
        vm.wait(lambda: listed(vm))
        (entry,) = listed(vm)
        check(f"{name}: refused in words", words in entry["fault"], entry["fault"])
        stick.pull()
        stick.release()


def a_full_stick_stays_as_it_was(vm: Machine, board: Board) -> None:
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
    vm.wait(lambda: listed(vm))
    said = vm.sh("eztrak stick write 2>&1; true", timeout=600)
    check("a damaged file system is told", "is damaged" in said, said.strip())
    broken.pull()
    broken.release()


def the_stick_is_pulled_out_in_the_middle(vm: Machine, board: Board) -> None:
    stick = Stick(vm, "yanked", fat32_with_a_partition("yanked"), slow=8_000)
    export_onto(board, stick)
    vm.wait(lambda: "writing" in stick_processes(vm))
    time.sleep(4)
    pulled = time.monotonic()
    vm.qmp.cmd("device_del", id="yanked-usb")
    end = board.ended()
    seconds = time.monotonic() - pulled
    check(
        "a stick that is pulled out is told", "pulled out" in end or "does not answer" in end, f"{end}, {seconds:.0f} s"
    )
    vm.screenshot(PICTURES / "stick-pulled-out.png")
    vm.wait(lambda: not listed(vm))


def a_stick_that_hangs_is_given_up(vm: Machine, board: Board) -> None:
    stick = Stick(vm, "hangs", fat32_with_a_partition("hangs"), slow=20_000)
    export_onto(board, stick)
    vm.wait(lambda: "writing" in stick_processes(vm))
    # The kernel would give a command up after 30 s, and QEMU stand still while it takes that back.
    vm.sh("for disk in /sys/block/sd*; do echo 100000 >$disk/device/timeout; done")
    stick.limit(1)
    hung = time.monotonic()
    end = board.ended()
    seconds = time.monotonic() - hung
    check(
        "a stick that hangs is given up within two minutes", "fault" in end and seconds < 120, f"{seconds:.0f} s: {end}"
    )
    stick.limit(0)
    stick.pull()


def an_exfat_stick_with_our_names_taken(vm: Machine, board: Board) -> None:
    stick = Stick(vm, "exfat", exfat())
    export_onto(board, stick)
    end = board.ended()
    check("an exFAT stick is written to", f"folder={FOLDER}" in end and "fault" not in end, end)
    board.export()
    end = board.ended()
    check("a second time in a folder of its own", end.rstrip().split("folder=")[1].split()[0].endswith("-2"), end)
    stick.pull()
    stick.release()


def hands_go_on(vm: Machine, board: Board) -> None:
    before = board.count("kind=hand")
    board.type("......3\n")
    vm.wait(lambda: board.count("kind=hand") == before + 1)
    check("hands go on", True)


def export_onto(board: Board, stick: Stick) -> None:
    stick.plug()
    board.export()


def listed(vm: Machine) -> list[dict[str, str]]:
    sticks: list[dict[str, str]] = json.loads(vm.sh("eztrak stick list --json", timeout=600))
    return sticks


def stick_processes(vm: Machine) -> str:
    """Whether a stick is mounted for writing in some helper's own view of the machine."""
    flags = mount_flags(vm)
    return "writing" if flags.startswith("rw") else flags


def mount_flags(vm: Machine) -> str:
    mount = vm.sh("for p in $(pgrep -f current.bin.stick); do grep -h /dev/sd /proc/$p/mountinfo; done | head -1; true")
    return mount.split()[5] if mount.strip() else ""


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
