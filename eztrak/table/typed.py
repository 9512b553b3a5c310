"""What has been typed at the keypad, what the strip asks, and how entry behaves at this table: plain values."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from eztrak.game.game import NO_RESULT, Game
from eztrak.game.hand import FREE, Hand
from eztrak.table.cards import read_cards
from eztrak.table.decisions import NOT_ENTERED
from eztrak.table.digits import Meaning, Way
from eztrak.table.pages import Menu
from eztrak.table.totals import read_totals
from eztrak.voice.said import All, Said


class Question(StrEnum):
    """What the strip is asking. Those about a hand stand in the record with it once they were confirmed."""

    AGAIN = "again"  # a result is in already, in this round or so lately that no other can have been dealt
    EARLY = "early"  # the bets are still open
    LEFT = NOT_ENTERED  # hands were typed before this one and not entered
    SAME_SHOE = "same shoe"  # after a long time without a hand
    CHANGE = "change"
    TAKE_BACK = "take back"
    NEW_SHOE = "new shoe"
    MISSED = "missed"  # the next round is to start, and this one has no result
    NO_CARD = "no card"
    BREAK = "break"
    MENU = "menu"  # its key once more opens it


class Tone(StrEnum):
    SAID = "said"
    REFUSED = "refused"


def _no_secret(number: int, pin: str) -> str:
    return f"{number} {pin}"


@dataclass(frozen=True, slots=True)
class EntryRules:
    """How entry behaves at this table; from the config, the pack, the keymap and the unit's secret."""

    way: Way = Way.RESULTS
    confirm: bool = True  # Enter commits; otherwise the winner key does
    timeout: float = 10.0  # seconds until what was typed counts as not entered, and a question as not answered
    hand_seconds: float = 12.0  # no hand is dealt faster: a result sooner after the last one asks
    many_hands: int = 90  # past this many hands a new shoe may have been forgotten …
    idle_minutes: float = 30.0  # … as after this long without a hand
    menu_timeout: float = 60.0
    info_timeout: float = 60.0
    due_seconds: float = 60.0  # a result that has not come so long after the bets were closed is said large; 0 never
    timer_after: float = 0.0  # seconds after a hand the timer starts by itself; 0 never
    natural_ends: bool | None = True
    winners: Mapping[int, str] = field(default_factory=lambda: {1: "player", 2: "tie", 3: "banker"})  # by totals
    scramble: Callable[[int, str], str] = _no_secret  # what a PIN is checked by


@dataclass(frozen=True, slots=True)
class Typed:
    """What was typed of a hand, in its order: marks, then who won; or digits."""

    marks: tuple[str, ...] = ()  # and whether it was a free hand
    winner: tuple[str, ...] = ()  # the winner, or a mark that says it; the winner and a mark of it
    digits: tuple[int | None, ...] = ()  # None: no card, where one was due

    def __bool__(self) -> bool:
        return bool(self.ids or self.digits)

    @property
    def ids(self) -> tuple[str, ...]:
        return self.marks + self.winner

    def read(self, game: Game, rules: EntryRules) -> Meaning:
        """What it says of the hand."""
        if rules.way is Way.RESULTS:
            declared = game.hand_of(set(self.ids))
            if isinstance(declared, Hand):
                return Meaning(hand=declared) if self.winner else Meaning(wrong=NO_RESULT)
            return Meaning(wrong=Said("{why}", why=All(tuple(declared))))
        meaning = (
            read_totals([digit or 0 for digit in self.digits], game, rules.winners, rules.natural_ends)
            if rules.way is Way.TOTALS
            else read_cards(self.digits, game, rules.natural_ends)
        )
        return replace(meaning, hand=replace(meaning.hand, free=FREE in self.marks)) if meaning.hand else meaning


@dataclass(frozen=True, slots=True)
class Entry:
    """What has been typed, what the strip asks and what it says."""

    typed: Typed = field(default_factory=Typed)
    question: Question | None = None
    half: bool = False  # the menu key was pressed: Enter says yes, where something is asked, and enters nothing
    left: tuple[Typed, ...] = ()  # what was typed before, and not entered
    message: Said = field(default_factory=Said)
    tone: Tone = Tone.SAID
    touched: int = 0  # monotonic nanoseconds of the last key or message
    info: bool = False  # the info page is up
    menu: Menu | None = None
    asked: int = 0  # since when it needs a look: it asks, or what was typed was refused
    sent: tuple[Typed, ...] = ()  # what the last command was made of, until it is on record

    @property
    def idle(self) -> bool:
        return not self.typed and self.question is None and self.menu is None

    @property
    def toggles(self) -> frozenset[str]:
        return frozenset(self.typed.ids)
