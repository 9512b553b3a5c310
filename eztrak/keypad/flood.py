"""The flood guard: a device that sends more keys than any hand can press is not listened to for a while.

A stuck key, a wet keypad, a cable that picks up noise or a gadget that only claims to be a keypad can send thousands of
keys a second. A dealer in a hurry presses some ten. So 200 in any one second are taken; the next one locks the device
until it has been quiet enough for a few seconds, and the board says so.

Where a pack wants hands typed by hand, five keys within 150 milliseconds are too many: the quickest finger needs 60
for each, and a card reader sends the cards of a hand at once. A key within 20 milliseconds of the one before does not
count: so a machine sends a result with its Enter. A serial line has no time of its own; while the board paints, two
keys of the quickest dealer may wait there and come as one, so that is said and typed again, and locks nothing.
"""

from collections import deque

from eztrak.table.round import NANO
from eztrak.voice.said import Said

LIMIT = 200  # presses within one second
LOCK = 3 * NANO  # how long a device stays locked after it last went over the limit
BY_HAND, WITHIN = 4, 150_000_000
AT_ONCE = 20_000_000
FLOODED = Said("keypad sends too many keys: locked for a few seconds")
TOO_FAST = Said("keypad types faster than a hand can: wait a moment, then press again")


class FloodGuard:
    def __init__(self, by_hand: bool = False) -> None:
        self._limit, self._within, self._apart = (BY_HAND, WITHIN, AT_ONCE) if by_hand else (LIMIT, NANO, 0)
        self._times: deque[int] = deque(maxlen=self._limit + 1)
        self.until = 0  # locked before this moment

    def takes(self, mono: int) -> bool:
        """Whether a press at this moment counts. Every press comes here, also those that then do not."""
        apart = not self._times or mono - self._times[-1] >= self._apart
        self._times.append(mono)
        if len(self._times) > self._limit and mono - self._times[0] < self._within:
            self.until = mono + LOCK
        return apart and not self.locked(mono)

    def locked(self, mono: int) -> bool:
        return mono < self.until
