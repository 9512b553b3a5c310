"""The third-card tableau: who draws on what. It is data of a game; cards are their point values, ten and faces 0."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

Card = TypeVar("Card")

STOOD = "-"  # in a row of `banker_draws`: the Player took no third card


@dataclass(frozen=True, slots=True)
class Tableau:
    player_draws: frozenset[int]  # on these totals
    banker_draws: tuple[str, ...]  # for each total from 0 on: the Player's third cards on which the Banker draws
    natural_ends: bool = True  # no card is drawn after an 8 or 9 in two cards
    player_may_stand: frozenset[int] = frozenset()  # totals on which the Player may draw or not

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


def tableau_of(plain: Mapping[str, Any], where: str, faults: list[str]) -> Tableau | None:
    """The tableau in a file's table. Faults are added to the list."""
    known = ("player_draws", "player_may_stand", "natural_ends", "banker_draws")
    before = len(faults)
    faults += [
        f"{where}.{key}: there is no such key; known here are {', '.join(known)}" for key in plain.keys() - known
    ]
    totals = {key: plain.get(key, []) for key in known[:2]}
    for key, value in totals.items():
        if not (isinstance(value, list) and all(type(total) is int and 0 <= total <= 9 for total in value)):
            faults.append(f"{where}.{key} = {value!r}: a list of totals from 0 to 9 is needed")
    rows = plain.get("banker_draws")
    if not (isinstance(rows, list) and len(rows) <= 10 and all(isinstance(row, str) for row in rows)) or any(
        set(row) - set("-0123456789") for row in rows
    ):
        faults.append(
            f"{where}.banker_draws = {rows!r}: a text for each Banker total from 0 on is needed, of the Player's third"
            f" cards on which the Banker draws and {STOOD!r} where the Player stood"
        )
    ends = plain.get("natural_ends", True)
    if type(ends) is not bool:
        faults.append(f"{where}.natural_ends = {ends!r}: true or false is needed")
    if len(faults) > before:
        return None
    assert isinstance(rows, list)
    may_stand = frozenset(totals["player_may_stand"])
    return Tableau(frozenset(totals["player_draws"]), tuple(rows), ends, may_stand)
