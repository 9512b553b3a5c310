"""Attacks of somebody who owns the machine and makes the whole history anew, hashes, tables and seals and all: what
left the unit before tells. And hostile witnesses: they are named, and never believed more than the history."""

import json
import math
import shutil
from collections.abc import Callable
from itertools import count
from pathlib import Path

import advancing
import pytest
from keeping import START, Keeping, select

from eztrak.cli import main
from eztrak.display.theme import theme
from eztrak.display.words import Words
from eztrak.journal import chain
from eztrak.journal.chain import canonical, link, seal, short
from eztrak.journal.copy import lag
from eztrak.journal.extract import ALL
from eztrak.journal.verify import verify
from eztrak.journal.witness import LISTED, Head, head_of, keep, line_of, of_list, seen_of
from eztrak.supervisor.export import export
from eztrak.supervisor.pit.seen import Seen
from eztrak.supervisor.report import Style
from eztrak.supervisor.stick_files import files_of
from eztrak.table import commands as c
from eztrak.table.events import Moment, ShoeEnded, fields
from eztrak.upkeep import seen_readings
from eztrak.voice.times import local

TRUE, FORGED = "P Bn T B7", "P Bn B B7"


def evening(path: Path, *shoes: str) -> Path:
    """A history; two that begin alike are the same, row for row, up to where they differ."""
    keeping = Keeping(path).give(START)
    for notation in shoes:
        keeping.shoe(notation)
    return keeping.close()


@pytest.fixture
def history(tmp_path: Path) -> Path:
    """As it is found: somebody has changed a hand of the first shoe after its end, and made the rest anew."""
    return evening(tmp_path / "table.db", FORGED, "BBBB P", "T Tn P")


@pytest.fixture
def true(tmp_path: Path) -> Path:
    """As it was."""
    (tmp_path / "true").mkdir()
    return evening(tmp_path / "true" / "table.db", TRUE, "BBBB P", "T Tn P")


def test_a_history_made_anew_by_somebody_who_knows_how_looks_well_by_itself(history: Path, true: Path) -> None:
    assert verify(history).well
    assert verify(true).well
    assert select(history, "seal FROM shoes WHERE shoe = 1") != select(true, "seal FROM shoes WHERE shoe = 1")


# Two shoes with one seal, by a seal of fewer letters: what it costs, and with it what the whole one costs.


def end_of_shoe(hands: int, tries: int) -> str:
    """The hash of a shoe's end; whoever grinds turns the nanoseconds of its row."""
    moment = Moment("2026-01-01T21:00:00.000Z", tries, "boot-1")
    return link(f"{hands:064}", 99, moment, "shoe_end", canonical(fields(ShoeEnded(1, hands, 2))))


@pytest.mark.parametrize("letters", [2, 3, 4])
def test_two_shoes_with_one_seal_cost_the_square_root_of_all_seals(letters: int) -> None:
    seals: dict[str, tuple[int, int]] = {}
    for tries in count(1):
        for hands in (70, 71):
            code = short(end_of_shoe(hands, tries)).replace("-", "")[:letters]
            if code in seals and seals[code][0] != hands:
                assert 2 ** (2.5 * letters) / 16 < 2 * tries < 2 ** (2.5 * letters) * 16
                return
            seals[code] = hands, tries


def test_two_shoes_with_one_seal_cost_more_than_2_to_the_64_hashes() -> None:
    """Half of the seal's bits, for a birthday; and each try is a scrypt. Salsa20/8 has 8 rounds of 16 additions,
    rotations and exclusive ors each; SHA-256 has 64 rounds of 26 operations, and 48 words of its schedule of 13."""
    bits = 5 * len(seal("0" * 64).replace("-", ""))
    cores = 4 * chain._SCRYPT["n"] * chain._SCRYPT["r"] * chain._SCRYPT["p"]
    work = cores * (8 * 16 * 3 + 16) / (64 * 26 + 48 * 13)
    assert bits / 2 + math.log2(work) >= 64
    memory = 128 * chain._SCRYPT["n"] * chain._SCRYPT["r"]
    assert memory == 4 * 2**20


