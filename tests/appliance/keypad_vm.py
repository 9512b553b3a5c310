"""The keypads on a real kernel: a virtual machine with a USB keypad, a second keyboard and a USB serial adapter.

Run by `make vm-keypad-test LAB=FOLDER`, not by `make test`: it takes minutes, root and a lab that builds and drives
virtual machines (its build-image and labvm.py). The board runs on the machine's own display, without a desktop. What
entered a hand is read from the log lines `event … kind=hand`, and at the end from the history.

Two things are as QEMU has them. All its keyboards are of one make (0627:0001) with a serial number made of the socket,
and of several only the one that was plugged in last gets the keys.
"""

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

TOP = Path(__file__).parent.parent.parent
LAB = Path(os.environ.get("LAB", ""))
IMAGE = "eztrak-keypad"
EZTRAK = "/opt/eztrak/bin/eztrak"
MAKE = "0627:0001"
PATIENCE = 90  # seconds; the processor may be an emulated one


class Board:
    """The board in the virtual machine, and its log."""

    def __init__(self, vm: Any) -> None:
        self.vm = vm
        self.hands = 0
        self._runs = self._taken = 0

    def start(self, *sources: str) -> None:
        self._runs += 1
        self._taken = 1
        keypads = " ".join(f"--keypad '{source}'" for source in sources)
        self.vm.sh(
            f"systemd-run --quiet --unit {self._unit} --setenv SDL_VIDEODRIVER=kmsdrm"
            f" {EZTRAK} run --db /root/eztrak.db {keypads}"
        )
        for source in sources:
            self.says(f"{source}: taken")

    def stop(self) -> None:
        self.vm.sh(f"systemctl stop {self._unit}", timeout=PATIENCE)

    def log(self) -> list[str]:
        return str(self.vm.sh(f"journalctl --unit {self._unit} --output cat")).splitlines()

    def said(self, words: str) -> int:
        return sum(words in line for line in self.log())

    def says(self, words: str, times: int = 1) -> None:
        self.vm.wait(lambda: self.said(words) >= times, PATIENCE)

    def takes_hand(self, outcome: str) -> str:
        """The next hand is recorded, and it is this one."""
        self.hands += 1
        self.vm.wait(lambda: self._recorded() >= self.hands, PATIENCE)
        line = [line for line in self.log() if "kind=hand" in line][-1]
        check(f"hand {self.hands} is {outcome}", f"hand={self.hands} outcome={outcome}" in line, line)
        return line

    def takes_nothing(self, why: str, seconds: int = 8) -> None:
        time.sleep(seconds)
        check(f"no hand comes in: {why}", self._recorded() == self.hands)

    def takes_keypad_back(self) -> None:
        self._taken += 1
        self.says("taken: QEMU", self._taken)

    def seconds_to_take_back(self) -> float:
        """From the kernel's word of the new keyboard to ours that it is taken, by the machine's own clock."""
        lines = self.vm.sh(
            "journalctl --boot --output short-monotonic | grep -E 'input: QEMU.*as|taken: QEMU'"
        ).splitlines()
        times = [float(line.split("]")[0].strip("[ ")) for line in lines]
        return times[-1] - times[-2]

    @property
    def _unit(self) -> str:
        return f"board{self._runs}"

    def _recorded(self) -> int:
        """Hands of all runs."""
        return str(self.vm.sh("journalctl --unit 'board*' --output cat")).count("kind=hand")


