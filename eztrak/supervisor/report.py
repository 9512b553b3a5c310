"""Reports on paper: a shoe on one page, or a period of one table or several, by table, dealer and day. Read-only, whole
or not at all."""

from collections.abc import Sequence
from contextlib import ExitStack, closing
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

from eztrak.config.load import Loaded
from eztrak.display.theme import on_paper
from eztrak.display.words import Words
from eztrak.game.game import Game
from eztrak.journal.extract import Choice, extract
from eztrak.journal.listed import ListedShoe
from eztrak.journal.lookup import Lookup
from eztrak.journal.witness import head_of
from eztrak.supervisor.columns import Printed, Style, head_said, worded
from eztrak.supervisor.days import day_of, instant
from eztrak.supervisor.errors import RefusedError
from eztrak.supervisor.export import allowed, nothing_found, whole
from eztrak.supervisor.paper import Paper
from eztrak.supervisor.period import Period
from eztrak.supervisor.period_page import Listing, period_pages
from eztrak.supervisor.progress import Progress
from eztrak.supervisor.recorded_shoe import RecordedShoe
from eztrak.supervisor.shoe_page import shoe_page
from eztrak.table.story import Happened
from eztrak.voice.day import span
from eztrak.voice.said import All, Part, Said

LISTED = timedelta(days=7, hours=2)  # a week, also that in which the clock is set back


def style_of(loaded: Loaded, languages: tuple[str, ...] = ()) -> Style:
    """In the languages of the room, where nobody asks for others."""
    display, paper = loaded.config.display, loaded.config.paper
    words = Words(languages or paper.languages or display.languages)
    return Style(loaded.config.room.name, on_paper(display.theme), words, display.tail, paper.size)


def report(
    database: Path,
    choice: Choice,
    title: Part,
    out: Path,
    style: Style,
    force: bool = False,
    progress: Progress | None = None,
    others: Sequence[Path] = (),
    missing: Sequence[tuple[str, Part]] = (),
) -> All:
    """Writes a PDF: one shoe where one is chosen, else the period; of a period it returns whether anything is off.

    `others`: the histories of more tables, for a period; `missing`: tables that cannot be read, and why. Raises
    RefusedError or JournalError.
    """
    allowed(out, force)
    if out.is_dir():
        raise RefusedError("{path}: is a folder; give the name of a file", path=out)
    several = bool(others or missing)
    printed = Printed(datetime.now().astimezone(), None if several else head_of(database))
    title = Said("{title}, so far", title=title) if _running(choice, printed.at) else title
    paper, said = Paper(f"{style.room}: {worded(title, style.words)}", style.words.language, style.paper), All(())
    if choice.shoe is None:
        databases = (database, *others)
        figures = period(databases, choice, progress)
        few_days = listing(databases, choice)
        if several:
            few_days = replace(few_days, tables=(*map(_witnessed, databases), *missing))
        period_pages(paper, title, figures, style, printed, few_days)
        said = figures.sentence
    else:
        recorded = recorded_shoe(database, choice)
        shoe_page(paper, recorded, style, printed)
    with whole(out) as part:
        paper.save(part)
    return said


def _running(choice: Choice, now: datetime) -> bool:
    """Whether chosen days are not over yet."""
    ends = instant(choice.until)
    return ends is not None and now < ends


def recorded_shoe(database: Path, choice: Choice) -> RecordedShoe:
    """All that is recorded of a chosen shoe."""
    with closing(extract(database, choice)) as record:
        shoe = next(record.listed(), None)
        if shoe is None:
            raise nothing_found(choice, database)
        hands = tuple(one for one in record.listed_hands(shoe.number) if choice.dealer in (None, one.dealer))
        return RecordedShoe(shoe, hands, tuple(record.story()), _nth(database, shoe))


def _nth(database: Path, shoe: ListedShoe) -> int:
    """Which shoe of its local day it was."""
    if instant(shoe.started_at) is None:
        return 0
    day = day_of(shoe.started_at)
    with closing(extract(database, Choice(*span(day, day)))) as of_day:
        return sum(other.number <= shoe.number for other in of_day.listed())


def listing(databases: Sequence[Path], choice: Choice) -> Listing:
    """The shoes and corrections of a day, or of the few days of a week; nothing of more: an export has them."""
    since, until = instant(choice.since), instant(choice.until)
    if not (since and until and until - since < LISTED):
        return Listing()
    shoes: list[ListedShoe] = []
    corrections: list[tuple[str, Game, Happened]] = []
    for database in databases:
        with closing(extract(database, choice)) as record:
            known = {shoe.number: shoe for shoe in record.listed()}
            shoes += known.values()
            of = [(known.get(one.shoe), one) for one in record.corrections()]
            corrections += [(shoe.table, shoe.game, one) for shoe, one in of if shoe]
    return Listing(tuple(shoes), tuple(corrections))


def period(databases: Sequence[Path], choice: Choice, progress: Progress | None = None) -> Period:
    """Of one table or of several; RefusedError where none has a shoe that is chosen."""
    with ExitStack() as opened:
        records = [opened.enter_context(closing(extract(path, choice))) for path in databases]
        counts = [record.count() for record in records]
        if not any(shoes for shoes, *_ in counts):
            raise nothing_found(choice, databases[0])
        if progress:
            progress.expect(sum(hands for _, hands, _ in counts))
        figures = Period()
        for record in records:
            figures.add(record, *([progress] if progress else []))
        return figures


def _witnessed(database: Path) -> tuple[str, Part]:
    """What the table calls itself, and which row of its history was the newest."""
    with closing(Lookup(database)) as lookup:
        newest = lookup.now()
    return newest.table if newest else database.stem, head_said(head_of(database))
