"""The games that can be dealt: those that ship, and a room's own in files; with the library that they choose from."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from eztrak.config.appearance import PICTURES, picture_of
from eztrak.config.files import ConfigError, bytes_of, every_fault, find, read_toml, toml_of
from eztrak.game.game import Game
from eztrak.game.reading import game_of, library_of
from eztrak.game.tableau import Tableau, tableau_of
from eztrak.game.wager import Wager
from eztrak.options import at
from eztrak.shipped import asset, setting
from eztrak.voice.said import Said, Spoken


def shipped_games() -> list[str]:
    return sorted(path.stem for path in setting("games").glob("*.toml"))


def load_game(name: str, beside: Path) -> Game:
    """A shipped game by its name, or a room's own by the path of its file. Raises ConfigError with every fault."""
    path = find("games", name, beside)
    data, faults = bytes_of(path), list[Spoken]()
    ours = setting("games", f"{path.stem}.toml")
    if ours.is_file() and data != bytes_of(ours):
        faults.append(
            Said("{name} is a shipped game, and this one differs: give the file another name", name=path.stem)
        )
    plain = toml_of(data, path)
    for id, table in plain.items():
        shown = table.get("look") if isinstance(table, dict) else None
        if isinstance(shown, dict) and isinstance(shown.get("picture"), str):
            shown["picture"] = _picture(
                f"{id}.look.picture = {shown['picture']!r}", shown["picture"], path.parent, faults
            )
    game = game_of(path.stem, plain, library(), tableaus(), faults)
    if game is None or faults:
        raise ConfigError(path, faults)
    return game


def _picture(key: str, name: str, beside: Path, faults: list[Spoken]) -> str:
    """A drawing of ours by its name, or the whole path of a room's own."""
    if Path(name).suffix.lower() in PICTURES:
        return picture_of(key, name, beside, faults)
    ours = sorted(path.stem for path in asset("pictures").glob("*.svg") if not path.stem.endswith("-mark"))
    if name not in ours:
        known = Said("there is no such picture; choose {known}, or the path of a file", known=", ".join(ours))
        faults.append(at(key, known))
    return name


@cache
def library() -> Mapping[str, Wager]:
    """The wagers that a game can list by name."""
    path = setting("wagers.toml")
    with every_fault(path) as faults:
        return library_of(read_toml(path), faults)


@cache
def tableaus() -> Mapping[str, Tableau]:
    path = setting("tableaus.toml")
    with every_fault(path) as faults:
        read = {name: tableau_of(table, name, faults) for name, table in read_toml(path).items()}
    return {name: tableau for name, tableau in read.items() if tableau is not None}
