"""Only the keypad: a pack says where hands may come from, and a fake shoe gets nowhere, whatever it pretends to be."""

import ast
import os
import pty
import re
from pathlib import Path
from types import NoneType
from typing import get_args, get_overloads, get_type_hints

import pytest
from machine import KEYBOARD, PAD, Machine

import eztrak
from eztrak.app import Unit
from eztrak.config.packs import load_pack
from eztrak.duties import Duties
from eztrak.keypad.binding import choose
from eztrak.keypad.devices import plugged_in
from eztrak.keypad.flood import LOCK, FloodGuard
from eztrak.keypad.listing import Port, listing
from eztrak.keypad.serial import Line, SerialBinding, on_a_plug
from eztrak.keypad.source import KeyPress
from eztrak.keypad.sources import PadTerms, SourceError, input_of, kind_of, source_of
from eztrak.table import commands as c
from eztrak.table.inputs import INPUTS, Input
from eztrak.voice.said import Said

WASHINGTON = load_pack("washington", Path())
LETTER = "Commission's letter of October 17, 2011"
ONLY = f"only a USB keypad or a serial keypad bound by its id ({LETTER})"
BY_ID = "serial:/dev/serial/by-id/usb-FTDI_FT232R_A50285BI-if00-port0"
FOREIGN = {
    "window": "the keys of the window",
    "script:keys.txt": "a script",
    "serial:socket://127.0.0.1:4001": "a program or the network",
    "serial:rfc2217://127.0.0.1:4001": "a program or the network",
    "serial:loop://": "a program or the network",
    "serial:spy:///dev/ttyUSB0": "a program or the network",
    "serial:hwgrep://0403:6001": "a program or the network",
    "serial:alt:///dev/ttyUSB0": "a program or the network",
    "serial:cp2110://0": "a program or the network",
    "serial:/dev/pts/3": "a program or the network",
    "serial:/dev/serial/by-id/../../pts/3": "a program or the network",
    "serial:ttyPAD": "a program or the network",
    "serial:/tmp/ttyPAD": "a program or the network",
    "serial:/dev/ttyUSB0": "a serial line by another name",
    "serial:/dev/serial/by-path/platform-usb-0:1.2": "a serial line by another name",
}


@pytest.mark.parametrize("words", FOREIGN)
def test_what_is_no_manual_keypad_is_refused_in_words_that_name_the_letter(words: str) -> None:
    with pytest.raises(SourceError) as refused:
        source_of(words, PadTerms(pack=WASHINGTON), 0)
    assert str(refused.value) == f"keypad {words}: {FOREIGN[words]} may not enter hands here, {ONLY}"


@pytest.mark.parametrize("words", ["evdev", "evdev:1c4f:0002", BY_ID])
def test_the_keypad_is_taken(words: str) -> None:
    source_of(words, PadTerms(pack=WASHINGTON), 0).close()


def test_cards_do_not_come_over_a_wire() -> None:
    with pytest.raises(SourceError, match=f"as from a card reader .{LETTER}"):
        source_of(BY_ID, PadTerms(pack=WASHINGTON, cards=True), 0)
    source_of("evdev", PadTerms(pack=WASHINGTON, cards=True), 0).close()
    source_of(BY_ID, PadTerms(pack=load_pack("california", Path()), cards=True), 0).close()


def test_every_kind_of_source_is_one_that_a_pack_can_name() -> None:
    named = {kind_of(words) for words in (*FOREIGN, "evdev", BY_ID, "demo")}
    assert named == {*INPUTS}


def test_a_line_that_a_program_made_is_no_plug(tmp_path: Path) -> None:
    """By whatever name: udev's link can be made by hand."""
    program, line = pty.openpty()
    link = tmp_path / "usb-FTDI"
    link.symlink_to(os.ttyname(line))
    refused = SerialBinding(Line(str(link), wired=True)).open("pad")
    assert isinstance(refused, Said)
    assert str(refused) == f"{link} is not a port of this machine: a program made it"
    free = SerialBinding(Line(str(link))).open("pad")
    assert not isinstance(free, Said)
    os.write(program, b"3")
    while not (keys := free.read(0)):
        pass
    assert [key.made for key in keys] == [True]
    free.close()
    number = os.fstat(line).st_rdev
    (tmp_path / f"{os.major(number)}:{os.minor(number)}" / "device").mkdir(parents=True)
    assert on_a_plug([line], tmp_path)  # as the kernel says it of hardware
    with link.open("rb", buffering=0) as plain, (tmp_path / "file").open("wb") as file:
        assert not on_a_plug([plain.fileno(), file.fileno()], Path("/nowhere"))
        assert not on_a_plug([file.fileno()], tmp_path)
    assert not on_a_plug([], tmp_path)
    os.close(program)
    os.close(line)


