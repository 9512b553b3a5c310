"""The terms in force at the table: what may be wagered, what it costs, how long the bets stay open, who said so.

Every shoe's first event carries them whole, so that a shoe can be read, and the unit started, without going further
back in the journal.
"""

from dataclasses import dataclass, field, replace

from eztrak.game.first import first_game
from eztrak.game.game import Game

PLAYER_DEALER = "player_dealer"  # pays a fee a hand, beside those of the wagers


@dataclass(frozen=True, slots=True)
class Limit:
    """The least and the most that may be wagered, in cents."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Terms:
    profile: str = ""
    game: Game = field(default_factory=first_game)
    decks: int = 8
    limit: Limit = Limit(0, 0)
    wager_limits: tuple[tuple[str, Limit], ...] = ()  # by spot, where they differ from the table's
    fees: tuple[tuple[str, int], ...] = ()  # by spot or PLAYER_DEALER, cents a wager or a hand
    highest_wager: int | None = None  # cents, where the profile has one
    fees_allowed: bool = False
    timer_seconds: int = 0  # 0: no timer
    languages: tuple[str, ...] = ("en",)
    open: bool = True
    origin: str = field(default="", compare=False)  # a fingerprint of the config that these terms came from

    def __post_init__(self) -> None:
        # In the order of the game, whoever set them and however they were kept.
        places = {spot: place for place, spot in enumerate(self.payers)}
        for name in ("wager_limits", "fees"):
            pairs = sorted(getattr(self, name), key=lambda pair: (places.get(pair[0], len(places)), pair[0]))
            object.__setattr__(self, name, tuple(pairs))

    def limit_of(self, spot: str) -> Limit:
        return dict(self.wager_limits).get(spot, self.limit)

    def with_limit(self, spot: str | None, limit: Limit) -> "Terms":
        """These terms with another limit, of one wager or (None) of the table."""
        if spot is None:
            return replace(self, limit=limit)
        own = dict(self.wager_limits) | {spot: limit}
        return replace(self, wager_limits=tuple((s, own[s]) for s in own if own[s] != self.limit))

    def with_fee(self, who: str, cents: int) -> "Terms":
        """These terms with another fee; 0 takes it away."""
        own = dict(self.fees) | {who: cents}
        return replace(self, fees=tuple((name, fee) for name, fee in own.items() if fee))

    @property
    def payers(self) -> tuple[str, ...]:
        """Who can be asked for a fee."""
        return (*self.game.spots, PLAYER_DEALER)

    def problems(self) -> list[str]:
        """Everything that may not be so under the profile."""
        found = []
        for spot, limit in (("", self.limit), *self.wager_limits):
            name = self.game.says(spot) if spot else "the table"
            if limit.high < limit.low:
                found.append(f"{name}: the maximum {dollars(limit.high)} is below the minimum {dollars(limit.low)}")
            if self.highest_wager is not None and limit.high > self.highest_wager:
                most = dollars(self.highest_wager)
                found.append(
                    f"{name}: {dollars(limit.high)} is over the highest wager that {self.profile} allows, {most}"
                )
        if self.fees and not self.fees_allowed:
            found.append(f"{self.profile} takes no fees")
        found += [f"{self.game.name()} has no {who} wager" for who, _ in self.fees if who not in self.payers]
        return found


def dollars(cents: int) -> str:
    """An amount as people write it: 300, or 2.50."""
    return f"{cents // 100:,}" if cents % 100 == 0 else f"{cents / 100:,.2f}"
