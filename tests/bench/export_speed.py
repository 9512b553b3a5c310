"""How fast an export is against a plain one with the csv module, and how much memory it takes.

    python tests/bench/export_speed.py [HANDS] [ROUNDS] [FORMAT]

The plain one selects the same columns of the same hands and writes them, without the journal that proves them. Each
round runs both in processes of their own, one after the other, so that a machine that is busy is busy for both; the
processor's time beside the clock's says how much of it was waiting.
"""

import csv
import os
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from statistics import median

from history import kept_history

from eztrak.journal.extract import ALL, extract


def plain(database: str, out: str) -> None:
    with closing(extract(Path(database), ALL, placed=True)) as chosen:
        columns = dict(chosen.columns.hands) | {"seal": "seal", "table_name": "table_name"}
        columns["day"] = chosen.columns.shoes["day"]
    of_shoe = "(SELECT shoe, seal, table_name, started_at FROM shoes)"
    asked = f"SELECT {', '.join(columns.values())} FROM hands JOIN {of_shoe} USING (shoe)"
    with closing(sqlite3.connect(database)) as connection, Path(out).open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(columns)
        writer.writerows(connection.execute(f"{asked} ORDER BY shoe, hand"))


def timed(command: Sequence[str]) -> tuple[float, float, float]:
    """Seconds by the clock, seconds of the processor, and megabytes at the most."""
    began, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, command
    del before
    return time.perf_counter() - began, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def main(hands: int = 1_000_000, rounds: int = 3, form: str = "csv") -> None:
    database = str(kept_history(hands))
    with tempfile.TemporaryDirectory(prefix="eztrak-bench-") as folder:
        out = Path(folder, "out")
        ours = [sys.executable, "-m", "eztrak", "export", "--db", database, "--format", form, "--out", str(out)]
        theirs = [sys.executable, __file__, "plain", database, str(Path(folder, "plain.csv"))]
        found = []
        for _ in range(rounds):
            found.append((timed(theirs), timed(ours)))
            shutil.rmtree(out, ignore_errors=True)
            out.unlink(missing_ok=True)
            (clock, cpu, _), (our_clock, our_cpu, peak) = found[-1]
            print(
                f"plain {hands / clock:9,.0f} hands/s  {form} {hands / our_clock:9,.0f} hands/s"
                f"  ratio {clock / our_clock:.2f}, of processor time {cpu / our_cpu:.2f}  peak {peak:.0f} MB",
                flush=True,
            )
    ratio, processor = (median(a[i] / b[i] for a, b in found) for i in (0, 1))
    print(f"{hands:,} hands as {form}: median ratio {ratio:.2f}, of processor time {processor:.2f}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["plain"]:
        plain(*sys.argv[2:4])
    else:
        main(*map(int, sys.argv[1:3]), *sys.argv[3:4])
