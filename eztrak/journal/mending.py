"""Gathers what is good of a damaged history into a new one, and fills its gaps from copies.

The history's own rows come first, as far as the chain proves them. A copy is asked only for what the damage explains:
the rows of a gap, up to the newest one that the damaged file still knows of. Where the history's own next row follows
what the copy has, the chain proves every row of the gap. Where it does not, because the end itself is damaged, nobody
can tell who wrote those rows: they are taken for the hands in them, up to the first one about PINs, and it is on record
that they came from a copy. Only where not one row of the history is left is a copy taken whole; its PINs count for
nothing then either.

Backups beside the history lie on the unit's own disk, where nobody writes who could not write to the history itself.
What is on another medium may be of anybody's making, and is read through `guarded`.
"""

import shutil
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from itertools import takewhile
from pathlib import Path
from typing import TypeAlias

from eztrak.journal import schema
from eztrak.journal.aside import parts
from eztrak.journal.carry import carry
from eztrak.journal.errors import DAMAGE, DamageError, JournalError, PassingError, unreadable
from eztrak.journal.guarded import untrusted
from eztrak.journal.journal import FIRST, LAST, Row, append, connect, head, record_of, rows, state_of
from eztrak.journal.tampering import fits
from eztrak.journal.wellformed import well_formed
from eztrak.table import events as e
from eztrak.table.state import TableState, apply
from eztrak.voice.said import Said

Say: TypeAlias = Callable[[Said], None]  # called with what takes long
_EACH = 10_000  # rows, a second's work on a small computer, between two sentences
_SECONDS = 1800.0  # for a copy to be read; a history of years takes minutes
_ROW = 512  # bytes that a row takes beside its content, in the journal and the tables, about
_ABOUT_PINS = (e.PinSet, e.PinRemoved, e.PinsCleared, e.PinWrong)


@dataclass(frozen=True, slots=True)
class Copy:
    path: Path
    own: bool  # it lies on the disk of the history


@dataclass(frozen=True, slots=True)
class Gathered:
    last: int  # the newest row that was saved
    newest: int | None  # the newest row that there was; None where that cannot be known
    taken: tuple[e.CopyTaken, ...]


@dataclass(frozen=True, slots=True)
class _Offer:
    """What a copy has for a gap."""

    copy: Copy
    last: int
    closes: bool  # the history's own next row follows
    size: int  # bytes, about


def gather(path: Path, part: Path, copies: Sequence[Copy], moment: e.Moment, say: Say) -> Gathered:
    """Makes a new history in `part` of a damaged one, which may be gone altogether.

    Raises JournalError or what SQLite raises where something may be over in a moment, and where `part` cannot be made.
    """
    if size := _lacking(path, sum(file.stat().st_size for file in parts(path))):
        raise JournalError("its repair needs {size:,} MiB of free disk space", path, size=size)
    with closing(connect(part, 0)) as target, _opened(path) as damaged:
        found = _Mending(path, target, damaged, list(copies), say).run(moment)
        target.execute("PRAGMA journal_mode = DELETE")  # all of it in one file
    return found


