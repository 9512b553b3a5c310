"""Any game on record: marks as such, counts by id, and a shoe that knows for ever what it was dealt under."""

import json
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import cast

import pytest
from games import SHIPPED, UNSEEN, read, shipped
from keeping import START, TERMS, Keeping, counted, select, totals, with_hands

from eztrak.game.game import Game
from eztrak.game.hand import Hand
from eztrak.game.notation import write
from eztrak.journal import older
from eztrak.journal.columns import CORRECTIONS, Correction, ordered
from eztrak.journal.extract import ALL, Choice, extract
from eztrak.journal.lookup import Lookup
from eztrak.journal.rederive import Rederived
from eztrak.journal.verify import verify
from eztrak.table import commands as c
from eztrak.table.story import Happened, What

BOSS = c.supervisor(7)
CRANE: Game = read(UNSEEN, "crane")


def dealing(path: Path, *games: Game) -> Keeping:
    """A shoe of each game with every hand that it can show, and a correction of each kind."""
    keeping = Keeping(path).give(START)
    for number, game in enumerate(games, 1):
        keeping.give(c.SetTerms(replace(TERMS, game=game, origin=f"{number}"), c.CONFIG), c.NewShoe())
        made = [game.hand_of(shown) for shown in sorted(game.sets, key=sorted)]
        hands = [hand for hand in made if isinstance(hand, Hand)]
        assert len(hands) == len(game.sets)
        keeping.give(*map(c.RecordHand, hands))
        keeping.give(
            c.VoidHand(number, 2, BOSS, "mis-keyed"),
            c.ChangeHand(number, 1, hands[-1], BOSS, "wrong key"),
            c.InsertHand(number, 2, hands[1], BOSS, "not entered"),
        )
    return keeping


@pytest.mark.parametrize("game", [*map(shipped, SHIPPED), CRANE], ids=lambda game: game.id)
def test_every_hand_of_a_game_is_on_record_as_it_was_dealt(game: Game, tmp_path: Path) -> None:
    keeping = dealing(tmp_path / "table.db", game)
    path, state = keeping.close(), keeping.state
    assert verify(path).faults == ()
    assert state.shoe
    ((shoe, hands),) = with_hands(path)
    with closing(Lookup(path)) as lookup:
        assert (shoe.game, hands, shoe.stats) == (game, state.shoe.hands, state.shoe.stats)
        assert [one.hand for one in lookup.hands(1)] == list(state.shoe.hands)
        assert (listed := lookup.shoe(1))
        assert (listed.game, listed.decks, listed.stats, listed.corrected) == (game, 8, state.shoe.stats, 3)
        assert (sums := lookup.totals())
        assert [(dealt.game, dealt.decks, dealt.stats) for dealt in sums.dealt] == [(game, 8, state.shoe.stats)]
    assert totals(path) == counted(path) == [(game.id, 8, 1, state.shoe.stats)]
    journal = Keeping(path)
    assert journal.state == state
    journal.close()


def test_the_tables_tell_marks_and_counts_of_any_game_to_who_asks_in_sql(tmp_path: Path) -> None:
    keeping = Keeping(tmp_path / "table.db").give(START)
    keeping.give(c.SetTerms(replace(TERMS, game=shipped("tiger"), origin="tiger"), c.CONFIG))
    path = keeping.shoe("P B[small-tiger] B[big-tiger] T[tiger-tie] T B[small-tiger]f B[small-tiger]x").close()
    assert select(path, "hand, outcome, marks FROM hands WHERE marks LIKE '%tiger%' AND NOT voided") == [
        (2, "B", '["small-tiger"]'),
        (3, "B", '["big-tiger"]'),
        (4, "T", '["tiger-tie"]'),
        (6, "B", '["small-tiger"]'),
    ]
    asked = """game, counts ->> '$."small-tiger"', counts ->> '$.banker', counts ->> '$.natural' FROM shoes"""
    assert select(path, asked) == [("tiger", 2, 3, None)]
    ((text,),) = select(path, "text FROM shoes JOIN games ON hash = game_hash")
    assert json.loads(text)["title"]["en"] == shipped("tiger").name()


def test_a_shoe_keeps_its_game_when_the_file_is_changed(tmp_path: Path) -> None:
    """The same id, and another pay: what was dealt before was dealt for the old one."""
    now = read(UNSEEN.replace("88:1", "100:1"), CRANE.id)
    keeping = dealing(tmp_path / "table.db", CRANE, now, CRANE)
    path = keeping.close()
    with closing(Lookup(path)) as lookup:
        assert [shoe.game for shoe in lookup.shoes("", "9")] == [CRANE, now, CRANE]
        sums = lookup.totals()
    assert [game.paid_at("crane")[0] for game in (CRANE, now)] == ["88:1", "100:1"]
    assert sums
    assert [(dealt.game, dealt.stats.hands) for dealt in sums.dealt] == [
        (CRANE, 2 * len(CRANE.sets)),
        (now, len(CRANE.sets)),
    ]
    assert select(path, "count(*) FROM games") == [(2,)]
    assert verify(path).faults == ()