def test_a_keyboard_that_a_program_made_is_no_keypad(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    machine.plug(PAD, "event3")
    made = tmp_path / "devices/virtual/input/input9"
    made.mkdir(parents=True)
    Machine(made).plug(KEYBOARD, "event9")
    (machine.sys / "event9").symlink_to(made / "sys/event9")
    pad, fake = plugged_in(machine.sys, machine.dev)
    assert (pad.made, fake.made) == (False, True)
    assert choose("046d:c31c", [pad, fake]).taken == (fake,)
    choice = choose("046d:c31c", [pad, fake], wired=True)
    assert (choice.taken, choice.why[1]) == ((), "is made by a program: no keypad")
    listed = listing(["evdev:046d:c31c"], [pad, fake], [], PadTerms(pack=WASHINGTON))
    assert [(one.taken, one.why) for one in listed.devices] == [
        (False, "does not answer to 046d:c31c"),
        (False, "is made by a program: no keypad"),
    ]
    assert [str(trouble) for _, trouble in listed.troubles] == ["keypad unplugged: 046d:c31c"]


def test_the_list_offers_no_line_that_the_pack_refuses() -> None:
    usb = Port("/dev/ttyUSB0", "USB Serial", link=BY_ID.removeprefix("serial:"))
    plain, terms = Port("/dev/ttyS0", "n/a"), PadTerms(pack=WASHINGTON)
    other = f"a serial line by another name may not enter hands here, {ONLY}"
    assert [(one.why, one.bind) for one in listing(["evdev"], [], [plain, usb], terms).devices] == [
        (f"keypad serial:/dev/ttyS0: {other}", ""),
        ("no serial source names it", BY_ID),
    ]
    (named,) = listing(["serial:/dev/ttyUSB0"], [], [usb], terms).devices
    assert (named.taken, named.why, named.bind) == (False, f"keypad serial:/dev/ttyUSB0: {other}", BY_ID)
    (wire,) = listing(["evdev"], [], [usb], PadTerms(pack=WASHINGTON, cards=True)).devices
    assert (f"as from a card reader ({LETTER})" in wire.why, wire.bind) == (True, "")


@pytest.mark.parametrize("source", ["evdev", "evdev:1c4f:0002", BY_ID, "serial:/dev/ttyUSB0"])
def test_a_key_of_what_a_program_made_comes_from_a_program_by_whatever_name(source: str) -> None:
    """Also under a pack that came after the device was opened: each key is judged by the pack in force."""
    assert input_of(KeyPress("3", source, 0, device="x")).kind == kind_of(source)
    fake = input_of(KeyPress("3", source, 0, device="x", made=True))
    assert (fake.kind, fake.device) == ("url", "x")
    assert WASHINGTON.refuses(fake)


def test_what_types_faster_than_a_hand_is_locked_out() -> None:
    """Four cards and Enter at once, as a card reader sends them; a quick dealer has all of his."""
    guard, milli = FloodGuard(by_hand=True), 1_000_000
    assert [guard.takes(press * 30 * milli) for press in range(6)] == [True] * 4 + [False] * 2
    assert guard.locked(150 * milli)
    assert not guard.locked(150 * milli + LOCK)
    result = FloodGuard(by_hand=True)
    assert [result.takes(press * milli) for press in (0, 1, 1000, 1019, 1040)] == [True, False, True, False, True]
    assert not result.locked(1040 * milli)
    dealer = FloodGuard(by_hand=True)
    assert all(dealer.takes(press * 60 * milli) for press in range(1000))


# Every place that decides about a command or puts an event on record: whoever adds a way to a hand finds it here.
PATHS = {
    "app.py:Unit._give": {"decide", "submit"},  # a key of a source, or the unit's own business, which brings no hand
    "app.py:Unit._look_ahead": {"decide"},  # painted, never recorded
    "app.py:play": {"decide", "append"},  # a picture: its history is in a folder that is gone afterwards
    "start.py:Start._ready": {"append"},  # the start itself …
    "start.py:Start._begins": {"decide"},  # … and what was done to the record and the clock since the unit last ran
    "table/sense.py:Sense._explained": {"decide"},  # what can have happened: nothing is on record
    "table/entry.py:_unless_refused": {"decide"},  # asks only
    "commands/lobby.py:imagined": {"decide"},  # a picture of tables that were never there
    "keypad/slips.py:Table.after": {"decide"},  # a table of slips: nothing is on record
    "journal/journal.py:Journal.append": {"append"},
    "journal/writer.py:Writer._appended": {"append"},  # what was submitted to it
    "journal/mending.py:_Mending._on_record": {"append"},  # that events came from a copy
}
# Every connection to a file, and every row of the journal that gets there without being decided about: all of them have
# what was on record already, of the same history.
FILES = {
    "app.py:Unit.__init__": {"Writer"},
    "journal/takeup.py:open_and_mend": {"Journal"},  # of the board, behind its lock
    "commands/board.py:_demo_picture": {"Journal"},  # a picture, as above
    "journal/journal.py:connect": {"connect"},
    "journal/journal.py:Journal.__init__": {"connect"},
    "journal/journal.py:_copy": {"connect"},  # a copy beside it, and one before it is carried to another form
    "journal/takeup.py:_roll_back": {"connect"},  # what a power cut left half done
    "journal/copy.py:SecondCopy._follow": {"connect"},
    "journal/mending.py:gather": {"connect"},  # what can be read of a damaged file and its copies
    "journal/backup.py:copy_whole": {"connect"},
    "journal/archiving.py:archive": {"connect"},  # one file of it, which is taken away
    "journal/archiving.py:_empty": {"connect"},  # a history without a row, in its place
    "journal/fetched.py:fetching": {"connect"},  # what the floor's server has, for those who read it in the office
    "journal/schema.py:_open": {"connect"},  # that of all readers, read-only
    "journal/schema.py:made": {"connect"},  # tables that are worked out, in memory
    "journal/journal.py:append": {"INSERT"},
    "journal/carry.py:_appended": {"INSERT"},
    "journal/fetched.py:Fetched._insert": {"INSERT"},
    "journal/older.py:take_over": {"INSERT"},  # shoes and hands in another form, no row
}
# They work something out and keep nothing: their tables are in memory.
IN_MEMORY = ("rederive.py",)


def test_there_is_no_other_path_to_a_recorded_hand() -> None:
    top, deciding, writing = Path(eztrak.__file__).parent, dict[str, set[str]](), dict[str, set[str]]()
    for path in sorted(top.rglob("*.py")):
        for place, use in uses(ast.parse(path.read_text())):
            if use in DECIDING:
                deciding.setdefault(f"{path.relative_to(top)}:{place}", set()).add(use)
            elif path.name not in IN_MEMORY:
                writing.setdefault(f"{path.relative_to(top)}:{place}", set()).add(use)
    assert deciding == PATHS
    assert writing == FILES
    opened = [
        line for name in IN_MEMORY for line in re.findall("connect\\(.*?[,)]", (top / "journal" / name).read_text())
    ]
    assert {*opened} <= {'connect("",', 'connect(":memory:",', 'connect(":memory:")'}


DECIDING = ("decide", "append", "submit", "renamed")


def uses(tree: ast.AST, within: str = "") -> list[tuple[str, str]]:
    """Where what decides, records or writes is named, in any way: function and name."""
    listed: list[tuple[str, str]] = []
    for node in ast.iter_child_nodes(tree):
        name = within
        match node:
            case ast.FunctionDef() | ast.ClassDef():
                name = f"{within}.{node.name}" if within else node.name
            case ast.Name("decide" | "append") | ast.Attribute(attr="decide"):
                listed.append((within, node.id if isinstance(node, ast.Name) else node.attr))
            case ast.Attribute(owner, "append" | "submit") if ast.unparse(owner).endswith(("journal", "writer")):
                listed.append((within, node.attr))
            case ast.alias("decide" | "append" | "Journal" | "Writer" | "connect" | "sqlite3", str()):
                listed.append((within, "renamed"))
            case ast.Call(ast.Name("Journal" | "Writer" | "connect" as called)):
                listed.append((within, called))
            case ast.Attribute(ast.Name("sqlite3"), "connect"):
                listed.append((within, "connect"))
            case ast.Constant(str(text)) if re.search(r"INSERT[^;]*\bINTO (journal\b|$)", text):
                listed.append((within, "INSERT"))
            case _:
                pass
        listed += uses(node, name)
    return listed


def test_the_units_own_business_brings_no_hand() -> None:
    """Whatever it does without a key is none of the commands with a hand, and mypy lets it do nothing else."""
    assert {*get_args(c.OfUnit)} & {*get_args(c.WithHand)} == set()
    assert get_type_hints(Duties.add)["command"] == c.OfUnit
    without_a_key, by_key = get_overloads(Unit._give)
    assert get_type_hints(without_a_key) == {"command": c.OfUnit, "return": NoneType}
    assert get_type_hints(by_key) == {"command": c.Command, "source": Input, "return": NoneType}
