"""What a slip of the finger does: every hand that can come, typed with every single slip into the entry itself.

A slip is a key beside the right one, a key left out, a key twice, or two keys in the wrong order. It goes through the
same code as at the table: keymap, entry, decision, state. Hands count as often as they are dealt, and all slips of a
hand alike.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from eztrak.game.game import WINNERS, Game
from eztrak.game.hand import Hand, Outcome
from eztrak.keypad.keymap import NEIGHBOURS, Keymap, Keys, keys_of
from eztrak.keypad.strokes import DEALS, strokes
from eztrak.table import commands as c
from eztrak.table import events as e
from eztrak.table.decisions import decide
from eztrak.table.digits import Way
from eztrak.table.entry import answered, not_taken, press, tick
from eztrak.table.pages import game_of
from eztrak.table.round import NANO
from eztrak.table.state import TableState, apply
from eztrak.table.terms import Terms
from eztrak.table.typed import Entry, EntryRules

PACE = NANO // 4  # from key to key
_START = 1000 * NANO


class Slip(StrEnum):
    """What came of a slip."""

    CAUGHT = "caught"  # refused, asked about, or left open on the strip: no hand is recorded
    HARMLESS = "harmless"  # the hand that was meant is recorded
    WINNER = "wrong winner unseen"
    MARK = "wrong mark unseen"  # or a free hand that was none
    POINTS = "only points wrong"  # or only the cards
    UNDONE = "shoe ended or hand taken back"  # or changed


@dataclass(frozen=True, slots=True)
class At:
    """Where a table stands while keys are pressed."""

    entry: Entry
    state: TableState
    mono: int
    events: tuple[e.Event, ...] = ()  # what the keys have led to


@dataclass
class Table:
    """A table at which keys are pressed, with time that passes from key to key."""

    keymap: Keymap
    game: Game
    way: Way
    _keys: dict[tuple[Game, Way], Keys] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.rules = EntryRules(way=self.way, winners=keys_of(self.keymap, self.game, Way.TOTALS).winners)

    @property
    def keys(self) -> Keys:
        return self._caps(self.game, self.way)

    def idle(self, hands: int = 9) -> At:
        """Nothing typed, some hands in this shoe, and time enough since the last for another."""
        terms = Terms(game=self.game, timer_seconds=20)
        at = At(Entry(), TableState(terms=terms), _START)
        for _ in range(hands):
            at = self.after(replace(at, mono=at.mono + 40 * NANO), c.RecordHand(self._some_hand()))
        return self.waited(replace(at, entry=Entry(), events=()), 40)

    def pressed(self, at: At, *caps: str) -> At:
        """Where these keys lead, one after another at a dealer's pace."""
        for cap in caps:
            at = self._press(at, cap)
        return at

    def waited(self, at: At, seconds: float) -> At:
        """The same table some time later."""
        mono = at.mono + round(seconds * NANO)
        if at.state.round.ran_out(mono):
            at = self.after(replace(at, mono=at.state.round.ends), c.CloseBets(c.TIME))
        return replace(at, entry=tick(at.entry, at.state, self.rules, mono), mono=mono)

    def after(self, at: At, command: c.Command) -> At:
        """The table after a command."""
        decision = decide(at.state, command)
        if isinstance(decision, c.Refusal):
            return replace(at, entry=not_taken(at.entry, decision, command, at.mono))
        entry, state = at.entry, at.state
        for event in decision:
            state = apply(state, e.Record(0, e.Moment("", at.mono, ""), event, ""))
            entry = answered(entry, event, state, self.rules, at.mono)
        return At(entry, state, at.mono, (*at.events, *decision))

    def _press(self, at: At, cap: str) -> At:
        mono = at.mono + PACE
        menu = at.entry.menu
        keys = self._caps(game_of(menu, at.state), Way.RESULTS if menu else self.way)
        entry, command = press(at.entry, keys.key(cap, mono), at.state, self.rules, mono)
        at = At(entry, at.state, mono, at.events)
        return at if command is None else self.after(at, command)

    def _caps(self, game: Game, way: Way) -> Keys:
        if (game, way) not in self._keys:
            self._keys[game, way] = keys_of(self.keymap, game, way)
        return self._keys[game, way]

    def _some_hand(self) -> Hand:
        return next(self.game.dealt(result) for result in self.game.results if result.winner == Outcome.PLAYER.id)


