"""A config that has been read, with all that it names."""

from dataclasses import dataclass, field
from pathlib import Path

from eztrak.config.appearance import Appearance
from eztrak.config.model import Config
from eztrak.game.game import Game
from eztrak.table.pack import Pack


@dataclass(frozen=True, slots=True)
class Loaded:
    config: Config
    pack: Pack
    game: Game
    appearance: Appearance = field(default_factory=Appearance)
    path: Path | None = None  # the file that it came from; None for the defaults
    digest: str = ""  # SHA-256 of that file
    retired: tuple[str, ...] = ()  # options in it that do nothing any more, in words

    @property
    def sources(self) -> tuple[str, ...]:
        """Where keys come from: by itself a board that is tried out has those of its window, any other a keypad."""
        return self.config.keypad.sources or (("window",) if self.pack.trial else ("evdev",))

    @property
    def player_dealer(self) -> int:
        """Hands after which the position is offered; 0: not counted here."""
        return self.pack.player_dealer if self.config.table.player_dealer else 0
