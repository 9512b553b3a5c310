"""Cards typed one by one: whose card is next by the tableau, and in which ways what was dealt breaks it.

A hand is typed in the order in which it is dealt: Player, Banker, Player, Banker, then third cards as they fall due,
and, where a game needs it and the values do not say, whether the first two of a side were a pair, before the third
cards. None stands for "there was no card" where one was due.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from eztrak.game.game import Game
from eztrak.game.hand import Hand, Outcome
from eztrak.game.result import PAIR, PERFECT, Result
from eztrak.game.tableau import Tableau, points
from eztrak.table.digits import SIDES, Fact, Meaning, NextDigit, Pairs, pairs
from eztrak.voice.said import Said

ENDED = Said("a natural ends the hand")
CONTESTED = "contested"  # the name in the record of what a supervisor decided
BOTH_WIN = Said("natural 8 against three-card 9: either may win")


@dataclass(frozen=True, slots=True)
class Laid:
    """The cards as they lie."""

    player: tuple[int, ...]
    banker: tuple[int, ...]
    next: str = ""  # the side whose card is due; "" when the hand is complete
    breaks: tuple[Said, ...] = ()  # what the tableau does not know
    rest: tuple[int, ...] = ()  # digits for which no card is left to be

    @property
    def result(self) -> Result:
        """What their values give; they show no pair."""
        return Result(points(self.player), points(self.banker), len(self.player), len(self.banker))

    @property
    def may(self) -> Mapping[str, tuple[int, ...]]:
        """What the first two cards of each side can be."""
        return {side: _two(cards[:2]) for side, cards in zip(SIDES, (self.player, self.banker), strict=True)}


def read_cards(digits: Sequence[int | None], game: Game, natural_ends: bool | None) -> Meaning:
    first = lay(digits[:4], game.tableau, natural_ends)
    two = pairs(first.may, digits[4:], game) if len(digits) >= 4 else Pairs()
    if isinstance(two, Meaning):
        return replace(two, sides=_sides(first))
    laid = lay((*digits[:4], *digits[4 + two.used :]), game.tableau, natural_ends)
    sides = _sides(laid)
    if laid.next:
        return Meaning(NextDigit(Fact.CARD, laid.next), breaks=laid.breaks, sides=sides)
    if laid.rest:
        return Meaning(wrong=Said("one card too many"), sides=sides)
    made = game.dealt(laid.result._replace(player_two=two.player, banker_two=two.banker))
    made = replace(made, player=_digits(laid.player), banker=_digits(laid.banker))
    breaks = (BOTH_WIN,) if natural_ends is None and contested(made) else laid.breaks
    return Meaning(hand=made, breaks=breaks, sides=sides)


def contested(hand: Hand) -> bool:
    """Whether a document that does not say that a natural ends the hand names two winners of it: the natural 8 and the
    three-card 9. Of totals typed that is seen only where the 8 was said to win."""
    if hand.totals:
        return hand.totals == {"player": "89", "banker": "98"}.get(hand.outcome.id)
    natural, drawn = sorted((hand.player, hand.banker), key=len)
    return (len(natural), len(drawn)) == (2, 3) and (points(map(int, natural)), points(map(int, drawn))) == (8, 9)


def decided(hand: Hand, winner: Outcome, game: Game) -> Hand:
    """A contested hand as a supervisor decided it, with the marks that go with that winner."""
    fitting = frozenset(mark for mark in hand.marks if not game.problems(frozenset({mark, winner.id})))
    return replace(hand, outcome=winner, marks=fitting)


def fit(hand: Hand, game: Game) -> bool:
    """Whether the cards of a hand give what it says, pairs as they can be."""
    if not (hand.player and hand.banker):
        return False
    laid = Laid(tuple(map(int, hand.player)), tuple(map(int, hand.banker)))
    said = hand.marks | {hand.outcome.id}
    return any(
        game.shown(laid.result._replace(player_two=player, banker_two=banker)) == said
        for player in laid.may["player"]
        for banker in laid.may["banker"]
    )


def _two(cards: tuple[int, ...]) -> tuple[int, ...]:
    """Ten, jack, queen and king are all 0: whether two of them are a pair nobody can tell by their value."""
    if len(set(cards)) > 1:
        return (0,)
    return (0, PAIR, PERFECT) if cards[:1] == (0,) else (PAIR, PERFECT)


def lay(typed: Sequence[int | None], tableau: Tableau, natural_ends: bool | None) -> Laid:
    """Lays out what was typed. `natural_ends`: whether the pack says that a natural ends the hand; None if silent.

    Where the document is silent a natural ends the hand as everywhere else, but a third card that the tableau gives
    without regard to naturals is no break of it.
    """
    player = tuple(card for card in typed[:4:2] if card is not None)
    banker = tuple(card for card in typed[1:4:2] if card is not None)
    if len(typed) < 4:
        return Laid(player, banker, SIDES[len(typed) % 2])
    natural = tableau.ended(points(player), points(banker))
    lenient = natural and natural_ends is None
    rest = list(typed[4:])
    breaks: list[Said] = []

    player_has, player_due = points(player), tableau.player_takes(points(player))
    if player_due and not natural:
        if not rest:
            return Laid(player, banker, "player")
        if (card := rest.pop(0)) is None and player_has in tableau.player_may_stand:
            pass
        elif card is None:
            breaks.append(Said("Player has {points} and draws a third card", points=player_has))
        else:
            player += (card,)

    banker_has = points(banker)
    banker_due = tableau.banker_takes(banker_has, player[2] if len(player) == 3 else None)
    if banker_due and not natural:
        if not rest:
            return Laid(player, banker, "banker", tuple(breaks))
        if (card := rest.pop(0)) is None:
            breaks.append(Said("Banker has {points} and draws a third card", points=banker_has))
        else:
            banker += (card,)

    # What is left was dealt although the tableau gives no card.
    left: list[int] = []
    for card in (card for card in rest if card is not None):
        skips_player = lenient and banker_due and not player_due
        if len(player) == 2 and len(banker) == 2 and not skips_player:
            player += (card,)
            if not (lenient and player_due):
                breaks.append(Said("Player has {points} and stands", points=player_has) if not natural else ENDED)
        elif len(banker) == 2:
            banker += (card,)
            if not (lenient and banker_due):
                breaks.append(Said("Banker has {points} and stands", points=banker_has) if not natural else ENDED)
        else:
            left.append(card)
    return Laid(player, banker, "", tuple(dict.fromkeys(breaks)), tuple(left))


def _sides(laid: Laid) -> tuple[str, ...]:
    return tuple(" ".join(map(str, cards)) for cards in (laid.player, laid.banker, laid.rest))


def _digits(cards: tuple[int, ...]) -> str:
    return "".join(map(str, cards))
