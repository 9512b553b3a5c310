"""What players were shown before they bet holds for the hand; what is dealt holds for the shoe; what changes is said
before. Random walks over the same are in test_state.py."""

from dataclasses import replace
from datetime import date, datetime, time, timedelta

import pytest
from games import shipped, worded
from hypothesis import given
from hypothesis import strategies as st
from talk import TERMS, Table

from eztrak.game.first import first_game
from eztrak.game.hand import Hand, Outcome
from eztrak.options import Money
from eztrak.table import commands as c
from eztrak.table import events as e
from eztrak.table.changes import FEE, HAND, LIMIT, NOW, SHOE, Change
from eztrak.table.pack import Pack, Rule, Slot, Status, What, pack_of
from eztrak.table.pages import Page
from eztrak.table.position import Position
from eztrak.table.state import TableState
from eztrak.table.terms import FeeRow, Limit, Terms

RAISED = Change(LIMIT, "", 2500, 40000)
BANKER = Hand(Outcome.BANKER)
CEILINGS = (
    Rule(What.HIGHEST, "WAC 230-15-140", Money(30000), until="2023-08-18", status=Status.ENDED),
    Rule(What.HIGHEST, "WAC 230-15-140", Money(40000), since="2023-08-19"),
)


def limit(table: Table) -> Limit:
    return table.state.terms.limit


def waiting(table: Table) -> list[str]:
    return [str(said) for plan in table.state.plans for said in plan.said(table.state.terms, table.wall[:10])]


def at(table: Table, wall: str) -> Table:
    """The clock on the wall shows this."""
    table.wall = wall
    table.give(c.TakeEffect())
    return table


@pytest.fixture
def open_table(table: Table) -> Table:
    """With a pack that allows fees, a shoe and some hands."""
    table.state = replace(table.state, terms=replace(TERMS, pack=Pack("california")))
    return table.hands("B P")


def test_a_change_after_no_more_bets_holds_once_the_hand_is_in(open_table: Table) -> None:
    table = open_table
    table.give(c.StartTimer())
    table.give(c.CloseBets(c.DEALER))
    table.give(c.ChangeTerms(Change(FEE, "bet", 300), NOW, "supervisor 1"))
    table.give(c.ChangeTerms(RAISED, NOW, "supervisor 1"))
    assert (limit(table), table.state.terms.fees) == (TERMS.limit, ())
    assert waiting(table) == [
        "player, per bet: fee 3, after this hand",
        "the table: minimum 25, maximum 400, after this hand",
    ]
    assert table.says == "set: the table: minimum 25, maximum 400, after this hand"
    at(table, "2027-01-01T00:00")
    assert limit(table) == TERMS.limit
    table.give(c.RecordHand(BANKER))
    assert (limit(table), table.state.terms.fees, table.state.plans) == (Limit(2500, 40000), (("bet", 300),), ())
    kinds = [record.kind for record in table.records[-3:]]
    assert kinds == ["hand", "terms", "terms"]


def test_between_two_hands_a_change_holds_at_once(open_table: Table) -> None:
    open_table.give(c.ChangeTerms(RAISED, NOW, "supervisor 1"))
    assert limit(open_table) == Limit(2500, 40000)
    open_table.give(c.ChangeTerms(RAISED, NOW, "supervisor 1"))
    assert open_table.records[-2].kind != "terms"  # the same again is no event


def test_without_a_timer_nobody_knows_whether_a_hand_is_dealt(open_table: Table) -> None:
    open_table.state = replace(open_table.state, terms=replace(open_table.state.terms, timer_seconds=0))
    open_table.give(c.ChangeTerms(RAISED, NOW, "supervisor 1"))
    assert limit(open_table) == TERMS.limit
    open_table.hands("T")
    assert limit(open_table) == Limit(2500, 40000)
    open_table.give(c.CloseTable("supervisor 1"))
    open_table.give(c.ChangeTerms(Change(LIMIT, "", 100, 200), NOW, "supervisor 1"))
    assert limit(open_table) == Limit(100, 200)


def test_a_change_for_the_next_shoe_waits_for_it_across_a_restart(open_table: Table) -> None:
    table = open_table
    table.give(c.ChangeTerms(RAISED, SHOE, "supervisor 1"))
    assert waiting(table) == ["the table: minimum 25, maximum 400, from the next shoe"]
    table.give(c.Start("1.0", "Table 1", table.state.terms))
    table.hands("B P T")
    assert limit(table) == TERMS.limit
    table.give(c.NewShoe())
    assert (limit(table), table.state.plans) == (Limit(2500, 40000), ())
    started = table.records[-1].event
    assert isinstance(started, e.ShoeStarted)
    assert started.terms.limit == Limit(2500, 40000)


