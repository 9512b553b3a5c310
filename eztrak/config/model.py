"""The config as values. Loading, checking, `config explain` and the shipped config/eztrak.toml are all made from these
declarations."""

from dataclasses import dataclass

from eztrak.options import Money, by_name, option, section
from eztrak.roads.drawing import Tail
from eztrak.table.pack import Slot
from eztrak.table.terms import SIDES
from eztrak.voice.day import FORM
from eztrak.voice.said import LANGUAGES, Said

# Options of older releases, which a config may still have: what does their work now. They are read over, not refused:
# an update must not leave a room without its board.
RETIRED = {
    "entry.repeat": "entry.hand_seconds asks about any result that comes too soon",
    "entry.few_hands": "every new shoe asks in a way that no hand's keys are",
    "fees.banker": "fees.bet is what a bet on Player or Banker pays",
}
# Profiles of older releases: the pack and the game that they are now.
PROFILES = {
    "washington": ("washington", "ez-panda"),
    "california-ez": ("california", "ez"),
    "california-panda8": ("california", "ez-panda"),
    "house-25": ("house", "ez-panda"),
}
FRAMINGS = tuple(bits + parity + stop for bits in "87" for parity in "NEO" for stop in "12")


ABOUT = (*(slot.value for slot in Slot), "room")
SPOKEN = ("", *LANGUAGES)
HOURS = 60  # letters: two lines of a closed table


@dataclass(frozen=True, slots=True)
class Posting:
    about: str = option(
        "room", "What it is about: something that the pack wants posted, or room for a text beside.", choices=ABOUT
    )
    text: str = option(
        "",
        "The text: in place of ours about disputes, rules or employees, beside it about anything else.",
        longest=300,
    )
    language: str = option("", "Its language; empty: shown in any language of the board.", choices=SPOKEN)


@dataclass(frozen=True, slots=True)
class Room:
    name: str = option("Cardroom", "The name of the room, in the header of the board.", longest=28)
    currency: str = option("$", "The sign before amounts.", longest=3)
    day_starts: str = option(
        "00:00",
        "When the room's day begins: a shoe belongs to the day in which it started, so that a night that goes on until"
        " three is one day.",
        fits=lambda at: isinstance(at, str) and FORM.fullmatch(at),
        needs=Said("a time of day, such as 06:00"),
    )
    postings: tuple[Posting, ...] = option(
        (), "The room's own texts on the board, a section [[room.postings]] each, in place of ours or beside them."
    )
    hours: str = option(
        "",
        'When the table is open, in your own words, such as "Open daily from 10 AM to 4 AM"; shown while it is closed.',
        fits=lambda value: isinstance(value, str) and len(value) <= HOURS and value.isprintable(),
        needs=Said("a text of at most {count} characters", count=HOURS),
    )


@dataclass(frozen=True, slots=True)
class Table:
    name: str = option("Table 1", "The name of this table, in the header and in every record.", longest=16)
    pack: str = option(
        "trial",
        "What the jurisdiction demands: the name of a shipped pack (washington, california, tribal, house; trial for"
        " trying out), or the path of a pack file of your own, which the board calls not approved.",
    )
    game: str = option(
        "",
        "What is dealt: the name of a shipped game (`eztrak game list`) or the path of a game file of your own; empty:"
        " the pack's. Another game begins with the next shoe.",
    )
    decks: int = option(8, "Decks in a shoe; the pack says which numbers are allowed.", least=1, most=8)
    notice_minutes: int = option(
        0,
        "Minutes that a change of limits or fees is posted on the board before it takes effect; never fewer than "
        "the pack's.",
        least=0,
        most=1440,
    )
    player_dealer: bool = option(
        True, "Counts the hands until the player-dealer position is offered, where the pack has one."
    )


@dataclass(frozen=True, slots=True)
class WagerLimit:
    min: Money | None = option(None, "The minimum wager here, where it differs from the table's.")
    max: Money | None = option(None, "The maximum wager here, where it differs from the table's.")


