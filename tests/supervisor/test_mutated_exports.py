"""Exports with any damage: each is refused in words, or is still the same to whoever reads it. Never a traceback.

EZTRAK_MUTATIONS sets how many of each kind are tried; EZTRAK_SEED where they begin.
"""

import io
import json
import os
import shutil
import zipfile
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from random import Random

import openpyxl
import pytest
from test_exports import FORMATS, exported, hands_of, keep, rows_in

from eztrak.cli import main
from eztrak.game.first import first_game
from eztrak.game.notation import parse
from eztrak.supervisor import csv_folder
from eztrak.supervisor.proof import prove, reading_of
from eztrak.table import commands as c

MUTATIONS = int(os.environ.get("EZTRAK_MUTATIONS", "1000"))
SEED = int(os.environ.get("EZTRAK_SEED", "14"))
# What a spreadsheet, a program and a person may come across in the wrong place.
WORDS = (
    b"0",
    b"-1",
    b"9" * 30,
    b"1e999",
    b"null",
    b"true",
    b"{",
    b"[",
    b'"',
    b"\x00",
    b"\r",
    b",",
    b"'",
    b"=1",
    b"<f>1</f>",
)
UNPROVED = ("written_at", "eztrak", "wall")
Content = dict[str, bytes]  # of each file or part


def _flip(data: bytearray, deal: Random) -> None:
    data[deal.randrange(len(data))] ^= 1 << deal.randrange(8)


def _cut(data: bytearray, deal: Random) -> None:
    del data[deal.randrange(len(data)) :]


def _lose(data: bytearray, deal: Random) -> None:
    at = deal.randrange(len(data))
    del data[at : at + deal.randint(1, 40)]


def _repeat(data: bytearray, deal: Random) -> None:
    at, to = deal.randrange(len(data)), deal.randrange(len(data))
    data[to:to] = data[at : at + deal.randint(1, 200)]


def _noise(data: bytearray, deal: Random) -> None:
    at = deal.randrange(len(data))
    data[at : at + deal.randint(0, 8)] = deal.randbytes(deal.randint(1, 8))


def _word(data: bytearray, deal: Random) -> None:
    at = deal.randrange(len(data))
    data[at : at + deal.randint(0, 3)] = deal.choice(WORDS)


def _digit(data: bytearray, deal: Random) -> None:
    places = [at for at, byte in enumerate(data) if 48 <= byte <= 57]
    if places:
        data[deal.choice(places)] = deal.randint(48, 57)


def _line(data: bytearray, deal: Random) -> None:
    """Lines that change places, come twice or go."""
    lines = bytes(data).splitlines(keepends=True)
    at, to = deal.randrange(len(lines)), deal.randrange(len(lines))
    match deal.randrange(3):
        case 0:
            lines[at], lines[to] = lines[to], lines[at]
        case 1:
            lines.insert(to, lines[at])
        case _:
            del lines[at]
    data[:] = b"".join(lines)


BYTES: list[Callable[[bytearray, Random], None]] = [_flip, _cut, _lose, _repeat, _noise, _word, _digit, _line]


def damaged(content: Content, deal: Random) -> Content:
    """The same with some bytes, or a whole part, not as they were."""
    made = dict(content)
    # What only says who wrote a workbook and how it is coloured is none of its content.
    name = deal.choice([name for name in sorted(made) if not name.startswith(("docProps/", "xl/theme/"))])
    match deal.randrange(12):
        case 0:
            del made[name]
        case 1:
            other = deal.choice(sorted(made))
            made[name], made[other] = made[other], made[name]
        case 2:
            made[name] = b""
        case _:
            for _ in range(deal.choice((1, 1, 1, 2, 5))):
                data = bytearray(made[name])
                if data:
                    deal.choice(BYTES)(data, deal)
                made[name] = bytes(data)
    return made


