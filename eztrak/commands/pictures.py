"""shoe and snapshot: one shoe as text, JSON or a picture; any screen of the board as a picture or as nodes."""

import argparse
import json
from dataclasses import replace
from pathlib import Path

from eztrak.commands.arguments import game_named, history_of, languages_of, loaded_of, picture, setup_of
from eztrak.commands.asked import Adder, UsageError, add_config, add_game, add_history, add_languages, config_path, size
from eztrak.commands.selection import number
from eztrak.config.terms import terms_of
from eztrak.display.board import View, scene
from eztrak.display.plain import shoe_json, shoe_text
from eztrak.display.staged import StagingError, staged
from eztrak.game.game import Game
from eztrak.game.notation import NotationError, parse
from eztrak.journal.extract import Choice
from eztrak.roads.drawing import Tail
from eztrak.shipped import asset
from eztrak.supervisor.recorded_shoe import hand_text, one_hand, recorded_json, recorded_text
from eztrak.table.shoe import Shoe
from eztrak.table.state import TableState


def add(command: Adder) -> None:
    shoe = command("shoe", _shoe, "Shows one shoe: counts and all roads.", 'eztrak shoe "P Bn T B7 P8" --json')
    shoe.add_argument(
        "notation", nargs="?", help='the hands, such as "P Bn T B7 P8 Pf Bx"; - reads a shoe a line with --json'
    )
    shoe.add_argument("--id", type=number, metavar="N", help="a shoe of the history instead, by its number")
    shoe.add_argument("--hand", type=number, metavar="N", help="with --id: one hand of it, and what happened to it")
    add_game(shoe)
    add_history(shoe)
    shoe.add_argument("--json", action="store_true", help="prints JSON, one line a shoe")
    shoe.add_argument("--png", type=Path, metavar="FILE", help="writes the board with this shoe")
    shoe.add_argument("--size", type=size, default=(1920, 1080), metavar="WxH", help="the size of the picture")
    shoe.add_argument("--tail", type=Tail, choices=list(Tail), default=Tail.DOWN_FIRST, help="how a long run turns")

    snapshot = command(
        "snapshot",
        _snapshot,
        "Paints any screen of the board, without a screen and without a clock.",
        "eztrak snapshot board.png --screen shoe-end --lang en,zh_TW",
    )
    snapshot.add_argument("out", nargs="?", type=Path, metavar="OUT.png", help="the picture; not needed with --nodes")
    snapshot.add_argument("--shoe", metavar="NOTATION", help='the hands, such as "P Bn T" (default: some)')
    snapshot.add_argument(
        "--screen",
        default="board",
        metavar="NAME",
        help="board, flash, countdown, closed-bets, due, asked, left, shoe-end, table-closed, info, door, menu, desk or"
        " fault, or a mark of the game by its id or its picture, celebrated (default: board)",
    )
    snapshot.add_argument("--size", type=size, default=(1920, 1080), metavar="WxH", help="pixels (default 1920x1080)")
    snapshot.add_argument("--theme", metavar="NAME", help="the look (default: the config's)")
    add_languages(snapshot)
    snapshot.add_argument("--nodes", action="store_true", help="prints the scene as JSON instead")
    add_game(snapshot)
    add_config(snapshot)


def _shoe(options: argparse.Namespace) -> int:
    if (options.notation is None) == (options.id is None):
        options.parser.error("which shoe? give its hands, or --id N for one of the history")
    if options.notation == "-":
        if not options.json or options.png:
            raise UsageError("a shoe from standard input goes with --json, and not with --png")
        game = _game(options)
        # Bytes that are no text are shown and refused as such, whatever the locale.
        try:
            lines = open(0, encoding="utf-8", errors="backslashreplace", closefd=False)  # noqa: SIM115 — closed below
        except OSError as fault:
            raise UsageError(f"standard input cannot be read: {fault.strerror}") from fault
        with lines:
            for number, line in enumerate(lines, 1):
                try:
                    print(json.dumps(shoe_json(parse(line, game), options.tail, game)), flush=True)
                except NotationError as fault:
                    raise UsageError(f"line {number}: {fault}") from fault
        return 0
    if options.hand is not None and (options.id is None or options.png):
        raise UsageError("--hand goes with --id, and not with --png")
    recorded = None
    if options.id is not None:
        from eztrak.supervisor.report import recorded_shoe

        recorded = recorded_shoe(history_of(options), Choice(shoe=options.id))
    if recorded and options.hand is not None:
        recorded = one_hand(recorded, options.hand)
        print(json.dumps(recorded_json(recorded)) if options.json else hand_text(recorded))
        return 0
    game = recorded.game if recorded else _game(options)
    hands = tuple(one.hand for one in recorded.hands) if recorded else parse(options.notation, game)
    if options.png:
        from eztrak.display.snapshot import render

        setup = setup_of(config_path(options), game)
        numbered = hands if recorded else tuple(replace(hand, number=i) for i, hand in enumerate(hands, 1))
        table = recorded.shoe.table if recorded else setup.loaded.config.table.name
        state = TableState(table, terms_of(setup.loaded), Shoe(recorded.shoe.number if recorded else 1, numbered, game))
        look = replace(setup.look, tail=options.tail)
        picture(render(View(state), look, *options.size), options.png)
    if options.json:
        print(json.dumps((recorded_json(recorded) if recorded else {}) | shoe_json(hands, options.tail, game)))
    elif not options.png:
        print(f"{recorded_text(recorded)}\n\n" if recorded else "", shoe_text(hands, options.tail, game), sep="")
    return 0


def _game(options: argparse.Namespace) -> Game:
    """The game that a notation is read by."""
    return game_named(options.game) or loaded_of(options).game


def _snapshot(options: argparse.Namespace) -> int:
    from eztrak.display.snapshot import render

    if options.out is None and not options.nodes:
        raise UsageError("where to? give the name of a picture, such as board.png, or --nodes")
    setup = setup_of(config_path(options), game_named(options.game))
    look = replace(setup.look, theme=_theme(options.theme)) if options.theme else setup.look
    terms = replace(terms_of(setup.loaded), languages=languages_of(options, setup.loaded))
    try:
        hands = None if options.shoe is None else parse(options.shoe, setup.loaded.game)
        view = staged(options.screen, setup.loaded.config.table.name, terms, hands)
    except NotationError as fault:
        raise UsageError(f"--shoe: {fault}") from fault
    except StagingError as fault:
        raise UsageError(f"--screen {options.screen}: {fault}") from fault
    if options.nodes:
        from eztrak.display.nodes import nodes

        print(json.dumps(nodes(scene(view, look, *options.size), *options.size), ensure_ascii=False))
    else:
        picture(render(view, look, *options.size), options.out)
    return 0


def _theme(name: str) -> str:
    shipped = sorted(path.stem for path in asset("themes").glob("*.toml"))
    if name not in shipped:
        raise UsageError(f"--theme {name}: there is no such theme; there are {', '.join(shipped)}")
    return name
