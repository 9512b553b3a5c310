"""Gathers what is good of a damaged history into a new one, and fills its gaps from copies.

The history's own rows come first, as far as the chain proves them. A copy is asked only for what the damage explains:
the rows of a gap, up to the newest one that the damaged file still knows of. Where the history's own next row follows
what the copy has, the chain proves every row of the gap. Where it does not, because the end itself is damaged, the
signatures of the unit's key do, up to the last one that holds; nothing beyond that counts. So it is also where not one
row of the history is left: a copy is taken as far as this unit has signed it.

A history from before there was a key has no signatures. Nobody can tell who wrote such rows of a copy: they are taken
for the hands in them, up to the first one about PINs; where no row of the history is left whole, but without its PINs.
The same goes for what another unit's key has signed, where this unit has signed nothing yet: it takes that one's place.
All of it is on record, and a supervisor has to confirm it.

Backups beside the history lie on the unit's own disk, where nobody writes who could not write to the history itself.
What is on another medium may be of anybody's making, and is read through `guarded`.
"""

import shutil
import sqlite3
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple, TypeAlias

from eztrak.appliance.paths import written
from eztrak.journal import heads, schema
from eztrak.journal.aside import parts
from eztrak.journal.carry import SignedRow, carry, with_signatures
from eztrak.journal.errors import DAMAGE, DamageError, JournalError, PassingError, unreadable
from eztrak.journal.guarded import untrusted
from eztrak.journal.journal import FIRST, LAST, Row, append, connect, head, record_of, rows, state_of
from eztrak.journal.tampering import fits
from eztrak.table import events as e
from eztrak.table.state import TableState, apply
from eztrak.voice.said import Said

Say: TypeAlias = Callable[[Said], None]  # called with what takes long
_EVERY = 256  # signed rows of a copy, of which one is looked at on the way
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
    unsigned: tuple[tuple[Path, int, int], ...]  # rows of copies that nobody vouches for, and were not taken


@dataclass(frozen=True, slots=True)
class _Offer:
    """What a copy has for a gap."""

    copy: Copy
    last: int
    closes: bool  # the history's own next row follows
    proven: bool  # to be rows of this unit, whoever had the copy
    size: int  # bytes, about


@dataclass(frozen=True, slots=True)
class Own:
    """The key of this unit, and whether it is known to have signed this history."""

    signer: heads.Signer | None = None
    used: bool = False

    @property
    def public(self) -> str:
        return self.signer.public if self.signer else ""


def gather(path: Path, part: Path, copies: Sequence[Copy], moment: e.Moment, say: Say, own: Own) -> Gathered:
    """Makes a new history in `part` of a damaged one, which may be gone altogether.

    Raises JournalError or what SQLite raises where something may be over in a moment, and where `part` cannot be made.
    """
    if size := _lacking(path, sum(file.stat().st_size for file in parts(path))):
        raise JournalError("its repair needs {size:,} MiB of free disk space", path, size=size)
    with closing(connect(part, 0)) as target, _opened(path) as damaged:
        gathered = _Mending(path, target, damaged, list(copies), say, own).run(moment)
        target.execute("PRAGMA journal_mode = DELETE")  # all of it in one file
    return gathered


class _Reached(NamedTuple):
    """A row of a copy."""

    seq: int
    size: int  # bytes up to it, about
    hash: str
    signature: bytes | None


class _Vouching:
    """How far rows of a copy count, one after the other: up to the last that is signed, or, where there is no key, up
    to the first that nobody may vouch for."""

    def __init__(self, seq: int, key: str, unit: Own, proven: bool) -> None:
        self._unit = unit
        self.key = key or (unit.public if unit.used else "")
        self._trusted = {key, unit.public} - {""}  # which a copy cannot have brought along
        self._reached = _Reached(seq, 0, "", None)
        self._newest: deque[_Reached] = deque(maxlen=_EVERY)
        self._count = 0
        self.proven = proven  # as rows of this unit

    def keyed(self, key: str) -> None:
        """The copy says that another key signs from here on: nothing counts then but what that signs."""
        if self.key != self._unit.public or not self.key:
            self._settle()
            self.key, self.proven = key, False

    def take(self, row: _Reached, stopped: bool) -> None:
        if not self.key:
            self._reached = self._reached if stopped else row
        elif row.signature is not None and (self.key in self._trusted or not stopped):
            self._newest.append(row)
            self._count += 1
            if self._count % _EVERY == 0:  # not each of millions
                self._settle()

    def reached(self) -> _Reached:
        self._settle()
        return self._reached

    def _settle(self) -> None:
        """A signature stands for all rows before it: the newest that holds is enough."""
        while self._newest:
            row = self._newest.pop()
            if heads.holds(self.key, row.hash, row.signature):
                self._reached = row
                self.proven = self.proven or self.key == self._unit.public
                self._newest.clear()


