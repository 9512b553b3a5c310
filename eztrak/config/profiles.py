"""Reads a profile: what the document that a room plays under allows, caps and wants posted."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_args, get_origin

from eztrak.config.files import ConfigError, find, read_toml
from eztrak.config.games import load_game, shipped_games
from eztrak.config.reading import ALLOWED, unknown
from eztrak.game.profile import Profile

_KINDS: Mapping[str, Any] = {
    "title": str,
    "game": str,
    "decks": list[int],
    "highest_wager": int,
    "highest_wager_rule": str,
    "fees_allowed": bool,
    "bonus_needs_base": bool,
    "natural_ends_hand": bool,
    "postings": list[str],
}


def load_profile(name: str, beside: Path) -> Profile:
    path = find("profiles", name, beside)
    plain = read_toml(path)
    faults: list[str] = []
    for key, value in plain.items():
        if _of_the_game(key):
            faults.append(f"{key}: {_instead(plain)}")
        elif key not in _KINDS:
            faults.append(unknown(key, "", _KINDS))
        elif not _is(value, _KINDS[key]):
            faults.append(f"{key} = {value!r}: {ALLOWED[_KINDS[key]]} is needed")
    if faults:
        raise ConfigError(path, faults)
    dollars, game = plain.get("highest_wager"), plain.get("game", "")
    return Profile(
        name=path.stem,
        title=plain.get("title", path.stem),
        # A path is told from the profile's own place.
        game=str(find("games", game, path.parent)) if game.endswith(".toml") else game,
        decks=tuple(plain.get("decks", range(1, 9))),
        highest_wager=None if dollars is None else dollars * 100,
        highest_wager_rule=plain.get("highest_wager_rule", "the profile"),
        fees_allowed=plain.get("fees_allowed", False),
        bonus_needs_base=plain.get("bonus_needs_base", False),
        natural_ends_hand=plain.get("natural_ends_hand"),
        postings=tuple(plain.get("postings", ())),
    )


def _of_the_game(key: str) -> bool:
    """Whether a profile of version 0.1.0 said by this key what a game says now."""
    return key == "pays" or key.endswith("_pushes_banker")


def _instead(plain: Mapping[str, Any]) -> str:
    """What to write where a profile says what is dealt as version 0.1.0 did."""
    spots = set(plain["pays"]) if isinstance(plain.get("pays"), dict) else set()
    like = next((id for id in shipped_games() if set(load_game(id, Path()).spots) == spots), "")
    write = f'write game = "{like}"' if like else f"write game with one of {', '.join(shipped_games())}"
    return f"wagers and what they pay stand in a game file now; {write} instead, or the path of a game file of your own"


def _is(value: Any, kind: Any) -> bool:
    """Whether a value is of its type, down to what is in it."""
    if type(value) is not (get_origin(kind) or kind):
        return False
    return not isinstance(value, list) or all(type(item) is get_args(kind)[0] for item in value)
