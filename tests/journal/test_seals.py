"""Every seal that a shoe ever had: made, kept, brought over from older schemas, and made again by whoever checks."""

import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest
from keeping import Keeping, before_tallies, select

from eztrak.cli import main
from eztrak.journal import schema
from eztrak.journal.chain import seal, short
from eztrak.journal.extract import ALL
from eztrak.journal.sealing import Sealing
from eztrak.journal.verify import quick_check, verify
from eztrak.supervisor.export import export
from eztrak.table import commands as c
from eztrak.table.events import ShoeEnded, ShoeSealed

BOSS = "supervisor 1"


@pytest.fixture
def corrected(keeping: Keeping) -> Keeping:
    """A shoe with three seals: it went on after its end, ended again, and was corrected after that."""
    keeping.shoe("P B7").give(c.NewShoe(), c.UndoShoe(c.DEALER)).shoe("T B")
    return keeping.give(c.VoidHand(1, 2, BOSS, "wrong key"))


def made(keeping: Keeping) -> list[str]:
    """The seals of shoe 1 by its rows, oldest first."""
    events = [(record.event, record.hash) for record in keeping.records]
    return [
        seal(digest, event.form)
        for event, digest in events
        if isinstance(event, ShoeEnded | ShoeSealed) and event.shoe == 1
    ]


def test_every_seal_of_a_shoe_is_listed_on_the_terminal_and_for_programs(
    corrected: Keeping, capsys: pytest.CaptureFixture[str]
) -> None:
    path, seals = corrected.close(), made(corrected)
    assert len(set(seals)) == 3
    assert main(["shoes", "--db", str(path)]) == 0
    before = f"seal {seals[2]} (before: {seals[0]}, {seals[1]})"
    assert before in capsys.readouterr().out.splitlines()[0]
    assert main(["shoe", "--db", str(path), "--id", "1"]) == 0
    assert before in capsys.readouterr().out


@pytest.mark.parametrize("form", ["csv", "jsonl", "xlsx"])
def test_an_export_has_every_seal_and_proves_it(
    corrected: Keeping, form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, seals = corrected.close(), made(corrected)
    out = tmp_path / ("out" if form == "csv" else f"out.{form}")
    export(path, ALL, form, out)
    options = [word for one in seals for word in ("--seal", one)]
    assert main(["verify", str(out), *options]) == 0
    assert "all well" in capsys.readouterr().out
    if form != "xlsx":
        file = out / "shoes.csv" if form == "csv" else out
        changed = file.read_bytes().replace(f"{seals[0]} {seals[1]}".encode(), f"{seals[1]}".encode())
        assert changed != file.read_bytes()
        file.write_bytes(changed)
        assert main(["verify", str(out)]) == 1
        assert "earlier_seals is" in capsys.readouterr().out


def test_a_shoe_that_went_on_before_seals_were_kept_has_them_after_the_update(keeping: Keeping) -> None:
    """Schema 3 kept one seal of a shoe; those of before are made of the rows, in the form in which they were shown."""
    keeping.shoe("P B7").give(c.NewShoe(), c.UndoShoe(c.DEALER)).shoe("T B")
    path = keeping.close()
    before_tallies(path, 3)
    assert verify(path).faults == ()
    with closing(schema.read_only(path)) as connection:
        shown = connection.execute("SELECT shoe, seal FROM seals ORDER BY shoe").fetchall()
        assert shown == select(path, "shoe, seal FROM shoes WHERE seal IS NOT NULL ORDER BY shoe")
    Keeping(path).close()
    ends = [record for record in keeping.records if isinstance(record.event, ShoeEnded)]
    assert select(path, "seq, seal FROM seals ORDER BY seq") == [
        (record.seq, seal(record.hash, record.event.form)) for record in ends if isinstance(record.event, ShoeEnded)
    ]


@pytest.mark.parametrize("threads", [1, 4])
def test_seals_made_beside_the_check_are_those_made_one_by_one(corrected: Keeping, threads: int) -> None:
    path, seals = corrected.close(), made(corrected)
    assert verify(path, seals, threads=threads).faults == ()
    quick_check(path)
    with closing(sqlite3.connect(":memory:")) as tables, closing(Sealing(threads)) as sealing:
        for statement in schema.PROJECTIONS:
            tables.execute(statement)
        digests = [f"{number:064x}" for number in range(5)]
        for number, digest in enumerate(digests):
            tables.execute("INSERT INTO seals VALUES (1, ?, '', ?)", (number, sealing(digest, 2)))
        tables.execute("INSERT INTO seals VALUES (2, 1, '', ?)", (sealing(digests[0], 1),))
        sealing.put(tables)
        seals = [made for (made,) in tables.execute("SELECT seal FROM seals ORDER BY shoe, seq")]
    assert seals == [*(seal(digest) for digest in digests), short(digests[0])]


def test_verify_knows_every_seal_that_was_ever_shown_and_no_other(corrected: Keeping) -> None:
    path, seals = corrected.close(), made(corrected)
    finding = verify(path, [*seals, "7K3M-Q2ZD-9FXA-31RS-8TWE"])
    (fault,) = map(str, finding.faults)
    assert fault.startswith("seal 7K3M-Q2ZD-9FXA-31RS-8TWE: no shoe here ends with it.")
    assert [one.name[:29] for one in finding.witnessed] == [f"seal {seal}" for seal in seals]
    assert finding.witnessed[0].name[29:].startswith(" of shoe ")


def test_the_foot_of_a_sheet_names_the_newest_row(corrected: Keeping, tmp_path: Path) -> None:
    """Whoever keeps the sheet is a witness."""
    path, newest = corrected.close(), corrected.records[-1]
    for options in ([], ["--shoe", "1"]):
        out = tmp_path / f"{len(options)}.pdf"
        assert main(["report", "--db", str(path), "--out", str(out), *options]) == 0
        text = subprocess.run(["pdftotext", "-layout", out, "-"], capture_output=True, text=True, check=True).stdout
        assert f"history up to row {newest.seq}: {short(newest.hash)}" in text
        assert main(["verify", str(path), "--witness", f"{newest.seq} {short(newest.hash)}"]) == 0
        if options:
            assert all(one in text for one in made(corrected))
