"""The words on the board, each under one key, so that nothing on the screen is spelled in the code of a panel."""

from dataclasses import dataclass

from eztrak.display.lettering import BOLD, MEDIUM
from eztrak.game.hand import Hand, Outcome

ENGLISH = {
    "player": "PLAYER",
    "banker": "BANKER",
    "tie": "TIE",
    "dragon7": "DRAGON 7",
    "panda8": "PANDA 8",
    "natural": "NATURAL",
    "naturals": "NATURALS",
    "free": "FREE HAND",
    "free_short": "FREE",
    "hands": "HANDS",
    "shoe": "SHOE",
    "hand": "HAND",
    "min": "MIN",
    "max": "MAX",
    "previous": "PREVIOUS SHOE",
    "no_previous": "NONE YET",
    "seal": "SEAL",
    "first_hand": "FIRST HAND",
    "bets_close": "BETS CLOSE IN",
    "place_bets": "PLACE YOUR BETS",
    "no_more_bets": "NO MORE BETS",
    "ask": "NEXT",
    "fee": "FEE",
    "player_dealer": "PLAYER-DEALER",
    "ready": "READY",
    "entry": "ENTRY",
    "saving": "SAVING",
    "closed": "TABLE CLOSED",
    "wins": "WINS",
    "pays": "PAYS",
    "shoe_end": "END OF SHOE",
    "welcome": "Welcome",
    "opens_soon": "This table opens again soon",
    "wagers": "WAGERS",
    "how_it_is_played": "HOW IT IS PLAYED",
    "the_roads": "THE ROADS",
    "bead_plate": "Bead plate",
    "big_road": "Big road",
    "derived_roads": "Derived roads",
    "bead_plate_means": "Every hand in order, six to a column. 7 is a Dragon 7, 8 a Panda 8, a gold dot a natural.",
    "big_road_means": "A new column when the winner changes; a slash is a tie, a filled heart a Dragon 7 or Panda 8.",
    "derived_roads_means": "Big eye boy, small road, cockroach pig: red where the big road repeats itself, else blue.",
    "rule_nine": "Closest to nine wins. Tens and face cards count nothing; of a sum only the last digit counts.",
    "rule_natural": "A natural is an 8 or a 9 in two cards, on either side.",
    "rule_natural_ends": "A natural is an 8 or a 9 in two cards, on either side; then no card is drawn.",
    "rule_dragon": "Dragon 7: the Banker wins with 7 in three cards.",
    "rule_dragon_push": "Dragon 7: the Banker wins with 7 in three cards; the Banker wager pushes.",
    "rule_panda": "Panda 8: the Player wins with 8 in three cards.",
    "rule_base": "A bonus wager needs a wager on Player or Banker.",
    "rule_tie": "On a tie the Player and Banker wagers push.",
    "rule_counts": "Banker counts include Dragon 7, Player counts Panda 8. Percentages are of all hands played.",
    "no_prediction": "The cards have no memory: past hands say nothing about the next one.",
    "fault_title": "THIS BOARD NEEDS HELP",
    "fault_where": "WHERE",
    "fault_now": "WHAT HAPPENS NOW",
}

_WINNERS = {Outcome.PLAYER: "player", Outcome.BANKER: "banker", Outcome.TIE: "tie"}
_EXTRAS = ("dragon7", "panda8", "natural", "free")


@dataclass(frozen=True, slots=True)
class Words:
    """What a board says, and the faces that it is written in. A plain value: panels are remembered by it."""

    bold: str = BOLD
    medium: str = MEDIUM

    def say(self, key: str) -> str:
        return ENGLISH[key]

    def winner(self, outcome: Outcome) -> str:
        return self.say(_WINNERS[outcome])

    def extras(self, hand: Hand) -> list[str]:
        """What there is to say of a hand beside its winner."""
        return [self.say(flag) for flag in _EXTRAS if getattr(hand, flag)]


_ENGLISH = Words()
say, winner, extras = _ENGLISH.say, _ENGLISH.winner, _ENGLISH.extras