def test_before_the_first_shoe_the_next_shoe_is_now(table: Table) -> None:
    table.give(c.ChangeTerms(RAISED, SHOE, "supervisor 1"))
    assert limit(table) == Limit(2500, 40000)


def test_a_change_at_a_time_of_day_is_said_until_then(open_table: Table) -> None:
    table = open_table
    table.give(c.ChangeTerms(RAISED, "18:00", "supervisor 1"))
    assert waiting(table) == ["the table: minimum 25, maximum 400, from 6:00 PM"]
    assert limit(at(table, "2026-11-18T17:59")) == TERMS.limit
    table.give(c.StartTimer())
    assert limit(at(table, "2026-11-18T18:01")) == TERMS.limit  # not in the middle of a hand
    table.give(c.RecordHand(BANKER))
    assert limit(table) == Limit(2500, 40000)


def test_a_time_of_day_that_is_over_means_tomorrow(open_table: Table) -> None:
    table = open_table
    table.give(c.ChangeTerms(RAISED, "9:30", "supervisor 1"))
    assert waiting(table) == ["the table: minimum 25, maximum 400, from Thursday 9:30 AM"]
    assert table.says == "set: the table: minimum 25, maximum 400, from Thursday 9:30 AM"
    assert limit(at(table, "2026-11-18T23:59")) == TERMS.limit
    assert limit(at(table, "2026-11-19T00:00")) == TERMS.limit
    assert waiting(table) == ["the table: minimum 25, maximum 400, from 9:30 AM"]
    assert limit(at(table, "2026-11-19T09:30")) == Limit(2500, 40000)


def test_a_clock_that_is_set_back_takes_nothing_back_and_one_set_forth_skips_nothing(open_table: Table) -> None:
    table = open_table
    table.give(c.ChangeTerms(RAISED, "18:00", "supervisor 1"))
    at(table, "2026-11-18T19:00")  # in spring an hour is left out
    at(table, "2026-11-18T17:00")  # in autumn one comes twice
    assert limit(table) == Limit(2500, 40000)
    assert [record.kind for record in table.records].count("terms") == 1


def test_two_changes_that_wait_do_not_undo_each_other(open_table: Table) -> None:
    table = open_table
    table.give(c.ChangeTerms(RAISED, "18:00", "supervisor 1"))
    table.give(c.ChangeTerms(Change(LIMIT, "tie", 500, 5000), NOW, "supervisor 1"))
    at(table, "2026-11-18T18:00")
    assert (limit(table), table.state.terms.limit_of("tie")) == (Limit(2500, 40000), Limit(500, 5000))


def test_a_notice_is_kept(open_table: Table) -> None:
    table = open_table
    pack = Pack("tribal", rules=(Rule(What.NOTICE, "the compact"),))
    table.state = replace(table.state, terms=replace(TERMS, pack=pack, notice_minutes=30))
    refused = "a change must be announced 30 minutes ahead (the compact): choose 6:12 PM or later"
    for when in (NOW, SHOE, "18:11"):
        assert table.denied(c.ChangeTerms(RAISED, when, "supervisor 1")) == refused
    assert table.denied(c.ChangeTerms(RAISED, "18:12", "supervisor 1")) == ""


@pytest.mark.parametrize("left", [c.CloseTable("supervisor 1"), c.NewShoe()])
def test_whoever_closes_the_table_or_begins_a_shoe_announces_a_change_too(table: Table, left: c.Command) -> None:
    """As long as those may sit there who were dealt the last hand."""
    table.state = replace(table.state, terms=replace(TERMS, notice_minutes=30))
    table.wall = "2026-11-18T17:42-08:00"
    table.hands("B P").give(left)
    refused = "a change must be announced 30 minutes ahead (washington): choose {} or later"
    assert table.denied(c.ChangeTerms(RAISED, NOW, "supervisor 1")) == refused.format("6:12 PM")
    table.wall = "2026-11-18T18:11-08:00"
    assert table.denied(c.ChangeTerms(RAISED, NOW, "supervisor 1")) == refused.format("6:41 PM")
    table.wall = "2026-11-18T18:12-08:00"
    assert table.denied(c.ChangeTerms(RAISED, NOW, "supervisor 1")) == ""
    assert limit(table) == Limit(2500, 40000)