@dataclass(frozen=True, slots=True)
class Limits:
    min: Money = option(Money(1000), "The minimum wager, in dollars.")
    max: Money = option(Money(30000), "The maximum wager, in dollars; never over the pack's highest.")
    payout: Money | None = option(
        None, "The maximum payout on one hand in all, where the room has such a limit and the pack allows it."
    )
    spots: tuple[tuple[str, WagerLimit], ...] = by_name(WagerLimit, "Limits of one wager, by its name.")

    def of(self, spot: str) -> tuple[Money, Money]:
        """The least and the most that may be wagered on a spot."""
        own = dict(self.spots).get(spot, WagerLimit())
        return self.min if own.min is None else own.min, self.max if own.max is None else own.max


@dataclass(frozen=True, slots=True)
class FeesOfLimit:
    min: Money = option(Money(0), "The minimum of the table limit that this row is for.")
    max: Money = option(Money(0), "The maximum of the table limit that this row is for.")
    bet: Money | None = option(None, "What a player pays for a bet on Player or Banker.")
    player_dealer: Money | None = option(None, "What the player-dealer pays per hand.")
    spots: tuple[tuple[str, Money], ...] = by_name(
        Money, "What a player pays for one other bet, by its name.", but=SIDES
    )


@dataclass(frozen=True, slots=True)
class Fees:
    bet: Money | None = option(None, "What a player pays for a bet on Player or Banker.")
    player_dealer: Money | None = option(None, "What the player-dealer pays per hand.")
    taken: str = option("before", "When they are collected: before or after the deal.", choices=("before", "after"))
    rows: tuple[FeesOfLimit, ...] = option(
        (), "The schedule by table limit, a section [[fees.rows]] each, where fees differ by it."
    )
    spots: tuple[tuple[str, Money], ...] = by_name(
        Money, "What a player pays for one other bet, by its name: a fixed amount, never a share.", but=SIDES
    )


@dataclass(frozen=True, slots=True)
class TimerOptions:
    seconds: int = option(0, "Seconds from the timer key until the bets close; 0 for no timer.", least=0, most=300)
    after: float = option(
        0.0, "Seconds after a hand until the timer starts on its own; 0: only on its key.", least=0, most=300
    )
    due: float = option(
        60.0,
        "Seconds after the bets close until the board asks for the result in large letters; 0 never.",
        least=0,
        most=600,
    )


@dataclass(frozen=True, slots=True)
class EntryOptions:
    mode: str = option(
        "results",
        "What the dealer types of a hand: results (its marks, then who won), totals (both totals, then who won), or"
        " cards (one by one, 0 for ten and faces).",
        choices=("results", "totals", "cards"),
    )
    confirm: bool = option(True, "Enter commits a hand. false: the winner key commits at once.")
    timeout: float = option(
        10.0,
        "Seconds after which what was typed without Enter counts as not entered; shorter than a hand takes.",
        least=3,
        most=600,
    )
    hand_seconds: float = option(
        12.0,
        "No hand is dealt faster than this: a result sooner after the last one asks whether it is another hand; 0 never"
        " asks.",
        least=0,
        most=60,
    )
    many_hands: int = option(90, "Past this many hands the strip asks whether it is a new shoe.", least=1, most=500)
    idle_minutes: float = option(
        30.0, "After this long without a hand the next one asks whether it is still the same shoe.", least=1, most=1440
    )


@dataclass(frozen=True, slots=True)
class KeypadOptions:
    sources: tuple[str, ...] = option(
        (),
        "Where keys come from; empty: the window under a pack for trying out, else evdev. evdev is the one USB keypad"
        " there is; ID names one by vendor:product, USB path, serial number or its name in /dev/input/by-id"
        " (`eztrak keypad list` shows them). URL is a serial device such as /dev/serial/by-id/NAME or /dev/ttyUSB0, or"
        " anything that pyserial opens. The pack says which of them may enter hands.",
        forms=("window", "evdev", "evdev:ID", "serial:URL", "script:FILE"),
    )
    keymap: str = option(
        "default",
        "Which key does what: a shipped keymap (default, banker-on-1) or the path of a keymap file of your own.",
    )
    allow_slips: bool = option(
        False, "Accepts a keymap in which a slip to the next key can show a wrong winner (`eztrak keypad slips`)."
    )
    bounce: int = option(
        40,
        "Milliseconds within which the same key again is a contact that bounces, not a press; 0 counts every one.",
        least=0,
        most=200,
    )
    serial_speed: int = option(9600, "Bits per second of a serial keypad.", least=50, most=4_000_000)
    serial_framing: str = option(
        "8N1", "Data bits, parity (none, even, odd) and stop bits of a serial keypad.", choices=FRAMINGS
    )


