"""`eztrak keypad test`: each press as the board would understand it, live. No hand is entered by it."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress

from eztrak.appliance.clock import CLOCK, Clock
from eztrak.appliance.loop import run
from eztrak.keypad.keymap import Keys
from eztrak.keypad.source import KeyPress, Source


def watch(sources: Sequence[Source], keys: Keys, show: Callable[[str], None], clock: Clock = CLOCK) -> None:
    """Shows each press in a line, until Ctrl-C. The sources report on their devices themselves."""
    try:
        with suppress(KeyboardInterrupt):
            run(Trial(sources, keys, show, clock), clock)
    finally:
        for source in sources:
            source.close()


class Trial:
    def __init__(self, sources: Sequence[Source], keys: Keys, show: Callable[[str], None], clock: Clock) -> None:
        self._sources, self._keys, self._show, self._clock = sources, keys, show, clock

    def turn(self) -> bool:
        for source in self._sources:
            for key in source.read(self._clock.monotonic()):
                self._show(press_line(key, self._keys))
        return True

    def descriptors(self) -> Iterable[int | None]:
        return (source.fileno() for source in self._sources)

    def moments(self) -> Iterable[int | None]:
        return (source.due() for source in self._sources)


def press_line(key: KeyPress, keys: Keys) -> str:
    does = keys.ids.get(key.cap, "does nothing at this table")
    return f"{key.source}  {key.key or key.cap}  cap {key.cap}  {does}"
