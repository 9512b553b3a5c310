"""Shows the lobby for ever: an errand looks at the server, and the loop paints what it found.

A server that hangs or is gone keeps nothing else from going on: the ages of what is known grow, and after a while
nothing is shown as new any more.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from eztrak.appliance.clock import CLOCK, Clock
from eztrak.appliance.errand import Errand
from eztrak.appliance.log import log
from eztrak.appliance.loop import Bell, run
from eztrak.appliance.notify import Notify
from eztrak.appliance.signals import Signals
from eztrak.display.window import Window
from eztrak.floor.errors import FloorError
from eztrak.floor.lobby import QUIET, Lobby
from eztrak.floor.room import Room, Table
from eztrak.floor.tile import Tile
from eztrak.table.round import NANO
from eztrak.voice.said import Said

EVERY = 0.5  # seconds from one look to the next …
AGAIN = 3.0  # … and from one that failed
_AGES = 5 * NANO  # between two looks at the clock
_PATIENCE = 1.5  # seconds for a look at the end; a stop is heard within two

# What is shown of tables that were looked at so many seconds ago.
Choose: TypeAlias = Callable[[Sequence[Table], float], Sequence[Tile]]


class Showing:
    def __init__(
        self, room: Room, lobby: Lobby, choose: Choose, window: Window, signals: Signals, notify: Notify, clock: Clock
    ) -> None:
        self._room, self._lobby, self._choose, self._window = room, lobby, choose, window
        self._signals, self._notify, self._clock = signals, notify, clock
        self._bell = Bell()
        self._tables: tuple[Table, ...] = ()
        self._looked = clock.monotonic()  # when what is shown was found
        self._fault = Said()
        self._turned = self._looked
        self._errand = Errand("look", self._look, clock, every=EVERY)
        self._errand.ask()

    def turn(self) -> bool:
        self._bell.heard()
        self._turned = self._clock.monotonic()
        self._errand.turn()
        self._window.poll(self._turned, self._notify.grace)
        self.show()
        self._notify.pulse(lambda: str(self._fault) or f"{len(self._tables)} tables", self._window.present_again)
        return not (self._signals.heard() or self._window.closed)

    def show(self) -> None:
        since = (self._turned - self._looked) / NANO
        shown = self._choose(self._tables, since)
        trouble = self._fault if since > QUIET or not self._tables else Said()
        self._window.present(self._lobby.scene(shown, self._clock.wall(), trouble, *self._window.size))

    def descriptors(self) -> Iterable[int | None]:
        return [self._signals.fileno(), self._bell.fileno(), self._window.fileno()]

    def moments(self) -> Iterable[int | None]:
        return [self._errand.due, self._turned + _AGES, self._notify.due(), self._window.due()]

    def close(self) -> None:
        """Lets the look that is under way come to its end: the connection under it is closed next."""
        self._errand.close(_PATIENCE)

    def _look(self) -> None:
        began = self._clock.monotonic()
        try:
            self._tables, self._looked, fault = self._room.look(), began, Said()
        except FloorError as why:
            fault = why.said
        if fault != self._fault:
            self._errand.every(AGAIN if fault else EVERY)
            log.warning(str(fault) or "the server answers again")
        self._fault = fault
        self._bell.ring()


def show_for_ever(
    room: Room, lobby: Lobby, choose: Choose, window: Window, signals: Signals, notify: Notify, clock: Clock = CLOCK
) -> None:
    showing = Showing(room, lobby, choose, window, signals, notify, clock)
    try:
        run(showing, clock)
    finally:
        showing.close()
