"""A compact part of `make bench`, with margins so wide that only a real step backwards fails: ratios within one run."""

import os
import shutil
import time
from collections.abc import Callable
from contextlib import closing
from functools import reduce
from itertools import count, pairwise
from pathlib import Path
from random import Random

import pytest
from figures import Row
from history import make_history
from hypothesis import given, settings
from hypothesis import strategies as st

from eztrak.display.recall import folded
from eztrak.game.first import first_game
from eztrak.game.notation import parse
from eztrak.journal.journal import Journal
from eztrak.journal.lookup import Lookup
from eztrak.journal.takeup import open_and_mend
from eztrak.journal.verify import verify
from eztrak.keypad.demo import shoe
from eztrak.roads.roads import after, no_roads, roads_of
from eztrak.table.events import Moment

SIZE = (1280, 720)


def fastest(job: Callable[[], object], times: int = 7) -> float:
    """The shortest of a few: what the machine does besides only makes things slower."""
    found = []
    for _ in range(times):
        began = time.perf_counter()
        job()
        found.append(time.perf_counter() - began)
    return min(found)


def test_a_hand_is_painted_in_the_time_of_a_few_plain_fills(monkeypatch: pytest.MonkeyPatch) -> None:
    from inside import redraw_rows

    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    painted, with_scene = redraw_rows(SIZE, "720p", 60, 0)
    # A quarter of the pixels of 1080p, so that Python weighs more: there it is 2 and 3 fills.
    assert low(painted) < 12
    assert low(with_scene) < 20


def low(row: Row) -> float:
    return row.ours.low / row.other.low


def test_a_commit_costs_little_more_than_the_disk(tmp_path: Path) -> None:
    from inside import _appender
    from press import bare_file, sync

    bare = bare_file(tmp_path)
    with closing(Journal(make_history(tmp_path / "h.db", 1000), "")) as journal:
        append = _appender(journal)
        ours = min(append() for _ in range(40)) / 1e9
        floor = min(sync(bare) for _ in range(40)) / 1e9
    os.close(bare)
    assert ours < 4 * floor + 0.002  # on a disk in memory the floor is nothing


def test_one_more_hand_makes_one_more_step_of_the_roads_and_not_all_of_them() -> None:
    outcomes = [hand.outcome for seed in range(4) for hand in shoe(Random(seed), first_game())]
    roads = reduce(after, outcomes, no_roads())
    assert fastest(lambda: after(roads, outcomes[0]), 50) * 20 < fastest(lambda: reduce(after, outcomes, no_roads()))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(parse("P B T Pn B7 P8", first_game())), max_size=40), st.randoms(use_true_random=False))
def test_roads_that_go_on_from_what_is_recalled_are_the_roads_made_anew(shoe: list, random: Random) -> None:
    @folded(3, no_roads)
    def recalled(roads, hand):
        return after(roads, hand.outcome)

    for _ in range(12):  # longer, shorter and other shoes in any order
        some = tuple(shoe[: random.randrange(len(shoe) + 1)])
        some = tuple(reversed(some)) if random.random() < 0.2 else some
        assert recalled(some) == roads_of(some)


def test_a_start_takes_as_long_with_a_long_history(tmp_path: Path) -> None:
    def start(path: Path) -> Callable[[], None]:
        def run() -> None:
            journal, notes = open_and_mend(path, None, Moment("", 0, ""))
            journal.replay()
            journal.close()
            assert not notes

        return run

    short, long = (make_history(tmp_path / f"{hands}.db", hands) for hands in (80 * 300, 80 * 1500))
    assert fastest(start(long), 5) < 2 * fastest(start(short), 5)  # five times as many hands


def test_totals_are_read_in_as_many_steps_whatever_the_history(tmp_path: Path) -> None:
    def steps(hands: int) -> int:
        taken = count()
        with closing(Lookup(make_history(tmp_path / f"{hands}.db", hands))) as lookup:
            lookup._connection.set_progress_handler(lambda: next(taken) < 0, 1)
            totals = lookup.totals()
        assert totals
        assert totals.shoes == hands // 80
        assert totals.stats.hands + totals.stats.voided == hands
        return next(taken)

    assert steps(80) == steps(80 * 100)


def test_the_made_up_history_is_one_that_the_unit_could_have_written(tmp_path: Path) -> None:
    found = verify(make_history(tmp_path / "h.db", 1000))
    assert found.faults == ()
    assert 950 < found.hands < 1000  # some are void


@pytest.mark.skipif(not shutil.which("Xvfb"), reason="Xvfb is not installed here")
def test_a_hand_is_on_the_screen_and_then_the_board_sleeps(tmp_path: Path) -> None:
    from programs import Board
    from screen import Screen

    with closing(Screen(*SIZE)) as screen, closing(Board(screen, tmp_path / "board")) as board:
        board.first_board()
        for _ in range(3):
            assert board.hand(serial=False) > 0  # raises where the mark does not come
            assert board.hand(serial=True) > 0
        deadline = time.monotonic() + 60
        # The flash and the pulse end, and after that nothing wakes any thread but the clock's minute.
        calm = [woken(board.process.pid)]
        while time.monotonic() < deadline and not any(now - then <= 2 for then, now in pairwise(calm)):
            time.sleep(1.5)
            calm.append(woken(board.process.pid))
        assert any(now - then <= 2 for then, now in pairwise(calm)), calm


def woken(process: int) -> int:
    """How often any thread went to sleep by itself, and so was woken before."""
    total = 0
    for status in Path(f"/proc/{process}/task").glob("*/status"):
        by_name = dict(line.split(":\t") for line in status.read_text().splitlines() if ":\t" in line)
        total += int(by_name["voluntary_ctxt_switches"])
    return total
