"""keypad and keycaps: what is plugged in, each press as decoded, and labels for the caps."""

import argparse
import json
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

from eztrak.appliance.paths import behind
from eztrak.commands.given import (
    Adder,
    UsageError,
    add_config,
    add_keypad,
    config_path,
    setup_of,
    source_names,
    sources_of,
)


def add(command: Adder) -> None:
    keycaps = command(
        "keycaps", _keycaps, "Prints labels for the keypad and the dealer's card.", "eztrak keycaps labels.pdf"
    )
    keycaps.add_argument("out", type=Path, metavar="OUT.pdf", help="the PDF to write")
    add_config(keycaps)

    keypad = command(
        "keypad", _keypad_help, "Lists and tries out the keypads of this machine.", "eztrak keypad test --keypad evdev"
    )
    keypad.set_defaults(parser=keypad)
    pads = keypad.add_subparsers(title="commands", metavar="COMMAND")
    plugged = pads.add_parser(
        "list",
        help="what is plugged in, and why each is or isn't taken",
        epilog="Example: eztrak keypad list --keypad evdev:04d9:1203",
    )
    plugged.add_argument("--json", action="store_true", help="prints JSON")
    plugged.set_defaults(run=_keypad_list)
    trial = pads.add_parser(
        "test",
        help="shows each press as decoded, until Ctrl-C; enters no hand",
        epilog="Example: eztrak keypad test --keypad serial:/dev/ttyUSB0",
    )
    trial.set_defaults(run=_keypad_test)
    for part in (plugged, trial):
        add_keypad(part)
        add_config(part)


def _keycaps(options: argparse.Namespace) -> int:
    from eztrak.display.theme import theme
    from eztrak.display.words import Words
    from eztrak.supervisor.keycaps import sheet

    setup = setup_of(config_path(options))
    config = setup.loaded.config
    if options.out.exists() and not options.out.is_file():
        raise UsageError(f"{options.out}: is no ordinary file, and stays as it is")
    try:
        sheet(
            behind(options.out),
            setup.keymap,
            setup.loaded.game,
            setup.way,
            theme(config.display.theme),
            config.room.name,
            config.table.name,
            Words(config.display.languages),
        )
    except OSError as fault:
        raise UsageError(f"{options.out}: cannot be written: {fault.strerror}") from fault
    return 0


def _keypad_help(options: argparse.Namespace) -> NoReturn:
    parser: argparse.ArgumentParser = options.parser
    parser.error("what to do with the keypads? list or test")


def _keypad_list(options: argparse.Namespace) -> int:
    from eztrak.keypad.devices import plugged_in
    from eztrak.keypad.listing import listing, serial_ports

    found = listing(source_names(options, setup_of(config_path(options))), plugged_in(), serial_ports())
    print(json.dumps(found.plain()) if options.json else found.text())
    return 0


def _keypad_test(options: argparse.Namespace) -> int:
    from eztrak.appliance import clock
    from eztrak.keypad.keymap import keys_of
    from eztrak.keypad.trial import watch
    from eztrak.table.digits import Way

    setup = setup_of(config_path(options))
    names = [name for name in source_names(options, setup) if name != "window"]
    if not names:
        raise UsageError("the window's keys can be tried on the board only; give --keypad evdev or serial:URL")
    sources = sources_of(names, setup)
    print("Press keys; Ctrl-C ends.", flush=True)
    keys = keys_of(setup.keymap, setup.loaded.game, setup.way)
    if setup.way is not Way.RESULTS:
        keys = replace(keys, ids={**keys.ids, **dict.fromkeys("0123456789", "digit")})
    watch(sources, keys, clock.monotonic, lambda line: print(line, flush=True))
    return 0
