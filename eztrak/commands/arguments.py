"""What the options that several commands take lead to."""

import argparse
import os
import signal
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eztrak.appliance.paths import behind, there
from eztrak.commands.asked import UsageError, config_path
from eztrak.config.games import load_game
from eztrak.config.load import ConfigError, Loaded, find, load, read_toml
from eztrak.config.model import KeypadOptions, Room
from eztrak.game.game import Game
from eztrak.keypad.keymap import Keymap, keymap_of, keys_of, side_by_side, undone
from eztrak.keypad.sources import PadTerms, forbidden, source_of
from eztrak.options import at, build
from eztrak.supervisor.errors import RefusedError
from eztrak.table.digits import Way
from eztrak.table.pack import What
from eztrak.voice import day
from eztrak.voice.said import LANGUAGES, All, Said, Spoken

if TYPE_CHECKING:
    from eztrak.keypad.source import Source
    from eztrak.setup import Setup


def game_named(name: str | None) -> Game | None:
    """The game that is asked for on the command line."""
    return load_game(name, Path()) if name else None


def keep_the_days_of(options: argparse.Namespace) -> None:
    """Days are those of the room. Whatever else is wrong with the config is said by who needs it."""
    path = config_path(options)
    with suppress(ConfigError):
        plain = read_toml(path).get("room") if path and path.is_file() else None  # a pipe can be read only once
        day.begin(build(Room, plain if isinstance(plain, dict) else {}, "room.", []).day_starts)


def loaded_of(options: argparse.Namespace) -> Loaded:
    return load(config_path(options))


def networked(options: argparse.Namespace) -> Loaded:
    """The config of a machine on which network functions may run. Raises RefusedError where its pack keeps them off."""
    loaded = loaded_of(options)
    if not loaded.pack.network:
        raise RefusedError("network functions may not be used here ({rule})", rule=loaded.pack.source(What.NETWORK))
    return loaded


def setup_of(path: Path | None, game: Game | None = None) -> "Setup":
    """What a config makes of the unit; `game` is dealt instead of the config's."""
    from eztrak.commands.fitting import lettered, unfit, unposted
    from eztrak.setup import Setup

    loaded = load(path, game)
    keymap = keymap_named(loaded.config.keypad.keymap, path)
    way = Way(loaded.config.entry.mode)
    faults = unwritable(loaded) + unposted(loaded.config.room.postings, loaded.config.display.margin / 100)
    faults += [at("table.game", fault) for fault in unfit(loaded.game, keymap)]
    faults += [at(f"entry.mode = {way.value!r}", fault) for fault in undone(keymap, loaded.game, way)]
    if not loaded.config.keypad.allow_slips:
        anyway = Said("keypad.allow_slips = true accepts it anyway")
        slips = [All((slip, anyway)) for slip in side_by_side(keys_of(keymap, loaded.game))]
        faults += [at(f"keypad.keymap = {keymap.name!r}", slip) for slip in slips]
    setup = Setup(replace(loaded, game=lettered(loaded.game)[0]), keymap)
    faults += [at("keypad.sources", wrong) for name in loaded.sources if (wrong := forbidden(name, pad_terms(setup)))]
    if faults:
        raise ConfigError(path or Path(), faults)
    day.begin(loaded.config.room.day_starts)
    return setup


def unwritable(loaded: Loaded) -> list[Spoken]:
    """The room's own texts with letters that no font of the board has: better said here than seen as boxes up there."""
    from eztrak.commands.fitting import no_letters
    from eztrak.display.lettering import missing
    from eztrak.display.words import Words

    config, words = loaded.config, Words(loaded.config.display.languages)
    texts = {
        "room.name": config.room.name,
        "room.hours": config.room.hours,
        "room.currency": config.room.currency,
        "table.name": config.table.name,
    }
    texts |= {f"room.postings[{i}].text": one.text for i, one in enumerate(config.room.postings, 1)}
    return [
        at(f"{key} = {text!r}", no_letters(" ".join(lacking)))
        for key, text in texts.items()
        if (lacking := missing(text, words.face_of(text)))
    ]


def keymap_in_force(options: argparse.Namespace) -> Keymap:
    """The config's keymap; whatever else is wrong with the config is no matter here."""
    path = config_path(options)
    plain = read_toml(path).get("keypad") if path else None
    named = build(KeypadOptions, plain if isinstance(plain, dict) else {}, "keypad.", [])
    return keymap_named(named.keymap, path)


def keymap_named(name: str, config: Path | None) -> Keymap:
    path = find("keymaps", name, config.parent if config else Path())
    made = keymap_of(path.stem, read_toml(path))
    if isinstance(made, list):
        raise ConfigError(path, made)
    return made


def database_of(loaded: Loaded) -> Path:
    if loaded.config.journal.database:
        return Path(loaded.config.journal.database).expanduser()
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "eztrak/eztrak.db"


def history_of(options: argparse.Namespace) -> Path:
    """The database that a command reads: the one that is given, the board's, or a copy of what the floor has."""
    if getattr(options, "floor", None) is not None:
        from eztrak.commands.floor_office import fetched

        if options.db:
            raise UsageError("--db or --floor, not both")
        return fetched(options)
    if getattr(options, "unit", None):
        raise UsageError("--unit goes with --floor")
    if options.db:
        return Path(options.db)
    path = database_of(loaded_of(options))
    if not there(path):
        raise UsageError(f"{path}: there is no such file; the board creates it. --db FILE names another history")
    return path


def source_names(options: argparse.Namespace, setup: "Setup") -> list[str]:
    return options.keypad or list(setup.loaded.sources)


def sources_of(names: Sequence[str], setup: "Setup") -> "list[Source]":
    from eztrak.appliance import clock

    return [source_of(name, pad_terms(setup), clock.monotonic()) for name in names]


def pad_terms(setup: "Setup") -> PadTerms:
    pad, cards = setup.loaded.config.keypad, setup.way is Way.CARDS
    wire, pack = setup.keymap.wire, setup.loaded.pack
    return PadTerms(pad.bounce, pad.serial_speed, pad.serial_framing, wire, pack, cards)


def picture(surface: Any, path: Path) -> None:
    from eztrak.display.snapshot import save

    if path.is_dir():
        raise UsageError(f"{path}: is a folder; give the name of a file")
    if path.exists() and not path.is_file():
        raise UsageError(f"{path}: is not a regular file; it was left as it is")
    try:
        save(surface, behind(path))
    except OSError as fault:
        raise UsageError(f"{path}: cannot be written: {fault.strerror}") from fault


@contextmanager
def spare_folder(purpose: str) -> Iterator[Path]:
    """A folder that is gone afterwards, also where the command is ended in the instant in which it is made."""
    endings = (signal.SIGINT, signal.SIGTERM)
    signal.pthread_sigmask(signal.SIG_BLOCK, endings)
    try:
        with tempfile.TemporaryDirectory(prefix=f"eztrak-{purpose}-") as folder:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, endings)
            yield Path(folder)
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, endings)


def languages_of(options: argparse.Namespace, loaded: Loaded, *, printed: bool = False) -> tuple[str, ...]:
    if options.lang is None:
        return (printed and loaded.config.paper.languages) or loaded.config.display.languages
    languages = tuple(options.lang.split(","))
    if not set(languages) <= set(LANGUAGES) or not len(set(languages)) == len(languages) <= 2:
        raise UsageError(f"--lang {options.lang}: give one language or two of {', '.join(LANGUAGES)}")
    return languages
