"""What is made beside the page: the files of a download, in a folder that the page has made for it."""

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Self

from eztrak.appliance.health import LEAST_FREE
from eztrak.journal.extract import Choice
from eztrak.supervisor.errors import RefusedError
from eztrak.supervisor.export import export
from eztrak.supervisor.pit.beside import BusyError
from eztrak.supervisor.progress import Progress
from eztrak.supervisor.together import Missing, together


def make_export(database: Path, choice: Choice, form: str, out: Path) -> None:
    with Sparing(out.parent) as sparing:
        export(database, choice, form, out, progress=sparing)


def make_room(tables: Sequence[tuple[str, Path]], choice: Choice, missing: Missing, form: str, out: Path) -> None:
    """The export of every table that has something, each by the table's name. Raises RefusedError where none has."""
    out.mkdir()
    nothing: RefusedError | None = None
    for name, database in tables:
        try:
            make_export(database, choice, form, out / f"{name}{'.xlsx' if form == 'xlsx' else ''}")
        except RefusedError as fault:
            nothing = fault
    if nothing and not any(out.iterdir()):
        raise nothing
    if missing:
        (out / "not-in-here.txt").write_text("".join(f"{name}: {why}\n" for name, why in missing), encoding="utf-8")


def make_workbook(databases: Sequence[Path], choice: Choice, missing: Missing, out: Path) -> None:
    """All tables in one, for whoever adds them up."""
    with Sparing(out.parent) as sparing:
        together(databases, choice, out, False, sparing, missing)


class Sparing(Progress):
    """Looks at the disk as the rows go there."""

    def __init__(self, folder: Path) -> None:
        super().__init__("download")
        self._folder = folder

    def __enter__(self) -> Self:
        self.at(0, 0)
        return self

    def at(self, done: int, total: int) -> None:
        super().at(done, total)
        if shutil.disk_usage(self._folder).free < LEAST_FREE:
            raise BusyError("The disk is too full for a download; the board needs what is left.")
