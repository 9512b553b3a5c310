"""Killed at any instant while keys pour in: what the board acknowledged is there, and the next start goes on.

EZTRAK_KILLS=1000 asks for more rounds than the usual few.
"""

import json
import os
import signal
import time
from pathlib import Path
from random import Random
from typing import TypeAlias

from running import Board, board, eztrak, fields_of

ROUNDS = int(os.environ.get("EZTRAK_KILLS", "8"))
FRESH = 50  # kills of one history: a longer one takes longer to verify, and the first start has instants of its own
KEYS = ("1", "3", "5", "4 3", "7", "9", "- 1", "- 4 5")
Hands: TypeAlias = dict[tuple[int, int], str]  # the notation of a hand, by shoe and number


def script(random: Random) -> str:
    """Keys without a pause: hands, now and then one taken back, now and then a new shoe."""
    return "\n".join(
        random.choices([*(f"{keys} Enter" for keys in KEYS), "+ / Enter", "NumLock / Enter"], [9] * 8 + [6, 2], k=600)
    )


def acknowledged(running: Board, before: Hands) -> Hands:
    """The hands after those complete lines that the board has written."""
    hands = dict(before)
    for event in map(fields_of, running.events()):
        if event["kind"] == "hand":
            bonus = "7" if "dragon7" in event else "8" if "panda8" in event else ""
            flags = "n" * ("natural" in event) + "f" * ("free" in event)
            hands[event["shoe"], event["hand"]] = event["outcome"] + bonus + flags
        elif event["kind"] == "void":
            hands[event["shoe"], event["hand"]] += "x"
    return hands


def stored(home: Path, database: str) -> Hands:
    """The hands in the history, which has to be sound; none before the first start has made one."""
    checked = eztrak("verify", database, home=home)
    if checked.returncode == 2 and ("no such file" in checked.stderr or "holds no journal yet" in checked.stderr):
        return {}
    assert checked.returncode == 0, checked
    listed = json.loads(eztrak("shoes", "--json", "--db", database, home=home).stdout)
    return {(shoe["shoe"], number): hand for shoe in listed for number, hand in enumerate(shoe["notation"].split(), 1)}


def test_no_acknowledged_hand_is_lost_however_the_board_dies(tmp_path: Path) -> None:
    random = Random(20260101)
    (tmp_path / "eztrak.toml").write_text("[entry]\nhand_seconds = 0\n")
    hands: Hands = {}
    total = 0
    for number in range(1, ROUNDS + 1):
        if number % FRESH == 1:
            database, total, hands = f"t{number}.db", total + len(hands), {}
        (tmp_path / "keys.txt").write_text(script(random))
        arguments = ("--windowed", "640x360", "--config", "eztrak.toml", "--db", database)
        arguments += ("--keypad", "script:keys.txt")
        with board(*arguments, home=tmp_path) as running:
            if number % 4:
                for _ in range(random.randrange(1, 120)):
                    running.hear("")
                spin(random.uniform(0, 0.004))
            else:
                spin(random.uniform(0, 0.5))  # somewhere in the start
            running.signal(signal.SIGKILL)
            assert running.ended() == -signal.SIGKILL
        said, hands = acknowledged(running, hands), stored(tmp_path, database)
        unheard = {
            place: (said.get(place), hands.get(place)) for place in said | hands if said.get(place) != hands.get(place)
        }
        # What was said is there. More may have been stored whose line was still on its way: hands and voids.
        assert all(was is None or now == f"{was}x" for was, now in unheard.values()), unheard
    assert total + len(hands) > 20 * ROUNDS


def spin(seconds: float) -> None:
    """Lets a moment pass: the instant of the kill is the one thing here that has to be random."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        pass
