"""eztrak keypad slips: what a map and a game make of every single slip; and some slips at a running board."""

import json
from pathlib import Path

import pytest
from ptypad import PtyPad
from running import Board, board

from eztrak.cli import main
from eztrak.journal.journal import Journal

Capture = pytest.CaptureFixture[str]
TOP = Path(__file__).parent.parent.parent


@pytest.fixture(autouse=True)
def _nobodys_config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)


def test_each_way_of_entry_has_its_line_and_a_sample_is_called_one(capsys: Capture) -> None:
    assert main(["keypad", "slips", "--game", "tiger"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "No commission, Lucky 6 (tiger), keymap default: every hand with every single slip"
    assert [line.split()[0] for line in lines[3:]] == ["results", "totals", "cards", "*"]
    assert lines[-1] == "* a sample of 500 deals, the same each time"
    for line in lines[3:5]:
        _, _, caught, harmless, winner, mark, points, undone = line.split()
        assert (winner, undone) == ("0.00", "0.00")
        assert sum(map(float, (caught, harmless, mark, points))) == pytest.approx(100, abs=0.05)


def test_a_program_reads_it_as_json(capsys: Capture) -> None:
    assert main(["keypad", "slips", "--game", "ez-panda", "--mode", "results", "--json"]) == 0
    (answer,) = json.loads(capsys.readouterr().out)
    percent = answer.pop("percent")
    assert answer == {
        "game": "ez-panda",
        "keymap": "default",
        "mode": "results",
        "hands": 8,
        "sample": False,
        "keys": 2.34,
    }
    assert list(percent) == ["caught", "harmless", "winner", "mark", "points", "undone"]
    assert percent["winner"] == percent["undone"] == 0


def test_a_map_that_loses_winners_ends_with_status_1(capsys: Capture, tmp_path: Path) -> None:
    shipped = (TOP / "config/keymaps/default.toml").read_text()
    (tmp_path / "ours.toml").write_text(shipped.replace('5 = "tie"', '2 = "tie"').replace('"default"', '"ours"'))
    assert main(["keypad", "slips", "--game", "ez", "--keymap", "ours.toml", "--mode", "results"]) == 1
    assert "keymap ours" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--game", "nix"], "is not known; choose commission"),
        (["--keymap", "nix"], "is not known; choose banker-on-1, default"),
        (["--keymap", "ours.toml", "--mode", "totals"], "totals need Player and Banker on figures"),
    ],
)
def test_what_is_not_there_is_said(capsys: Capture, tmp_path: Path, options: list[str], said: str) -> None:
    shipped = (TOP / "config/keymaps/default.toml").read_text()
    (tmp_path / "ours.toml").write_text(
        shipped.replace('1 = "player"', '"*" = "player"').replace('"*" = "timer"', '1 = "timer"')
    )
    assert main(["keypad", "slips", *options]) == 2
    assert said in capsys.readouterr().err


def test_slips_at_a_running_board_lose_no_hand(tmp_path: Path) -> None:
    """Through a serial line: 8 and 9 twice, 10 typed again, 3 and 4 take back without a yes, 5 the menu key brushed."""
    Journal(tmp_path / "t.db", "now").close()
    pad = PtyPad(tmp_path / "ttyPAD")
    pad.plug()
    (tmp_path / "eztrak.toml").write_text("[keypad]\nbounce = 0\n")  # nobody types as fast as a test
    options = ("--windowed", "640x360", "--config", "eztrak.toml", "--db", "t.db", "--keypad", f"serial:{pad.link}")
    with board(*options, home=tmp_path) as running:
        running.hear("taken")

        def types(keys: str) -> None:
            pad.send_to_program(keys.replace("E", "\r").encode())

        types("41E")
        assert hand(running) == (1, "P")
        types("E1E")  # Enter twice, and all of it again: it is asked about …
        types("+3E")  # … and take back and another result without a yes are too
        types("+/E")  # that is the change that was meant
        assert running.hear("kind=change").count("hand=1") == 1
        types("/+./3E.")  # brushed keys
        types("+/E")
        assert "hand=1" in running.hear("kind=void")
        types("5E")
        assert hand(running) == (2, "T")
        assert [line for line in running.events() if "kind=shoe_end" in line] == []
    pad.unplug()


def hand(running: Board) -> tuple[int, str]:
    line = running.hear("kind=hand ")
    fields = dict(part.split("=", 1) for part in line.split() if "=" in part)
    return int(fields["hand"]), fields["outcome"]
