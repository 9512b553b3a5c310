"""Which shoes a command is about: the options that `shoes`, `export` and `report` share."""

import argparse
from datetime import date
from typing import TYPE_CHECKING

from eztrak.commands.given import UsageError

if TYPE_CHECKING:
    from eztrak.journal.extract import Choice


def add_choice(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--from", dest="since", type=day, metavar="DATE", help="shoes that started on this day or later"
    )
    parser.add_argument("--to", dest="until", type=day, metavar="DATE", help="shoes that started on this day or before")
    parser.add_argument("--shoe", type=number, metavar="N", help="this shoe only")
    parser.add_argument("--dealer", type=number, metavar="N", help="this dealer's hands only, and their shoes")
    parser.add_argument("--table", metavar="NAME", help="the shoes of this table only")


def choice_of(options: argparse.Namespace) -> "Choice":
    from eztrak.journal.extract import Choice
    from eztrak.supervisor.days import end_of, start_of

    if options.since and options.until and options.until < options.since:
        raise UsageError(f"--to {options.until} is before --from {options.since}")
    return Choice(
        since=start_of(options.since) if options.since else "",
        until=end_of(options.until) if options.until else "",
        shoe=options.shoe,
        table=options.table,
        dealer=options.dealer,
    )


def day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as fault:
        raise argparse.ArgumentTypeError(f"{text!r} is no day; give it as 2026-01-31") from fault


def number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise argparse.ArgumentTypeError(f"{text!r} is no number")
    return int(text)
