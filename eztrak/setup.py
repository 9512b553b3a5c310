"""What the config makes of the unit: its look, the rules of entry, the keymap, the chimes; and which of it is in force.
It is replaced whole when the config is read again."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from eztrak.appliance.log import log
from eztrak.condition import Condition
from eztrak.config.load import ConfigError, Loaded
from eztrak.config.terms import terms_of
from eztrak.display.board import Look
from eztrak.display.sound import Sound
from eztrak.display.view import Own
from eztrak.duties import Duties
from eztrak.keypad.keymap import Keymap, Keys, keys_of
from eztrak.known import Known
from eztrak.table import commands as c
from eztrak.table.digits import Way
from eztrak.table.entry import saying
from eztrak.table.pages import Menu, game_of
from eztrak.table.state import TableState
from eztrak.table.typed import Entry, EntryRules
from eztrak.voice.said import Said


@dataclass(frozen=True, slots=True)
class Setup:
    loaded: Loaded
    keymap: Keymap

    @property
    def look(self) -> Look:
        config, appearance = self.loaded.config, self.loaded.appearance
        shown = config.display
        return Look(
            room=config.room.name,
            hours=config.room.hours,
            currency=config.room.currency,
            theme=appearance.theme,
            layout=appearance.layout,
            logo=appearance.logo,
            background=appearance.background,
            pictures=appearance.pictures,
            picture_seconds=shown.picture_seconds,
            rotate=shown.rotate,
            margin=shown.margin / 100,
            celebration=shown.celebration,
            shoe_end=shown.shoe_end,
            tail=shown.tail,
            ask_road=shown.ask_road,
            flash=shown.flash,
            points=shown.bead_points,
            clock=shown.clock,
            postings=tuple(Own(one.about, one.text, one.language) for one in config.room.postings),
        )

    @property
    def way(self) -> Way:
        return Way(self.loaded.config.entry.mode)

    @property
    def keys(self) -> Keys:
        """What the caps do under the config's own game."""
        return keys_of(self.keymap, self.loaded.game, self.way, self.loaded.player_dealer > 0)

    def rules(self, scramble: Callable[[int, str], str]) -> EntryRules:
        entry, timer = self.loaded.config.entry, self.loaded.config.timer
        return EntryRules(
            way=self.way,
            confirm=entry.confirm,
            timeout=entry.timeout,
            hand_seconds=entry.hand_seconds,
            many_hands=entry.many_hands,
            idle_minutes=entry.idle_minutes,
            due_seconds=timer.due,
            timer_after=timer.after,
            winners=keys_of(self.keymap, self.loaded.game, Way.TOTALS).winners,
            scramble=scramble,
        )

    def sound(self) -> Sound:
        options = self.loaded.config.sound
        return Sound(options.on, options.volume, log.warning)


class InForce:
    def __init__(
        self,
        setup: Setup,
        read: Callable[[], Setup],
        scramble: Callable[[int, str], str],
        known: Known,
        duties: Duties,
        condition: Condition,
    ) -> None:
        """`read` reads the config; it raises ConfigError. The others hear of what it says."""
        self._read, self._scramble = read, scramble
        self._known, self._duties, self._condition = known, duties, condition
        self._caps_of: tuple[object, Keys] = (None, Keys({}))  # what they were made of, and what they do
        self._take(setup)

    def _take(self, setup: Setup) -> None:
        self.setup, self.look, self.rules, self.sound = setup, setup.look, setup.rules(self._scramble), setup.sound()

    def read_again(self, state: TableState, entry: Entry, mono: int) -> Entry:
        """Reads the config again, as SIGHUP asks for; gives the entry, without what would mean something else now. Caps
        do not move under a dealer's fingers: another keymap waits for the next start."""
        was, game = self.rules, self.setup.loaded.game
        try:
            self._take(replace(self._read(), keymap=self.setup.keymap))
        except ConfigError as fault:
            log.warning(f"config refused, the old one stays in force:\n{fault}")
            refused = Said("config refused, the old one stays in force: {fault}", fault=fault.faults[0])
            self._condition.notice = refused
            return entry
        self.by_the_pack(state)
        log.info(
            "config read again; the table's name, [keypad], [journal], [stick] and [approval] take effect at the "
            "next start"
        )
        self._condition.notice = Said()
        self._known.config(self.setup.loaded, self.setup.keymap)
        self._duties.add(c.SetTerms(terms_of(self.setup.loaded), c.CONFIG))
        same = (was.way, was.natural_ends) == (self.rules.way, self.rules.natural_ends)
        same = same and (state.shoe is not None or game == self.setup.loaded.game)
        if same or not (entry.typed or entry.left):
            return entry
        return saying(Entry(), Said("the config has changed: entry cleared"), mono)

    def by_the_pack(self, state: TableState) -> None:
        """Another pack holds from the next shoe on."""
        natural = state.terms.pack.natural_ends
        if natural != self.rules.natural_ends:
            self.rules = replace(self.rules, natural_ends=natural)

    def caps(self, menu: Menu | None, state: TableState) -> Keys:
        """What each cap does now: the game decides, and a correction may be of a shoe of another one."""
        game, way = game_of(menu, state), Way.RESULTS if menu else self.rules.way
        position = state.terms.player_dealer > 0
        now = (self.setup, game, way, position)
        if self._caps_of[0] != now:
            self._caps_of = now, keys_of(self.setup.keymap, game, way, position)
        return self._caps_of[1]
