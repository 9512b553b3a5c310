"""Chosen shoes out of the record, row by row: for exports, for reports, and for checking an export.

Nothing here holds more than a shoe in memory. Lines of text are put together by SQLite itself: that is several times
faster than carrying every field through Python, and leaves time for the journal's rows, which travel with an export so
that it can be proved. The lines are bytes on their whole way to the file.

The journal of a filtered extract comes in segments, each from a shoe's start to the end of the shoe after it: until
then a hand of the shoe can be corrected. A segment's first row leans on the hash `before`; the seals, which a camera
has recorded, are made of the rows' hashes, so a segment proves its shoes without the rest of the journal.
"""

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from eztrak.game.notation import write
from eztrak.journal import guarded
from eztrak.journal.chain import GENESIS
from eztrak.journal.errors import DAMAGE, DamageError, JournalError, unreadable
from eztrak.journal.fitting import fitting
from eztrak.journal.journal import FIRST, head, record_of
from eztrak.table.events import HandChanged, HandInserted, HandVoided
from eztrak.table.expectation import Dealt
from eztrak.table.stats import Stats

Values: TypeAlias = tuple[Any, ...]

SHOES = (
    *("shoe", "table_name", "started_at", "ended_at", "hands", "free", "voided", "player", "banker", "tie"),
    *("dragon7", "panda8", "naturals", "seal", "first_seq", "last_seq"),
)
HANDS = (
    *("shoe", "hand", "outcome", "natural", "free", "voided", "dragon7", "panda8", "entered_at"),
    *("place", "corrected", "dealer", "player_cards", "banker_cards", "seq", "seal"),
)
CORRECTIONS = ("shoe", "hand", "correction", "was", "now", "after", "by", "at", "reason", "seq")
TALLY = (
    *("dealer", "entered", "voided", "corrected", "paced", "seconds"),
    *("hands", "free", "player", "banker", "tie", "dragon7", "panda8", "naturals"),
)
JOURNAL = ("seq", "at", "mono", "boot", "kind", "data", "hash")


def _pairs(names: tuple[str, ...]) -> str:
    return ", ".join(f"'{name}', {name}" for name in names)


_CHUNK = 200
# In the order of Stats, but for its voids.
_COUNTED = ("1", "free", "outcome = 'P'", "outcome = 'B'", "outcome = 'T'", "dragon7", "panda8", "natural")
_TEXTS = {"outcome", "entered_at", "player_cards", "banker_cards", "seal"}
_HANDS = ", ".join(HANDS[:-1])
_FORM = ",".join("%s" if name in _TEXTS else "%d" for name in HANDS)
_CSV = f"printf('{_FORM}' || char(13, 10), {_HANDS}, :seal)"
_JSON = f"json_object('line', 'hand', {_pairs(HANDS[:-1])}, 'seal', :seal) || char(10)"
# Many lines at once, here and of a shoe: half of the time would go into handing over line by line.
_LINES = {
    named: "SELECT count(*), max(seq), CAST(group_concat(line, '') AS BLOB) FROM"
    f" (SELECT seq, {row} || char(10) AS line"
    " FROM journal WHERE seq BETWEEN ? AND ? ORDER BY seq LIMIT ?)"
    for named, row in (
        (True, f"json_object('line', 'journal', {_pairs(JOURNAL)})"),
        (False, f"json_array({', '.join(JOURNAL)})"),
    )
}
_TALLY = f"""
WITH entered AS (
    SELECT *, corrected > 0 AND (SELECT kind = 'insert' FROM journal WHERE journal.seq = hands.seq) AS later {{of_shoe}}
), timed AS (
    SELECT *, CASE WHEN later THEN NULL ELSE
        round(86400 * (julianday(entered_at)
            - julianday(lag(entered_at) OVER (PARTITION BY later ORDER BY hand))), 3) END AS gap
    FROM entered
), dealt AS (
    SELECT *, CASE WHEN gap > 0 AND gap <= :pause AND NOT free THEN gap END AS taken FROM timed
)
SELECT dealer, count(*), sum(voided), sum(corrected > 0), count(taken) FILTER (WHERE NOT voided), total(taken),
    {", ".join(f"count(*) FILTER (WHERE NOT voided AND {test})" for test in _COUNTED)}
FROM dealt GROUP BY dealer ORDER BY min(hand)"""


