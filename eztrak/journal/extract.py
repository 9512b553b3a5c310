"""Chosen shoes out of the record, row by row: for exports, for reports, and for checking an export.

Nothing here holds more than a shoe in memory. Lines of text are put together by SQLite itself: that is several times
faster than carrying every field through Python, and leaves time for the journal's rows, which travel with an export so
that it can be proved. The lines are bytes on their whole way to the file.

The journal of a filtered extract comes in segments, each from a shoe's start to the end of the shoe that began when it
ended for good: until then a hand of the shoe can be corrected. A segment's first row leans on the hash `before`; the
seals, which a camera has recorded, are made of the rows' hashes, so a segment proves its shoes without the rest of the
journal.
"""

import base64
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import Any

from eztrak.game.game import Game
from eztrak.journal import guarded, heads, listed
from eztrak.journal.chain import GENESIS
from eztrak.journal.columns import Columns, Correction, Placed, Values, columns_of, correction
from eztrak.journal.course import CourseRow, course
from eztrak.journal.errors import DamageError, JournalError, readable, sound
from eztrak.journal.fitting import fitting
from eztrak.journal.journal import FIRST, head, record_of
from eztrak.journal.listed import ListedHand, ListedShoe, game_in
from eztrak.journal.schema import ROW, ROW_COLUMNS, has_tallies
from eztrak.journal.tallies import Tally, counted, stored
from eztrak.table.fingerprint import fingerprint
from eztrak.table.story import Happened, on_record
from eztrak.voice.reasons import reason
from eztrak.voice.wall import wall

# What all hands of a shoe have alike stands in the form of their lines: a tenth faster than as a field of each.
_OF_SHOE = {"shoe": "shoe", ":seal": "seal", ":table": "table", ":day": "day"}


def _form(columns: Mapping[str, str], of: Mapping[str, Any]) -> str:
    """A hand's line of CSV, for printf."""
    fields = []
    for name, how in columns.items():
        if how in _OF_SHOE:
            value = of[_OF_SHOE[how]]
            fields.append("" if value is None else str(value).replace("%", "%%"))
        else:
            fields.append("%s" if name in _TEXTS else "%d")
    return f"{','.join(fields)}\r\n"


def _pairs(columns: Mapping[str, str]) -> str:
    return ", ".join(f"'{name}', {how}" for name, how in columns.items())


_CHUNK = 200
_TEXTS = {
    *("outcome", "entered_at", "player_cards", "banker_cards", "seal"),
    *("source", "table_name", "unit", "day", "local_time", "utc_offset"),
}
# Many lines at once, here and of a shoe: half of the time would go into handing over line by line.
_LINES = {
    named: "SELECT count(*), max(seq), CAST(group_concat(line, char(10)) || char(10) AS BLOB) FROM"
    f" (SELECT seq, {row} AS line FROM journal WHERE seq BETWEEN ? AND ? ORDER BY seq LIMIT ?)"
    for named, row in (
        (True, f"json_object('line', 'journal', {_pairs({name: name for name in ROW_COLUMNS})})"),
        (False, f"json_array({ROW})"),
    )
}


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


@dataclass(frozen=True, slots=True)
class SignedHead:
    """The signature of the unit's key over the last row of a segment, and so over all before it."""

    seq: int
    unit: str  # the public key and …
    by_unit: str  # … the signature; both in base 64

    @property
    def raw(self) -> bytes:
        """b"" for what is no signature."""
        try:
            return base64.b64decode(self.by_unit, validate=True)
        except ValueError:
            return b""


