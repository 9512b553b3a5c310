"""The processor time that each page of the pit takes, with ten million hands on record, and a year of twenty tables.

    python tests/bench/pages.py [HANDS] [TABLES] [ROUNDS]

Asked through the site itself, the log-in and the packing of the answer included: every page, in the middle of the
record as well as at its end. Beside each stands what the same page takes with 1,000 hands on record: a page that is
slow because there is much on it is slow there too, one that reads the whole record is not.
"""

import shutil
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from statistics import median

from flask.testing import FlaskClient
from history import PAUSE, SHOE, kept_history

from eztrak.config.load import load
from eztrak.journal.extract import Choice
from eztrak.journal.lookup import Lookup
from eztrak.supervisor.days import day_of
from eztrak.supervisor.pit.dispute import make_dispute
from eztrak.supervisor.pit.making import make_export
from eztrak.supervisor.pit.passwords import Passwords
from eztrak.supervisor.pit.site import Office, site_of
from eztrak.supervisor.report import report, style_of
from eztrak.voice.said import Said
from eztrak.voice.times import instant

PAGE, YEAR = 0.3, 1.0  # seconds of the processor that a page, and the figures of a year, may take
DAYS = 365
PASSWORD, TOKEN = "a password of the bench", "a-token-of-the-bench-with-many-letters"


@dataclass(frozen=True, slots=True)
class Visit:
    what: str
    address: str
    most: float = PAGE
    status: int = 200


