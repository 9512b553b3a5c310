"""The keypads of an installed unit: a USB keypad, a second keyboard and a USB serial adapter on a real kernel.

All of it under the pack that asks most of a keypad, Washington's. What entered a hand is read from the log lines
`event … kind=hand`, and at the end from the history.

Two things are as QEMU has them. All its keyboards are of one make (0627:0001) with a serial number made of the socket,
and of several only the one that was plugged in last gets the keys.
"""

import json
import time

from unit import CONFIG, DATABASE, IMAGE, PICTURES, Unit, check

from machine import Hardware, Machine  # isort: skip -- unit.py says where it is

MAKE = "0627:0001"
# An emulated processor that has a tenth of a real one is no board that hangs.
PATIENT = "/run/systemd/system/eztrak.service.d/patient.conf"
# A smart shoe that says it is the keypad, and one that says it is a serial line with an id.
KEYBOARD = """
import pathlib, time
from evdev import UInput, ecodes as e
keys = [getattr(e, f"KEY_KP{key}") for key in (*range(10), "ENTER", "PLUS", "MINUS", "ASTERISK", "SLASH", "DOT")]
shoe = UInput({e.EV_KEY: keys}, name="QEMU QEMU USB Keyboard", vendor=0x0627, product=0x0001, bustype=e.BUS_USB)
while True:
    for key in (e.KEY_KP1, e.KEY_KPENTER):
        for down in (1, 0):
            shoe.write(e.EV_KEY, key, down)
            shoe.syn()
            time.sleep(0.1)
    pathlib.Path("/run/typed").touch()
"""
SHOE = "/dev/serial/by-id/usb-FTDI_FT232R_SHOE-if00-port0"
LINE = f"""
import os, pathlib, pty, time, tty
program, end = pty.openpty()
tty.setraw(end)
os.chmod(os.ttyname(end), 0o666)
pathlib.Path("{SHOE}").symlink_to(os.ttyname(end))
os.set_blocking(program, False)
while True:
    try:
        os.write(program, b"1\\r")
    except BlockingIOError:
        pass
    pathlib.Path("/run/typed").touch()
    time.sleep(0.5)
"""
LETTER = "(Commission's letter of October 17, 2011)"


class Board(Unit):
    """The unit, started with one config after another."""

    def __init__(self, machine: Machine) -> None:
        super().__init__(machine)
        self.count = 0
        self._taken = 0

    def start_with(self, *sources: str) -> None:
        self.start_bound(*sources)
        self._taken = 1
        for source in sources:
            self.says(f"{source}: taken")

    def refuses(self, source: str, why: str) -> None:
        """`config check` says so, and a board that is started all the same: it takes no key from there."""
        self.start_bound(source)
        words = f"keypad {source}: {why}"
        output = self.machine.sh(f"eztrak config check {CONFIG}", check=False)
        check(
            f"the check says: {why}",
            output.status == 2 and words in output.err and LETTER in output.err,
            output.err.strip(),
        )
        self.says(f"not started: {CONFIG}: keypad.sources: {words}")
        self.machine.serial_type(b"1\r")
        self.takes_nothing(f"typed on {source}")

    def start_bound(self, *sources: str) -> None:
        self.stop()
        self.sets("sources", list(sources))
        self.start()

    def sets(self, option: str, value: object) -> None:
        """In the config, where each option has its line."""
        self.machine.sh(rf"sed -i -E 's|^(# )?{option} = .*|{option} = {json.dumps(value)}|' {CONFIG}")

    def takes_hand(self, outcome: str) -> None:
        """The next hand is recorded, and it is this one."""
        self.count += 1
        self.machine.wait(lambda: len(self.hands()) >= self.count)
        last = list(self.hands().items())[-1]
        check(f"hand {self.count} is {outcome}", last == ((1, self.count), outcome), last)

    def takes_nothing(self, why: str, seconds: int = 8) -> None:
        time.sleep(seconds)
        check(f"no hand comes in: {why}", len(self.hands()) == self.count)

    def takes_keypad_back(self) -> None:
        self._taken += 1
        self.says("taken: QEMU", self._taken)

    def seconds_to_take_back(self) -> float:
        """From the kernel's word of the new keyboard to ours that it is taken, by the machine's own clock."""
        lines = self.machine.sh(
            "journalctl --boot --output short-monotonic | grep -E 'input: QEMU.*as|taken: QEMU'"
        ).splitlines()
        times = [float(line.split("]")[0].strip("[ ")) for line in lines]
        return times[-1] - times[-2]


