"""The exports in LibreOffice: opened without a screen, saved as CSV and as a workbook, and read back to the same hands.

    make office-test

Not among the daily tests: LibreOffice takes half a gigabyte to install.
"""

import csv
import shutil
import subprocess
from pathlib import Path

import openpyxl
import pytest
from test_exports import FIRST, exported, hands_of, keep, recorded

from eztrak.cli import main
from eztrak.game.notation import parse
from eztrak.table import commands as c

OFFICE = shutil.which("soffice") or shutil.which("libreoffice")
# What LibreOffice calls comma, quotes and UTF-8; then columns as they are, and every sheet for itself.
TEXT_COLUMNS = "/".join(f"{column}/2" for column in range(1, 60))
FROM_CSV = f"Text - txt - csv (StarCalc):44,34,76,1,{TEXT_COLUMNS}"
AS_CSV = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1"
TABLE = '=HYPERLINK("x") 貴賓廳, "007"'


@pytest.fixture
def history(tmp_path: Path) -> Path:
    """Texts that a spreadsheet likes to take for something else: formulas, figures with leading zeros, dates."""
    reasons = ("=1+2", "+1", "-3", "@sum", "007", "1/2", "2026-01-05", "1e5", "TRUE", "閒家", "a,b", 'say "no"', "'x")
    changes = [
        c.ChangeHand(1, 1, parse("BPT"[i % 3], FIRST)[0], "supervisor 1", text) for i, text in enumerate(reasons)
    ]
    return keep(
        tmp_path / "t.db", TABLE, c.SetDealer(7, "supervisor 1"), *hands_of("P Bn B7 P8 T Tf"), c.TakeBack(), *changes
    )


def converted(file: Path, to: str, folder: Path, *more: str) -> None:
    assert OFFICE
    profile = f"-env:UserInstallation=file://{folder.parent}/profile"
    subprocess.run(
        [OFFICE, profile, "--headless", *more, "--convert-to", to, "--outdir", folder, file],
        check=True,
        capture_output=True,
        timeout=180,
    )


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.skipif(OFFICE is None, reason="LibreOffice is not installed")
@pytest.mark.parametrize("name", ["shoes", "hands", "corrections"])
def test_a_csv_file_opens_as_it_was_written(history: Path, tmp_path: Path, name: str) -> None:
    """Opened as text in all columns it is the same; nothing in it becomes a formula or is cut off."""
    out = exported(history, "csv")
    converted(out / f"{name}.csv", AS_CSV, tmp_path / "again", f"--infilter={FROM_CSV}")
    (saved,) = (tmp_path / "again").iterdir()
    again = [{key: value.removeprefix("'") for key, value in row.items()} for row in rows_of(saved)]
    assert [_lenient(row) for row in again] == [_lenient(row) for row in recorded(history)[name]]


@pytest.mark.skipif(OFFICE is None, reason="LibreOffice is not installed")
def test_a_workbook_that_libreoffice_saved_again_is_still_proved(history: Path, tmp_path: Path) -> None:
    out = exported(history, "xlsx")
    converted(out, "xlsx:Calc MS Excel 2007 XML", tmp_path / "again")
    saved = tmp_path / "again" / out.name
    assert main(["verify", str(saved)]) == 0
    book = openpyxl.load_workbook(saved)
    assert not [cell for sheet in book for row in sheet.iter_rows() for cell in row if cell.data_type == "f"]
    assert book["shoes"]["B2"].value == TABLE


@pytest.mark.skipif(OFFICE is None, reason="LibreOffice is not installed")
@pytest.mark.parametrize("name", ["shoes", "hands", "corrections"])
def test_the_sheets_of_a_workbook_hold_the_same_rows(history: Path, tmp_path: Path, name: str) -> None:
    out = exported(history, "xlsx")
    converted(out, AS_CSV, tmp_path / "again")
    again = rows_of(tmp_path / "again" / f"out-{name}.csv")
    assert [_lenient(row) for row in again] == [_lenient(row) for row in recorded(history)[name]]


def _lenient(row: dict[str, str]) -> dict[str, str]:
    """Times as LibreOffice writes them: with a blank, without a zone."""
    times = {key: value.replace("T", " ").removesuffix("Z") for key, value in row.items() if key.endswith("at")}
    return row | times
