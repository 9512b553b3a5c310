"""What happened to a hand is the same for everybody who reads it: desk, page, paper, terminal, JSON and exports.

Two shoes have hands of the same numbers, each with its own story, so that whoever mixes them up is found out.
"""

import json
from contextlib import closing
from dataclasses import replace
from datetime import UTC, timedelta, timezone
from pathlib import Path

import pytest
from keeping import select, tampering
from test_exports import FIRST, hands_of, keep, rows_in

from eztrak.appliance import clock as machine
from eztrak.cli import main
from eztrak.display.panels import desk as panel
from eztrak.display.scene import Bar, Box, Disc, Text
from eztrak.display.theme import theme
from eztrak.display.words import Words
from eztrak.game.hand import Hand
from eztrak.game.notation import parse
from eztrak.journal.errors import JournalError
from eztrak.journal.extract import ALL, Choice, extract
from eztrak.journal.journal import Journal
from eztrak.journal.lookup import Lookup
from eztrak.supervisor import shoe_page
from eztrak.supervisor.csv_folder import _is_plain
from eztrak.supervisor.days import clock, ending, local, span_text
from eztrak.supervisor.export import nothing_found
from eztrak.supervisor.hands_table import corrected
from eztrak.supervisor.json_lines import JsonLines
from eztrak.supervisor.paper import INK
from eztrak.supervisor.pit.room import Files
from eztrak.supervisor.reading import UnreadableError
from eztrak.supervisor.report import recorded_shoe
from eztrak.table import commands as c
from eztrak.table.decisions import decide
from eztrak.table.desk import Desk
from eztrak.table.events import Moment
from eztrak.table.state import TableState
from eztrak.voice.said import Voice

BOSS = c.supervisor(1)
ASKED = "asked and confirmed: entered while bets were open"
Capture = pytest.CaptureFixture[str]
# Of each shoe: hand, minute, what, who and why.
STORIES = {
    1: [
        (1, "03", "entered: PLAYER", "dealer 7", ""),
        (2, "04", "entered: BANKER, natural", "dealer 7", ""),
        (3, "05", "entered: TIE", "dealer 7", ""),
        (3, "06", "voided, was TIE", "the dealer", "taken back"),
        (2, "07", "changed from BANKER, natural to PLAYER", "supervisor 1", "misdeal"),
        (4, "08", "inserted before the first hand: TIE", "supervisor 1", "hand not entered"),
        (1, "13", "voided, was PLAYER", "supervisor 1", "ruling of the floor"),
    ],
    2: [
        (1, "10", "entered: PLAYER", "dealer 7", ""),
        (2, "12", "entered: BANKER", "dealer 8", ASKED),
        (2, "14", "changed from BANKER to TIE", "supervisor 1", "wrong key pressed"),
    ],
}
# Of each correction in the record: shoe, hand, what, before, after, place, minute, who and why.
ROWS = [
    ("1", "3", "void", "T", "", "", "06", "dealer", "taken back"),
    ("1", "2", "change", "Bn", "P", "", "07", BOSS, "misdeal"),
    ("1", "4", "insert", "", "T", "0", "08", BOSS, "hand not entered"),
    ("1", "1", "void", "P", "", "", "13", BOSS, "ruling of the floor"),
    ("2", "2", "change", "B", "T", "", "14", BOSS, "wrong key pressed"),
]


def hand(notation: str) -> Hand:
    return parse(notation, FIRST)[0]


def at(minute: str) -> str:
    return f"2026-01-05T20:{minute}:00.125Z"


def corrections(shoe: int) -> list[tuple[int, str, str, str, str]]:
    return [one for one in STORIES[shoe] if not one[2].startswith("entered")]


def line(what: str, who: str, why: str) -> str:
    return f"{what} ({who}: {why})" if why else f"{what} ({who})"


@pytest.fixture
def history(tmp_path: Path) -> Path:
    """A command takes a minute."""
    return keep(
        tmp_path / "t.db",
        "Table 1",
        *(c.SetDealer(7, BOSS), *hands_of("P Bn T"), c.TakeBack()),
        c.ChangeHand(1, 2, hand("P"), BOSS, "misdeal"),
        c.InsertHand(1, 0, hand("T"), BOSS, "hand not entered"),
        *(*hands_of("P"), c.SetDealer(8, BOSS), c.RecordHand(hand("B"), confirmed="early")),
        c.VoidHand(1, 1, BOSS, "ruling of the floor"),
        c.ChangeHand(2, 2, hand("T"), BOSS, "wrong key pressed"),
    )


def state_of(history: Path) -> TableState:
    with closing(Journal(history, "later")) as journal:
        return journal.replay()


