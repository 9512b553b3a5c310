"""bundle: a file for whoever is asked for help."""

import argparse
import base64
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from eztrak.appliance import bundle, clock
from eztrak.appliance.bundle import GONE
from eztrak.appliance.unit_key import locate
from eztrak.commands.arguments import database_of, loaded_of, spare_folder
from eztrak.commands.asked import Adder, UsageError, add_database, add_keypad, config_path
from eztrak.commands.doctor import as_text, readings_of
from eztrak.config import explain
from eztrak.config.load import ConfigError
from eztrak.journal.backup import copy_whole
from eztrak.journal.errors import JournalError
from eztrak.journal.verify import verify
from eztrak.release.installed import version

STDOUT = Path("-")
ABOUT = """\
A support file of an eztrak unit, made by `eztrak bundle`.

doctor.txt     what is wrong with the unit, and what to do
config.txt     the config in force, secrets removed, and the game that is dealt
history.txt    how long the history is, its head and whether it is sound; names and sizes of the files beside it
log.txt        what the unit and its timers logged; of events only number and kind, no hand and no PIN
kernel.txt     the kernel on USB, screen, disk, voltage and heat
units.txt, packages.txt, machine.txt, screens.txt, usb.txt
               state of the services, versions, the machine, the displays and what is plugged in
"""
WITH_HISTORY = "history.db     a copy of the history with every hand and correction; PINs are in it as hashes only\n"
WITHOUT = "No hand is in it. `eztrak bundle --with-history` adds a copy of the history.\n"


def add(command: Adder) -> None:
    bundle = command(
        "bundle",
        _bundle,
        "Collects what support needs: versions, checks, logs and the config; no PIN and no password, and hands "
        "only with --with-history.",
        "eztrak bundle /tmp/support.tar.gz",
    )
    default = "the file to write (default: by date, here); - for standard output"
    bundle.add_argument("out", type=Path, nargs="?", metavar="FILE", help=default)
    bundle.add_argument("--with-history", action="store_true", help="adds a copy of the history with all hands")
    add_database(bundle)
    add_keypad(bundle)


def _bundle(options: argparse.Namespace) -> int:
    out = options.out or Path(f"eztrak-bundle-{clock.wall():%Y%m%d-%H%M%S}.tar.gz")
    if out == STDOUT and sys.stdout.isatty():
        raise UsageError("a terminal cannot show the file: redirect it, as in eztrak bundle - >support.tar.gz")
    if out.exists():
        raise UsageError(f"{out}: already exists; give another name")
    texts = {"about.txt": f"{ABOUT}{WITH_HISTORY if options.with_history else WITHOUT}\neztrak {version()}\n"}
    database: Path | None = options.db
    secrets: list[str] = []
    try:
        texts["config.txt"], secrets = _config(options)
        database = database or database_of(loaded_of(options))
    except (ConfigError, UsageError) as fault:
        texts["config.txt"] = f"{fault}\n"
    texts["doctor.txt"] = _doctor(options)
    if database:
        texts["history.txt"] = _shape(database)
    texts |= bundle.collected()
    with spare_folder("bundle") as folder:
        copy = folder / "history.db" if options.with_history and database else None
        try:
            if copy and database:
                copy_whole(database, copy, lambda _: None)  # damaged ones are what support is asked about
        except JournalError as fault:
            raise UsageError(f"the history cannot be added: {fault}; try without --with-history") from fault
        try:
            with _opened(out) as file:
                bundle.write(file, texts, [*secrets, *_secrets(database)], copy)
        except OSError as fault:
            raise UsageError(f"{out}: cannot be written: {fault.strerror}") from fault
    if out != STDOUT:
        print(f"{out}\n\n{texts['about.txt']}", end="")
    return 0


@contextmanager
def _opened(out: Path) -> Iterator[BinaryIO]:
    """A new file that is readable by its owner alone, or standard output: what comes out there is whose shell it is."""
    if out == STDOUT:
        yield sys.stdout.buffer
        sys.stdout.flush()
        return
    with os.fdopen(os.open(out, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        yield file


def _config(options: argparse.Namespace) -> tuple[str, list[str]]:
    """The config in force, and the passwords that it leads to. Of the floor's address only where that is."""
    path, loaded = config_path(options), loaded_of(options)
    config = loaded.config
    secrets: list[str] = []
    if address := config.floor.database:
        place, secrets = _floor(address)
        config = replace(config, floor=replace(config.floor, database=place))
    return f"# {path or 'defaults: there is no config file'}\n{explain.show(config)}\n# {loaded.game.text}\n", secrets


def _floor(address: str) -> tuple[str, list[str]]:
    try:
        from eztrak.floor.errors import FloorError
        from eztrak.floor.server import Server

        server = Server(address)
    except (ImportError, FloorError):
        return GONE, [address]
    return server.place, [address, *server.passwords()]


def _doctor(options: argparse.Namespace) -> str:
    """What is wrong with a machine must not keep the file about it from being made."""
    try:
        return as_text(readings_of(options)) + "\n"
    except (ConfigError, UsageError, OSError) as fault:
        return f"doctor could not run: {fault}\n"


def _shape(database: Path) -> str:
    try:
        finding = verify(database)
        lines = [str(finding.counted), f"head {finding.head}"]
        lines += map(str, finding.faults or ["sound from end to end"])
    except JournalError as fault:
        lines = [str(fault)]
    beside = sorted(database.parent.glob("*")) if database.parent.is_dir() else []
    lines += [f"{path.stat().st_size:>12,}  {path.name}" for path in beside if path.is_file()]
    return "\n".join(lines) + "\n"


def _secrets(database: Path | None) -> list[str]:
    """The secrets of this unit as they could turn up in a text."""
    secrets: list[str] = []
    paths = [Path(f"{database}{suffix}") for suffix in (".secret", ".passwords", ".key")] if database else []
    if database:
        paths.append(locate(database)[0])
    for path in paths:
        try:
            content = path.read_bytes()
        except OSError:
            continue
        secrets += [content.hex(), base64.b64encode(content).decode(), content.decode(errors="replace").strip()]
        secrets += re.findall(r"[\w+/=.-]{12,}", content.decode(errors="ignore"))
    return [secret for secret in secrets if secret]