NOTICED = replace(TERMS, notice_minutes=30)
BOSS, CENTS, NOW_OR_SHOE = st.just("supervisor 1"), st.sampled_from([200, 300]), st.sampled_from([NOW, SHOE])
ANY_TIME = st.times(min_value=time(0, 1)).map(lambda time: f"{time:%H:%M}")
DOINGS = st.one_of(
    st.integers(1, 45),  # minutes go by
    st.sampled_from(["B", "P", "T"]),
    st.builds(c.ChangeTerms, st.sampled_from([RAISED, Change(LIMIT, "tie", 100, 900)]), ANY_TIME | NOW_OR_SHOE, BOSS),
    st.builds(lambda low: c.SetTerms(replace(NOTICED, limit=Limit(low, 50000), origin=f"{low}"), c.CONFIG), CENTS),
    st.builds(lambda low: c.Start("1.0", "", replace(NOTICED, limit=Limit(low, 60000), origin=f"{low}")), CENTS),
    st.sampled_from(
        [c.NewShoe(), c.StartTimer(), c.CloseBets(c.DEALER), c.TakeBack(), c.DropChange(1, "supervisor 1")]
    ),
    st.sampled_from([c.CloseTable("supervisor 1"), c.OpenTable("supervisor 1")]),
)


@given(st.lists(DOINGS, max_size=25))
def test_nothing_holds_unannounced_where_somebody_was_dealt_to(doings: list[int | str | c.Command]) -> None:
    """Whatever posted terms come into force stood on the board for the notice, or before any hand within it."""
    table = Table(TableState(table="Table 1", terms=NOTICED))
    now, notice = datetime.fromisoformat(table.wall), timedelta(minutes=30)
    for doing in doings:
        if isinstance(doing, int):
            now += timedelta(minutes=doing)
            table.wall = now.isoformat(timespec="minutes")
        table.give(c.TakeEffect())
        if not isinstance(doing, int):
            table.give(c.RecordHand(Hand(Outcome(doing))) if isinstance(doing, str) else doing)
    terms, hands, seen = NOTICED, list[datetime](), dict[int, tuple[datetime, list[datetime]]]()
    for record in table.records:
        when = datetime.fromisoformat(record.moment.at)
        match record.event:
            case e.HandRecorded():
                hands.append(when)
            case e.TermsPlanned(plan):  # or again: what held already, once the hand that was taken back is in
                seen[plan.number] = when, [] if plan.by == c.DEALER else [*hands]
            case e.TermsSet(then, by=c.DEALER):
                terms = then  # under which that hand was bet
            case e.TermsSet(then, planned=number):
                since, before = seen.get(number, (when, hands))
                assert then.posted_alike(terms) or when - since >= notice or all(when - at >= notice for at in before)
                terms = then
            case _:
                pass


def test_another_config_keeps_the_notice_too(open_table: Table) -> None:
    table = open_table
    terms = replace(table.state.terms, limit=Limit(100, 200), timer_seconds=9, notice_minutes=30, origin="second")
    table.give(c.SetTerms(terms, c.CONFIG))
    assert (limit(table), table.state.terms.timer_seconds) == (TERMS.limit, 9)
    assert waiting(table) == ["the table: minimum 1, maximum 2, from 6:12 PM"]
    table.give(c.Start("1.0", "Table 1", terms))
    assert len(table.state.plans) == 1  # not once more
    assert limit(at(table, "2026-11-18T18:12")) == Limit(100, 200)


def test_another_config_waits_for_the_hand_and_its_game_for_the_shoe(open_table: Table) -> None:
    table = open_table
    table.give(c.StartTimer())
    table.give(c.SetTerms(replace(table.state.terms, limit=Limit(100, 200), origin="second"), c.CONFIG))
    assert limit(table) == TERMS.limit
    fees = (FeeRow(None, (("tie", 50),)),)
    other = replace(TERMS, pack=Pack("house", "House"), game=first_game(fifth=False), decks=6, schedule=fees)
    table.give(c.SetTerms(replace(other, origin="third"), c.CONFIG))
    assert waiting(table) == [
        "EZ Baccarat, from the next shoe",
        "6 decks, from the next shoe",
        "rules of House, from the next shoe",
        "Tie: fee 0.50, from the next shoe",
    ]
    table.give(c.RecordHand(BANKER))
    assert (table.state.terms.decks, limit(table)) == (8, TERMS.limit)
    table.give(c.NewShoe())
    assert table.state.shoe is not None
    assert (table.state.shoe.decks, table.state.terms.pack.name, table.state.plans) == (6, "house", ())


