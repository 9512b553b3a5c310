"""Witnesses: what others have seen of a history, and whether it still says the same.

Whoever owns the machine can make all of a history anew, hashes and seals and all. What they cannot do is make others
forget: each head that left the unit (to a copy, a stick, a sheet, the office) stands for every row up to it. A head is
compared, never believed: one that differs names both sides, since a witness can be forged as well.

A kind of witness has one reader, which gives a `Witness`; here are those of databases and of lists of heads, which the
stick, the pit page and the other tables of the room keep. A head on a sheet is typed.
"""

import json
import os
import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import IO

from eztrak.journal.chain import plain_seal, short
from eztrak.journal.errors import JournalError
from eztrak.journal.guarded import untrusted
from eztrak.journal.heads import hash_of
from eztrak.voice.reasons import reason
from eztrak.voice.said import Said, WrongValueError

LISTED = ".heads"  # what the names of lists end in
_TAIL = 64 * 2**10  # bytes at its end, in which the newest of every table are
_LONGEST = 4096  # characters of a line in a list; ours have 250
_MOST = 2_000_000  # lines of a list: of a busy table, fifty years
_TYPED = re.compile(r"(?:(?:row )?([0-9][0-9,.]*)[ :]+)?((?:[0-9A-HJKMNP-TV-Z]{4}-){2}[0-9A-HJKMNP-TV-Z]{4})", re.I)
_HASH = re.compile(r"[0-9a-f]{64}")
_SHOWN = 3  # disagreements of a witness that are told one by one


@dataclass(frozen=True, slots=True)
class Head:
    """A row that somebody saw as the newest one, or among others: it stands for all rows before."""

    seq: int  # 0: it was not said which
    mark: str  # its hash, or the short form of that
    at: str = ""  # the row's moment, UTC
    table: str = ""  # whose history it is, where it stands among others

    def fits(self, digest: str) -> bool:
        return self.mark in (digest, short(digest))

    @property
    def code(self) -> str:
        return short(self.mark) if _HASH.fullmatch(self.mark) else self.mark


@dataclass(frozen=True, slots=True)
class Witness:
    name: str  # its path, or what was typed
    heads: tuple[Head, ...]


@dataclass(frozen=True, slots=True)
class Compared:
    """What a witness says of a history."""

    name: str
    row: int  # up to which both are the same, 0 for none
    disputed: tuple[Said, ...] = ()
    silent: bool = False  # it says nothing of this history


class Comparing:
    """Takes the rows of a history in their order, and compares those that witnesses have seen."""

    def __init__(self, witnesses: Sequence[Witness] = ()) -> None:
        self._witnesses = witnesses
        self._asked: dict[int, list[tuple[int, Head]]] = {}
        self._codes: dict[str, list[int]] = {}
        self._same = [0] * len(witnesses)
        self._other: list[list[Said]] = [[] for _ in witnesses]
        self._codes_seen: list[set[str]] = [set() for _ in witnesses]
        self._seen: dict[int, str] = {}
        for number, witness in enumerate(witnesses):
            for head in witness.heads:
                if head.seq:
                    self._asked.setdefault(head.seq, []).append((number, head))
                else:
                    self._codes.setdefault(head.mark, []).append(number)

    def take(self, seq: int, digest: str) -> None:
        if seq in self._asked:
            self._seen[seq] = digest
        if self._codes:
            for number in self._codes.get(short(digest), ()):
                self._codes_seen[number].add(short(digest))
                self._same[number] = max(self._same[number], seq)

    def finish(self, last: int, tables: Set[str] = frozenset(), first: int = 1) -> tuple[Compared, ...]:
        """`last` is the row that the history ends with, `tables` are the names that it ever went by; a part of a
        history begins with row `first`, and others are not asked for."""
        spoken = [False] * len(self._witnesses)
        for seq in sorted(self._asked):
            for number, head in self._asked[seq]:
                if head.table and tables and head.table not in tables:
                    continue
                spoken[number] = True
                if (digest := self._seen.get(seq)) and head.fits(digest):
                    self._same[number] = max(self._same[number], seq)
                elif digest or (first == 1 and seq > last):
                    self._other[number].append(_disputed(self._witnesses[number].name, head, digest or "", last))
        for code, numbers in self._codes.items():
            for number in numbers:
                spoken[number] = True
                if code not in self._codes_seen[number]:
                    self._other[number].append(
                        Said(
                            "{witness}: no row here has this code. Its rows were rewritten or cut off (the history ends"
                            " with row {last}), or it was read off another table's board",
                            witness=code,
                            last=last,
                        )
                    )
        return tuple(
            Compared(witness.name, self._same[number], tuple(self._other[number][:_SHOWN]), not spoken[number])
            for number, witness in enumerate(self._witnesses)
        )


def _disputed(witness: str, head: Head, digest: str, last: int) -> Said:
    """Both sides: which of the two is right, others have to tell."""
    if not digest:
        return Said(
            "{witness} has seen row {row} ({code}), and this history ends with row {last}: its end was cut off, an"
            " older one was put in its place, or the witness is of another history",
            witness=witness,
            row=head.seq,
            code=head.code,
            last=last,
        )
    return Said(
        "row {row} is {here} here, and {there} for {witness}: one of the two was rewritten, or is another table's. The"
        " codes and seals on the recordings tell which",
        row=head.seq,
        here=short(digest),
        there=head.code,
        witness=witness,
    )