@pytest.mark.parametrize("shoe", STORIES)
def test_the_page_reads_the_story_of_its_shoe(history: Path, shoe: int) -> None:
    with closing(Lookup(history)) as lookup:
        story = lookup.story(shoe)
    assert [(one.hand, one.at, str(one.deed(FIRST)), str(one.who), str(one.why)) for one in story] == [
        (number, at(minute), *said) for number, minute, *said in STORIES[shoe]
    ]


@pytest.mark.parametrize(("shoe", "number"), [(1, 1), (1, 2), (1, 3), (1, 4), (2, 1), (2, 2)])
def test_the_terminal_tells_the_story_of_a_hand(history: Path, shoe: int, number: int, capsys: Capture) -> None:
    assert main(["shoe", "--id", str(shoe), "--hand", str(number), "--db", str(history)]) == 0
    _, *lines, now = capsys.readouterr().out.splitlines()
    assert lines == [f"{local(at(minute))}  {line(*said)}" for n, minute, *said in STORIES[shoe] if n == number]
    assert now.startswith(f"hand {number} now: ")


@pytest.mark.parametrize("shoe", STORIES)
def test_the_terminal_lists_the_corrections_of_a_shoe(history: Path, shoe: int, capsys: Capture) -> None:
    assert main(["shoe", "--id", str(shoe), "--db", str(history)]) == 0
    lines = capsys.readouterr().out.partition("\n\n")[0].splitlines()[1:]
    assert lines == [f"hand {n}: {local(at(minute))}  {line(*said)}" for n, minute, *said in corrections(shoe)]


@pytest.mark.parametrize("number", [None, 1, 2, 3, 4])
def test_json_has_each_correction_by_name(history: Path, number: int | None, capsys: Capture) -> None:
    which = [] if number is None else ["--hand", str(number)]
    assert main(["shoe", "--id", "1", *which, "--json", "--db", str(history)]) == 0
    corrections = json.loads(capsys.readouterr().out)["corrections"]
    assert [texts(one) for one in corrections] == [
        row for row in ROWS if row[0] == "1" and number in (None, int(row[1]))
    ]


def texts(row: dict[str, object]) -> tuple[str, ...]:
    """A correction as in ROWS."""
    assert str(row["at"]).startswith("2026-01-05T20:")
    names = ("shoe", "hand", "correction", "was", "now", "after", "at", "by", "reason")
    cells = {name: "" if row[name] is None else str(row[name]) for name in names}
    return tuple((cells | {"at": cells["at"][14:16]}).values())


@pytest.mark.parametrize("form", ["csv", "jsonl", "xlsx"])
@pytest.mark.parametrize(
    ("which", "asked"),
    [((), ROWS), (("--shoe", "1"), ROWS[:4]), (("--shoe", "2"), ROWS[4:]), (("--dealer", "7"), ROWS[:2])],
)
def test_an_export_has_the_corrections_of_the_chosen_hands(
    history: Path, form: str, which: tuple[str, ...], asked: list[tuple[str, ...]]
) -> None:
    out = history.parent / f"out.{form}"
    assert main(["export", "--db", str(history), "--format", form, "--out", str(out), *which]) == 0
    expected = [*asked, ROWS[3]] if "--dealer" in which else asked
    assert [texts(row) for row in rows_in(out, "corrections")] == expected
    assert main(["verify", str(out)]) == 0


def test_an_extract_has_the_story_of_the_chosen_hands(history: Path) -> None:
    for choice, shoes in ((ALL, (1, 2)), (Choice(shoe=1), (1,)), (Choice(shoe=2), (2,))):
        with closing(extract(history, choice)) as record:
            story = [(one.shoe, one.hand, one.at) for one in record.story()]
        assert story == sorted(
            ((shoe, n, at(minute)) for shoe in shoes for n, minute, *_ in STORIES[shoe]), key=lambda one: one[2]
        )
    with closing(extract(history, Choice(dealer=8))) as record:
        assert [(one.shoe, one.hand) for one in record.story()] == [(2, 2), (2, 2)]


def test_paper_has_each_correction_in_its_columns(history: Path) -> None:
    recorded = recorded_shoe(history, Choice(shoe=1))
    for one, (number, minute, *said) in zip(recorded.corrections, corrections(1), strict=True):
        nodes = [node for node in shoe_page._correction(50, one, FIRST, 2, Words()) if isinstance(node, Text)]
        under = {column.x: str(column.title) for column in shoe_page.CORRECTIONS}
        what, who, why = said
        assert {under[node.x]: node.text for node in nodes} == {
            "hand": str(number),
            "what": what,
            "by": who,
            "when": local(at(minute)),
            "why": why,
        }
    assert corrected(recorded) == {1: "", 2: "*", 3: "", 4: "+"}


