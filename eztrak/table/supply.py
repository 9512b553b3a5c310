"""What the cards of a shoe are good for: a shoe of more hands than its cards allow is stopped.

Burned cards and those of void hands are in no record, so that only what cannot be is stopped. The entry asks the same
while cards are typed.
"""

from eztrak.game.enumeration import KINDS
from eztrak.game.hand import Hand
from eztrak.table.shoe import Shoe

CARDS = 52  # of a deck
FEWEST = 4  # cards of a hand


def stopped(shoe: Shoe, hand: Hand) -> str:
    """Why a shoe cannot give this hand beside those that stand in it; "" where it can."""
    return full(shoe) or lacking(shoe, hand.player + hand.banker)


def full(shoe: Shoe) -> str:
    """Why a shoe cannot give any further hand; "" where it can."""
    hands = len(shoe.standing)
    if hands < CARDS * shoe.decks // FEWEST:
        return ""
    decks = f"{shoe.decks} decks give" if shoe.decks != 1 else "1 deck gives"
    return f"shoe {shoe.number} has {hands} hands, and {decks} no more: start a new shoe"


def lacking(shoe: Shoe, cards: str) -> str:
    """Why a shoe cannot give a hand these cards, all or the first of them, by their values; "" where it can."""
    dealt = "".join(hand.player + hand.banker for hand in shoe.standing)
    for value, kinds in enumerate(KINDS):
        there, more = kinds * shoe.decks, cards.count(str(value))
        if more and dealt.count(str(value)) + more > there:
            named = "0 (ten, face)" if value == 0 else str(value)
            return _told(shoe, f"of the cards worth {named}", there - dealt.count(str(value)), more)
    # A hand that was entered without its cards took four at least.
    all_cards = CARDS * shoe.decks
    gone = sum(len(hand.player + hand.banker) or FEWEST for hand in shoe.standing)
    return _told(shoe, "cards", all_cards - gone, len(cards)) if gone + len(cards) > all_cards else ""


def _told(shoe: Shoe, which: str, left: int, more: int) -> str:
    decks = f"{shoe.decks} deck{'s' * (shoe.decks != 1)}"
    return (
        f"shoe {shoe.number} ({decks}) has {max(left, 0)} {which} left, and this hand takes {more}"
        ": check the cards, or was a new shoe forgotten?"
    )
