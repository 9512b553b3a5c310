"""What an inspector sees of an export with nothing but `eztrak-check`: that it is what a unit wrote, or what is not."""

import base64
import hashlib
import json
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from eztrak.release import check
from eztrak.release.check import FORMS, main
from eztrak.supervisor.about import FORM
from eztrak.supervisor.csv_folder import CsvFolder
from eztrak.supervisor.proof import prove
from eztrak.table.fingerprint import fingerprint

Capture = pytest.CaptureFixture[str]
EXPORTS = Path(__file__).parent.parent / "supervisor/exports"
CODE = "7K3M-Q2ZD-9FXA"
ROWS = {
    1: {"csv": 16, "jsonl": 26, "xlsx": 7},
    2: {"csv": 16, "jsonl": 26, "xlsx": 7},
    3: {"csv": 21, "jsonl": 28, "xlsx": 8},
    4: {"csv": 24, "jsonl": 33, "xlsx": 12},
    5: {"csv": 26, "jsonl": 36, "xlsx": 12},
}


def checked(capsys: Capture, export: Path, *options: str) -> tuple[int, list[str]]:
    status = main([str(export), *options])
    return status, capsys.readouterr().out.splitlines()


def wrong(capsys: Capture, export: Path, *options: str) -> list[str]:
    """Without what the samples from form 4 on have on record of its software."""
    status, lines = checked(capsys, export, *options)
    assert status == 1
    faults = [line.removeprefix("WRONG  ") for line in lines if line.startswith("WRONG")]
    return [line for line in faults if not line.endswith((": changed: lib/eztrak/table/stats.py", "as it should be"))]


@pytest.mark.parametrize("kind", ["csv", "jsonl", "xlsx"])
@pytest.mark.parametrize("form", ROWS)
def test_an_export_of_each_form_is_what_a_unit_wrote(form: int, kind: str, capsys: Capture) -> None:
    assert FORMS == FORM == max(ROWS)
    export = EXPORTS / f"form-{form}.{kind}"
    key = ["--key", str(export.with_suffix(".pub"))] if kind == "jsonl" else []
    if form > 3:
        assert wrong(capsys, export, *key) == []
    else:
        status, lines = checked(capsys, export, *key)
        assert (status, lines[-1]) == (0, f"well   {ROWS[form][kind]} rows, and all shoes and hands")


def test_it_tells_who_wrote_and_signed_it_each_seal_and_what_was_confirmed(capsys: Capture) -> None:
    status, lines = checked(capsys, EXPORTS / "form-4.jsonl")
    about = json.loads((EXPORTS / "form-4.jsonl").read_text().splitlines()[0])
    signer, unit = lines.pop(1), lines.pop(1)
    assert signer.startswith("signed by key ")
    whose = fingerprint(about["heads"][0]["unit"])  # as `eztrak verify` and doctor tell it
    assert unit == f"row 36, and all before it, is signed by the unit's key {whose}"
    assert status == 1
    assert lines[0] == f"export of form 4, written {about['written_at']} by eztrak 0.9.0, code {CODE}"
    seals = [
        row["seal"] or "not yet"
        for row in map(json.loads, (EXPORTS / "form-4.jsonl").read_text().splitlines())
        if row["line"] == "shoe"
    ]
    assert [line.split("seal ")[1] for line in lines[1:5]] == [f"{seal}, {CODE}" for seal in seals]
    assert lines[5:] == [
        "row 32 (2026-01-05T20:23:00.125Z): supervisor 1 confirmed it: changed: lib/eztrak/table/stats.py",
        "WRONG  row 31 (2026-01-05T20:22:00.125Z): changed: lib/eztrak/table/stats.py",
        "WRONG  1 not as it should be",
    ]


def test_shoes_that_another_release_dealt_are_named(capsys: Capture) -> None:
    assert wrong(capsys, EXPORTS / "form-4.csv", "--code", CODE.lower()) == []
    assert wrong(capsys, EXPORTS / "form-4.csv", "--code", "AAAA-BBBB-CCCC") == [
        "shoe 1 was not dealt with AAAA-BBBB-CCCC alone"
    ]
    assert wrong(capsys, EXPORTS / "form-2.csv", "--code", CODE) == [f"shoe 1 was not dealt with {CODE} alone"]


