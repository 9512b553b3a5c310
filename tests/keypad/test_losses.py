"""Keypads that are lost and come back: on record once each, however loose the plug is."""

from eztrak.keypad.losses import Losses
from eztrak.keypad.source import KeyPress
from eztrak.table.events import KeypadNoted
from eztrak.table.round import NANO
from eztrak.voice.said import NOTHING, All, Said

AWAY = Said("the keypad is unplugged")


class Plug:
    """A keypad that somebody pulls and plugs in."""

    def __init__(self, name: str = "evdev") -> None:
        self.name, self.there = name, True

    def fileno(self) -> None:
        return None

    def due(self) -> None:
        return None

    def read(self, _: int) -> list[KeyPress]:
        return []

    def trouble(self) -> Said:
        return Said() if self.there else AWAY

    def health(self) -> All:
        return All(())

    def close(self) -> None:
        pass


def noted(losses: Losses, plug: Plug, there: dict[float, bool]) -> list[tuple[float, KeypadNoted]]:
    """What goes on record, by the second, while it is pulled and plugged in."""
    notes = []
    for tenth in range(round(max(there) * 10) + 1):
        plug.there = there.get(tenth / 10, plug.there)
        if note := losses.note([plug], tenth * NANO // 10):
            notes.append((tenth / 10, note))
    return notes


def test_a_keypad_that_is_pulled_and_plugged_in_is_on_record_twice() -> None:
    lost, back = KeypadNoted("evdev", AWAY), KeypadNoted("evdev", NOTHING)
    assert noted(Losses(), Plug(), {10: False, 100: True, 120: True}) == [(13.0, lost), (103.0, back)]


def test_a_wobble_is_not_on_record() -> None:
    assert noted(Losses(), Plug(), {10: False, 12: True, 13: False, 15: True, 30: True}) == []


def test_a_loose_plug_does_not_fill_the_record() -> None:
    """In and out every five seconds for an hour: at most a row a minute."""
    there = {float(second): second % 10 < 5 for second in range(0, 3600, 5)}
    assert 30 < len(noted(Losses(), Plug(), there)) <= 60


def test_the_unit_wakes_when_a_loss_has_lasted() -> None:
    losses, plugs = Losses(), [Plug("evdev:1"), Plug("evdev:2")]
    assert losses.note(plugs, 0) is None
    assert losses.due() is None
    plugs[1].there = False
    assert losses.note(plugs, NANO) is None
    assert losses.due() == 4 * NANO
    assert losses.note(plugs, 4 * NANO) == KeypadNoted("evdev:2", AWAY)
    assert losses.due() is None
