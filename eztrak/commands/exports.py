"""export and report: chosen shoes for a spreadsheet, for a program, or on paper."""

import argparse
import json
from pathlib import Path

from eztrak.commands.chosen import add_choice, choice_of
from eztrak.commands.given import Adder, add_config, add_database, database_of, loaded_of


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
