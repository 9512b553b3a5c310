"""Which shoes a command is about: the options that `shoes`, `export` and `report` share."""

import argparse
from datetime import date

from eztrak.appliance import clock
from eztrak.commands.asked import UsageError
from eztrak.journal.extract import Choice
from eztrak.supervisor.days import ALLOWED, parsed, week_of
from eztrak.voice.day import day_at, span


def add_choice(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--day", type=day, metavar="DATE", help="this day of the room: 2026-01-31, today or yesterday")
    parser.add_argument("--week", type=day, metavar="DATE", help="the week of this day, Monday to Sunday")
    parser.add_argument(
        "--from", dest="since", type=day, metavar="DATE", help="shoes that started on this day or later"
    )
    parser.add_argument("--to", dest="until", type=day, metavar="DATE", help="shoes that started on this day or before")
    parser.add_argument("--shoe", type=number, metavar="N", help="this shoe only")
    parser.add_argument("--dealer", type=number, metavar="N", help="this dealer's hands only, and their shoes")
    parser.add_argument("--table", metavar="NAME", help="the shoes of this table only")


def choice_of(options: argparse.Namespace) -> Choice:
    first, last = days_of(options)
    return Choice(
        since=span(first, first)[0] if first else "",
        until=span(last, last)[1] if last else "",
        shoe=options.shoe,
        table=options.table,
        dealer=options.dealer,
    )


def days_of(options: argparse.Namespace) -> tuple[date | None, date | None]:
    """The first and the last day that are asked for."""

    if sum(map(bool, (options.day, options.week, options.since or options.until))) > 1:
        raise UsageError("a day, a week, or --from and --to: one of them")
    if options.week:
        return week_of(date_of(options.week))
    first, last = (
        date_of(typed) if typed else None for typed in (options.day or options.since, options.day or options.until)
    )
    if first and last and last < first:
        raise UsageError(f"--to {last} is before --from {first}")
    return first, last


def day(text: str) -> str:
    """A day as it was typed: which one today is, the config says, which is read later."""

    if parsed(text, date(2001, 1, 1)) is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not a day; {ALLOWED}")
    return text


def date_of(typed: str) -> date:
    wanted = parsed(typed, today())
    if wanted is None:
        raise UsageError(f"{typed!r} is not a day by the clock of this machine")
    return wanted


def today() -> date:
    return day_at(clock.wall())


def number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number")
    return int(text)
