"""shoes and verify: what the record holds, and whether it is as it was written."""

import argparse
import json
import re
from collections import Counter
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path

from eztrak.appliance.paths import there
from eztrak.commands.arguments import history_of
from eztrak.commands.asked import Adder, UsageError, add_history
from eztrak.commands.selection import add_choice, choice_of
from eztrak.commands.witnesses import add_witness, witnesses_of
from eztrak.display.plain import counts_json
from eztrak.game.notation import write
from eztrak.journal.chain import plain_seal
from eztrak.journal.errors import JournalError
from eztrak.journal.extract import extract
from eztrak.journal.keying import missing
from eztrak.journal.lookup import Lookup
from eztrak.journal.verify import verify
from eztrak.supervisor.days import Ordinal, beginning, day_text, ending, local, zone
from eztrak.supervisor.errors import RefusedError
from eztrak.supervisor.export import nothing_found
from eztrak.supervisor.progress import Progress
from eztrak.supervisor.proof import prove, reading_of
from eztrak.supervisor.recorded_shoe import sealed, shoe_named, shoe_seals
from eztrak.table.expectation import expected
from eztrak.table.stats import percent
from eztrak.voice.said import Said


def add(command: Adder) -> None:
    shoes = command("shoes", _shoes, "Lists the shoes in the history.", "eztrak shoes --day yesterday")
    add_history(shoes)
    add_choice(shoes)
    shoes.add_argument(
        "--totals", action="store_true", help="prints the totals of all shoes instead, with the exact odds beside them"
    )
    shoes.add_argument("--json", action="store_true", help="prints a JSON list")

    verify = command(
        "verify",
        _verify,
        "Checks the history, or an export, from end to end.",
        "eztrak verify eztrak.db --seal 7K3M-Q2ZD-9FXA-31RS-8TWE",
    )
    verify.add_argument(
        "file", nargs="?", type=Path, help="the database, or an export (default: the database that the board writes)"
    )
    verify.add_argument("--key", type=Path, metavar="PUBLIC.pem", help="the key that an export must be signed by")
    add_history(verify)
    verify.add_argument(
        "--seal",
        action="append",
        default=[],
        type=_seal,
        metavar="CODE",
        help="a seal from a recording, which has to be in the history or the export; may be given more than once",
    )
    add_witness(verify)
    verify.add_argument("--json", action="store_true", help="prints JSON")


def _shoes(options: argparse.Namespace) -> int:
    if options.totals:
        return _totals(options)
    database, choice = history_of(options), choice_of(options)
    any_shoe, nth, listed = False, Counter[str](), []
    with closing(extract(database, choice)) as record:
        for shoe in record.listed():
            any_shoe, hands = True, [one.hand for one in record.listed_hands(shoe.number)]
            if options.json:
                named = shoe_named(shoe) | {"notation": write(hands, shoe.game)}
                listed.append(named | counts_json(shoe.stats, shoe.game.counted) | shoe_seals(shoe))
                continue
            stats, day = shoe.stats, day_text(shoe.started_at)
            nth[day] += 1
            # Of a day whose other shoes are left out nobody can say which one it was.
            which = f"{Ordinal(nth[day])} of {day}" if choice.whole_days else day
            ends = str(ending(shoe.started_at, shoe.over_at)) or "now"
            times = f"{beginning(shoe.started_at)} to {ends} ({zone(shoe.started_at)})"
            corrected = f"  corrected {shoe.corrected}" if shoe.corrected else ""
            counts = "".join(f"  {shoe.game.says(id)}: {stats.of(id)}" for id in shoe.game.tiles)
            print(
                f"shoe {shoe.number}  {shoe.table}  {which}  {times}  {shoe.game.name()}  hands {stats.hands}{counts}"
                f"  voided {stats.voided}{corrected}  {sealed(shoe)}"
            )
    if not any_shoe and not choice.everything:
        raise nothing_found(choice, database)
    if options.json:
        print(json.dumps(listed))
    return 0


