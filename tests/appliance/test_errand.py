"""Work beside the loop: when it is done."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from advancing import HandClock

from eztrak.appliance.errand import Errand
from eztrak.table.round import NANO

PATIENCE = 60


class Worker:
    """Work that counts, and can be held up."""

    def __init__(self) -> None:
        self.done, self.free = 0, threading.Event()
        self.free.set()

    def __call__(self) -> None:
        assert self.free.wait(PATIENCE)
        self.done += 1


@contextmanager
def errand(work: Worker, clock: HandClock, every: float = 0) -> Iterator[Errand]:
    made = Errand("test", work, clock, every=every)
    try:
        yield made
    finally:
        work.free.set()
        made.close(PATIENCE)


def test_it_is_done_when_it_is_asked_and_then_at_its_times() -> None:
    work, clock = Worker(), HandClock()
    with errand(work, clock, every=60) as one:
        one.turn()
        assert (work.done, one.due) == (0, None)
        one.ask()
        assert one.rests.wait(PATIENCE)
        for minute in (1, 2):
            clock.now += 60 * NANO - 1
            one.turn()
            assert (one.rests.is_set(), work.done) == (True, minute)
            clock.now += 1
            one.turn()
            assert one.rests.wait(PATIENCE)
            assert (work.done, one.due) == (minute + 1, clock.now + 60 * NANO)
        one.every(3600)
        clock.now += 3600 * NANO - 1
        one.turn()
        assert (work.done, one.due) == (3, clock.now + 1)


def test_what_is_still_under_way_is_not_begun_twice_but_when_somebody_asks() -> None:
    work, clock = Worker(), HandClock()
    with errand(work, clock, every=60) as one:
        work.free.clear()
        one.ask()
        clock.now += 60 * NANO
        one.turn()
        assert one.due == clock.now + 60 * NANO
        work.free.set()
        assert one.rests.wait(PATIENCE)
        assert work.done == 1
        work.free.clear()
        one.ask()
        one.ask()
        work.free.set()
        assert one.rests.wait(PATIENCE)
        assert work.done in (2, 3)  # the second was asked before or after the first had begun


def test_what_is_due_once_is_done_though_it_is_under_way() -> None:
    work, clock = Worker(), HandClock()
    with errand(work, clock) as one:
        work.free.clear()
        one.due = clock.now
        one.turn()
        assert one.due is None
        one.due = clock.now
        one.turn()
        work.free.set()
        assert one.rests.wait(PATIENCE)
        assert (one.due, work.done in (1, 2)) == (None, True)


def test_work_that_fails_in_a_way_that_nobody_thought_of_is_told_and_done_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lines: list[str] = []
    monkeypatch.setattr(threading, "excepthook", lambda about: lines.append(f"{about.thread.name}: {about.exc_value}"))
    tries = iter([ValueError("torn"), None])

    class Failing(Worker):
        def __call__(self) -> None:
            super().__call__()
            if fault := next(tries):
                raise fault

    work, clock = Failing(), HandClock()
    with errand(work, clock, every=60) as one:
        one.ask()
        assert one.rests.wait(PATIENCE)
        assert (work.done, lines) == (1, ["test: torn"])
        clock.now += 60 * NANO
        one.turn()
        assert one.rests.wait(PATIENCE)
        assert (work.done, lines) == (2, ["test: torn"])


def test_its_end_leaves_out_what_was_asked_unless_it_is_to_be_done_once_more() -> None:
    for once_more, done in ((False, 0), (True, 1)):
        work = Worker()
        Errand("test", work, HandClock()).close(PATIENCE, once_more)
        assert work.done == done