@dataclass(frozen=True, slots=True)
class JournalOptions:
    database: str = option("", "The SQLite file of the history; empty: eztrak/eztrak.db in the user's data folder.")
    copy: str = option(
        "",
        "A folder on a second drive, such as a USB stick, where a second copy of the history is kept; empty: none."
        " Each table needs a folder of its own.",
    )
    copy_every: float = option(
        0.0, "Seconds between two updates of the second copy; 0 copies after each commit.", least=0, most=86400
    )
    backup_count: int = option(
        60, "How many dated backups `eztrak backup` keeps; 0 for any number.", least=0, most=100_000
    )
    backup_days: int = option(
        0, "Days that they are kept; 0 forever. The newest one always stays.", least=0, most=36_500
    )


@dataclass(frozen=True, slots=True)
class StickOptions:
    socket: str = option(
        "/run/eztrak-stick.sock",
        "Where the program that mounts sticks answers (systemd/eztrak-stick.socket); empty: no export to a stick.",
    )


@dataclass(frozen=True, slots=True)
class DisplayOptions:
    theme: str = option(
        "classic",
        "The colors of the board: a shipped theme (classic, ivory, light, high-contrast, lunar-new-year, quiet) or the"
        " path of a theme file of your own, which says what it is based_on and which colors it changes.",
    )
    layout: str = option(
        "full",
        "Which panels there are, and how large: a shipped layout (full, far for a long room, roads-first, no-derived,"
        " counts-only) or the path of a layout file of your own.",
    )
    rotate: int = option(0, "Degrees clockwise that the screen is turned.", choices=(0, 90, 180, 270))
    margin: float = option(
        0.0,
        "Percent of the shorter side left empty around the board, for a screen with a covered edge.",
        least=0,
        most=10,
    )
    logo: str = option("", "The path of the room's logo (PNG or SVG), shown before its name; empty: none.")
    background: str = option("", "The path of a picture behind the panels; empty: the theme's felt.")
    pictures: str = option(
        "", "A folder with pictures of your own, shown in turn while the table is closed; empty: a drawing of ours."
    )
    picture_seconds: float = option(12.0, "Seconds that each of these pictures stays.", least=2, most=3600)
    languages: tuple[str, ...] = option(
        ("en",),
        "The language of the board, or two: the second stands under the first.",
        forms=("en", "zh_TW", "zh_CN", "vi", "ko"),
        most_items=2,
    )
    tail: Tail = option(Tail.DOWN_FIRST, "What a run on the big road does after its first turn to the right.")
    ask_road: bool = option(False, "Shows what each derived road would gain from a Banker and from a Player next.")
    bead_points: bool = option(False, "Beads show the winning points instead of the letter, where cards are entered.")
    flash: float = option(2.5, "Seconds that a result fills the middle of the board; 0 for none.", least=0, most=10)
    celebration: float = option(
        5.0, "Seconds that a rare hand with a high pay is celebrated; 0 for a plain flash.", least=0, most=15
    )
    shoe_end: float = option(
        90.0,
        "Seconds that an ended shoe stays on the board with its seal, or until the next hand.",
        least=0,
        most=3600,
    )
    clock: str = option("12h", "How the clock is written.", choices=("12h", "24h"))


@dataclass(frozen=True, slots=True)
class SoundOptions:
    on: bool = option(
        False,
        "Chimes for a result, for a hand that is celebrated and for the end of the countdown; quieter ones for the"
        " dealer, when a key is refused, when the strip asks and when something was not entered.",
    )
    volume: float = option(0.5, "How loud they are.", least=0, most=1)


