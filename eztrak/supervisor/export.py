"""Exports: the chosen shoes into a folder or a file, whole or not at all.

Everything is written under a name that ends in `.part` beside the place where it belongs, brought to the disk, and
renamed last. Whatever goes wrong before that leaves nothing behind.
"""

import os
import shutil
from collections.abc import Callable
from contextlib import closing, suppress
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
    record = extract(database, choice, placed=True)
    try:
        described = about(record, choice, clock.moment().at)
        if not described.shoes:
            raise nothing_found(choice, database)
        if key:
            described = sign(described, key)
        if progress:
            progress.expect(described.entered + described.rows)
        with whole(out) as part:
            FORMATS[form](record, described, part, progress or _unseen)
    finally:
        record.close()
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


class whole:  # noqa: N801 — reads as a word: `with whole(out) as part`
    """A name to write to, which becomes `out` when all went well, and is gone when not."""

    def __init__(self, out: Path) -> None:
        self._out = out
        self._part = out.with_name(f".{out.name}.part")

    def __enter__(self) -> Path:
        _remove(self._part)  # of a run that lost its power
        return self._part

    def __exit__(self, kind: object, fault: BaseException | None, trace: object) -> None:
        try:
            if fault is None:
                self._keep()
        except OSError as late:
            fault = late
        finally:
            with suppress(OSError):
                _remove(self._part)
        if isinstance(fault, OSError):
            raise RefusedError("{path}: cannot be written: {why}", path=self._out, why=reason(fault)) from fault

    def _keep(self) -> None:
        for path in [self._part, *self._part.rglob("*")] if self._part.is_dir() else [self._part]:
            sync(path)
        if self._out.is_dir() and not self._out.is_symlink():
            old = self._out.with_name(f".{self._out.name}.old")
            _remove(old)
            self._out.rename(old)
            self._part.rename(self._out)
            _remove(old)
        else:
            if self._part.is_dir():
                self._out.unlink(missing_ok=True)
            self._part.rename(self._out)
        sync(self._out.parent)


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
