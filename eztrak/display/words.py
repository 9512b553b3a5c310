"""The words on the board, each under one key, in the language or the two languages of the room.

Nothing on the screen is spelled in the code of a panel: it is given a `Words` and says a key, or the name that the game
gives to an id.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from eztrak.display.lettering import face_for, missing
from eztrak.game.first import first_game
from eztrak.game.game import WINNERS, Game
from eztrak.game.hand import FREE, Hand, Outcome
from eztrak.game.wager import PUSH, Wager
from eztrak.voice.said import LANGUAGES, Part, Said
from eztrak.voice.voices import voice

ENGLISH = {
    "free": "FREE HAND",
    "free_short": "FREE",
    "hands": "HANDS",
    "player_dealer": "PLAYER-DEALER",
    "big_eye": "Big Eye Boy",
    "small": "Small Road",
    "cockroach": "Cockroach Pig",
    "shoe": "SHOE",
    "hand": "HAND",
    "min": "MIN",
    "max": "MAX",
    "previous": "PREVIOUS SHOE",
    "no_previous": "NONE YET",
    "seal": "SEAL",
    "first_hand": "FIRST HAND",
    "place_bets": "PLACE YOUR BETS",
    "no_more_bets": "NO MORE BETS",
    "next_hand": "NEXT: HAND",
    "result_due": "RESULT DUE: HAND",
    "dealer": "DEALER",
    "yes_enter": "MENU, Enter: yes",
    "menu_key": "MENU",
    "ask": "NEXT",
    "trial": "TRIAL",
    "not_approved": "NOT APPROVED",
    "schedule": "COLLECTION FEES",
    "table_limit": "TABLE LIMIT",
    "fee_bet": "PLAYER FEE (PER BET)",
    "fee_player_dealer": "PLAYER-DEALER FEE (PER HAND)",
    "entry": "ENTRY",
    "saving": "SAVING",
    "closed": "TABLE CLOSED",
    # In the lobby.
    "closed_now": "CLOSED",
    "new_shoe": "NEW SHOE",
    "not_heard": "NOT HEARD FROM",
    "minutes_ago": "{count} min ago",
    "hours_ago": "{count} h ago",
    "since_minutes": "for {count} min",
    "since_hours": "for {count} h",
    "tables_open": "{count} of {all} tables open",
    "unsent": "{count} UNSENT",
    "alarm_fork": "TWO HISTORIES",
    "alarm_clone": "TWO UNITS",
    "alarm_restart": "NEW HISTORY",
    "alarm_clock": "CLOCK OFF",
    "alarm_silent": "SILENT",
    "alarm_refused": "ROWS REFUSED",
    "pays": "PAYS",
    "push": "push",
    "pushes": "{wagers} wagers push",
    "odds": "{pays} to {stake}",
    "shoe_end": "END OF SHOE",
    "welcome": "Welcome",
    "opens_soon": "This table reopens soon",
    "wagers": "WAGERS",
    "how_it_is_played": "HOW IT IS PLAYED",
    "the_roads": "THE ROADS",
    "bead_plate": "Bead plate",
    "big_road": "Big road",
    "derived_roads": "Derived roads",
    "bead_plate_means": "Every hand in order, six to a column.",
    "bead_marks": "Marked here: {marks}.",
    "big_road_means": "A new column when the winner changes; a slash is a tie, a filled heart a bonus.",
    "derived_roads_means": "Big eye boy, small road, cockroach pig: red where the big road repeats itself, else blue.",
    "rule_nine": "Closest to nine wins. Tens and face cards count zero; only the last digit of a total counts.",
    "rule_base": "A bonus wager needs a wager on Player or Banker.",
    "rule_two_cards": "If either side has 8 or 9 on two cards, no card is drawn.",
    "rule_wager": "{name}: {means}.",
    "rule_tie": "On a tie {wagers} wagers push.",
    "rule_pushes": "{wagers} wagers push: {means}.",
    "rule_pays": "{wagers} wagers pay {pays}: {means}.",
    "rule_commission": "Commission: {percent} % of what {wagers} wagers win.",
    "rule_counts": "A winner's count includes its bonus hands. Percentages are of all hands played.",
    # What the facts of a wager's line say, where nobody has put it into a sentence.
    "comma": ", ",
    "semicolon": "; ",
    "and": " and ",
    "or": " or ",
    "fact_wins": "{who} wins",
    "fact_tie": "a tie",
    "fact_has": "{who} has {points}",
    "fact_has_cards": "{who} has {count} cards",
    "fact_cards": "{count} cards in all",
    "fact_points": "the best hand has {points}",
    "fact_loser": "the loser has {points}",
    "fact_margin": "a margin of {points}",
    "fact_sum": "{points} points in all",
    "fact_natural": "{who} has a natural",
    "fact_naturals": "both have a natural",
    "fact_any_natural": "a natural on either side",
    "fact_no_natural": "no natural",
    "fact_pair": "{who} has a pair",
    "fact_no_pair": "{who} has no pair",
    "fact_perfect": "{who} has a perfect pair",
    "fact_no_perfect": "{who} has no perfect pair",
    "third_card": "THE THIRD CARD",
    "third_player": "{player} draws a card on {draws} and stands on {stands}.",
    "third_may": "On {totals} {player} may draw or stand.",
    "third_banker": "{banker} draws by its own points and by the third card of {player}.",
    "third_columns": "Third card of {player}",
    "third_rows": "Points of {banker}",
    "third_draws": "draws",
    "third_stands": "stands",
    "third_none": "{player} stood",
    "roads_read": "THE SAME SHOE ON EVERY ROAD",
    "next_chances": "The next hand, whatever came before:",
    "no_prediction": "The cards have no memory: past hands say nothing about the next one.",
    "fault_title": "THIS BOARD NEEDS HELP",
    "fault_wait": "STARTING",
    "fault_where": "WHERE",
    "fault_now": "WHAT HAPPENS NOW",
    # On paper: the labels of the keys and the dealer's card.
    "cap_commit": "ENTER",
    "cap_clear": "CLEAR",
    "cap_erase": "ERASE",
    "cap_take_back": "TAKE BACK",
    "cap_new_shoe": "NEW SHOE",
    "cap_timer": "TIMER",
    "cap_position": "PLAYER DEALER",
    "cap_info": "INFO",
    "cap_menu": "MENU / YES",
    "does_player": "the Player wins",
    "does_banker": "the Banker wins",
    "does_tie": "a tie",
    "does_free": "a free hand: dealt with no bets",
    "does_commit": "enters what the strip shows",
    "does_clear": "clears what was typed",
    "does_erase": "erases the last key",
    "does_take_back": "takes back the last hand, or changes it to what is typed: it asks first",
    "does_new_shoe": "ends the shoe and starts a new one: it asks first",
    "does_position": "the player-dealer position was offered: taken; again: declined; again: moved on",
    "does_timer": "starts the timer; closes the bets at once while it runs",
    "does_info": "shows the info page",
    "does_menu": "then Enter: says yes to a question; twice: opens the menu",
    "card_title": "The dealer's keys",
    "card_hand": "A hand",
    "card_results": "Marks first, the winner last, then Enter.",
    "card_replaces": "Another winner key replaces the first.",
    "card_totals": "Total of {first}, total of {second}, what the strip asks for, the winner last, then Enter.",
    "card_cards": "The cards as dealt, 0 for ten and face, then Enter. The strip says whose card is next.",
    "card_third": "A third card: 0 no, 3 yes.",
    "card_pair": "A pair: 0 no, 4 yes.",
    "card_perfect": "A pair: 0 no, 4 yes, 8 a perfect one.",
    "card_no_card": "A third card is due but was not dealt: MENU, then yes.",
    "card_question": "A question",
    "card_yes": "MENU, then Enter says yes. Any other key says no, and then does what it always does.",
    "card_forgotten": "Not entered",
    "card_left": "Typed but not entered, it stays on the strip: Enter, and yes if it asks; or CLEAR.",
    "card_wrong": "Wrong hand entered",
    "card_change": "Type what it was, TAKE BACK, then MENU, Enter. For an older hand, call a supervisor.",
    "card_red": "Red words",
    "card_stays": "What you typed cannot happen; it stays. ERASE removes the last key, CLEAR all of it.",
    "labels_title": "Labels for the keys. Print at 100 %, cut along the lines.",
    "labels_keymap": "Keymap",
    "labels_ruler": "100 mm: check this with a ruler",
    "pad_17": "17 keys",
    "pad_18": "18 keys, with Backspace",
    "pad_21": "21 keys, a row above",
}

HANDS = "hands"
OURS = (FREE, HANDS)  # ids beside the game's: no wager can be called so
MANY = 4  # pays of a wager that are shown by the least and the most
LETTERS, INITIALS = 3, 4  # of a word that is cut, at the least; of a name that is its first letters, at the most


class Written(NamedTuple):
    """A word or a name in a language: what can be written, the longest first, and the face for it."""

    texts: tuple[str, ...]
    face: str


@dataclass(frozen=True, slots=True)
class Words:
    """What a board says, and the faces that it is written in. A plain value: panels are remembered by it.

    Words of ours have keys; winners, wagers and marks have the names that the game gives them, by id.
    """

    languages: tuple[str, ...] = ("en",)
    game: Game = field(default_factory=first_game)

    @property
    def language(self) -> str:
        return self.languages[0]

    @property
    def other(self) -> "Words | None":
        """The second language by itself, where the room has two."""
        return Words(self.languages[1:2], self.game) if len(self.languages) > 1 else None

    @property
    def bold(self) -> str:
        return face_for(self.language, "bold")

    @property
    def medium(self) -> str:
        return face_for(self.language, "medium")

    def face_of(self, text: str, weight: str = "bold") -> str:
        """The face for a text that is not a word of ours: the Latin one, or the first that has every letter of it."""
        return _face_of(self.languages, text, weight)

    def of(self, said: Part) -> str:
        """What is said, in the first language."""
        return Said("{said}", said=said).words(voice(self.language))

    def sentence(self, said: Part) -> str:
        """The same as a line of its own."""
        text = self.of(said)
        return text[:1].upper() + text[1:]

    def say(self, key: str) -> str:
        """A word in the first language."""
        english = ENGLISH[key]
        return voice(self.language).word(english)

    def second(self, key: str) -> str:
        """The same word in the second language; empty where there is none."""
        return self.other.say(key) if self.other else ""

    def both(self, key: str, weight: str = "bold") -> list[Written]:
        """A word in the language or the two languages of the room, each with its face."""
        return [Written((each.say(key),), face_for(each.language, weight)) for each in self.each]

    def name(self, id: str) -> str:
        """The name of a winner, a wager or a mark, as the board writes it: capitals in English."""
        return self.names(id)[0]

    def wager_name(self, wager: Wager) -> str:
        """The name of a wager alone, without the pay that tells its marks apart."""
        name = wager.name(self.language)
        return name.upper() if name == wager.name() else name

    def names(self, id: str) -> tuple[str, ...]:
        """The name of a winner, a wager or a mark, and shorter ones for where there is less room."""
        return (self.say(id),) if id in OURS else _names(self.game, id, self.language)

    def shorter(self, id: str, share: float) -> str:
        """A name that far on its way from the whole (0) to the shortest one (1)."""
        names = self.names(id)
        return names[round(share * (len(names) - 1))]

    def named(self, id: str, weight: str = "bold") -> list[Written]:
        """A name in the language or the two languages of the room, each with its face."""
        return [Written(names, each.face_for_name(names[0], weight)) for each in self.each if (names := each.names(id))]

    def face_for_name(self, name: str, weight: str = "bold") -> str:
        """The face of the language, unless a room's own name has letters that it lacks."""
        face = face_for(self.language, weight)
        return self.face_of(name, weight) if missing(name, face) else face

    def odds(self, *paid: str) -> str:
        """What is paid, as people say it: "40 to 1"; "75/10 to 1" to the same stake, "1–30 to 1" of many."""
        stakes: dict[str, list[str]] = {}
        for each in paid:
            pays, stake = each.split(":")
            stakes.setdefault(stake, []).append(pays)
        by_stake = {
            stake: "/".join(pays) if len(pays) < MANY else f"{min(pays, key=int)}–{max(pays, key=int)}"
            for stake, pays in stakes.items()
        }
        return self.say("comma").join(self.say("odds").format(pays=p, stake=stake) for stake, p in by_stake.items())

    def ratios(self, spot: str) -> str:
        """What a wager pays in figures: 40:1, 75/10:1, 1–30:1, with its commission."""
        paid = [one.split(":") for one in self.game.paid_at(spot) if ":" in one]
        stakes = {stake for _, stake in paid}
        pays = [pay for pay, _ in paid]
        if len(stakes) != 1:
            return ""
        shown = "/".join(pays) if len(pays) < MANY else f"{min(pays, key=int)}–{max(pays, key=int)}"
        commission = self.game.spots[spot].commission
        return f"{shown}:{stakes.pop()}" + (f" −{commission}%" if commission else "")

    def paid(self, spot: str) -> str:
        """What a wager pays; with the commission, where there is one."""
        commission = self.game.spots[spot].commission
        return self.odds(*self.game.paid_at(spot)) + (f" −{commission}%" if commission else "")

    @property
    def each(self) -> "list[Words]":
        """Each language of the room by itself."""
        return [self, self.other] if self.other else [self]