@dataclass(frozen=True, slots=True)
class Choice:
    """Which shoes; with a dealer, which of their hands. Nothing said: all."""

    since: str = ""  # a shoe belongs to the instant at which it started, as the journal writes it (UTC)
    until: str = ""  # before this one
    shoe: int | None = None
    table: str | None = None
    dealer: int | None = None

    @property
    def everything(self) -> bool:
        return self == ALL

    @property
    def whole_days(self) -> bool:
        """Whether every shoe of the chosen days is chosen."""
        return (self.shoe, self.table, self.dealer) == (None, None, None)

    @property
    def where(self) -> str:
        """The condition on the table `shoes`, with names for the values in `of`."""
        tests = {
            "started_at >= :since": self.since,
            "started_at < :until": self.until,
            "shoes.shoe = :shoe": self.shoe,
            "table_name = :table COLLATE NOCASE": self.table,
            "EXISTS (SELECT 1 FROM hands AS h WHERE h.shoe = shoes.shoe AND dealer = :dealer)": self.dealer,
        }
        used = [test for test, value in tests.items() if value not in ("", None)]
        return f"WHERE {' AND '.join(used)}" if used else ""

    @property
    def of(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in Choice.__slots__}


ALL = Choice()


@dataclass(frozen=True, slots=True)
class Segment:
    """Rows of the journal that follow each other."""

    first: int
    last: int
    before: str  # the hash of the row before the first
    head: str  # the hash of the last


