"""Reports of whatever game is dealt: its counts, its signs, its own odds, and nothing that it does not have."""

import json
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from dealing import shoe
from games import shipped
from test_exports import hands_of, keep
from test_exports_of_games import GAMES, game_of

from eztrak.cli import main
from eztrak.game.game import WINNERS, Game
from eztrak.game.odds import odds
from eztrak.journal.extract import Choice
from eztrak.supervisor.hands_table import short, signs
from eztrak.supervisor.names import bonuses, called
from eztrak.supervisor.report import period
from eztrak.table import commands as c
from eztrak.table.expectation import chance_of
from eztrak.table.terms import Terms
from eztrak.voice.said import LANGUAGES

needs_poppler = pytest.mark.skipif(not shutil.which("pdftotext"), reason="poppler-utils is not installed")


def printed(database: Path, *more: str) -> tuple[list[str], int]:
    """The lines of a report, blanks run together, and how many pages they are on."""
    out = database.with_suffix(".pdf")
    assert main(["report", "--db", str(database), "--out", str(out), "--force", *more]) == 0
    done = subprocess.run(["pdftotext", "-layout", out, "-"], capture_output=True, text=True, check=True)
    return [" ".join(line.split()) for line in done.stdout.splitlines()], done.stdout.count("\f")


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return game_of(request.param)


@needs_poppler
def test_a_shoe_of_any_game_is_on_one_page_with_its_counts_and_signs(game: Game, tmp_path: Path) -> None:
    database = keep(tmp_path / "t.db", "Table 1", c.SetDealer(7, "x"), *shoe(game, 78), c.TakeBack(), game=game)
    lines, pages = printed(database, "--shoe", "1")
    assert pages == 1
    assert any(line.startswith(f"{game.name()}, 8 decks; 77 hands, 1 void, 0 free; dealer 7") for line in lines)
    for id in game.tiles:
        exact = f"{100 * chance_of(id, 8, game):.2f} %"
        assert [line for line in lines if line.startswith(f"{game.says(id)} ") and exact in line], id
    legend = next(line for line in lines if "number, time entered, result; " in line)
    assert all(str(sign) in legend for sign in signs(game))


@needs_poppler
def test_a_period_of_any_game_compares_its_bonus_wagers(game: Game, tmp_path: Path) -> None:
    database = keep(tmp_path / "t.db", "Table 1", *shoe(game, 60), *shoe(game, 60, 2), game=game)
    lines, _ = printed(database)
    assert game.name() in lines
    names = [str(called(id, [game])) for id in bonuses([game])]
    charts = [line for line in lines if line.endswith(": the share counted, its 95 % range, and the exact odds")]
    assert all(any(name in chart for chart in charts) for name in names)
    assert bool(charts) == bool(names)
    for id in bonuses([game]):
        expected = f"({120 * chance_of(id, 8, game):,.1f})"
        assert [line for line in lines if line.startswith("Table 1 ") and expected in line], id


@needs_poppler
def test_what_the_game_does_not_have_is_not_on_paper(tmp_path: Path) -> None:
    game = shipped("commission-pairs")
    database = keep(tmp_path / "t.db", "Table 1", *shoe(game, 60), game=game)
    for more in (("--shoe", "1"), ()):
        text = " ".join(printed(database, *more)[0])
        assert "Player Pair" in text
        assert "Dragon" not in text
        assert "Panda" not in text


@needs_poppler
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_counts_are_named_in_the_language_of_the_room(tmp_path: Path, language: str) -> None:
    game = shipped("five-treasures")
    database = keep(tmp_path / "t.db", "Table 1", *shoe(game, 60), game=game)
    (tmp_path / "own.toml").write_text(f'[display]\nlanguages = ["{language}"]\n')
    lines, _ = printed(database, "--shoe", "1", "--config", str(tmp_path / "own.toml"))
    for id in game.tiles:
        assert [line for line in lines if line.startswith(f"{game.says(id, language)} ")], id


def test_a_period_over_several_games_adds_up_by_id_each_with_its_own_odds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = shipped("ez-panda"), shipped("dai-bacc")
    database = keep(
        tmp_path / "t.db",
        "Table 1",
        *hands_of("P B7 P8 T Bn", first),
        c.SetTerms(Terms(game=replace(second), decks=6, origin="y"), c.CONFIG),
        *hands_of("B7 B7 P B P P", second),
        game=first,
    )
    figures = period([database], Choice())
    counted = {one.name: one for one in figures.total.comparisons}
    assert (counted["banker"].observed, counted["banker"].hands) == (5, 11)
    assert (counted["dragon7"].observed, counted["dragon7"].hands) == (3, 11)
    assert (counted["panda8"].observed, counted["panda8"].hands) == (1, 5)  # the other game has no such wager
    assert (counted["ox6"].observed, counted["ox6"].hands) == (0, 6)
    exact = [odds(game, decks) for game, decks in ((first, 8), (second, 6))]
    fair = sum(hands * one.counted["tie"] / one.deals for hands, one in zip((5, 6), exact, strict=True))
    assert counted["tie"].expected == pytest.approx(fair)
    assert str(called("dragon7", figures.total.games)) == "Dragon 7 / Tiger 7"
    assert bonuses(figures.total.games) == ("dragon7", "panda8", "ox6", "kill")
    assert main(["report", "--db", str(database), "--json"]) == 0
    plain = json.loads(capsys.readouterr().out)["total"]["counts"]
    assert plain["dragon7"]["observed"] == 3
    assert "natural" in plain
    assert main(["report", "--db", str(database), "--out", str(tmp_path / "x.pdf")]) == 0


def test_a_mark_without_a_sign_has_that_of_its_bead_in_the_table_of_hands() -> None:
    game = game_of("unseen")
    hands = [game.dealt(result) for result in game.sets.values()]
    written = {short(hand, game) for hand in hands}
    assert {"B88", "B12", "TL"} & written
    assert not [text for text in written if "[" in text]
    assert len(written) == len(hands)  # each is told from the others
    assert "B88 Crane 88:1" in map(str, signs(game))


def test_winners_are_no_bonus() -> None:
    for name in GAMES:
        assert not set(bonuses([game_of(name)])) & set(WINNERS)