class _Mending:
    def __init__(
        self,
        path: Path,
        target: sqlite3.Connection,
        damaged: sqlite3.Connection | None,
        copies: list[Copy],
        say: Say,
        own: Own,
    ) -> None:
        self._unit = own
        self._path, self._target, self._damaged, self._copies, self._say = path, target, damaged, copies, say
        self._newest = _newest(damaged)
        self._taken: list[tuple[int, int, Path]] = []  # from a copy: the first row, the last, where from
        self._unsigned: dict[Path, tuple[int, int]] = {}  # rows of a copy that did not count
        self._proven = 0  # up to here every row is the history's own

    def run(self, moment: e.Moment) -> Gathered:
        while True:
            if carry(self._target, _counted(self._own(head(self._target)[0] + 1), self._say_saved)):
                self._proven = head(self._target)[0]
            if not self._filled():
                break
        last = head(self._target)[0]
        unsigned = tuple(
            (path, max(first, last + 1), end) for path, (first, end) in self._unsigned.items() if end > last
        )
        return Gathered(last, self._newest, self._on_record(moment), unsigned)

    def _say_saved(self, count: int) -> None:
        self._say(Said("The history is damaged or gone. Saving the good part: {count:event|events}.", count=count))

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

        rows_of_copy = _read(source, seq + 1, best.last)
        if not carry(self._target, _counted(rows_of_copy, lambda count: self._adding(source, count))):
            self._copies.remove(best.copy)  # it failed since it was looked at
            return True
        last = head(self._target)[0]
        self._taken.append((seq + 1, last, source))
        if best.proven:
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
        first, size, closes, safe = seq + 1, 0, False, copy.own or (seq == 0 and self._row(None) is None)
        stopped = False
        vouching = _Vouching(seq, heads.keyed(self._target, seq).public, self._unit, proven=copy.own)
        with suppress(JournalError), untrusted(copy.path, seconds=_SECONDS) as there:
            if seq and next(rows(there, seq), (0, ""))[-1] != before:
                return None  # of another history
            signed = with_signatures(there, rows(there, seq + 1))
            for row, signature in _counted(signed, lambda count: self._checking(copy.path, count)):
                if row[0] != seq + 1 or row[0] > most or not fits(row, before):
                    break
                record = record_of(row)
                after = apply(state, record)
                stopped = stopped or not (safe or _harmless(record.event, state, after))
                following = self._row(row[0] + 1)
                closes = following is not None and fits(following, row[-1])
                size += len(row[5]) + _ROW
                seq, before, state = row[0], row[-1], after
                if isinstance(record.event, e.UnitKeyed):
                    vouching.keyed(record.event.key)
                vouching.take(_Reached(seq, size, before, signature), stopped)
                if closes:
                    break
        reached = vouching.reached()
        last, sized = (seq, size) if closes else (reached.seq, reached.size)
        if vouching.key and seq > last:
            self._unsigned[copy.path] = last + 1, seq
        return _Offer(copy, last, closes, vouching.proven, sized) if last >= first else None

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
        taken = tuple(e.CopyTaken(first, last, written(source), staff) for first, last, source in self._taken)
        after = head(self._target)
        # Where the key in force is another one, or none, the start that follows says so.
        ours = heads.keyed(self._target, after[0]).public == self._unit.public
        self._target.execute("BEGIN IMMEDIATE")
        append(self._target, after, taken, moment, self._unit.signer if ours else None)
        self._target.execute("COMMIT")
        return taken

    def _own(self, first: int) -> Iterator[SignedRow]:
        """The history's own rows from one on, as far as it gives them. Raises what may be over in a moment."""
        if self._damaged is None:
            return
        try:
            yield from with_signatures(self._damaged, rows(self._damaged, first))
        except DAMAGE as fault:
            if not isinstance(unreadable(self._path, fault), DamageError):
                raise

    def _row(self, seq: int | None) -> Row | None:
        """A row of the history's own, or (None) any; None where it gives none."""
        with suppress(*DAMAGE):
            if self._damaged is not None:
                row = next(rows(self._damaged, FIRST if seq is None else seq), None)
                return row if row and seq in (None, row[0]) else None
        return None


def _harmless(event: e.Event, before: TableState, after: TableState) -> bool:
    """Whether an event that nobody can vouch for leaves alone who may open the menu, and what they have to confirm."""
    (was, now) = (
        (state.staff.pins, state.unconfirmed, state.software.approval, state.software.confirmed)
        for state in (before, after)
    )
    return was == now and not isinstance(event, _ABOUT_PINS)


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
    queries = (
        *("(seq) FROM journal", "(first_seq) FROM shoes", "(last_seq) FROM shoes", "(seq) FROM hands"),
        *("(seq) FROM heads", "(seq) FROM seals"),
    )
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


def _own_and_far(reached: tuple[int, Copy]) -> tuple[bool, int]:
    return reached[1].own, reached[0]


def _read(path: Path, first: int, last: int) -> Iterator[SignedRow]:
    """Rows of a copy; as many as it gives."""
    with suppress(JournalError), untrusted(path, seconds=_SECONDS) as there:
        yield from with_signatures(there, takewhile(lambda row: row[0] <= last, rows(there, first)))


def _counted(signed_rows: Iterator[SignedRow], each: Callable[[int], None]) -> Iterator[SignedRow]:
    """Says now and then how far it is."""
    for count, row in enumerate(signed_rows):
        if count % _EACH == 0:
            each(count)
        yield row


def _lacking(path: Path, needed: int) -> int:
    """The MiB that are needed, where the disk has not as many; else 0."""
    return needed // 2**20 + 1 if needed > shutil.disk_usage(path.parent).free else 0
