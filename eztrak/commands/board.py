"""run and demo: the board of a table, and one that plays by itself."""

import argparse
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from eztrak import __version__
from eztrak.commands.given import (
    Adder,
    UsageError,
    add_config,
    add_database,
    add_keypad,
    add_window,
    config_path,
    database_of,
    picture,
    setup_of,
    source_names,
    sources_of,
)
from eztrak.config.terms import terms_of

if TYPE_CHECKING:
    from eztrak.app import Setup
    from eztrak.display.window import Window
    from eztrak.keypad.source import Source


def add(command: Adder) -> None:
    run = command("run", _run, "Runs the board of this table.", "eztrak run --windowed 1280x720 --keypad window")
    add_config(run)
    add_database(run)
    add_window(run)
    add_keypad(run)

    demo = command(
        "demo", _demo, "Plays by itself on a throw-away database.", "eztrak demo --speed 4 --windowed 1280x720"
    )
    add_config(demo)
    add_window(demo)
    demo.add_argument(
        "--speed", type=_speed, default=1.0, metavar="N", help="times as fast as a live table (default 1)"
    )
    demo.add_argument("--seed", type=int, metavar="N", help="deals the same shoes each time")
    demo.add_argument("--png", type=Path, metavar="FILE", help="writes the board after --hands hands; needs no screen")
    demo.add_argument("--hands", type=_count, default=60, metavar="N", help="how many hands for --png (default 60)")


def _run(options: argparse.Namespace) -> int:
    path = config_path(options)  # once: a config that vanishes is refused, not replaced by defaults
    setup = setup_of(path)
    database = options.db or database_of(setup.loaded)
    sources = sources_of(source_names(options, setup), setup)
    return _board(options, setup, database, sources, lambda: setup_of(path))


def _demo(options: argparse.Namespace) -> int:
    from eztrak.appliance import clock
    from eztrak.keypad.demo import keys
    from eztrak.keypad.script import ScriptSource
    from eztrak.keypad.window import WindowSource

    path = config_path(options)

    def reload() -> "Setup":
        return _demo_setup(setup_of(path), given=path is not None)

    setup = reload()
    config = setup.loaded.config
    random = Random(options.seed)
    if options.png:
        return _demo_picture(options, setup, random)
    steps = keys(random, setup.keymap, config.table.decks, 8 / options.speed, timer=config.timer.seconds > 0)
    with tempfile.TemporaryDirectory(prefix="eztrak-demo-") as folder:
        dealer = ScriptSource(steps, clock.monotonic(), "demo")
        return _board(options, setup, Path(folder, "demo.db"), [dealer, WindowSource()], reload)


def _board(
    options: argparse.Namespace,
    setup: "Setup",
    database: Path,
    sources: "list[Source]",
    reload: "Callable[[], Setup]",
) -> int:
    from eztrak.app import Unit, take_up
    from eztrak.display.window import NoScreenError

    journal, told = take_up(database, setup)
    try:
        window = _window(options.windowed, sources)
    except NoScreenError as fault:
        journal.close()
        raise UsageError(str(fault)) from fault
    Unit(setup, journal, sources, window, told).run(reload)
    return 0


def _window(size: tuple[int, int] | None, sources: "list[Source]") -> "Window":
    """The window on the desktop or the bare console; where that cannot be drawn on, becomes a kiosk if there is one."""
    from eztrak.appliance.kiosk import enter, kiosk
    from eztrak.appliance.log import flush, say
    from eztrak.appliance.notify import Notify
    from eztrak.appliance.screens import card_comes, cards
    from eztrak.display.console import on_console
    from eztrak.display.window import NoScreenError, Window

    kept = Notify().kept
    try:
        if kept and on_console() and kiosk(cards=False) and not card_comes(10):
            raise NoScreenError("The kernel has no driver for a graphics card.")
        return Window(size, keys=any(source.name == "window" for source in sources), patient=kept)
    except NoScreenError as fault:
        if not kept or not (other := kiosk(bool(cards()))):
            raise
        say(f"{fault}\nThe board is shown in a kiosk instead: {other[0]}")
        flush()
        enter(other)


def _demo_setup(setup: "Setup", given: bool) -> "Setup":
    """The demo's dealer types as fast as you like, so nothing asks, and nothing is copied; without a config of yours it
    shows a timer too."""
    config = setup.loaded.config
    config = replace(config, entry=replace(config.entry, confirm=True, repeat=0.0, few_hands=0))
    config = replace(config, journal=replace(config.journal, copy=""))
    if not given:
        config = replace(config, timer=replace(config.timer, seconds=20))
    return replace(setup, loaded=replace(setup.loaded, config=config))


def _demo_picture(options: argparse.Namespace, setup: "Setup", random: Random) -> int:
    from itertools import islice

    from eztrak.app import open_journal, play
    from eztrak.display.snapshot import render
    from eztrak.keypad.demo import shoe
    from eztrak.table import commands as c

    config = setup.loaded.config
    commands: list[c.Command] = [c.Start(__version__, config.table.name, terms_of(setup.loaded))]
    commands += [c.RecordHand(hand) for hand in shoe(random, config.table.decks)]
    commands.append(c.NewShoe())
    hands = (c.RecordHand(hand) for _ in iter(int, 1) for hand in shoe(random, config.table.decks))
    commands += islice(hands, options.hands)
    with tempfile.TemporaryDirectory(prefix="eztrak-demo-") as folder:
        journal = open_journal(Path(folder, "demo.db"))
        view = play(journal, commands)
        journal.close()
    picture(render(view, setup.look, *(options.windowed or (1920, 1080))), options.png)
    return 0


def _speed(text: str) -> float:
    try:
        speed = float(text)
    except ValueError:
        speed = 0.0
    if not 0.1 <= speed <= 1000:
        raise argparse.ArgumentTypeError(f"{text!r} is no speed; give a number from 0.1 to 1000")
    return speed


def _count(text: str) -> int:
    if not text.isdecimal() or not 0 <= int(text) <= 100_000:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of hands; give one from 0 to 100000")
    return int(text)