def _totals(options: argparse.Namespace) -> int:
    if not choice_of(options).everything:
        raise UsageError("--totals are of all shoes; `eztrak report` has the figures of chosen ones")
    database = history_of(options)
    with closing(Lookup(database)) as lookup:
        totals = lookup.totals()
        newest = lookup.newest(1)
    if not totals:
        raise RefusedError(
            "{path}: has no totals yet; they start with the first shoe, or with the board's next start", path=database
        )
    table, stats, fair = newest[0].table, totals.stats, expected(totals.dealt)

    def share(id: str) -> float:
        """Where several games were dealt, of the hands in which it could come up."""
        return percent(stats.of(id), sum(part.stats.hands for part in totals.dealt if id in part.game.counted))

    if options.json:
        named = {"table": table, "since": totals.since, "shoes": totals.shoes}
        ids = dict.fromkeys(id for part in totals.dealt for id in part.game.counted)
        counted = counts_json(stats, ids) | {"percent": {id: share(id) for id in ids}}
        print(json.dumps(named | counted | {"expected": {id: round(count, 2) for id, count in fair.items()}}))
        return 0
    print(
        f"{table}  since {local(totals.since, '%Y-%m-%d')}  shoes {totals.shoes:,}  hands {stats.hands:,}"
        f"  free {stats.free:,}  voided {stats.voided:,}"
    )
    wide = max(map(len, fair), default=0)
    for id, count in fair.items():
        print(f"{id:{wide}} {stats.of(id):>14,}  {share(id):4.1f} %  expected {count:>16,.1f}")
    return 0


def _verify(options: argparse.Namespace) -> int:
    if options.file and options.floor is not None:
        raise UsageError(f"{options.file} or --floor, not both")
    path = options.file or history_of(options)
    export = reading_of(path)
    if options.key and not export:
        raise UsageError(f"{path}: --key is for exports; of a database verify names the keys that signed its rows")
    if not export:
        _refuse(path)
    witnesses = witnesses_of(options)
    left_out = () if export else _left_out(path)
    with Progress("checking") as progress:
        if export:
            finding, about = prove(export, options.key, progress, options.seal, witnesses)
        else:
            finding, about = verify(path, options.seal, progress.at, 0, witnesses, signed=options.floor is None), None
            finding = replace(finding, faults=(*finding.faults, *left_out)) if left_out else finding
    signed = {"signed_by": about.key or None} if about else {}
    if options.json:
        print(
            json.dumps(
                {
                    "file": str(path),
                    "ok": finding.well,
                    "rows": finding.rows,
                    "shoes": finding.shoes,
                    "hands": finding.hands,
                    "voided": finding.voided,
                    "head": finding.head,
                    "faults": list(map(str, finding.faults)),
                    "strange": list(map(str, finding.strange)),
                    "notes": list(map(str, finding.notes)),
                    "disputed": list(map(str, finding.disputed)),
                    "sealed": finding.sealed,
                    "witnessed": [{"witness": one.name, "row": one.row} for one in finding.witnessed],
                    "open_since": finding.open_since,
                    "keys": [
                        {
                            "key": use.name,
                            "public": use.public,
                            "place": use.place,
                            "first": use.first,
                            "last": use.last,
                        }
                        for use in finding.keys
                    ],
                    **signed,
                }
            )
        )
    elif not finding.well:
        if finding.faults:
            print(f"{path}: NOT as it was written\n" + "\n".join(map(str, finding.faults)))
        if finding.strange:
            print(f"{path}: this CANNOT have happened\n" + "\n".join(map(str, finding.strange)))
        if finding.disputed:
            print(f"{path}: a witness DISAGREES\n" + "\n".join(map(str, finding.disputed)))
    else:
        print(f"{path}: all well: {finding.counted}, head {finding.head[:16]}…")
        if about and about.signature:
            print(f"signed by the key {about.key}")
    if not options.json and not finding.faults:
        print("\n".join(map(str, finding.standing)))
        if not (finding.keys or export):
            print("not keyed: no unit's key vouches for any row, so nothing in it says who wrote it")
    if finding.notes and not options.json:
        print("On record, or seen in it:\n" + "\n".join(map(str, finding.notes)))
    return 0 if finding.well else 1


def _left_out(path: Path) -> tuple[Said, ...]:
    """What the note beside the unit's key says against its history."""

    with suppress(JournalError):  # the check of the rows says what is wrong with the file
        return tuple(said for said in [missing(path)] if said)
    return ()


def _refuse(path: Path) -> None:
    """What is plainly no database is not called a damaged one."""
    kind = path.suffix.lower()
    if kind == ".pdf":
        raise UsageError(
            f"{path}: a PDF cannot be verified; a database can, and an export: xlsx, jsonl, csv or its zip"
        )
    if kind != ".db" and not there(path):
        raise UsageError(f"{path}: there is no such file")


def _seal(text: str) -> str:
    code = plain_seal(text)
    if not re.fullmatch(r"([0-9A-HJKMNP-TV-Z]{4}-){2}(([0-9A-HJKMNP-TV-Z]{4}-){2})?[0-9A-HJKMNP-TV-Z]{4}", code):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a seal; give its twenty letters and figures: 7K3M-Q2ZD-9FXA-31RS-8TWE (twelve for a "
            "shoe of"
            " an older eztrak)"
        )
    return code
