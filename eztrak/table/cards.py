"""Cards typed one by one: whose card is next by the tableau, and in which ways what was dealt breaks it.

A hand is typed in the order in which it is dealt: Player, Banker, Player, Banker, then third cards as they fall due.
None stands for "there was no card" where one was due.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from eztrak.game.game import Game
from eztrak.game.hand import Hand
from eztrak.game.result import Result
from eztrak.game.tableau import Tableau, points


@dataclass(frozen=True, slots=True)
class Laid:
    """The cards as they lie."""

    player: tuple[int, ...]
    banker: tuple[int, ...]
    next: str = ""  # "Player" or "Banker", whose card is due; "" when the hand is complete
    breaks: tuple[str, ...] = ()  # what the tableau does not know
    full: bool = False  # no card can follow, not even against the tableau

    def hand(self, game: Game, free: bool) -> Hand:
        """The hand that these cards make, with the cards."""
        made = game.dealt(result_of(self.player, self.banker), free)
        return replace(made, player=_digits(self.player), banker=_digits(self.banker))


def result_of(player: Sequence[int], banker: Sequence[int]) -> Result:
    """What point values give. They tell no pair: games with such wagers are not entered by cards."""
    return Result(points(player), points(banker), len(player), len(banker))


def fit(hand: Hand, game: Game) -> bool:
    """Whether the cards of a hand give what it says."""
    if not (hand.player and hand.banker):
        return False
    made = game.dealt(result_of(tuple(map(int, hand.player)), tuple(map(int, hand.banker))))
    return (made.outcome, made.marks) == (hand.outcome, hand.marks)


def lay(typed: Sequence[int | None], tableau: Tableau, natural_ends: bool | None) -> Laid:
    """Lays out what was typed. `natural_ends`: whether the profile says that a natural ends the hand; None if silent.

    Where the document is silent a natural ends the hand as everywhere else, but a third card that the tableau gives
    without regard to naturals is no break of it.
    """
    player = tuple(card for card in typed[:4:2] if card is not None)
    banker = tuple(card for card in typed[1:4:2] if card is not None)
    if len(typed) < 4:
        return Laid(player, banker, "Banker" if len(typed) % 2 else "Player")
    natural = tableau.ended(points(player), points(banker))
    lenient = natural and natural_ends is None
    rest = list(typed[4:])
    breaks: list[str] = []

    player_has, player_due = points(player), tableau.player_takes(points(player))
    if player_due and not natural:
        if not rest:
            return Laid(player, banker, "Player")
        if (card := rest.pop(0)) is None and player_has in tableau.player_may_stand:
            pass
        elif card is None:
            breaks.append(f"Player has {player_has} and draws a third card")
        else:
            player += (card,)

    banker_has = points(banker)
    banker_due = tableau.banker_takes(banker_has, player[2] if len(player) == 3 else None)
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