def test_a_limit_of_one_wager_that_another_config_brings_is_said(open_table: Table) -> None:
    table = open_table
    table.give(c.StartTimer())
    changed = table.state.terms.with_limit("tie", Limit(500, 5000))
    table.give(c.SetTerms(replace(changed, origin="second"), c.CONFIG))
    assert waiting(table) == ["Tie: minimum 5, maximum 50, after this hand"]


def test_a_change_can_be_dropped_by_the_supervisor(open_table: Table) -> None:
    table = open_table
    table.set_up().choose(Page.PLANS)
    assert table.says == "no changes are pending"
    table.choose(Page.LIMITS).press("1").type("25").type("400").press("3").type("2460")
    assert table.says == "2460 is not a time of day: 0000 to 2359"
    table.type("1800")
    assert table.question == "the table: minimum 25, maximum 400, at the next 6:00 PM. Set it?"
    table.yes()
    assert table.says == "set: the table: minimum 25, maximum 400, from Wednesday 6:00 PM"
    table.choose(Page.FEES).press("1").type("2").press("2").yes()
    table.choose(Page.PLANS)
    assert worded(table.ask.choices if table.ask else ()) == [
        "the table: minimum 25, maximum 400, from Wednesday 6:00 PM",
        "player, per bet: fee 2, from the next shoe",
    ]
    table.press("1")
    assert table.question == "Cancel it: the table: minimum 25, maximum 400, from Wednesday 6:00 PM?"
    assert table.yes().says == "that change was canceled"
    assert waiting(table) == ["player, per bet: fee 2, from the next shoe"]
    assert table.denied(c.DropChange(7, "supervisor 1")) == "that change is no longer pending"


def test_limits_and_fees_come_by_no_other_way_in_a_hand(open_table: Table) -> None:
    open_table.give(c.StartTimer())
    raised = replace(open_table.state.terms, limit=Limit(100, 200))
    assert open_table.denied(c.SetTerms(raised, "supervisor 1")) == "limits and fees change only between hands"


def test_bets_that_were_closed_open_again_only_when_asked_and_on_record(open_table: Table) -> None:
    table = open_table
    table.press("timer", "timer", "timer")
    assert table.asks.startswith("hand 3 was not entered")
    table.yes()
    assert table.records[-1].event == e.TimerStarted(20, again=1)


# The pack's rules, by the day.


@pytest.mark.parametrize(("day", "most"), [("2023-08-18", 30000), ("2023-08-19", 40000), ("", 40000)])
def test_the_highest_wager_follows_the_day(day: str, most: int) -> None:
    terms = Terms(pack=Pack("washington", rules=CEILINGS), limit=Limit(100, most))
    assert terms.problems(day) == []
    (over,) = replace(terms, limit=Limit(100, most + 1)).problems(day)
    assert str(over).endswith(f"is over the highest wager allowed, {most // 100} (WAC 230-15-140)")


def test_a_change_is_judged_by_the_day_on_which_it_holds(open_table: Table) -> None:
    table = open_table
    ends = replace(CEILINGS[1], until="2026-11-18", status=Status.ENDED)
    lower = Rule(What.HIGHEST, "a new rule", Money(20000), since="2026-11-19")
    low = Limit(1000, 20000)
    table.state = replace(table.state, terms=replace(TERMS, limit=low, pack=Pack("washington", rules=(ends, lower))))
    assert table.denied(c.ChangeTerms(RAISED, "9:00", "supervisor 1")).endswith("200 (a new rule)")
    assert table.denied(c.ChangeTerms(RAISED, "18:00", "supervisor 1")) == ""
    table.give(c.StartTimer())
    table.wall = "2026-11-19T00:10"  # the hand went on past midnight
    table.give(c.RecordHand(BANKER))
    assert (limit(table), table.state.plans) == (low, ())
    assert table.says == "a pending change is now against the rules and was canceled"


def test_wagers_on_one_hand_and_a_limit_of_all_payouts() -> None:
    six = Rule(What.WAGERS, "WAC 230-15-040", Money(500), 6, 3)
    terms = Terms(pack=Pack(rules=(six,)), limit=Limit(100, 40000))
    assert [str(said) for said in terms.problems()] == [
        "5 wagers go over 5: at most 3 may (WAC 230-15-040)",
    ]
    small = terms.with_limit("dragon7", Limit(100, 500)).with_limit("panda8", Limit(100, 500))
    assert small.problems() == []
    few = replace(small, pack=Pack(rules=(replace(six, count=4, small=None),)))
    assert [str(said) for said in few.problems()] == ["5 wagers on one hand: at most 4 are allowed (WAC 230-15-040)"]
    asked = replace(terms, pack=Pack(rules=(replace(six, status=Status.COUNSEL),)))
    assert asked.problems() == []  # the room's counsel says what it asks
    fifty = Pack(rules=(Rule(What.PAYOUT, "WAC 230-15-490", count=50),))
    (under,) = replace(terms, pack=fifty, payout=5_000_000).problems()
    assert str(under) == "a payout limit is allowed only where a wager pays 50 to 1 or more (WAC 230-15-490)"