def test_a_hand_that_was_changed_twice_has_one_mark(tmp_path: Path) -> None:
    changed = [c.ChangeHand(1, 2, parse(winner, FIRST)[0], BOSS, "misdeal") for winner in "TP"]
    history = keep(tmp_path / "t.db", "Table 1", *hands_of("P B"), *changed)
    assert corrected(recorded_shoe(history, Choice(shoe=1))) == {2: "*"}


ODD = Voice("odd", {"{deed} ({who})": "<{deed} | {who}>", "{deed} ({who}: {why})": "<{deed} | {who} | {why}>"})


def desk_texts(state: TableState, desk: Desk, hours: int = 0, words: Words = Words()) -> list[str]:  # noqa: B008
    shoe = next(shoe for shoe in (state.shoe, state.previous) if shoe and shoe.number == desk.shoe)
    zone = timezone(timedelta(hours=hours)) if hours else UTC
    nodes = panel.desk_page(Box(0, 0, 1800, 760), theme("light"), words, shoe, desk, zone)
    lines = [node.text for node in nodes if isinstance(node, Text) and node.anchor == "l"]
    return lines[1 : lines.index(words.of(panel.KEYS[0][1]))]  # between the title and what the keys do


@pytest.mark.parametrize(("shoe", "number"), [(1, 2), (1, 3), (1, 4), (2, 1), (2, 2)])
def test_the_desk_tells_the_story_of_the_hand_under_the_cursor(history: Path, shoe: int, number: int) -> None:
    texts = desk_texts(state_of(history), Desk(shoe, number))
    lines = [(minute, line(*said)) for n, minute, *said in STORIES[shoe] if n == number]
    assert " ".join(texts) == " ".join(f"20:{minute}:00 {said}" for minute, said in lines)


