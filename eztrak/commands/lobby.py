"""lobby: all tables of the room on one screen, for players or for the staff."""

import argparse
import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from eztrak.appliance import clock
from eztrak.commands.arguments import languages_of, picture, setup_of
from eztrak.commands.asked import Adder, UsageError, add_config, add_languages, add_window, config_path
from eztrak.commands.board import on_screen
from eztrak.commands.floor_office import add_floor, asked, installed
from eztrak.commands.selection import number
from eztrak.config.games import load_game
from eztrak.config.terms import terms_of
from eztrak.journal.present import Present
from eztrak.keypad.demo import shoe
from eztrak.setup import Setup
from eztrak.table import commands as c
from eztrak.table.decisions import decide
from eztrak.table.events import Moment, Record
from eztrak.table.state import TableState, apply
from eztrak.table.terms import Limit
from eztrak.voice.said import Said

if TYPE_CHECKING:
    from eztrak.floor.room import Room, Table
    from eztrak.floor.tile import Tile

GAMES = ("ez-panda", "ez-panda", "ez-panda", "commission", "tiger", "ez-dragon-bonus")
LIMITS = ((2500, 50000), (1000, 30000), (10000, 500000), (5000, 100000))  # cents


def add(command: Adder) -> None:
    lobby = command(
        "lobby",
        _lobby,
        "Shows all tables of the floor's database on one screen: open or closed, limits, who won last, the big road.",
        "eztrak lobby --floor 'host=10.0.0.2 dbname=floor user=lobby'",
    )
    add_floor(lobby)
    add_config(lobby)
    add_window(lobby)
    add_languages(lobby)
    lobby.add_argument("--staff", action="store_true", help="for the staff: what is wrong, who deals, the worst first")
    lobby.add_argument(
        "--part", type=_part, default=(1, 1), metavar="N/M", help="the Nth of M screens that share the tables: 2/3"
    )
    lobby.add_argument("--png", type=Path, metavar="FILE", help="writes one picture of it; needs no screen")
    lobby.add_argument("--demo", type=number, metavar="N", help="with --png: this many made-up tables")


def _lobby(options: argparse.Namespace) -> int:
    if options.demo is not None and not options.png:
        raise UsageError("--demo goes with --png")
    setup = setup_of(config_path(options))
    if options.demo is not None:
        with installed():
            _picture(options, setup, imagined(options.demo, setup))
        return 0
    with asked(options) as server:
        from eztrak.floor.room import Room

        room = Room(server)
        if options.png:
            _picture(options, setup, room.look())
        else:
            _show(options, setup, room)
    return 0


def _picture(options: argparse.Namespace, setup: Setup, tables: "tuple[Table, ...]") -> None:
    from eztrak.display.snapshot import painted
    from eztrak.floor.lobby import Lobby, part, tiles

    size = options.windowed or (1920, 1080)
    lobby = Lobby(setup.look, languages_of(options, setup.loaded))
    scene = lobby.scene(part(tiles(tables, 0.0, options.staff), *options.part), clock.wall(), Said(), *size)
    picture(painted(scene, *size), options.png)


def _show(options: argparse.Namespace, setup: Setup, room: "Room") -> None:
    from eztrak.floor.lobby import Lobby, part, tiles
    from eztrak.floor.showing import show_for_ever

    def choose(tables: "Sequence[Table]", since: float) -> "Sequence[Tile]":
        return part(tiles(tables, since, options.staff), *options.part)

    lobby = Lobby(setup.look, languages_of(options, setup.loaded))
    with on_screen(options.windowed) as (window, signals, notify):
        show_for_ever(room, lobby, choose, window, signals, notify)


def imagined(count: int, setup: Setup) -> "tuple[Table, ...]":
    """Tables in every state that a room has, the same each time."""
    from eztrak.floor.room import Table

    tables = []
    for table in range(1, count + 1):
        random, state, seq = Random(table), TableState(), 0
        game = load_game(GAMES[table % len(GAMES)], Path())
        terms = replace(terms_of(setup.loaded), game=game, limit=Limit(*LIMITS[table % len(LIMITS)]), wager_limits=())
        played: list[c.Command] = [c.Start("", f"Table {table}", terms), c.SetDealer(10 + table, c.supervisor(1))]
        played.append(c.NewShoe())
        hands = 0 if table % 11 == 5 else random.randrange(3, 80)
        played += [c.RecordHand(hand) for hand in islice(shoe(random, game, terms.decks), hands)]
        if table % 9 == 4:
            played.append(c.CloseTable(c.supervisor(1)))
        for command in played:
            decision = decide(state, command)
            for event in () if isinstance(decision, c.Refusal) else decision:
                seq += 1
                state = apply(state, Record(seq, Moment("2026-01-01T21:41:00.000Z", seq, ""), event, ""))
        age = 1500.0 if table % 13 == 8 else 20.0
        heard = 700.0 if table % 17 == 7 else 5.0
        alarms = {7: ("silent",), 3: ("clock",)}.get(table % 17, ()) if table % 17 == 7 or table % 34 == 3 else ()
        tables.append(
            Table(
                *(table, f"table{table}", f"Table {table}", Present(state, seq)),
                heard=heard,
                age=age if hands else None,
                alarms=alarms,
            )
        )
    return tuple(tables)


def _part(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{1,2})/(\d{1,2})", text)
    if not match or not 1 <= int(match[1]) <= int(match[2]):
        raise argparse.ArgumentTypeError(f"{text!r} is not a part; give which screen of how many: 2/3")
    return int(match[1]), int(match[2])
