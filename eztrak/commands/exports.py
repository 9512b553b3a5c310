"""export and report: chosen shoes for a spreadsheet, for a program, or on paper."""

import argparse
import json
from pathlib import Path

from eztrak.commands.arguments import history_of, languages_of, loaded_of
from eztrak.commands.asked import Adder, UsageError, add_history, add_languages
from eztrak.commands.selection import add_choice, choice_of, days_of
from eztrak.journal.extract import Choice
from eztrak.supervisor.days import days_text
from eztrak.supervisor.export import export
from eztrak.supervisor.progress import Progress
from eztrak.supervisor.together import together
from eztrak.voice.said import All, Said


def add(command: Adder) -> None:
    export = command(
        "export",
        _export,
        "Writes chosen shoes with their hands, corrections and seals.",
        "eztrak export --format xlsx --out january.xlsx --from 2026-01-01 --to 2026-01-31",
    )
    add_history(export)
    export.add_argument(
        "--format",
        required=True,
        choices=("csv", "jsonl", "xlsx"),
        help="a folder of CSV files, one file of JSON lines, or an Excel workbook",
    )
    export.add_argument("--out", required=True, type=Path, metavar="PATH", help="the folder or file to write")
    add_choice(export)
    export.add_argument("--force", action="store_true", help="replaces an export that already exists")
    _add_others(
        export, "workbook; may be given more than once. It is for totals: the export of each table proves itself"
    )
    export.add_argument("--sign", type=Path, metavar="KEY.pem", help="signs with this Ed25519 key of the unit")
    export.add_argument("--json", action="store_true", help="prints what the export says about itself, as JSON")

    report = command(
        "report",
        _report,
        "Prints a shoe on one page, or a day, a week or any period by table and dealer, as a PDF.",
        "eztrak report --day 2026-01-31 --out saturday.pdf",
    )
    add_history(report)
    report.add_argument("--out", type=Path, metavar="FILE.pdf", help="the PDF to write")
    add_choice(report)
    report.add_argument("--force", action="store_true", help="replaces a report that already exists")
    _add_others(report, "report of a period; may be given more than once")
    add_languages(report)
    report.add_argument("--json", action="store_true", help="prints the figures of a period as JSON instead")


def _add_others(parser: argparse.ArgumentParser, into: str) -> None:
    parser.add_argument(
        "--with",
        dest="others",
        type=Path,
        action="append",
        default=[],
        metavar="FILE",
        help=f"another table's history, into the same {into}",
    )


def _export(options: argparse.Namespace) -> int:
    database, choice = history_of(options), choice_of(options)
    if options.others:
        return _together([database, *options.others], choice, options)
    with Progress(options.out.name) as progress:
        about = export(database, choice, options.format, options.out, options.force, options.sign, progress)
    if options.json:
        print(json.dumps(about.plain()))
    else:
        signed = ", signed" if about.signature else ""
        counted = f"{about.shoes} shoes, {about.hands} hands, {about.voided} void"
        print(f"{options.out}: {counted}, {about.rows} rows of the journal{signed}")
    return 0


def _together(databases: list[Path], choice: Choice, options: argparse.Namespace) -> int:
    if options.format != "xlsx" or options.sign:
        raise UsageError("several tables go into a workbook, which is not signed: --format xlsx, without --sign")
    with Progress(options.out.name) as progress:
        described = together(databases, choice, options.out, options.force, progress)
    if options.json:
        print(json.dumps([one.plain() for one in described]))
    for path, one in zip(databases, described, strict=True):
        if not options.json:
            print(f"{path}: {one.shoes} shoes, {one.hands} hands, {one.voided} void")
    return 0


def _report(options: argparse.Namespace) -> int:
    from eztrak.supervisor.report import period, report, style_of

    loaded, choice, database = loaded_of(options), choice_of(options), history_of(options)
    if options.json and choice.shoe is not None:
        raise UsageError("--json prints the figures of a period; `eztrak shoe --id N --json` prints a shoe")
    if options.others and choice.shoe is not None:
        raise UsageError("a shoe belongs to one table: --shoe without --with")
    if options.out is None and not options.json:
        raise UsageError("where to? give --out FILE.pdf, or --json")
    with Progress("reading", unit="hands") as progress:
        if options.json:
            figures = period((database, *options.others), choice, progress)
        else:
            style = style_of(loaded, languages_of(options, loaded, printed=True))
            title, others = _title(options), options.others
            said = report(database, choice, title, options.out, style, options.force, progress, others)
    if options.json:
        print(json.dumps(figures.plain()))
    else:
        print(f"{options.out}: {_title(options)}", *([said] if said else []), sep="\n")
    return 0


def _title(options: argparse.Namespace) -> Said | All:
    """What the report is called at the top of its pages."""

    if options.shoe is not None:
        return Said("shoe {shoe}", shoe=options.shoe)
    dealer = [] if options.dealer is None else [Said("dealer {dealer}", dealer=options.dealer)]
    return All((days_text(*days_of(options)), *dealer, *([options.table] if options.table else [])), ", ")