def test_a_schedule_has_a_row_for_the_tables_limit() -> None:
    rows = (FeeRow(Limit(50000, 200000), (("bet", 1000),)), FeeRow(Limit(1000, 10000), (("bet", 200), ("tie", 100))))
    terms = Terms(limit=Limit(1000, 10000), schedule=rows)
    assert (terms.problems(), terms.fees) == ([], (("bet", 200), ("tie", 100)))
    assert [row.limit for row in terms.schedule] == [Limit(1000, 10000), Limit(50000, 200000)]
    (lack,) = replace(terms, limit=Limit(1000, 20000)).problems()
    assert str(lack) == "the fee schedule has no row for a limit of 10 to 200"
    assert terms.with_fee("tie", 0).fees == (("bet", 200),)
    assert terms.with_fee("tie", 0).with_fee("bet", 0).schedule[0] == FeeRow(Limit(1000, 10000), ())


def test_rules_that_nobody_has_read_for_a_year_are_named() -> None:
    leap = Rule(What.FEES, "b", checked="2024-02-29")
    pack = Pack(rules=(Rule(What.DECKS, "a", checked="2025-11-18"), leap, Rule(What.INPUTS, "c")))
    assert [rule.source for rule in pack.unread(date(2026, 11, 18))] == ["b"]
    assert [rule.source for rule in pack.unread(date(2026, 11, 19))] == ["a", "b"]
    assert list(pack.unread(date(2025, 2, 28))) == []


def test_a_pack_read_back_is_the_same_and_small() -> None:
    pack = Pack("x", "X", inputs=("evdev",), decks=(6, 8), posted=(Slot.HELP,), rules=CEILINGS, approved=False)
    assert pack_of(pack.fields()) == pack
    assert Pack().fields() == {}
    assert (pack.source(What.DECKS), Pack("y").source(What.HIGHEST)) == ("X", "y")


# The player-dealer position.


@pytest.fixture
def california(table: Table) -> Table:
    table.state = replace(table.state, terms=replace(TERMS, pack=Pack("california"), player_dealer=2))
    return table


def offer(table: Table) -> str:
    return str(table.state.position.said(table.state.terms.player_dealer))


def test_the_position_is_offered_after_every_two_hands(california: Table) -> None:
    table = california
    assert offer(table) == "player-dealer: offer in 2 hands"
    assert offer(table.hands("B")) == "player-dealer: offer in 1 hand"
    assert offer(table.hands("Pf")) == "player-dealer: offer in 1 hand"  # dealt with no bets
    assert offer(table.hands("T")) == "player-dealer: offer the position now"
    assert table.press("8").says == "player-dealer position: taken"
    assert table.press("8").says == "player-dealer position: declined"
    assert table.press("8").says == "player-dealer position: moved on"
    assert table.press("8").says == "player-dealer position: taken"
    assert (offer(table), table.state.position) == ("player-dealer: offer in 2 hands", Position(0, "taken"))
    table.hands("B")
    assert table.state.position == Position(1)


def test_the_position_is_counted_over_shoes_and_restarts(california: Table) -> None:
    table = california.hands("B")
    table.give(c.NewShoe())
    table.give(c.Start("1.0", "Table 1", table.state.terms))
    assert table.state.position == Position(1)


def test_the_position_by_the_menu_where_no_cap_is_left(california: Table) -> None:
    table = california.press("menu", "menu", "4")
    assert table.choices == ["taken", "declined", "moved on"]
    assert table.press("3").says == "player-dealer position: moved on"
    assert table.records[-1].event == e.PositionAnswered("moved", 0)


def test_no_position_where_none_is_counted_or_the_table_is_closed(california: Table) -> None:
    california.give(c.CloseTable("supervisor 1"))
    assert california.press("8").says == "the table is closed: a supervisor can open it"
    other = Table(TableState(table="Table 1", terms=TERMS))
    assert other.press("8").says == "this table does not count the player-dealer position"
    assert offer(other) == ""