class _Mending:
    def __init__(
        self,
        path: Path,
        target: sqlite3.Connection,
        damaged: sqlite3.Connection | None,
        copies: list[Copy],
        say: Say,
    ) -> None:
        self._path, self._target, self._damaged, self._copies, self._say = path, target, damaged, copies, say
        self._newest = _newest(damaged)
        self._taken: list[tuple[int, int, Path]] = []  # from a copy: the first row, the last, where from
        self._proven = 0  # up to here every row is the history's own

    def run(self, moment: e.Moment) -> Gathered:
        while True:
            if carry(self._target, _counted(self._own(head(self._target)[0] + 1), self._kept)):
                self._proven = head(self._target)[0]
            if not self._filled():
                break
        last = head(self._target)[0]
        return Gathered(last, self._newest, self._on_record(moment))

    def _kept(self, count: int) -> None:
        self._say(Said("The history is damaged or gone. Saving what is good of it: {count:event|events}.", count=count))

    def _filled(self) -> bool:
        """Takes what the best copy has for the gap after the last row; whether there was anything to try."""
        seq = head(self._target)[0]
        most = LAST if self._newest is None else self._newest
        best = self._best(most) if seq < most else None
        if best is None:
            return False
        source = best.copy.path
        # A copy that is good must not be passed over because the disk is full.
        if size := _lacking(self._path, best.size):
            raise JournalError(
                "its repair from the copy {copy} needs {size:,} MiB of free disk space",
                self._path,
                copy=source,
                size=size,
            )

        found = _read(source, seq + 1, best.last)
        if not carry(self._target, _counted(found, lambda count: self._adding(source, count))):
            self._copies.remove(best.copy)  # it failed since it was looked at
            return True
        last = head(self._target)[0]
        self._taken.append((seq + 1, last, source))
        if best.copy.own:
            self._proven = last
        return True

    def _best(self, most: int) -> _Offer | None:
        """The copy that closes the gap, or else one of the unit's own, or else the one that reaches furthest."""
        offers = []
        # Those that say that they reach furthest first: most of them need not be read then.
        for reach, copy in sorted(((_reach(copy.path), copy) for copy in self._copies), key=_own_and_far, reverse=True):
            if offer := self._offer(copy, most):
                offers.append(offer)
                if offer.closes or (copy.own and offer.last == min(reach, most)):
                    return offer
        return max(offers, key=lambda offer: (offer.copy.own, offer.last), default=None)

    def _offer(self, copy: Copy, most: int) -> _Offer | None:
        """What a copy has for the gap after the last row, looked at row by row."""
        (seq, before), state = head(self._target), state_of(self._target)
        last, size, closes, safe = seq, 0, False, copy.own or (seq == 0 and self._row(None) is None)
        stopped = False
        with suppress(JournalError), untrusted(copy.path, seconds=_SECONDS) as there:
            if seq and next(rows(there, seq), (0, ""))[-1] != before:
                return None  # of another history
            for row in _counted(rows(there, seq + 1), lambda count: self._checking(copy.path, count)):
                if row[0] != seq + 1 or row[0] > most or not fits(row, before):
                    break
                record = record_of(row)
                if not well_formed(record.event):
                    break
                after = apply(state, record)
                stopped = stopped or not (safe or _harmless(record.event, state, after))
                following = self._row(row[0] + 1)
                closes = following is not None and fits(following, row[-1])
                size += len(row[5]) + _ROW
                if closes or not stopped:
                    last = row[0]
                if closes:
                    break
                seq, before, state = row[0], row[-1], after
        return _Offer(copy, last, closes, size) if last > head(self._target)[0] else None

    def _adding(self, copy: Path, count: int) -> None:
        self._say(
            Said(
                "The history is damaged or gone. Adding what the copy {copy} has: {count:event|events}.",
                copy=copy,
                count=count,
            )
        )

    def _checking(self, copy: Path, count: int) -> None:
        self._say(
            Said(
                "The history is damaged or gone. Checking the copy {copy}: {count:event|events}.",
                copy=copy,
                count=count,
            )
        )

    def _on_record(self, moment: e.Moment) -> tuple[e.CopyTaken, ...]:
        """Puts on record what came from a copy, with the PINs that the history itself knew."""
        own = state_of(self._target, self._proven).staff
        staff = replace(own, dealer=state_of(self._target).staff.dealer)
        taken = tuple(e.CopyTaken(first, last, str(source), staff) for first, last, source in self._taken)
        self._target.execute("BEGIN IMMEDIATE")
        append(self._target, head(self._target), taken, moment)
        self._target.execute("COMMIT")
        return taken

    def _own(self, first: int) -> Iterator[Row]:
        """The history's own rows from one on, as far as it gives them. Raises what may be over in a moment."""
        if self._damaged is None:
            return
        try:
            yield from rows(self._damaged, first)
        except DAMAGE as fault:
            if not isinstance(unreadable(self._path, fault), DamageError):
                raise

    def _row(self, seq: int | None) -> Row | None:
        """A row of the history's own, or (None) any; None where it gives none."""
        with suppress(*DAMAGE):
            if self._damaged is not None:
                found = next(rows(self._damaged, FIRST if seq is None else seq), None)
                return found if found and seq in (None, found[0]) else None
        return None


def _harmless(event: e.Event, before: TableState, after: TableState) -> bool:
    """Whether an event that nobody can vouch for leaves alone who may open the menu, and what they have to confirm."""
    kept = (before.staff.pins, before.unconfirmed) == (after.staff.pins, after.unconfirmed)
    return kept and not isinstance(event, _ABOUT_PINS)


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection | None]:
    """The damaged history, or None where it is gone or cannot be opened. Raises what may be over in a moment."""
    try:
        connection = schema.read_only(path)
    except PassingError:
        raise
    except JournalError:
        yield None
        return
    with closing(connection):
        yield connection


def _newest(damaged: sqlite3.Connection | None) -> int | None:
    """The number of the newest row that there was, by the end of the journal and by the tables that came of it.

    None where that end cannot be read: then nobody can tell what came after."""
    if damaged is None:
        return None
    known = []
    queries = ("(seq) FROM journal", "(first_seq) FROM shoes", "(last_seq) FROM shoes", "(seq) FROM hands")
    for query in queries:
        try:
            known += [row[0] for row in damaged.execute(f"SELECT max{query}") if isinstance(row[0], int)]
        except DAMAGE:
            if not known:
                return None
    return max(known, default=None)


def _reach(path: Path) -> int:
    """How far a copy says that it reaches; 0 for one that cannot be read."""
    with suppress(JournalError), untrusted(path, seconds=_SECONDS) as there:
        return head(there)[0]
    return 0


def _own_and_far(found: tuple[int, Copy]) -> tuple[bool, int]:
    return found[1].own, found[0]


def _read(path: Path, first: int, last: int) -> Iterator[Row]:
    """Rows of a copy; as many as it gives."""
    with suppress(JournalError), untrusted(path, seconds=_SECONDS) as there:
        yield from takewhile(lambda row: row[0] <= last, rows(there, first))


def _counted(found: Iterator[Row], each: Callable[[int], None]) -> Iterator[Row]:
    """Says now and then how far it is."""
    for count, row in enumerate(found):
        if count % _EACH == 0:
            each(count)
        yield row


def _lacking(path: Path, needed: int) -> int:
    """The MiB that are needed, where the disk has not as many; else 0."""
    return needed // 2**20 + 1 if needed > shutil.disk_usage(path.parent).free else 0
