"""A profile: what the document that a room plays under allows, caps and wants posted, whatever the game.

The values come from the TOML files in config/profiles; the config room reads them. Money is in cents throughout.
"""

from dataclasses import dataclass

from eztrak.options import Money, option


@dataclass(frozen=True, slots=True)
class Profile:
    name: str = ""
    title: str = option("")
    game: str = option("", "what is dealt where the room names no other")
    decks: tuple[int, ...] = option(tuple(range(1, 9)), least=1, most=8)
    highest_wager: Money | None = option(None, "not there where each room sets its own")
    highest_wager_rule: str = option("the profile")
    fees_allowed: bool = option(False)
    bonus_needs_base: bool = option(False)
    natural_ends_hand: bool | None = option(None, "not there where the document is silent")
    postings: tuple[str, ...] = option(())
