"""The dispute file of a hand: one click for a sheet that tells it and an extract that proves it."""

import io
import json
import re
import shutil
import subprocess
import sys
import zipfile
from contextlib import closing
from pathlib import Path

import pytest
from keeping import START, Keeping
from pit_evening import YESTERDAY, Browser, Pit, eztrak

from eztrak.appliance.unit_key import Place, UnitKey
from eztrak.display.theme import on_paper
from eztrak.display.words import Words
from eztrak.journal.chain import short
from eztrak.journal.journal import Journal
from eztrak.journal.lookup import Lookup
from eztrak.release import check
from eztrak.supervisor.columns import Style
from eztrak.supervisor.errors import RefusedError
from eztrak.supervisor.pit.dispute import EXTRACT, SHEET, make_dispute
from eztrak.table import commands as c
from eztrak.table import events as e
from eztrak.table.fingerprint import fingerprint

pytestmark = pytest.mark.skipif(not shutil.which("pdftotext"), reason="poppler-utils is not installed")
KEY = UnitKey(bytes(range(32)), bytes(32), Place.ROOT)
STYLE = Style("Cardroom", on_paper("light"), Words(("en",)))


def text_of(sheet: Path) -> str:
    said = subprocess.run(["pdftotext", "-layout", sheet, "-"], capture_output=True, text=True, check=True, timeout=60)
    return " ".join(said.stdout.split())


def test_the_pack_tells_the_hand_its_quarter_of_an_hour_and_its_seal_and_is_proved(
    browser: Browser, pit: Pit, tmp_path: Path
) -> None:
    assert b'href="/table/1/shoe/3/hand/41/dispute.zip"' in browser.get("/table/1/shoe/3/hand/41").body
    pack = browser.get("/table/1/shoe/3/hand/41/dispute.zip")
    assert pack.headers["Content-Disposition"] == 'attachment; filename="table-1-shoe-3-hand-41-dispute.zip"'
    with zipfile.ZipFile(io.BytesIO(pack.body)) as packed:
        packed.extractall(tmp_path)
    folder = tmp_path / "table-1-shoe-3-hand-41-dispute"
    assert sorted(path.name for path in folder.iterdir()) == [SHEET, EXTRACT]
    proved = eztrak(tmp_path, "verify", folder / EXTRACT)
    assert (proved.returncode, "all well: 115 rows, 1 shoe, 78 hands, 1 void" in proved.stdout) == (0, True)
    without_eztrak = subprocess.run(
        [sys.executable, check.__file__, folder / EXTRACT], capture_output=True, text=True, timeout=60, check=True
    )
    assert "well   115 rows, and all shoes and hands" in without_eztrak.stdout
    lookup = Lookup(pit.databases[0])
    shoe = lookup.shoe(3)
    lookup.close()
    assert shoe is not None
    text = text_of(folder / SHEET)
    for said in (
        "Hand 41 of shoe 3, Table 1",
        "14:27:20 entered: PLAYER (dealer 12)",
        "14:54:00 changed from PLAYER to TIE (supervisor 7: mis-keyed)",
        "Result TIE",
        "It pays Tie pays 8:1, Player is given back, Banker is given back",
        "In force EZ Baccarat Panda 8, 8 decks, rules of washington, the table: minimum 10, maximum 300",
        f"Seal of the shoe {shoe.seal}",
        "14:19:50 to 14:34:50",
        "shoe 3, hand 30: entered: PANDA 8 (dealer 12)",
        "shoe 3, hand 52: entered:",
        f"{EXTRACT} beside this sheet is shoe 3 with the 115 rows of the journal",
        "The unit has not signed these rows: the seal on the recording is what proves them.",
    ):
        assert said in text, said
    assert not re.search("hand (29|53): entered", text)  # before and after the quarter of an hour


def test_a_hand_that_is_not_there_has_no_pack(browser: Browser) -> None:
    answer = browser.get("/table/1/shoe/3/hand/80/dispute.zip")
    assert (answer.status, "shoe 3 has no hand 80; it has hands 1 to 79" in answer.text) == (404, True)


