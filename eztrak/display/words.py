"""The words on the board, each under one key, in the language or the two languages of the room.

Nothing on the screen is spelled in the code of a panel: it is given a `Words` and says a key.
"""

from dataclasses import dataclass
from functools import cache, lru_cache

from eztrak.display.catalogue import messages
from eztrak.display.lettering import face_for, missing
from eztrak.game.hand import Hand, Outcome
from eztrak.shipped import asset

# By the code that the config uses; the name as its own speakers write it.
LANGUAGES = {"en": "English", "zh_TW": "繁體中文", "zh_CN": "简体中文", "vi": "Tiếng Việt", "ko": "한국어"}

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
    "fault_wait": "STARTING",
    "fault_where": "WHERE",
    "fault_now": "WHAT HAPPENS NOW",
    # On paper: the labels of the keys and the dealer's card.
    "cap_commit": "ENTER",
    "cap_clear": "CLEAR",
    "cap_take_back": "TAKE BACK",
    "cap_new_shoe": "NEW SHOE",
    "cap_timer": "TIMER",
    "cap_info": "INFO",
    "cap_menu": "MENU",
    "does_player": "the Player wins",
    "does_banker": "the Banker wins",
    "does_tie": "a tie",
    "does_natural": "a natural, on or off: 8 or 9 in two cards on either side",
    "does_dragon7": "a Dragon 7 (is a Banker win)",
    "does_panda8": "a Panda 8 (is a Player win)",
    "does_free": "a free hand, on or off: dealt with no bets",
    "does_commit": "commits what the strip shows; says yes to a question",
    "does_clear": "clears what was typed; says no to a question",
    "does_take_back": "takes back the last hand: it asks first",
    "does_new_shoe": "ends the shoe and starts a new one: it asks first",
    "does_timer": "starts the timer; closes the bets at once while it runs",
    "does_info": "shows the info page",
    "does_menu": "opens the supervisor's menu",
    "card_title": "The dealer's keys",
    "card_example": "For example: {examples}. The order does not matter.",
    "card_again": "A key pressed again takes itself away.",
    "card_red": "Red words on the strip say what cannot be, and what was typed stays.",
    "card_older": "Only the last hand can be taken back here; an older one is for the supervisor.",
    "labels_title": "Labels for the keys. Print at 100 %, cut along the lines.",
    "labels_keymap": "Keymap",
    "labels_ruler": "100 mm: check this with a ruler",
    "pad_17": "17 keys",
    "pad_18": "18 keys, with Backspace",
    "pad_21": "21 keys, a row above",
}

WINNERS = {Outcome.PLAYER: "player", Outcome.BANKER: "banker", Outcome.TIE: "tie"}
_EXTRAS = ("dragon7", "panda8", "natural", "free")


@dataclass(frozen=True, slots=True)
class Words:
    """What a board says, and the faces that it is written in. A plain value: panels are remembered by it."""

    languages: tuple[str, ...] = ("en",)

    @property
    def other(self) -> "Words | None":
        """The second language by itself, where the room has two."""
        return Words(self.languages[1:2]) if len(self.languages) > 1 else None

    @property
    def bold(self) -> str:
        return face_for(self.languages[0], "bold")

    @property
    def medium(self) -> str:
        return face_for(self.languages[0], "medium")

    def face_of(self, text: str, weight: str = "bold") -> str:
        """The face for a text that is not a word of ours: the Latin one, or the first that has every letter of it."""
        return _face_of(self.languages, text, weight)

    def say(self, key: str) -> str:
        """A word in the first language."""
        english = ENGLISH[key]
        return translations(self.languages[0]).get(english, english)

    def second(self, key: str) -> str:
        """The same word in the second language; empty where there is none."""
        return self.other.say(key) if self.other else ""

    def winner(self, outcome: Outcome) -> str:
        return self.say(WINNERS[outcome])

    def extras(self, hand: Hand) -> list[str]:
        """What there is to say of a hand beside its winner."""
        return [self.say(key) for key in extra_keys(hand)]


def extra_keys(hand: Hand) -> list[str]:
    return [flag for flag in _EXTRAS if getattr(hand, flag)]


@lru_cache(maxsize=256)
def _face_of(languages: tuple[str, ...], text: str, weight: str) -> str:
    candidates = [f"latin-{weight}", *(face_for(language, weight) for language in (*languages, *LANGUAGES))]
    return min(candidates, key=lambda face: len(missing(text, face)))


@cache
def translations(language: str) -> dict[str, str]:
    """From English to a language, as far as its catalogue goes; English needs none."""
    if language == "en" or language not in LANGUAGES:
        return {}  # a journal may name a language that only another version speaks
    text = asset("words", f"{language}.po").read_text(encoding="utf-8")
    return {english: translation for english, translation, _ in messages(text)}