@pytest.mark.parametrize(
    ("file", "before", "after", "said"),
    [
        ("hands.csv", "1,4,P,0,", "1,4,B,0,", "shoe 1 hand 4: outcome is 'B', the rows say 'P'"),
        ("hands.csv", "1,4,P,0,", "1,4,P,1,", "shoe 1 hand 4: natural is '1', the rows say '0'"),
        ("hands.csv", "1,4,P,0,", "1,9,P,0,", "shoe 1 hand 9: the rows know no such hand"),
        ("hands.csv", "1,4,P,0,", "1,3,P,0,", "shoe 1 hand 4: is missing"),
        ("hands.csv", ",23,45,", ",23,46,", "shoe 1 hand 6: banker_cards is '46', the rows say '45'"),
        ("hands.csv", "20:07:00.125Z", "20:07:01.125Z", "entered_at is '2026-01-05T20:07:01.125Z', the rows say"),
        ("shoes.csv", "MP91-59D2", "MP91-59D3", "shoe 1: seal is '6KQ5-A613-9YG2-MP91-59D3', the rows say"),
        ("shoes.csv", ",6,0,1,", ",7,0,0,", "shoe 1: voided is '0', the rows say '1'"),
        ("journal.jsonl", r"\"outcome\":\"T\"", r"\"outcome\":\"B\"", "does not follow the row before, or was changed"),
        ("about.json", '"last": 33', '"last": 32', "row 32: is not the one that the export ends with"),
        ("about.json", '"shoe": 1', '"shoe": null', "shoe 2: is missing"),
        ("about.json", '"export": 4', '"export": 6', "is of form 6; this eztrak-check knows forms 1 to 5"),
        ("about.json", '"voided": 1', '"voided": 0', "voided: 0, the rows say 1"),
        ("about.json", '"id": "commission-pairs"', '"id": "commission"', ": is not as it was dealt"),
        ("about.json", '"eztrak": "', '"eztrac": "', "KeyError: 'eztrak'"),
        (
            "shoes.csv",
            ",commission-pairs,",
            ",commission,",
            "shoe 1: game is 'commission', the rows say 'commission-pairs'",
        ),
        ("shoes.csv", "'=1+2", "'=1+3", "shoe 1: table_name is '=1+3 貴賓', the rows say '=1+2 貴賓'"),
        ("about.json", '"segments"', '"segment"', "KeyError: 'segments'"),
    ],
)
def test_whatever_is_changed_in_an_export_is_named(
    tmp_path: Path, capsys: Capture, file: str, before: str, after: str, said: str
) -> None:
    export = tmp_path / "form-4.csv"
    shutil.copytree(EXPORTS / export.name, export)
    text = (export / file).read_text(encoding="utf-8")
    assert before in text
    (export / file).write_text(text.replace(before, after, 1), encoding="utf-8", newline="")
    assert said in "\n".join(wrong(capsys, export))


def test_whoever_writes_all_rows_anew_has_other_seals_and_no_signature(tmp_path: Path, capsys: Capture) -> None:
    """Hashes that fit are no proof: the recording of the board has another seal."""
    sample = EXPORTS / "form-4.jsonl"
    lines = [json.loads(line) for line in sample.read_text(encoding="utf-8").splitlines()]
    about, rows = lines[0], [line for line in lines if line["line"] == "journal"]
    (first,) = (
        row for row in rows if row["kind"] == "hand" and '"hand":1,' in row["data"] and '"shoe":1,' in row["data"]
    )
    first["data"] = first["data"].replace('"P"', '"B"')
    before = about["segments"][0]["before"]
    for row in rows:
        content = [before, *(row[name] for name in ("seq", "at", "mono", "boot", "kind", "data"))]
        before = row["hash"] = hashlib.sha256(json.dumps(content, ensure_ascii=False).encode()).hexdigest()
    about["segments"][0]["head"] = before
    forged = tmp_path / "forged.jsonl"
    forged.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")
    faults = wrong(capsys, forged, "--key", str(EXPORTS / "form-4.pub"))
    assert "the signature does not match the export" in faults
    assert "the unit's signature over row 36 does not match" in faults
    assert any(line.startswith("shoe 1: seal is '6KQ5-A613-9YG2-MP91-59D2', the rows say ") for line in faults)
    del about["signature"], about["key"]
    forged.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")
    assert "it is not signed by the key that was given" in wrong(capsys, forged, "--key", str(EXPORTS / "form-4.pub"))


