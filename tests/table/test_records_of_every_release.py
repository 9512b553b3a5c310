"""Rows of each kind of event, as each release wrote them: every later one reads them, for ever.

With EZTRAK_ACCEPT=1 the rows of the release that is being made are written anew; those of one that is out stay.
"""

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any, get_type_hints

import pytest

from eztrak import __version__
from eztrak.game.first import first_game
from eztrak.game.hand import Hand, Outcome
from eztrak.journal.chain import canonical
from eztrak.table import events as e
from eztrak.table.changes import LIMIT, SHOE, Change, Planned
from eztrak.table.pack import Pack
from eztrak.table.position import Position
from eztrak.table.software import Checked, Running, Software
from eztrak.table.staff import Staff
from eztrak.table.terms import FeeRow, Limit, Terms
from eztrak.voice.said import All, Phrase, Said

RECORDS = Path(__file__).parent / "records"
RELEASES = sorted(file.stem for file in RECORDS.iterdir())
TERMS = Terms(
    game=first_game(True),
    pack=Pack(name="house", approved=False),
    limit=Limit(500, 30000),
    wager_limits=(("tie", Limit(500, 10000)),),
    schedule=(FeeRow(None, (("bet", 100),)),),
    timer_seconds=20,
    languages=("en", "zh_TW"),
    origin="x",
)
PLAN = Planned(1, SHOE, "supervisor 1", Change(LIMIT, "tie", 500, 600))
TOLD = Said("{name}: {seen}", name=Said("voltage"), seen=All((Said("too low"), Phrase("{}"), 3, "text")))
CHECKED = Checked("7K3M-Q2ZD-9FXA", TOLD, "AAAA-BBBB-CCCC", ("changed: lib/x 12ab",))
TAKEN = e.CopyTaken(3, 4, "text", Staff())
VALUES: dict[Any, Any] = {
    int: 3,
    str: "text",
    Said: TOLD,
    tuple[e.ToConfirm, ...]: (TAKEN, e.CopyDiffers(TOLD)),
    Hand: Hand(Outcome.BANKER, frozenset({"natural", "dragon7"}), True, True, 7, "234", "99"),
    Terms: TERMS,
    Staff: Staff(7, ((1, "check"),), 2, ((7, "own"),)),
    Planned: PLAN,
    tuple[Planned, ...]: (PLAN, replace(PLAN, number=2, change=None, terms=TERMS, earliest="2026-01-05T20:00:00.125Z")),
    Position: Position(3, "moved"),
    Running: Running("7K3M-Q2ZD-9FXA", "12ab", "RULE-RULE-RULE", "Commission 26-0417"),
    Checked: CHECKED,
    Software: Software("0.9.0", "7K3M-Q2ZD-9FXA", "Commission 26-0417", CHECKED.in_short, "AAAA-BBBB-CCCC"),
}


def full(kind: type[e.Event]) -> e.Event:
    return kind(**{name: e.SEAL_FORM if name == "form" else VALUES[of] for name, of in get_type_hints(kind).items()})


def lines() -> str:
    rows = [[kind, canonical(e.fields(full(event)))] for kind, event in e.KINDS.items()]
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def rows(release: str) -> list[tuple[str, str]]:
    return [tuple(json.loads(line)) for line in (RECORDS / f"{release}.jsonl").read_text(encoding="utf-8").splitlines()]


def test_the_rows_of_this_release_are_those_that_it_writes() -> None:
    file = RECORDS / f"{__version__}.jsonl"
    if os.environ.get("EZTRAK_ACCEPT"):
        file.write_text(lines(), encoding="utf-8")
    assert file.read_text(encoding="utf-8") == lines()


@pytest.mark.parametrize("release", RELEASES)
def test_rows_of_every_release_are_read(release: str) -> None:
    """And what was read is the same when it is written and read again in today's form."""
    for kind, data in rows(release):
        event = e.event_of(kind, json.loads(data))
        assert e.event_of(kind, json.loads(canonical(e.fields(event)))) == event
        hand = getattr(event, "hand", None)
        if isinstance(hand, Hand):
            assert hand == VALUES[Hand]
        staff = getattr(event, "staff", None)
        assert staff in (None, VALUES[Staff])


def test_what_older_releases_said_in_english_is_said_in_their_words() -> None:
    note = Said("{what}", what=Phrase("events 4 to 9 came from the copy a.db"))
    words = {"told": "events 4 to 9 came from the copy a.db"}
    assert e.event_of("copy_differs", words) == e.CopyDiffers(note)
    assert e.event_of("health", {**words, "wrong": "disk"}) == e.HealthNoted("disk", note)
    assert e.event_of("export_end", {"folder": "", "digest": "", "fault": words["told"]}) == e.ExportEnded("", "", note)
    waited = (e.CopyDiffers(note),)
    assert e.event_of("copy_confirm", {"what": words["told"], "by": "supervisor 1"}) == e.CopyConfirmed(
        waited, "supervisor 1"
    )
    started = dict(rows("0.1.0"))["shoe_start"]
    event = e.event_of("shoe_start", {**json.loads(started), "unconfirmed": words["told"]})
    assert isinstance(event, e.ShoeStarted)
    assert event.unconfirmed == waited
    differing = {"checked": {"code": "C", "differs": words["told"], "difference": "D"}, "approval": "A"}
    for software, checked in ((differing, Checked("C", note, "D")), ({"approval": "A"}, None)):
        bound = e.event_of("shoe_start", {**json.loads(started), "software": software})
        assert isinstance(bound, e.ShoeStarted)
        assert (bound.software.checked, bound.software.approval) == (checked, "A")
