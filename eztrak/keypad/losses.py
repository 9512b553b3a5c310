"""Which keypads were lost and came back, for the record. A plug that is loose does not fill it: a change counts when it
has lasted, and the next of that keypad not before a minute has gone by.
"""

from collections.abc import Sequence

from eztrak.keypad.source import Source
from eztrak.table.events import KeypadNoted
from eztrak.table.round import NANO

LASTS = 3 * NANO  # so long a keypad is away, or back, before that counts
APART = 60 * NANO  # between two notes of one keypad


class Losses:
    def __init__(self) -> None:
        self._lost: set[str] = set()  # on record
        self._since: dict[str, int] = {}  # from when on it is otherwise than on record
        self._noted: dict[str, int] = {}  # when it was last on record

    def note(self, sources: Sequence[Source], mono: int) -> KeypadNoted | None:
        """What is to be recorded now; one thing at a time."""
        for source in sources:
            name, wrong = source.name, source.trouble()
            if bool(wrong) == (name in self._lost):
                self._since.pop(name, None)
                continue
            self._since.setdefault(name, mono)
            if mono >= self._due(name):
                del self._since[name]
                self._noted[name] = mono
                self._lost ^= {name}
                return KeypadNoted(name, wrong)
        return None

    def due(self) -> int | None:
        """When the next change will have lasted."""
        return min(map(self._due, self._since), default=None)

    def _due(self, name: str) -> int:
        lasted = self._since[name] + LASTS
        return max(lasted, self._noted[name] + APART) if name in self._noted else lasted
