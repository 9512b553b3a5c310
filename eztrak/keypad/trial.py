"""`eztrak keypad test`: each press as the board would understand it, live. No hand is entered by it."""

import select
from collections.abc import Callable, Sequence

from eztrak.keypad.flood import NANO
from eztrak.keypad.keymap import Keys
from eztrak.keypad.source import KeyPress, Source


def watch(sources: Sequence[Source], keys: Keys, clock: Callable[[], int], tell: Callable[[str], None]) -> None:
    """Tells each press in a line, until Ctrl-C. The sources tell of their devices by themselves."""
    try:
        while True:
            for source in sources:
                for key in source.read(clock()):
                    tell(press_line(key, keys))
            _wait(sources, clock())
    except KeyboardInterrupt:
        pass
    finally:
        for source in sources:
            source.close()


def press_line(key: KeyPress, keys: Keys) -> str:
    does = keys.ids.get(key.cap, "does nothing at this table")
    return f"{key.source}  {key.key or key.cap}  cap {key.cap}  {does}"


def _wait(sources: Sequence[Source], mono: int) -> None:
    due = min((moment for source in sources if (moment := source.due()) is not None), default=None)
    descriptors = [descriptor for source in sources if (descriptor := source.fileno()) is not None]
    select.select(descriptors, (), (), None if due is None else max(0, due - mono) / NANO)
