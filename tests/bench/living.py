"""What a board costs that runs: processor time at rest, with a countdown and while it celebrates; memory; its start."""

import time
from contextlib import closing
from pathlib import Path

from figures import Goal, Row, figure
from history import kept_history
from programs import ENTER, Board, Minimal, Page, Program, scratch, side_by_side
from screen import Screen, cpu, pss

FULL_HD = (1920, 1080)
MANY = 10_000_000


def rest_rows(windows: int, seconds: float) -> list[Row]:
    """At rest, then with the countdown; and the memory that they take."""
    with scratch() as folder, side_by_side(FULL_HD, folder, page="tick=1") as (board, floor, page):
        time.sleep(8)  # what belongs to the starts, also the check of the history and the look at the machine
        still = [_shares([board, floor], seconds) for _ in range(windows)]
        for _ in range(20):
            board.hand(serial=True)
            time.sleep(0.05)
        time.sleep(3)  # the flash and the pulse of the last one
        board.type("*", serial=True)
        time.sleep(0.5)
        counting = [_shares([board, page], seconds) for _ in range(windows)]
        memory = [pss(program.family) for program in (board, floor, page)]
    ours, select = (figure(values) for values in zip(*still, strict=True))
    running, chromium = (figure(values) for values in zip(*counting, strict=True))
    return [
        Row("idle, no timer", "% of a core", ours, "select loop", select, Goal.LIMIT, 0.1),
        Row("idle, countdown", "% of a core", running, "Chromium page", chromium, Goal.AT_MOST, 0.5),
        Row("memory", "MiB", figure(memory[:1]), "minimal program", figure(memory[1:2]), Goal.LIMIT, 60),
        Row("memory", "MiB", figure(memory[:1]), "Chromium page", figure(memory[2:]), Goal.TOLD),
    ]


def celebration_row(windows: int) -> Row:
    with scratch() as folder, side_by_side(FULL_HD, folder, page="flash=1") as (board, _, page):
        time.sleep(8)
        found = []
        for _ in range(windows):
            board.type("7", serial=True)  # a Dragon 7 is celebrated for five seconds
            board.type(ENTER, serial=True)
            time.sleep(0.6)
            found.append(_shares([board, page], 4.0))
            time.sleep(1)
    ours, chromium = (figure(values) for values in zip(*found, strict=True))
    return Row("celebration", "% of a core", ours, "Chromium page", chromium, Goal.AT_MOST, 0.5)


def start_rows(rounds: int) -> list[Row]:
    """From the start of the program to its first pixel, and to the board. Ours with ten million hands in the file."""
    history = kept_history(MANY)
    found: dict[str, list[float]] = {"ours": [], "minimal": [], "page": []}
    boards: list[float] = []
    with scratch() as folder:
        for turn in range(rounds + 1):  # the first makes Chromium's profile
            for what, values in found.items():
                with closing(Screen(*FULL_HD)) as screen, closing(_started(what, screen, folder, history)) as program:
                    taken = (program.first_pixel() - program.started) / 1e6
                    board = (program.first_board() - program.started) / 1e6 if isinstance(program, Board) else None
                    if turn:
                        values.append(taken)
                        boards += [] if board is None else [board]
                    time.sleep(1)
    ours, there, floor, page = map(figure, (found["ours"], boards, found["minimal"], found["page"]))
    name, whole = "start to first pixel, 10,000,000 hands", "start to the board, 10,000,000 hands"
    return [
        Row(name, "ms", ours, "minimal program", floor, Goal.AT_MOST, 1.8),
        Row(whole, "ms", there, "minimal program", floor, Goal.TOLD),
        Row(whole, "ms", there, "Chromium page", page, Goal.AT_MOST, 1),
    ]


def _started(what: str, screen: Screen, folder: Path, history: Path) -> Program:
    if what == "ours":
        return Board(screen, folder / what, history)
    return (Minimal if what == "minimal" else Page)(screen, folder / what)


def _shares(programs: list[Program], seconds: float) -> list[float]:
    """What each program and its screen take of a core, in percent."""
    families = [[*program.family, program.screen.server] for program in programs]
    before, since = [cpu(family) for family in families], time.monotonic_ns()
    time.sleep(seconds)
    passed = time.monotonic_ns() - since
    return [100 * (cpu(family) - then) / passed for family, then in zip(families, before, strict=True)]
