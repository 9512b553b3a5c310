"""What happened to a hand, as one value: nothing of an event is lost in it, and each is said in its own words."""

import pytest

from eztrak.game.first import first_game
from eztrak.game.hand import Hand, Outcome
from eztrak.table import commands as c
from eztrak.table import events as e
from eztrak.table.desk import REASONS
from eztrak.table.story import ASKED, Happened, Move, What, asked_for, happened, on_record
from eztrak.voice.said import Said, Voice

GAME = first_game()
PLAYER, TIE = Hand(Outcome.PLAYER, number=5), Hand(Outcome.TIE, number=5)
BOSS = c.supervisor(7)
MOMENT = e.Moment("2026-01-05T20:00:00.125Z", 9, "boot")
# A language that writes every sentence and word of ours between brackets: what is not, has not been asked for.
ODD = Voice(
    "odd",
    {
        text: f"[{text}]"
        for text in (
            *(
                "entered: {now}",
                "voided, was {was}",
                "changed from {was} to {now}",
                "inserted after hand {after}: {now}",
            ),
            *("inserted before the first hand: {now}", "hand {number}: {hand}", "hand {number}: {deed}", "the dealer"),
            *("dealer {dealer}", "supervisor {supervisor}", "{deed} ({who})", "{deed} ({who}: {why})", "misdeal"),
            *("moved to shoe {shoe}", "moved from shoe {shoe}", "moved from shoe {shoe}, hand {hand}", "again"),
            *("asked and confirmed: {asked}", "the cards break the third-card rules, confirmed by {who}", ": ", "; "),
            *(said.text for said in ASKED.values()),
        )
    },
)


def test_every_field_of_an_event_is_in_its_value() -> None:
    assert happened(e.HandRecorded(3, PLAYER, 4, BOSS, "again"), "now", 8) == Happened(
        shoe=3, hand=5, what=What.ENTERED, now=PLAYER, by=BOSS, dealer=4, confirmed="again", at="now", seq=8
    )
    assert happened(e.HandVoided(3, PLAYER, BOSS, "misdeal"), "now", 8) == Happened(
        shoe=3, hand=5, what=What.VOID, was=PLAYER, by=BOSS, reason="misdeal", at="now", seq=8
    )
    assert happened(e.HandChanged(3, TIE, PLAYER, BOSS, "misdeal"), "now", 8) == Happened(
        shoe=3, hand=5, what=What.CHANGE, was=PLAYER, now=TIE, by=BOSS, reason="misdeal", at="now", seq=8
    )
    assert happened(e.HandInserted(3, TIE, 2, BOSS, "misdeal", "then", 4), "now", 8) == Happened(
        shoe=3, hand=5, what=What.INSERT, now=TIE, after=2, by=BOSS, dealer=4, reason="misdeal", at="now", seq=8
    )