def test_the_form_of_a_seal_is_the_rows_own_and_a_shorter_one_is_named(tmp_path: Path) -> None:
    """Twelve letters cost minutes: who writes them today is not eztrak."""
    keeping = Keeping(tmp_path / "table.db").give(c.Start("0.9.0", "Table 1", START.terms)).give(c.NewShoe())
    keeping.append(ShoeEnded(1, 0, 1))
    path = keeping.close()
    assert select(path, "length(seal) FROM shoes") == [(14,)]
    assert any("form is nothing, but can only be 2" in str(said) for said in verify(path).strange)


# What left the unit in time, each kind of it.


def second_copy(true: Path, to: Path) -> list[str]:
    return [str(shutil.copy(true, to / "copy.db"))]


def exported(form: str) -> Callable[[Path, Path], list[str]]:
    def write(true: Path, to: Path) -> list[str]:
        out = to / f"export{'' if form == 'csv' else '.' + form}"
        export(true, ALL, form, out)
        return [str(out)]

    return write


def on_a_stick(true: Path, to: Path) -> list[str]:
    style = Style("Cardroom", theme("classic"), Words(("en",)))
    made = to / "making"
    made.mkdir()
    for name, path in files_of(true, ALL, "eztrak-Table-1", "all", style, made).items():
        (to / "stick" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, to / "stick" / name)
    shutil.rmtree(made)
    return [str(to / "stick")]


def of_the_page(true: Path, to: Path) -> list[str]:
    seen = Seen([true])
    seen.look()
    return [str(shutil.move(seen.path, to / f"pit{LISTED}"))]


def on_a_sheet(true: Path, _: Path) -> list[str]:
    head = head_of(true)
    return [f"{head.seq:,} {head.code}"]


def on_a_recording(true: Path, _: Path) -> list[str]:
    """The code in the corner of the board; as a tired eye reads it."""
    return [head_of(true).code.lower().replace("0", "o")]


WITNESSES = {
    "the second copy": second_copy,
    "an export as CSV": exported("csv"),
    "an export as JSON": exported("jsonl"),
    "an export as a workbook": exported("xlsx"),
    "a stick": on_a_stick,
    "the page's record": of_the_page,
    "a printed sheet": on_a_sheet,
    "the code on a recording": on_a_recording,
}


def asked(history: Path, witnesses: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, dict[str, object]]:
    arguments = [word for witness in witnesses for word in ("--witness", witness)]
    status = main(["verify", str(history), "--json", *arguments])
    return status, json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("kind", WITNESSES)
