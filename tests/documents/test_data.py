"""The dictionary of the data is made of the schema and of what an export has, and its views answer."""

import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from test_documents import TOP, made_anew

from eztrak.journal import schema
from eztrak.journal.columns import CORRECTIONS, PLACED
from eztrak.journal.extract import ALL, extract

SAMPLE = TOP / "tests/journal/schemas/5.db"
# Of columns whose tables are kept as they were first made, and of those that only an export has.
TOLD = {
    "boot": "which start of the machine it was",
    "mono": "nanoseconds since some point of that boot",
    "seq": "the number of the row, from 1 on",
    "kind": "what happened: hand, void, change, insert, shoe_start, shoe_end, terms, dealer …",
    "hash": "SHA-256: of the row and the one before it in journal, of the text in games",
    "text": "JSON: all of the game, with its wagers, lines and names",
    "shoe": "in shoes",
    "at": "UTC",
    "seal": "the code that the board showed",
    "public": "the public key that signs, in base 64",
    "place": "in keys where it lies, in hands the order of play",
    "outcome": "P Player, B Banker, T Tie",
    "table_name": "what the table called itself when the shoe began",
    "unit": "the fingerprint of the unit's key, as `eztrak doctor` tells it; empty where there is none",
    "day": "the gaming day of the shoe, by `room.day_starts`",
    "local_time": "of the unit's clock on the wall: when the shoe began, the hand was entered, the correction made",
    "local_end": "the same: when the shoe was over: its table closed, or the next one began",
    "utc_offset": "by how much that clock went before UTC: a time that comes twice in autumn has two",
    "source": "where it was typed: the kind of input, and the device",
    "dealer": "on duty, by number; 0 for none. Of a correction: who dealt the hand",
    "earlier_seals": "that the shoe had before, oldest first",
    "correction": "void, change or insert",
    "was": "the hand before, in the notation of its game",
    "now": "the hand after",
    "after": "of a hand that was put in: the one before it",
    "by": "who did it",
    "reason": "why",
    "hand": "its number in the shoe",
}


def columns() -> list[str]:
    lines = []
    for statement in schema.DESCRIBED:
        table, body = re.findall(r"CREATE TABLE (\w+) \((.*)\)", statement, re.DOTALL)[0]
        lines += ["", f"### `{table}`", "", "| column | type | what it is |", "|---|---|---|"]
        for part in re.split(r"\n|, (?=\w+ (?:TEXT|INTEGER))", body):
            if found := re.match(r"\s*(\w+)\s+(TEXT|INTEGER)[^-]*(?:--\s*(.*))?", part):
                name, kind, words = found.groups()
                lines.append(f"| `{name}` | {kind.lower()} | {words or TOLD[name]} |")
    return [*lines, ""]


def exported() -> list[str]:
    meanings = {**dict(re.findall(r"\| `(\w+)` \| \w+ \| (.*) \|", "\n".join(columns()))), **TOLD}
    meanings["hands"] = meanings["free"] = ""
    lines = []
    with closing(extract(SAMPLE, ALL, placed=True)) as record:
        tables = {"shoes": record.columns.shoes, "hands": record.columns.hands, "corrections": dict.fromkeys(PLACED)}
        marks = {id for game in record.games for id in game.counted}
        for table, found in tables.items():
            names = [name for name in found if name not in marks]
            lines += ["", f"### `{table}`", "", "| column | what it is |", "|---|---|"]
            lines += [f"| `{name}` | {_of(table, name, meanings)} |" for name in names]
    return [*lines, ""]


def _of(table: str, name: str, meanings: dict[str, str]) -> str:
    own = dict(re.findall(r"\| `(\w+)` \| \w+ \| (.*) \|", _section(table)))
    return TOLD.get(name) if name in PLACED[len(CORRECTIONS) :] else own.get(name) or meanings[name]  # type: ignore[return-value]


def _section(table: str) -> str:
    return "\n".join(columns()).partition(f"### `{table}`\n")[2].partition("###")[0]


def test_the_dictionary_of_the_data_is_made_of_the_schema() -> None:
    made_anew(TOP / "docs" / "data.md", {"columns": columns(), "exported": exported()})


def test_the_views_have_plain_names_and_answer(tmp_path: Path) -> None:
    path = Path(shutil.copy(SAMPLE, tmp_path / "t.db"))
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        connection.executescript((TOP / "docs" / "views.sql").read_text())
        (hands,) = connection.execute("SELECT count(*) FROM hands_by_name WHERE winner IN ('Player', 'Banker', 'Tie')")
        assert hands == connection.execute("SELECT count(*) FROM hands").fetchone()
        assert connection.execute("SELECT sum(hands), sum(void_hands) FROM shoes_by_name").fetchone() == (10, 1)
        made = connection.execute("SELECT hand, correction, made_by, dealer FROM corrections").fetchall()
        assert made == [(5, "voided", "dealer", 7), (2, "changed", "supervisor 1", 7), (7, "put in", "supervisor 1", 0)]
        days = connection.execute("SELECT gaming_day, dealer, hands, void_hands FROM days_by_dealer").fetchall()
        assert days == [("2026-01-05", 0, 1, 0), ("2026-01-05", 7, 8, 1)]
