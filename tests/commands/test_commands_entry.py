"""The ways of entry, the timer and who deals, at a running board; and what it says when it comes up again."""

import signal
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pygame
import pytest
from glass import Glass
from ptypad import PtyPad
from running import Board, board, eztrak, fields_of

from eztrak.cli import main
from eztrak.commands.arguments import setup_of
from eztrak.config.terms import terms_of
from eztrak.display.view import View
from eztrak.journal import schema
from eztrak.journal.journal import state_of
from eztrak.table.entry import resumed
from eztrak.table.round import NANO, Phase, Round
from eztrak.table.state import TableState
from eztrak.table.typed import Entry, EntryRules

FAST = "[entry]\nhand_seconds = 0\n"
STRIP = pygame.Rect(20, 648, 1240, 34)


@contextmanager
def dealing(
    home: Path, config: str, keys: str, size: str = "640x360", source: str = "script:keys.txt", **more: str
) -> Iterator[Board]:
    """A board at which these keys are typed."""
    (home / "eztrak.toml").write_text(config)
    (home / "keys.txt").write_text(keys)
    options = ("--windowed", size, "--config", "eztrak.toml", "--db", "t.db", "--keypad", source)
    with board(*options, home=home, **more) as running:
        yield running


def hands(running: Board, count: int) -> list[str]:
    return [running.hear("kind=hand").partition(" kind=hand shoe=1 ")[2] for _ in range(count)]


def test_totals_are_typed_and_the_winner_after_them(tmp_path: Path) -> None:
    """A third card is asked for where a mark needs it; the mark is never typed."""
    keys = """
        4 6 3 Enter        # Player 4, Banker 6: Banker
        4 7 3 3 Enter      # Banker 7, with a third card: Dragon 7
        4 7 0 3 Enter      # … and without
        - 9 1 0 1 Enter    # a free hand, and a natural: Player has no third card
        6 6 2 Enter        # Tie
        4 6 1 Enter Backspace 3 Enter   # 4 to 6 is no Player: refused, and mended
    """
    with dealing(tmp_path, FAST + 'mode = "totals"\n', keys) as running:
        entered = hands(running, 6)
    assert entered == [
        "hand=1 outcome=B totals=46",
        "hand=2 outcome=B dragon7=1 totals=47",
        "hand=3 outcome=B totals=47",
        "hand=4 outcome=P natural=1 free=1 totals=91",
        "hand=5 outcome=T totals=66",
        "hand=6 outcome=B totals=46",
    ]


def test_totals_of_a_game_with_pairs_ask_for_them(tmp_path: Path) -> None:
    keys = "4 6 4 0 3 Enter  4 6 0 0 3 Enter  4 6 4 4 3 Enter  4 6 0 8 Enter Backspace 4 3 Enter"
    config = FAST + 'mode = "totals"\n[table]\ngame = "commission-pairs"\n'
    with dealing(tmp_path, config, keys) as running:
        entered = hands(running, 4)
    assert entered == [
        "hand=1 outcome=B player-pair=1 totals=46",
        "hand=2 outcome=B totals=46",
        "hand=3 outcome=B banker-pair=1 player-pair=1 totals=46",
        "hand=4 outcome=B banker-pair=1 totals=46",  # 8 is no answer: this game knows no perfect pairs
    ]


def test_cards_of_a_game_with_pairs_ask_only_where_their_values_do_not_tell(tmp_path: Path) -> None:
    """Two sixes are a pair; two tens may be a ten and a king."""
    keys = """
        4 6 5 6 Enter                # Player 9, Banker 6 6: a pair by its values, and a natural
        0 2 0 5 4 8 Enter            # Player 0 0: a pair; then Player's third card
        0 2 0 5 0 8 Enter            # … and no pair
    """
    config = FAST + 'mode = "cards"\n[table]\ngame = "commission-pairs"\n'
    with dealing(tmp_path, config, keys) as running:
        entered = hands(running, 3)
    assert entered == [
        "hand=1 outcome=P banker-pair=1 natural=1 player_cards=45 banker_cards=66",
        "hand=2 outcome=P player-pair=1 player_cards=008 banker_cards=25",
        "hand=3 outcome=P player_cards=008 banker_cards=25",
    ]