def main() -> int:
    sys.path.insert(0, str(LAB))
    from labvm import VM

    build()
    pictures = Path(os.environ.get("PICTURES", TOP / "build"))
    with VM(IMAGE, width=1280, height=720) as vm:
        vm.boot(fresh=True)
        print(f"     booted in {vm.wait_ready(300):.0f} s", flush=True)
        keypad = the_list_names_the_keypad(vm)
        presses_are_decoded(vm)
        board = Board(vm)
        board.start(f"evdev:{keypad}", "serial:/dev/ttyUSB0")
        the_plug_is_pulled(vm, board, pictures)
        a_second_keyboard_enters_nothing(vm, board)
        the_serial_line_comes_and_goes(vm, board)
        board.stop()
        board.start(f"evdev:{MAKE}")
        two_of_one_make_lock_the_keys(vm, board, pictures)
        board.stop()
        board.start("evdev")
        auto_stays_with_its_keypad(vm, board)
        board.stop()
        (shoe,) = json.loads(vm.sh(f"{EZTRAK} shoes --json --db /root/eztrak.db"))
        check("the history has just these hands", shoe["notation"] == "Bn P T B P B7 B P", shoe["notation"])
    return result()


def the_list_names_the_keypad(vm: Any) -> str:
    vm.wait(lambda: vm.sh("ls /dev/input/by-path/*-event-kbd /dev/ttyUSB0"), PATIENCE)
    told = json.loads(vm.sh(f"{EZTRAK} keypad list --json --keypad evdev --keypad serial:/dev/ttyUSB0"))
    taken = [listed for listed in told["devices"] if listed["taken"]]
    check("the list takes the keypad and the serial line", len(taken) == 2, json.dumps(taken))
    print(vm.sh(f"{EZTRAK} keypad list --keypad evdev"), end="")
    ask = "from eztrak.keypad.hotplug import *; print(type(hotplug('input', INPUT_FOLDER)).__name__)"
    heard = vm.sh(f'{Path(EZTRAK).parent}/python -c "{ask}"').strip()
    check("hot-plug is heard through udev", heard == "UdevHotplug", heard)
    return str(taken[0]["usb_path"])


def presses_are_decoded(vm: Any) -> None:
    """`keypad test`, and what the kernel makes of held keys and of NumLock."""
    vm.sh(f"systemd-run --quiet --unit trial --setenv PYTHONUNBUFFERED=1 {EZTRAK} keypad test --keypad evdev")
    log = "journalctl --unit trial --output cat"
    vm.wait(lambda: "taken:" in vm.sh(log), PATIENCE)
    vm.type("7")
    vm.key_event("KP_3", True)
    time.sleep(2)  # longer than the kernel waits before it repeats
    vm.key_event("KP_3", False)
    vm.key("NUMLOCK", "KP_1", "NUMLOCK", hold_ms=4)
    time.sleep(1)
    vm.key("NUMLOCK")
    time.sleep(1)
    vm.type(".\n")
    vm.wait(lambda: "cap Enter" in vm.sh(log), PATIENCE)
    vm.sh("systemctl stop trial")
    caps = [line.split("cap ")[1].split()[0] for line in vm.sh(log).splitlines() if "  cap " in line]
    check("presses are decoded", caps == ["7", "3", "1", "NumLock", ".", "Enter"], " ".join(caps))


def the_plug_is_pulled(vm: Any, board: Board, pictures: Path) -> None:
    vm.type("93\n")
    board.takes_hand("B")
    vm.unplug("keypad")
    board.says("keypad unplugged")
    time.sleep(3)
    vm.screenshot(str(pictures / "keypad-unplugged.png"))
    vm.replug("keypad")
    board.takes_keypad_back()
    seconds = board.seconds_to_take_back()
    check("the keypad is taken back within two seconds", seconds < 2, f"{seconds:.2f} s")
    vm.type("1\n")
    board.takes_hand("P")


def a_second_keyboard_enters_nothing(vm: Any, board: Board) -> None:
    plug_second(vm)
    type_on_second(vm, "3\n")
    board.takes_nothing("typed on a foreign keyboard beside the keypad")
    vm.unplug("keypad")
    board.says("keypad unplugged: usb", times=2)
    type_on_second(vm, "3\n")
    board.takes_nothing("typed on a foreign keyboard, the keypad away")
    vm.replug("keypad")
    board.takes_keypad_back()
    vm.type("2\n")
    board.takes_hand("T")
    vm.unplug("second")
    time.sleep(2)
    vm.type("3\n")
    board.takes_hand("B")