def test_the_columns_of_an_export_follow_from_the_games_of_its_shoes(tmp_path: Path) -> None:
    path = dealing(tmp_path / "table.db", shipped("ez-panda"), shipped("commission-pairs"), CRANE).close()
    shoes, beside = ("shoe", "table_name", "started_at", "ended_at", "hands", "free", "voided"), ("entered_at", "place")
    ends = ("seal", "earlier_seals", "first_seq", "last_seq", "game", "decks", "game_hash")
    expected = {
        Choice(shoe=1): (
            ["player", "banker", "tie", "dragon7", "panda8", "natural"],
            ["natural", "free", "voided", "dragon7", "panda8"],
        ),
        Choice(shoe=2): (
            ["player", "banker", "tie", "player-pair", "banker-pair", "natural"],
            ["natural", "free", "voided", "player-pair", "banker-pair"],
        ),
        Choice(shoe=3): (
            ["player", "banker", "tie", "crane", "heron", "crane-88", "natural", "long-hand"],
            ["natural", "long-hand", "free", "voided", "crane-88", "crane", "heron"],
        ),
    }
    for choice, (counts, marks) in expected.items():
        with closing(extract(path, choice)) as record:
            assert record.shoe_columns == (*shoes, *counts, *ends)
            assert record.hand_columns[3 : 3 + len(marks) + 2] == (*marks, *beside)
    with closing(extract(path, ALL)) as record:
        assert record.games == (shipped("ez-panda"), shipped("commission-pairs"), CRANE)
        of_all = {name for counts, _ in expected.values() for name in counts}
        assert set(record.shoe_columns) == {*shoes, *of_all, *ends}
        assert len(record.shoe_columns) == len(set(record.shoe_columns))


def test_lines_of_hands_say_the_same_as_values_in_every_form(tmp_path: Path) -> None:
    keeping = dealing(tmp_path / "table.db", shipped("dai-bacc"), CRANE)
    path, state = keeping.close(), keeping.state
    with closing(extract(path, ALL)) as record:
        values = [dict(zip(record.hand_columns, row, strict=True)) for row in record.hands()]
        plain = b"".join(text for *_, text in record.hand_lines()).decode().split("\r\n")[:-1]
        named = b"".join(text for *_, text in record.hand_lines(json=True)).decode().splitlines()
        games = {shoe.number: shoe.game for shoe in record.listed()}
        shoes = [dict(zip(record.shoe_columns, row, strict=True)) for row in record.shoes()]
    assert [json.loads(line) for line in named] == [{"line": "hand"} | row for row in values]
    assert plain == [",".join("" if value is None else str(value) for value in row.values()) for row in values]
    assert state.previous
    assert state.shoe
    for shoe in (state.previous, state.shoe):
        for hand in shoe.hands:
            (row,) = (row for row in values if (row["shoe"], row["hand"]) == (shoe.number, hand.number))
            assert {id for id in games[shoe.number].marks if row[id]} == hand.marks
            assert (row["outcome"], bool(row["voided"])) == (hand.outcome.value, hand.voided)
        sums = shoes[shoe.number - 1]
        assert {id: sums[id] for id in shoe.game.counted} == {id: shoe.stats.of(id) for id in shoe.game.counted}


def test_a_correction_has_the_hand_as_it_was_and_as_it_is(tmp_path: Path) -> None:
    keeping = dealing(tmp_path / "table.db", CRANE)
    path, hands = keeping.close(), [r.event.hand for r in keeping.records if r.kind == "hand"]  # type: ignore[union-attr]
    first, second, last = hands[0], hands[1], hands[-1]
    with closing(extract(path, ALL)) as record:
        void, change, insert = record.corrections()
        rows = list(record.correction_rows())
    at, seq = [record.moment.at for record in keeping.records[-3:]], len(keeping.records)
    made = partial(Happened, shoe=1, by=BOSS)
    assert void == made(hand=2, what=What.VOID, was=second, at=at[0], reason="mis-keyed", seq=seq - 2)
    changed = replace(last, number=1)
    assert change == made(hand=1, what=What.CHANGE, was=first, now=changed, at=at[1], reason="wrong key", seq=seq - 1)
    put_in = replace(second, number=len(hands) + 1)
    assert insert == made(
        hand=put_in.number, what=What.INSERT, now=put_in, after=2, at=at[2], reason="not entered", seq=seq
    )
    was, now, put = (write([hand], CRANE) for hand in (first, last, second))
    assert rows == [
        {"shoe": 1, "hand": 2, "correction": "void", "was": put, "now": "", "after": None}
        | {"by": BOSS, "at": at[0], "reason": "mis-keyed", "seq": seq - 2},
        {"shoe": 1, "hand": 1, "correction": "change", "was": was, "now": now, "after": None}
        | {"by": BOSS, "at": at[1], "reason": "wrong key", "seq": seq - 1},
        {"shoe": 1, "hand": put_in.number, "correction": "insert", "was": "", "now": put, "after": 2}
        | {"by": BOSS, "at": at[2], "reason": "not entered", "seq": seq},
    ]
    # In the order in which they always stood, whoever made the row: older exports are compared with it.
    columns = ("shoe", "hand", "correction", "was", "now", "after", "by", "at", "reason", "seq")
    assert columns == CORRECTIONS
    assert {tuple(row) for row in rows} == {columns}
    backwards = [cast("Correction", dict(reversed(row.items()))) for row in rows]
    assert list(ordered(backwards)) == [tuple(row.values()) for row in rows]


