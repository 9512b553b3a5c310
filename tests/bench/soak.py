"""Ten thousand hands at the real board, typed at random with corrections and new shoes: `make soak`.

Memory and descriptors must not grow, the last thousand hands must not be slower than the first, the history must
verify, and a board that starts from it must show what this one showed.

    python tests/bench/soak.py [HANDS]
"""

import json
import os
import random
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from statistics import quantiles

from programs import Board, scratch
from screen import PATIENCE, Screen, pss

SIZE = (1920, 1080)
HANDS = 10_000
# Toggles of a hand that can be, and what people press besides.
TYPED = ("3\r", "1\r", "5\r", "43\r", "13\r", "41\r", "7\r", "9\r", "-1\r", "-43\r", "45\r")
BETWEEN = ("0", "0", ".", "41.", "47\r.", "71.", "+.", "/.", "\b.", "6", "//2.", "4\b")
TAKE_BACK, NEW_SHOE, YES = "+/\r", "//1/\r", "/\r"
SHOE = 75  # hands
PACE = 150  # keys a second: a keypad that sends more than 200 is taken for a broken one


class Soaked:
    """A board with its log, and what was seen of it after every thousand hands."""

    def __init__(self, board: Board, log: Path) -> None:
        self.board = board
        self._log = log.open("rb")
        self._partial = b""
        self._free = 0.0
        self.hands = self.shoes = self.voids = 0
        self.took: list[float] = []  # seconds from Enter to the line that says that it counts
        self.seen: list[tuple[int, float, int, float]] = []  # hands, MiB, descriptors, MiB of its own

    def send(self, keys: str) -> float:
        time.sleep(max(0.0, self._free - time.monotonic()))
        sent = time.monotonic()
        self._free = sent + len(keys) / PACE
        os.write(self.board.wire, keys.encode())
        return sent

    def until(self, kind: str) -> None:
        """Reads the log on to the next event of this kind."""
        self.hear(f" kind={kind} ")

    def hear(self, words: str) -> None:
        """Reads the log on to the next line with these words."""
        limit = time.monotonic() + PATIENCE
        while time.monotonic() < limit:
            line, end, rest = self._partial.partition(b"\n")
            if not end:
                if more := self._log.read():
                    self._partial += more
                else:
                    time.sleep(0.0005)
                continue
            self._partial = rest
            if words.encode() in line + b" ":
                return
        raise SystemExit(f"hand {self.hands + 1}: {words} was not said")

    def look(self) -> None:
        process = self.board.process.pid
        descriptors = len(list(Path(f"/proc/{process}/fd").iterdir()))
        self.seen.append((self.hands, pss([process]), descriptors, pss([process], "Pss_Anon")))
        last = self.seen[-1]
        print(f"{last[0]:6} hands  {last[1]:6.1f} MiB  {last[2]:3} descriptors", file=sys.stderr, flush=True)


def soak(hands: int, folder: Path) -> dict[str, object]:
    """Plays, and gives what was found: every check by its name, with the figures."""
    with closing(Screen(*SIZE)) as screen:
        board = Board(screen, folder / "board")
        with closing(board):
            board.first_board()
            soaked = Soaked(board, folder / "board" / "said.txt")
            soaked.hear(": taken: ")  # what is typed before reaches nobody
            _play(soaked, hands, random.Random(8))
            before = _rested(board)
        board = Board(screen, folder / "board", board.database)
        with closing(board):
            board.first_board()
            after = _rested(board)
        verified = subprocess.run(
            [sys.executable, "-m", "eztrak", "verify", str(board.database)], capture_output=True, text=True, check=False
        )
    part = max(1, len(soaked.took) // 10)
    # The faster ones: what else the machine does only ever makes a hand slower.
    first, last = (quantiles(took, n=10)[0] for took in (soaked.took[:part], soaked.took[-part:]))
    warm, end = soaked.seen[1 if len(soaked.seen) > 2 else 0], soaked.seen[-1]
    return {
        "hands": soaked.hands,
        "shoes": soaked.shoes,
        "voids": soaked.voids,
        "mib": [round(seen[1], 1) for seen in soaked.seen],
        "own_mib": [round(seen[3], 1) for seen in soaked.seen],
        "descriptors": [seen[2] for seen in soaked.seen],
        "last_to_first": round(last / first, 2),
        "found": {
            # Shared pages count by how many other programs share them: what grows, grows in its own.
            "memory": end[3] <= warm[3] * 1.1 and end[1] <= 80,
            "descriptors": end[2] <= warm[2],
            "speed": last <= first * 1.5,
            "history": verified.returncode == 0,
            "replay": before == after,
        },
        "differs": [name for name in before if before[name] != after[name]],
    }


def _play(soaked: Soaked, hands: int, chance: random.Random) -> None:
    in_shoe = 0
    soaked.look()
    while soaked.hands < hands:
        if chance.random() < 0.1:
            soaked.send(chance.choice(BETWEEN))
            # What was typed besides is answered on the strip alone; clearing it leaves the strip as it was.
            soaked.send("..")
        timed = chance.random() < 0.1
        if timed:
            soaked.send("*" + YES)  # it asks where the last hand was taken back: that one is due
            soaked.until("timer_start")
            soaked.send("*")
            soaked.until("bets_close")
        # A hand after a timed round asks whether it is another one; where nothing asks, the keys for yes do nothing.
        sent = soaked.send(chance.choice(TYPED) + YES * (not timed))
        soaked.until("hand")
        soaked.took.append(time.monotonic() - sent)
        soaked.hands += 1
        in_shoe += 1
        if chance.random() < 0.03:
            soaked.send(TAKE_BACK)
            soaked.until("void")
            soaked.voids += 1
        if in_shoe >= SHOE:
            soaked.send(NEW_SHOE)
            soaked.until("shoe_start")
            soaked.shoes, in_shoe = soaked.shoes + 1, 0
        if soaked.hands % max(1, hands // 10) == 0:
            soaked.look()


def _rested(board: Board) -> dict[str, bytes]:
    """What the panels of the history show once nothing moves: counts, roads and the shoe before."""
    time.sleep(9)  # a celebration and the pulse after it
    return {name: board.picture(name) for name in ("counts", "winner", "bead", "previous", "big", "big_eye", "small")}


def main() -> int:
    with scratch() as folder:
        result = soak(int(sys.argv[1]) if len(sys.argv) > 1 else HANDS, folder)
    print(json.dumps(result, indent=1))
    return 0 if all(dict(result["found"]).values()) else 1  # type: ignore[call-overload]


if __name__ == "__main__":
    sys.exit(main())
