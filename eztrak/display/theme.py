"""The colours of the board, from a theme file: a shipped one by its name, or a room's own by its path.

A room's own file says what it is `based_on` and changes what it likes. The config room has checked it by then.
"""

import tomllib
from dataclasses import dataclass, fields, replace
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import NamedTuple

from eztrak.display.scene import Colour
from eztrak.game.hand import Outcome
from eztrak.shipped import asset

APART = 40  # of 255, in one of the three colours
LEGIBLE = 4.5  # the contrast of words


class Ground(NamedTuple):
    colour: Colour
    deep: Colour  # what it shades into
    ink: Colour  # words and figures on it


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
    road: Colour
    road_line: Colour
    road_newest: Colour
    ink: Colour
    soft: Colour
    accent: Colour
    bright: Colour
    dark: Colour
    player: Colour
    player_deep: Colour
    banker: Colour
    banker_deep: Colour
    tie: Colour
    tie_deep: Colour
    gold: Colour
    gold_deep: Colour
    gold_ink: Colour
    pearl: Colour
    pearl_deep: Colour
    pearl_ink: Colour
    jade: Colour
    jade_deep: Colour
    jade_ink: Colour
    ruby: Colour
    ruby_deep: Colour
    ruby_ink: Colour
    sapphire: Colour
    sapphire_deep: Colour
    sapphire_ink: Colour
    road_red: Colour
    road_blue: Colour
    road_tie: Colour
    warn: Colour
    asks: Colour
    alarm: Colour

    def of(self, outcome: Outcome) -> Colour:
        return {Outcome.PLAYER: self.player, Outcome.BANKER: self.banker, Outcome.TIE: self.tie}[outcome]

    def deep_of(self, outcome: Outcome) -> Colour:
        deep = {Outcome.PLAYER: self.player_deep, Outcome.BANKER: self.banker_deep, Outcome.TIE: self.tie_deep}
        return deep[outcome]

    def stroke(self, outcome: Outcome) -> Colour:
        """The colour of a winner as a line: on a road, and as the stripe of a tile."""
        return {Outcome.PLAYER: self.road_blue, Outcome.BANKER: self.road_red, Outcome.TIE: self.road_tie}[outcome]

    def on(self, colour: Colour) -> Colour:
        """The ink for words on a colour that is light in one theme and deep in another."""
        red, green, blue = colour
        return self.dark if 0.3 * red + 0.59 * green + 0.11 * blue > 128 else self.bright

    def dot(self, name: str) -> Colour:
        """The colour of a dot on paper that stands for a ground: as deep as it takes to be seen there."""
        strong = {"sapphire": self.road_blue, "ruby": self.road_red, "jade": self.tie}
        return strong.get(name, self.ground(name).deep)

    def sign(self, name: str) -> Colour:
        """The colour of a dot or a stripe on a panel that stands for a ground: words' own where it would not show."""
        colour = self.ground(name).colour
        apart = max(abs(a - b) for panel in (self.panel, self.panel_deep) for a, b in zip(colour, panel, strict=True))
        return colour if apart > APART else self.soft

    def word(self, name: str) -> Colour:
        """The colour of a winner or a mark as a word on a panel: the brightest of its own that is read there."""
        ground = self.ground(name)
        strokes = {"player": self.road_blue, "banker": self.road_red, "tie": self.road_tie}
        known = [strokes.get(name, ground.colour), ground.colour, ground.deep]
        panels = self.panel, self.panel_deep
        return next((one for one in known if min(contrast(one, panel) for panel in panels) >= LEGIBLE), self.soft)

    def ground(self, name: str) -> Ground:
        """The ground of a winner or of a mark, by its name; that of a panel for any other name."""
        return self._grounds.get(name) or Ground(self.panel, self.panel_deep, self.ink)

    @cached_property
    def _grounds(self) -> dict[str, Ground]:
        return {
            "player": Ground(self.player, self.player_deep, self.bright),
            "banker": Ground(self.banker, self.banker_deep, self.bright),
            "tie": Ground(self.tie, self.tie_deep, self.bright),
            "gold": Ground(self.gold, self.gold_deep, self.gold_ink),
            "pearl": Ground(self.pearl, self.pearl_deep, self.pearl_ink),
            "jade": Ground(self.jade, self.jade_deep, self.jade_ink),
            "ruby": Ground(self.ruby, self.ruby_deep, self.ruby_ink),
            "sapphire": Ground(self.sapphire, self.sapphire_deep, self.sapphire_ink),
        }


@lru_cache(maxsize=1024)
def contrast(one: Colour, other: Colour) -> float:
    """The contrast ratio of two colours as WCAG defines it, 1 to 21."""
    bright, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def luminance(colour: Colour) -> float:
    parts = [part / 255 for part in colour]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


# What a theme that says nothing of its roads takes for them: sheets of paper.
_ON_PAPER = {"road": "paper", "road_line": "line", "road_newest": "newest", "road_tie": "tie"}


@cache
def theme(name: str) -> Theme:
    plain = _read(name)
    plain |= {road: plain[other] for road, other in _ON_PAPER.items() if road not in plain}
    return Theme(**{f.name: _colour(plain[f.name]) for f in fields(Theme)})


@cache
def dimmed(bright: Theme) -> Theme:
    """The same theme with figures and words that can still be read and call nobody: of a table that is closed."""
    return replace(bright, ink=bright.soft, accent=bright.soft)


@cache
def on_paper(name: str) -> Theme:
    """A theme for white paper: the roads as they are drawn on a sheet, where nothing is newest."""
    board = theme(name)
    colours = {"road": board.paper, "road_line": board.line, "road_newest": board.paper, "road_tie": board.tie}
    return replace(board, **colours, road_red=board.banker, road_blue=board.player)


def _read(name: str) -> dict[str, str]:
    own = name.endswith(".toml")
    path = Path(name) if own else asset("themes", f"{name}.toml")
    plain = tomllib.loads(path.read_text(encoding="utf-8"))
    return _read(plain.get("based_on", "classic")) | plain if own else plain


def _colour(text: str) -> Colour:
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)
