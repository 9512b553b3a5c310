"""The dispute file of a hand: a sheet to read beside the recording, and an extract that proves what stands on it.

The sheet has what happened to the hand, what was in force when it was dealt, a quarter of an hour as a line and in
words, and the seal. The extract is the export of its shoe as JSON lines, with the rows of the journal that it was made
of and the unit's own signature over them, where the unit has a key.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from eztrak.display.panels.frame import wrapped
from eztrak.display.scene import Bar, Node
from eztrak.display.words import Words
from eztrak.journal.extract import Choice
from eztrak.journal.log import Asked, Step, log
from eztrak.journal.lookup import Dealing
from eztrak.journal.witness import head_of
from eztrak.supervisor.about import About
from eztrak.supervisor.columns import CAP, HEAD, LEADING, Printed, footing, paragraph, section, worded, written
from eztrak.supervisor.days import Ordinal, clock, day_of, full, long_day, on_days, zone_at
from eztrak.supervisor.export import export, whole
from eztrak.supervisor.names import paid
from eztrak.supervisor.paper import ALARM, HIGH, INK, LINE, MARGIN, SOFT, WIDE, Paper
from eztrak.supervisor.pit.tables import reading
from eztrak.supervisor.pit.timeline import WIDE as DRAWN
from eztrak.supervisor.pit.timeline import line_of
from eztrak.supervisor.recorded_shoe import RecordedShoe, one_hand
from eztrak.supervisor.report import Style, recorded_shoe
from eztrak.table import events as e
from eztrak.table.fingerprint import fingerprint
from eztrak.table.log_words import logged, terms_said
from eztrak.voice.said import All, Part, Said
from eztrak.voice.times import instant, local, utc

SHEET, EXTRACT = "dispute.pdf", "extract.jsonl"
AROUND = timedelta(minutes=7, seconds=30)  # before and after the hand was entered
ACROSS = WIDE - 2 * MARGIN
TOP, BOTTOM = 38.0, HIGH - 18


@dataclass(frozen=True, slots=True)
class Dispute:
    """All that the sheet tells of one hand."""

    whole: RecordedShoe
    one: RecordedShoe  # the same shoe with the hand alone
    dealing: Dealing
    since: datetime
    until: datetime
    steps: tuple[Step, ...]  # on record from then to then


def make_dispute(database: Path, shoe: int, hand: int, made: Path, style: Style) -> None:
    """Makes a folder with the two. Raises RefusedError or JournalError."""
    made.mkdir()
    about = export(database, Choice(shoe=shoe), "jsonl", made / EXTRACT)
    found = dispute_of(database, shoe, hand)
    printed = Printed(datetime.now().astimezone(), head_of(database))
    title = worded(_title(found), style.words)
    paper = Paper(f"{style.room}: {title}", style.words.language, style.paper)
    _Sheet(paper, found, style, printed).write(about)
    with whole(made / SHEET) as part:
        paper.save(part)


def dispute_of(database: Path, shoe: int, hand: int) -> Dispute:
    recorded = recorded_shoe(database, Choice(shoe=shoe))
    one = one_hand(recorded, hand)
    with reading(database) as lookup:
        dealing = lookup.dealing(shoe, hand)
    at = instant(one.hands[0].entered_at) or datetime.now(UTC)
    since, until = at - AROUND, at + AROUND
    return Dispute(recorded, one, dealing, since, until, tuple(log(database, Asked(utc(since), utc(until)))))


class _Sheet:
    """Goes down the page, and on to the next where there is no room."""

    def __init__(self, paper: Paper, found: Dispute, style: Style, printed: Printed) -> None:
        self._paper, self._found, self._style, self._printed = paper, found, style, printed
        self._words: Words = style.words
        self._y = 0.0

    def write(self, about: About) -> None:
        self._page()
        self._story()
        self._facts()
        self._line()
        self._rows()
        self._proof(about)

    def _page(self) -> None:
        shoe, words = self._found.whole.shoe, self._words
        self._paper.page()
        day = on_days(zone_at(self._found.one.hands[0].entered_at))
        notes = (Said("Times are those of the room's clock."),)
        nodes: list[Node] = [
            written(MARGIN, 17, _title(self._found), 5.2, INK, 118, words, True),
            written(MARGIN, 24.4, long_day(day_of(shoe.started_at)), 2.5, INK, 118, words),
            written(WIDE - MARGIN, 15.4, self._style.room, 2.1, SOFT, 60, words, anchor="r"),
            Bar(WIDE - MARGIN - 58, 19, 58, 11, INK, 1.5),
            written(WIDE - MARGIN - 56, 21.4, words.say("seal"), 1.4, (255, 255, 255), 12, words),
            written(WIDE - MARGIN - 2, 25.6, _seal(shoe.seal), 2.8, (255, 255, 255), 54, words, True, "r"),
            *footing(notes, self._printed, day, words),
        ]
        self._paper.paint(nodes)
        self._y = TOP

    def _section(self, title: Part, least: float = 24.0) -> None:
        if self._y + least > BOTTOM:
            self._page()
        self._y += 0.0 if self._y == TOP else 3.0
        self._paper.paint(section(self._y, title, self._words))
        self._y += 8.0

    def _entry(self, left: Part, right: Part, bold: bool = False, aside: Part = "") -> None:
        """What it is about, what is said of it in as many lines as it takes, and a short thing at the right."""
        words, wide = self._words, ACROSS - 50 - (14 if aside else 0)
        text = worded(right, words)
        lines = len(wrapped(text, CAP, wide, words.face_of(text, "bold" if bold else "medium")))
        high = lines * LEADING * CAP + 1.7
        if self._y + high > BOTTOM:
            self._page()
        nodes: list[Node] = [written(MARGIN, self._y, left, CAP, SOFT, 46, words)]
        nodes += paragraph(MARGIN + 50, self._y, right, CAP, ALARM if bold else INK, wide, words, bold)
        nodes += [written(WIDE - MARGIN, self._y, aside, HEAD, SOFT, 13, words, anchor="r")] if aside else []
        self._y += high
        self._paper.paint([*nodes, Bar(MARGIN, self._y - CAP - 0.2, ACROSS, 0.1, LINE)])

    def _story(self) -> None:
        self._section(Said("What happened to it"))
        game = self._found.whole.game
        for one in self._found.one.story:
            by: tuple[Part, ...] = (one.who, one.why) if one.why else (one.who,)
            line = Said("{what} ({who})", what=one.deed(game), who=All(by, ": "))
            self._entry(full(one.at), line, one.corrects)

    def _facts(self) -> None:
        self._section(Said("As it stands"))
        for what, text in _facts(self._found, self._words.language):
            self._entry(what, text)

    def _line(self) -> None:
        found = self._found
        name = found.whole.shoe.table
        nodes, high = line_of([(name, [step.record for step in found.steps])], found.since, found.until)
        scale = ACROSS / DRAWN
        self._section(
            Said("{since} to {until}", since=_clock(found.since), until=_clock(found.until)), 30 + high * scale
        )
        self._paper.paint(nodes, MARGIN, self._y - 3, scale)
        self._y += high * scale
        legend = Said(
            "A bar: bets open. A dot: a result, in the winner’s color. A ring: a correction. A line: anything else."
        )
        self._paper.paint([written(MARGIN, self._y, legend, HEAD, SOFT, ACROSS, self._words)])
        self._y += 7.0

    def _rows(self) -> None:
        self._section(Said("On record in this time"))
        for record, before, _ in self._found.steps:
            about = record.event
            own = isinstance(about, e.AboutHand) and (about.shoe, about.hand.number) == _which(self._found)
            row = f"{record.seq:,}"
            self._entry(local(record.moment.at), logged(about, before), own, row)

    def _proof(self, about: About) -> None:
        self._section(Said("How it is proved"), 40)
        for said in _proofs(self._found, about):
            text = worded(said, self._words)
            face = self._words.face_of(text, "medium")
            lines = wrapped(text, CAP, ACROSS, face)
            if self._y + len(lines) * LEADING * CAP > BOTTOM:
                self._page()
            self._paper.paint(paragraph(MARGIN, self._y, said, CAP, INK, ACROSS, self._words))
            self._y += len(lines) * LEADING * CAP + 1.6


def _facts(found: Dispute, language: str) -> Iterator[tuple[Part, Part]]:
    (one,), shoe, game = found.one.hands, found.whole.shoe, found.whole.game
    hand = one.hand
    places = [other.hand.number for other in found.whole.hands]
    yield Said("Result"), game.describe(hand)
    if pays := paid(game, hand):
        yield Said("It pays"), pays
    yield Said("Entered"), full(one.entered_at)
    nobody = Said("not on record: put in later") if found.dealing.later else Said("nobody")
    yield Said("Dealer on duty"), one.dealer or nobody
    nth = Ordinal(places.index(hand.number) + 1)
    yield Said("Order of play"), Said("{nth} of {count}", nth=nth, count=len(places))
    if hand.player or hand.banker:
        cards = {game.named("player"): hand.player or "–", game.named("banker"): hand.banker or "–"}
        yield Said("Cards"), All(tuple(Said("{side} {cards}", side=s, cards=c) for s, c in cards.items()), ", ")
    yield Said("Game"), game.name(language)
    if found.dealing.bets:
        yield Said("Bets"), All(tuple(_bets(at, opened) for at, opened in found.dealing.bets), ", ")
    if found.dealing.source:
        yield Said("Typed on"), found.dealing.source
    if found.dealing.terms:
        yield Said("In force"), terms_said(found.dealing.terms)
    yield Said("Seal of the shoe"), _seal(shoe.seal)
    if shoe.earlier:
        yield Said("Sealed before"), All(tuple(reversed(shoe.earlier)), ", ")


def _bets(at: str, opened: bool) -> Said:
    time = clock(at, True)
    return Said("open {time}", time=time) if opened else Said("closed {time}", time=time)


def _proofs(found: Dispute, about: About) -> Iterator[Said]:
    shoe = found.whole.shoe
    yield Said(
        "{file} beside this sheet is shoe {shoe} with the {count:,} rows of the journal that it was "
        "made from. “eztrak verify {file}” on any machine, or eztrak-check on one without eztrak, "
        "proves that none of them was changed.",
        file=EXTRACT,
        shoe=shoe.number,
        count=about.rows,
    )
    if shoe.seal:
        yield Said(
            "The seal {seal} follows from these rows. The board showed it when the shoe ended, or when a late"
            " correction had been made: compare it with the recording of the table.",
            seal=shoe.seal,
        )
    else:
        yield Said("The shoe has not ended: it has no seal yet. Download this file again when it has.")
    keys = dict.fromkeys(head.unit for head in about.heads)
    for key in keys:
        yield Said("The unit has signed the last of these rows with its key {key}.", key=fingerprint(key))
    if not keys:
        yield Said("The unit has not signed these rows: the seal on the recording is what proves them.")


def _title(found: Dispute) -> Said:
    shoe, hand = _which(found)
    return Said("Hand {hand} of shoe {shoe}, {table}", hand=hand, shoe=shoe, table=found.whole.shoe.table)


def _which(found: Dispute) -> tuple[int, int]:
    return found.whole.shoe.number, found.one.hands[0].hand.number


def _seal(seal: str | None) -> Part:
    return seal or Said("not ended")


def _clock(when: datetime) -> str:
    return clock(utc(when), True)
