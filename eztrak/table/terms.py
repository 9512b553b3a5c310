"""The terms in force at the table: what may be wagered, what it costs, how long the bets stay open, who said so.

Every shoe's first event carries them whole, so that a shoe can be read, and the unit started, without going further
back in the journal.
"""

from dataclasses import dataclass, field, replace

from eztrak.game.first import first_game
from eztrak.game.game import Game, Titled
from eztrak.voice.said import Said

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

    def problems(self) -> list[Said]:
        """Everything that may not be so under the profile."""
        found = []
        for spot, limit in (("", self.limit), *self.wager_limits):
            name = self.game.named(spot) if spot else Said("the table")
            low, high = dollars(limit.low), dollars(limit.high)
            if limit.high < limit.low:
                found.append(
                    Said("{name}: the maximum {high} is below the minimum {low}", name=name, high=high, low=low)
                )
            if self.highest_wager is not None and limit.high > self.highest_wager:
                found.append(
                    Said(
                        "{name}: {high} is over the highest wager that {profile} allows, {most}",
                        name=name,
                        high=high,
                        profile=self.profile,
                        most=dollars(self.highest_wager),
                    )
                )
        if self.fees and not self.fees_allowed:
            found.append(Said("profile {profile} allows no fees", profile=self.profile))
        unknown = [who for who, _ in self.fees if who not in self.payers]
        found += [Said("{game} has no {wager} wager", game=Titled(self.game), wager=who) for who in unknown]
        return found


def dollars(cents: int) -> str:
    """An amount as people write it: 300, or 2.50."""
    return f"{cents // 100:,}" if cents % 100 == 0 else f"{cents / 100:,.2f}"