def test_the_sheet_names_the_key_of_a_unit_that_signs_and_a_seal_that_is_to_come(tmp_path: Path) -> None:
    unit = Keeping(tmp_path / "table.db").give(START)
    unit.journal.close()
    unit.journal = Journal(unit.path, "later", signer=KEY)
    unit.give(c.Note(e.UnitKeyed(KEY.public, "root", "", 0, 0, 0, 0))).shoe("P B T").shoe("B P")
    database = unit.close()
    made = tmp_path / "made"
    make_dispute(database, 2, 2, made, STYLE)
    text = text_of(made / SHEET)
    assert f"The unit has signed the last of these rows with its key {fingerprint(KEY.public)}." in text
    assert "The shoe has not ended: it has no seal yet." in text
    with pytest.raises(RefusedError, match="shoe 2 has no hand 9; it has hands 1 to 2"):
        make_dispute(database, 2, 9, tmp_path / "none", STYLE)


@pytest.mark.parametrize("language", ["zh_TW", "ko"])
def test_the_sheet_speaks_the_language_of_whoever_takes_it(tmp_path: Path, language: str) -> None:
    database = Keeping(tmp_path / "table.db").give(START).shoe("P B T").close()
    make_dispute(database, 1, 2, tmp_path / "made", Style("Cardroom", on_paper("light"), Words((language,))))
    text = text_of(tmp_path / "made" / SHEET)
    assert "entered" not in text
    assert "What happened" not in text


def test_a_days_report_lists_its_shoes_their_seals_and_its_corrections(
    browser: Browser, pit: Pit, tmp_path: Path
) -> None:
    sheet = tmp_path / "day.pdf"
    sheet.write_bytes(browser.get(f"/table/1/days/{YESTERDAY}/{YESTERDAY}/export.pdf").body)
    text = text_of(sheet)
    lookup = Lookup(pit.databases[0])
    shoes = [lookup.shoe(number) for number in (2, 3, 4)]
    lookup.close()
    for shoe in shoes:
        assert shoe is not None
        ends = f"{shoe.seal}" if shoe.seal else "not ended"
        assert re.search(rf"{shoe.number} Table 1 {YESTERDAY} \S+( – \S+)? {shoe.stats.hands} 1 \d {ends}", text)
    assert f"{YESTERDAY} 14:54:00 Table 1 3 41 changed from PLAYER to TIE (supervisor 7: mis-keyed)" in text


def test_a_rooms_report_has_the_shoes_seals_and_corrections_of_all_tables(
    browser: Browser, pit: Pit, tmp_path: Path
) -> None:
    """Also which row of each history was the newest, and which table is missing from the sums."""
    sheet = tmp_path / "room.pdf"
    sheet.write_bytes(browser.get(f"/days/{YESTERDAY}/{YESTERDAY}/all-tables.pdf").body)
    text = text_of(sheet)
    assert re.search(r"Table 1 3 178 3 .*Table 2 <b> 1 59 1 ", text)
    with closing(Lookup(pit.databases[0])) as one, closing(Lookup(pit.databases[1])) as two:
        seal, heads = one.shoe(3), (one.head(), two.head())
    assert seal is not None
    assert f"78 1 3 {seal.seal} 4 Table 1 {YESTERDAY} 16:00:00 29 1 1 not ended 1 Table 2 <b> {YESTERDAY}" in text
    assert f"{YESTERDAY} 14:54:00 Table 1 3 41 changed from PLAYER to TIE (supervisor 7: mis-keyed)" in text
    assert f"{YESTERDAY} 15:06:40 Table 2 <b> 1 10 voided, was" in text
    for name, (row, digest) in zip(("Table 1", "Table 2 <b>"), heads, strict=True):
        assert f"{name} history up to row {row}: {short(digest)}" in text
    assert "missing " in text.partition("Table 2 <b> history")[2]
    assert "there is no such file" in text
    own = tmp_path / "own.pdf"
    both = ("--db", pit.databases[0], "--with", pit.databases[1])
    said = eztrak(pit.home, "report", *both, "--day", YESTERDAY, "--out", own)
    assert said.stdout.startswith(f"{own}: ")
    assert "Table 2 <b> history up to row" in text_of(own)
    data = json.loads(eztrak(pit.home, "report", *both, "--day", YESTERDAY, "--json").stdout)
    assert (data["total"]["shoes"], data["total"]["hands"], set(data["tables"])) == (4, 237, {"Table 1", "Table 2 <b>"})
    assert "a shoe belongs to one table" in eztrak(pit.home, "report", *both, "--shoe", 1, "--out", own).stderr
