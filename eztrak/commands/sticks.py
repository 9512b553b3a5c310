"""stick: chosen days onto a USB stick, as the supervisor's menu does it."""

import argparse
import json
import signal
import sys
from datetime import date, datetime
from pathlib import Path
from typing import Any

from eztrak.appliance import clock
from eztrak.commands.arguments import history_of, loaded_of, spare_folder
from eztrak.commands.asked import Adder, UsageError, add_config, add_database, commands_of
from eztrak.commands.papers import lasting, write_incident
from eztrak.commands.selection import date_of, day, today
from eztrak.journal.extract import Choice
from eztrak.supervisor.days import days_text
from eztrak.supervisor.errors import RefusedError
from eztrak.supervisor.stick import carry, sticks
from eztrak.voice.day import span
from eztrak.voice.said import All, Said, SaidError
from eztrak.voice.times import instant
from eztrak.voice.wire import plain


def add(command: Adder) -> None:
    stick = command(
        "stick",
        _help,
        "Lists USB sticks, and writes chosen days to one: workbook, CSV, report.",
        "eztrak stick write --from 2026-01-01 --to 2026-01-31",
    )
    part = commands_of(stick)
    listing = part("list", _list, "what is plugged in, and why one cannot be used", "eztrak stick list")
    add_config(listing)
    listing.add_argument("--json", action="store_true", help="prints a JSON list")

    safely = "writes, reads back, compares, and says when it is safe to remove"
    write = part("write", _write, safely, "eztrak stick write --from yesterday")
    add_database(write)
    write.add_argument("--stick", metavar="ID", help="which one, as the list names it, where there are several")
    write.add_argument("--from", dest="since", type=day, metavar="DATE", help="the first day (default: today)")
    write.add_argument("--to", dest="until", type=day, metavar="DATE", help="the last day (default: the first)")
    write.add_argument(
        "--incident",
        action="store_true",
        help="the malfunction report for these days instead, or for the last hours",
    )
    write.add_argument("--last", type=lasting, metavar="SPAN", help="with --incident: the last 90m, 4h or 3d")
    write.set_defaults(keypad=None)
    write.add_argument("--json", action="store_true", help="prints progress and result as lines of JSON")


def _help(options: argparse.Namespace) -> int:
    options.parser.print_help()
    return 2


def _list(options: argparse.Namespace) -> int:
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
    from eztrak.supervisor.stick_files import name_of

    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # an orderly end takes its files away
    loaded = loaded_of(options)
    door, table = loaded.config.stick.socket, loaded.config.table.name
    since = date_of(options.since) if options.since else today()
    until = date_of(options.until) if options.until else since
    if until < since:
        raise UsageError(f"--to {until} is before --from {since}")
    name = name_of(table, since.isoformat(), until.isoformat()) + ("-malfunction" if options.incident else "")
    if options.last and (options.since or not options.incident):
        raise UsageError("--last goes with --incident, and not with --from")
    steps = _Steps(options.json)
    try:
        stick = options.stick or _only_one(door)
        steps.progress(Said("making the files"), 0, 0)
        with spare_folder("stick") as folder:
            make = _malfunction if options.incident else _shoes
            files = make(options, name, since, until, folder)
            carried = carry(door, stick, name, files, steps.progress)
    except SaidError as fault:
        steps.failed(fault.said)
        raise
    steps.end({"folder": carried.folder, "digest": carried.digest})
    return 0


def _shoes(options: argparse.Namespace, name: str, since: date, until: date, into: Path) -> dict[str, Path]:
    """The shoes of these days, with their report."""
    from eztrak.supervisor.report import style_of
    from eztrak.supervisor.stick_files import files_of

    begin, end = span(since, until)
    style, choice = style_of(loaded_of(options)), Choice(since=begin, until=end)
    return files_of(history_of(options), choice, name, days_text(since, until), style, into)


def _malfunction(options: argparse.Namespace, name: str, since: date, until: date, into: Path) -> dict[str, Path]:
    """The report of a malfunction."""
    from eztrak.supervisor.stick_files import summed

    paper = into / f"{name}.pdf"
    write_incident(options, *_time(options, since, until), paper)
    return summed([paper], into)


def _time(options: argparse.Namespace, since: date, until: date) -> tuple[datetime, datetime]:
    """What a malfunction is reported of: the last hours, or whole days."""

    now = clock.wall()
    if options.last:
        return now - options.last, now
    begin, end = (when.astimezone() for at in span(since, until) if (when := instant(at)))
    return begin, min(end, now)


def _only_one(door: str) -> str:
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
