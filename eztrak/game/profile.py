"""A profile: what the document that a room plays under allows, caps and wants posted, whatever the game.

The values come from the TOML files in config/profiles; the config room reads them. Money is in cents throughout.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Profile:
    name: str
    title: str
    game: str  # what is dealt where the room names no other
    decks: tuple[int, ...]
    highest_wager: int | None  # cents; None where each room sets its own
    highest_wager_rule: str
    fees_allowed: bool
    bonus_needs_base: bool
    natural_ends_hand: bool | None  # None where the document is silent
    postings: tuple[str, ...]