def the_serial_line_comes_and_goes(vm: Any, board: Board) -> None:
    vm.serial_send(b"\xfe\x80")
    vm.serial_send(b"1\r")
    board.takes_hand("P")
    vm.unplug("serialpad")
    board.says("serial:/dev/ttyUSB0: keypad unplugged")
    vm.replug("serialpad")
    board.says("serial:/dev/ttyUSB0: taken", times=2)
    vm.serial_send(b"7\r\n")
    board.takes_hand("B")


def two_of_one_make_lock_the_keys(vm: Any, board: Board, pictures: Path) -> None:
    locked = f"2 keypads {MAKE} are plugged in"
    plug_second(vm)
    board.says(locked)
    type_on_second(vm, "1\n")
    board.takes_nothing("typed on the second of two keypads with one id")
    vm.screenshot(str(pictures / "two-keypads.png"))
    vm.unplug("keypad")
    board.takes_keypad_back()
    vm.replug("keypad")
    board.says(locked, times=2)
    vm.type("1\n")
    board.takes_nothing("typed on the other one")
    vm.unplug("second")
    board.takes_keypad_back()
    vm.type("3\n")
    board.takes_hand("B")


def auto_stays_with_its_keypad(vm: Any, board: Board) -> None:
    plug_second(vm)
    vm.unplug("keypad")
    board.says(f"keypad unplugged: {MAKE}")
    type_on_second(vm, "3\n")
    board.takes_nothing("auto does not go over to a foreign keyboard")
    vm.replug("keypad")
    board.takes_keypad_back()
    vm.type("1\n")
    board.takes_hand("P")


def plug_second(vm: Any) -> None:
    vm.qmp.cmd("device_add", driver="usb-kbd", id="second", bus="usb.0", port="3")
    vm.wait(lambda: vm.sh("ls /dev/input/by-path/*usb-0:3:1.0-event-kbd"), PATIENCE)
    # Reads without a grab: it hears what is typed there as long as nobody has taken that keyboard.
    vm.sh("(stdbuf -oL evtest /dev/input/by-path/*usb-0:3:1.0-event-kbd >/tmp/second.log 2>&1 &)")
    vm.wait(lambda: "Testing" in vm.sh("cat /tmp/second.log"), PATIENCE)


def type_on_second(vm: Any, text: str) -> None:
    def heard() -> int:
        return int(vm.sh("grep -c 'EV_KEY.*value 1' /tmp/second.log", check=False))

    before = heard()
    vm.type(text)
    vm.wait(lambda: heard() == before + len(text), PATIENCE)


def build() -> None:
    install = "python3 -m venv /opt/eztrak && /opt/eztrak/bin/pip install --quiet ."
    packages = "libudev1"
    command = [LAB / "build-image", "--name", IMAGE, "--apt", packages, "--install", install, source_tree()]
    subprocess.run(command, check=True)


def source_tree() -> Path:
    """A folder with what git knows of the product, as it stands in the working tree."""
    source = TOP / "build" / "vm" / "eztrak"
    shutil.rmtree(source, ignore_errors=True)
    files = subprocess.run(["git", "ls-files", "-z"], cwd=TOP, check=True, capture_output=True, text=True).stdout
    for name in filter(None, files.split("\0")):
        if not name.startswith("tests/"):
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(TOP / name, source / name)
    return source


passed = failed = 0


def check(what: str, holds: bool, seen: str = "") -> None:
    global passed, failed
    passed, failed = passed + holds, failed + (not holds)
    print("ok  " if holds else "FAIL", what, f"({seen})" if seen else "", flush=True)


def result() -> int:
    """Says how it went, as the exit status does."""
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
