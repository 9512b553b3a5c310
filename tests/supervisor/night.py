"""A night at a table in rounds: bets opened by the timer, closed, a result; kept by the real journal, told the time."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import cycle, islice
from pathlib import Path

from eztrak.game.first import first_game
from eztrak.game.hand import Hand
from eztrak.game.notation import parse
from eztrak.journal.journal import Journal
from eztrak.table import commands as c
from eztrak.table.decisions import decide
from eztrak.table.events import Event, HandRecorded, Moment
from eztrak.table.round import NANO
from eztrak.table.state import apply
from eztrak.table.terms import Terms

BEGINS = datetime(2026, 1, 5, 20, tzinfo=UTC)
TERMS = Terms(timer_seconds=20, origin="x")
BOSS = c.supervisor(1)


def hand_of(notation: str) -> Hand:
    (hand,) = parse(notation, first_game())
    return hand


class Night:
    def __init__(self, path: Path, table: str = "Table 1", dealer: int = 7) -> None:
        self.path, self.table = path, table
        self.journal = Journal(path, "now")
        self.state = self.journal.replay()
        self.now, self.up, self.boot = BEGINS, 100 * NANO, 1
        self.give(c.Start("0.1.0", table, TERMS), c.SetDealer(dealer, BOSS))

    def wait(self, seconds: float, clock: float | None = None) -> "Night":
        """`clock` where the wall clock went another way."""
        self.up += int(seconds * NANO)
        self.now += timedelta(seconds=seconds if clock is None else clock)
        return self

    def give(self, *commands: c.Command) -> "Night":
        for command in commands:
            decision = decide(self.state, command)
            assert not isinstance(decision, c.Refusal), decision
            self.keep(decision)
        return self

    def keep(self, events: Iterable[Event]) -> None:
        at = self.now.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        for record in self.journal.append(tuple(events), Moment(at, self.up, f"boot-{self.boot}")):
            self.state = apply(self.state, record)

    def hand(self, notation: str = "P", seconds: float = 15, confirmed: str = "") -> "Night":
        """A result so many seconds later, with what the board asked before it took it."""
        self.wait(seconds)
        decision = decide(self.state, c.RecordHand(hand_of(notation)))
        assert not isinstance(decision, c.Refusal), decision
        taken = (replace(e, confirmed=confirmed) if isinstance(e, HandRecorded) else e for e in decision)
        self.keep(taken)
        return self

    def bets(self, closed: bool = True) -> "Night":
        """A round is opened; the timer closes it."""
        self.wait(10).give(c.StartTimer(missed=True))
        return self.wait(20).give(c.CloseBets(c.TIME)) if closed else self

    def rounds(self, notation: str) -> "Night":
        """A hand every 45 seconds."""
        for one in notation.split():
            self.bets().hand(one)
        return self

    def shoe(self, hands: int = 0) -> "Night":
        """A new shoe with so many hands, as they come on the average."""
        self.wait(60).give(c.NewShoe())
        return self.rounds(" ".join(islice(cycle(["B", "P", "Bn", "P", "B", "Pn", "T", "P", "B", "Pn"]), hands)))

    def restart(self, clock: float = 60) -> "Night":
        """The machine goes down and comes up again; its monotonic clock counts anew."""
        self.boot += 1
        self.up = 5 * NANO
        self.now += timedelta(seconds=clock)
        return self.give(c.Start("0.1.0", self.table, TERMS))

    def close(self) -> Path:
        self.journal.close()
        return self.path
