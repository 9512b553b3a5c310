"""The board in a real window on a virtual screen, with real keys, and what it costs while nothing happens."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from glass import Glass
from running import Board, board, fields_of


@pytest.fixture
def running(glass: Glass, tmp_path: Path) -> Iterator[Board]:
    (tmp_path / "eztrak.toml").write_text("[entry]\nhand_seconds = 0\n[display]\nflash = 0\n")
    arguments = ("--windowed", "1280x720", "--config", "eztrak.toml", "--db", "t.db", "--keypad", "window")
    with board(*arguments, home=tmp_path, DISPLAY=glass.display) as made:
        made.hear("kind=terms")
        yield made


# The number pad's digits by their place on the keyboard: by name, xdotool would press NumLock along with them.
PAD = {"1": "87", "3": "89", "4": "83", "5": "84", "7": "79", "9": "81"}


def test_keys_of_the_number_pad_and_of_the_digit_row_enter_hands(glass: Glass, running: Board) -> None:
    glass.press(PAD["3"], "KP_Enter")
    assert fields_of(running.hear("kind=hand")).items() >= {"hand": 1, "outcome": "B"}.items()
    glass.press("4", "1", "Return")
    assert fields_of(running.hear("kind=hand")).items() >= {"hand": 2, "outcome": "P", "natural": 1}.items()
    glass.press("KP_Subtract", PAD["7"], "KP_Enter")
    assert fields_of(running.hear("kind=hand")).items() >= {"hand": 3, "dragon7": 1, "free": 1}.items()
    glass.press(PAD["9"], "Escape", PAD["4"], "BackSpace", "minus", PAD["5"], "Return")  # cleared, erased; a tie
    assert fields_of(running.hear("kind=hand")).items() >= {"hand": 4, "outcome": "T", "free": 1}.items()
    glass.press("KP_Add", "KP_Divide", "KP_Enter")
    assert fields_of(running.hear("kind=void")).items() >= {"hand": 4, "by": "dealer"}.items()
    glass.press("Num_Lock", "slash", "Return")
    assert running.hear("kind=shoe_end").endswith("kind=shoe_end shoe=1 hands=3 form=2")


def test_a_signal_stops_an_idle_board_at_once(running: Board) -> None:
    running.hear("kind=key")
    assert running.silent(1.0)
    running.signal(signal.SIGTERM)
    assert running.ended(patience=20.0) == 0  # one that sleeps until its clock turns would be longer at it


def test_an_idle_board_costs_nothing(running: Board) -> None:
    running.hear("kind=key")
    costs = []
    for _ in range(15):  # until what belongs to the start has settled, on a busy machine too
        before = cost(running.process.pid)
        assert running.silent(2.0)
        costs.append(tuple(now - then for now, then in zip(cost(running.process.pid), before, strict=True)))
        # The clock's minute may turn in between; a loop that polls would wake two hundred times and more.
        if costs[-1][0] <= 5 and costs[-1][1] <= 20:
            return
    pytest.fail(f"hundredths of a second, and how often it was woken, every two seconds: {costs}")


def cost(process: int) -> tuple[int, int]:
    """Processor time in hundredths of a second, and how often any thread was woken."""
    ticks = sum(map(int, Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11:13]))
    switches = 0
    for status in Path(f"/proc/{process}/task").glob("*/status"):
        fields = dict(line.split(":\t") for line in status.read_text().splitlines() if ":\t" in line)
        switches += int(fields["voluntary_ctxt_switches"])
    return ticks, switches
