"""Exports carry the signature of the unit's key over their last rows: anybody can check it, without the unit."""

import base64
import json
from pathlib import Path

import pytest
from keeping import START, Keeping

from eztrak.appliance.unit_key import Place, UnitKey
from eztrak.journal.extract import ALL, Choice
from eztrak.journal.heads import signed
from eztrak.journal.journal import Journal
from eztrak.supervisor.export import export
from eztrak.supervisor.proof import prove, reading_of
from eztrak.table import commands as c
from eztrak.table import events as e
from eztrak.table.fingerprint import fingerprint

KEY = UnitKey(bytes(range(32)), bytes(32), Place.ROOT)
OTHER = UnitKey(bytes(range(1, 33)), bytes(32), Place.ROOT)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    unit = Keeping(tmp_path / "table.db").give(START)
    unit.journal.close()
    unit.journal = Journal(unit.path, "later", signer=KEY)
    unit.give(c.Note(e.UnitKeyed(KEY.public, "root", "", 0, 0, 0, 0))).shoe("P B T").shoe("B P").shoe("T")
    return unit.close()


def proof_of(path: Path) -> tuple[list[str], list[str]]:
    reading = reading_of(path)
    assert reading
    finding, _ = prove(reading)
    return list(map(str, finding.faults)), [str(note) for note in finding.notes if "signed by the key" in str(note)]


@pytest.mark.parametrize("form", ["csv", "jsonl", "xlsx"])
@pytest.mark.parametrize(("choice", "last"), [(ALL, 14), (Choice(shoe=1), 12)], ids=["all", "a shoe"])
def test_an_export_says_which_key_signs_its_last_row(
    database: Path, tmp_path: Path, form: str, choice: Choice, last: int
) -> None:
    out = tmp_path / f"out.{form}"
    export(database, choice, form, out)
    signed = f"journal row {last}, and all before it, is signed by the key {fingerprint(KEY.public)}"
    assert proof_of(out) == ([], [signed])


@pytest.mark.parametrize("name", ["unit", "by_unit"])
def test_a_signature_of_somebody_else_is_named(database: Path, tmp_path: Path, name: str) -> None:
    out = tmp_path / "out.jsonl"
    export(database, ALL, "jsonl", out)
    first, rest = out.read_text().split("\n", 1)
    about = json.loads(first)
    about["heads"][0][name] = OTHER.public
    out.write_text(json.dumps(about) + "\n" + rest)
    assert proof_of(out) == (["the unit's signature over journal row 14 does not fit"], [])


def rewritten(path: Path, heads: list[dict[str, object]]) -> Path:
    first, rest = path.read_text().split("\n", 1)
    about = {name: value for name, value in json.loads(first).items() if name != "heads"}
    path.write_text(json.dumps(about | ({"heads": heads} if heads else {})) + "\n" + rest)
    return path


def test_an_export_that_nobody_has_signed_says_so(database: Path, tmp_path: Path) -> None:
    """Whoever writes an export anew makes every hash right, and leaves away what he cannot make."""
    out = tmp_path / "out.jsonl"
    export(database, ALL, "jsonl", out)
    reading = reading_of(rewritten(out, []))
    assert reading
    finding, _ = prove(reading)
    said = "not signed: nothing in it says who wrote it. Seals, witnesses and the unit itself do"
    assert (finding.faults, said in list(map(str, finding.notes))) == ((), True)


def test_an_export_that_somebody_else_has_signed_names_both_keys(database: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    export(database, ALL, "jsonl", out)
    about = json.loads(out.read_text().split("\n", 1)[0])
    by = base64.b64encode(signed(OTHER, about["segments"][0]["head"])).decode()
    ours, theirs = fingerprint(KEY.public), fingerprint(OTHER.public)
    assert proof_of(rewritten(out, [{"seq": 14, "unit": OTHER.public, "by_unit": by}]))[0] == [
        f"journal row 14 is signed by the key {theirs}, but by its own rows {ours} signs"
    ]