def test_dealers_are_told_apart_by_any_count(tmp_path: Path) -> None:
    keeping = Keeping(tmp_path / "table.db").give(START)
    keeping.give(c.SetTerms(replace(TERMS, game=shipped("tiger"), origin="tiger"), c.CONFIG), c.SetDealer(3, BOSS))
    keeping.shoe("P B[small-tiger] Tf").give(c.SetDealer(4, BOSS))
    for word in ("B[big-tiger]", "B[big-tiger]", "T[tiger-tie]"):
        hand = shipped("tiger").hand_of({"banker" if word[0] == "B" else "tie", word[2:-1]})
        assert isinstance(hand, Hand)
        keeping.give(c.RecordHand(hand))
    path = keeping.give(c.TakeBack()).close()
    with closing(extract(path, ALL)) as record:
        (shoe,) = record.listed()
        one, other = record.tallies(shoe)
    assert (one.dealer, one.entered, one.voided, one.stats.hands, one.stats.free) == (3, 3, 0, 3, 1)
    assert dict(one.stats.counts) == {"player": 1, "banker": 1, "tie": 1, "small-tiger": 1}
    assert (other.dealer, other.entered, other.voided, other.corrected) == (4, 3, 1, 1)
    assert dict(other.stats.counts) == {"banker": 2, "big-tiger": 2}


@pytest.mark.parametrize("choice", [ALL, Choice(shoe=2), Choice(shoe=3)])
def test_rows_that_travelled_give_the_same_shoes_again(choice: Choice, tmp_path: Path) -> None:
    path = dealing(tmp_path / "table.db", shipped("five-treasures"), CRANE, shipped("ez")).close()
    with closing(extract(path, choice)) as record:
        again = Rederived(record.segments())
        for _, text in record.journal_lines(named=False):
            for line in text.decode().splitlines():
                assert again.take(tuple(json.loads(line))), again.fault
        assert again.finish(), again.fault
        with closing(again.extract(choice, path)) as derived:
            assert (derived.shoe_columns, derived.hand_columns) == (record.shoe_columns, record.hand_columns)
            assert list(derived.shoes()) == list(record.shoes())
            assert list(derived.hands()) == list(record.hands())
            assert list(derived.correction_rows()) == list(record.correction_rows())


def test_an_export_of_an_older_form_has_its_own_columns() -> None:
    """Also where a wager was not offered, and where it came up all the same."""
    path = Path(__file__).parent / "schemas/2-games.db"
    with closing(extract(path, ALL)) as record:
        again = Rederived(record.segments())
        for _, text in record.journal_lines(named=False):
            for line in text.decode().splitlines():
                assert again.take(tuple(json.loads(line))), again.fault
    with closing(again.extract(ALL, path, older.exported())) as derived:
        assert derived.shoe_columns[7:14] == ("player", "banker", "tie", "dragon7", "panda8", "naturals", "seal")
        assert derived.shoe_columns[-1] == "last_seq"
        assert [row[7:13] for row in derived.shoes()] == [(4, 3, 3, 3, 2, 1), (3, 0, 1, 0, 1, 2), (1, 2, 0, 0, 0, 1)]
        begins = ("shoe", "hand", "outcome", "natural", "free", "voided", "dragon7", "panda8", "entered_at")
        assert derived.hand_columns[:9] == begins
        assert [row[:8] for row in derived.hands() if row[0] == 2][-1] == (2, 5, "P", 0, 0, 0, 0, 1)
        assert [(row["was"], row["now"]) for row in derived.correction_rows()][1] == ("P8", "")
        # Its corrections are in the notation of the game that it had, whatever the shoe's own writes.
        other = again.extract(ALL, path, replace(older.exported(), game=shipped("tiger")))
        assert [(row["was"], row["now"]) for row in other.correction_rows()][1] == ("P[panda8]", "")
