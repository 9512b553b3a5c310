"""Reads a profile: what the document that a room plays under allows, caps and wants posted."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from eztrak.config.files import ConfigError, find, read_toml
from eztrak.config.games import load_game, shipped_games
from eztrak.game.profile import Profile
from eztrak.options import at, build
from eztrak.voice.said import Said, Spoken


def load_profile(name: str, beside: Path) -> Profile:
    path = find("profiles", name, beside)
    plain = read_toml(path)
    old = [key for key in plain if key == "pays" or key.endswith("_pushes_banker")]
    faults: list[Spoken] = [at(key, _instead(plain)) for key in old]
    profile = build(Profile, {key: value for key, value in plain.items() if key not in old}, "", faults)
    if faults:
        raise ConfigError(path, faults)
    # The path of a game is meant from the profile's own place.
    game = str(find("games", profile.game, path.parent)) if profile.game.endswith(".toml") else profile.game
    return replace(profile, name=path.stem, title=profile.title or path.stem, game=game)


def _instead(plain: Mapping[str, Any]) -> Said:
    """What to write where a profile says what is dealt, as those of version 0.1.0 did."""
    spots = set(plain["pays"]) if isinstance(plain.get("pays"), dict) else set()
    like = next((id for id in shipped_games() if set(load_game(id, Path()).spots) == spots), "")
    return Said(
        "wagers and their pays stand in a game file now; write game = {game} instead, or the path of a game file of"
        " your own",
        game=f'"{like}"' if like else Said("one of {choices}", choices=", ".join(shipped_games())),
    )
