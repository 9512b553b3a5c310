"""Whether an export is what the unit wrote: its journal is checked link by link, everything else is made anew from it.

Shoes, hands, corrections and seals of the export must be equal to what its own journal rows give. The rows themselves
are held by their hashes, and these by the seals, which the board showed and a camera has recorded: whoever changes an
export has to change a seal.
"""

import csv
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from typing import TypeVar

from eztrak.journal import older
from eztrak.journal.columns import CORRECTIONS, Values
from eztrak.journal.errors import JournalError
from eztrak.journal.extract import Extract
from eztrak.journal.rederive import Rederived
from eztrak.journal.verify import Finding
from eztrak.supervisor import csv_folder
from eztrak.supervisor.about import About, about_of, games_of, signature_fault
from eztrak.supervisor.csv_folder import CsvFolder
from eztrak.supervisor.errors import RefusedError
from eztrak.supervisor.json_lines import JsonLines
from eztrak.supervisor.progress import Progress
from eztrak.supervisor.reading import Reading, UnreadableError
from eztrak.supervisor.workbook_reading import Workbook

T = TypeVar("T")

# All that reading a file of a stranger may raise, in Python's own readers of zip, XML, CSV, JSON and numbers.
UNREADABLE = (
    *(OSError, ValueError, SyntaxError, LookupError, EOFError, RuntimeError, ArithmeticError, MemoryError),
    *(zipfile.BadZipFile, zlib.error, csv.Error),
)


def reading_of(path: Path) -> Reading | None:
    """The export at a path; None where there is none: it may be a database. A damaged one is still told by its name."""
    if path.is_dir():
        return CsvFolder(path) if any((path / name).is_file() for name in csv_folder.FILES) else None
    try:
        with path.open("rb") as file:
            begins = file.read(16)
    except OSError:
        return None
    match path.suffix.lower():
        case ".jsonl":
            return JsonLines(path)
        case ".xlsx" | ".zip":
            return _packed(path) or Workbook(path)
    if begins.startswith(b"PK"):
        return _packed(path) or Workbook(path)
    return JsonLines(path) if begins.startswith(b'{"line"') else None


def _packed(path: Path) -> Reading | None:
    """A folder of CSV files in a zip."""
    try:
        with zipfile.ZipFile(path) as packed:
            found = [name.removesuffix("about.json") for name in packed.namelist() if name.endswith("/about.json")]
    except UNREADABLE:
        return None
    return CsvFolder(path, found[0]) if found else None


def prove(
    export: Reading, key: Path | None = None, progress: Progress | None = None, seals: Sequence[str] = ()
) -> tuple[Finding, About | None]:
    """What a check of the whole export found, and of these seals in it. Raises RefusedError for an unusable key."""
    told: About | None = None
    rows = 0
    head = ""
    try:
        told = about_of(export.about())
        head = told.segments[-1].head if told.segments else ""
        if fault := signature_fault(told, key):
            return _finding(0, told, head, fault), told
        if progress:
            progress.expect(told.rows + told.entered)
        with closing(Rederived(list(told.segments))) as again:
            sound = all(again.take(row) for row in _watched(export.journal(), progress)) and again.finish()
            rows = again.rows
            derived = again.extract(told.choice, export.path, older.exported() if told.form < 3 else None)
            if sound and told.form == 1:
                told = replace(told, hands=told.entered - derived.voided(), voided=derived.voided())
            found = [again.fault]
            if sound:
                found = [*_compared(export, derived, told, progress), *_unknown(seals, derived, again)]
    except UnreadableError as fault:
        found = [str(fault)]
    except (JournalError, RefusedError) as fault:
        found = [str(fault)]
    except UNREADABLE as fault:
        found = [f"cannot be read: {fault or type(fault).__name__}"]
    return _finding(rows, told, head, *found), told


def _finding(rows: int, told: About | None, head: str, *faults: str) -> Finding:
    counts = (told.shoes, told.hands, told.voided) if told else (0, 0, 0)
    return Finding(rows, *counts, head, faults)


def _unknown(seals: Sequence[str], derived: Extract, again: Rederived) -> list[str]:
    """A shoe that went on after its end has the seal of that end too: the board showed it."""
    chosen = {shoe.number for shoe in derived.listed()} if seals else set()
    here = {seal for shoe, seal in again.ends if shoe in chosen}
    return [f"seal {seal}: no shoe of this export ends with it" for seal in seals if seal not in here]


def _watched(rows: Iterator[T], progress: Progress | None) -> Iterator[T]:
    for row in rows:
        yield row
        if progress:
            progress(1)


def _compared(export: Reading, again: Extract, told: About, progress: Progress | None) -> list[str]:
    """The first row of each table that is not what the journal says."""
    tables: list[tuple[str, tuple[str, ...], int, Iterator[Values]]] = [
        ("shoes", again.shoe_columns, 1, again.shoes()),
        ("hands", again.hand_columns, 2, _watched(again.hands(), progress)),
        ("corrections", CORRECTIONS, 3, again.correction_rows()),
    ]
    found = [fault for name, columns, keys, rows in tables if (fault := _first(export, name, columns, keys, rows))]
    if not found and (told.shoes, told.entered, told.voided) != (*again.count(), again.voided()):
        found.append("there are not as many shoes and hands as the export says")
    if told.form > 2 and told.games != games_of(again):
        found.append("the games are not those that the journal's shoes were dealt under")
    return found


def _first(export: Reading, name: str, columns: tuple[str, ...], keys: int, ours: Iterator[Values]) -> str:
    for number, (there, here) in enumerate(zip_longest(export.table(name, columns), ours), 1):
        theirs, should = _texts(there), _texts(here)
        if theirs == should:
            continue
        if should is None:
            return f"{name}, row {number}: the journal knows no such row"
        place = ", ".join(f"{key} {value}" for key, value in zip(columns[:keys], should, strict=False))
        if theirs is None:
            return f"{name}, row {number}: {place} is missing"
        wrong = [
            f"{column} is {was!r}, the journal says {value!r}"
            for column, was, value in zip_longest(columns, theirs, should, fillvalue="")
            if was != value
        ]
        return f"{name}, row {number} ({place}): {'; '.join(wrong)}"
    return ""


def _texts(row: Values | None) -> tuple[str, ...] | None:
    """A row as texts, so that one from a file without types compares."""
    return None if row is None else tuple("" if value is None else str(value) for value in row)
