"""Hands per hour by dealer, and how many hands are voided or corrected, over a period of at most a month.

A pace is measured from hand to hand; pauses that are breaks are left out, see lookup. A month and not a year: the page
answers at once, and longer periods are for the report.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from flask import Flask, render_template, request

from eztrak.journal.lookup import BREAK_MINUTES, Pace
from eztrak.supervisor.pit import times
from eztrak.supervisor.pit.tables import MissingError, Tables, reading

MOST_DAYS = 31
FEWEST = 10  # timed hands, before a pace is told


@dataclass(frozen=True, slots=True)
class Dealt:
    """What was dealt by somebody or at a table. `hands` counts every hand entered, void ones too."""

    hands: int = 0
    voided: int = 0
    corrected: int = 0
    timed: int = 0
    seconds: float = 0.0

    @property
    def hours(self) -> float:
        return self.seconds / 3600

    @property
    def per_hour(self) -> float | None:
        """None where too little was timed to say."""
        return self.timed / self.hours if self.timed >= FEWEST and self.seconds else None


def add(site: Flask, tables: Tables, today: Callable[[], date]) -> None:
    @site.get("/dealers")
    def dealers() -> str:
        first, last = _period(today())
        by_dealer: defaultdict[int, list[Pace]] = defaultdict(list)
        by_table = []
        everything = tables.all()
        for table in everything:
            if table.fault:
                continue
            with reading(table.path) as lookup:
                paces = lookup.paces(*times.span(first, last))
            by_table.append((table, _together(paces)))
            for pace in paces:
                by_dealer[pace.dealer].append(pace)
        return render_template(
            "dealers.html",
            first=first,
            last=last,
            dealers=[(number, _together(paces)) for number, paces in sorted(by_dealer.items())],
            by_table=by_table,
            shown=everything,
            break_minutes=BREAK_MINUTES,
        )


def _together(paces: Iterable[Pace]) -> Dealt:
    found = list(paces)
    return Dealt(
        sum(pace.hands for pace in found),
        sum(pace.voided for pace in found),
        sum(pace.corrected for pace in found),
        sum(pace.timed for pace in found),
        sum(pace.seconds for pace in found),
    )


def _period(today: date) -> tuple[date, date]:
    typed = [request.args.get(name, "") for name in ("from", "to")]
    days = [times.parsed(text) for text in typed]
    for text, day in zip(typed, days, strict=True):
        if text and day is None:
            raise MissingError(f"“{text}” is no day; one is written as 2026-01-31.")
    last = days[1] or today
    first = days[0] or last - timedelta(days=6)
    if not 0 <= (last - first).days < MOST_DAYS:
        raise MissingError(f"A period goes forward and has at most {MOST_DAYS} days; the report takes longer ones.")
    return first, last
