"""What an append promises: on the disk when it returns, the same after a restart, and never edited."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from keeping import START, TERMS, Keeping, hands_of, select, tampering, with_hands

from eztrak.game.first import first_game
from eztrak.game.hand import Hand, Outcome
from eztrak.journal.chain import GENESIS, canonical, link, seal, short
from eztrak.journal.errors import JournalError, StoreError
from eztrak.journal.extract import ALL, extract
from eztrak.journal.journal import Journal
from eztrak.journal.verify import Verified, verify
from eztrak.table import commands as c
from eztrak.table import events as e
from eztrak.table.decisions import decide
from eztrak.table.pack import Pack
from eztrak.table.stats import Stats
from eztrak.table.terms import FeeRow, Limit


def test_a_restart_shows_the_table_as_it_was_left(keeping: Keeping) -> None:
    keeping.shoe("P Bn T B7 P8 Pf Bx").shoe("BB").give(c.StartTimer(), c.CloseTable("supervisor 1"))
    before = keeping.state
    keeping.close()
    journal = Journal(keeping.path, "later")
    assert journal.replay() == before
    journal.close()


def test_limits_and_fees_stand_in_the_same_order_after_a_restart(keeping: Keeping) -> None:
    """The order of the table's wagers, whatever the alphabet says, and whoever set them in which order."""
    terms = replace(
        TERMS,
        wager_limits=(("dragon7", Limit(500, 2500)),),
        pack=Pack("california"),
        schedule=(FeeRow(None, (("player_dealer", 200), ("bet", 100))),),
        origin="california",
    )
    mended = terms.with_limit("tie", Limit(1000, 5000)).with_fee("dragon7", 100).with_fee("tie", 300)
    keeping.give(c.SetTerms(terms, c.CONFIG), c.SetTerms(mended, "supervisor 1"))
    shown = keeping.state.terms
    assert [wager for wager, _ in shown.wager_limits] == ["tie", "dragon7"]
    assert [who for who, _ in shown.fees] == ["bet", "tie", "dragon7", "player_dealer"]
    keeping.close()
    journal = Journal(keeping.path, "later")
    again = journal.replay().terms
    journal.close()
    assert (again.wager_limits, again.fees) == (shown.wager_limits, shown.fees)


def test_a_start_reads_no_further_back_than_the_previous_shoe_and_shows_the_same(
    evening: Path, keeping: Keeping
) -> None:
    with tampering(evening) as connection:  # whoever read these rows would stumble
        connection.execute("UPDATE journal SET data = '{}' WHERE seq < (SELECT first_seq FROM shoes WHERE shoe = 2)")
    journal = Journal(evening, "later")
    assert journal.replay() == keeping.state
    journal.close()


def test_a_row_that_a_start_cannot_read_is_named_with_its_file(evening: Path) -> None:
    with tampering(evening) as connection:
        connection.execute("UPDATE journal SET kind = 'burn' WHERE seq = (SELECT max(seq) FROM journal)")
    journal = Journal(evening, "later")
    with pytest.raises(JournalError) as refused:
        journal.replay()
    journal.close()
    ((seq, at),) = select(evening, "max(seq), at FROM journal")
    assert str(refused.value) == (
        f"{evening}: it is damaged: journal row {seq} (burn, {at}) holds no event that this eztrak knows"
    )


def test_rows_hold_the_moment_the_fields_and_the_chain(keeping: Keeping) -> None:
    keeping.shoe("Bn")
    rows = select(keeping.path, "seq, at, mono, boot, kind, data, hash FROM journal")
    assert [row[4] for row in rows] == ["start", "terms", "shoe_start", "hand"]
    assert rows[0][5] == '{"table":"Table 1","version":"0.1.0"}'
    assert rows[3][5] == '{"hand":1,"marks":["natural"],"outcome":"B","shoe":1,"v":2}'
    assert rows[3][1:4] == ("2026-01-01T20:00:03.000Z", 3_000_000_000, "boot-1")
    before = GENESIS
    for number, (record, row) in enumerate(zip(keeping.records, rows, strict=True), 1):
        at, data = record.moment, canonical(e.fields(record.event))
        before = link(before, number, at, record.kind, data)
        assert row == (number, at.at, at.mono, at.boot, record.kind, data, before)
        assert record.hash == before


