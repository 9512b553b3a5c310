"""The command line: parses, calls, prints. Exit status 0, 1 (said no) or 2 (used wrongly)."""

import argparse
import json
import os
import re
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NoReturn

from eztrak import __version__
from eztrak.config import explain
from eztrak.config.load import ConfigError, Loaded, find, load, read_toml
from eztrak.game.hand import Hand
from eztrak.game.notation import NotationError, parse
from eztrak.journal.errors import JournalError
from eztrak.keypad.keymap import Keymap, keymap_of
from eztrak.keypad.sources import KINDS, SerialTerms, SourceError, source_of
from eztrak.roads.drawing import Tail
from eztrak.shipped import asset

if TYPE_CHECKING:
    from eztrak.app import Setup
    from eztrak.keypad.source import Source

EPILOG = "Every command has its own help with an example: eztrak COMMAND --help"


class UsageError(Exception):
    """Something on the command line cannot be used; the message says what and what is allowed."""


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    try:
        return int(options.run(options))
    except (UsageError, ConfigError, JournalError, NotationError, SourceError) as fault:
        print(f"eztrak: {fault}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # The reader of our output went away, as `| head` does.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="eztrak", description="The baccarat scoreboard of a table unit.", epilog=EPILOG
    )
    parser.add_argument("--version", action="version", version=f"eztrak {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def command(name: str, run: Callable[[Any], int], help: str, example: str) -> argparse.ArgumentParser:
        made = commands.add_parser(
            name,
            help=help,
            description=help,
            epilog=f"Example: {example}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        made.set_defaults(run=run)
        return made

    run = command("run", _run, "Runs the board of this table.", "eztrak run --windowed 1280x720 --keypad window")
    _add_config(run)
    _add_database(run)
    _add_window(run)
    _add_keypad(run)

    demo = command(
        "demo", _demo, "Plays by itself on a throw-away database.", "eztrak demo --speed 4 --windowed 1280x720"
    )
    _add_config(demo)
    _add_window(demo)
    demo.add_argument(
        "--speed", type=_speed, default=1.0, metavar="N", help="times as fast as a live table (default 1)"
    )
    demo.add_argument("--seed", type=int, metavar="N", help="deals the same shoes each time")
    demo.add_argument("--png", type=Path, metavar="FILE", help="writes the board after --hands hands; needs no screen")
    demo.add_argument("--hands", type=_count, default=60, metavar="N", help="how many hands for --png (default 60)")

    shoe = command("shoe", _shoe, "Shows one shoe: counts and all roads.", 'eztrak shoe "P Bn T B7 P8" --json')
    shoe.add_argument("notation", help='the hands, such as "P Bn T B7 P8 Pf Bx"; - reads a shoe a line with --json')
    shoe.add_argument("--json", action="store_true", help="prints JSON, one line a shoe")
    shoe.add_argument("--png", type=Path, metavar="FILE", help="writes the board with this shoe")
    shoe.add_argument("--size", type=_size, default=(1920, 1080), metavar="WxH", help="the size of the picture")
    shoe.add_argument("--tail", type=Tail, choices=list(Tail), default=Tail.DOWN_FIRST, help="how a long run turns")
    _add_config(shoe)

    snapshot = command(
        "snapshot",
        _snapshot,
        "Paints any screen of the board, without a screen and without a clock.",
        "eztrak snapshot board.png --screen dragon --lang en,zh_TW",
    )
    snapshot.add_argument("out", nargs="?", type=Path, metavar="OUT.png", help="the picture; not needed with --nodes")
    snapshot.add_argument("--shoe", type=_hands, metavar="NOTATION", help='the hands, such as "P Bn T" (default: some)')
    snapshot.add_argument(
        "--screen",
        default="board",
        metavar="NAME",
        help="board, flash, dragon, panda, countdown,"
        " closed-bets, shoe-end, table-closed, info, menu or fault (default: board)",
    )
    snapshot.add_argument("--size", type=_size, default=(1920, 1080), metavar="WxH", help="pixels (default 1920x1080)")
    snapshot.add_argument("--theme", metavar="NAME", help="the look (default: the config's)")
    snapshot.add_argument(
        "--lang", metavar="LANGUAGES", help="one language or two, such as en,zh_TW (default: the config's)"
    )
    snapshot.add_argument("--nodes", action="store_true", help="prints the scene as JSON instead")
    _add_config(snapshot)

    shoes = command("shoes", _shoes, "Lists the shoes in the history.", "eztrak shoes --json")
    _add_database(shoes)
    _add_config(shoes)
    shoes.add_argument("--json", action="store_true", help="prints a JSON list")

    keycaps = command(
        "keycaps", _keycaps, "Prints labels for the keypad and the dealer's card.", "eztrak keycaps labels.pdf"
    )
    keycaps.add_argument("out", type=Path, metavar="OUT.pdf", help="the PDF to write")
    _add_config(keycaps)

    verify = command("verify", _verify, "Checks the history from end to end.", "eztrak verify eztrak.db")
    verify.add_argument("file", nargs="?", type=Path, help="the database (default: the one that the board writes)")
    _add_config(verify)
    verify.add_argument("--json", action="store_true", help="prints JSON")

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
        _add_keypad(part)
        _add_config(part)

    config = command(
        "config", _config_help, "Checks, shows and explains the config.", "eztrak config explain limits.max"
    )
    config.set_defaults(parser=config)
    parts = config.add_subparsers(title="commands", metavar="COMMAND")
    check = parts.add_parser(
        "check", help="names every fault of a config file", epilog="Example: eztrak config check eztrak.toml"
    )
    check.add_argument("file", type=Path)
    check.set_defaults(run=_config_check)
    show = parts.add_parser("show", help="prints the config in force", epilog="Example: eztrak config show")
    _add_config(show)
    show.set_defaults(run=_config_show)
    told = parts.add_parser(
        "explain", help="says what an option means", epilog="Example: eztrak config explain limits.max"
    )
    told.add_argument("key", nargs="?", help="an option or a section; all of them without one")
    told.set_defaults(run=_config_explain)
    return parser


def _add_config(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--config", type=Path, metavar="FILE", help="the config file (default: the user's, or the machine's)"
    )


def _add_database(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--db", type=Path, metavar="FILE", help="the SQLite file of the history (default: the config's)"
    )


def _add_keypad(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--keypad",
        action="append",
        metavar="SOURCE",
        help=f"where keys come from: {KINDS}; may be given more than once (default: the config's)",
    )


def _add_window(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--windowed", type=_size, metavar="WxH", help="a window of this size instead of the whole screen"
    )


# The commands. What only some of them need is imported by them, so that the others start at once.


def _run(options: argparse.Namespace) -> int:
    setup = _setup(_config_path(options))
    database = options.db or _database(setup.loaded)
    sources = _sources(_source_names(options, setup), setup)
    return _board(options, setup, database, sources, lambda: _setup(_config_path(options)))


def _demo(options: argparse.Namespace) -> int:
    from eztrak.appliance import clock
    from eztrak.keypad.demo import keys
    from eztrak.keypad.script import ScriptSource
    from eztrak.keypad.window import WindowSource

    def reload() -> "Setup":
        path = _config_path(options)
        return _demo_setup(_setup(path), given=path is not None)

    setup = reload()
    config = setup.loaded.config
    random = Random(options.seed)
    if options.png:
        return _demo_picture(options, setup, random)
    steps = keys(random, setup.keymap, config.table.decks, 8 / options.speed, timer=config.timer.seconds > 0)
    with tempfile.TemporaryDirectory(prefix="eztrak-demo-") as folder:
        dealer = ScriptSource(steps, clock.monotonic(), "demo")
        return _board(options, setup, Path(folder, "demo.db"), [dealer, WindowSource()], reload)


def _shoe(options: argparse.Namespace) -> int:
    from eztrak.display.plain import shoe_json, shoe_text

    if options.notation == "-":
        if not options.json or options.png:
            raise UsageError("a shoe from standard input goes with --json, and not with --png")
        # Bytes that are no text are shown and refused as such, whatever the locale.
        with open(0, encoding="utf-8", errors="backslashreplace", closefd=False) as lines:
            for number, line in enumerate(lines, 1):
                try:
                    print(json.dumps(shoe_json(parse(line), options.tail)), flush=True)
                except NotationError as fault:
                    raise UsageError(f"line {number}: {fault}") from fault
        return 0
    hands = parse(options.notation)
    if options.png:
        from eztrak.display.board import View
        from eztrak.display.snapshot import render
        from eztrak.table.state import Shoe, TableState

        setup = _setup(_config_path(options))
        numbered = tuple(replace(hand, number=i) for i, hand in enumerate(hands, 1))
        state = TableState(setup.loaded.config.table.name, _terms(setup), Shoe(1, numbered))
        look = replace(setup.look, tail=options.tail)
        _picture(render(View(state), look, *options.size), options.png)
    if options.json:
        print(json.dumps(shoe_json(hands, options.tail)))
    elif not options.png:
        print(shoe_text(hands, options.tail))
    return 0


def _snapshot(options: argparse.Namespace) -> int:
    from eztrak.display.board import scene
    from eztrak.display.nodes import nodes
    from eztrak.display.snapshot import render
    from eztrak.display.staged import SCREENS, StagingError, staged

    if options.screen not in SCREENS:
        raise UsageError(f"--screen {options.screen}: there is no such screen; there are {', '.join(SCREENS)}")
    if options.out is None and not options.nodes:
        raise UsageError("where to? give the name of a picture, such as board.png, or --nodes")
    setup = _setup(_config_path(options))
    look = replace(setup.look, theme=_theme(options.theme)) if options.theme else setup.look
    terms = replace(_terms(setup), languages=_languages(options.lang)) if options.lang else _terms(setup)
    try:
        view = staged(options.screen, setup.loaded.config.table.name, terms, options.shoe)
    except StagingError as fault:
        raise UsageError(f"--screen {options.screen}: {fault}") from fault
    if options.nodes:
        print(json.dumps(nodes(scene(view, look, *options.size), *options.size), ensure_ascii=False))
    else:
        _picture(render(view, look, *options.size), options.out)
    return 0


def _shoes(options: argparse.Namespace) -> int:
    from eztrak.display.plain import counts_json
    from eztrak.game.notation import write
    from eztrak.journal.history import History

    history = History(options.db or _database(_loaded(options)))
    try:
        listed = []
        for shoe in history.shoes():
            if options.json:
                times = {
                    "shoe": shoe.number,
                    "table": shoe.table,
                    "started_at": shoe.started_at,
                    "ended_at": shoe.ended_at,
                }
                listed.append(times | {"notation": write(shoe.hands)} | counts_json(shoe.stats) | {"seal": shoe.seal})
                continue
            stats = shoe.stats
            print(
                f"shoe {shoe.number}  {shoe.table}  {shoe.started_at} to {shoe.ended_at or 'now'}  hands {stats.hands}"
                f"  P {stats.player}  B {stats.banker}  T {stats.tie}  D7 {stats.dragon7}  P8 {stats.panda8}"
                f"  naturals {stats.naturals}  voided {stats.voided}  seal {shoe.seal or '-'}"
            )
        if options.json:
            print(json.dumps(listed))
    finally:
        history.close()
    return 0


def _keycaps(options: argparse.Namespace) -> int:
    from eztrak.display.theme import theme
    from eztrak.supervisor.keycaps import sheet

    setup = _setup(_config_path(options))
    config = setup.loaded.config
    try:
        sheet(options.out, setup.keymap, theme(config.display.theme), config.room.name, config.table.name)
    except OSError as fault:
        raise UsageError(f"{options.out}: cannot be written: {fault.strerror}") from fault
    return 0


def _verify(options: argparse.Namespace) -> int:
    from eztrak.journal.verify import verify

    path = options.file or _database(_loaded(options))
    found = verify(path)
    if options.json:
        print(
            json.dumps(
                {
                    "file": str(path),
                    "ok": not found.faults,
                    "rows": found.rows,
                    "shoes": found.shoes,
                    "hands": found.hands,
                    "head": found.head,
                    "faults": list(found.faults),
                }
            )
        )
    elif found.faults:
        print(f"{path}: NOT as it was written\n" + "\n".join(found.faults))
    else:
        print(f"{path}: all well: {found.rows} rows, {found.shoes} shoes, {found.hands} hands, head {found.head[:16]}…")
    return 1 if found.faults else 0


def _keypad_help(options: argparse.Namespace) -> NoReturn:
    parser: argparse.ArgumentParser = options.parser
    parser.error("what to do with the keypads? list or test")


def _keypad_list(options: argparse.Namespace) -> int:
    from eztrak.keypad.devices import plugged_in
    from eztrak.keypad.listing import listing, serial_ports

    found = listing(_source_names(options, _setup(_config_path(options))), plugged_in(), serial_ports())
    print(json.dumps(found.plain()) if options.json else found.text())
    return 0


def _keypad_test(options: argparse.Namespace) -> int:
    from eztrak.appliance import clock
    from eztrak.keypad.trial import watch

    setup = _setup(_config_path(options))
    names = [name for name in _source_names(options, setup) if name != "window"]
    if not names:
        raise UsageError("the window's keys can be tried on the board only; give --keypad evdev or serial:URL")
    sources = _sources(names, setup)
    print("Press keys; Ctrl-C ends.", flush=True)
    watch(sources, setup.keymap, clock.monotonic, lambda line: print(line, flush=True))
    return 0


def _config_help(options: argparse.Namespace) -> NoReturn:
    parser: argparse.ArgumentParser = options.parser
    parser.error("what to do with the config? check FILE, show or explain [KEY]")


def _config_check(options: argparse.Namespace) -> int:
    _setup(options.file)
    print(f"{options.file}: all well")
    return 0


def _config_show(options: argparse.Namespace) -> int:
    path = _config_path(options)
    print(f"# {path or 'defaults: there is no config file'}\n{explain.show(load(path).config)}", end="")
    return 0


def _config_explain(options: argparse.Namespace) -> int:
    if options.key is None:
        print("\n\n".join(filter(None, map(explain.explain, explain.keys()))))
        return 0
    told = explain.explain(options.key)
    if told is None:
        raise UsageError(f"{options.key}: there is no such option; options are {', '.join(explain.keys())}")
    print(told)
    return 0


# What the commands share.


def _board(
    options: argparse.Namespace,
    setup: "Setup",
    database: Path,
    sources: "list[Source]",
    reload: "Callable[[], Setup]",
) -> int:
    from eztrak.app import Unit, open_journal
    from eztrak.display.window import NoScreenError, Window

    journal = open_journal(database)
    try:
        window = Window(options.windowed)
    except NoScreenError as fault:
        journal.close()
        raise UsageError(str(fault)) from fault
    Unit(setup, journal, sources, window).run(reload)
    return 0


def _setup(path: Path | None) -> "Setup":
    from eztrak.app import Setup

    loaded = load(path)
    if faults := _unwritable(loaded):
        raise ConfigError(path or Path(), faults)
    return Setup(loaded, _keymap(loaded.config.keypad.keymap, path))


def _unwritable(loaded: Loaded) -> list[str]:
    """The room's own texts with letters that no font of the board has: better said here than seen as boxes up there."""
    from eztrak.display.lettering import missing
    from eztrak.display.words import Words

    config, words = loaded.config, Words(loaded.config.display.languages)
    texts = {"room.name": config.room.name, "room.currency": config.room.currency, "table.name": config.table.name}
    return [
        f"{key} = {text!r}: the fonts of the board have no {' '.join(lacking)}"
        for key, text in texts.items()
        if (lacking := missing(text, words.face_of(text)))
    ]


def _keymap(name: str, config: Path | None) -> Keymap:
    path = find("keymaps", name, config.parent if config else Path())
    made = keymap_of(path.stem, read_toml(path))
    if isinstance(made, list):
        raise ConfigError(path, made)
    return made


def _loaded(options: argparse.Namespace) -> Loaded:
    return load(_config_path(options))


def _terms(setup: "Setup") -> Any:
    from eztrak.config.terms import terms_of

    return terms_of(setup.loaded)


def _config_path(options: argparse.Namespace) -> Path | None:
    if options.config:
        return Path(options.config)
    home = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    return next((p for p in (home / "eztrak/eztrak.toml", Path("/etc/eztrak/eztrak.toml")) if p.is_file()), None)


def _database(loaded: Loaded) -> Path:
    if loaded.config.journal.database:
        return Path(loaded.config.journal.database).expanduser()
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "eztrak/eztrak.db"


def _source_names(options: argparse.Namespace, setup: "Setup") -> list[str]:
    return options.keypad or list(setup.loaded.config.keypad.sources)


def _sources(names: Sequence[str], setup: "Setup") -> "list[Source]":
    from eztrak.app import say
    from eztrak.appliance import clock

    pad = setup.loaded.config.keypad
    terms = SerialTerms(pad.serial_speed, pad.serial_framing, setup.keymap.wire)
    return [source_of(name, terms, clock.monotonic(), say) for name in names]


def _demo_setup(setup: "Setup", given: bool) -> "Setup":
    """The demo's dealer types as fast as you like, so nothing asks; without a config of yours it shows a timer too."""
    config = setup.loaded.config
    config = replace(config, entry=replace(config.entry, confirm=True, repeat=0.0, few_hands=0))
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
    commands: list[c.Command] = [c.Start(__version__, config.table.name, _terms(setup))]
    commands += [c.RecordHand(hand) for hand in shoe(random, config.table.decks)]
    commands.append(c.NewShoe())
    hands = (c.RecordHand(hand) for _ in iter(int, 1) for hand in shoe(random, config.table.decks))
    commands += islice(hands, options.hands)
    with tempfile.TemporaryDirectory(prefix="eztrak-demo-") as folder:
        journal = open_journal(Path(folder, "demo.db"))
        view = play(journal, commands)
        journal.close()
    _picture(render(view, setup.look, *(options.windowed or (1920, 1080))), options.png)
    return 0


def _picture(surface: Any, path: Path) -> None:
    from eztrak.display.snapshot import save

    if path.is_dir():
        raise UsageError(f"{path}: is a folder; the name of a file is needed")
    try:
        save(surface, path)
    except OSError as fault:
        raise UsageError(f"{path}: cannot be written: {fault.strerror}") from fault


def _size(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{3,4})x(\d{3,4})", text)
    if not match:
        raise argparse.ArgumentTypeError(f"{text!r} is no size; give WIDTHxHEIGHT in pixels, such as 1280x720")
    return int(match[1]), int(match[2])


def _hands(text: str) -> list[Hand]:
    try:
        return list(parse(text))
    except NotationError as fault:
        raise argparse.ArgumentTypeError(str(fault)) from fault


def _theme(name: str) -> str:
    shipped = sorted(path.stem for path in asset("themes").glob("*.toml"))
    if name not in shipped:
        raise UsageError(f"--theme {name}: there is no such theme; there are {', '.join(shipped)}")
    return name


def _languages(text: str) -> tuple[str, ...]:
    from eztrak.display.words import LANGUAGES

    languages = tuple(text.split(","))
    if not set(languages) <= set(LANGUAGES) or not len(set(languages)) == len(languages) <= 2:
        raise UsageError(f"--lang {text}: one language or two are needed, of {', '.join(LANGUAGES)}")
    return languages


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