def read(out: Path) -> Content:
    if out.is_dir():
        return {path.name: path.read_bytes() for path in out.iterdir()}
    if out.suffix == ".jsonl":
        return {"": out.read_bytes()}
    with zipfile.ZipFile(out) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def write(out: Path, content: Content, deal: Random) -> None:
    if out.suffix == ".csv":
        shutil.rmtree(out, ignore_errors=True)
        out.mkdir()
        for name, data in content.items():
            (out / name).write_bytes(data)
    elif out.suffix == ".jsonl":
        out.write_bytes(content.get("", b""))
    else:
        held = io.BytesIO()
        with zipfile.ZipFile(held, "w", deal.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))) as packed:
            for name, data in content.items():
                packed.writestr(name, data)
        data = bytearray(held.getvalue())
        if deal.random() < 0.3:  # the zip itself, its list of parts included
            tail = data[-600:]
            deal.choice(BYTES)(tail if deal.random() < 0.5 else data, deal)
            data[-600:] = tail
        out.write_bytes(data)


def verified(out: Path) -> dict[str, object]:
    """What an export says, by somebody else's code: the tables, the journal, and how much there is."""
    if out.suffix == ".xlsx":
        book = openpyxl.load_workbook(io.BytesIO(out.read_bytes()))
        return {sheet.title: list(sheet.iter_rows(values_only=True)) for sheet in book}
    tables: dict[str, object] = {name: rows_in(out, name) for name in ("shoes", "hands", "corrections")}
    if out.is_dir():
        tables["journal"] = [json.loads(line) for line in (out / "journal.jsonl").read_text("utf-8").splitlines()]
        tables["about"] = json.loads((out / "about.json").read_text("utf-8"))
    else:
        lines = [json.loads(line) for line in out.read_text("utf-8").split("\n") if line]
        tables["journal"] = [line for line in lines if line["line"] == "journal"]
        (tables["about"],) = (line for line in lines if line["line"] == "about")
    return tables


def unproved(said: dict[str, object]) -> dict[str, object]:
    """Without when and by which version it was written, and by what clock: only a signature holds these. What a clock
    makes of the rows is compared."""
    about = said["about"]
    if isinstance(about, dict):
        return said | {"about": {k: v for k, v in about.items() if k not in UNPROVED}}
    assert isinstance(about, list)
    return said | {"about": [row for row in about if row[0] not in UNPROVED]}


def _shown(out: Path) -> dict[str, object] | None:
    """None for a workbook that openpyxl does not open, as for an attribute that it does not know: nobody is misled."""
    try:
        return unproved(verified(out))
    except Exception:
        if out.suffix != ".xlsx":
            raise
        return None


def _unpacked(out: Path) -> Path:
    folder = out.with_name("unpacked.csv")
    shutil.rmtree(folder, ignore_errors=True)
    with zipfile.ZipFile(out) as packed:
        packed.extractall(folder)
    (inside,) = folder.iterdir()
    return inside


def _verified(out: Path) -> int:
    said = io.StringIO()
    with redirect_stdout(said), redirect_stderr(said):
        status = main(["verify", str(out)])
    assert said.getvalue().startswith(f"{out}: {'all well' if status == 0 else 'NOT as it was written'}")
    return status


@pytest.fixture
def small(tmp_path: Path) -> Path:
    return keep(
        tmp_path / "t.db",
        "Table 1",
        c.SetDealer(7, "supervisor 1"),
        *hands_of("P Bn B7"),
        c.TakeBack(),
        *hands_of("T P8"),
        c.ChangeHand(1, 1, parse("T", first_game())[0], "supervisor 1", "@wrong key"),
    )


@pytest.mark.parametrize("form", [*FORMATS, "zip"])
def test_an_export_with_any_damage_is_told_in_words_or_is_the_same(small: Path, tmp_path: Path, form: str) -> None:
    whole = exported(small, form if form != "zip" else "csv")
    content, same = read(whole), unproved(verified(whole))
    if form == "zip":
        content = {f"x/{name}": data for name, data in content.items()}
        assert set(content) == {f"x/{name}" for name in csv_folder.FILES}
    taken = 0
    for number in range(MUTATIONS):
        deal = Random(f"{SEED} {form} {number}")
        out = tmp_path / f"damaged.{form}"
        write(out, damaged(content, deal), deal)
        export = reading_of(out)
        assert export, f"{number}: is taken for a database"
        finding, _ = prove(export)
        if number % 50 == 0:  # what is typed takes longer than the check itself
            assert _verified(out) == (1 if finding.faults else 0)
        if finding.faults:
            continue
        taken += 1
        out = _unpacked(out) if form == "zip" else out
        if (shown := _shown(out)) is not None:
            assert shown == same, number
    assert taken < MUTATIONS / 2
