"""Exports of whatever game is dealt, of several games in one history, and of older forms."""

import csv
import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from dealing import shoe
from games import SHIPPED, UNSEEN, read, shipped
from test_exports import FORMATS, exported, hands_of, keep, recorded, rows_in

from eztrak.cli import main
from eztrak.game.game import Game
from eztrak.game.reading import recorded as game_recorded
from eztrak.journal.chain import hash_of
from eztrak.supervisor import workbook, workbook_reading
from eztrak.supervisor.about import FORM
from eztrak.table import commands as c
from eztrak.table.terms import Terms

Capture = pytest.CaptureFixture[str]
OLD = Path(__file__).parent / "exports"
GAMES = [*SHIPPED, "unseen"]


def game_of(name: str) -> Game:
    game = read(UNSEEN) if name == "unseen" else shipped(name)
    assert isinstance(game, Game)
    return game


def about_in(out: Path) -> dict[str, Any]:
    plain: dict[str, Any]
    if out.is_dir():
        plain = json.loads((out / "about.json").read_text(encoding="utf-8"))
    elif out.suffix == ".jsonl":
        plain = json.loads(out.read_text(encoding="utf-8").splitlines()[0])
    else:
        rows = list(openpyxl.load_workbook(out)["about"].iter_rows(min_row=2, values_only=True))
        plain = {"games": {}}
        for name, value in rows:
            plain["games"].update(json.loads(str(value)) if name == "game" else {})
    return plain


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("name", GAMES)
def test_the_hands_of_any_game_are_exported_and_prove_themselves(
    tmp_path: Path, name: str, form: str, capsys: Capture
) -> None:
    game = game_of(name)
    database = keep(tmp_path / "t.db", "Table 1", *shoe(game, 40), c.TakeBack(), game=game)
    out = exported(database, form)
    hands = rows_in(out, "hands")
    assert hands == recorded(database)["hands"]
    assert hands[0].keys() >= game.marks.keys()
    (row,) = rows_in(out, "shoes")
    assert row["game"] == game.id
    for id in game.counted:
        standing = [hand for hand in hands if hand["voided"] == "0"]
        if id in game.marks and id not in game.spots:
            assert int(row[id]) == sum(int(hand[id]) for hand in standing), id
    capsys.readouterr()
    assert main(["verify", str(out)]) == 0
    assert "all well" in capsys.readouterr().out


@pytest.mark.parametrize("form", FORMATS)
def test_an_export_brings_its_games_along_and_can_be_read_alone(tmp_path: Path, form: str) -> None:
    game = game_of("unseen")
    out = exported(keep(tmp_path / "t.db", "Table 1", *shoe(game, 30), game=game), form)
    ((name, plain),) = about_in(out)["games"].items()
    again = game_recorded(json.dumps(plain))
    assert again == game
    assert rows_in(out, "shoes")[0]["game_hash"] == name == hash_of(game.text)
    assert [again.says(id) for id in again.tiles][3:5] == ["Crane", "Heron"]


def test_the_hands_of_ez_baccarat_begin_as_they_always_did(tmp_path: Path) -> None:
    game = shipped("ez-panda")
    out = exported(keep(tmp_path / "t.db", "Table 1", *hands_of("B7 P8 Pn", game), game=game), "csv")
    head, first, *_ = (out / "hands.csv").read_text().splitlines()
    assert head.startswith("shoe,hand,outcome,natural,free,voided,dragon7,panda8,entered_at,place,")
    assert first.startswith("1,1,B,0,0,0,1,0,2026-")


def test_what_a_game_does_not_have_is_no_column(tmp_path: Path) -> None:
    game = shipped("commission")
    out = exported(keep(tmp_path / "t.db", "Table 1", *shoe(game, 20), game=game), "csv")
    with (out / "hands.csv").open(newline="") as file:
        assert next(csv.reader(file))[:7] == ["shoe", "hand", "outcome", "natural", "free", "voided", "entered_at"]
    text = "".join(file.read_text(encoding="utf-8") for file in out.iterdir()).lower()
    assert "dragon" not in text
    assert "panda" not in text


@pytest.fixture
def changed_game(tmp_path: Path) -> Path:
    """A shoe of one game, then one of another, then the first again with another pay for the tie."""
    pairs, bonus = shipped("commission-pairs"), shipped("commission-dragon-bonus")
    again = read('title = "Baccarat with pairs"\nwagers = ["player", "banker-5", "tie", "player-pair", "banker-pair"]\n'
                 'counts = ["natural"]\npay = { tie = "9:1" }', pairs.id)  # fmt: skip
    assert isinstance(again, Game)
    terms = Terms(game=pairs, origin="x")
    return keep(
        tmp_path / "t.db",
        "Table 1",
        *hands_of("B[player-pair] P", pairs),
        c.SetTerms(replace(terms, game=bonus, origin="y"), c.CONFIG),
        *hands_of("P[by4] Bn", bonus),
        c.SetTerms(replace(terms, game=again, origin="z"), c.CONFIG),
        *hands_of("T[banker-pair]n", again),
        game=pairs,
    )