@pytest.mark.parametrize(
    ("event", "strip", "line", "odd"),
    [
        (
            e.HandRecorded(3, PLAYER),
            "hand 5: PLAYER",
            "entered: PLAYER (the dealer)",
            "[[entered: Player] ([the dealer])]",
        ),
        (
            e.HandRecorded(3, PLAYER, 4, BOSS, "early"),
            "hand 5: PLAYER",
            "entered: PLAYER (dealer 4: asked and confirmed: entered while bets were open;"
            " the cards break the third-card rules, confirmed by supervisor 7)",
            "[[entered: Player] ([dealer 4]: [asked and confirmed: [entered while bets were open]][; ]"
            "[the cards break the third-card rules, confirmed by [supervisor 7]])]",
        ),
        (
            e.HandVoided(3, PLAYER, c.DEALER, "misdeal"),
            "hand 5: voided, was PLAYER",
            "voided, was PLAYER (the dealer: misdeal)",
            "[[voided, was Player] ([the dealer]: [misdeal])]",
        ),
        (
            e.HandChanged(3, TIE, PLAYER, BOSS, ""),
            "hand 5: changed from PLAYER to TIE",
            "changed from PLAYER to TIE (supervisor 7)",
            "[[changed from Player to Tie] ([supervisor 7])]",
        ),
        (
            e.HandInserted(3, TIE, 2, "the owner", "moved from shoe 2, hand 9: misdeal"),
            "hand 5: inserted after hand 2: TIE",
            "inserted after hand 2: TIE (the owner: moved from shoe 2, hand 9: misdeal)",
            "[[inserted after hand 2: Tie] (the owner: [moved from shoe 2, hand 9][: ][misdeal])]",
        ),
        (
            e.HandInserted(3, TIE, 0, BOSS, "moved from shoe 2"),
            "hand 5: inserted before the first hand: TIE",
            "inserted before the first hand: TIE (supervisor 7: moved from shoe 2)",
            "[[inserted before the first hand: Tie] ([supervisor 7]: [moved from shoe 2])]",
        ),
        (
            e.HandVoided(3, PLAYER, BOSS, "moved to shoe 4"),
            "hand 5: voided, was PLAYER",
            "voided, was PLAYER (supervisor 7: moved to shoe 4)",
            "[[voided, was Player] ([supervisor 7]: [moved to shoe 4])]",
        ),
    ],
)
def test_each_event_has_its_words(event: e.AboutHand, strip: str, line: str, odd: str) -> None:
    one = happened(event)
    assert (str(one.said(GAME)), str(one.line(GAME))) == (strip, line)
    assert one.line(GAME).words(ODD) == odd
    begins = "[hand 5: Player" if isinstance(event, e.HandRecorded) else "[hand 5: ["
    assert one.said(GAME).words(ODD).startswith(begins)
    assert one.corrects == (not isinstance(event, e.HandRecorded))


@pytest.mark.parametrize(
    ("reason", "move"),
    [
        ("moved to shoe 12: new shoe by mistake", Move(False, 12, 0, "new shoe by mistake")),
        ("moved from shoe 12, hand 61", Move(True, 12, 61, "")),
        ("moved from shoe 12", Move(True, 12, 0, "")),
        ("moved to shoe twelve", None),
        ("moved to shoe 12 and back", None),
        ("a hand that was moved to shoe 12", None),
        *((str(reason), None) for reason in REASONS),
    ],
)
def test_a_reason_says_whether_the_hand_was_moved_and_where(reason: str, move: Move | None) -> None:
    assert happened(e.HandVoided(3, PLAYER, BOSS, reason)).move == move


def test_what_the_board_asked_is_in_words_and_a_later_question_as_it_is_named() -> None:
    assert asked_for("early") == Said("entered while bets were open")
    assert str(asked_for("what the next version asks")) == "what the next version asks"


def test_a_record_that_is_not_about_a_hand_is_none_of_a_story() -> None:
    assert on_record(e.Record(1, MOMENT, e.TableOpened(BOSS), "")) is None
    assert on_record(e.Record(8, MOMENT, e.HandVoided(3, PLAYER, BOSS, "misdeal"), "")) == happened(
        e.HandVoided(3, PLAYER, BOSS, "misdeal"), MOMENT.at, 8
    )


@pytest.mark.parametrize(
    "event",
    [
        e.HandRecorded(3, Hand(Outcome.TIE, number="5")),  # type: ignore[arg-type]
        e.HandRecorded(3, PLAYER, 4, 7),  # type: ignore[arg-type]
        e.HandRecorded(3, PLAYER, 4, "", 7),  # type: ignore[arg-type]
        e.HandVoided(3, PLAYER, BOSS, None),  # type: ignore[arg-type]
    ],
)
def test_a_record_that_no_unit_has_written_is_refused(event: e.AboutHand) -> None:
    with pytest.raises(ValueError, match=r"journal row 8 .* names no hand or no reason"):
        on_record(e.Record(8, MOMENT, event, ""))


def test_who_is_more_than_a_number_is_named_as_on_record() -> None:
    assert happened(e.HandVoided(3, PLAYER, "supervisor 7 and the owner", "misdeal")).who.words(ODD) == (
        "supervisor 7 and the owner"
    )