def visits(path: Path) -> list[Visit]:
    """Every page there is, of the newest shoe and of one in the middle."""
    with closing(Lookup(path)) as lookup:
        newest = lookup.newest(2)
        middle = lookup.shoe(max(1, newest[0].number // 2))
        assert middle is not None
    day, then = day_of(newest[0].started_at), day_of(middle.started_at)
    hour = f"{(instant(middle.started_at) or datetime.now()).astimezone():%H:%M}"
    month, year = (f"from={day - timedelta(days=days - 1)}&to={day}" for days in (30, DAYS))
    shoe, last = f"/table/1/shoe/{middle.number}", f"/table/1/shoe/{newest[0].number}"
    return [
        Visit("log-in", "/login"),
        Visit("tables now", "/"),
        Visit("tables now, again", "/now"),
        Visit("all days, newest year", "/days", YEAR),
        Visit("all days, year of the middle", f"/days?year={then.year}", YEAR),
        Visit("day, newest", f"/day/{day}"),
        Visit("day, middle", f"/day/{then}"),
        Visit("table", "/table/1"),
        Visit("table, a year", f"/table/1?{year}", YEAR),
        Visit("shoe in play", last),
        Visit("shoe, middle", shoe),
        Visit("hand, middle", f"{shoe}/hand/7"),
        Visit("log, newest day", "/log"),
        Visit("log, a day in the middle", f"/log?day={then}"),
        Visit("log, an hour in the middle", f"/log?day={then}&from={hour}"),
        Visit("log, a person", f"/log?day={then}&role=dealer&who=3"),
        Visit("log, a shoe", f"/log?shoe={middle.number}"),
        Visit("log, a hand", f"/log?shoe={middle.number}&hand=7"),
        Visit("corrections, a month", f"/corrections?{month}"),
        Visit("corrections, a year", f"/corrections?{year}", YEAR),
        Visit("shoe of a seal", f"/seal?seal={middle.seal or newest[1].seal}", status=303),
        Visit("seal of none", "/seal?seal=0000-0000-0000", status=404),
        Visit("box: day, shoe, hand", f"/find?table=1&day={then}&shoe=2&hand=7", status=303),
        Visit("figures, a week", "/figures"),
        Visit("figures, a month", f"/figures?{month}"),
        Visit("figures, a year", f"/figures?{year}", YEAR),
        Visit("dealer", "/dealer/3"),
        Visit("dealer, a year", f"/dealer/3?{year}", YEAR),
        Visit("a page that is not", "/nothing", status=404),
        Visit("program: tables", "/api/1/tables"),
        Visit("program: days", f"/api/1/days?from={then}&to={then}"),
        Visit("program: shoes", f"/api/1/shoes?from={then}&to={then}"),
        Visit("program: shoe", f"/api/1{shoe}"),
        Visit("program: health", "/healthz"),
    ]


@contextmanager
def visitor(paths: Sequence[Path]) -> Iterator[FlaskClient]:
    """Somebody who is logged in, some seconds after the newest hand."""
    with closing(Lookup(paths[0])) as lookup, tempfile.TemporaryDirectory(prefix="eztrak-bench-") as folder:
        shoe = lookup.newest(1)[0]
        ended = instant(lookup.hands(shoe.number)[-1].entered_at)
        assert ended is not None
        now = (ended + PAUSE / 2).astimezone()
        own = Path(folder, "page.db")
        passwords = Passwords(own)
        passwords.set(7, PASSWORD)
        office = Office(list(paths), style_of(load(None)), wall=lambda: now, token=TOKEN, beside=own)
        client = site_of(office, passwords).test_client()
        answer = client.post("/login", data={"number": "7", "password": PASSWORD})
        assert answer.status_code == 303
        yield client


def spent() -> float:
    """Seconds of the processor."""
    return time.process_time()


def asked(client: FlaskClient, visit: Visit) -> float:
    before = spent()
    headers = {"Accept-Encoding": "gzip"} | ({"Authorization": f"Bearer {TOKEN}"} if "/api/" in visit.address else {})
    answer = client.get(visit.address, headers=headers)
    answer.get_data()
    assert answer.status_code == visit.status, (visit, answer.status_code)
    return spent() - before


def made_beside(path: Path, rounds: int) -> Iterator[str]:
    """What the page lets other processes make, made here."""
    with closing(Lookup(path)) as lookup:
        number = max(1, lookup.newest(1)[0].number // 2)
    choice, style = Choice(shoe=number), style_of(load(None))
    jobs: dict[str, Callable[[Path], object]] = {
        "dispute pack": lambda made: make_dispute(path, number, 7, made, style),
        "shoe as PDF": lambda made: report(path, choice, Said("shoe {shoe}", shoe=number), made, style),
        "shoe as CSV": lambda made: make_export(path, choice, "csv", made),
        "shoe as a workbook": lambda made: make_export(path, choice, "xlsx", made),
    }
    for what, job in jobs.items():
        found = []
        for _ in range(rounds + 1):
            with tempfile.TemporaryDirectory(prefix="eztrak-bench-") as folder:
                before = spent()
                job(Path(folder, "made"))
                found.append(spent() - before)
        yield line(Visit(what, ""), found[0], median(found[1:]), "")


def twenty(tables: int, folder: Path) -> list[Path]:
    """A year of them: the same hands under other names, as far as figures are concerned."""
    kept = kept_history(round(timedelta(days=DAYS) / PAUSE / SHOE) * SHOE)
    made = []
    for number in range(1, tables + 1):
        made.append(folder / f"table-{number:02}.db")
        shutil.copyfile(kept, made[-1])
        with closing(sqlite3.connect(made[-1], isolation_level=None)) as connection:
            connection.execute("UPDATE shoes SET table_name = ?", (f"Table {number}",))
            for table in ("hands", "tallies"):  # each has five dealers of its own
                connection.execute(f"UPDATE {table} SET dealer = dealer + ?", (5 * number - 5,))
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return made


def line(visit: Visit, first: float, found: float, beside: str) -> str:
    over = "" if found < visit.most else f"   over {visit.most} s"
    return f"{visit.what:32} {found:7.3f} s  first {first:6.3f} s  {beside}{over}"


def main(hands: int = 10_000_000, tables: int = 20, rounds: int = 5) -> None:
    small: dict[str, float] = {}
    for count in (1_000, hands):
        path = kept_history(count)
        with visitor([path]) as client:
            print(f"{count:,} hands, processor time of a page: median of {rounds}, and the first")
            for visit in visits(path):
                first = asked(client, visit)
                found = median(asked(client, visit) for _ in range(rounds))
                beside = "" if count == 1_000 else f"with 1,000 hands {small[visit.what]:6.3f} s"
                small.setdefault(visit.what, found)
                print(line(visit, first, found, beside), flush=True)
        print(*made_beside(path, rounds), sep="\n", flush=True)
    if not tables:
        return
    with tempfile.TemporaryDirectory(prefix="eztrak-bench-", dir="/var/tmp") as folder:
        paths = twenty(tables, Path(folder))
        print(f"a year of {tables} tables")
        with visitor(paths) as client:
            for visit in visits(paths[0]):
                first = asked(client, visit)
                found = median(asked(client, visit) for _ in range(rounds))
                print(line(visit, first, found, ""), flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:4]))
