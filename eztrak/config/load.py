"""Reads a config with all that it names, and tells every fault at once: file, key, value, what is allowed."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from eztrak.config.appearance import Appearance, appearance_of
from eztrak.config.files import ConfigError, find, read_toml
from eztrak.config.games import load_game, shipped_games
from eztrak.config.model import RETIRED, Config, Table, WagerLimit
from eztrak.config.profiles import load_profile
from eztrak.config.reading import build
from eztrak.game.game import Game
from eztrak.game.profile import Profile
from eztrak.shipped import setting
from eztrak.table.terms import PLAYER_DEALER, dollars

__all__ = ["ConfigError", "Loaded", "find", "load", "load_profile", "read_toml"]


@dataclass(frozen=True, slots=True)
class Loaded:
    config: Config
    profile: Profile
    game: Game
    appearance: Appearance = field(default_factory=Appearance)
    path: Path | None = None  # the file that it came from; None for the defaults
    retired: tuple[str, ...] = ()  # options in it that do nothing any more, in words


def load(path: Path | None, game: Game | None = None) -> Loaded:
    """The config in a file, or the defaults without one. Raises ConfigError.

    `game`: one to deal instead of the config's; what the config says of wagers counts then where that game has them.
    """
    plain = read_toml(path) if path else {}
    where = path or setting("eztrak.toml")
    wrong: list[str] = []
    profile, dealt = _dealt(plain.get("table"), game, where.parent, wrong)
    faults: list[str] = []
    config = build(Config, plain, "", faults, tuple(dealt.spots) if dealt and game is None else None)
    faults += wrong
    try:
        find("keymaps", config.keypad.keymap, where.parent)
    except ConfigError as error:
        faults += [f"keypad.keymap = {config.keypad.keymap!r}: {fault}" for fault in error.faults]
    for key, folder in (("database", config.journal.database), ("copy", config.journal.copy)):
        try:
            Path(folder).expanduser()
        except RuntimeError as error:
            faults.append(f"journal.{key} = {folder!r}: {error}")
    appearance = appearance_of(config.display, where.parent, faults)
    if profile is not None:
        faults += _contradictions(config, profile)
    if faults or profile is None or dealt is None:
        raise ConfigError(where, faults)
    return Loaded(config, profile, dealt, appearance, path, _retired(plain))


def _retired(plain: Mapping[str, Any]) -> tuple[str, ...]:
    sections = {name: section for name, section in plain.items() if isinstance(section, dict)}
    keys = [f"{name}.{key}" for name, section in sections.items() for key in section]
    return tuple(f"{key} does nothing any more: {RETIRED[key]}" for key in keys if key in RETIRED)


def _dealt(table: Any, other: Game | None, beside: Path, faults: list[str]) -> tuple[Profile | None, Game | None]:
    """The profile and the game that a config names, read before the rest of it: they say which wagers there are."""
    named = build(Table, table if isinstance(table, dict) else {}, "table.", [])
    profile: Profile | None = None
    try:
        profile = load_profile(named.profile, beside)
    except ConfigError as error:
        faults += [f"table.profile = {named.profile!r}: {fault}" for fault in error.faults]
    if other is not None:
        return profile, other
    name = named.game or (profile.game if profile else "")
    if not name:
        if profile is not None:
            some = ", ".join(shipped_games())
            faults.append(
                f"table.game: the profile names no game: one of {some} is needed, or the path of a .toml file"
            )
        return profile, None
    try:
        return profile, load_game(name, beside)
    except ConfigError as error:
        faults += [f"table.game = {name!r}: {fault}" for fault in error.faults]
        return profile, None


def _contradictions(config: Config, profile: Profile) -> list[str]:
    """Faults between values that are each fine by themselves."""
    faults: list[str] = []
    limits = config.limits
    own = [(f"limits.{spot}", *limits.of(spot)) for spot, said in limits.spots if said != WagerLimit()]
    for key, low, high in [("limits", limits.min, limits.max), *own]:
        if high < low:
            faults.append(f"{key}.max = {dollars(high)}: must be at least {key}.min, which is {dollars(low)}")
        if profile.highest_wager is not None and high > profile.highest_wager:
            faults.append(
                f"{key}.max = {dollars(high)}: over the highest wager of profile {profile.name},"
                f" {dollars(profile.highest_wager)} ({profile.highest_wager_rule})"
            )
    if not profile.fees_allowed:
        named = [spot for spot, _ in config.fees.spots] + [PLAYER_DEALER] * (config.fees.player_dealer is not None)
        faults += [f"fees.{name}: profile {profile.name} takes no fees" for name in named]
    if config.table.decks not in profile.decks:
        some = ", ".join(map(str, profile.decks))
        faults.append(f"table.decks = {config.table.decks}: profile {profile.name} allows {some}")
    return faults