@dataclass
class Typist:
    """Somebody who types hands from one state of the table. What the same keys led to is worked out once."""

    table: Table
    start: At
    _known: dict[tuple[str, ...], At] = field(default_factory=dict)

    def after(self, caps: tuple[str, ...]) -> At:
        if not caps:
            return self.start
        if caps not in self._known:
            self._known[caps] = self.table.pressed(self.after(caps[:-1]), caps[-1])
        return self._known[caps]

    def slip(self, caps: tuple[str, ...], meant: Hand) -> Slip:
        """What came of keys that were to enter a hand."""
        return slip_of(self.after(caps).events[len(self.start.events) :], meant)


def slips(caps: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The keys of a hand with each single slip."""
    for at, cap in enumerate(caps):
        before, rest = caps[:at], caps[at + 1 :]
        for near in sorted(NEIGHBOURS.get(cap, ())):
            yield (*before, near, *rest)
        yield (*before, *rest)
        yield (*before, cap, cap, *rest)
        if rest and rest[0] != cap:
            yield (*before, rest[0], cap, *rest[1:])


def slip_of(events: tuple[e.Event, ...], meant: Hand) -> Slip:
    """What events are, where a hand was meant."""
    if any(isinstance(event, UNDOING) for event in events):
        return Slip.UNDONE
    recorded = [event.hand for event in events if isinstance(event, e.HandRecorded)]
    if any(hand.outcome is not meant.outcome for hand in recorded):
        return Slip.WINNER
    if len(recorded) > 1 or any(hand.said != meant.said for hand in recorded):
        return Slip.MARK
    if any(replace(hand, number=meant.number) != meant for hand in recorded):
        return Slip.POINTS
    return Slip.HARMLESS if recorded else Slip.CAUGHT


UNDOING = (e.ShoeEnded, e.ShoeResumed, e.HandVoided, e.HandChanged, e.HandInserted)


@dataclass(frozen=True, slots=True)
class Slips:
    """What single slips do to the hands of a game, in one way of entry."""

    game: Game
    keymap: Keymap
    way: Way
    hands: int  # that were typed
    keys: float  # a hand, Enter included
    percent: Mapping[Slip, float]

    @property
    def sampled(self) -> bool:
        return self.way is Way.CARDS

    @property
    def deals(self) -> int:
        """How many were drawn."""
        return DEALS

    @property
    def unsafe(self) -> bool:
        """Whether a slip does what none may. Of cards it is known that they can make another winner, and it shows."""
        bad = (Slip.UNDONE,) if self.way is Way.CARDS else (Slip.WINNER, Slip.UNDONE)
        return any(self.percent[slip] for slip in bad)


def ways_of(keymap: Keymap, game: Game) -> list[Way]:
    """The ways of entry that a map has the caps for."""
    winners = keys_of(keymap, game, Way.TOTALS).winners
    return [way for way in Way if way is not Way.TOTALS or len(winners) == len(WINNERS)]


def slips_at(keymap: Keymap, game: Game, way: Way) -> Slips:
    """Every single slip of every hand, at a table that waits for one."""
    table = Table(keymap, game, way)
    typist = Typist(table, table.idle())
    typed = strokes(game, table.keys, way)
    percent = dict.fromkeys(Slip, 0.0)
    whole = sum(one.weight for one in typed)
    for one in typed:
        made = [typist.slip(caps, one.hand) for caps in slips(one.caps)]
        for slip in made:
            percent[slip] += 100 * one.weight / len(made) / whole
    keys = sum(len(one.caps) * one.weight for one in typed) / whole
    return Slips(game, keymap, way, len(typed), keys, percent)