def test_what_no_start_could_read_is_never_on_the_disk(keeping: Keeping) -> None:
    """Else the next one would take the history for damaged, and lose whatever came after."""
    keeping.shoe("P B")
    before = select(keeping.path, "* FROM journal")
    with pytest.raises(StoreError, match=r"holds no event that this eztrak knows"):
        keeping.append(e.DealerSet(7, "supervisor 1"), e.DealerSet(7, "x" * 20_000))
    assert select(keeping.path, "* FROM journal") == before
    keeping.give(c.RecordHand(Hand(Outcome.TIE))).close()
    assert verify(keeping.path).faults == ()


def test_events_of_one_command_are_stored_together_or_not_at_all(keeping: Keeping) -> None:
    started = decide(keeping.state, c.NewShoe())
    assert isinstance(started, tuple)
    with pytest.raises(StoreError, match=r"UNIQUE constraint failed: shoes\.shoe"):
        keeping.append(*started, e.BetsClosed("dealer"), *started)
    assert select(keeping.path, "kind FROM journal") == [("start",), ("terms",)]
    assert select(keeping.path, "* FROM shoes") == []
    keeping.append(*started)
    assert verify(keeping.path).faults == ()


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("UPDATE journal SET at = 'x'", "the journal is append-only: nothing is edited"),
        ("UPDATE journal SET data = '{}' WHERE seq = 2", "the journal is append-only: nothing is edited"),
        ("DELETE FROM journal", "the journal is append-only: nothing is deleted"),
        ("DELETE FROM journal WHERE seq = 3", "the journal is append-only: nothing is deleted"),
    ],
)
def test_the_file_itself_refuses_to_edit_the_journal(evening: Path, statement: str, said: str) -> None:
    before = select(evening, "* FROM journal")
    with closing(sqlite3.connect(evening)) as connection, pytest.raises(sqlite3.IntegrityError) as refused:
        connection.execute(statement)
    assert str(refused.value) == said
    assert select(evening, "* FROM journal") == before


def test_every_table_is_strict(evening: Path) -> None:
    with closing(sqlite3.connect(evening)) as connection:
        listed = {name: strict for _, name, _, _, _, strict in connection.execute("PRAGMA table_list")}
        assert [listed[name] for name in ("journal", "games", "shoes", "hands", "totals")] == [1] * 5
        with pytest.raises(sqlite3.IntegrityError, match=r"cannot store TEXT value in INTEGER column hands\.free"):
            connection.execute("UPDATE hands SET free = 'yes'")


def test_a_commit_is_on_the_disk(keeping: Keeping) -> None:
    """WAL is the file's; synchronous is the connection's, and 2 is FULL."""
    assert keeping.journal._connection.execute("PRAGMA synchronous").fetchone() == (2,)
    assert keeping.journal._connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_the_tables_for_people_tell_the_shoes(keeping: Keeping) -> None:
    keeping.shoe("P Bn T B7 P8 Pf Bx").shoe("")
    ended = next(record for record in keeping.records if isinstance(record.event, e.ShoeEnded))
    at = [record.moment.at for record in keeping.records]
    assert select(keeping.path, "shoe, table_name, started_at, ended_at, seal, first_seq, last_seq FROM shoes") == [
        (1, "Table 1", at[2], ended.moment.at, seal(ended.hash), 3, ended.seq),
        (2, "Table 1", at[-1], None, None, ended.seq + 1, None),
    ]
    assert select(keeping.path, "game, decks, hands, free, voided, counts FROM shoes") == [
        ("ez-panda", 8, 6, 1, 1, '{"banker":2,"dragon7":1,"natural":1,"panda8":1,"player":3,"tie":1}'),
        ("ez-panda", 8, 0, 0, 0, "{}"),
    ]
    assert select(keeping.path, "shoe, hand, outcome, marks, free, voided, entered_at, seq FROM hands") == [
        (1, 1, "P", "[]", 0, 0, at[3], 4),
        (1, 2, "B", '["natural"]', 0, 0, at[4], 5),
        (1, 3, "T", "[]", 0, 0, at[5], 6),
        (1, 4, "B", '["dragon7"]', 0, 0, at[6], 7),
        (1, 5, "P", '["panda8"]', 0, 0, at[7], 8),
        (1, 6, "P", "[]", 1, 0, at[8], 9),
        (1, 7, "B", "[]", 0, 1, at[9], 10),
    ]
    game = "SELECT text FROM shoes JOIN games ON hash = game_hash"
    assert select(keeping.path, f"DISTINCT text FROM ({game})") == [(first_game().text,)]


