"""What the cards of a shoe are good for: a shoe of more hands than its cards allow is stopped.

Burned cards and those of void hands are in no record, so that only what cannot be is stopped. The entry asks the same
while cards are typed.
"""

from eztrak.game.enumeration import KINDS
from eztrak.game.hand import Hand
from eztrak.table.shoe import Shoe
from eztrak.voice.said import NOTHING, Said

CARDS = 52  # of a deck
FEWEST, MOST = 4, 6  # cards of a hand


def stopped(shoe: Shoe, hand: Hand) -> Said:
    """Why a shoe cannot give this hand beside those that stand in it; nothing where it can."""
    return full(shoe) or lacking(shoe, hand.player + hand.banker)


def full(shoe: Shoe) -> Said:
    """Why a shoe cannot give any further hand; nothing where it can."""
    most = CARDS * shoe.decks // FEWEST
    if len(shoe.hands) < most or (hands := len(shoe.standing)) < most:
        return NOTHING
    return Said(
        "shoe {number} has {count:hand|hands}, all that {decks:deck|decks} can give: start a new shoe",
        number=shoe.number,
        count=hands,
        decks=shoe.decks,
    )


def lacking(shoe: Shoe, cards: str) -> Said:
    """Why a shoe cannot give a hand these cards, all or the first of them, by their values; nothing where it can."""
    all_cards = CARDS * shoe.decks
    if not cards and len(shoe.hands) * MOST <= all_cards:
        return NOTHING  # whatever their cards were
    dealt = "".join(hand.player + hand.banker for hand in shoe.standing)
    for value, kinds in enumerate(KINDS):
        there, more = kinds * shoe.decks, cards.count(str(value))
        if more and dealt.count(str(value)) + more > there:
            return Said(
                "shoe {number} ({decks:deck|decks}) has {count} of the cards worth {value} left, and "
                "this hand takes {more}: check the cards, or is this a new shoe?",
                number=shoe.number,
                decks=shoe.decks,
                count=max(there - dealt.count(str(value)), 0),
                value=value or Said("0 (ten, face)"),
                more=more,
            )
    # A hand that was entered without its cards took four at least.
    gone = sum(len(hand.player + hand.banker) or FEWEST for hand in shoe.standing)
    if gone + len(cards) <= all_cards:
        return NOTHING
    return Said(
        "shoe {number} ({decks:deck|decks}) has {count:card|cards} left, and this hand takes {more}: "
        "check the cards, or is this a new shoe?",
        number=shoe.number,
        decks=shoe.decks,
        count=max(all_cards - gone, 0),
        more=len(cards),
    )
