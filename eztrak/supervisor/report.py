"""Reports on paper: a shoe on one page, or a period by table, dealer and day. Read-only, whole or not at all."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path

from eztrak.config.load import Loaded
from eztrak.display.theme import Theme, on_paper
from eztrak.display.words import Words
from eztrak.journal.extract import Choice, extract
from eztrak.journal.listed import ListedShoe
from eztrak.journal.witness import head_of
from eztrak.roads.drawing import Tail
from eztrak.supervisor.columns import Printed, worded
from eztrak.supervisor.days import day_of, instant
from eztrak.supervisor.errors import RefusedError
from eztrak.supervisor.export import allowed, nothing_found, whole
from eztrak.supervisor.paper import Paper
from eztrak.supervisor.period import Period
from eztrak.supervisor.period_page import Listing, period_pages
from eztrak.supervisor.progress import Progress
from eztrak.supervisor.recorded_shoe import RecordedShoe
from eztrak.supervisor.shoe_page import shoe_page
from eztrak.voice.day import span
from eztrak.voice.said import All, Part, Said

LISTED = timedelta(days=7, hours=2)  # a week, also that in which the clock is set back


@dataclass(frozen=True, slots=True)
class Style:
    """How this room prints."""

    room: str
    theme: Theme
    words: Words
    tail: Tail = Tail.DOWN_FIRST


def style_of(loaded: Loaded, languages: tuple[str, ...] = ()) -> Style:
    """In the languages of the room, where nobody asks for others."""
    display = loaded.config.display
    return Style(loaded.config.room.name, on_paper(display.theme), Words(languages or display.languages), display.tail)


def report(
    database: Path,
    choice: Choice,
    title: Part,
    out: Path,
    style: Style,
    force: bool = False,
    progress: Progress | None = None,
) -> All:
    """Writes a PDF: one shoe where one is chosen, else the period; of a period it returns whether anything is off.

    Raises RefusedError or JournalError.
    """
    allowed(out, force)
    if out.is_dir():
        raise RefusedError("{path}: is a folder; give the name of a file", path=out)
    printed = Printed(datetime.now().astimezone(), head_of(database))
    title = Said("{title}, so far", title=title) if _running(choice, printed.at) else title
    paper, said = Paper(f"{style.room}: {worded(title, style.words)}", style.words.language), All(())
    if choice.shoe is None:
        figures = period(database, choice, progress)
        found = listing(database, choice)
        period_pages(paper, title, figures, style.room, style.theme, style.words, printed, found)
        said = figures.sentence
    else:
        recorded = recorded_shoe(database, choice)
        shoe_page(paper, recorded, style.room, style.theme, style.words, style.tail, printed)
    with whole(out) as part:
        paper.save(part)
    return said


def _running(choice: Choice, now: datetime) -> bool:
    """Whether chosen days are not over yet."""
    ends = instant(choice.until)
    return ends is not None and now < ends


def recorded_shoe(database: Path, choice: Choice) -> RecordedShoe:
    """All that is recorded of a chosen shoe."""
    record = extract(database, choice)
    try:
        shoe = next(record.listed(), None)
        if shoe is None:
            raise nothing_found(choice, database)
        hands = tuple(one for one in record.listed_hands(shoe.number) if choice.dealer in (None, one.dealer))
        recorded = RecordedShoe(shoe, hands, tuple(record.story()))
    finally:
        record.close()
    return replace(recorded, nth=_nth(database, shoe))


def _nth(database: Path, shoe: ListedShoe) -> int:
    """Which shoe of its local day it was."""
    if instant(shoe.started_at) is None:
        return 0
    day = day_of(shoe.started_at)
    of_day = extract(database, Choice(*span(day, day)))
    try:
        return sum(other.number <= shoe.number for other in of_day.listed())
    finally:
        of_day.close()


def listing(database: Path, choice: Choice) -> Listing:
    """The shoes and corrections of a day, or of the few days of a week; nothing of more: an export has them."""
    since, until = instant(choice.since), instant(choice.until)
    if not (since and until and until - since < LISTED):
        return Listing()
    record = extract(database, choice)
    try:
        shoes = tuple(record.listed())
        known = {shoe.number: shoe for shoe in shoes}
        corrections = [one for one in record.story() if one.corrects and one.shoe in known]
        return Listing(shoes, tuple((known[one.shoe].table, known[one.shoe].game, one) for one in corrections))
    finally:
        record.close()


def period(database: Path, choice: Choice, progress: Progress | None = None) -> Period:
    record = extract(database, choice)
    try:
        shoes, hands = record.count()
        if not shoes:
            raise nothing_found(choice, database)
        figures = Period()
        if progress:
            progress.expect(hands)
            figures.add(record, progress)
        else:
            figures.add(record)
        return figures
    finally:
        record.close()
