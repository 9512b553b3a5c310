"""Tables of the tree that PYTHONPATH names, an older one: deals a hand into the history that a line names, or, after a
minus, lets go of it. Says how many rows it has.

PYTHONPATH=TREE:TREE/tests/journal python older_table.py
"""

import sys
from dataclasses import replace
from pathlib import Path

from keeping import START, Keeping

from eztrak.game.hand import Hand, Outcome
from eztrak.table import commands as c


def main() -> None:
    open_now: dict[str, Keeping] = {}
    for line in map(str.strip, sys.stdin):
        path = line.removeprefix("-")
        if path not in open_now:
            open_now[path] = Keeping(Path(path)).give(replace(START, table=Path(path).parent.name), c.NewShoe())
        keeping = open_now[path]
        if line == path:
            keeping.give(c.RecordHand(Hand(Outcome.BANKER)))
        else:
            open_now.pop(path).close()
        print(len(keeping.records), flush=True)


if __name__ == "__main__":
    main()
