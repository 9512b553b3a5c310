"""Cards typed one by one: whose card is next by the tableau, and in which ways what was dealt breaks it.

A hand is typed in the order in which it is dealt: Player, Banker, Player, Banker, then third cards as they fall due.
None stands for "there was no card" where one was due.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from eztrak.game.hand import Hand
from eztrak.game.tableau import Deal, banker_draws, is_natural, player_draws, points


@dataclass(frozen=True, slots=True)
class Laid:
    """The cards as they lie."""

    player: tuple[int, ...]
    banker: tuple[int, ...]
    next: str = ""  # "Player" or "Banker", whose card is due; "" when the hand is complete
    breaks: tuple[str, ...] = ()  # what the tableau does not know
    full: bool = False  # no card can follow, not even against the tableau

    def hand(self, free: bool, panda8: bool) -> Hand:
        """The hand that these cards make, with the cards. `panda8`: whether the profile has that wager."""
        made = Deal(self.player, self.banker).hand
        known = replace(made, panda8=made.panda8 and panda8)
        return replace(known, free=free, player=_digits(self.player), banker=_digits(self.banker))


def lay(typed: Sequence[int | None], natural_ends: bool | None) -> Laid:
    """Lays out what was typed. `natural_ends`: whether the profile says that a natural ends the hand; None if silent.

    Where the document is silent a natural ends the hand as everywhere else, but a third card that the tableau gives
    without regard to naturals is no break of it.
    """
    player = tuple(card for card in typed[:4:2] if card is not None)
    banker = tuple(card for card in typed[1:4:2] if card is not None)
    if len(typed) < 4:
        return Laid(player, banker, "Banker" if len(typed) % 2 else "Player")
    natural = is_natural(player) or is_natural(banker)
    lenient = natural and natural_ends is None
    rest = list(typed[4:])
    breaks: list[str] = []

    player_has, player_due = points(player), player_draws(points(player))
    if player_due and not natural:
        if not rest:
            return Laid(player, banker, "Player")
        if (card := rest.pop(0)) is None:
            breaks.append(f"Player has {player_has} and draws a third card")
        else:
            player += (card,)

    banker_has = points(banker)
    banker_due = banker_draws(banker_has, player[2] if len(player) == 3 else None) if banker_has < 8 else False
    if banker_due and not natural:
        if not rest:
            return Laid(player, banker, "Banker", tuple(breaks))
        if (card := rest.pop(0)) is None:
            breaks.append(f"Banker has {banker_has} and draws a third card")
        else:
            banker += (card,)

    # What is left was dealt although the tableau gives no card.
    for card in (card for card in rest if card is not None):
        skips_player = lenient and banker_due and not player_due
        if len(player) == 2 and len(banker) == 2 and not skips_player:
            player += (card,)
            if not (lenient and player_due):
                breaks.append(f"Player has {player_has} and stands" if not natural else "a natural ends the hand")
        elif len(banker) == 2:
            banker += (card,)
            if not (lenient and banker_due):
                breaks.append(f"Banker has {banker_has} and stands" if not natural else "a natural ends the hand")
    return Laid(
        player, banker, "", tuple(dict.fromkeys(breaks)), full=len(player) + len(banker) == 6 or len(banker) == 3
    )


def _digits(cards: tuple[int, ...]) -> str:
    return "".join(map(str, cards))
