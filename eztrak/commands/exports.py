"""export and report: chosen shoes for a spreadsheet, for a program, or on paper."""

import argparse
import json
from pathlib import Path

from eztrak.commands.chosen import add_choice, choice_of, day
from eztrak.commands.given import Adder, UsageError, add_config, add_database, database_of, loaded_of


def add(command: Adder) -> None:
    export = command(
        "export",
        _export,
        "Writes chosen shoes with their hands, corrections and seals.",
        "eztrak export --format xlsx --out january.xlsx --from 2026-01-01 --to 2026-01-31",
    )
    add_database(export)
    add_config(export)
    export.add_argument(
        "--format",
        required=True,
        choices=("csv", "jsonl", "xlsx"),
        help="a folder of CSV files, one file of JSON lines, or an Excel workbook",
    )
    export.add_argument("--out", required=True, type=Path, metavar="PATH", help="the folder or file to write")
    add_choice(export)
    export.add_argument("--force", action="store_true", help="replaces an export that is there already")
    export.add_argument("--sign", type=Path, metavar="KEY.pem", help="signs with this Ed25519 key of the unit")
    export.add_argument("--json", action="store_true", help="prints what the export says of itself, as JSON")

    report = command(
        "report",
        _report,
        "Prints a shoe on one page, or a day, a week or any period by table and dealer, as a PDF.",
        "eztrak report --day 2026-01-31 --out saturday.pdf",
    )
    add_database(report)
    add_config(report)
    report.add_argument("--out", type=Path, metavar="FILE.pdf", help="the PDF to write")
    report.add_argument("--day", type=day, metavar="DATE", help="this day")
    report.add_argument("--week", type=day, metavar="DATE", help="the week of this day, Monday to Sunday")
    add_choice(report)
    report.add_argument("--force", action="store_true", help="replaces a report that is there already")
    report.add_argument("--json", action="store_true", help="prints the figures of a period as JSON instead")


def _export(options: argparse.Namespace) -> int:
    from eztrak.supervisor.export import export

    database = options.db or database_of(loaded_of(options))
    said = export(database, choice_of(options), options.format, options.out, options.force, options.sign)
    if options.json:
        print(json.dumps(said.plain()))
    else:
        signed = ", signed" if said.signature else ""
        print(f"{options.out}: {said.shoes} shoes, {said.hands} hands, {said.rows} rows of the journal{signed}")
    return 0


def _report(options: argparse.Namespace) -> int:
    from datetime import timedelta

    from eztrak.display.theme import theme
    from eztrak.display.words import Words
    from eztrak.supervisor.report import Style, period, report

    loaded = loaded_of(options)
    if options.day or options.week:
        if options.since or options.until or (options.day and options.week):
            raise UsageError("a day, a week, or --from and --to: one of them")
        if options.day:
            options.since = options.until = options.day
        else:
            options.since = options.week - timedelta(days=options.week.weekday())
            options.until = options.since + timedelta(days=6)
    choice = choice_of(options)
    database = options.db or database_of(loaded)
    if options.json:
        if choice.shoe is not None:
            raise UsageError("--json tells the figures of a period; `eztrak shoe --id N --json` tells a shoe")
        print(json.dumps(period(database, choice).plain()))
        return 0
    if options.out is None:
        raise UsageError("where to? give --out FILE.pdf, or --json")
    display = loaded.config.display
    style = Style(loaded.config.room.name, theme(display.theme), Words(display.languages), display.tail)
    report(database, choice, _title(options), options.out, style, options.force)
    return 0


def _title(options: argparse.Namespace) -> str:
    """What the period is called at the top of its pages."""
    since, until = options.since, options.until
    if options.shoe is not None:
        return f"shoe {options.shoe}"
    if since and since == until:
        days = f"{since:%A, %-d %B %Y}"
    elif since and until:
        days = f"{since:%-d %B %Y} to {until:%-d %B %Y}"
    elif since:
        days = f"From {since:%-d %B %Y} on"
    else:
        days = f"Up to {until:%-d %B %Y}" if until else "All shoes"
    of = [f"dealer {options.dealer}"] if options.dealer is not None else []
    return ", ".join([days, *of, *([options.table] if options.table else [])])