@dataclass(frozen=True, slots=True)
class PaperOptions:
    languages: tuple[str, ...] = option(
        (),
        "The language of reports, labels and the dealer's card, or two: the second stands under the first where it"
        " fits. Empty: that of the board.",
        forms=tuple(LANGUAGES),
        most_items=2,
    )
    size: str = option("letter", "The size of the paper.", choices=("letter", "a4"))


@dataclass(frozen=True, slots=True)
class PitOptions:
    on: bool = option(False, "Whether `eztrak pit` may serve the supervisors' page.")
    address: str = option(
        "127.0.0.1", "The address that it answers at; 127.0.0.1 is this machine alone, 0.0.0.0 the whole network."
    )
    port: int = option(8047, "The port that it answers at; 0 for one that is free.", least=0, most=65535)
    proxy: str = option(
        "127.0.0.1",
        "The address of the TLS proxy in front of it: only that one is believed about who asks (X-Forwarded-For) "
        "and whether over TLS (X-Forwarded-Proto). Empty: there is none.",
    )
    token: str = option(
        "",
        "A file whose first line is the token with which a program may ask for the same as JSON, at /api/1/…: 32"
        " letters or more, such as `openssl rand -hex 24` makes. Empty: no program may.",
    )
    databases: tuple[str, ...] = option(
        (), "The SQLite files of the tables that it shows, in this order; empty: the history of this table alone."
    )


@dataclass(frozen=True, slots=True)
class FloorOptions:
    database: str = option(
        "",
        "The PostgreSQL database that `eztrak floor` copies the history to; empty: none. A URL such as"
        "postgresql://table7@10.0.0.2/floor, or words such as host=10.0.0.2 dbname=floor user=table7. The password "
        "belongs in ~/.pgpass, on an installed unit /var/lib/eztrak/.pgpass, or in the file that passfile= names.",
    )


@dataclass(frozen=True, slots=True)
class ApprovalOptions:
    authority: str = option("", "Who approved the software of this unit; empty: no approval binds it.")
    number: str = option("", "The number of the approval.")
    date: str = option("", "The day of the approval, such as 2026-10-01.")
    code: str = option("", "The code of the release that was approved (`eztrak --version`), such as 7K3M-Q2ZD-9FXA.")
    rules: str = option(
        "",
        "The code of pack, game, keymap and [entry] that were approved with it (`eztrak doctor` shows it); empty: the"
        " room may choose others.",
    )

    @property
    def named(self) -> str:
        """As the record, a refusal and a paper name it; "" where none binds the unit."""
        if not self.authority:
            return ""
        return f"{self.authority} {self.number}" + (f" of {self.date}" if self.date else "")


@dataclass(frozen=True, slots=True)
class Config:
    room: Room = section(Room, "The room.")
    table: Table = section(Table, "This table.")
    limits: Limits = section(
        Limits, "What may be wagered. [limits.tie] and so on where a wager of the game differs from the table."
    )
    fees: Fees = section(Fees, "Collection fees, fixed amounts in dollars, where the pack allows them.")
    timer: TimerOptions = section(TimerOptions, "The timer that closes the bets.")
    entry: EntryOptions = section(EntryOptions, "How the dealer's entry behaves.")
    keypad: KeypadOptions = section(KeypadOptions, "The dealer's keypad.")
    journal: JournalOptions = section(JournalOptions, "The record.")
    stick: StickOptions = section(StickOptions, "Export to a USB stick from the supervisor's menu.")
    display: DisplayOptions = section(DisplayOptions, "The board.")
    sound: SoundOptions = section(SoundOptions, "Sound; off unless the room wants it.")
    paper: PaperOptions = section(PaperOptions, "What is printed: reports, labels, the dealer's card, papers.")
    pit: PitOptions = section(PitOptions, "The supervisors' page, in the office's browser; off unless wanted.")
    floor: FloorOptions = section(
        FloorOptions, "All tables of the floor in one PostgreSQL database; off unless wanted."
    )
    approval: ApprovalOptions = section(
        ApprovalOptions,
        "Binds this unit to the release that an authority approved: with any other, or a changed file, no hands "
        "can be entered until a supervisor has confirmed it by PIN, on record.",
    )