def test_the_desk_tells_times_by_the_clock_on_the_wall_and_speaks_the_language_of_the_room(
    history: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = state_of(history)
    assert desk_texts(state, Desk(2, 1), hours=-8)[0] == "12:10:00"
    monkeypatch.setattr("eztrak.display.words.voice", {"ko": ODD}.__getitem__)
    assert desk_texts(state, Desk(2, 1), words=Words(("ko", "en")))[1:] == ["<entered: Player | dealer 7>"]


@pytest.mark.parametrize("field", ["reason", "by"])
def test_a_story_that_no_unit_has_written_is_refused_in_words(history: Path, field: str) -> None:
    with tampering(history) as connection:
        connection.execute("UPDATE journal SET data = json_set(data, ?, 7) WHERE kind = 'void'", (f"$.{field}",))
    with closing(Lookup(history)) as lookup, pytest.raises(JournalError, match=r"^journal row \d+ \(void"):
        lookup.story(1)
    with closing(extract(history, ALL)) as record, pytest.raises(JournalError, match=r"^journal row"):
        list(record.corrections())


def correct(history: Path, command: c.Command) -> None:
    with closing(Journal(history, "later")) as journal:
        decision = decide(journal.replay(), command)
        assert isinstance(decision, tuple)
        journal.append(decision, Moment(at("15"), 2**61, "boot"))


def test_hands_and_voids_are_counted_as_they_are_chosen(history: Path) -> None:
    correct(history, c.VoidHand(2, 1, BOSS, "misdeal"))
    choices = (ALL, Choice(shoe=1), Choice(shoe=2), Choice(dealer=7), Choice(dealer=8))
    counts = []
    for choice in choices:
        with closing(extract(history, choice)) as record:
            counts.append(record.count())
    assert counts == [(2, 6, 3), (1, 4, 2), (1, 2, 1), (2, 4, 3), (1, 1, 0)]


def test_a_void_hand_that_is_changed_stands_and_counts_again(history: Path) -> None:
    correct(history, c.ChangeHand(1, 1, hand("Tf"), BOSS, "misdeal"))
    with closing(Lookup(history)) as lookup:
        shoe = lookup.shoe(1)
        assert shoe is not None
        (one,) = [one for one in lookup.hands(1) if one.hand.number == 1]
    assert (shoe.stats.hands, shoe.stats.free, shoe.stats.voided, shoe.stats.of("tie")) == (3, 1, 1, 2)
    assert (shoe.stats.of("player"), one.hand.voided, one.corrected) == (1, False, 2)


def test_the_time_line_has_a_stroke_for_each_hand_that_was_entered(history: Path) -> None:
    for shoe, entered, dotted in ((1, 3, 3), (2, 2, 1)):  # hand 4 of the first was put in: nobody knows when
        nodes = shoe_page._time_line(50, recorded_shoe(history, Choice(shoe=shoe)), theme("light"), Words())
        assert len([node for node in nodes if isinstance(node, Bar) and node.h in (3.0, 7.0)]) == entered
        assert len([node for node in nodes if isinstance(node, Disc) and node.colour == INK]) == dotted


def test_a_correction_names_its_row_of_the_journal(history: Path) -> None:
    rows = select(history, "seq FROM journal WHERE kind IN ('void', 'change', 'insert') ORDER BY seq")
    with closing(extract(history, ALL)) as record:
        assert [(row["seq"],) for row in record.correction_rows()] == rows


def test_json_has_each_hand_with_its_dealer_and_whether_it_is_void(history: Path, capsys: Capture) -> None:
    assert main(["shoe", "--id", "1", "--json", "--db", str(history)]) == 0
    entered = json.loads(capsys.readouterr().out)["entered"]
    assert [(one["hand"], one["dealer"], one["voided"]) for one in entered] == [
        *((4, 0, False), (1, 7, True), (2, 7, False), (3, 7, True)),
    ]


def test_a_shoe_starts_neither_before_nor_after_its_own_start(history: Path) -> None:
    with closing(Lookup(history)) as lookup:
        first, second = (shoe.started_at for shoe in reversed(lookup.newest(2)))
        assert [lookup.before(first), lookup.before(second)] == [None, first]
        assert [lookup.after(first), lookup.after(second)] == [first, second]


def test_a_shoe_that_ended_a_day_later_says_so() -> None:
    began, ended = at("10"), at("10").replace("-05T", "-06T")
    assert str(ending(began, ended)) == f"{clock(ended)} +1 day"
    assert [str(ending(began, at("11"))), str(ending(began, None))] == [clock(at("11")), ""]


def test_a_line_with_a_sign_is_written_with_care() -> None:
    assert _is_plain(b"1,2\r\n", 1, 2)
    assert not _is_plain(b"1,-2\r\n", 1, 2)


def test_each_side_has_its_own_cards(history: Path) -> None:
    with tampering(history) as connection:
        connection.execute("UPDATE hands SET player_cards = '54', banker_cards = '27'")
    with closing(Lookup(history)) as lookup:
        assert {(one.hand.player, one.hand.banker) for one in lookup.hands(1)} == {("54", "27")}


def test_a_void_hand_takes_its_time_and_counts_for_no_pace(history: Path) -> None:
    with closing(extract(history, Choice(shoe=1))) as record:
        (shoe,) = record.listed()
        tallies = {one.dealer: one for one in record.tallies(shoe)}
    counts = {n: (one.entered, one.voided, one.corrected, one.paced, one.seconds) for n, one in tallies.items()}
    assert counts == {7: (3, 2, 3, 1, 120.0), 0: (1, 0, 1, 0, 0.0)}


def test_a_place_on_the_recording_that_ends_on_another_day_says_which() -> None:
    began, ended = at("10"), at("10").replace("-05T", "-06T")
    assert span_text(began, ended) == f"{local(began)} – {local(ended)}"
    assert span_text(began, at("11")) == f"{local(began)} – {clock(at('11'), seconds=True)}"


def test_other_days_are_offered_only_where_days_alone_were_asked_for(history: Path) -> None:
    later = "2026-01-07T00:00:00.000Z"
    assert "; the nearest shoes are from " in str(nothing_found(Choice(since=later), history))
    assert ";" not in str(nothing_found(Choice(since=later, dealer=9), history))


def test_the_page_of_tables_shows_the_hand_that_came_last_wherever_it_was_put_in(history: Path) -> None:
    correct(history, c.InsertHand(2, 0, hand("T"), BOSS, "hand not entered"))
    (table,) = Files([history], machine.wall).look()
    assert table.last is not None
    assert table.last[0].number == 3


def test_paper_names_the_game_in_its_first_language(history: Path) -> None:
    recorded = recorded_shoe(history, Choice(shoe=1))
    game = replace(FIRST, title={"en": "Crane", "zh_TW": "鶴"})
    recorded = replace(recorded, shoe=replace(recorded.shoe, game=game))
    nodes = shoe_page._head(recorded, "", Words(("zh_TW", "en")))
    assert any("鶴" in node.text for node in nodes if isinstance(node, Text))


def test_fields_of_a_line_in_another_order_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text('{"line":"about"}\n{"line":"shoe","table_name":"Table 1","shoe":1}\n', encoding="utf-8")
    assert list(JsonLines(path).table("shoes", ("table_name", "shoe"))) == [("Table 1", 1)]
    with pytest.raises(UnreadableError, match="line 2: a shoe has the fields shoe, table_name"):
        list(JsonLines(path).table("shoes", ("shoe", "table_name")))
