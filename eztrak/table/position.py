"""California's player-dealer position: offered around the table after every so many hands, as the pack says.

The board counts the hands and says when it is to be offered; the dealer's one key says what came of it, and once more
mends that.
"""

from dataclasses import dataclass
from itertools import pairwise

from eztrak.voice.said import Said

ANSWERS = TAKEN, DECLINED, MOVED = "taken", "declined", "moved"
_NEXT = dict(pairwise((*ANSWERS, TAKEN)))
WORDS = {
    TAKEN: Said("player-dealer position: taken"),
    DECLINED: Said("player-dealer position: declined"),
    MOVED: Said("player-dealer position: moved on"),
}


@dataclass(frozen=True, slots=True)
class Position:
    hands: int = 0  # since it was offered
    answer: str = ""  # what came of the offer, while no hand has been dealt since

    @property
    def next_answer(self) -> str:
        return _NEXT.get(self.answer, TAKEN)

    def said(self, every: int) -> Said:
        """What the board says of it; nothing where it is not counted."""
        if not every:
            return Said()
        left = every - self.hands
        if left <= 0:
            return Said("player-dealer: offer the position now")
        return Said("player-dealer: offer in {count:hand|hands}", count=left)


NOBODY = Position()
