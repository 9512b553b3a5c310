"""The dispute file of a hand: a sheet to read beside the recording, and an extract that proves what stands on it.

The sheet has what happened to the hand, what was in force when it was dealt, a quarter of an hour as a line and in
words, and the seal. The extract is the export of its shoe as JSON lines, with the rows of the journal that it was made
of and the unit's own signature over them, where the unit has a key.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from eztrak.display.scene import Bar, Node
from eztrak.display.words import Words
from eztrak.journal.extract import Choice
from eztrak.journal.log import Asked, LogRow, log
from eztrak.journal.lookup import Dealing
from eztrak.journal.witness import head_of
from eztrak.supervisor.about import About
from eztrak.supervisor.columns import (
    CAP,
    HEAD,
    LEADING,
    Printed,
    Style,
    corner,
    footing,
    paragraph,
    section,
    worded,
    written,
)
from eztrak.supervisor.days import Ordinal, clock, day_of, full, long_day, on_days, zone_at
from eztrak.supervisor.export import export, whole
from eztrak.supervisor.flow import Flow, Piece
from eztrak.supervisor.names import paid
from eztrak.supervisor.paper import ALARM, HIGH, INK, LINE, MARGIN, SOFT, WIDE, Paper
from eztrak.supervisor.pit.tables import reading
from eztrak.supervisor.pit.timeline import WIDE as DRAWN
from eztrak.supervisor.pit.timeline import line_of
from eztrak.supervisor.recorded_shoe import RecordedShoe, one_hand
from eztrak.supervisor.report import recorded_shoe
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
    steps: tuple[LogRow, ...]  # on record from then to then


def make_dispute(database: Path, shoe: int, hand: int, out: Path, style: Style) -> None:
    """Makes a folder with the two. Raises RefusedError or JournalError."""
    out.mkdir()
    about = export(database, Choice(shoe=shoe), "jsonl", out / EXTRACT)
    dispute = dispute_of(database, shoe, hand)
    printed = Printed(datetime.now().astimezone(), head_of(database))
    title = worded(_title(dispute), style.words)
    paper = Paper(f"{style.room}: {title}", style.words.language, style.paper)
    _write(paper, dispute, style, printed, about)
    with whole(out / SHEET) as part:
        paper.save(part)


def dispute_of(database: Path, shoe: int, hand: int) -> Dispute:
    recorded = recorded_shoe(database, Choice(shoe=shoe))
    one = one_hand(recorded, hand)
    with reading(database) as lookup:
        dealing = lookup.dealing(shoe, hand)
    at = instant(one.hands[0].entered_at) or datetime.now(UTC)
    since, until = at - AROUND, at + AROUND
    return Dispute(recorded, one, dealing, since, until, tuple(log(database, Asked(utc(since), utc(until)))))


def _write(paper: Paper, dispute: Dispute, style: Style, printed: Printed, about: About) -> None:
    words, shoe, game = style.words, dispute.whole.shoe, dispute.whole.game

    def begin(_: int) -> tuple[list[Node], float]:
        day = on_days(zone_at(dispute.one.hands[0].entered_at))
        nodes: list[Node] = [
            written(MARGIN, 17, _title(dispute), 5.2, INK, 118, words, True),
            written(MARGIN, 24.4, long_day(day_of(shoe.started_at)), 2.5, INK, 118, words),
            *corner(style.room, shoe.seal, words),
            *footing((Said("Times are those of the room's clock."),), printed, day, words),
        ]
        return nodes, TOP

    flow = Flow(paper, begin, BOTTOM)
    story = [_entry(full(one.at), one.line(game), words, bold=one.corrects) for one in dispute.one.story]
    flow.add([_section(Said("What happened to it"), words), *story], 3.0)
    facts = [_entry(what, text, words) for what, text in _facts(dispute, words.language)]
    flow.add([_section(Said("As it stands"), words), *facts], 3.0)
    flow.add(_line(dispute, words), 3.0)
    rows = [_row(step, dispute, words) for step in dispute.steps]
    flow.add([_section(Said("On record in this time"), words), *rows], 3.0)
    proofs = [paragraph(MARGIN, 0, said, CAP, INK, ACROSS, words) for said in _proofs(dispute, about)]
    pieces = [Piece(len(lines) * LEADING * CAP + 1.6, lines) for lines in proofs]
    flow.add([_section(Said("How it is proved"), words, 32), *pieces])


def _section(title: Part, words: Words, below: float = 16.0) -> Piece:
    return Piece(8.0, section(0, title, words), below)


def _entry(left: Part, right: Part, words: Words, bold: bool = False, aside: Part = "") -> Piece:
    """What it is about, what is said of it in as many lines as it takes, and a short thing at the right."""
    wide = ACROSS - 50 - (14 if aside else 0)
    lines = paragraph(MARGIN + 50, 0, right, CAP, ALARM if bold else INK, wide, words, bold)
    high = len(lines) * LEADING * CAP + 1.7
    beside = [written(WIDE - MARGIN, 0, aside, HEAD, SOFT, 13, words, anchor="r")] if aside else []
    under = Bar(MARGIN, high - CAP - 0.2, ACROSS, 0.1, LINE)
    return Piece(high, [written(MARGIN, 0, left, CAP, SOFT, 46, words), *lines, *beside, under])


def _line(dispute: Dispute, words: Words) -> Iterator[Piece]:
    lane = (dispute.whole.shoe.table, [step.record for step in dispute.steps])
    drawn, high = line_of([lane], dispute.since, dispute.until)
    scale = ACROSS / DRAWN
    title = Said("{since} to {until}", since=_clock(dispute.since), until=_clock(dispute.until))
    yield Piece(5.0, section(0, title, words), high * scale + 8)
    yield Piece(high * scale + 3, drawn, left=MARGIN, scale=scale)
    legend = Said(
        "A bar: bets open. A dot: a result, in the winner’s color. A ring: a correction. A line: anything else."
    )
    yield Piece(7.0, [written(MARGIN, 0, legend, HEAD, SOFT, ACROSS, words)])


def _row(step: LogRow, dispute: Dispute, words: Words) -> Piece:
    about, at = step.record.event, local(step.record.moment.at)
    own = isinstance(about, e.AboutHand) and (about.shoe, about.hand.number) == _which(dispute)
    return _entry(at, logged(about, step.before), words, own, f"{step.record.seq:,}")


def _facts(dispute: Dispute, language: str) -> Iterator[tuple[Part, Part]]:
    (one,), shoe, game = dispute.one.hands, dispute.whole.shoe, dispute.whole.game
    hand = one.hand
    places = [other.hand.number for other in dispute.whole.hands]
    yield Said("Result"), game.describe(hand)
    if pays := paid(game, hand):
        yield Said("It pays"), pays
    yield Said("Entered"), full(one.entered_at)
    nobody = Said("not on record: put in later") if dispute.dealing.later else Said("nobody")
    yield Said("Dealer on duty"), one.dealer or nobody
    nth = Ordinal(places.index(hand.number) + 1)
    yield Said("Order of play"), Said("{nth} of {count}", nth=nth, count=len(places))
    if hand.player or hand.banker:
        cards = {game.named("player"): hand.player or "–", game.named("banker"): hand.banker or "–"}
        yield Said("Cards"), All(tuple(Said("{side} {cards}", side=s, cards=c) for s, c in cards.items()), ", ")
    yield Said("Game"), game.name(language)
    if dispute.dealing.bets:
        yield Said("Bets"), All(tuple(_bets(at, opened) for at, opened in dispute.dealing.bets), ", ")
    if dispute.dealing.source:
        yield Said("Typed on"), dispute.dealing.source
    if dispute.dealing.terms:
        yield Said("In force"), terms_said(dispute.dealing.terms)
    yield Said("Seal of the shoe"), shoe.seal or Said("not ended")
    if shoe.earlier:
        yield Said("Sealed before"), All(tuple(reversed(shoe.earlier)), ", ")


def _bets(at: str, opened: bool) -> Said:
    time = clock(at, True)
    return Said("open {time}", time=time) if opened else Said("closed {time}", time=time)


def _proofs(dispute: Dispute, about: About) -> Iterator[Said]:
    shoe = dispute.whole.shoe
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


def _title(dispute: Dispute) -> Said:
    shoe, hand = _which(dispute)
    return Said("Hand {hand} of shoe {shoe}, {table}", hand=hand, shoe=shoe, table=dispute.whole.shoe.table)


def _which(dispute: Dispute) -> tuple[int, int]:
    return dispute.whole.shoe.number, dispute.one.hands[0].hand.number


def _clock(when: datetime) -> str:
    return clock(utc(when), True)
