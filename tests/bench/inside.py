"""What the parts take by themselves: drawing a hand, committing it, its roads; and what a long history changes."""

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from functools import reduce
from itertools import count
from pathlib import Path
from random import Random

from export_speed import timed
from figures import Goal, Row, figure, interleaved
from history import kept_history, make_history
from press import bare_file, sync
from programs import HERE, scratch

from eztrak.appliance.unit_key import Place, UnitKey
from eztrak.game.first import first_game
from eztrak.game.hand import Hand
from eztrak.journal.journal import Journal
from eztrak.journal.lookup import Lookup, Totals
from eztrak.journal.takeup import open_and_mend
from eztrak.keypad.demo import shoe
from eztrak.roads.roads import after, roads_of
from eztrak.table.commands import NewShoe, RecordHand, Refusal
from eztrak.table.decisions import decide
from eztrak.table.events import HandRecorded, Moment, Record
from eztrak.table.state import TableState, apply
from eztrak.table.stats import stats_of

now = time.perf_counter_ns
busy = time.thread_time_ns  # for what only computes: other programs on the machine take none of it away
SIZES = (1_000, 100_000, 10_000_000)
LATELY = (70, 40)  # hands of the previous and of the open shoe, the same in every file
WARM = 200  # hands, after which the figures of a shoe have all been drawn once
NPM_PACKAGE = "baccarat-engine"


def redraw_rows(size: tuple[int, int], name: str, hands: int, reach: float) -> list[Row]:
    """Painting what a hand changes against filling the screen once; alone, and with the scene made anew before it."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    import pygame

    from eztrak.display.board import Look, View, scene
    from eztrak.display.painter import Painter
    from eztrak.table.terms import Terms

    pygame.display.init()
    surface = pygame.display.set_mode(size)
    plain = surface.copy()
    painter, look = Painter(surface), Look()
    scenes, paints, fills = [], [], []
    state, mono = TableState("Table 7", Terms(timer_seconds=20)), 0
    for turn, hand in enumerate(_hands(hands + WARM)):
        mono += 10**10
        if state.shoe is None or len(state.shoe.hands) == 70:
            state = _shuffled(state, turn)
        painter.paint(scene(View(state, mono=mono - 1), look, *size))  # as it stands still before the hand
        numbered = replace(hand, number=len(state.shoe.hands) + 1 if state.shoe else 1)
        assert state.shoe is not None
        state = apply(state, Record(0, Moment("", mono, ""), HandRecorded(state.shoe.number, numbered, 0), ""))
        began = busy()
        made = scene(View(state, mono=mono + 1000), look, *size)
        built = busy()
        painter.paint(made)
        painted = busy()
        plain.fill((turn % 200, 20, 30))
        filled = busy()
        if turn >= WARM:
            scenes.append((painted - began) / 1e3)
            paints.append((painted - built) / 1e3)
            fills.append((filled - painted) / 1e3)
    pygame.display.quit()
    against = figure(fills)
    return [
        Row(f"redraw after a hand, {name}", "µs", figure(paints), "plain fill", against, Goal.AT_MOST, reach),
        Row(f"the same with its scene, {name}", "µs", figure(scenes), "plain fill", against, Goal.AT_MOST, reach),
    ]


def commit_row(rounds: int) -> Row:
    """A hand with its chain, its tables and the unit's signature, against a block written and synced."""
    key = UnitKey(bytes(32), bytes(32), Place.NOWHERE)
    with scratch() as folder, closing(Journal(make_history(folder / "h.db", 1000), "", signer=key)) as journal:
        bare = bare_file(folder)
        append = _appender(journal)

        def rested(job: Callable[[], float]) -> Callable[[], float]:
            def run() -> float:
                time.sleep(0.01 + random.random() * 0.01)  # as hands come: the disk has nothing else to do
                return job() / 1e3

            return run

        ours, floor = interleaved(rounds, rested(append), rested(lambda: sync(bare)))
        os.close(bare)
    return Row("commit of a hand", "µs", figure(ours), "bare fdatasync", figure(floor), Goal.AT_MOST, 2.5)


