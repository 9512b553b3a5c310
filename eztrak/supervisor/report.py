"""Reports on paper: a shoe on one page, or a period by table, dealer and day. Read-only, whole or not at all."""

from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from eztrak.config.load import Loaded
from eztrak.display.theme import Theme, theme
from eztrak.display.words import Words
from eztrak.journal.extract import Choice, extract
from eztrak.journal.listed import ListedShoe
from eztrak.roads.drawing import Tail
from eztrak.supervisor.days import day_of, instant, span
from eztrak.supervisor.errors import RefusedError
from eztrak.supervisor.export import allowed, none_chosen, whole
from eztrak.supervisor.paper import Paper
from eztrak.supervisor.period import Period
from eztrak.supervisor.period_page import period_pages
from eztrak.supervisor.progress import Progress
from eztrak.supervisor.shoe_page import shoe_page
from eztrak.supervisor.told import ShoeTold


@dataclass(frozen=True, slots=True)
class Style:
    """How this room prints."""

    room: str
    theme: Theme
    words: Words
    tail: Tail = Tail.DOWN_FIRST


def style_of(loaded: Loaded) -> Style:
    display = loaded.config.display
    return Style(loaded.config.room.name, theme(display.theme), Words(display.languages), display.tail)


def report(
    database: Path,
    choice: Choice,
    title: str,
    out: Path,
    style: Style,
    force: bool = False,
    progress: Progress | None = None,
) -> str:
    """Writes a PDF: one shoe where one is chosen, else the period; of a period it returns whether anything is off.

    Raises RefusedError or JournalError.
    """
    allowed(out, force)
    if out.is_dir():
        raise RefusedError(f"{out}: is a folder; the name of a file is needed")
    printed = datetime.now().astimezone()
    title += ", so far" if _running(choice, printed) else ""
    paper, said = Paper(f"{style.room}: {title}"), ""
    if choice.shoe is None:
        told = period(database, choice, progress)
        period_pages(paper, title, told, style.room, style.theme, style.words, printed)
        said = told.sentence
    else:
        shoe_page(paper, shoe_told(database, choice), style.room, style.theme, style.words, style.tail, printed)
    with whole(out) as part:
        paper.save(part)
    return said


def _running(choice: Choice, now: datetime) -> bool:
    """Whether chosen days are not over yet."""
    ends = instant(choice.until)
    return ends is not None and now < ends


def shoe_told(database: Path, choice: Choice) -> ShoeTold:
    """All that is recorded of a chosen shoe."""
    chosen = extract(database, choice)
    try:
        shoe = next(chosen.listed(), None)
        if shoe is None:
            raise RefusedError(none_chosen(choice, database))
        hands = tuple(one for one in chosen.listed_hands(shoe.number) if choice.dealer in (None, one.dealer))
        told = ShoeTold(shoe, hands, tuple(chosen.corrections()))
    finally:
        chosen.close()
    return replace(told, nth=_nth(database, shoe))


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


def period(database: Path, choice: Choice, progress: Progress | None = None) -> Period:
    chosen = extract(database, choice)
    try:
        shoes, hands = chosen.count()
        if not shoes:
            raise RefusedError(none_chosen(choice, database))
        told = Period()
        if progress:
            progress.expect(hands)
            told.add(chosen, progress)
        else:
            told.add(chosen)
        return told
    finally:
        chosen.close()