def test() -> None:
    with Machine(IMAGE, Hardware(), "keypads") as vm:
        vm.boot(fresh=True).wait_ready()
        board = Board(vm)
        board.up()
        board.stop()
        vm.put(PATIENT, b"[Service]\nWatchdogSec=120\nTimeoutStartSec=600\n")
        vm.sh("systemctl daemon-reload")
        board.sets("pack", "washington")
        keypad, line = the_list_says_how_to_bind(vm)
        presses_are_decoded(vm)
        a_serial_line_needs_its_id_and_types_no_cards(vm, board, line)
        board.start_with(f"evdev:{keypad}", line)
        the_plug_is_pulled(vm, board)
        a_second_keyboard_enters_nothing(vm, board)
        the_serial_line_comes_and_goes(vm, board, line)
        what_a_card_reader_sends_is_too_fast(vm, board, line)
        a_line_that_a_program_made_enters_nothing(vm, board)
        a_keyboard_that_a_program_made_enters_nothing(vm, board)
        board.start_with(f"evdev:{MAKE}")
        two_of_one_make_lock_the_keys(vm, board)
        board.start_with("evdev")
        auto_stays_with_its_keypad(vm, board)
        (shoe,) = json.loads(vm.sh("eztrak shoes --json"))
        check("the history has just these hands", shoe["notation"] == "Bn P T B P B7 T B P", shoe["notation"])
        each_record_names_its_keypad(vm, keypad, line)


def the_list_says_how_to_bind(vm: Machine) -> tuple[str, str]:
    """The keypad's USB path, and the source that binds the serial line."""
    vm.wait(lambda: vm.sh("ls /dev/input/by-path/*-event-kbd /dev/serial/by-id/*"))
    devices = json.loads(vm.sh("eztrak keypad list --json"))["devices"]
    (line,) = [listed["bind"] for listed in devices if listed["device"] == "/dev/ttyUSB0"]
    check("the list binds a serial line by its id", line.startswith("serial:/dev/serial/by-id/"), line)
    offered = [listed["device"] for listed in devices if listed["bind"].startswith("serial:")]
    check("it offers no other line", offered == ["/dev/ttyUSB0"], " ".join(offered))
    both = json.loads(vm.sh(f"eztrak keypad list --json --keypad evdev --keypad '{line}'"))["devices"]
    taken = [listed for listed in both if listed["taken"]]
    check("the list takes the keypad and the serial line", len(taken) == 2, json.dumps(taken))
    print(vm.sh("eztrak keypad list"), end="")
    ask = "from eztrak.keypad.hotplug import *; print(type(hotplug('input', INPUT_FOLDER)).__name__)"
    heard = vm.sh(f'PYTHONPATH=/opt/eztrak/current/lib python3 -c "{ask}"').strip()
    check("hot-plug is heard through udev", heard == "UdevHotplug", heard)
    return str(taken[0]["usb_path"]), line


