"""What the rows of a journal tell: what cannot have happened, and in words what has been done to the record and its
clock. For `verify`, which has looked at each row's place in the chain before.
"""

import json
import re
from functools import lru_cache

from eztrak.journal.chain import canonical
from eztrak.journal.journal import Row
from eztrak.journal.tampering import in_row
from eztrak.table import events as e
from eztrak.table.clocks import Clocks
from eztrak.table.log_words import logged, to_confirm
from eztrak.table.sense import Sense
from eztrak.table.state import TableState
from eztrak.voice.said import Said

_MOST = 20  # of what has been done that is told one by one


class Sensible:
    """Takes all rows of a journal, in their order."""

    def __init__(self) -> None:
        self._sense, self._clocks = Sense(), Clocks()
        self._foreign: list[Said] = []
        self._done: list[Said] = []
        self._more = 0
        self._keypads = 0
        self.tables: set[str] = set()  # the names that the table went by

    def take(self, row: Row, record: e.Record) -> None:
        if not _as_written(row, record):
            foreign = Said("its fields are not those that eztrak writes")
            self._foreign.append(in_row(record.seq, record.kind, record.moment.at, foreign))
        if isinstance(record.event, e.Started | e.ShoeStarted):
            self.tables.add(record.event.table)
        self._clocks.take(record)
        self._sense.take(record)
        if said := _done(record.event):
            self._more += len(self._done) >= _MOST
            if len(self._done) < _MOST:
                self._done.append(Said("row {row} ({at}): {what}", row=record.seq, at=record.moment.at, what=said))
        self._keypads += isinstance(record.event, e.KeypadNoted) and bool(record.event.wrong)

    def finish(self) -> None:
        self._sense.finish()
        self._clocks.finish()

    @property
    def strange(self) -> tuple[Said, ...]:
        """What cannot have happened."""
        strange = [*self._sense.strange, *self._foreign[:_MOST], *self._clocks.wrong[:_MOST]]
        more = self._sense.more + sum(max(0, len(some) - _MOST) for some in (self._foreign, self._clocks.wrong))
        return (*strange, *_further(more))

    @property
    def notes(self) -> tuple[Said, ...]:
        """What has been done to the record and to its clock, and what is not judged."""
        clocks, notes = self._clocks, [*self._done, *_further(self._more)]
        if waits := self._sense.state.unconfirmed:
            notes.append(Said("no supervisor has confirmed: {what}", what=to_confirm(waits)))
        if clocks.last is not None:
            notes.append(
                Said(
                    "the clock was set {count:time|times} by more than a minute, on record, last in row {row} ({at})",
                    count=clocks.on_record,
                    row=clocks.last.seq,
                    at=clocks.last.moment.at,
                )
            )
        notes += [*clocks.remarks, *_further(clocks.more)]
        if self._keypads:
            notes.append(Said("a keypad was lost {count:time|times}, on record", count=self._keypads))
        notes += self._sense.lost
        notes += [
            Said(
                "{count:row|rows} of eztrak {release}, which had different rules, could not be judged",
                count=count,
                release=release,
            )
            for release, count in self._sense.other.items()
        ]
        return tuple(notes)


def _further(count: int) -> list[Said]:
    return [Said("and {count:,} more", count=count)] if count else []


# What a hand's row differs in from all others like it.
_NUMBERS = re.compile(r'(?<=(?:"hand"|"shoe"):)(?:0|[1-9][0-9]{0,3})(?=[,}])')


def _as_written(row: Row, record: e.Record) -> bool:
    """Whether a row has all fields, in the form and the order in which this eztrak writes them, and no others; older
    forms are of older releases."""
    if record.kind == "hand":
        return _hand_as_written(_NUMBERS.sub("0", row[5]))
    return _written(row[5], record.event)


@lru_cache(1024)
def _hand_as_written(data: str) -> bool:
    """Of a row with any numbers: there is nothing of which there is more."""
    return _written(data, e.event_of("hand", json.loads(data)))


def _written(data: str, event: e.Event) -> bool:
    return data == canonical(e.fields(event)) or bool(
        json.loads(data).get("v", 1) != e.VERSIONS.get(e.kind_of(event), 1)
    )


def _done(event: e.Event) -> Said:
    """What was done to the record, in words; nothing for all else."""
    match event:
        case e.HealthNoted(wrong, note) if wrong == "history" or "witness" in wrong.split(", "):
            return note
        case e.UnitKeyed() if not (event.before or event.unsigned or event.gone):
            return Said()
        case e.Restored() | e.Archived() | e.CopyTaken() | e.CopyDiffers() | e.SoftwareConfirmed():
            return logged(event, TableState())
        case e.PinsCleared() | e.UnitKeyed():
            return logged(event, TableState())
        case _:
            return Said()
