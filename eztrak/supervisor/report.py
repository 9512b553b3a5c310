"""Reports on paper: a shoe on one page, or a period by table, dealer and day. Read-only, whole or not at all."""

from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from eztrak.config.load import Loaded
from eztrak.display.theme import Theme, theme
from eztrak.display.words import Words
from eztrak.game.hand import Hand, Outcome
from eztrak.journal.extract import HANDS, SHOES, Choice, Extract, Values, extract
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
        rows = list(chosen.shoes())
        if not rows:
            raise RefusedError(none_chosen(choice, database))
        told = _told(dict(zip(SHOES, rows[0], strict=True)), chosen)
    finally:
        chosen.close()
    return replace(told, nth=_nth(database, told))


def _nth(database: Path, told: ShoeTold) -> int:
    """Which shoe of its local day it was."""
    if instant(told.started_at) is None:
        return 0
    day = day_of(told.started_at)
    of_day = extract(database, Choice(*span(day, day)))
    try:
        return sum(values[0] <= told.number for values in of_day.shoes())
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


def _told(shoe: dict[str, object], chosen: Extract) -> ShoeTold:
    hands = [dict(zip(HANDS, row, strict=True)) for row in chosen.hands()]
    hands.sort(key=lambda row: row["place"])
    ((_, dealt),) = chosen.dealt()
    corrections: list[Values] = list(chosen.corrections())
    return ShoeTold(
        number=int(str(shoe["shoe"])),
        table=str(shoe["table_name"]),
        started_at=str(shoe["started_at"]),
        ended_at=None if shoe["ended_at"] is None else str(shoe["ended_at"]),
        seal=None if shoe["seal"] is None else str(shoe["seal"]),
        dealt=dealt,
        hands=tuple((_hand(row), row["entered_at"], row["dealer"]) for row in hands),
        corrections=tuple(corrections),
    )


def _hand(row: dict[str, object]) -> Hand:
    flags = {name: bool(row[name]) for name in ("natural", "dragon7", "panda8", "free", "voided")}
    cards = {"player": str(row["player_cards"]), "banker": str(row["banker_cards"])}
    return Hand(Outcome(str(row["outcome"])), number=int(str(row["hand"])), **flags, **cards)  # type: ignore[arg-type]