class Extract:
    """The chosen part of a record, as it was when the extract was opened, whatever the board writes meanwhile."""

    def __init__(self, connection: sqlite3.Connection, choice: Choice, path: Path) -> None:
        self._connection, self._choice, self._path = connection, choice, path
        self._where, self._of = choice.where, choice.of
        self._by_dealer = "" if choice.dealer is None else f" AND dealer = {choice.dealer:d}"
        self._segments: list[Segment] | None = None
        self._of_shoe = f"FROM hands WHERE shoe = :shoe{self._by_dealer} ORDER BY hand"

    def shoes(self) -> Iterator[Values]:
        """SHOES of each shoe."""
        return self._fitting(SHOES, self._rows(f"SELECT {', '.join(SHOES)} FROM shoes {self._where} ORDER BY shoe"))

    def dealt(self) -> Iterator[tuple[int, Dealt]]:
        """Each shoe's number with its counts, its decks and whether it had the Panda 8 wager."""
        counts = ", ".join(f"shoes.{name}" for name in Stats.__slots__)
        decks = "coalesce(json_extract(data, '$.terms.decks'), 8)"
        terms = f"{decks}, coalesce(instr(json_extract(data, '$.terms.wagers'), 'panda8') > 0, 1)"
        query = f"SELECT shoes.shoe, {terms}, {counts} FROM shoes JOIN journal ON seq = first_seq {self._where}"
        rows = self._rows(f"{query} ORDER BY shoes.shoe")
        for shoe, decks, panda8, *counted in self._fitting(("shoe", "decks", "panda8", *Stats.__slots__), rows):
            yield shoe, Dealt(Stats(*counted), decks, bool(panda8))

    def hands(self) -> Iterator[Values]:
        """HANDS of each hand, by shoe and number."""
        for shoe, seal in self._sealed():
            yield from self.hands_of(shoe, seal)

    def hands_of(self, shoe: int, seal: str | None) -> Iterator[Values]:
        rows = self._rows(f"SELECT {_HANDS}, :seal {self._of_shoe}", {"seal": seal, "shoe": shoe})
        return self._fitting(HANDS, rows)

    def hand_lines(self, json: bool = False) -> Iterator[tuple[int, str | None, int, bytes]]:
        """The hands as lines of CSV, not quoted, or of JSON: a shoe's number, its seal, how many, and the lines."""
        for shoe, seal in self._sealed():
            told = seal if json or seal is not None else ""
            lines = f"SELECT {_JSON if json else _CSV} AS line {self._of_shoe}"
            together = f"SELECT count(*), coalesce(CAST(group_concat(line, '') AS BLOB), x'') FROM ({lines})"
            ((count, text),) = self._rows(together, {"seal": told, "shoe": shoe})
            yield shoe, seal, count, text

    def tallies(self, shoe: int, pause: float) -> Iterator[Values]:
        """TALLY of each dealer of a shoe.

        A hand that was put in later has no time of its own; the seconds before a free hand, and any longer than the
        pause, are nobody's dealing.
        """
        of_shoe = f"FROM hands WHERE shoe = :shoe{self._by_dealer}"
        return self._rows(_TALLY.format(of_shoe=of_shoe), {"shoe": shoe, "pause": pause})

    def corrections(self) -> Iterator[Values]:
        """CORRECTIONS of the chosen hands, in the order in which they were made."""
        query = f"SELECT {', '.join(JOURNAL)} FROM journal WHERE kind IN ('void', 'change', 'insert')"
        mine = f"SELECT 1 FROM shoes {self._where}{' AND' if self._where else 'WHERE'} shoes.shoe = :number"
        dealt = f"SELECT 1 FROM hands WHERE shoe = :number AND hand = :hand{self._by_dealer}"
        for segment in self.segments():
            for row in self._rows(f"{query} AND seq BETWEEN ? AND ? ORDER BY seq", (segment.first, segment.last)):
                told = correction(row)
                if not self._choice.everything:
                    of = self._of | {"number": told[0], "hand": told[1]}
                    if not (self._one(mine, of) and self._one(dealt, of)):
                        continue
                yield told

    def journal_lines(self, named: bool) -> Iterator[tuple[int, bytes]]:
        """The rows that prove the rest as lines of JSON, some at a time: objects that name their fields, or lists."""
        for segment in self.segments():
            # A row put in before row 1 must not stay unseen.
            first = FIRST if self._choice.everything else segment.first
            while first <= segment.last:
                ((count, last, text),) = self._rows(_LINES[named], (first, segment.last, _CHUNK))
                if not count:
                    break
                yield count, text
                first = last + 1

    def apart(self) -> "Extract":
        """The same journal for another thread. It may see newer rows, but reads none: those there are never change."""
        twin = extract(self._path, self._choice)
        twin._segments = self.segments()
        return twin

    def segments(self) -> list[Segment]:
        if self._segments is None:
            self._segments = self._found()
        return self._segments

    def _found(self) -> list[Segment]:
        last_seq, last_hash = head(self._connection)
        if self._choice.everything:
            return [Segment(1, last_seq, GENESIS, last_hash)] if last_seq else []
        following = (
            "(SELECT coalesce(n.last_seq, :head) FROM shoes AS n WHERE n.shoe > shoes.shoe ORDER BY shoe LIMIT 1)"
        )
        query = f"SELECT first_seq, coalesce({following}, :head) FROM shoes {self._where} ORDER BY first_seq"
        ranges: list[list[int]] = []
        for first, last in self._rows(query, self._of | {"head": last_seq}):
            if ranges and first <= ranges[-1][1] + 1:
                ranges[-1][1] = max(last, ranges[-1][1])
            else:
                ranges.append([first, last])
        return [Segment(first, last, self._hash(first - 1), self._hash(last)) for first, last in ranges]

    def count(self) -> tuple[int, int]:
        """How many shoes and hands are chosen, voided hands among them."""
        shoes, hands = self._one(f"SELECT count(*), total(hands + voided) FROM shoes {self._where}", self._of)
        if self._by_dealer:
            of_them = f"shoe IN (SELECT shoe FROM shoes {self._where})"
            (hands,) = self._one(f"SELECT count(*) FROM hands WHERE {of_them}{self._by_dealer}", self._of)
        return shoes, int(hands)

    def voided(self) -> int:
        """How many of the chosen hands are void."""
        query = f"SELECT total(voided) FROM shoes {self._where}"
        if self._by_dealer:
            of_them = f"shoe IN (SELECT shoe FROM shoes {self._where})"
            query = f"SELECT total(voided) FROM hands WHERE {of_them}{self._by_dealer}"
        return int(self._one(query, self._of)[0])

    def close(self) -> None:
        self._connection.close()

    def _sealed(self) -> Iterator[Values]:
        return self._rows(f"SELECT shoe, seal FROM shoes {self._where} ORDER BY shoe")

    def _hash(self, seq: int) -> str:
        found = self._one("SELECT hash FROM journal WHERE seq = ?", (seq,))
        return str(found[0]) if found else GENESIS

    def _fitting(self, names: tuple[str, ...], rows: Iterator[Values]) -> Iterator[Values]:
        for row in rows:
            try:
                fitting(names, row)
            except ValueError as fault:
                raise DamageError(f"{self._path}: is damaged: {fault}") from fault
            yield row

    def _one(self, query: str, of: Any) -> Any:
        return next(self._rows(query, of), None)

    def _rows(self, query: str, of: Any = None) -> Iterator[Values]:
        try:
            # Not `yield from`: that would close the cursor of a reader who stops early, maybe after its connection.
            for row in self._connection.execute(query, self._of if of is None else of):  # noqa: UP028
                yield row
        except DAMAGE as fault:
            raise unreadable(self._path, fault) from fault


def extract(path: Path, choice: Choice) -> Extract:
    """Opens a record read-only and keeps to one view of it. Raises JournalError where there is none."""
    connection = guarded.opened(path)
    try:
        connection.execute("BEGIN")
        connection.execute("SELECT 1 FROM journal LIMIT 1").fetchone()  # from here on the view stands still
    except DAMAGE as fault:
        connection.close()
        raise unreadable(path, fault) from fault
    return Extract(connection, choice, path)


def correction(row: Values) -> Values:
    """CORRECTIONS of a journal row that is one; hands in notation."""
    record = record_of(row)
    at = record.moment.at
    match record.event:
        case HandVoided(shoe, hand, by, reason):
            return shoe, hand.number, "void", write([hand]), "", None, by, at, reason, record.seq
        case HandChanged(shoe, hand, was, by, reason):
            return shoe, hand.number, "change", write([was]), write([hand]), None, by, at, reason, record.seq
        case HandInserted(shoe, hand, after, by, reason):
            return shoe, hand.number, "insert", "", write([hand]), after, by, at, reason, record.seq
        case _:
            raise JournalError(f"journal row {record.seq} is no correction")
