"""A hand as the dealer declares it, and why a combination of declarations can be impossible.

The product shows what the dealer declares; it never adjudicates. What it does refuse is what no deal of cards can give.
"""

from collections.abc import Set
from dataclasses import dataclass
from enum import StrEnum


class Outcome(StrEnum):
    PLAYER = "P"
    BANKER = "B"
    TIE = "T"


class Toggle(StrEnum):
    """What a dealer can say of a hand. An entry is a set of these, in any order."""

    PLAYER = "player"
    BANKER = "banker"
    TIE = "tie"
    DRAGON7 = "dragon7"
    PANDA8 = "panda8"
    NATURAL = "natural"
    FREE = "free"


WINNERS = {Toggle.PLAYER: Outcome.PLAYER, Toggle.BANKER: Outcome.BANKER, Toggle.TIE: Outcome.TIE}
IMPLIED = {Toggle.DRAGON7: Toggle.BANKER, Toggle.PANDA8: Toggle.PLAYER}


@dataclass(frozen=True, slots=True)
class Hand:
    """One hand of a shoe. `number` is its place in the order of entry; 0 means that it is not recorded (yet)."""

    outcome: Outcome
    natural: bool = False
    dragon7: bool = False
    panda8: bool = False
    free: bool = False
    voided: bool = False
    number: int = 0
    player: str = ""  # the cards' point values in the order dealt, where cards are entered: "350"
    banker: str = ""

    @property
    def points(self) -> int | None:
        """The winning side's points; None where no cards were entered."""
        cards = self.banker if self.outcome is Outcome.BANKER else self.player
        return sum(map(int, cards)) % 10 if cards else None

    @property
    def toggles(self) -> frozenset[Toggle]:
        """The shortest set of toggles that enters this hand; of an impossible one, all that it claims."""
        winner = next(toggle for toggle, outcome in WINNERS.items() if outcome is self.outcome)
        flags = (
            (self.dragon7, Toggle.DRAGON7),
            (self.panda8, Toggle.PANDA8),
            (self.natural, Toggle.NATURAL),
            (self.free, Toggle.FREE),
        )
        said = {toggle for on, toggle in flags if on}
        if winner not in {IMPLIED.get(toggle) for toggle in said}:
            said.add(winner)
        return frozenset(said)


def problems(toggles: Set[Toggle], panda8: bool = True) -> list[str]:
    """Every reason why no hand can be all of these; empty when one can. `panda8`: whether the profile has that wager.

    A set without any winner is not impossible, only unfinished: `hand_of` says so.
    """
    found = []
    named = [NAMES[winner] for winner in WINNERS if winner in toggles]
    if len(named) > 1:
        found.append(f"only one of {', '.join(named[:-1])} and {named[-1]} can be the result")
    if {Toggle.DRAGON7, Toggle.PANDA8} <= toggles:
        found.append("Dragon 7 and Panda 8 cannot come in the same hand")
    for bonus, winner in IMPLIED.items():
        if bonus not in toggles:
            continue
        name = NAMES[bonus]
        found += [f"{name} is a {NAMES[winner]} win, not {NAMES[w]}" for w in WINNERS if w in toggles and w != winner]
        if Toggle.NATURAL in toggles:
            found.append(f"{name} has three cards, a natural has two")
    if Toggle.PANDA8 in toggles and not panda8:
        found.append("this table has no Panda 8 wager")
    return found


def hand_of(toggles: Set[Toggle], panda8: bool = True) -> Hand | list[str]:
    """The hand that these toggles declare, or every reason why they declare none."""
    wrong = problems(toggles, panda8)
    said = {*toggles, *(winner for bonus, winner in IMPLIED.items() if bonus in toggles)}
    winner = next((w for w in WINNERS if w in said), None)
    if winner is None:
        wrong.append("no result yet: Player, Banker or Tie?")
    if wrong or winner is None:
        return wrong
    return Hand(
        WINNERS[winner],
        natural=Toggle.NATURAL in toggles,
        dragon7=Toggle.DRAGON7 in toggles,
        panda8=Toggle.PANDA8 in toggles,
        free=Toggle.FREE in toggles,
    )


def describe(hand: Hand) -> str:
    """The hand in words, as the board asks about it: "BANKER, natural"."""
    bonus = next((t for t in IMPLIED if t in hand.toggles), None)
    winner = next(t for t, outcome in WINNERS.items() if outcome is hand.outcome)
    words = [NAMES[bonus or winner].upper()]
    if hand.natural:
        words.append("natural")
    if hand.free:
        words.append("free hand")
    if hand.voided:
        words.append("void")
    return ", ".join(words)


NAMES = {
    Toggle.PLAYER: "Player",
    Toggle.BANKER: "Banker",
    Toggle.TIE: "Tie",
    Toggle.DRAGON7: "Dragon 7",
    Toggle.PANDA8: "Panda 8",
}
