"""shoes and verify: what the record holds, and whether it is as it was written."""

import argparse
import json
from pathlib import Path

from eztrak.commands.given import Adder, add_config, add_database, database_of, loaded_of


def add(command: Adder) -> None:
    shoes = command("shoes", _shoes, "Lists the shoes in the history.", "eztrak shoes --json")
    add_database(shoes)
    add_config(shoes)
    shoes.add_argument("--json", action="store_true", help="prints a JSON list")

    verify = command("verify", _verify, "Checks the history from end to end.", "eztrak verify eztrak.db")
    verify.add_argument("file", nargs="?", type=Path, help="the database (default: the one that the board writes)")
    add_database(verify)
    add_config(verify)
    verify.add_argument("--json", action="store_true", help="prints JSON")


def _shoes(options: argparse.Namespace) -> int:
    from eztrak.display.plain import counts_json
    from eztrak.game.notation import write
    from eztrak.journal.history import History

    history = History(options.db or database_of(loaded_of(options)))
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


def _verify(options: argparse.Namespace) -> int:
    from eztrak.journal.verify import verify

    path = options.file or options.db or database_of(loaded_of(options))
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
