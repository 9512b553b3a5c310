"""Where keys may come from: a pack names it, every key and every hand is judged by it, and every record names it."""

from dataclasses import replace

import pytest
from talk import TERMS, Table

from eztrak.game.hand import Hand, Outcome
from eztrak.table import commands as c
from eztrak.table import events as e
from eztrak.table.decisions import decide
from eztrak.table.digits import Way
from eztrak.table.inputs import INPUTS, Input
from eztrak.table.pack import Pack, Rule, What

LETTER = "Commission's letter of October 17, 2011"
RULES = (Rule(What.INPUTS, LETTER),)
WASHINGTON = Pack("washington", inputs=("evdev", "serial"), cards_by_wire=False, natural_ends=True, rules=RULES)
ONLY = f"only a USB keypad or a serial keypad bound by its id ({LETTER})"
HAND = Hand(Outcome.BANKER)
SCRIPT = Input("script")
PADS = Input("evdev", "SIGMACHIP USB Keyboard (1c4f:0002, usb-0000:00:14.0-2)")


@pytest.fixture
def table() -> Table:
    made = Table()
    made.state = replace(made.state, terms=replace(TERMS, pack=WASHINGTON))
    return made.hands("B P")


def test_no_key_of_another_source_is_taken_while_a_shoe_is_dealt_under_the_pack(table: Table) -> None:
    """Also where a config has named another pack since: that one begins with the next shoe."""
    before = table.state
    for kind in sorted({*INPUTS} - {*WASHINGTON.inputs}):
        for cap in ("3", "Enter", "/", "+"):
            table.press(cap, source=Input(kind))
            assert table.says == f"{INPUTS[kind]} may not enter hands here, {ONLY}"
    assert (table.state, table.entry.typed.ids) == (before, ())
    table.wait(60).press("3", "Enter", source=PADS)
    assert table.shoe == "B P B"


WITH_HAND = [
    c.RecordHand(HAND),
    c.ChangeLast(Hand(Outcome.TIE)),
    c.ChangeHand(1, 1, Hand(Outcome.TIE), "supervisor 1", "misread"),
    c.InsertHand(1, 1, HAND, "supervisor 1", "missed"),
]


@pytest.mark.parametrize("command", WITH_HAND, ids=lambda command: type(command).__name__)
def test_each_hand_names_its_source_and_device_and_none_comes_from_elsewhere(table: Table, command: c.Command) -> None:
    refused = decide(table.state, command, source=SCRIPT)
    assert str(refused) == f"a script may not enter hands here, {ONLY}"
    events = decide(table.state, command, source=PADS)
    assert not isinstance(events, c.Refusal)
    about = [event for event in events if isinstance(event, e.AboutHand)]
    assert {event.source for event in about} == {"evdev: SIGMACHIP USB Keyboard (1c4f:0002, usb-0000:00:14.0-2)"}
    dealt = replace(command, hand=replace(command.hand, player="26", banker="17"))  # type: ignore[type-var,union-attr]
    wired = decide(table.state, dealt, source=Input("serial", "a shoe"))
    assert str(wired) == f"cards may not be entered over a serial line, as from a card reader ({LETTER})"


def test_every_command_that_says_how_a_hand_went_is_among_those() -> None:
    def brings(command: type) -> bool:
        return any("Hand" in str(kind) for kind in command.__annotations__.values())

    known = {kind for kind in vars(c).values() if isinstance(kind, type) and kind.__module__ == c.__name__}
    assert (
        {kind for kind in known if brings(kind)} == {type(command) for command in WITH_HAND} == {*c.WithHand.__args__}
    )


def test_a_device_that_no_pack_knows_is_refused_by_every_pack() -> None:
    assert str(Pack("own").refuses(Input("telepathy"))).startswith("an unknown device may not enter hands here")


def test_an_input_is_named_with_its_device() -> None:
    assert (str(Input("window")), str(PADS)) == (
        "window",
        "evdev: SIGMACHIP USB Keyboard (1c4f:0002, usb-0000:00:14.0-2)",
    )


def test_only_a_pack_that_takes_programs_takes_what_a_program_made() -> None:
    assert (Pack().wired, WASHINGTON.wired) == (False, True)


def test_no_card_of_a_wire_is_taken_whoever_presses_enter(table: Table) -> None:
    table.rules = replace(table.rules, way=Way.CARDS)
    table.press("4", source=Input("serial", "a shoe"))
    assert (table.says, table.entry.typed.digits) == (
        f"cards may not be entered over a serial line, as from a card reader ({LETTER})",
        (),
    )
    assert table.press("4", source=PADS).entry.typed.digits == (4,)
