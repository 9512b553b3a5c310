"""The third-card tableau: who draws on what. It is data of a game; cards are their point values, ten and faces 0."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from eztrak.options import build, option
from eztrak.voice.said import Said, Spoken

Card = TypeVar("Card")

STOOD = "-"  # in a row of `banker_draws`: the Player took no third card
_DRAWS = Said(
    "a list with a text for each Banker total from 0 up: the Player's third cards on which the Banker draws, and -"
    " where the Player stood"
)


def _is_draws(rows: Any) -> bool:
    return (
        isinstance(rows, list)
        and len(rows) <= 10
        and all(isinstance(r, str) and {*r} <= {*"-0123456789"} for r in rows)
    )


@dataclass(frozen=True, slots=True)
class Tableau:
    player_draws: frozenset[int] = option(frozenset(), "on these totals", least=0, most=9)
    banker_draws: tuple[str, ...] = option(
        (), "for each total from 0 on: the Player's third cards on which the Banker draws", fits=_is_draws, needs=_DRAWS
    )
    natural_ends: bool = option(True, "no card is drawn after an 8 or 9 in two cards")
    player_may_stand: frozenset[int] = option(
        frozenset(), "totals on which the Player may draw or not", least=0, most=9
    )

    def player_takes(self, total: int) -> bool:
        return total in self.player_draws

    def banker_takes(self, total: int, third: int | None) -> bool:
        """Whether the Banker takes a third card; `third` is the Player's, None where the Player stood."""
        drawn_on = self.banker_draws[total] if total < len(self.banker_draws) else ""
        return (STOOD if third is None else str(third)) in drawn_on

    def ended(self, player: int, banker: int) -> bool:
        """Whether these totals of two cards each end the hand."""
        return self.natural_ends and max(player, banker) >= 8

    @property
    def plain(self) -> dict[str, Any]:
        return {
            "player_draws": sorted(self.player_draws),
            "player_may_stand": sorted(self.player_may_stand),
            "natural_ends": self.natural_ends,
            "banker_draws": list(self.banker_draws),
        }


def points(cards: Iterable[int]) -> int:
    return sum(cards) % 10


def deal(tableau: Tableau, draw: Callable[[], Card], value: Callable[[Card], int]) -> tuple[list[Card], list[Card]]:
    """Deals one hand: Player, Banker, Player, Banker, then third cards as they fall due."""
    cards = [draw() for _ in range(4)]
    player, banker = cards[::2], cards[1::2]
    totals = [points(map(value, side)) for side in (player, banker)]
    if not tableau.ended(*totals):
        third = draw() if tableau.player_takes(totals[0]) else None
        if third is not None:
            player.append(third)
        if tableau.banker_takes(totals[1], None if third is None else value(third)):
            banker.append(draw())
    return player, banker


def tableau_of(plain: Mapping[str, Any], where: str, faults: list[Spoken]) -> Tableau | None:
    """The tableau in a file's table. Faults are added to the list."""
    before = len(faults)
    tableau = build(Tableau, {"banker_draws": None, **plain}, f"{where}.", faults)
    return tableau if len(faults) == before else None