def test_bets_for_the_first_hand_begin_a_shoe(table: Table) -> None:
    """Another config keeps its decks for the shoe after it, also where that is begun by its key."""
    other = replace(TERMS, decks=6, limit=Limit(500, 600), origin="second")
    for begin in (c.NewShoe(), c.RecordHand(BANKER)):
        first = Table(table.state)
        first.give(c.StartTimer())
        first.give(c.SetTerms(other, c.CONFIG))
        first.give(begin)
        assert first.state.shoe is not None
        assert (first.state.shoe.decks, limit(first), len(first.state.plans)) == (8, TERMS.limit, 1)
        first.give(c.CloseBets(c.DEALER))
        first.give(c.RecordHand(BANKER))
        first.give(c.NewShoe())
        assert (first.state.shoe.decks, limit(first)) == (6, Limit(500, 600))


def test_a_schedule_has_one_row_for_each_limit_and_none_upside_down() -> None:
    rows = (FeeRow(Limit(100, 200), ()), FeeRow(Limit(100, 200), ()), FeeRow(Limit(500, 100), ()))
    wrong = worded(replace(TERMS, pack=Pack(), limit=Limit(100, 200), schedule=rows).problems())
    assert wrong == [
        "the fee schedule has two rows for a limit of 1 to 2",
        "the maximum 1 is below the minimum 5",
    ]


def test_a_plan_without_a_change_is_none() -> None:
    with pytest.raises(ValueError, match="a change or terms"):
        e.event_of("plan", {"plan": {"number": 1, "when": "hand", "by": "config"}})


def test_terms_of_an_older_form_have_the_profile_as_a_pack() -> None:
    """As a unit of the release before wrote them."""
    now = e.fields(e.TermsSet(replace(TERMS, schedule=(FeeRow(None, (("bet", 100),)),)), "config"))
    gone = ("pack", "schedule", "fees_when", "payout", "notice_minutes", "player_dealer")
    older = {key: value for key, value in now["terms"].items() if key not in gone}
    older |= {"profile": "washington", "highest_wager": 40000, "fees_allowed": False, "fees": [["player", 100]]}
    read = e.event_of("terms", {"v": 2, "terms": older, "by": "config"})
    assert isinstance(read, e.TermsSet)
    assert (read.terms.pack.name, read.terms.fees) == ("washington", (("bet", 100),))
    assert str(read.terms.problems()[0]) == "no fees may be collected here (washington)"


def under_way(table: Table) -> Table:
    """With bets closed, and a change that waits for the hand."""
    table.give(c.StartTimer())
    table.give(c.CloseBets(c.DEALER))
    table.give(c.ChangeTerms(RAISED, NOW, "supervisor 1"))
    return table


def test_a_table_that_is_closed_and_opened_in_a_hand_is_still_in_it(open_table: Table) -> None:
    table = under_way(open_table)
    table.give(c.CloseTable("supervisor 1"))
    table.give(c.OpenTable("supervisor 1"))
    at(table, "2026-11-18T20:00")
    assert limit(table) == TERMS.limit
    assert table.press("timer").asks.startswith("hand 3 was not entered")
    table.press("clear").give(c.RecordHand(BANKER))
    assert limit(table) == Limit(2500, 40000)


def test_bets_that_were_open_at_a_power_cut_are_for_the_hand(open_table: Table) -> None:
    table = open_table
    table.give(c.StartTimer())
    table.give(c.ChangeTerms(RAISED, NOW, "supervisor 1"))
    table.give(c.Start("1", "Table 1", table.state.terms))
    at(table, "2026-11-18T20:00")
    assert limit(table) == TERMS.limit


def test_a_timer_that_is_set_anew_does_not_end_a_hand(open_table: Table) -> None:
    table = open_table
    table.give(c.SetTerms(replace(table.state.terms, timer_seconds=0), "supervisor 1"))
    table.give(c.ChangeTerms(RAISED, NOW, "supervisor 1"))
    table.give(c.SetTerms(replace(table.state.terms, timer_seconds=20), "supervisor 1"))
    at(table, "2026-11-18T20:00")
    assert limit(table) == TERMS.limit
    table.give(c.RecordHand(BANKER))
    assert limit(table) == Limit(2500, 40000)


def test_another_language_does_not_end_a_hand_of_which_no_timer_told(open_table: Table) -> None:
    table = open_table
    for other in ({"timer_seconds": 0}, {"timer_seconds": 20}, {"languages": ("vi", "en")}):
        table.give(c.SetTerms(replace(table.state.terms, **other), "supervisor 1"))
    table.give(c.ChangeTerms(RAISED, NOW, "supervisor 1"))
    assert limit(table) == TERMS.limit


