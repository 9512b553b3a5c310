"""A profile: what the document that a room plays under offers, pays, caps and wants posted.

The values come from the TOML files in config/profiles; the config room reads them. Money is in cents throughout.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Wager(StrEnum):
    PLAYER = "player"
    BANKER = "banker"
    TIE = "tie"
    DRAGON7 = "dragon7"
    PANDA8 = "panda8"


@dataclass(frozen=True, slots=True)
class Profile:
    name: str
    title: str
    wagers: tuple[Wager, ...]
    pays: Mapping[Wager, str]
    decks: tuple[int, ...]
    highest_wager: int | None  # cents; None where each room sets its own
    highest_wager_rule: str
    fees_allowed: bool
    dragon7_pushes_banker: bool | None  # None where the document is silent
    bonus_needs_base: bool
    natural_ends_hand: bool | None
    postings: tuple[str, ...]

    @property
    def panda8(self) -> bool:
        return Wager.PANDA8 in self.wagers
