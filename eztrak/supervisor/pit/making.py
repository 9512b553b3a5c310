"""What is made beside the page: the files of a download, in a folder that the page has made for it."""

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from eztrak.appliance.health import LEAST_FREE
from eztrak.journal.extract import Choice
from eztrak.supervisor.errors import RefusedError
from eztrak.supervisor.export import export
from eztrak.supervisor.pit.beside import BusyError
from eztrak.supervisor.progress import Progress
from eztrak.supervisor.report import Style, report
from eztrak.supervisor.together import Missing, together
from eztrak.voice.said import Part


@dataclass(frozen=True, slots=True)
class Wanted:
    database: Path
    choice: Choice
    title: Part  # of a report


def make_report(wanted: Wanted, made: Path, style: Style) -> None:
    report(wanted.database, wanted.choice, wanted.title, made, style)


def make_together(
    databases: Sequence[Path],
    choice: Choice,
    title: Part,
    missing: Missing,
    made: Path,
    style: Style,
) -> None:
    """One report of all tables, with those that cannot be read named in it."""
    report(databases[0], choice, title, made, style, others=databases[1:], missing=missing)


def make_export(wanted: Wanted, made: Path, form: str) -> None:
    with Sparing(made.parent) as sparing:
        sparing.at(0, 0)
        export(wanted.database, wanted.choice, form, made, progress=sparing)


def make_room(
    tables: Sequence[tuple[str, Path]], choice: Choice, made: Path, form: str, ending: str, missing: Missing
) -> None:
    """The export of every table that has something, each by the table's name. Raises RefusedError where none has."""
    made.mkdir()
    nothing: RefusedError | None = None
    with Sparing(made.parent) as sparing:
        for name, database in tables:
            sparing.at(0, 0)
            try:
                export(database, choice, form, made / f"{name}{ending}", progress=sparing)
            except RefusedError as fault:
                nothing = fault
    if nothing and not any(made.iterdir()):
        raise nothing
    if missing:
        (made / "not-in-here.txt").write_text("".join(f"{name}: {why}\n" for name, why in missing), encoding="utf-8")


def make_workbook(databases: Sequence[Path], choice: Choice, missing: Missing, made: Path) -> None:
    """All tables in one, for whoever adds them up."""
    with Sparing(made.parent) as sparing:
        sparing.at(0, 0)
        together(databases, choice, made, False, sparing, missing)


class Sparing(Progress):
    """Looks at the disk as the rows go there."""

    def __init__(self, folder: Path) -> None:
        super().__init__("download")
        self._folder = folder

    def at(self, done: int, total: int) -> None:
        super().at(done, total)
        if shutil.disk_usage(self._folder).free < LEAST_FREE:
            raise BusyError("The disk is too full for a download; the board needs what is left.")
