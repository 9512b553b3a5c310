"""The games that can be dealt: those that ship, and a room's own in files; with the library that they choose from."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from eztrak.config.files import ConfigError, find, read_toml
from eztrak.game.game import Game
from eztrak.game.reading import game_of, library_of
from eztrak.game.tableau import Tableau, tableau_of
from eztrak.game.wager import Wager
from eztrak.shipped import setting


def shipped_games() -> list[str]:
    return sorted(path.stem for path in setting("games").glob("*.toml"))


def load_game(name: str, beside: Path) -> Game:
    """A shipped game by its name, or a room's own by the path of its file. Raises ConfigError with every fault."""
    path = find("games", name, beside)
    faults: list[str] = []
    game = game_of(path.stem, read_toml(path), library(), tableaus(), faults)
    if game is None:
        raise ConfigError(path, faults)
    return game


@cache
def library() -> Mapping[str, Wager]:
    """The wagers that a game can list by name."""
    path = setting("wagers.toml")
    faults: list[str] = []
    found = library_of(read_toml(path), faults)
    if faults:
        raise ConfigError(path, faults)
    return found


@cache
def tableaus() -> Mapping[str, Tableau]:
    path = setting("tableaus.toml")
    faults: list[str] = []
    read = {name: tableau_of(table, name, faults) for name, table in read_toml(path).items()}
    if faults:
        raise ConfigError(path, faults)
    return {name: tableau for name, tableau in read.items() if tableau is not None}