OTHER = "A6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbk="
NOT_GIVEN = "it is not signed by the key that was given"


@pytest.mark.parametrize(
    ("unit", "said"),
    [(None, []), (OTHER, ["the unit's signature over row 36 does not match", NOT_GIVEN]), ("", [NOT_GIVEN])],
)
def test_the_units_key_vouches_for_an_export_that_nobody_else_signed(
    tmp_path: Path, capsys: Capture, unit: str | None, said: list[str]
) -> None:
    first, *rest = (EXPORTS / "form-4.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    about = json.loads(first)
    del about["signature"], about["key"]
    own = base64.b64decode(about["heads"][0]["unit"])
    pem = base64.b64encode(bytes.fromhex("302a300506032b6570032100") + own).decode()
    (tmp_path / "unit.pub").write_text(f"-----BEGIN PUBLIC KEY-----\n{pem}\n-----END PUBLIC KEY-----\n")
    if unit is not None:
        about["heads"] = [about["heads"][0] | {"unit": unit}] if unit else []
    export = tmp_path / "export.jsonl"
    export.write_text("".join([json.dumps(about, ensure_ascii=False) + "\n", *rest]), encoding="utf-8")
    assert wrong(capsys, export, "--key", str(tmp_path / "unit.pub")) == said


def test_it_runs_alone_on_a_zip_of_an_export_and_on_a_workbook(tmp_path: Path) -> None:
    alone = tmp_path / "eztrak-check"
    shutil.copy(check.__file__, alone)
    packed = Path(shutil.make_archive(str(tmp_path / "export"), "zip", EXPORTS, "form-3.csv"))
    for export, rows in ((packed, 21), (EXPORTS / "form-3.xlsx", 8)):
        done = subprocess.run([sys.executable, "-I", "-S", alone, export], capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.endswith(f"well   {rows} rows, and all shoes and hands\n")


def test_a_hand_that_is_changed_in_a_workbook_is_named(tmp_path: Path, capsys: Capture) -> None:
    changed = tmp_path / "form-3.xlsx"
    with zipfile.ZipFile(EXPORTS / changed.name) as sample, zipfile.ZipFile(changed, "w", zipfile.ZIP_DEFLATED) as out:
        for name in sample.namelist():
            part = sample.read(name)
            if name == "xl/worksheets/sheet2.xml":
                assert part.count(b"<t>P</t>") == 1
                part = part.replace(b"<t>P</t>", b"<t>B</t>")
            out.writestr(name, part)
    assert wrong(capsys, changed) == ["shoe 4 hand 1: outcome is 'B', the rows say 'P'"]


@pytest.mark.parametrize("content", [b"", b"PK", b"{}", b'{"line":"about"}\n', b"\xff\xfe", b"[" * 100_000])
def test_a_file_that_is_no_export_is_wrong_and_ends_nothing(tmp_path: Path, capsys: Capture, content: bytes) -> None:
    file = tmp_path / "export"
    file.write_bytes(content)
    status, lines = checked(capsys, file)
    assert (status, len(lines)) == (1, 1)
    assert lines[0].startswith(f"WRONG  {file}: ")


@pytest.mark.parametrize(
    ("before", "after", "column"),
    [
        ("2026-01-05 12:06:00,UTC", "2026-01-05 13:06:00,UTC", "local_time"),
        ("UTC-08:00", "UTC-07:00", "utc_offset"),
        (",2026-01-05,", ",2026-01-06,", "day"),
        ("evdev: USB keypad", "evdev: USB kaypad", "source"),
    ],
)
def test_where_and_when_a_hand_was_typed_is_what_the_rows_tell(
    tmp_path: Path, capsys: Capture, before: str, after: str, column: str
) -> None:
    out = Path(shutil.copytree(EXPORTS / "form-5.csv", tmp_path / "out"))
    hands = out / "hands.csv"
    text = hands.read_text("utf-8-sig")
    assert before in text
    hands.write_text(text.replace(before, after, 1), "utf-8")
    assert any(f": {column} is " in line for line in wrong(capsys, out))
    verified, _ = prove(CsvFolder(out))
    assert f"{column} is " in str(verified.faults[0])