def test_a_result_too_soon_is_asked_about_and_its_answer_is_on_record(tmp_path: Path) -> None:
    with dealing(tmp_path, "", "1 Enter 1 Enter 3 Enter . 5 Enter / Enter") as running:
        entered = hands(running, 2)
    assert entered == ["hand=1 outcome=P", "hand=2 outcome=T confirmed=again"]


def test_a_dealer_who_signs_on_at_the_menus_door_is_on_the_hands_that_follow(tmp_path: Path) -> None:
    keys = "1 Enter / / 2 1 7 Enter / Enter 3 Enter / / 2 0 Enter / Enter 5 Enter"
    with dealing(tmp_path, FAST, keys) as running:
        assert running.hear("hand=1 ").endswith("hand=1 outcome=P")
        assert running.hear("kind=dealer ").endswith("kind=dealer dealer=17 by=dealer")
        assert running.hear("hand=2 ").endswith("hand=2 outcome=B dealer=17")
        assert running.hear("kind=dealer ").endswith("kind=dealer dealer=0 by=dealer")
        assert running.hear("hand=3 ").endswith("hand=3 outcome=T")


def test_a_dealer_with_a_pin_signs_on_with_it_alone(tmp_path: Path) -> None:
    keys = """
        / / 3 2 4 6 8 Enter 2 4 6 8 Enter                   # the first supervisor
        0 1 4 1 7 Enter 1 3 5 7 Enter 1 3 5 7 Enter .       # gives dealer 17 a PIN
        / / 2 1 7 Enter 1 3 5 8 Enter . . .                 # somebody else tries
        1 Enter wait 8
        / / 2 1 7 Enter 1 3 5 7 Enter 3 Enter
    """
    with dealing(tmp_path, FAST, keys) as running:
        running.hear("kind=dealer_pin")
        running.hear("kind=pin_wrong")
        assert running.hear("hand=1 ").endswith("hand=1 outcome=P")
        assert running.hear("hand=2 ").endswith("hand=2 outcome=B dealer=17")
    assert sum("kind=dealer " in line for line in running.events()) == 1


def test_the_timer_starts_by_itself_after_a_hand(tmp_path: Path) -> None:
    with dealing(tmp_path, f"{FAST}[timer]\nseconds = 1\nafter = 0.3\n", "1 Enter") as running:
        running.hear("hand=1 ")
        assert running.hear("kind=").endswith(" kind=timer_start seconds=1")
        assert running.hear("kind=").endswith(" kind=bets_close by=time")
        assert running.silent(1.0)  # a round without a result is the last


def test_the_timer_does_not_start_while_somebody_types(tmp_path: Path) -> None:
    pad = PtyPad(tmp_path / "ttyPAD")
    pad.plug()
    config = f"{FAST}[timer]\nseconds = 9\nafter = 0.5\n"
    with dealing(tmp_path, config, "", source=f"serial:{pad.link}") as running:
        running.hear("taken")
        pad.send_to_program(b"1\r3")
        running.hear("hand=1 ")
        assert running.silent(1.0)
        pad.send_to_program(b"\b")
        running.hear("kind=timer_start")
    pad.unplug()


def test_the_timer_waits_for_its_key_where_nothing_else_is_set(tmp_path: Path) -> None:
    with dealing(tmp_path, f"{FAST}[timer]\nseconds = 9\n", "1 Enter") as running:
        running.hear("hand=1 ")
        with pytest.raises(AssertionError, match="not heard"):
            running.hear("kind=timer_start", 1.0)


