"""stick: chosen days onto a USB stick, as the supervisor's menu does it."""

import argparse
import json
import signal
import sys
from datetime import date
from typing import Any

from eztrak.commands.arguments import Adder, UsageError, add_config, add_database, history_of, loaded_of, spare_folder
from eztrak.commands.selection import day
from eztrak.voice.said import All, Said, SaidError
from eztrak.voice.wire import plain


def add(command: Adder) -> None:
    stick = command(
        "stick",
        _help,
        "Lists USB sticks, and writes chosen days to one: workbook, CSV, report.",
        "eztrak stick write --from 2026-01-01 --to 2026-01-31",
    )
    stick.set_defaults(parser=stick)
    actions = stick.add_subparsers(title="commands", metavar="COMMAND")
    listing = actions.add_parser(
        "list", help="what is plugged in, and why one cannot be used", epilog="Example: eztrak stick list"
    )
    listing.set_defaults(run=_list)
    add_config(listing)
    listing.add_argument("--json", action="store_true", help="prints a JSON list")

    write = actions.add_parser(
        "write",
        help="writes, reads back, compares, and says when it is safe to remove",
        epilog="Example: eztrak stick write --from yesterday",
    )
    write.set_defaults(run=_write)
    add_database(write)
    add_config(write)
    write.add_argument("--stick", metavar="ID", help="which one, as the list names it, where there are several")
    write.add_argument("--from", dest="since", type=day, metavar="DATE", help="the first day (default: today)")
    write.add_argument("--to", dest="until", type=day, metavar="DATE", help="the last day (default: the first)")
    write.add_argument("--json", action="store_true", help="prints progress and result as lines of JSON")


def _help(options: argparse.Namespace) -> int:
    options.parser.print_help()
    return 2


def _list(options: argparse.Namespace) -> int:
    from eztrak.supervisor.stick import sticks

    plugged_in = sticks(loaded_of(options).config.stick.socket)
    if options.json:
        print(json.dumps([{"id": stick.id, "name": stick.name, "fault": str(stick.fault)} for stick in plugged_in]))
        return 0
    for stick in plugged_in:
        print(f"{stick.id}  {stick.name}{f': {stick.fault}' if stick.fault else ''}")
    if not plugged_in:
        print("no stick is plugged in")
    return 0


def _write(options: argparse.Namespace) -> int:
    from eztrak.appliance import clock
    from eztrak.display.theme import theme
    from eztrak.display.words import Words
    from eztrak.journal.extract import Choice
    from eztrak.supervisor.days import days_text, span
    from eztrak.supervisor.report import Style
    from eztrak.supervisor.stick import carry
    from eztrak.supervisor.stick_files import files_of, name_of

    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # an orderly end takes its files away
    loaded = loaded_of(options)
    door, table, shown = loaded.config.stick.socket, loaded.config.table.name, loaded.config.display
    since: date = options.since or clock.wall().date()
    until: date = options.until or since
    if until < since:
        raise UsageError(f"--to {until} is before --from {since}")
    name = name_of(table, since.isoformat(), until.isoformat())
    style = Style(loaded.config.room.name, theme(shown.theme), Words(shown.languages), shown.tail)
    steps = _Steps(options.json)
    try:
        stick = options.stick or _only_one(door)
        steps.progress(Said("making the files"), 0, 0)
        with spare_folder("stick") as folder:
            begin, end = span(since, until)
            choice = Choice(since=begin, until=end)
            files = files_of(history_of(options), choice, name, days_text(since, until), style, folder)
            carried = carry(door, stick, name, files, steps.progress)
    except SaidError as fault:
        steps.failed(fault.said)
        raise
    steps.end({"folder": carried.folder, "digest": carried.digest})
    return 0


def _only_one(door: str) -> str:
    from eztrak.supervisor.errors import RefusedError
    from eztrak.supervisor.stick import sticks

    plugged_in = sticks(door)
    usable = [stick for stick in plugged_in if not stick.fault]
    if len(usable) > 1:
        raise RefusedError(
            "there are several sticks: choose by --stick {sticks}", sticks=" or ".join(stick.id for stick in usable)
        )
    if not plugged_in:
        raise RefusedError("no stick is plugged in")
    if not usable:
        faults = [Said("{stick}: {fault}", stick=stick.name, fault=stick.fault) for stick in plugged_in]
        raise RefusedError("no stick can be used: {faults}", faults=All(tuple(faults)))
    return usable[0].id


class _Steps:
    """What is said on the way: for people a line a step, for a program a line of JSON at every word."""

    def __init__(self, as_json: bool) -> None:
        self._json, self._doing = as_json, Said()

    def progress(self, doing: Said, done: int, of: int) -> None:
        if self._json:
            print(json.dumps({"doing": str(doing), "said": plain(doing), "done": done, "of": of}), flush=True)
        elif doing != self._doing:
            print(f"{doing} …", flush=True)
        self._doing = doing

    def failed(self, fault: Said) -> None:
        if self._json:
            print(json.dumps({"fault": str(fault), "said": plain(fault)}), flush=True)

    def end(self, result: dict[str, Any]) -> None:
        safe = f"{result['folder']}: written, read back and found the same. The stick is safe to remove."
        print(json.dumps(result) if self._json else safe, flush=True)
