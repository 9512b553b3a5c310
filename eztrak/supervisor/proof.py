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

from eztrak.journal import heads, older
from eztrak.journal.columns import Values
from eztrak.journal.errors import JournalError
from eztrak.journal.extract import Extract
from eztrak.journal.rederive import Rederived
from eztrak.journal.verify import Verified
from eztrak.journal.witness import Compared, Head, Witness
from eztrak.supervisor import csv_folder
from eztrak.supervisor.about import About, about_of, games_of, placed_of, signature_fault
from eztrak.supervisor.csv_folder import CsvFolder
from eztrak.supervisor.errors import RefusedError
from eztrak.supervisor.json_lines import JsonLines
from eztrak.supervisor.progress import Progress
from eztrak.supervisor.reading import ExportFile, UnreadableError
from eztrak.supervisor.workbook import tables_of
from eztrak.supervisor.workbook_reading import Workbook
from eztrak.table.fingerprint import fingerprint
from eztrak.voice.reasons import reason
from eztrak.voice.said import Part, Said

T = TypeVar("T")

# All that reading a file of a stranger may raise, in Python's own readers of zip, XML, CSV, JSON and numbers.
UNREADABLE = (
    *(OSError, ValueError, SyntaxError, LookupError, EOFError, RuntimeError, ArithmeticError, MemoryError),
    *(zipfile.BadZipFile, zlib.error, csv.Error),
)


def reading_of(path: Path) -> ExportFile | None:
    """The export at a path; None where there is none: it may be a database. A damaged one is still known by name."""
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


def _packed(path: Path) -> ExportFile | None:
    """A folder of CSV files in a zip."""
    try:
        with zipfile.ZipFile(path) as packed:
            folders = [name.removesuffix("about.json") for name in packed.namelist() if name.endswith("/about.json")]
    except UNREADABLE:
        return None
    return CsvFolder(path, folders[0]) if folders else None


def witness(export: ExportFile) -> Witness:
    """An export as a witness: the rows with which the parts of its journal begin and end. Raises RefusedError."""
    try:
        about = about_of(export.about())
    except (UnreadableError, RefusedError) as fault:
        raise RefusedError("{path}: {fault}", path=export.path, fault=reason(fault)) from fault
    except UNREADABLE as fault:
        raise RefusedError("{path}: cannot be read: {fault}", path=export.path, fault=reason(fault)) from fault
    ends = [(segment.first - 1, segment.before, segment.last, segment.head) for segment in about.segments]
    heads = [head for first, before, last, end in ends for head in (Head(first, before), Head(last, end))]
    return Witness(str(export.path), tuple(head for head in heads if head.seq))


def prove(
    export: ExportFile,
    key: Path | None = None,
    progress: Progress | None = None,
    seals: Sequence[str] = (),
    witnesses: Sequence[Witness] = (),
) -> tuple[Verified, About | None]:
    """What a check of the whole export found, and of these seals in it, and whether these witnesses have seen the same.
    Raises RefusedError for an unusable key."""
    about: About | None = None
    rows = 0
    head = ""
    strange: tuple[Said, ...] = ()
    notes: tuple[Said, ...] = ()
    sealed: tuple[int, tuple[Compared, ...]] = 0, ()
    try:
        about = about_of(export.about())
        head = about.segments[-1].head if about.segments else ""
        if fault := signature_fault(about, key) or _head_fault(about):
            return _verified(0, about, head, fault), about
        if progress:
            progress.expect(about.rows + about.entered)
        with closing(Rederived(list(about.segments), witnesses)) as again:
            sound = all(again.take(row) for row in _watched(export.journal(), progress)) and again.finish()
            rows = again.rows
            columns = older.exported() if about.form < 3 else None
            derived = again.extract(about.choice, export.path, columns, about.form > 3, placed_of(about))
            if sound and about.form == 1:
                _, _, voided = derived.count()
                about = replace(about, hands=about.entered - voided, voided=voided)
            faults: list[Part] = [again.fault]
            if sound:
                strange, notes = again.strange, (*again.notes, *_signed(about))
                sealed = again.witnessed(seals)
                faults = [*_compared(export, derived, about, progress), *_unknown(seals, derived, again)]
                faults += _others(about, again)
    except UnreadableError as fault:
        faults = [reason(fault)]
    except (JournalError, RefusedError) as fault:
        faults = [reason(fault)]
    except UNREADABLE as fault:
        faults = [Said("cannot be read: {fault}", fault=reason(fault))]
    made = _verified(rows, about, head, *faults)
    return replace(made, strange=strange, notes=notes, sealed=sealed[0], witnessed=sealed[1]), about


