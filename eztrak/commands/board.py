"""run and demo: the board of a table, and one that plays by itself."""

import argparse
import os
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from eztrak import __version__
from eztrak.commands.asked import (
    Adder,
    UsageError,
    add_config,
    add_database,
    add_game,
    add_keypad,
    add_window,
    config_path,
)

if TYPE_CHECKING:
    from eztrak.appliance.notify import Notify
    from eztrak.appliance.signals import Signals
    from eztrak.display.window import Window
    from eztrak.keypad.source import Source
    from eztrak.setup import Setup
    from eztrak.start import Parts


def add(command: Adder) -> None:
    run = command("run", _run, "Runs the board of this table.", "eztrak run --windowed 1280x720 --keypad window")
    add_database(run)
    add_window(run)
    add_keypad(run)
    run.set_defaults(own_days=True)

    demo = command(
        "demo", _demo, "Plays by itself on a throw-away database.", "eztrak demo --speed 4 --windowed 1280x720"
    )
    add_config(demo)
    add_game(demo)
    add_window(demo)
    demo.set_defaults(own_days=True)
    demo.add_argument(
        "--speed", type=_speed, default=1.0, metavar="N", help="times as fast as a live table (default 1)"
    )
    demo.add_argument("--seed", type=int, metavar="N", help="deals the same shoes each time")
    demo.add_argument("--png", type=Path, metavar="FILE", help="writes the board after --hands hands; needs no screen")
    demo.add_argument("--hands", type=_count, default=60, metavar="N", help="how many hands for --png (default 60)")


def _run(options: argparse.Namespace) -> int:
    path = config_path(options)  # once: a config that vanishes is refused, not replaced by defaults
    return _board(options, path, lambda: _parts(options, path))


def _parts(options: argparse.Namespace, path: Path | None) -> "Parts":
    from eztrak.commands.arguments import database_of, setup_of, source_names, sources_of
    from eztrak.config.files import ConfigError
    from eztrak.keypad.sources import SourceError
    from eztrak.options import at
    from eztrak.start import Parts

    def sources(setup: "Setup") -> "list[Source]":
        try:
            return sources_of(source_names(options, setup), setup)
        except SourceError as fault:
            if options.keypad:
                raise
            raise ConfigError(path or Path(), [at("keypad.sources", fault.said)]) from fault

    return Parts(
        setup=lambda: setup_of(path),
        database=lambda setup: options.db or database_of(setup.loaded),
        sources=sources,
    )


def _demo(options: argparse.Namespace) -> int:
    from eztrak.appliance import clock
    from eztrak.appliance.unit_key import FOLDER
    from eztrak.commands.arguments import game_named, setup_of, spare_folder
    from eztrak.keypad.demo import keys
    from eztrak.keypad.keymap import keys_of
    from eztrak.keypad.script import ScriptSource
    from eztrak.keypad.window import WindowSource
    from eztrak.start import Parts
    from eztrak.table.action import Action

    path, dealt = config_path(options), game_named(options.game)
    random = Random(options.seed)

    def setup() -> "Setup":
        return _demo_setup(setup_of(path, dealt), configured=path is not None)

    def sources(setup: "Setup") -> "list[Source]":
        config, game = setup.loaded.config, setup.loaded.game
        caps = keys_of(setup.keymap, game)
        timer = config.timer.seconds > 0 and bool(caps.cap_for(Action.TIMER))
        steps = keys(random, caps, game, config.table.decks, 8 / options.speed, timer)
        return [ScriptSource(steps, clock.monotonic(), "demo"), WindowSource()]

    if options.png:
        return _demo_picture(options, setup(), random)
    with spare_folder("demo") as folder:
        os.environ[FOLDER] = str(folder)  # its key too is thrown away
        return _board(options, path, lambda: Parts(setup, lambda _: folder / "demo.db", sources))


