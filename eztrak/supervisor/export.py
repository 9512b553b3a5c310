"""Exports: the chosen shoes into a folder or a file, whole or not at all.

Everything is written under a name that ends in `.part` beside the place where it belongs, brought to the disk, and
renamed last. Whatever goes wrong before that leaves nothing behind.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import timedelta
from pathlib import Path
from typing import TypeAlias

from eztrak.appliance import clock
from eztrak.appliance.paths import is_folder, sync
from eztrak.journal.extract import Choice, Extract, extract
from eztrak.journal.lookup import Lookup
from eztrak.supervisor import csv_folder, json_lines, workbook
from eztrak.supervisor.about import About, about, sign
from eztrak.supervisor.days import day_of
from eztrak.supervisor.errors import RefusedError
from eztrak.supervisor.progress import Progress
from eztrak.voice.reasons import reason
from eztrak.voice.said import All, Part, Said, listed

Writing: TypeAlias = Callable[[Extract, About, Path, Callable[[int], None]], None]

FORMATS: dict[str, Writing] = {"csv": csv_folder.write, "jsonl": json_lines.write, "xlsx": workbook.write}


def export(
    database: Path,
    choice: Choice,
    form: str,
    out: Path,
    force: bool = False,
    key: Path | None = None,
    progress: Progress | None = None,
) -> About:
    """Writes the export and says what is in it. Raises RefusedError, and JournalError for a database that is none."""
    allowed(out, force)
    with closing(extract(database, choice, placed=True)) as record:
        described = about(record, choice, clock.moment().at)
        if not described.shoes:
            raise nothing_found(choice, database)
        if key:
            described = sign(described, key)
        if progress:
            progress.expect(described.entered + described.rows)
        with whole(out) as part:
            FORMATS[form](record, described, part, progress or _unseen)
    return described


def _unseen(_: int) -> None:
    """Nobody watches."""


def nothing_found(choice: Choice, database: Path) -> RefusedError:
    """Why there is nothing to list, to export or to report, and what there is instead."""
    wanted: list[Part] = [] if choice.shoe is None else [Said("shoe {shoe}", shoe=choice.shoe)]
    wanted += [choice.table] if choice.table is not None else []
    wanted += [] if choice.dealer is None else [Said("dealer {dealer}", dealer=choice.dealer)]
    wanted += [_days(choice)] if choice.since or choice.until else []
    nothing = Said("nothing found for {asked}", asked=All(tuple(wanted), ", ")) if wanted else Said("nothing found")
    instead = _instead(choice, database)
    return RefusedError("{path}: {what}", path=database, what=All((nothing, instead) if instead else (nothing,)))


def _days(choice: Choice) -> Part:
    first = day_of(choice.since) if choice.since else None
    last = day_of(choice.until) - timedelta(days=1) if choice.until else None
    if first and last:
        return str(first) if first == last else Said("{first} to {last}", first=str(first), last=str(last))
    return Said("{day} or later", day=str(first)) if first else Said("{day} or before", day=str(last))


def _instead(choice: Choice, database: Path) -> Said:
    with closing(Lookup(database)) as lookup:
        newest = lookup.newest(1)
        if not newest:
            return Said("there are no shoes yet")
        if choice.shoe is not None:
            known = lookup.shoe(choice.shoe)
            return Said() if known else Said("the newest is shoe {shoe}", shoe=newest[0].number)
        tables = lookup.tables()
        if choice.table is not None and choice.table.lower() not in map(str.lower, tables):
            return Said("the shoes here are from {tables}", tables=listed(tables))
        if not choice.whole_days:
            return Said()
        started = [lookup.before(choice.since), lookup.after(choice.until) if choice.until else None]
        near = sorted(day_of(at) for at in started if at)
        return Said("the nearest shoes are from {days}", days=listed(map(str, near))) if near else Said()


def allowed(out: Path, force: bool) -> None:
    """Refuses what stands in the way; with force only a file, or a folder that is an export."""
    if not is_folder(out.parent):
        raise RefusedError("{path}: there is no such folder", path=out.parent)
    if not os.path.lexists(out):
        return
    if not force:
        raise RefusedError("{path}: already exists; --force replaces it", path=out)
    if out.is_dir() and any(out.iterdir()) and not (out / "about.json").is_file():
        raise RefusedError("{path}: is a folder that is not an export; it was left as it is", path=out)


@contextmanager
def whole(out: Path) -> Iterator[Path]:
    """A name to write to, which becomes `out` when all went well, and is gone when not."""
    part = out.with_name(f".{out.name}.part")
    _remove(part)  # of a run that lost its power
    try:
        yield part
        _keep(part, out)
    except OSError as fault:
        raise RefusedError("{path}: cannot be written: {why}", path=out, why=reason(fault)) from fault
    finally:
        with suppress(OSError):
            _remove(part)


def _keep(part: Path, out: Path) -> None:
    for path in [part, *part.rglob("*")] if part.is_dir() else [part]:
        sync(path)
    if out.is_dir() and not out.is_symlink():
        old = out.with_name(f".{out.name}.old")
        _remove(old)
        out.rename(old)
        part.rename(out)
        _remove(old)
    else:
        if part.is_dir():
            out.unlink(missing_ok=True)
        part.rename(out)
    sync(out.parent)


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