def typed(text: str) -> Witness | None:
    """A head that somebody read off a sheet or a recording: "1,234 7K3M-Q2ZD-9FXA", or its code alone."""
    row, _, code = text.strip().rpartition(" ")  # "1,234 7K3M-Q2ZD-9FXA", as it is printed
    match = _TYPED.fullmatch(f"{row} {plain_seal(code)}".strip())
    if match is None:
        return None
    seq = int(re.sub(r"[,.]", "", match[1])) if match[1] else 0
    return Witness(text, (Head(seq, match[2].upper()),)) if seq < 2**63 else None


def of_database(path: Path) -> Witness:
    """A second copy, a backup, any other history: its newest row, and the start of each shoe. Raises JournalError."""
    query = (
        "SELECT seq, hash, at FROM journal WHERE kind = 'shoe_start' UNION"
        " SELECT * FROM (SELECT seq, hash, at FROM journal ORDER BY seq DESC LIMIT 1) ORDER BY 1"
    )
    with untrusted(path) as connection:
        heads = tuple(Head(*row) for row in connection.execute(query))
    if not all(type(head.seq) is int and _HASH.fullmatch(str(head.mark)) for head in heads):
        raise JournalError("it is damaged: a row has no hash", path)
    return Witness(str(path), heads)


def of_list(path: Path, newest: bool = False) -> Witness:
    """The heads that a stick or the pit page keeps, or the newest of them. Raises JournalError."""
    try:
        with path.open("rb") as file:
            if newest:
                file.seek(max(0, path.stat().st_size - _TAIL))
                if file.tell():
                    file.readline(_LONGEST)  # cut
            return Witness(str(path), tuple(_read(file)))
    except OSError as fault:
        raise JournalError("it cannot be read: {fault}", path, fault=reason(fault)) from fault
    except (ValueError, TypeError, KeyError, RecursionError) as fault:
        raise JournalError("it is not a list of heads: {fault}", path, fault=reason(fault)) from fault


def _read(file: IO[bytes]) -> Iterator[Head]:
    for number, line in enumerate(iter(partial(file.readline, _LONGEST), b"")):
        if len(line) < _LONGEST and not line.endswith(b"\n"):
            return  # a power cut left it half written
        if number >= _MOST or not line.endswith(b"\n"):
            raise WrongValueError("line {line} is not one that eztrak writes", line=number + 1)
        head = Head(**json.loads(line))
        if not (type(head.seq) is int and 0 < head.seq < 2**63 and _HASH.fullmatch(head.mark)):
            raise WrongValueError("line {line} names no row", line=number + 1)
        if not (isinstance(head.at, str) and isinstance(head.table, str)):
            raise WrongValueError("line {line} names no row", line=number + 1)
        yield head


def line_of(head: Head) -> str:
    return json.dumps(asdict(head), ensure_ascii=False) + "\n"


def keep(path: Path, head: Head) -> None:
    """Adds a head to a list, unless it is among the newest there. Raises JournalError, OSError."""
    known = of_list(path, newest=True).heads if path.exists() else ()
    if any((one.seq, one.mark, one.table) == (head.seq, head.mark, head.table) for one in known):
        return
    with path.open("ab") as file:
        file.truncate(_whole(path))
        file.write(line_of(head).encode())
        file.flush()
        os.fsync(file.fileno())


def _whole(path: Path) -> int:
    """The bytes of a list up to its last whole line."""
    with path.open("rb") as file:
        size = path.stat().st_size
        file.seek(max(0, size - _LONGEST))
        return size - len(file.read().rpartition(b"\n")[2])


def head_of(path: Path) -> Head:
    """The newest row of a history, for whoever keeps it. Raises JournalError."""
    with untrusted(path, seconds=_SECONDS) as connection:
        return _newest(connection.execute(_HEAD).fetchone())


def disputes(path: Path, witness: Witness) -> tuple[Said, ...] | None:
    """Whether a history still has what somebody saw, by the newest that they saw of it; None where they saw none of it.
    Raises JournalError."""
    with untrusted(path, seconds=_SECONDS) as connection:
        now = _newest(connection.execute(_HEAD).fetchone())
        # Whoever gives the history another name has not given it another past.
        names = {"", *(name for (name,) in connection.execute("SELECT DISTINCT table_name FROM shoes"))}
        ours = [head for head in witness.heads if head.table in names]
        newest = max(ours, key=lambda head: head.seq, default=None)
        if newest is None:
            return None
        digest = hash_of(connection, newest.seq)
    return () if digest and newest.fits(digest) else (_disputed(witness.name, newest, digest, now.seq),)


_SECONDS = 60.0  # it takes milliseconds
_HEAD = """
SELECT seq, hash, at, coalesce((SELECT table_name FROM shoes ORDER BY shoe DESC LIMIT 1), '') FROM journal
ORDER BY seq DESC LIMIT 1"""


def _newest(row: tuple[int, str, str, str] | None) -> Head:
    if row is None:
        raise JournalError("it has no row yet; the board writes the first")
    return Head(*row)


def room_of(path: Path) -> Path:
    """Where the unit of a history keeps the heads of the other tables of its room."""
    return path.with_name(path.name + ".room" + LISTED)


def seen_of(path: Path) -> Path:
    """Where whoever serves a history keeps the heads that they saw."""
    return path.with_name(path.name + LISTED)


def kept_disputes(database: Path) -> tuple[Said, ...] | None:
    """What the list beside a history says against it; None where there is none, or nothing of this history in it."""
    if not seen_of(database).exists():
        return None
    try:
        return disputes(database, of_list(seen_of(database), newest=True))
    except JournalError as fault:
        return (fault.said,)