def test_who_bets_on_the_first_hand_is_told_of_a_change_before() -> None:
    table = Table(TableState(table="Table 1", terms=NOTICED))
    table.give(c.StartTimer())
    assert table.denied(c.ChangeTerms(RAISED, NOW, "supervisor 1")).startswith("a change must be announced 30 minutes")


def test_another_language_of_the_config_holds_at_once_and_its_decks_with_the_next_shoe(open_table: Table) -> None:
    other = replace(open_table.state.terms, decks=6, languages=("vi", "en"), origin="second")
    open_table.give(c.SetTerms(other, c.CONFIG))
    assert (open_table.state.terms.languages, open_table.state.terms.decks) == (("vi", "en"), 8)


def test_what_waits_for_a_hand_of_other_decks_waits_for_the_next_shoe_where_that_was_a_mistake(
    open_table: Table,
) -> None:
    table = open_table
    table.give(c.SetTerms(replace(table.state.terms, decks=6, origin="second"), c.CONFIG))
    table.give(c.NewShoe())
    table.give(c.ChangeTerms(Change(FEE, "bet", 300), SHOE, "supervisor 1"))
    table.give(c.StartTimer())
    table.give(c.SetTerms(replace(table.state.terms, limit=Limit(500, 600), origin="third"), c.CONFIG))
    assert [plan.when for plan in table.state.plans] == [SHOE, HAND]
    table.give(c.UndoShoe(c.DEALER))
    assert [(plan.number, plan.when) for plan in table.state.plans] == [(1, SHOE), (3, SHOE), (4, SHOE)]
    table.hands("B")
    assert (table.state.terms.decks, limit(table)) == (8, TERMS.limit)
    table.give(c.NewShoe())
    assert (table.state.terms.decks, limit(table)) == (6, Limit(500, 600))


def test_what_was_announced_in_a_shoe_that_was_a_mistake_still_comes(open_table: Table) -> None:
    """Its number had been given before, to what the undone shoe brought into force."""
    table = open_table
    table.give(c.ChangeTerms(Change(FEE, "bet", 300), SHOE, "supervisor 1"))
    table.give(c.NewShoe())
    table.give(c.ChangeTerms(RAISED, SHOE, "supervisor 1"))
    assert [plan.number for plan in table.state.plans] == [1]
    table.give(c.UndoShoe(c.DEALER))
    assert [(plan.number, plan.change) for plan in table.state.plans] == [(1, Change(FEE, "bet", 300)), (2, RAISED)]
    table.hands("B").give(c.NewShoe())
    assert limit(table) == Limit(2500, 40000)


def test_a_shoe_that_goes_on_has_its_own_terms_again_and_what_waited(open_table: Table) -> None:
    """Pack and decks of another config, and a fee from the next shoe, are back in wait."""
    table = open_table
    table.give(c.ChangeTerms(Change(FEE, "bet", 300), SHOE, "supervisor 1"))
    other = replace(table.state.terms, decks=6, pack=Pack("trial", trial=True), origin="second")
    table.give(c.SetTerms(other, c.CONFIG))
    before = table.state.terms
    table.give(c.NewShoe())
    assert (table.state.terms.pack.name, table.state.plans) == ("trial", ())
    assert table.denied(c.JoinShoes("supervisor 1", "")).startswith("the two shoes were dealt under different rules")
    assert table.denied(c.MoveHands(1, 1, "supervisor 1", "")).startswith("the two shoes were dealt under different")
    table.give(c.UndoShoe(c.DEALER))
    assert (table.state.terms, len(table.state.plans)) == (before, 2)
    table.give(c.RecordHand(BANKER))
    assert (table.shoe, table.state.terms) == ("B P B", before)


def test_what_the_config_changes_is_not_dropped_at_the_menu(open_table: Table) -> None:
    open_table.give(c.SetTerms(replace(open_table.state.terms, pack=Pack("washington"), origin="second"), c.CONFIG))
    assert open_table.denied(c.DropChange(1, "supervisor 1")).startswith("that change comes from the config")


def test_decks_and_limits_of_another_config_keep_the_notice_too(open_table: Table) -> None:
    table = open_table
    table.state = replace(table.state, terms=replace(table.state.terms, notice_minutes=30))
    other = replace(table.state.terms, decks=6, limit=Limit(500, 600), origin="second")
    table.give(c.SetTerms(other, c.CONFIG))
    assert e.event_of("plan", e.fields(table.records[-1].event)) == table.records[-1].event
    for wall, new in (("2026-11-18T18:11", TERMS.limit), ("2026-11-18T18:12", Limit(500, 600))):
        table.wall = wall
        table.give(c.NewShoe())
        assert limit(table) == new
        table.hands("B")