def test_a_result_that_does_not_come_is_asked_for_large(glass: Glass, tmp_path: Path) -> None:
    config = "[timer]\nseconds = 1\ndue = 0.5\n"
    with dealing(tmp_path, config, "*", "1280x720", DISPLAY=glass.display) as running:
        running.hear("kind=bets_close")
        setup = setup_of(tmp_path / "eztrak.toml")
        state = TableState(setup.loaded.config.table.name, terms_of(setup.loaded))
        closed = TableState(state.table, state.terms, round=Round(Phase.CLOSED, 0, 1, timed=True))
        rules = EntryRules(due_seconds=0.5)
        glass.shows(View(closed, rules=rules, mono=NANO), setup.look)


def test_after_a_power_cut_the_strip_says_which_hand_was_the_last(glass: Glass, tmp_path: Path) -> None:
    config = f"{FAST}[display]\nflash = 0\n"
    with dealing(tmp_path, config, "1 Enter 4 3 Enter", "1280x720", DISPLAY=glass.display) as running:
        running.hear("hand=2 ")
        running.signal(signal.SIGKILL)
        assert running.ended() == -signal.SIGKILL
    with dealing(tmp_path, config, "", "1280x720", DISPLAY=glass.display) as running:
        running.hear("kind=start")
        with closing(schema.read_only(tmp_path / "t.db")) as connection:
            state = state_of(connection)
        entry = resumed(state, 0)
        assert str(entry.message) == "hand 2: BANKER, natural is in"
        setup = setup_of(tmp_path / "eztrak.toml")
        glass.shows(View(state, entry), setup.look, STRIP)
    for part in tmp_path.glob("t.db*"):
        part.unlink()
    with dealing(tmp_path, config, "", "1280x720", DISPLAY=glass.display) as running:
        running.hear("kind=start")
        glass.shows(View(state, Entry()), setup.look, STRIP)


# What version 0.1.0 shipped: Tie between Player and Banker.
SLIPS = """
[keys]
1 = "player"
2 = "tie"
3 = "banker"
"-" = "take_back"
"." = "clear"
Enter = "enter"
NumLock = "menu"
"/" = "new_shoe"
"""


def test_a_keymap_in_which_a_slip_is_not_seen_is_refused_with_its_caps(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "own.toml").write_text(SLIPS)
    config = tmp_path / "eztrak.toml"
    config.write_text("[keypad]\nkeymap = 'own.toml'\n")
    assert main(["config", "check", "eztrak.toml"]) == 2
    beside = "a slip from one to the other would go unnoticed; keypad.allow_slips = true accepts it anyway"
    assert capsys.readouterr().err == (
        f"eztrak: eztrak.toml: keypad.keymap = 'own': 1 = player is next to 2 = tie: {beside}\n"
        f"eztrak.toml: keypad.keymap = 'own': 2 = tie is next to 3 = banker: {beside}\n"
    )
    config.write_text("[keypad]\nkeymap = 'own.toml'\nallow_slips = true\n")
    assert main(["config", "check", "eztrak.toml"]) == 0
    assert capsys.readouterr().out.startswith("eztrak.toml: all well\n")


def test_a_room_that_allows_slips_goes_on_with_its_old_keys(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(SLIPS)
    config = f"{FAST}[keypad]\nkeymap = 'own.toml'\nallow_slips = true\n"
    keys = "2 Enter 1 Enter - NumLock Enter / NumLock Enter 3 Enter"
    with dealing(tmp_path, config, keys) as running:
        running.hear("shoe=2 hand=1 outcome=B")
        running.signal(signal.SIGTERM)
        assert running.ended() == 0
    kinds = [fields_of(line)["kind"] for line in running.events()]
    assert kinds[-7:] == ["shoe_start", "hand", "hand", "void", "shoe_end", "shoe_start", "hand"]
    assert eztrak("verify", "t.db", home=tmp_path).returncode == 0
