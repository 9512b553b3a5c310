"""The bounce filter: a worn contact closes twice for one press, a few milliseconds apart. A finger needs a tenth of a
second for the same key again.

An evdev device says when a key went down. A serial line has no clock: there the moment counts at which a byte was
read, so two presses that a busy machine reads together look like one bounce. That costs a digit, and it shows.
"""

from collections import Counter

from eztrak.voice.said import Said

MILLI = 1_000_000


class Bounce:
    def __init__(self, milliseconds: int) -> None:
        self._within = milliseconds * MILLI
        self._last: dict[str, int] = {}
        self.counts: Counter[str] = Counter()  # presses left out, by key

    def takes(self, key: str, mono: int) -> bool:
        """Whether a press at this moment is one. Every press comes here, also those that then are none."""
        before, self._last[key] = self._last.get(key), mono
        bounced = before is not None and mono - before < self._within
        self.counts[key] += bounced
        return not bounced

    def health(self) -> Said:
        """Which keys want a new pad; nothing said where none does."""
        bounced = ", ".join(f"{key} ×{count}" for key, count in self.counts.most_common() if count)
        return Said("keys that bounced: {keys}" if bounced else "", keys=bounced)
