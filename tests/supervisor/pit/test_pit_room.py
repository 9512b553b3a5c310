"""The tables as they are now, as values of files that a board goes on writing."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from pit_evening import Keeper

from eztrak.game.hand import Hand, Outcome
from eztrak.supervisor.pit.room import Files, TableNow
from eztrak.table import commands as c
from eztrak.table import events as e
from eztrak.voice.said import NOTHING, Said

EVENING = datetime(2026, 3, 6, 20, tzinfo=UTC)


@dataclass
class Clock:
    at: datetime = EVENING

    def wall(self) -> datetime:
        return self.at


def dealt(keeper: Keeper, hands: int, seconds: int = 60) -> None:
    for _ in range(hands):
        keeper.at += timedelta(seconds=seconds)
        keeper.give(c.RecordHand(Hand(Outcome.BANKER)))


def test_a_table_is_told_as_its_board_has_it_and_new_rows_are_seen(tmp_path: Path) -> None:
    path, clock = tmp_path / "one.db", Clock()
    keeper = Keeper(path, "Table 1", 12)
    keeper.at = EVENING
    keeper.give(c.NewShoe())
    dealt(keeper, 5)
    files = Files([path, tmp_path / "two.db"], clock.wall)
    clock.at = keeper.at + timedelta(seconds=42)
    one, two = files.look()
    assert (one.name, one.place, one.state, one.age, one.pace, one.late) == (
        *("Table 1", 1, keeper.state, 42.0, 60.0, False),
    )
    assert one.last is not None
    assert (one.last[0].number, one.last[2]) == (5, 12)
    assert str(two.fault).endswith("two.db: there is no such file; the board creates it")
    assert (two.name, two.is_wrong, one.is_wrong) == ("two", True, False)
    dealt(keeper, 1, 30)
    keeper.give(c.TakeBack())
    clock.at = keeper.at + timedelta(minutes=11)
    (again, _) = files.look()
    assert (again.state, again.last, again.late) == (keeper.state, one.last, True)
    keeper.give(c.CloseTable(c.supervisor(1)))
    clock.at += timedelta(seconds=2)
    (closed, _) = files.look()
    assert (closed.state.terms.open, closed.late) == (False, False)
    keeper.close()


def test_what_is_wrong_with_a_unit_is_told_until_it_is_well(tmp_path: Path) -> None:
    path, clock = tmp_path / "one.db", Clock()
    keeper = Keeper(path, "Table 1", 12)

    def wrong() -> list[str]:
        clock.at += timedelta(seconds=2)
        (fresh,), (known,) = Files([path], clock.wall).look(), files.look()
        assert fresh.wrong == known.wrong
        return list(map(str, known.wrong))

    files = Files([path], clock.wall)
    assert wrong() == []
    free = Said("{size:,} MiB on the disk of the history", size=90)
    keeper.give(c.Note(e.HealthNoted("free space", Said("{name}: {seen}", name=Said("free space"), seen=free))))
    keeper.give(c.Note(e.KeypadNoted("evdev", Said("unplugged"))))
    for _ in range(3):  # what was noted before the last two shoes still holds
        keeper.give(c.NewShoe())
        dealt(keeper, 1)
    space = "problem with the unit: free space: 90 MiB on the disk of the history"
    assert wrong() == [space, "keypad evdev was lost: unplugged"]
    keeper.give(c.Note(e.KeypadNoted("evdev", NOTHING)))
    assert wrong() == [space]
    keeper.give(c.Note(e.HealthNoted("", Said("all is well again"))))
    assert wrong() == []
    keeper.close()


def test_a_table_that_nothing_is_known_of_has_no_last_hand_and_no_pace() -> None:
    nothing = TableNow("Table 9")
    assert (nothing.last, nothing.pace, nothing.late, nothing.is_wrong) == (None, None, False, False)