def growth_rows(rounds: int) -> list[Row]:
    """What a table does every hand and every start, with 1,000 hands in its file and with 10,000,000."""
    found: dict[str, list[list[float]]] = {}
    paths = [kept_history(size) for size in SIZES]

    def start(path: Path) -> Callable[[], float]:
        def run() -> float:
            began = now()
            journal, notes = open_and_mend(path, None, Moment("", 0, ""))
            journal.replay()
            taken = now() - began
            journal.close()
            assert not notes, notes
            return taken / 1e3

        return run

    for path in paths:
        with closing(Journal(path, "")) as journal:
            _deal_lately(journal)
    found["start-up"] = interleaved(rounds // 4, *map(start, paths))
    with ExitStack() as stack:
        journals = [stack.enter_context(closing(Journal(path, ""))) for path in paths]
        found["insert"] = interleaved(rounds, *(_micro(_appender(journal)) for journal in journals))
        replays = [_timed(journal.replay) for journal in journals]
        found["current shoe"] = interleaved(rounds // 2, *replays)
        previous = [state.previous for journal in journals if (state := journal.replay())]
        found["previous-shoe stats"] = interleaved(
            rounds, *(_timed(lambda p=p: stats_of(p.hands, p.game)) for p in previous if p)
        )
    found["lifetime totals"] = interleaved(rounds, *(_timed(lambda p=p: _totals(p)) for p in paths))
    return [
        Row(f"growth: {name}", "µs", figure(values[-1]), "1,000 hands", figure(values[0]), Goal.AT_MOST, 1.3)
        for name, values in found.items()
    ]


def _totals(path: Path) -> Totals | None:
    with closing(Lookup(path)) as lookup:
        return lookup.totals()


def roads_row(rounds: int, package: Path) -> Row:
    """The roads after one more hand, against the npm package, which makes them all anew."""
    shoes = [list(shoe(Random(seed), first_game()))[:70] for seed in range(40)]

    def ours() -> float:
        taken = hands = 0
        for hands_of in shoes:
            roads = roads_of(hands_of[:10])
            began = busy()
            reduce(after, [hand.outcome for hand in hands_of[10:]], roads)
            taken += busy() - began
            hands += len(hands_of) - 10
        return taken / hands / 1e3

    typed = json.dumps([[hand.outcome.value for hand in hands] for hands in shoes])

    def theirs() -> float:
        done = subprocess.run(
            ["node", str(HERE / "roads_peer.js"), str(package)], input=typed, capture_output=True, text=True, check=True
        )
        return float(done.stdout)

    mine, peer = interleaved(rounds, ours, theirs)
    return Row("roads, hand by hand", "µs", figure(mine), "npm baccarat-engine", figure(peer), Goal.FASTER, 20)


def csv_row(hands: int, rounds: int) -> Row:
    """An export to CSV, proof and all, against the csv module writing the same columns of the same hands, each in a
    process of its own."""
    history = kept_history(hands)
    with scratch() as folder:
        turns = count()
        plain = [sys.executable, str(HERE / "export_speed.py"), "plain", str(history), str(folder / "plain.csv")]
        ours = [sys.executable, "-m", "eztrak", "export", "--db", str(history), "--format", "csv", "--out"]

        def exported() -> float:
            with tempfile.TemporaryDirectory(dir=folder) as out:
                return hands / timed([*ours, f"{out}/{next(turns)}"])[0] / 1e3

        mine, theirs = interleaved(rounds, exported, lambda: hands / timed(plain)[0] / 1e3)
    name = f"CSV export, {hands:,} hands"
    return Row(name, "thousand hands/s", figure(mine), "plain csv module", figure(theirs), Goal.RATE, 2)


def npm_package(folder: Path) -> Path:
    """Fetches the peer of the roads, for the measurement only."""
    subprocess.run(["npm", "install", "--silent", NPM_PACKAGE], cwd=folder, check=True, capture_output=True)
    return folder / "node_modules" / NPM_PACKAGE


def _hands(most: int) -> Iterator[Hand]:
    """Shoe after shoe; without what is celebrated on the whole board."""
    dealt = 0
    for seed in count():
        for hand in shoe(Random(seed), first_game()):
            if not first_game().celebrated(hand):
                yield hand
                dealt += 1
                if dealt == most:
                    return


def _shuffled(state: TableState, seed: int) -> TableState:
    """The table with a new shoe of twenty hands."""
    from eztrak.table.shoe import Shoe

    hands = [hand for hand in shoe(Random(seed), first_game()) if not first_game().celebrated(hand)][:20]
    numbered = tuple(replace(hand, number=i) for i, hand in enumerate(hands, 1))
    return replace(state, shoe=Shoe(seed + 2, numbered), previous=Shoe(seed + 1, numbered), last_hand=None)


def _appender(journal: Journal) -> Callable[[], int]:
    """Appends the next hand of the open shoe, and says how long it took, in nanoseconds."""
    state = journal.replay()
    moment = Moment("2026-11-01T21:41:00.000Z", 0, "none")
    if state.shoe is None:
        decision = decide(state, RecordHand(next(iter(_hands(1)))))
        assert not isinstance(decision, Refusal)
        for record in journal.append(decision, moment):
            state = apply(state, record)
    assert state.shoe is not None
    number, numbers = state.shoe.number, count(len(state.shoe.hands) + 1)

    def append() -> int:
        hand = replace(next(iter(_hands(1))), number=next(numbers))
        began = now()
        journal.append((HandRecorded(number, hand, 3),), moment)
        return now() - began

    return append


def _deal_lately(journal: Journal) -> None:
    """Deals the last two shoes, which are all that a start reads."""
    state = journal.replay()
    for hands in LATELY:
        opened = [NewShoe()] if state.shoe else []
        commands = [*opened, *(RecordHand(hand) for hand in _hands(hands))]
        for command in commands:
            decision = decide(state, command)
            assert not isinstance(decision, Refusal)
            for record in journal.append(decision, Moment("2026-11-01T21:41:00.000Z", 0, "none")):
                state = apply(state, record)


def _micro(job: Callable[[], int]) -> Callable[[], float]:
    return lambda: job() / 1e3


def _timed(job: Callable[[], object]) -> Callable[[], float]:
    def run() -> float:
        began = now()
        job()
        return (now() - began) / 1e3

    return run
