"""The terms in force at the table: what may be wagered, what it costs, how long the bets stay open, who said so.

Every shoe's first event carries them whole, so that a shoe can be read, and the unit started, without going further
back in the journal.
"""

from dataclasses import dataclass, field

from eztrak.game.profile import Wager


@dataclass(frozen=True, slots=True)
class Limit:
    """The least and the most that may be wagered, in cents."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Terms:
    profile: str = ""
    wagers: tuple[Wager, ...] = tuple(Wager)
    decks: int = 8
    limit: Limit = Limit(0, 0)
    wager_limits: tuple[tuple[Wager, Limit], ...] = ()  # where they differ from the table's
    fees: tuple[tuple[str, int], ...] = ()  # who pays ("player", "player-dealer" …), cents a wager or a hand
    timer_seconds: int = 0  # 0: no timer
    open: bool = True
    origin: str = field(default="", compare=False)  # a fingerprint of the config that these terms came from

    @property
    def panda8(self) -> bool:
        return Wager.PANDA8 in self.wagers

    def limit_of(self, wager: Wager) -> Limit:
        return dict(self.wager_limits).get(wager, self.limit)