def extras_of(game: Game, hand: Hand) -> list[str]:
    """The ids of what there is to say of a hand beside its winner, in the order of the game."""
    known = [id for id in game.marks if id in hand.marks]
    return [*known, *sorted(hand.marks - game.marks.keys()), *([FREE] if hand.free else [])]


def won(words: Words, hand: Hand) -> str:
    """Who won a hand, as a sentence; of a tie its name."""
    name = words.name(hand.outcome.id)
    if hand.outcome is Outcome.TIE:
        return name
    wins = words.say("fact_wins").format(who=name)
    return wins.upper() if name.isupper() else wins


def pushed(words: Words, hand: Hand) -> str:
    """Which wagers are given back on a hand, beyond those of every tie, in words; nothing where none are."""
    plain = set(WINNERS[:2]) if hand.outcome is Outcome.TIE else set()
    spots = [words.name(spot) for spot in words.game.pushes(hand) if spot not in plain]
    return words.say("pushes").format(wagers=words.say("and").join(spots)).upper() if spots else ""


@lru_cache(maxsize=512)
def _names(game: Game, id: str, language: str) -> tuple[str, ...]:
    wager = game.wager(id)
    if wager is None:
        return (game.says(id, language).upper(),)
    name, own = game.says(id, language), wager.name(language)
    after = name.removeprefix(own)  # the pay that tells several marks of a wager apart
    if after.strip() == PUSH:
        after = f" {voice(language).word(PUSH)}"
    short = wager.short.get(language) or (wager.short.get("en") if own == wager.name() else None)
    forms = [own, *([short] if short else []), *_abridged(short or own)]
    forms = [form + after for form in forms]
    return tuple(dict.fromkeys(form.upper() for form in forms) if own == wager.name() else dict.fromkeys(forms))


def _abridged(name: str) -> Iterator[str]:
    """A name cut shorter and shorter, its longest word first, and at last to the first letters of its words."""
    whole = name.split()
    lengths = [len(word) for word in whole]
    while max(lengths) > LETTERS:
        longest = lengths.index(max(lengths))
        # A point takes about the room of a letter: one letter less is no gain.
        lengths[longest] -= 2 if lengths[longest] == len(whole[longest]) and lengths[longest] > LETTERS + 1 else 1
        yield " ".join(_cut(word, letters) for word, letters in zip(whole, lengths, strict=True))
    if len(whole) > 1:
        yield "".join(word[0] for word in whole[:INITIALS]).upper()


def _cut(word: str, letters: int) -> str:
    point = "." if word[0] < "\u2e80" else ""  # scripts without capitals have no point for it either
    return word if letters >= len(word) else word[:letters] + point


@lru_cache(maxsize=256)
def _face_of(languages: tuple[str, ...], text: str, weight: str) -> str:
    candidates = [f"latin-{weight}", *(face_for(language, weight) for language in (*languages, *LANGUAGES))]
    return min(candidates, key=lambda face: len(missing(text, face)))
