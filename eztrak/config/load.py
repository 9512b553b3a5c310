"""Reads a config with all that it names, and reports every fault at once: file, key, value, what is allowed."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from eztrak.config.appearance import Appearance, appearance_of
from eztrak.config.files import ConfigError, find, read_toml, under
from eztrak.config.games import load_game, shipped_games
from eztrak.config.model import RETIRED, Config, Table, WagerLimit
from eztrak.config.profiles import load_profile
from eztrak.game.game import Game
from eztrak.game.profile import Profile
from eztrak.options import at, build
from eztrak.shipped import setting
from eztrak.table.terms import PLAYER_DEALER, dollars
from eztrak.voice.said import Said, Spoken

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
    retired = _retired(plain)
    wrong: list[Spoken] = []
    profile, dealt = _dealt(plain.get("table"), game, where.parent, wrong)
    faults: list[Spoken] = []
    config = build(Config, plain, "", faults, tuple(dealt.spots) if dealt and game is None else None)
    faults += wrong
    with under(f"keypad.keymap = {config.keypad.keymap!r}", faults):
        find("keymaps", config.keypad.keymap, where.parent)
    for key, folder in (("database", config.journal.database), ("copy", config.journal.copy)):
        with under(f"journal.{key} = {folder!r}", faults):
            Path(folder).expanduser()
    appearance = appearance_of(config.display, where.parent, faults)
    if profile is not None:
        faults += _contradictions(config, profile, dealt)
    if faults or profile is None or dealt is None:
        raise ConfigError(where, faults)
    return Loaded(config, profile, dealt, appearance, path, retired)


def _retired(plain: Mapping[str, Any]) -> tuple[str, ...]:
    """Takes the options of older releases out, and says what does their work now."""
    found = []
    for key, instead in RETIRED.items():
        section, _, name = key.partition(".")
        if isinstance(options := plain.get(section), dict) and name in options:
            del options[name]
            found.append(f"{key} does nothing any more: {instead}")
    return tuple(found)


def _dealt(table: Any, other: Game | None, beside: Path, faults: list[Spoken]) -> tuple[Profile | None, Game | None]:
    """The profile and the game that a config names, read before the rest of it: they say which wagers there are."""
    named = build(Table, table if isinstance(table, dict) else {}, "table.", [])
    profile: Profile | None = None
    with under(f"table.profile = {named.profile!r}", faults):
        profile = load_profile(named.profile, beside)
    if other is not None:
        return profile, other
    if name := named.game or (profile.game if profile else ""):
        with under(f"table.game = {name!r}", faults):
            other = load_game(name, beside)
    elif profile is not None:
        some = ", ".join(shipped_games())
        needed = Said("the profile names no game; choose {games}, or the path of a .toml file", games=some)
        faults.append(at("table.game", needed))
    return profile, other


def _contradictions(config: Config, profile: Profile, game: Game | None) -> Iterator[Spoken]:
    """Faults between values that are each fine by themselves."""
    limits = config.limits
    for spot in ("", *(spot for spot, limit in limits.spots if limit != WagerLimit())):
        low, high = limits.of(spot)
        where = f"limits{spot and '.'}{spot}.max = {dollars(high)}"
        wager = Said("the table") if not spot else game.named(spot) if game else spot
        if high < low:
            below = Said("the maximum of {wager} is below its minimum, {minimum}", wager=wager, minimum=dollars(low))
            yield at(where, below)
        if profile.highest_wager is not None and high > profile.highest_wager:
            over = Said(
                "the maximum of {wager} is over what profile {profile} allows, {highest} ({rule})",
                wager=wager,
                profile=profile.name,
                highest=dollars(profile.highest_wager),
                rule=profile.highest_wager_rule,
            )
            yield at(where, over)
    if not profile.fees_allowed:
        fees = [spot for spot, _ in config.fees.spots] + [PLAYER_DEALER] * (config.fees.player_dealer is not None)
        for name in fees:
            yield at(f"fees.{name}", Said("profile {profile} allows no fees", profile=profile.name))
    if config.table.decks not in profile.decks:
        some = ", ".join(map(str, profile.decks))
        allowed = Said("profile {profile} allows {decks}", profile=profile.name, decks=some)
        yield at(f"table.decks = {config.table.decks}", allowed)