def _head_fault(about: About) -> str:
    """What is wrong with the unit's signatures over the last rows of the segments."""
    ends = {segment.last: segment.head for segment in about.segments}
    for one in about.heads:
        if one.seq not in ends or not heads.holds(one.unit, ends[one.seq], one.raw):
            return f"the unit's signature over journal row {one.seq} does not fit"
    return ""


def _others(about: About, again: Rederived) -> list[Said]:
    """Whose key has signed an export that says itself whose should."""
    return [
        Said(
            "journal row {row} is signed by the key {key}, but by its own rows {force} signs",
            row=one.seq,
            key=fingerprint(one.unit),
            force=fingerprint(force),
        )
        for one in about.heads
        if (force := again.keyed(one.seq)) not in ("", one.unit)
    ]


def _signed(about: About) -> list[Said]:
    if not (about.heads or about.signature):
        return [Said("not signed: nothing in it says who wrote it. Seals, witnesses and the unit itself do")]
    return [
        Said("journal row {row}, and all before it, is signed by the key {key}", row=one.seq, key=fingerprint(one.unit))
        for one in about.heads
    ]


def _verified(rows: int, about: About | None, head: str, *faults: Part) -> Verified:
    counts = (about.shoes, about.hands, about.voided) if about else (0, 0, 0)
    return Verified(rows, *counts, head, faults)


def _unknown(seals: Sequence[str], derived: Extract, again: Rederived) -> list[str]:
    """A shoe that went on after its end, or was corrected, has the seals of before too: the board showed them."""
    known = again.seals({shoe.number for shoe in derived.listed()}) if seals else set()
    return [f"seal {seal}: no shoe of this export ends with it" for seal in seals if seal not in known]


def _watched(rows: Iterator[T], progress: Progress | None) -> Iterator[T]:
    for row in rows:
        yield row
        if progress:
            progress(1)


def _compared(export: ExportFile, again: Extract, about: About, progress: Progress | None) -> list[str]:
    """The first row of each table that is not what the journal says."""
    tables = tables_of(again)
    keys = {"shoes": 1, "hands": 2, "corrections": 3}  # columns that say which row it is
    if about.form > 4 and isinstance(export, Workbook):
        keys["summary"] = 2
    tables["hands"] = again.hand_columns, _watched(again.hands(), progress)
    faults = [fault for name in keys if (fault := _first(export, name, *tables[name], keys[name]))]
    if not faults and (about.shoes, about.entered, about.voided) != again.count():
        faults.append("there are not as many shoes and hands as the export says")
    if about.form > 2 and about.games != games_of(again):
        faults.append("the games are not those that the journal's shoes were dealt under")
    return faults


def _first(export: ExportFile, name: str, columns: tuple[str, ...], ours: Iterator[Values], keys: int) -> str:
    with closing(export.table(name, columns)) as rows:
        return _unlike(name, columns, keys, rows, ours)


def _unlike(name: str, columns: tuple[str, ...], keys: int, rows: Iterator[Values], ours: Iterator[Values]) -> str:
    for number, (there, here) in enumerate(zip_longest(rows, ours), 1):
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