class Extract:
    """The chosen part of a record, as it was when the extract was opened, whatever the board writes meanwhile."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        choice: Choice,
        path: Path,
        columns: Columns | None = None,
        earlier_seals: bool = True,
        placed: Placed | None = None,
    ) -> None:
        """`columns` of an export of an older form; else they follow from the games of the chosen shoes, and those of
        form 3 have no earlier seals, those of form 4 are not `placed`."""
        self.placed = placed
        self._connection, self._choice, self._path = connection, choice, path
        self._where, self._of = choice.where, choice.of
        self._by_dealer = "" if choice.dealer is None else f" AND dealer = {choice.dealer:d}"
        self._segments: list[Segment] | None = None
        self._of_shoe = f"FROM hands WHERE shoe = :shoe{self._by_dealer} ORDER BY hand"
        self._columns, self._earlier_seals = columns, earlier_seals

    @property
    def dealer(self) -> int | None:
        """Whose hands are chosen, where it is one dealer's."""
        return self._choice.dealer

    @cached_property
    def games(self) -> tuple[Game, ...]:
        """The games of the chosen shoes, in the order in which they were first dealt."""
        used = f"SELECT game_hash, min(shoe) AS first FROM shoes {self._where} GROUP BY game_hash"
        texts = self._rows(f"SELECT text FROM games JOIN ({used}) ON hash = game_hash ORDER BY first")
        with sound(self._path):
            return tuple(game_in(text) for (text,) in texts)

    @cached_property
    def columns(self) -> Columns:
        if self._columns:
            return self._columns
        known = {id for game in self.games for id in game.counted}
        came = self._rows(f"SELECT DISTINCT key FROM shoes, json_each(counts) {self._where} ORDER BY key")
        return columns_of(self.games, [id for (id,) in came if id not in known], self._earlier_seals, self.placed)

    @property
    def shoe_columns(self) -> tuple[str, ...]:
        return tuple(self.columns.shoes)

    @property
    def correction_columns(self) -> tuple[str, ...]:
        return self.columns.corrections

    @property
    def hand_columns(self) -> tuple[str, ...]:
        return tuple(self.columns.hands)

    @cached_property
    def _texts(self) -> dict[str, str]:
        return dict(self._rows("SELECT hash, text FROM games"))

    def shoes(self) -> Iterator[Values]:
        """`shoe_columns` of each shoe."""
        asked = ", ".join(self.columns.shoes.values())
        rows = self._rows(f"SELECT {asked} FROM shoes {self._where} ORDER BY shoe")
        return self._fitting(self.shoe_columns, rows)

    def listed(self) -> Iterator[ListedShoe]:
        """The shoes as values."""
        with sound(self._path):
            yield from listed.shoes(self._connection, f"{self._where} ORDER BY shoe", self._of)

    @property
    def summary_columns(self) -> tuple[str, ...]:
        beside = ("day", "table_name", "unit", "shoes", "hands", "free", "voided", "corrected")
        return (*beside, *self.columns.counts)

    def summary(self) -> Iterator[Values]:
        """`summary_columns` of each gaming day of each table, and the sum of all."""
        if self.placed is None:
            return
        lines: dict[tuple[str, str], list[int]] = {}
        total = [0] * (5 + len(self.columns.counts))
        for shoe in self.listed():
            line = lines.setdefault((self.placed.wall.day(shoe.started_at), shoe.table), [0] * len(total))
            for dealt in [line, total]:
                dealt[0] += 1
            for one in self.tallies(shoe):
                counts = [one.stats.hands, one.stats.free, one.voided, one.corrected]
                counts += [one.stats.of(id) for id in self.columns.counts]
                for dealt in [line, total]:
                    dealt[1:] = map(int.__add__, dealt[1:], counts)
        for (day, table), line in sorted(lines.items()):
            yield day, table, self.placed.unit, *line
        yield "total", "", self.placed.unit, *total

    def hands(self) -> Iterator[Values]:
        """`hand_columns` of each hand, by shoe and number."""
        for of in self._sealed():
            yield from self.hands_of(of)

    def hands_of(self, of: Mapping[str, Any]) -> Iterator[Values]:
        """Of a shoe that `hand_lines` told of."""
        asked = ", ".join(self.columns.hands.values())
        rows = self._rows(f"SELECT {asked} {self._of_shoe}", of)
        return self._fitting(self.hand_columns, rows)

    def listed_hands(self, shoe: int) -> list[ListedHand]:
        """All hands of a shoe as values, in the order of play."""
        with sound(self._path):
            return listed.hands(self._connection, shoe)

    def hand_lines(self, json: bool = False) -> Iterator[tuple[Mapping[str, Any], int, bytes]]:
        """The hands as lines of CSV, not quoted, or of JSON: what their shoe is, how many, and the lines."""
        columns = self.columns.hands
        line = f"printf(:form, {', '.join(how for how in columns.values() if how not in _OF_SHOE)})"
        if json:
            line = f"json_object('line', 'hand', {_pairs(columns)}) || char(10)"
        lines = f"SELECT {line} AS line {self._of_shoe}"
        together = f"SELECT count(*), coalesce(CAST(group_concat(line, '') AS BLOB), x'') FROM ({lines})"
        for of in self._sealed():
            ((count, text),) = self._rows(together, {**of, "form": "" if json else _form(columns, of)})
            yield of, count, text

    def tallies(self, shoe: ListedShoe) -> Iterator[Tally]:
        """What each dealer, or the chosen one, dealt of a shoe."""
        with sound(self._path):
            if shoe.ended_at and has_tallies(self._connection):
                tallies = list(stored(self._connection, shoe.number))
            else:
                tallies = counted(self._connection, shoe.number, shoe.game)
        yield from (one for one in tallies if self.dealer in (None, one.dealer))

    def course(self, shoe: int) -> Iterator[CourseRow]:
        """What happened in a shoe, whoever dealt, in the order in which it did."""
        with sound(self._path):
            yield from course(self._connection, shoe)

    def corrections(self) -> Iterator[Happened]:
        """Those of the chosen hands, in the order in which they were made."""
        return self._happened("'void', 'change', 'insert'")

    def story(self) -> Iterator[Happened]:
        """The same with the entries themselves."""
        return self._happened("'hand', 'void', 'change', 'insert'")

    def correction_rows(self) -> Iterator[Correction]:
        shoe_of = lru_cache(64)(self._shoe_of)  # corrections come in the order in which the shoes were dealt
        for one in self.corrections():
            game, table, started = shoe_of(one.shoe)
            yield correction(one, game, self.placed, self._dealer_of(one), table, started)

    def _shoe_of(self, number: int) -> tuple[Game, str, str]:
        """The game in whose notation its hands are written, its table, and when it began."""
        asked = "SELECT game_hash, table_name, started_at FROM shoes WHERE shoe = ?"
        dealt, table, started = self._one(asked, (number,)) or ("", "", "")
        with sound(self._path):
            return self.columns.game or game_in(self._texts[dealt]), table, started

    def _dealer_of(self, one: Happened) -> int:
        row = self._one("SELECT dealer FROM hands WHERE shoe = ? AND hand = ?", (one.shoe, one.hand))
        return int(row[0]) if row else 0

    def _placing(self) -> Placed:
        """By the clock of this machine, and the key that signs."""
        with sound(self._path):
            key = heads.keyed(self._connection, head(self._connection)[0]).public
        (first,) = self._one(f"SELECT coalesce(min(started_at), '') FROM shoes {self._where}", self._of)
        newest = self._one("SELECT at FROM journal ORDER BY seq DESC LIMIT 1", ())
        with sound(self._path):
            return Placed(fingerprint(key) if key else "", wall(first, newest[0] if newest else first))

    def _happened(self, kinds: str) -> Iterator[Happened]:
        query = f"SELECT {ROW} FROM journal WHERE kind IN ({kinds})"
        for segment in self.segments():
            rows = self._rows(f"{query} AND seq BETWEEN ? AND ? ORDER BY seq", (segment.first, segment.last))
            with sound(self._path):
                for one in map(on_record, map(record_of, rows)):
                    if one and (self._choice.everything or self._is_chosen(one)):
                        yield one

    def _is_chosen(self, one: Happened) -> bool:
        of = self._of | {"number": one.shoe, "hand": one.hand}
        mine = f"SELECT 1 FROM shoes {self._where}{' AND' if self._where else 'WHERE'} shoes.shoe = :number"
        dealt = f"SELECT 1 FROM hands WHERE shoe = :number AND hand = :hand{self._by_dealer}"
        return bool(self._one(mine, of) and self._one(dealt, of))

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

    def apart(self) -> "Callable[[], Extract]":
        """Opens the same journal and corrections in another thread or process. It may see newer rows, but reads none:
        those there are never change, nor does who dealt a hand, or when its shoe began."""
        return partial(_apart, self._path, self._choice, self.segments(), self.placed)

    def segments(self) -> list[Segment]:
        if self._segments is None:
            self._segments = self._read_segments()
        return self._segments

    def heads(self) -> tuple[SignedHead, ...]:
        """Of the segments whose last row is signed."""
        signed = []
        with sound(self._path):
            for segment in self.segments():
                key = heads.keyed(self._connection, segment.last)
                signature = heads.signature_of(self._connection, segment.last)
                if key.public and signature:
                    signed.append(SignedHead(segment.last, key.public, base64.b64encode(signature).decode()))
        return tuple(signed)

    def _read_segments(self) -> list[Segment]:
        last_seq, last_hash = head(self._connection)
        if self._choice.everything:
            return [Segment(1, last_seq, GENESIS, last_hash)] if last_seq else []
        query = f"SELECT first_seq, coalesce({listed.LAST_CHANGE}, :head) FROM shoes {self._where} ORDER BY first_seq"
        spans = joined((first, last) for first, last in self._rows(query, self._of | {"head": last_seq}))
        return [Segment(first, last, self._hash(first - 1), self._hash(last)) for first, last in spans]

    def count(self) -> tuple[int, int, int]:
        """How many shoes and hands are chosen, voided hands among them, and how many of these are void."""
        query = f"SELECT count(*), total(hands + voided), total(voided) FROM shoes {self._where}"
        shoes, hands, voided = self._one(query, self._of)
        if self._by_dealer:
            of_them = f"shoe IN (SELECT shoe FROM shoes {self._where})"
            query = f"SELECT count(*), total(voided) FROM hands WHERE {of_them}{self._by_dealer}"
            hands, voided = self._one(query, self._of)
        return shoes, int(hands), int(voided)

    def close(self) -> None:
        self._connection.close()

    def _sealed(self) -> Iterator[dict[str, Any]]:
        """What the hands of a shoe have of it."""
        day = self.columns.shoes["day"] if self.placed else "''"
        for row in self._rows(f"SELECT shoe, seal, table_name, {day} FROM shoes {self._where} ORDER BY shoe"):
            yield dict(zip(("shoe", "seal", "table", "day"), row, strict=True))

    def _hash(self, seq: int) -> str:
        with sound(self._path):
            return heads.hash_of(self._connection, seq) or GENESIS

    def _fitting(self, names: tuple[str, ...], rows: Iterator[Values]) -> Iterator[Values]:
        for row in rows:
            try:
                fitting(names, row)
            except ValueError as fault:
                raise DamageError("it is damaged: {fault}", self._path, fault=reason(fault)) from fault
            yield row

    def _one(self, query: str, of: Any) -> Any:
        with sound(self._path):
            return self._connection.execute(query, of).fetchone()

    def _rows(self, query: str, of: Any = None) -> Iterator[Values]:
        with sound(self._path):
            # Not `yield from`: that would close the cursor of a reader who stops early, maybe after its connection.
            for row in self._connection.execute(query, self._of if of is None else of):  # noqa: UP028
                yield row


def joined(spans: Iterable[tuple[int, int]]) -> list[list[int]]:
    """Spans of rows in their order, those as one that touch."""
    whole: list[list[int]] = []
    for first, last in spans:
        if whole and first <= whole[-1][1] + 1:
            whole[-1][1] = max(last, whole[-1][1])
        else:
            whole.append([first, last])
    return whole


def extract(path: Path, choice: Choice, placed: bool = False) -> Extract:
    """Opens a record read-only and keeps to one view of it. Raises JournalError where there is none.

    `placed`: each row tells its table, unit, gaming day and local time.
    """
    connection = guarded.opened(path)
    made = Extract(connection, choice, path)
    try:
        with readable(path):
            connection.execute("BEGIN")
            connection.execute("SELECT 1 FROM journal LIMIT 1").fetchone()  # from here on the view stands still
        made.placed = made._placing() if placed else None
    except JournalError:
        made.close()
        raise
    return made


def _apart(path: Path, choice: Choice, segments: list[Segment], placed: Placed | None) -> Extract:
    twin = extract(path, choice)
    twin._segments, twin.placed = segments, placed
    return twin
