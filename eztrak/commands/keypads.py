"""keypad and keycaps: what is plugged in, each press as decoded, what slips do, and labels for the caps."""

import argparse
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from eztrak.appliance.paths import behind
from eztrak.commands.arguments import (
    game_named,
    keymap_in_force,
    keymap_named,
    languages_of,
    loaded_of,
    pad_terms,
    setup_of,
    source_names,
    sources_of,
)
from eztrak.commands.asked import (
    Adder,
    UsageError,
    add_config,
    add_game,
    add_keypad,
    add_languages,
    ask,
    commands_of,
    config_path,
)
from eztrak.config.load import ConfigError
from eztrak.display.theme import theme
from eztrak.display.words import Words
from eztrak.keypad.devices import plugged_in
from eztrak.keypad.keymap import too_few
from eztrak.keypad.listing import listing, serial_ports
from eztrak.keypad.slips import Slips, slips_at, ways_of
from eztrak.keypad.trial import watch
from eztrak.table.digits import Way


def add(command: Adder) -> None:
    keycaps = command(
        "keycaps", _keycaps, "Prints labels for the keypad and the dealer's card.", "eztrak keycaps labels.pdf"
    )
    keycaps.add_argument("out", type=Path, metavar="OUT.pdf", help="the PDF to write")
    add_languages(keycaps)
    add_config(keycaps)

    keypad = command(
        "keypad",
        ask("what to do with the keypads? list, test or slips"),
        "Lists and tests the keypads of this machine.",
        "eztrak keypad test --keypad evdev",
    )
    part = commands_of(keypad)
    why = "what is plugged in, and why each is or isn't taken"
    plugged = part("list", _keypad_list, why, "eztrak keypad list --keypad evdev:04d9:1203")
    plugged.add_argument("--json", action="store_true", help="prints JSON")
    press = "shows each press as decoded, until Ctrl-C; enters no hand"
    trial = part("test", _keypad_test, press, "eztrak keypad test --keypad serial:/dev/ttyUSB0")
    tried = part(
        "slips",
        _keypad_slips,
        "types every hand of a game with every single slip, and counts those that go unnoticed",
        "eztrak keypad slips --game ez-panda --mode totals",
    )
    tried.description = (
        "Types every hand of a game with every single slip of the finger: a key beside the right one, left"
        " out, twice, or two in the wrong order. Hands count as often as they are dealt. The exit status is 1 where a"
        " slip in results or totals records a wrong winner unseen, ends a shoe or takes a hand back."
    )
    add_game(tried)
    tried.add_argument("--keymap", metavar="NAME|FILE", help="a keymap (default: the config's)")
    tried.add_argument("--mode", choices=[way.value for way in Way], help="one way of entry (default: each of them)")
    tried.add_argument("--json", action="store_true", help="prints JSON")
    for each in (plugged, trial):
        add_keypad(each)
    for each in (plugged, trial, tried):
        add_config(each)


def _keycaps(options: argparse.Namespace) -> int:
    from eztrak.supervisor.columns import Style
    from eztrak.supervisor.keycaps import sheet

    setup = setup_of(config_path(options))
    config = setup.loaded.config
    if options.out.exists() and not options.out.is_file():
        raise UsageError(f"{options.out}: is not a regular file; it was left as it is")
    words = Words(languages_of(options, setup.loaded, printed=True), setup.loaded.game)
    style = Style(config.room.name, theme(config.display.theme), words, paper=config.paper.size)
    try:
        sheet(behind(options.out), setup.keymap, setup.keys, setup.way, style, config.table.name)
    except OSError as fault:
        raise UsageError(f"{options.out}: cannot be written: {fault.strerror}") from fault
    return 0


def _keypad_list(options: argparse.Namespace) -> int:
    setup = setup_of(config_path(options))
    listed = listing(source_names(options, setup), plugged_in(), serial_ports(), pad_terms(setup))
    print(json.dumps(listed.plain()) if options.json else listed.text())
    return 0


def _keypad_test(options: argparse.Namespace) -> int:
    setup = setup_of(config_path(options))
    names = [name for name in source_names(options, setup) if name != "window"]
    if not names:
        raise UsageError("the window's keys can be tried on the board only; give --keypad evdev or serial:URL")
    sources = sources_of(names, setup)
    print("Press keys; Ctrl-C ends.", flush=True)
    keys = setup.keys
    if setup.way is not Way.RESULTS:
        keys = replace(keys, ids={**keys.ids, **dict.fromkeys("0123456789", "digit")})
    watch(sources, keys, lambda line: print(line, flush=True))
    return 0


def _keypad_slips(options: argparse.Namespace) -> int:
    game = game_named(options.game) or loaded_of(options).game
    keymap = keymap_named(options.keymap, None) if options.keymap else keymap_in_force(options)
    if faults := too_few(keymap, game):
        raise ConfigError(Path(options.keymap or keymap.name), faults)
    ways = ways_of(keymap, game)
    if options.mode and options.mode not in ways:
        raise UsageError(f"keymap {keymap.name}: totals need Player and Banker on figures")
    by_way = [slips_at(keymap, game, way) for way in ways if options.mode in (None, way)]
    print(json.dumps([_plain(one) for one in by_way]) if options.json else "\n".join(_table(by_way)))
    return int(any(one.unsafe for one in by_way))


def _plain(slips: Slips) -> dict[str, Any]:
    """For a program."""
    return {
        "game": slips.game.id,
        "keymap": slips.keymap.name,
        "mode": slips.way.value,
        "hands": slips.hands,
        "sample": slips.sampled,
        "keys": round(slips.keys, 2),
        "percent": {slip.name.lower(): round(share, 2) for slip, share in slips.percent.items()},
    }


def _table(by_way: list[Slips]) -> list[str]:
    """For people: a line for each way of entry."""
    head = ["entry", "keys", *(f"{slip.value} %" for slip in by_way[0].percent)]
    rows = [
        [one.way + " *" * one.sampled, f"{one.keys:.2f}", *(f"{share:.2f}" for share in one.percent.values())]
        for one in by_way
    ]
    wide = [max(len(row[column]) for row in (head, *rows)) for column in range(len(head))]
    lines = ["  ".join(cell.rjust(width) for cell, width in zip(row, wide, strict=True)) for row in (head, *rows)]
    game, keymap = by_way[0].game, by_way[0].keymap
    title = f"{game.name()} ({game.id}), keymap {keymap.name}: every hand with every single slip"
    sample = [f"* a sample of {one.deals} deals, the same each time" for one in by_way if one.sampled]
    return [title, "", *lines, *sample]