def test_the_history_gives_the_same_hands_and_counts_as_the_board(keeping: Keeping) -> None:
    keeping.shoe("P Bn T B7 P8 Pf Bx").shoe("BB")
    (first, hands), (second, more) = with_hands(keeping.path)
    assert keeping.state.previous is not None
    assert keeping.state.shoe is not None
    assert (hands, first.stats) == (keeping.state.previous.hands, keeping.state.previous.stats)
    assert (more, second.stats, second.seal) == (
        keeping.state.shoe.hands,
        Stats(hands=2, counts=(("banker", 2),)),
        None,
    )


def test_a_void_in_the_previous_shoe_reaches_its_counts_and_makes_a_new_seal_beside_the_old_one(
    keeping: Keeping,
) -> None:
    keeping.shoe("P B7").shoe("B")
    sealed = select(keeping.path, "seal FROM shoes")[0][0]
    keeping.give(c.VoidHand(1, 2, "supervisor 1", "wrong key"))
    shoe, _ = with_hands(keeping.path)[0]
    assert shoe.stats == Stats(hands=1, voided=1, counts=(("player", 1),))
    assert (shoe.seal, shoe.earlier) == (seal(keeping.records[-1].hash), (sealed,))
    assert verify(keeping.path, [sealed, shoe.seal or ""]).faults == ()


def test_the_seal_on_the_board_is_the_seal_of_the_chain_and_of_the_table(evening: Path, keeping: Keeping) -> None:
    ends = [record.hash for record in keeping.records if isinstance(record.event, e.ShoeEnded)]
    assert select(evening, "seal FROM shoes") == [(seal(ends[0]),), (seal(ends[1]),), (None,)]
    assert keeping.state.previous is not None
    assert [made.hash for made in keeping.state.previous.seals] == [ends[1]]


def test_a_seal_is_twenty_letters_that_no_eye_confuses() -> None:
    assert [seal(digit * 64) for digit in "0f"] == ["JKXA-V13P-9WV6-11CZ-RYZ3", "CVZ1-6CH6-MT81-9M19-C1AQ"]


def test_a_seal_of_the_first_form_is_twelve_letters_of_the_hash_itself() -> None:
    assert seal("0" * 64, 1) == short("0" * 64) == "0000-0000-0000"
    assert seal("f" * 64, 1) == "ZZZZ-ZZZZ-ZZZZ"
    assert seal("0123456789abcde" + "7" * 49, 1) == "04HM-ASW9-NF6Y"
    with pytest.raises(ValueError, match="no seal has form 3"):
        seal("0" * 64, 3)


def test_a_reader_reads_on_while_the_unit_writes(keeping: Keeping) -> None:
    """The reader sees the file as it was when it began; the writer waits for nobody."""
    keeping.shoe("PPP").shoe("BBB")
    with closing(extract(keeping.path, ALL)) as record:
        reading = record.listed()
        first = next(reading)
        keeping.shoe("TTT").give(c.VoidHand(2, 1, "supervisor 1", "wrong key"))
        before = [(shoe, hands_of(record, shoe)) for shoe in (first, *reading)]
    assert [(shoe.number, shoe.stats.hands, len(hands)) for shoe, hands in before] == [(1, 3, 3), (2, 3, 3)]
    assert [(shoe.number, shoe.stats.hands) for shoe, _ in with_hands(keeping.path)] == [(1, 3), (2, 2), (3, 3)]


def test_verify_counts_what_is_there_and_names_the_head(evening: Path, keeping: Keeping) -> None:
    rows = len(keeping.records)
    sealed = [record.seq for record in keeping.records if isinstance(record.event, e.ShoeEnded)][-1]
    head = keeping.records[-1].hash
    assert verify(evening) == Verified(rows, shoes=3, hands=14, voided=1, head=head, faults=(), sealed=sealed)


def test_verify_may_look_on_while_the_unit_writes(keeping: Keeping) -> None:
    keeping.shoe("PB")
    assert verify(keeping.path).hands == 2
    keeping.shoe("T")
    assert verify(keeping.path).hands == 3


def test_a_restart_goes_on_where_the_chain_ended(evening: Path) -> None:
    again = Keeping(evening).give(START, c.RecordHand(Hand(Outcome.BANKER)))
    again.close()
    assert verify(evening).faults == ()
    assert verify(evening).hands == 15
