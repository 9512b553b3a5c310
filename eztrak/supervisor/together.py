"""Several tables in one workbook, for whoever adds them up: a summary by day and table, then all shoes, hands and
corrections, each row with its table and unit.

It proves nothing: the journals that could are in each table's own export. The sheet `tables` says what it was made of.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, TypeAlias

from eztrak.journal.chain import short
from eztrak.journal.columns import Values
from eztrak.journal.extract import Choice, Extract, extract
from eztrak.supervisor.about import About, about
from eztrak.supervisor.export import allowed, nothing_found, whole
from eztrak.supervisor.progress import Progress
from eztrak.supervisor.workbook import filled, tables_of
from eztrak.voice.said import Part

TABLES = ("table_name", "unit", "shoes", "hands", "voided", "last_row", "head", "file", "fault")
_TOTAL = "total"  # where a line of the summary has its day
Missing: TypeAlias = Sequence[tuple[str, Part]]  # tables that cannot be read: what they are called, and why


def together(
    databases: Sequence[Path], choice: Choice, out: Path, force: bool, progress: Progress, missing: Missing = ()
) -> list[About]:
    """Writes the workbook and says what each table has in it. Raises RefusedError, and JournalError for a database that
    is none. Those that are `missing` are named in it, and where it adds up."""
    allowed(out, force)
    with ExitStack() as opened:
        records = [opened.enter_context(closing(extract(path, choice, placed=True))) for path in databases]
        described = [about(record, choice, "") for record in records]
        if not any(one.shoes for one in described):
            raise nothing_found(choice, databases[0])
        progress.expect(sum(one.entered for one in described))
        with whole(out) as part:
            tables = list(zip(databases, records, described, strict=True))
            filled(part, lambda pages: _fill(pages.fill, tables, progress, missing))
    return described


def _fill(
    fill: Callable[..., None],
    tables: Sequence[tuple[Path, Extract, About]],
    progress: Callable[[int], None],
    missing: Missing,
) -> None:
    of_tables = [tables_of(record) for _, record, _ in tables]
    for name in of_tables[0]:
        columns, rows = _joined([those[name] for those in of_tables])
        if name == "summary":
            rows = _summed(columns, rows, [name for name, _ in missing])
        fill(name, columns, rows, *([progress] if name == "hands" else []))
    fill("tables", TABLES, [*(_told(*table) for table in tables), *(_absent(*one) for one in missing)])


def _joined(tables: Sequence[tuple[tuple[str, ...], Iterable[Values]]]) -> tuple[tuple[str, ...], Iterator[Values]]:
    """Rows below each other; empty where a table has no such column, since its games have no such mark."""
    columns = tuple(dict.fromkeys(name for names, _ in tables for name in names))

    def rows() -> Iterator[Values]:
        for names, values in tables:
            places = [names.index(name) if name in names else None for name in columns]
            for row in values:
                yield tuple(None if place is None else row[place] for place in places)

    return columns, rows()


def _summed(columns: Sequence[str], rows: Iterable[Values], missing: Sequence[str]) -> Iterator[Values]:
    """The lines of all days by day, and in the place of the tables' sums that of all; what it lacks is said there."""
    lines: list[Values] = []
    totals: list[Values] = []
    for row in rows:
        (totals if row[0] == _TOTAL else lines).append(row)
    yield from sorted(lines, key=lambda row: (row[0], row[1], row[2]))
    first = columns.index("shoes")
    sums: list[Any] = [sum(row[i] or 0 for row in totals) for i in range(first, len(columns))]
    yield f"{_TOTAL} without {', '.join(missing)}" if missing else _TOTAL, "", "", *sums


def _told(path: Path, record: Extract, one: About) -> tuple[Any, ...]:
    names = ", ".join(dict.fromkeys(shoe.table for shoe in record.listed()))
    last = one.segments[-1] if one.segments else None
    row, head = (last.last, short(last.head)) if last else (0, "")
    return names, one.unit, one.shoes, one.hands, one.voided, row, head, path.name, ""


def _absent(name: str, why: Part) -> tuple[Any, ...]:
    return name, "", None, None, None, None, "", "", str(why)
