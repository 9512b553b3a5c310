"""A table whose disk takes 200 ms for each flush: deals so many hands into a history, at a dealer's time of day.

LD_PRELOAD=slow.so python tests/floor/slow_table.py FILE NUMBER HANDS
"""

import sys
import time
from dataclasses import replace
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent / "journal"))

from keeping import START

from eztrak.appliance.clock import CLOCK
from eztrak.game.hand import Hand, Outcome
from eztrak.journal.journal import Journal
from eztrak.table import commands as c
from eztrak.table.decisions import decide
from eztrak.table.state import apply

SLOW = """
#include <time.h>
static int slow(void) { struct timespec pause = {0, 200000000}; return nanosleep(&pause, 0); }
int fsync(int fd) { return slow(); }
int fdatasync(int fd) { return slow(); }
"""


def main(path: Path, number: int, hands: int) -> None:
    chance = Random(number)
    journal = Journal(path, CLOCK.moment().at)
    state = journal.replay()
    given: list[c.Command] = [replace(START, table=f"Table {number}")]
    for hand in range(hands):
        given += [c.RecordHand(Hand(Outcome.BANKER))] if hand % 60 else [c.NewShoe(), c.RecordHand(Hand(Outcome.TIE))]
    for command in given:
        decision = decide(state, command)
        assert not isinstance(decision, c.Refusal)
        for record in journal.append(decision, CLOCK.moment()):
            state = apply(state, record)
        time.sleep(chance.uniform(0, 1.5))
    journal.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
