"""What leaves the unit on a stick: a workbook, the CSV folder, the report of the days as a PDF, the head of the
history (which makes the stick a witness), and SHA256SUMS."""

import re
from collections.abc import Sequence
from pathlib import Path

from eztrak.journal.extract import Choice
from eztrak.journal.witness import LISTED, head_of, line_of
from eztrak.supervisor.columns import Style
from eztrak.supervisor.export import export
from eztrak.supervisor.report import report
from eztrak.supervisor.stick import SUMS, digest
from eztrak.voice.said import Part


def files_of(database: Path, choice: Choice, name: str, title: Part, style: Style, into: Path) -> dict[str, Path]:
    """Makes what goes onto the stick in the folder `into`. Raises RefusedError and JournalError."""
    heads = into / f"{name}{LISTED}"
    heads.write_text(line_of(head_of(database)), encoding="utf-8")
    book, folder, paper = into / f"{name}.xlsx", into / f"{name}-csv", into / f"{name}.pdf"
    export(database, choice, "xlsx", book)
    export(database, choice, "csv", folder)
    report(database, choice, title, paper, style)
    return summed([book, paper, heads, *sorted(folder.iterdir())], into)


def summed(made: Sequence[Path], into: Path) -> dict[str, Path]:
    """Files in a folder by their names there, with the sums of all."""
    files = {str(path.relative_to(into)): path for path in made}
    sums = into / SUMS
    sums.write_text("".join(f"{digest(path)}  {name}\n" for name, path in files.items()), encoding="utf-8")
    return files | {SUMS: sums}


def name_of(table: str, since: str, until: str) -> str:
    """What the folder and the files are called: eztrak-Table-7-2026-11-10-to-2026-11-16."""
    plain = re.sub(r"[^A-Za-z0-9]+", "-", table).strip("-")
    return "-".join(filter(None, ["eztrak", plain, since if since == until else f"{since}-to-{until}"]))
