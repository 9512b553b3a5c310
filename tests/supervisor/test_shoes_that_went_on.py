"""Lists, exports and reports of shoes that were undone, joined, or exchanged hands."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from test_exports import FORMATS, exported, hands_of, keep, rows_in
from test_reports import needs_poppler, printed

from eztrak.cli import main
from eztrak.journal.chain import seal
from eztrak.journal.extract import Choice
from eztrak.journal.lookup import Lookup
from eztrak.supervisor.report import recorded_shoe
from eztrak.table import commands as c

Capture = pytest.CaptureFixture[str]
BOSS = "supervisor 1"
TAKE = hands_of("T")[1:]


@pytest.fixture
def history(tmp_path: Path) -> Path:
    """Shoe 1 continues after shoe 2 was undone, and again with the hands of shoe 3; shoe 5 was begun late."""
    return keep(
        tmp_path / "t.db",
        "Table 1",
        c.SetDealer(7, BOSS),
        *hands_of("P B"),
        *(c.NewShoe(), c.UndoShoe(c.DEALER), *TAKE),
        *(*hands_of("B7 Pf"), c.JoinShoes(BOSS, "no new shoe"), *TAKE),
        *hands_of("P P8 Bn"),
        *(*hands_of("B"), c.MoveHands(4, 2, BOSS, "new shoe forgotten"), c.VoidHand(4, 1, BOSS, "misread")),
        *hands_of("T"),
    )


def test_an_undone_shoe_is_listed_with_no_hands(history: Path, capsys: Capture) -> None:
    assert main(["shoes", "--json", "--db", str(history)]) == 0
    listed = [(shoe["shoe"], shoe["notation"], shoe["ended_at"]) for shoe in json.loads(capsys.readouterr().out)]
    assert [shoe[:2] for shoe in listed] == [
        (1, "P B T B7 Pf T"),
        (2, ""),
        (3, "B7x Pfx"),
        (4, "Px P8x Bnx"),
        (5, "P8 Bn B"),
        (6, "T"),
    ]
    assert listed[1][2] < listed[2][2] < listed[0][2]
    assert main(["shoes", "--db", str(history)]) == 0
    for number in range(1, 7):
        assert main(["shoe", "--id", str(number), "--db", str(history)]) == 0


def test_a_shoe_that_went_on_has_no_terms_of_those_between(history: Path) -> None:
    with closing(Lookup(history)) as lookup:
        starts = {number: [one.at for one in lookup.in_force(number)] for number in (1, 2, 3)}
        assert starts == {number: [lookup.shoe(number).started_at] for number in (1, 2, 3)}


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("shoe", range(1, 7))
def test_each_shoe_can_be_exported_and_proved_by_itself(history: Path, form: str, shoe: int) -> None:
    out = exported(history, form, "--shoe", str(shoe))
    shutil.move(history, history.with_name("elsewhere"))
    assert main(["verify", str(out)]) == 0


@pytest.mark.parametrize("form", FORMATS)
def test_all_shoes_can_be_exported_and_proved(history: Path, form: str) -> None:
    out = exported(history, form)
    assert main(["verify", str(history)]) == main(["verify", str(out)]) == 0
    moved = [row for row in rows_in(out, "corrections") if "moved from" in row["reason"]]
    assert [(row["shoe"], row["hand"], row["now"], row["reason"]) for row in moved] == [
        ("1", "4", "B7", "moved from shoe 3, hand 1: no new shoe"),
        ("1", "5", "Pf", "moved from shoe 3, hand 2: no new shoe"),
        ("5", "2", "P8", "moved from shoe 4, hand 2: new shoe forgotten"),
        ("5", "3", "Bn", "moved from shoe 4, hand 3: new shoe forgotten"),
    ]


def test_every_seal_that_the_board_showed_of_a_shoe_is_in_its_export(history: Path, capsys: Capture) -> None:
    """Shoe 1 ended three times."""
    with_ends = rows_in(exported(history, "csv"), "shoes")
    seal_of = {row["shoe"]: row["seal"] for row in with_ends}
    shown = seals(history, 1)
    assert (len(shown), shown[-1]) == (3, seal_of["1"])
    out = exported(history, "jsonl", "--shoe", "1")
    assert main(["verify", str(out), *(word for code in shown for word in ("--seal", code))]) == 0
    assert main(["verify", str(history), *(word for code in shown for word in ("--seal", code))]) == 0
    capsys.readouterr()
    assert main(["verify", str(out), "--seal", seal_of["4"]]) == 1
    assert "no shoe of this export ends with it" in "".join(capsys.readouterr())


def seals(history: Path, shoe: int) -> list[str]:
    with closing(sqlite3.connect(history)) as connection:
        ends = connection.execute(
            "SELECT hash FROM journal WHERE kind = 'shoe_end' AND data ->> 'shoe' = ? ORDER BY seq", (shoe,)
        ).fetchall()
    return [seal(digest) for (digest,) in ends]


@needs_poppler
def test_reports_print_such_shoes(history: Path) -> None:
    for number in range(1, 7):
        assert f"Table 1, shoe {number}" in printed(history, "--shoe", str(number))
    assert main(["report", "--db", str(history), "--out", str(history.parent / "all.pdf")]) == 0


def test_a_report_tells_where_a_moved_hand_came_from(history: Path) -> None:
    recorded = recorded_shoe(history, Choice(shoe=5))
    assert [one.hand.number for one in recorded.hands] == [2, 3, 1]
    assert {one.dealer for one in recorded.hands} == {7}
    assert recorded.hands[0].entered_at < recorded.shoe.started_at
