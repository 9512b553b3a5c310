"""The colours of the board, from a theme file: a shipped one by its name, or a room's own by its path.

A room's own file says what it is `based_on` and changes what it likes. The config room has checked it by then.
"""

import tomllib
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path

from eztrak.display.scene import Colour
from eztrak.game.hand import Hand, Outcome
from eztrak.shipped import asset


@dataclass(frozen=True, eq=False)  # compared by identity: it is part of every panel's key
class Theme:
    felt: Colour
    felt_deep: Colour
    shadow: Colour
    panel: Colour
    panel_deep: Colour
    edge: Colour
    paper: Colour
    line: Colour
    newest: Colour
    ink: Colour
    soft: Colour
    accent: Colour
    bright: Colour
    dark: Colour
    gold: Colour
    gold_deep: Colour
    player: Colour
    player_deep: Colour
    banker: Colour
    banker_deep: Colour
    tie: Colour
    tie_deep: Colour
    panda: Colour
    panda_deep: Colour
    panda_ink: Colour
    road_red: Colour
    road_blue: Colour
    warn: Colour
    asks: Colour
    alarm: Colour

    def of(self, outcome: Outcome) -> Colour:
        return {Outcome.PLAYER: self.player, Outcome.BANKER: self.banker, Outcome.TIE: self.tie}[outcome]

    def deep_of(self, outcome: Outcome) -> Colour:
        deep = {Outcome.PLAYER: self.player_deep, Outcome.BANKER: self.banker_deep, Outcome.TIE: self.tie_deep}
        return deep[outcome]

    def grounds(self, name: str) -> tuple[Colour, Colour, Colour]:
        """The ground of a wager or a count, what it shades into, and the ink on it."""
        return {
            "player": (self.player, self.player_deep, self.bright),
            "banker": (self.banker, self.banker_deep, self.bright),
            "tie": (self.tie, self.tie_deep, self.bright),
            "dragon7": (self.gold, self.gold_deep, self.dark),
            "panda8": (self.panda, self.panda_deep, self.panda_ink),
        }.get(name, (self.panel, self.panel_deep, self.ink))

    def bonus_of(self, hand: Hand) -> tuple[Colour, Colour] | None:
        """The ground and the ink of a Dragon 7 or a Panda 8; None for any other hand."""
        if hand.dragon7:
            return self.gold, self.dark
        return (self.panda, self.panda_ink) if hand.panda8 else None


@cache
def theme(name: str) -> Theme:
    plain = _read(name)
    return Theme(**{f.name: _colour(plain[f.name]) for f in fields(Theme)})


def _read(name: str) -> dict[str, str]:
    own = name.endswith(".toml")
    path = Path(name) if own else asset("themes", f"{name}.toml")
    plain = tomllib.loads(path.read_text(encoding="utf-8"))
    return _read(plain.get("based_on", "classic")) | plain if own else plain


def _colour(text: str) -> Colour:
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)