def test_changes_hold_in_the_order_of_their_times_whenever_the_unit_was_on(open_table: Table) -> None:
    """25 from six, then 50 from half past five: at six it is 25, also for a unit that was off meanwhile."""
    for amount, when in ((2500, "18:00"), (5000, "17:50")):
        open_table.give(c.ChangeTerms(Change(LIMIT, "", amount, 40000), when, "supervisor 1"))
    at(open_table, "2026-11-18T18:30")
    assert limit(open_table) == Limit(2500, 40000)


def test_a_row_that_is_not_in_force_is_posted_too(open_table: Table) -> None:
    table = open_table
    rows = (FeeRow(TERMS.limit, (("bet", 100),)), FeeRow(Limit(5000, 90000), (("bet", 500),)))
    table.state = replace(table.state, terms=replace(table.state.terms, schedule=rows))
    dearer = replace(table.state.terms, schedule=(rows[0], FeeRow(Limit(5000, 90000), (("bet", 900),))))
    table.give(c.StartTimer())
    assert table.denied(c.SetTerms(dearer, "supervisor 1")) == "limits and fees change only between hands"


def test_no_commission_where_the_pack_allows_none() -> None:
    terms = replace(TERMS, game=shipped("commission"))
    assert worded(replace(terms, pack=Pack("washington", commission=False)).problems()) == [
        "no commission may be charged here (washington)"
    ]
    assert terms.problems() == []


def test_a_hand_that_was_taken_back_is_not_counted_for_the_position(california: Table) -> None:
    california.hands("B").give(c.TakeBack())
    assert offer(california) == "player-dealer: offer in 2 hands"


def test_a_notice_is_as_long_on_the_night_when_the_clock_goes_forward(open_table: Table) -> None:
    """Thirty minutes at a quarter to two: three o'clock comes after fifteen."""
    table = open_table
    table.state = replace(table.state, terms=replace(table.state.terms, notice_minutes=30))
    table.wall = "2027-03-14T01:45-08:00"
    table.give(c.ChangeTerms(RAISED, "02:15", "supervisor 1"))
    assert waiting(table) == ["the table: minimum 25, maximum 400, from 2:15 AM"]
    assert limit(at(table, "2027-03-14T03:00-07:00")) == TERMS.limit
    assert limit(at(table, "2027-03-14T03:14-07:00")) == TERMS.limit
    assert limit(at(table, "2027-03-14T03:15-07:00")) == Limit(2500, 40000)


def test_a_time_in_the_doubled_hour_holds_when_it_first_comes(open_table: Table) -> None:
    table = open_table
    table.wall = "2026-11-01T00:50-07:00"
    table.give(c.ChangeTerms(RAISED, "01:30", "supervisor 1"))
    assert limit(at(table, "2026-11-01T01:29-07:00")) == TERMS.limit
    assert limit(at(table, "2026-11-01T01:30-07:00")) == Limit(2500, 40000)
    assert limit(at(table, "2026-11-01T01:00-08:00")) == Limit(2500, 40000)


def test_a_hand_that_is_taken_back_is_due_under_what_it_was_bet_under(open_table: Table) -> None:
    table = under_way(open_table)
    table.give(c.RecordHand(BANKER))
    assert limit(table) == Limit(2500, 40000)
    table.give(c.TakeBack())
    assert (limit(table), len(table.state.plans)) == (TERMS.limit, 1)
    table.give(c.RecordHand(Hand(Outcome.PLAYER)))
    assert (limit(table), table.state.plans) == (Limit(2500, 40000), ())
    table.give(c.StartTimer())
    table.give(c.CloseBets(c.DEALER))
    table.give(c.RecordHand(BANKER))
    table.give(c.TakeBack())
    assert limit(table) == Limit(2500, 40000)  # the next one was bet under these


def test_after_a_new_shoe_in_a_hand_and_its_undoing_the_bets_open_only_when_asked(open_table: Table) -> None:
    table = under_way(open_table)
    table.give(c.NewShoe())
    table.give(c.UndoShoe(c.DEALER))
    at(table, "2026-11-18T20:00")
    assert limit(table) == TERMS.limit
    assert table.press("timer").asks.startswith("hand 3 was not entered")
    table.yes()
    assert table.records[-1].event == e.TimerStarted(20, again=1)