def _board(options: argparse.Namespace, path: Path | None, parts: Callable[[], "Parts"]) -> int:
    from eztrak.opening import opening

    with on_screen(options.windowed) as (window, signals, notify):
        window.present(opening(path, *window.size))
        # Behind that picture, which a room sees twice as soon as the board.
        from eztrak.app import Unit
        from eztrak.start import Start

        if ready := Start(parts(), window, signals, notify).run():
            Unit(ready, window, signals, notify).run()
    return 0


@contextmanager
def on_screen(size: tuple[int, int] | None) -> "Iterator[tuple[Window, Signals, Notify]]":
    """A window with what a service of the machine needs beside it, until it ends."""
    from eztrak.appliance.log import flush
    from eztrak.appliance.notify import Notify
    from eztrak.appliance.signals import Signals
    from eztrak.display.window import NoScreenError

    notify = Notify()
    try:
        window = window_of(size, notify.watched)
    except NoScreenError as fault:
        raise UsageError(str(fault)) from fault
    with Signals() as signals:
        try:
            yield window, signals, notify
        finally:
            notify.stopping()
            window.close()
            flush()


def window_of(size: tuple[int, int] | None, as_service: bool) -> "Window":
    """The window on the desktop or the bare console; where that cannot be drawn on, becomes a kiosk if there is one."""
    from eztrak.appliance.kiosk import enter, kiosk
    from eztrak.appliance.log import flush, log
    from eztrak.appliance.screens import card_comes, cards
    from eztrak.display.console import on_console
    from eztrak.display.window import NoScreenError, Window

    try:
        if as_service and on_console() and kiosk(cards=False) and not card_comes(10):
            raise NoScreenError("The kernel has no driver for a graphics card.")
        return Window(size, patient=as_service)
    except NoScreenError as fault:
        if not as_service or not (other := kiosk(bool(cards()))):
            raise
        log.warning(f"{fault}\nThe board is shown in a kiosk instead: {other[0]}")
        flush()
        enter(other)


def _demo_setup(setup: "Setup", configured: bool) -> "Setup":
    """The demo's dealer types as fast as you like, so nothing asks, and nothing is copied; it is a trial, whatever the
    config's pack; without a config of yours it shows a timer too."""
    from eztrak.config.load import load_pack

    config = setup.loaded.config
    config = replace(config, entry=replace(config.entry, mode="results", confirm=True, hand_seconds=0.0))
    config = replace(config, journal=replace(config.journal, copy=""), timer=replace(config.timer, after=0.0))
    if not configured:
        config = replace(config, timer=replace(config.timer, seconds=20))
    return replace(setup, loaded=replace(setup.loaded, config=config, pack=load_pack("trial", Path())))


def _demo_picture(options: argparse.Namespace, setup: "Setup", random: Random) -> int:
    from itertools import islice

    from eztrak.app import play
    from eztrak.appliance import clock
    from eztrak.commands.arguments import picture, spare_folder
    from eztrak.config.terms import terms_of
    from eztrak.display.snapshot import render
    from eztrak.journal.journal import Journal
    from eztrak.keypad.demo import shoe
    from eztrak.table import commands as c

    config = setup.loaded.config
    commands: list[c.Command] = [c.Start(__version__, config.table.name, terms_of(setup.loaded))]
    dealt = (random, setup.loaded.game, config.table.decks)
    commands += [c.RecordHand(hand) for hand in shoe(*dealt)]
    commands.append(c.NewShoe())
    hands = (c.RecordHand(hand) for _ in iter(int, 1) for hand in shoe(*dealt))
    commands += islice(hands, options.hands)
    with spare_folder("demo") as folder, closing(Journal(folder / "demo.db", clock.moment().at)) as journal:
        view = play(journal, commands)
    picture(render(view, setup.look, *(options.windowed or (1920, 1080))), options.png)
    return 0


def _speed(text: str) -> float:
    try:
        speed = float(text)
    except ValueError:
        speed = 0.0
    if not 0.1 <= speed <= 1000:
        raise argparse.ArgumentTypeError(f"{text!r} is not a speed; give a number from 0.1 to 1000")
    return speed


def _count(text: str) -> int:
    if not text.isdecimal() or not 0 <= int(text) <= 100_000:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of hands; give one from 0 to 100000")
    return int(text)