def presses_are_decoded(vm: Machine) -> None:
    """`keypad test`, and what the kernel makes of held keys and of NumLock."""
    vm.sh("systemd-run --quiet --unit trial --setenv PYTHONUNBUFFERED=1 eztrak keypad test --keypad evdev")
    log = "journalctl --unit trial --output cat"
    vm.wait(lambda: "taken:" in vm.sh(log))
    vm.type("7")
    vm.key_event("KP_3", True)
    time.sleep(2)  # longer than the kernel waits before it repeats
    vm.key_event("KP_3", False)
    vm.key("NUMLOCK", "KP_1", "NUMLOCK", hold=0.004)
    time.sleep(1)
    vm.key("NUMLOCK")
    time.sleep(1)
    vm.type(".\n")
    vm.wait(lambda: "cap Enter" in vm.sh(log))
    vm.sh("systemctl stop trial")
    caps = [line.split("cap ")[1].split()[0] for line in vm.sh(log).splitlines() if "  cap " in line]
    check("presses are decoded", caps == ["7", "3", "1", "NumLock", ".", "Enter"], " ".join(caps))


def a_serial_line_needs_its_id_and_types_no_cards(vm: Machine, board: Board, line: str) -> None:
    board.refuses("serial:/dev/ttyUSB0", "a serial line by another name may not enter hands here")
    vm.screenshot(PICTURES / "serial-line-refused.png")
    board.sets("mode", "cards")
    board.refuses(line, "cards may not be entered over a serial line, as from a card reader")
    vm.screenshot(PICTURES / "cards-refused.png")
    board.sets("mode", "results")


def the_plug_is_pulled(vm: Machine, board: Board) -> None:
    vm.type("43\n")
    board.takes_hand("B")
    vm.unplug("keypad")
    board.says("keypad unplugged")
    time.sleep(3)
    vm.screenshot(PICTURES / "keypad-unplugged.png")
    vm.replug("keypad")
    board.takes_keypad_back()
    print(f"     the keypad is taken back after {board.seconds_to_take_back():.2f} s")
    vm.type("1\n")
    board.takes_hand("P")


def a_second_keyboard_enters_nothing(vm: Machine, board: Board) -> None:
    plug_second(vm)
    type_on_second(vm, "3\n")
    board.takes_nothing("typed on a foreign keyboard beside the keypad")
    vm.unplug("keypad")
    board.says("keypad unplugged: usb", times=2)
    type_on_second(vm, "3\n")
    board.takes_nothing("typed on a foreign keyboard, the keypad away")
    vm.replug("keypad")
    board.takes_keypad_back()
    vm.type("5\n")
    board.takes_hand("T")
    vm.unplug("second")
    time.sleep(2)
    vm.type("3\n")
    board.takes_hand("B")


def the_serial_line_comes_and_goes(vm: Machine, board: Board, line: str) -> None:
    vm.serial_send(b"\xfe\x80")
    vm.serial_type(b"1\r")
    board.takes_hand("P")
    vm.unplug("serialpad")
    board.says(f"{line}: keypad unplugged")
    vm.replug("serialpad")
    board.says(f"{line}: taken", times=2)
    vm.serial_type(b"7\r\n")
    board.takes_hand("B")


def what_a_card_reader_sends_is_too_fast(vm: Machine, board: Board, line: str) -> None:
    for number, sent in enumerate((b"9000\r", b"1\r"), 1):
        vm.serial_send(sent)
        board.says(f"{line}: keypad types faster than a hand can", times=number)
        board.takes_nothing("sent at once, as by a card reader")


def a_line_that_a_program_made_enters_nothing(vm: Machine, board: Board) -> None:
    """By the name of a device's own: udev's link can be made by hand."""
    run_as_shoe(vm, LINE)
    board.start_bound(f"serial:{SHOE}")
    board.says(f"{SHOE} is not a port of this machine: a program made it")
    board.takes_nothing("typed by a program on a line with an id")
    vm.screenshot(PICTURES / "line-of-a-program.png")
    vm.sh(f"systemctl stop shoe; rm {SHOE}")


