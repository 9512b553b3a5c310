"""The text form of a shoe: `P Bn T B7 P8 Pf Bx`. Parsing what it prints gives the same shoe.

Hands are separated by blanks: the winner P, B or T; `B7` a Dragon 7, `P8` a Panda 8; then, in this order and where they
apply, `n` natural, `f` free hand, `x` voided. A word of winners alone may run together: `BPPBT`.
"""

import re
from collections.abc import Iterable
from dataclasses import replace

from eztrak.game.hand import Hand, Outcome, Toggle, hand_of

ALLOWED = "a hand is P, B, T, B7 or P8, then n (natural), f (free hand) and x (voided) in this order"
_HAND = re.compile(r"(P8|B7|P|B|T)(n?)(f?)(x?)")
_RUN = re.compile(r"[PBT]{2,}")
_WINNER = {
    "P": Toggle.PLAYER,
    "B": Toggle.BANKER,
    "T": Toggle.TIE,
    "P8": Toggle.PANDA8,
    "B7": Toggle.DRAGON7,
}


class NotationError(ValueError):
    """A text that is no shoe; the message names every fault with its position."""


def parse(text: str) -> tuple[Hand, ...]:
    """Reads a shoe. Raises NotationError for what is not one."""
    hands: list[Hand] = []
    faults: list[str] = []
    for match in re.finditer(r"\S+", text):
        word, where = match.group(), match.start() + 1
        if _RUN.fullmatch(word):
            hands += [Hand(Outcome(letter)) for letter in word]
        elif found := _HAND.fullmatch(word):
            winner, natural, free, voided = found.groups()
            toggles = {_WINNER[winner]}
            if natural:
                toggles.add(Toggle.NATURAL)
            if free:
                toggles.add(Toggle.FREE)
            hand = hand_of(toggles)
            if isinstance(hand, Hand):
                hands.append(replace(hand, voided=bool(voided)))
            else:
                faults += [f"position {where}: {word!r}: {fault}" for fault in hand]
        else:
            faults.append(f"position {where}: {word!r} is no hand")
    if faults:
        raise NotationError("\n".join([*faults, ALLOWED]))
    return tuple(hands)


def write(hands: Iterable[Hand]) -> str:
    """The notation of a shoe."""
    return " ".join(map(_word, hands))


def _word(hand: Hand) -> str:
    bonus = "7" if hand.dragon7 else "8" if hand.panda8 else ""
    return hand.outcome + bonus + "n" * hand.natural + "f" * hand.free + "x" * hand.voided