def test_what_has_seen_the_true_one_agrees_with_it(
    kind: str, true: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, output = asked(true, WITNESSES[kind](true, tmp_path), capsys)
    newest = head_of(true).seq
    assert (status, output["ok"], output["disputed"], output["open_since"]) == (0, True, [], newest + 1)


@pytest.mark.parametrize("kind", WITNESSES)
def test_a_sealed_shoe_changed_after_its_end_is_named_by(
    kind: str, history: Path, true: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, output = asked(history, WITNESSES[kind](true, tmp_path), capsys)
    assert (status, output["ok"], output["faults"], output["strange"]) == (1, False, [], [])
    newest, digest = head_of(true).seq, head_of(true).mark
    disputed = "\n".join(map(str, output["disputed"]))  # type: ignore[call-overload]
    assert short(digest) in disputed
    if kind != "the code on a recording":
        ((here,),) = select(history, f"hash FROM journal WHERE seq = {newest}")
        assert f"row {newest} is {short(here)} here, and {short(digest)} for" in disputed


@pytest.mark.parametrize("kind", WITNESSES)
def test_a_tail_that_was_cut_off_or_an_old_backup_in_its_place_is_named_by(
    kind: str, true: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    older = evening(tmp_path / "older.db", TRUE, "BB")
    status, output = asked(older, WITNESSES[kind](true, tmp_path), capsys)
    assert (status, output["faults"], output["strange"]) == (1, [], [])
    newest, last = head_of(true), head_of(older).seq
    disputed = "\n".join(map(str, output["disputed"]))  # type: ignore[call-overload]
    assert newest.code in disputed
    assert f"with row {last}" in disputed


def test_a_history_is_witnessed_up_to_where_it_was_seen_and_open_since(
    true: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    older = evening(tmp_path / "older.db", TRUE)
    ((first,),) = select(true, "seal FROM shoes WHERE shoe = 1")
    assert main(["verify", str(true), "--witness", str(older), "--seal", first]) == 0
    sealed, seen, rows = (select(true, "seq FROM seals ORDER BY seq"), head_of(older).seq, head_of(true).seq)
    ((table, began),) = select(true, "table_name, started_at FROM shoes WHERE shoe = 1")
    first_shoe = f"shoe 1, {table}, begun {local(began)}"
    said = capsys.readouterr().out.splitlines()[1:5]
    assert said == [
        f"sealed up to row {sealed[-1][0]}",
        f"witnessed up to row {sealed[0][0]} by seal {first} of {first_shoe}",
        f"witnessed up to row {seen} by {older}",
        f"open since row {sealed[0][0] + 1}: {rows - sealed[0][0]} rows that no witness asked here has seen",
    ]
    assert main(["verify", str(true)]) == 0
    assert "witnessed by nobody who was asked: --witness and --seal name them" in capsys.readouterr().out


def test_another_name_of_the_table_does_not_silence_who_has_seen_it(
    true: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The page's list has heads of several tables, by their names."""
    (witness,) = of_the_page(true, tmp_path)
    keeping = Keeping(tmp_path / "renamed.db").give(START).shoe(FORGED).shoe("BBBB P")
    keeping.give(c.Start("0.1.0", "Table 9", START.terms)).shoe("T Tn P").shoe("B")
    renamed = keeping.close()
    status, output = asked(renamed, [witness], capsys)
    assert (status, "one of the two was rewritten" in str(output["disputed"])) == (1, True)
    shutil.copy(witness, seen_of(renamed))
    assert not seen_readings(renamed)[0].well
    other = Keeping(tmp_path / "other.db").give(c.Start("0.1.0", "Table 9", START.terms)).shoe("B").close()
    assert asked(other, [witness], capsys)[0] == 0


def test_an_export_is_compared_with_witnesses_too(
    history: Path, true: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (forged,) = exported("jsonl")(history, tmp_path)
    status, output = asked(Path(forged), [str(true)], capsys)
    assert (status, output["faults"]) == (1, [])
    assert "one of the two was rewritten" in str(output["disputed"])
    status, output = asked(Path(forged), [str(history)], capsys)
    assert (status, output["disputed"]) == (0, [])


# Hostile witnesses.


@pytest.mark.parametrize("kind", [kind for kind in WITNESSES if kind != "the code on a recording"])
def test_a_forged_witness_is_named_beside_the_history_and_not_believed(
    kind: str, history: Path, true: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Here the history is the true one, and the witness was made up: nothing says that it is the history's fault."""
    witnesses = WITNESSES[kind](history, tmp_path)
    before = true.read_bytes()
    assert main(["verify", str(true), *(word for one in witnesses for word in ("--witness", one))]) == 1
    said = capsys.readouterr().out
    assert "a witness DISAGREES" in said
    assert "NOT as it was written" not in said
    assert "one of the two was rewritten, or is another table's" in said
    assert true.read_bytes() == before


HOSTILE = {
    "no row": '{"seq": -1, "mark": "' + "0" * 64 + '", "at": "", "table": ""}\n',
    "no number": '{"seq": "1", "mark": "' + "0" * 64 + '"}\n',
    "no hash": '{"seq": 1, "mark": "0"}\n',
    "a number without end": '{"seq": 1' + "0" * 30 + ', "mark": "' + "0" * 64 + '"}\n',
    "other fields": '{"seq": 1, "mark": "' + "0" * 64 + '", "code": "x"}\n',
    "a line without end": '{"seq": 1, "mark": "' + "0" * 10_000,
    "brackets": "[" * 4000 + "\n",
    "nothing of JSON": "\0\n",
}


@pytest.mark.parametrize("what", HOSTILE)
def test_a_list_that_nobody_wrote_is_refused_in_words(
    what: str, true: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hostile = tmp_path / f"hostile{LISTED}"
    hostile.write_text(HOSTILE[what])
    assert main(["verify", str(true), "--witness", str(hostile)]) == 2
    said = capsys.readouterr().err
    assert f"{hostile}: it is not a list of heads" in said
    assert "Traceback" not in said


def test_a_list_that_a_power_cut_tore_is_read_and_goes_on(true: Path, tmp_path: Path) -> None:
    path, first, second = tmp_path / f"torn{LISTED}", head_of(true), Head(99, "f" * 64, "", "Table 9")
    keep(path, first)
    with path.open("ab") as file:
        file.write(line_of(second).encode()[:40])
    assert of_list(path).heads == (first,)
    for _ in range(2):
        keep(path, second)
    assert path.read_text() == line_of(first) + line_of(second)


def test_a_stick_that_leads_in_circles_is_read_once(
    true: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder,) = on_a_stick(true, tmp_path)
    (Path(folder) / "again").symlink_to(folder)
    deep = Path(folder, *"abcdefgh")
    deep.mkdir(parents=True)
    (deep / f"x{LISTED}").write_text("nonsense")
    assert asked(true, [folder], capsys)[0] == 0


def test_what_is_no_witness_is_said(true: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty").mkdir()
    for text, words in (("7K3M", "is not a witness"), (str(tmp_path / "empty"), "nothing in it has seen")):
        assert main(["verify", str(true), "--witness", text]) == 2
        assert words in capsys.readouterr().err


# By itself, on the unit: the page's record lies beside the history.


def test_the_board_and_doctor_tell_that_the_page_has_seen_another_history(true: Path) -> None:
    assert seen_readings(true) == ()
    seen = Seen([true])
    seen.look()
    assert [(reading.well, str(reading.name)) for reading in seen_readings(true)] == [(True, "witness")]
    assert seen.faults == {}
    newest = head_of(true)
    true.unlink()
    evening(true, TRUE)  # an old backup, put there by hand
    (reading,) = seen_readings(true)
    assert not reading.well
    assert str(reading.seen) == (
        f"{seen_of(true)} has seen row {newest.seq} ({newest.code}), and this history ends with row"
        f" {head_of(true).seq}: its end was cut off, an older one was put in its place, or the witness is of another"
        " history"
    )
    before = seen_of(true).read_bytes()
    seen.look()
    assert list(map(str, seen.faults.values())) == [str(reading.seen)]
    assert seen_of(true).read_bytes() == before  # what was seen stays


def test_a_list_with_nothing_of_this_history_does_not_say_that_all_is_well(true: Path) -> None:
    keep(seen_of(true), Head(9, "0" * 64, "", "Table 9"))
    assert seen_readings(true) == ()


def test_doctor_tells_that_the_second_copy_is_of_another_history(history: Path, true: Path, tmp_path: Path) -> None:
    assert "it is not of this history from row 6 on" in str(lag(history, true.parent))
    older = evening(tmp_path / "older" / "table.db", TRUE)
    assert f"from row {head_of(older).seq + 1} on" in str(lag(older, true.parent))
    assert not lag(true, true.parent)


def test_the_page_keeps_one_line_for_each_row_that_it_saw(true: Path) -> None:
    seen = Seen([true])
    seen.look()
    seen.look()
    assert seen_of(true).read_text() == line_of(head_of(true))


def test_a_page_of_several_tables_asks_each_for_its_own(true: Path, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    keeping = Keeping(tmp_path / "other" / "b.db").give(c.Start("0.9.0", "Table 2", START.terms)).shoe("B")
    other = keeping.close()
    seen = Seen([true, other, tmp_path / "missing.db"])
    seen.look()
    assert [json.loads(line)["table"] for line in seen_of(true).read_text().splitlines()] == ["Table 1", "Table 2"]
    assert (seen.faults, seen_readings(true)[0].well) == ({}, True)


def test_a_running_board_says_it_until_it_is_so_no_more_and_puts_it_on_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    with advancing.evening(tmp_path, keys="") as table:
        seen_of(table.database).write_text(line_of(Head(9999, "0" * 64)))
        table.unit._upkeep._watch.again()
        table.until(lambda: "has seen row 9999 (0000-0000-0000)" in table.notice)
        seen_of(table.database).unlink()
        table.unit._upkeep._watch.again()
        table.until(lambda: "has seen row" not in table.notice)
    notes = select(tmp_path / table.database.name, "data FROM journal WHERE kind = 'health' ORDER BY seq")
    assert any(json.loads(data)["wrong"] == "witness" for (data,) in notes)
    assert any("has seen row 9999" in str(said) for said in verify(table.database).notes)