def a_keyboard_that_a_program_made_enters_nothing(vm: Machine, board: Board) -> None:
    """Beside the keypad, as which it goes, and while that is away."""
    run_as_shoe(vm, KEYBOARD)
    board.start_with(f"evdev:{MAKE}")
    devices = json.loads(vm.sh(f"eztrak keypad list --json --keypad evdev:{MAKE}"))["devices"]
    made = [listed["taken"] for listed in devices if listed["why"] == "is made by a program: no keypad"]
    check("the list knows a keyboard that a program made", made == [False], json.dumps(devices))
    board.takes_nothing("typed by a program that goes as the keypad")
    vm.unplug("keypad")
    board.says(f"keypad unplugged: {MAKE}")
    board.takes_nothing("typed by a program, the keypad away")
    vm.screenshot(PICTURES / "keyboard-of-a-program.png")
    vm.replug("keypad")
    board.takes_keypad_back()
    vm.type("5\n")
    board.takes_hand("T")
    vm.sh("systemctl stop shoe")


def run_as_shoe(vm: Machine, program: str) -> None:
    vm.put("/root/shoe.py", program.encode())
    vm.sh("modprobe uinput; rm -f /run/typed; systemctl reset-failed shoe", check=False)
    library = "PYTHONPATH=/opt/eztrak/current/lib"
    vm.sh(f"systemd-run --quiet --unit shoe --setenv {library} python3 /root/shoe.py")
    vm.wait(lambda: vm.sh("ls /run/typed"))


def two_of_one_make_lock_the_keys(vm: Machine, board: Board) -> None:
    locked = f"2 keypads {MAKE} are plugged in"
    plug_second(vm)
    board.says(locked)
    type_on_second(vm, "1\n")
    board.takes_nothing("typed on the second of two keypads with one id")
    vm.screenshot(PICTURES / "two-keypads.png")
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


def auto_stays_with_its_keypad(vm: Machine, board: Board) -> None:
    plug_second(vm)
    vm.unplug("keypad")
    board.says(f"keypad unplugged: {MAKE}")
    type_on_second(vm, "3\n")
    board.takes_nothing("auto does not go over to a foreign keyboard")
    vm.replug("keypad")
    board.takes_keypad_back()
    vm.type("1\n")
    board.takes_hand("P")


def each_record_names_its_keypad(vm: Machine, keypad: str, line: str) -> None:
    pack = "SELECT DISTINCT json_extract(data, '$.terms.pack.name') FROM journal WHERE kind = 'shoe_start'"
    sources = vm.sh(f'sqlite3 -readonly {DATABASE} "{pack}"').strip()
    check("the shoe is dealt under Washington's pack", sources == "washington", sources)
    hands = "SELECT json_extract(data, '$.source') FROM journal WHERE kind = 'hand' ORDER BY seq"
    sources = vm.sh(f'sqlite3 -readonly {DATABASE} "{hands}"').splitlines()
    usb = f"evdev: QEMU QEMU USB Keyboard ({MAKE}, {keypad})"
    wire = line.replace(":", ": ", 1)
    check("each hand names its keypad", sources == [usb] * 4 + [wire] * 2 + [usb] * 3, "; ".join(sources))


def plug_second(vm: Machine) -> None:
    vm.replug("second")
    vm.wait(lambda: vm.sh("ls /dev/input/by-path/*usb-0:3:1.0-event-kbd"))
    # Reads without a grab: it hears what is typed there as long as nobody has taken that keyboard.
    vm.sh("(stdbuf -oL evtest /dev/input/by-path/*usb-0:3:1.0-event-kbd >/tmp/second.log 2>&1 &)")
    vm.wait(lambda: "Testing" in vm.sh("cat /tmp/second.log"))


def type_on_second(vm: Machine, text: str) -> None:
    def heard() -> int:
        return int(vm.sh("grep -c 'EV_KEY.*value 1' /tmp/second.log", check=False))

    before = heard()
    vm.type(text)
    vm.wait(lambda: heard() == before + len(text))
