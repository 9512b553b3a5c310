"""Reads a config with all that it names, and reports every fault at once: file, key, value, what is allowed."""

import hashlib
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any

from eztrak.config.appearance import appearance_of
from eztrak.config.files import ConfigError, bytes_of, find, read_toml, toml_of, under
from eztrak.config.games import load_game, shipped_games
from eztrak.config.loaded import Loaded
from eztrak.config.model import PROFILES, RETIRED, ApprovalOptions, Config, Table
from eztrak.config.packs import load_pack
from eztrak.config.terms import paid, terms_of
from eztrak.game.game import Game
from eztrak.options import at, build
from eztrak.release.check import is_code
from eztrak.shipped import setting
from eztrak.table.pack import Pack, What
from eztrak.table.terms import Limit, Terms
from eztrak.voice.said import Said, Spoken

__all__ = ["ConfigError", "Loaded", "find", "load", "load_pack", "read_toml"]


NAMED = 60  # letters of what an approval is called


def load(path: Path | None, game: Game | None = None) -> Loaded:
    """The config in a file, or the defaults without one. Raises ConfigError.

    `game`: one to deal instead of the config's; what the config says of wagers counts then where that game has them.
    """
    data = bytes_of(path) if path else b""
    plain = toml_of(data, path) if path else {}
    where = path or setting("eztrak.toml")
    retired = _retired(plain)
    wrong: list[Spoken] = []
    pack, dealt = _dealt(plain.get("table"), game, where.parent, wrong)
    faults: list[Spoken] = []
    config = build(Config, plain, "", faults, tuple(dealt.spots) if dealt and game is None else None)
    faults += wrong
    with under(f"keypad.keymap = {config.keypad.keymap!r}", faults):
        find("keymaps", config.keypad.keymap, where.parent)
    for key, folder in (("database", config.journal.database), ("copy", config.journal.copy)):
        with under(f"journal.{key} = {folder!r}", faults):
            Path(folder).expanduser()
    appearance = appearance_of(config.display, where.parent, faults)
    faults += _half_approved(config.approval)
    if pack is not None:
        faults += _against(pack, config)
    if pack is None or dealt is None:
        limit = Limit(config.limits.min, config.limits.max)
        table = Terms(pack=pack or Pack(), decks=config.table.decks, limit=limit)
        raise ConfigError(where, faults + [at(key, fault) for key, fault in table.off()])
    digest = hashlib.sha256(data).hexdigest() if path else ""
    loaded = Loaded(config, pack, dealt, appearance, path, digest, retired)
    today = pack.judged_on(date.today().isoformat())
    faults += [at(key, fault) for key, fault in terms_of(loaded).off(today)]
    if faults:
        raise ConfigError(where, faults)
    return loaded


def _retired(plain: Mapping[str, Any]) -> tuple[str, ...]:
    """Takes the options of older releases out, and says what does their work now."""
    sentences = []
    table, fees = plain.get("table"), plain.get("fees")
    if isinstance(table, dict) and str(table.get("profile")) in PROFILES and "pack" not in table:
        name = table.pop("profile")
        pack, game = PROFILES[name]
        table |= {"pack": pack, "game": table.get("game") or game}
        sentences.append(f'table.profile = "{name}" is now pack = "{pack}" with game = "{table["game"]}"')
    if isinstance(fees, dict) and "player" in fees and "bet" not in fees:
        fees["bet"] = fees.pop("player")
        sentences.append("fees.player is now fees.bet: what a player pays for a bet on Player or Banker")
    for key, instead in RETIRED.items():
        section, _, name = key.partition(".")
        if isinstance(options := plain.get(section), dict) and name in options:
            del options[name]
            sentences.append(f"{key} no longer does anything: {instead}")
    return tuple(sentences)


def _dealt(table: Any, other: Game | None, beside: Path, faults: list[Spoken]) -> tuple[Pack | None, Game | None]:
    """The pack and the game that a config names, read before the rest of it: they say which wagers there are."""
    named = build(Table, table if isinstance(table, dict) else {}, "table.", [])
    pack: Pack | None = None
    with under(f"table.pack = {named.pack!r}", faults):
        pack = load_pack(named.pack, beside)
    if other is not None:
        return pack, other
    if name := named.game or (pack.game if pack else ""):
        with under(f"table.game = {name!r}", faults):
            other = load_game(name, beside)
    elif pack is not None:
        some = ", ".join(shipped_games())
        needed = Said("the pack names no game; choose {games}, or the path of a .toml file", games=some)
        faults.append(at("table.game", needed))
    return pack, other


def _half_approved(approval: ApprovalOptions) -> Iterator[Spoken]:
    """What an approval lacks to bind a unit: one that binds nothing must not look as if it did. Its names stand in a
    refusal on the strip, and in each start's record."""
    if approval == ApprovalOptions():
        return
    for key in ("authority", "number", "code"):
        if not getattr(approval, key):
            yield at(f"approval.{key}", Said("is missing: an approval needs authority, number and code"))
    for key in ("authority", "number", "date"):
        if len(getattr(approval, key)) > NAMED:
            yield at(f"approval.{key}", Said("must be a text of at most {most} characters", most=NAMED))
    for key in ("code", "rules"):
        typed: str = getattr(approval, key)
        if typed and not is_code(typed):
            yield at(f"approval.{key} = {typed!r}", Said("is not a code: three groups of four letters or digits"))


def _against(pack: Pack, config: Config) -> Iterator[Spoken]:
    """What a room asks for and its pack does not allow: a config may narrow a pack, never widen it. Limits and fees are
    judged as terms."""
    if config.table.notice_minutes and config.table.notice_minutes < pack.notice_minutes:
        least = Said("at least {minutes} ({rule})", minutes=pack.notice_minutes, rule=pack.source(What.NOTICE))
        yield at(f"table.notice_minutes = {config.table.notice_minutes}", least)
    if config.fees.rows and paid(config.fees):
        yield at("fees.rows", Said("fees go in these rows or outside them, not both"))
    if not pack.network:
        off = Said("network functions may not be used here ({rule})", rule=pack.source(What.NETWORK))
        if config.pit.on:
            yield at("pit.on = true", off)
        if config.floor.database:
            yield at("floor.database", off)
