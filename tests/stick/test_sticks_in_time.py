"""When the board looks for sticks: the test sets the clock, and the disks of the machine are a folder."""

from pathlib import Path

import pytest
from advancing import HandClock
from pluggedsticks import Plugged

from eztrak import outgoing
from eztrak.outgoing import Outgoing
from eztrak.table.round import NANO
from eztrak.table.sticks import Sticks

PATIENCE = 60


class Waiting:
    """Somebody who waits for a stick on the menu's page."""

    def __init__(self, folder: Path, door: str) -> None:
        self.clock, self.disks = HandClock(), folder / "block"
        self.disks.mkdir()
        self.outgoing = Outgoing(folder / "t.db", door, None, lambda: None, self.clock)

    def plug(self, name: str) -> None:
        (self.disks / name).mkdir()
        (self.disks / name / "size").write_text("1")

    def after(self, seconds: float) -> Sticks | None:
        self.clock.now += round(seconds * NANO)
        self.outgoing.turn()
        assert self.outgoing.errand.rests.wait(PATIENCE)
        return self.outgoing.show(True)

    def names(self, seconds: float) -> list[str]:
        page = self.after(seconds)
        assert page
        return [stick.name for stick in page.plugged]


@pytest.fixture
def waiting(tmp_path: Path, plugged: Plugged, monkeypatch: pytest.MonkeyPatch) -> Waiting:
    made = Waiting(tmp_path, plugged.door)
    monkeypatch.setattr(outgoing, "DISKS", made.disks)
    return made


def test_a_stick_that_is_plugged_in_is_there_a_second_later(waiting: Waiting, plugged: Plugged) -> None:
    assert waiting.outgoing.show(True) is None
    assert waiting.names(0) == []
    plugged.stick()
    waiting.plug("sda")
    assert waiting.names(0.9) == []
    assert waiting.names(0.1) == ["Folder red, 1 MB, FAT12"]
    waiting.outgoing.close()


def test_one_that_was_refused_is_looked_at_again(waiting: Waiting, plugged: Plugged) -> None:
    plugged.stick()
    plugged.tells("fault", "its partitions come later")
    waiting.plug("sda")
    waiting.outgoing.show(True)
    shown = waiting.after(0)
    assert shown
    assert [str(stick.fault) for stick in shown.plugged] == ["its partitions come later"]
    plugged.tells("fault", "")
    for _ in range(3):
        shown = waiting.after(1)
        assert shown
        assert shown.plugged[0].fault
    shown = waiting.after(1)
    assert shown
    assert not shown.plugged[0].fault
    waiting.outgoing.close()


def test_nobody_looks_while_nobody_waits(waiting: Waiting) -> None:
    waiting.outgoing.show(True)
    waiting.after(0)
    waiting.outgoing.show(False)
    waiting.outgoing.turn()
    assert waiting.outgoing.errand.due is None
    waiting.outgoing.close()
