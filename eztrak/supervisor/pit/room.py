"""All tables of the room as they are now, for the page's first view: one value a table, whoever tells it.

Here the tables are the files of this machine. Whoever has them from elsewhere, as from the floor's server, gives the
site another `Room` (`Office.room`) and needs nothing else of the page.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from threading import Lock
from typing import Protocol

from eztrak.appliance import alarms
from eztrak.game.hand import Hand
from eztrak.journal.errors import JournalError
from eztrak.journal.present import Present, present
from eztrak.supervisor.period import PAUSE
from eztrak.table import events as e
from eztrak.table.shoe import Shoe
from eztrak.table.state import TableState
from eztrak.voice.said import SaidError, Spoken
from eztrak.voice.times import instant

RECENT = 20  # hands that the pace now is of
LATE = 600.0  # seconds without a hand at an open table, after which the page marks it


@dataclass(frozen=True, slots=True)
class TableNow:
    """A table as the first view shows it. All that it says of play is read from `state`."""

    name: str
    state: TableState = field(default_factory=TableState)  # of its rows, by the board's own code
    age: float | None = None  # seconds since the last hand of the shoe in play was entered; None where there is none
    place: int = 0  # of its pages here, as in their addresses; 0 where it has none
    wrong: tuple[Spoken, ...] = ()  # what is wrong with its unit: health, keypads, alarms of the floor
    unsent: int = 0  # rows that its unit has not sent
    unheard: float = 0.0  # seconds since its unit was heard of, where that is longer than it is ever quiet
    fault: SaidError | None = None  # why nothing is known of it

    @property
    def shoe(self) -> Shoe | None:
        """In play, or the one that ended last."""
        return self.state.shoe or self.state.previous

    @property
    def last(self) -> tuple[Hand, str, int] | None:
        """The hand that was entered last and stands, when that was, and who dealt it."""
        shoe = self.shoe
        hand = max(shoe.standing, key=lambda one: one.number, default=None) if shoe else None
        return (hand, *shoe.entered(hand.number)) if shoe and hand else None

    @property
    def pace(self) -> float | None:
        """Hands an hour, of the last ones: as a period counts them, without breaks and free hands."""
        shoe = self.state.shoe
        dealt = [one for one in shoe.log if isinstance(one[1], e.HandRecorded)][-RECENT - 1 :] if shoe else []
        hands, seconds = 0, 0.0
        for (before, _), (moment, event) in pairwise(dealt):
            gap = _seconds(before.at, moment.at)
            hand = shoe.hand(event.hand.number) if shoe else None
            if 0 < gap <= PAUSE and hand and not hand.free:
                seconds += gap
                hands += not hand.voided
        return hands * 3600 / seconds if seconds else None

    @property
    def late(self) -> bool:
        """Whether an open table has had no hand for long."""
        return self.state.terms.open and self.age is not None and self.age > LATE

    @property
    def is_wrong(self) -> bool:
        return bool(self.fault or self.wrong or self.unheard)


class Room(Protocol):
    """Who knows the tables."""

    def look(self) -> Sequence[TableNow]:
        """All of them, in the room's order. A table that cannot be read says so in `fault`; nothing is raised."""
        ...


class Files:
    """The tables whose histories are files here."""

    def __init__(self, databases: Sequence[Path], wall: Callable[[], datetime]) -> None:
        self._databases, self._wall = databases, wall
        self._known: dict[Path, Present] = {}
        self._lock = Lock()

    def look(self) -> Sequence[TableNow]:
        with self._lock:
            return tuple(self._table(place, path) for place, path in enumerate(self._databases, 1))

    def _table(self, place: int, path: Path) -> TableNow:
        try:
            known = self._known[path] = present(path, self._known.get(path))
        except JournalError as fault:
            return TableNow(path.stem, place=place, fault=fault)
        raised = tuple(alarms.SEEN[alarm] for alarm in alarms.raised(path))
        now = TableNow(known.state.table or path.stem, known.state, None, place, (*known.wrong, *raised))
        return replace(now, age=self._age(now))

    def _age(self, table: TableNow) -> float | None:
        when = instant(table.last[1]) if table.state.shoe and table.last else None
        return max(0.0, (self._wall() - when).total_seconds()) if when else None


def _seconds(since: str, until: str) -> float:
    begins, ends = instant(since), instant(until)
    return (ends - begins).total_seconds() if begins and ends else 0.0