@pytest.mark.parametrize("form", FORMATS)
def test_shoes_of_several_games_share_their_columns_by_id(changed_game: Path, form: str, capsys: Capture) -> None:
    out = exported(changed_game, form)
    shoes, hands = rows_in(out, "shoes"), rows_in(out, "hands")
    assert [row["game"] for row in shoes] == ["commission-pairs", "commission-dragon-bonus", "commission-pairs"]
    assert len({row["game_hash"] for row in shoes}) == 3  # the same name, but not the same game
    assert set(about_in(out)["games"]) == {row["game_hash"] for row in shoes}
    assert [row["player-pair"] for row in shoes] == ["1", "0", "0"]
    assert [row["dragon-bonus-player"] for row in shoes] == ["0", "1", "0"]
    read_back = [(row["outcome"], row["natural"], row["player-pair"], row["banker-pair"], row["by4"]) for row in hands]
    assert read_back[0] == ("B", "0", "1", "0", "0")
    assert read_back[2] == ("P", "0", "0", "0", "1")
    assert read_back[4] == ("T", "1", "0", "1", "0")
    capsys.readouterr()
    assert main(["verify", str(out)]) == 0
    second = exported(changed_game, form, "--shoe", "2", to="second")
    assert "player-pair" not in rows_in(second, "hands")[0]
    assert main(["verify", str(second)]) == 0


def test_a_game_longer_than_a_cell_of_excel_goes_on_in_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    """A cell of Excel ends at 32,767 letters; here at a thousand."""
    monkeypatch.setattr(workbook, "MOST_LETTERS", 1000)
    game = shipped("five-treasures")
    out = exported(keep(tmp_path / "t.db", "Table 1", *shoe(game, 20), game=game), "xlsx")
    book = openpyxl.load_workbook(out)
    cells = [str(cell.value) for name in ("journal", "about") for row in book[name].iter_rows() for cell in row]
    assert max(map(len, cells)) == 1000
    assert main(["verify", str(out)]) == 0
    monkeypatch.setattr(workbook_reading, "MOST_CELLS", 3)
    assert main(["verify", str(out)]) == 1
    assert "a text goes on over more than 3 cells" in capsys.readouterr().out


def test_there_are_exports_of_each_form_that_was_ever_written() -> None:
    assert {file.name for file in OLD.iterdir()} == {
        *(f"form-{form}.{kind}" for form in range(1, FORM + 1) for kind in (*FORMATS, "pub")),
        "form-3-games.jsonl",
    }


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("form-1.csv", "all well: 16 rows, 1 shoe, 5 hands, 1 void, head ed53b661c0430b74"),
        ("form-1.jsonl", "all well: 26 rows, 4 shoes, 11 hands, 1 void, head cc56da73b8555c50"),
        ("form-1.xlsx", "all well: 7 rows, 2 shoes, 4 hands, 0 void, head cc56da73b8555c50"),
        ("form-2.csv", "all well: 16 rows, 1 shoe, 5 hands, 1 void, head ed53b661c0430b74"),
        ("form-2.jsonl", "all well: 26 rows, 4 shoes, 11 hands, 1 void, head cc56da73b8555c50"),
        ("form-2.xlsx", "all well: 7 rows, 2 shoes, 4 hands, 0 void, head cc56da73b8555c50"),
        ("form-3.csv", "all well: 21 rows, 1 shoe, 6 hands, 1 void, head b4632ecba62b52e1"),
        ("form-3.jsonl", "all well: 28 rows, 4 shoes, 10 hands, 1 void, head c92871e63685eb0f"),
        ("form-3.xlsx", "all well: 8 rows, 2 shoes, 1 hand, 0 void, head c92871e63685eb0f"),
        ("form-3-games.jsonl", "all well: 41 rows, 3 shoes, 21 hands, 3 void, head afbde73d68e859dd"),
        ("form-4.csv", "all well: 26 rows, 1 shoe, 6 hands, 1 void, head 7b753febd731c634"),
        ("form-4.jsonl", "all well: 36 rows, 4 shoes, 10 hands, 1 void, head 490cf65b799748db"),
        ("form-4.xlsx", "all well: 12 rows, 2 shoes, 1 hand, 0 void, head 490cf65b799748db"),
        ("form-5.csv", "all well: 26 rows, 1 shoe, 6 hands, 1 void, head 2d93c30366f8e3d3"),
        ("form-5.jsonl", "all well: 36 rows, 4 shoes, 10 hands, 1 void, head 4896965228d0065b"),
        ("form-5.xlsx", "all well: 12 rows, 2 shoes, 1 hand, 0 void, head 4896965228d0065b"),
    ],
)
def test_an_export_of_each_form_proves_itself_for_ever(name: str, said: str, capsys: Capture) -> None:
    """Written by the version of its time, of shoes of several games; the JSON lines are signed."""
    public = OLD / name.replace("jsonl", "pub")
    key = ["--key", str(public)] if name.endswith(".jsonl") and public.is_file() else []
    assert main(["verify", str(OLD / name), *key]) == 0
    assert f"{OLD / name}: {said}" in capsys.readouterr().out


@pytest.mark.parametrize("form", [1, 2])
@pytest.mark.parametrize(
    ("file", "before", "after", "said"),
    [
        ("hands.csv", "1,4,P,0,0,0,0,1,", "1,4,P,0,0,0,0,0,", "(shoe 1, hand 4): panda8 is '0', the journal says '1'"),
        ("shoes.csv", ",0,B87S", ",1,B87S", "shoes, row 1 (shoe 1): naturals is '1', the journal says '0'"),
        ("corrections.csv", "Bn", "B", "correction change): was is 'B', the journal says 'Bn'"),
        ("about.json", '"hands": ', '"hands": 1', "not as many shoes and hands as the export says"),
        ("journal.jsonl", "dragon7", "dragon8", "does not match its hash"),
    ],
)
def test_whoever_changes_an_export_of_an_older_form_is_found_out(
    tmp_path: Path, capsys: Capture, form: int, file: str, before: str, after: str, said: str
) -> None:
    out = tmp_path / "out"
    shutil.copytree(OLD / f"form-{form}.csv", out)
    text = (out / file).read_text(encoding="utf-8")
    assert before in text
    (out / file).write_bytes(text.replace(before, after, 1).encode())
    assert main(["verify", str(out)]) == 1
    assert said in capsys.readouterr().out
