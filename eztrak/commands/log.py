"""log: everything that is on record, in words."""

import argparse
import json
import re
import sys
from datetime import date, datetime, time
from typing import Any

from eztrak.appliance import clock
from eztrak.commands.arguments import history_of, languages_of, loaded_of
from eztrak.commands.asked import Adder, UsageError, add_history, add_languages
from eztrak.commands.papers import lasting, moment
from eztrak.commands.selection import date_of, day, number, today
from eztrak.journal.log import Asked, LogRow, log
from eztrak.supervisor.days import day_text, week_of
from eztrak.table.events import KINDS, fields
from eztrak.table.log_words import GROUPS, kinds_of, logged
from eztrak.voice.day import span, time_on
from eztrak.voice.times import local, utc
from eztrak.voice.voices import voice

WHO = re.compile(r"(supervisor|dealer) ([0-9]{1,9})")


def add(command: Adder) -> None:
    log = command(
        "log",
        _log,
        "Shows everything on record, in words: of today, or by time, person, kind, shoe or hand.",
        "eztrak log --day yesterday --from 21:00 --to 21:15",
    )
    add_history(log)
    log.add_argument("--day", type=day, metavar="DATE", help="this day of the room (default: today)")
    log.add_argument("--week", type=day, metavar="DATE", help="the week of this day, Monday to Sunday")
    log.add_argument(
        "--from", dest="since", type=_time, metavar="TIME", help="from then on: 21:00 of that day, or a date"
    )
    log.add_argument("--to", dest="until", type=_time, metavar="TIME", help="until then")
    log.add_argument("--last", type=lasting, metavar="SPAN", help="the last 90m, 4h or 3d; m, h or d")
    log.add_argument("--all", action="store_true", help="from the first row on")
    log.add_argument("--table", metavar="NAME", help="what happened while the table had this name")
    log.add_argument("--shoe", type=number, metavar="N", help="of this shoe")
    log.add_argument("--hand", type=number, metavar="N", help="of this hand of the shoe")
    log.add_argument("--person", type=_person, metavar="WHO", help="what 'supervisor 7' did, or 'dealer 12' dealt")
    log.add_argument("--kind", metavar="KIND", help=f"only this: {', '.join(GROUPS)}, or a kind of the journal")
    log.add_argument("--json", action="store_true", help="prints a line of JSON for each row")
    add_languages(log)


def _log(options: argparse.Namespace) -> int:
    asked, database = _asked(options), history_of(options)
    speaks = voice(languages_of(options, loaded_of(options))[0] if options.lang else "en")
    step = None
    for step in log(database, asked):
        if options.json:
            print(json.dumps(_plain(step), ensure_ascii=False))
        else:
            record = step.record
            print(f"{record.seq:>8}  {local(record.moment.at)}  {logged(record.event, step.before).words(speaks)}")
    if step is None:
        print("eztrak: nothing of that is on record", file=sys.stderr)
    return 0


def _plain(step: LogRow) -> dict[str, Any]:
    at = step.record.moment.at
    return {
        "row": step.record.seq,
        "at": at,
        "local": local(at, "%Y-%m-%dT%H:%M:%S%z"),
        "day": day_text(at),
        "table": step.table,
        "kind": step.record.kind,
        "said": str(logged(step.record.event, step.before)),
        "data": fields(step.record.event),
    }


def _asked(options: argparse.Namespace) -> Asked:
    kinds = kinds_of(options.kind) if options.kind else ()
    if options.kind and not kinds:
        raise UsageError(f"--kind {options.kind}: there is no such kind; there are {', '.join((*GROUPS, *KINDS))}")
    if options.hand is not None and options.shoe is None:
        raise UsageError("--hand needs --shoe")
    since, until = _span(options)
    who = dict([options.person]) if options.person else {}
    return Asked(since, until, kinds, options.table or "", options.shoe, options.hand, **who)


def _span(options: argparse.Namespace) -> tuple[str, str]:
    times = options.since or options.until
    if sum(map(bool, (options.week, options.last, options.all, options.day or times))) > 1:
        raise UsageError("--day with --from and --to, --week, --last or --all: one of them")
    if options.last:
        return utc(clock.wall() - options.last), ""
    if options.week:
        return span(*week_of(date_of(options.week)))
    if options.all or (options.shoe is not None and not (times or options.day)):
        return "", ""
    on = date_of(options.day) if options.day else today()
    first, last = span(on, on)
    since = utc(_on(on, options.since)) if options.since else first
    until = utc(_on(on, options.until, 1)) if options.until else last if options.day or not options.since else ""
    if until and until <= since:
        raise UsageError("--to is not after --from")
    return since, until


def _on(day: date, typed: time | datetime, fold: int = 0) -> datetime:
    """`fold` 1: the second, of a time of day that comes twice in autumn."""

    if isinstance(typed, datetime):
        return typed
    return time_on(day, typed.replace(fold=fold))


def _time(text: str) -> time | datetime:
    if re.fullmatch(r"[0-9]{1,2}:[0-9]{2}(:[0-9]{2})?", text.strip()):
        try:
            return time.fromisoformat(text.strip().zfill(5))
        except ValueError as fault:
            raise argparse.ArgumentTypeError(f"{text!r} is not a time of day; type it as 21:00") from fault
    return moment(text)


def _person(text: str) -> tuple[str, int]:
    if match := WHO.fullmatch(text.strip()):
        return match[1], int(match[2])
    raise argparse.ArgumentTypeError(f"{text!r} is nobody; type 'supervisor 7' or 'dealer 12'")
