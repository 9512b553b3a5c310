"""The text form of a shoe: `P Bn T B7 T[tiger-tie]n Pf Bx`. Parsing what it prints gives the same shoe.

Hands are separated by blanks: the winner P, B or T; its marks, each by the short sign that its game gives it or by its
id in brackets; then, where they apply, `f` free hand and `x` voided. A word of winners alone may run together: `BPPBT`.
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from eztrak.game.game import Game
from eztrak.game.hand import FREE, Hand, Outcome

_RUN = re.compile(r"[PBT]{2,}")
_WORD = re.compile(r"([PBT])(.*?)(f?)(x?)")


class NotationError(ValueError):
    """A text that is no shoe; the message names every fault with its position."""


def parse(text: str, game: Game) -> tuple[Hand, ...]:
    """Reads a shoe. Raises NotationError for what is not one."""
    hands: list[Hand] = []
    faults: list[str] = []
    for match in re.finditer(r"\S+", text):
        word, where = match.group(), match.start() + 1
        if _RUN.fullmatch(word):
            hands += [Hand(Outcome(letter)) for letter in word]
            continue
        made = _hand(word, game)
        if isinstance(made, Hand):
            hands.append(made)
        else:
            faults += [f"position {where}: {word!r}{fault}" for fault in made]
    if faults:
        raise NotationError("\n".join([*faults, allowed(game)]))
    return tuple(hands)


def write(hands: Iterable[Hand], game: Game) -> str:
    """The notation of a shoe."""
    return " ".join(_word(hand, game) for hand in hands)


def allowed(game: Game) -> str:
    signs = [f"{mark.wager.sign} ({mark.name()})" for id, mark in game.marks.items() if _signed(id, game)]
    short = f" {', '.join(signs)} or" if signs else ""
    return f"a hand is P, B or T, then its marks as{short} [id], then f (free hand) and x (voided) in this order"


def _hand(word: str, game: Game) -> Hand | list[str]:
    """The hand that a word stands for, or what is wrong with it."""
    match = _WORD.fullmatch(word)
    if match is None:
        return [" is not a hand"]
    letter, rest, free, voided = match.groups()
    said = {Outcome(letter).id}
    while rest:
        bracket = re.match(r"\[([^\]]*)\]", rest)
        id = bracket[1] if bracket else _by_sign(letter, rest, game)
        if not id or id in said:
            return [" is not a hand"]
        if id not in game.marks:
            return [f": {game.name()} has no mark {id}; it has {', '.join(game.marks) or 'none'}"]
        said.add(id)
        rest = rest[bracket.end() if bracket else len(game.marks[id].wager.sign) :]
    made = game.hand_of(said | ({FREE} if free else set()))
    if not isinstance(made, Hand):
        return [f": {fault}" for fault in made]
    return replace(made, voided=bool(voided))


def _word(hand: Hand, game: Game) -> str:
    marks = [id for id in game.marks if id in hand.marks] + sorted(hand.marks - game.marks.keys())
    signs = "".join(_sign_of(id, hand.outcome.value, game) or f"[{id}]" for id in marks)
    return hand.outcome + signs + "f" * hand.free + "x" * hand.voided


def _by_sign(letter: str, rest: str, game: Game) -> str:
    """The mark whose sign a text begins with, the longest one first."""
    fit = [id for id in game.marks if (sign := _sign_of(id, letter, game)) and rest.startswith(sign)]
    return max(fit, key=lambda id: len(game.marks[id].wager.sign), default="")


@lru_cache(4096)
def _sign_of(id: str, letter: str, game: Game) -> str:
    """A mark's sign beside a winner; where two marks share one it belongs to the first."""
    if not _signed(id, game):
        return ""
    sign, winner = game.marks[id].wager.sign, Outcome(letter).id
    with_it = [
        other
        for other, mark in game.marks.items()
        if mark.wager.sign == sign and game.implied({winner, other}) is not None
    ]
    return sign if with_it[:1] == [id] else ""


def _signed(id: str, game: Game) -> bool:
    return bool(id in game.marks and game.marks[id].wager.sign)
