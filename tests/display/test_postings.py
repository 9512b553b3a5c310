"""What has to be posted is posted whole, in its order, and large enough: every pack, language and size, with the fees,
limits and texts of a busy room; and nothing hides the phase, the limits, the date, the game or a shoe's seal."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

import pytest
from legible import check, drawn_of, faults
from matrix import covering
from views import CLOSED, CODE, EARLIER, ENDED, LOOK, PLAYED, SEAL, TERMS, VIEWS, flashing, timed

from eztrak.config.appearance import LayoutFile
from eztrak.config.files import read
from eztrak.config.load import load_pack
from eztrak.display.board import Look, View, scene
from eztrak.display.layout import MARGIN, UNITS
from eztrak.display.nodes import nodes
from eztrak.display.panels.postings import Band, band, postings, turn_of, unfit
from eztrak.display.posted import helpline, standing, turning
from eztrak.display.scene import Box, Roll, Scene, Text
from eztrak.display.theme import theme
from eztrak.display.view import Own
from eztrak.display.words import Words
from eztrak.shipped import setting
from eztrak.table.changes import LIMIT, SHOE, Change, Planned
from eztrak.table.events import TermsSet, event_of, fields
from eztrak.table.pack import Pack, Slot
from eztrak.table.position import Position
from eztrak.table.round import NANO, Phase
from eztrak.table.state import TableState
from eztrak.table.terms import FeeRow, Limit, Terms

SIZES = [(1280, 720), (1366, 768), (1920, 1080), (1920, 1200), (1024, 768), (3840, 2160), (1080, 1920), (768, 1024)]
PACKS = sorted(path.stem for path in setting("packs").glob("*.toml"))
LANGUAGES = ["en", "zh_TW", "zh_CN", "vi", "ko"]
SIX = (("bet", 150), ("tie", 100), ("dragon7", 100), ("panda8", 100), ("player_dealer", 250))
SCHEDULE = (
    FeeRow(Limit(1000, 10000), SIX),
    FeeRow(Limit(10000, 50000), SIX),
    FeeRow(Limit(50000, 2500000), SIX),
)
LONG = "Speak to the supervisor on the floor at once; the cards stay where they are until the hand is settled. " * 2
OWN = (Own("disputes", LONG.strip(), "en"), Own("room", "Sushi until two in the morning."))


def busy(name: str, *languages: str, **more: object) -> Terms:
    """The terms of a room that posts as much as it may under a pack."""
    pack = load_pack(name, setting())
    terms = replace(
        TERMS,
        pack=pack,
        limit=Limit(50000, 2500000),
        wager_limits=tuple((spot, Limit(500, 1000000)) for spot in TERMS.game.spots),
        schedule=SCHEDULE if pack.fees else (),
        player_dealer=pack.player_dealer,
        languages=languages or ("en",),
    )
    return replace(terms, **more)  # type: ignore[arg-type]


PLANS = (
    Planned(1, "2026-01-01T22:30", "supervisor 1", Change(LIMIT, "", 100000, 2500000)),
    Planned(2, SHOE, "supervisor 1", Change(LIMIT, "dragon7", 500, 1000000)),
)


def shown(view: View, look: Look = LOOK, size: tuple[int, int] = (1920, 1080)) -> list[str]:
    return [node.text for layer in scene(view, look, *size).layers for node in layer if isinstance(node, Text | Roll)]


def under(terms: Terms, view: View = PLAYED) -> View:
    return replace(view, state=replace(view.state, terms=terms, plans=PLANS, position=Position(2)))


def posted(terms: Terms, wide: float, own: tuple[Own, ...] = OWN) -> Band:
    spoken = []
    state = TableState(terms=terms, plans=PLANS, position=Position(2))
    for language in terms.languages:
        words = Words((language,), terms.game)
        spoken.append((words, list(standing(words, state, "$")), turning(words, terms, own, "$")))
    return band(wide, spoken)


def pictures(found: Band, wide: float, size: tuple[int, int]) -> Iterator[list]:  # type: ignore[type-arg]
    """Every turn of the band, painted alone."""
    colours, box = theme("classic"), Box(MARGIN, 40.0, wide, found.height)
    turns = max(len(found.standing), len(found.turning))
    for turn in range(turns):
        pages = [pages[turn % len(pages)] if pages else None for pages in found]
        layer = postings(box, colours, *pages)
        high = UNITS * size[1] / min(size)
        yield nodes(Scene(UNITS * size[0] / min(size), high, ((), (), layer)), *size)


@pytest.mark.parametrize("pack", PACKS)
def test_every_posting_is_large_clear_and_whole(pack: str) -> None:
    spoken = [*([one] for one in LANGUAGES), ["en", "zh_TW"]]
    for _, languages, size in (row for row in covering(PACKS, spoken, SIZES) if row[0] == pack):
        wide = UNITS * size[0] / min(size) - 2 * MARGIN
        terms = busy(pack, *languages)
        found = posted(terms, wide)
        lines = list(pictures(found, wide, size))
        for picture in lines:
            check(picture, size)
        written = "".join("".join(node["text"] for node in picture if "text" in node) for picture in lines)
        for language in languages:
            words = Words((language,), terms.game)
            for text in (*turning(words, terms, OWN, "$"), *(text for text, _ in standing(words, PLAYED.state, "$"))):
                assert _bare(text) in _bare(written), (text, size)


def _bare(text: str) -> str:
    return text.replace(" ", "").replace("·", "")


@pytest.mark.parametrize("screen", ["played", "closed-bets", "info", "main", "table-closed", "desk", "shoe-end", "due"])
def test_a_board_with_all_postings_is_legible(screen: str) -> None:
    for size in SIZES:
        for pack in ("california", "washington"):
            view = under(busy(pack, open=VIEWS[screen].state.terms.open), VIEWS[screen])
            check(drawn_of(view, replace(LOOK, postings=OWN), size), size)


@pytest.mark.parametrize("pack", PACKS)
def test_each_text_stays_long_enough_to_be_read(pack: str) -> None:
    """Fifteen letters a second is slow for subtitles; a character of Chinese is worth three."""
    for language in LANGUAGES:
        for page in posted(busy(pack, language), 1888).turning:
            letters = sum(3 if letter >= "\u2e80" else 1 for (item,) in page.lines for letter in item.text)
            assert page.seconds >= max(3, letters / 15)


def test_the_order_is_the_packs_whoever_wrote_the_terms_and_after_a_restart() -> None:
    terms = busy("california")
    back = event_of("terms", fields(TermsSet(replace(terms, schedule=tuple(reversed(SCHEDULE))), "config")))
    assert isinstance(back, TermsSet)
    assert posted(back.terms, 1888) == posted(terms, 1888)
    words = Words(("en",))
    texts = turning(words, busy("washington", payout=5000000), (), "$")
    assert [text.split(":")[0].split(",")[0] for text in texts] == [
        "Player pays 1 to 1 · Banker pays 1 to 1 · Tie pays 8 to 1 · Dragon 7 pays 40 to 1 · Panda 8 pays 25 to 1",
        "Maximum payout per hand",
        "Gambling problem? Free help",
        "Dispute a result before the next hand",
        "The rules of this game are available",
        "Ask a supervisor whether employees may play here",
        "For information only",
    ]


def test_every_slot_of_every_pack_has_words() -> None:
    everything = replace(busy("california", payout=100), pack=Pack(posted=tuple(Slot), helpline="1-800-GAMBLER"))
    for language in LANGUAGES:
        words = Words((language,))
        for slot in Slot:
            alone = replace(everything, pack=replace(everything.pack, posted=(slot,)))
            # The game and the limits stand elsewhere, large.
            assert bool(turning(words, alone, (), "$")) == (slot not in (Slot.GAME, Slot.LIMITS)), (language, slot)


@pytest.mark.parametrize(("pack", "number"), [("washington", "1-800-547-6133"), ("california", "1-800-GAMBLER")])
def test_the_helpline_is_posted_also_over_the_rooms_own_pictures(pack: str, number: str) -> None:
    terms = replace(TERMS, pack=load_pack(pack, setting()))
    assert any(number in text for text in turning(Words(("en",)), terms, (), "$"))
    view = replace(CLOSED, state=replace(CLOSED.state, terms=replace(terms, open=False)))
    for size in SIZES:
        drawn = nodes(scene(view, replace(LOOK, pictures=("advertising.png",)), *size), *size)
        over = [node["text"] for node in drawn if "text" in node and node["cap"] >= 25 * min(size) / 1080]
        assert number in " ".join(over)
    assert helpline(Words(("en",)), replace(terms, pack=Pack()), ()) == []


def test_a_rooms_own_text_stands_in_the_place_of_ours_in_its_language() -> None:
    terms = busy("washington")
    own = (Own("disputes", "Ask for Ann.", "en"), Own("disputes", "請找安", "zh_TW"), Own("room", "No phones."))
    english, chinese, korean = (turning(Words((one,)), terms, own, "$") for one in ("en", "zh_TW", "ko"))
    assert "Ask for Ann." in english
    assert "請找安" in chinese
    assert not {"Ask for Ann.", "請找安"} & set(korean)
    assert [texts[-1] for texts in (english, chinese, korean)] == ["No phones."] * 3


def test_aggregate_payouts_are_posted_only_where_there_is_such_a_limit() -> None:
    words = Words(("en",))
    assert not any("all wagers" in text for text in turning(words, busy("washington"), (), "$"))
    most = "Maximum payout per hand, all wagers of all players combined: $50,000"
    assert most in turning(words, busy("washington", payout=5000000), (), "$")


def test_a_change_to_come_stands_on_the_board_on_every_screen() -> None:
    for name in ("played", "info", "main", "table-closed", "flash-dragon", "desk"):
        text = " ".join(shown(under(busy("washington"), VIEWS[name])))
        assert "The table: minimum 1,000, maximum 25,000, from 10:30 PM" in text, name


def test_a_change_at_a_time_of_tomorrow_names_its_day() -> None:
    """At 9:41 PM nobody waits for 6:00 PM of the same day."""
    view = under(busy("california"))
    plan = replace(PLANS[0], when="2026-01-02T18:00")
    view = replace(view, state=replace(view.state, plans=(plan,)))
    assert "The table: minimum 1,000, maximum 25,000, from Friday 6:00 PM" in " ".join(shown(view))
    at_midnight = replace(view, wall=datetime(2026, 1, 2))
    assert "The table: minimum 1,000, maximum 25,000, from 6:00 PM" in " ".join(shown(at_midnight))


def test_fees_are_what_players_pay_and_stand_large() -> None:
    view = under(replace(busy("california"), wager_limits=()))
    text = " ".join(shown(view, LOOK, (1080, 1920)))
    for fee in (
        "each bet on Player or Banker $1.50",
        "Tie bet $1",
        "Panda 8 bet $1",
        "player-dealer, each hand $2.50",
    ):
        assert fee in text
    assert "Player-dealer: offer the position now" in text


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)], ids=str)
def test_the_table_of_wagers_has_all_fees_and_limits_and_the_band_says_none_twice(size: tuple[int, int]) -> None:
    bonus = tuple((spot, Limit(500, 5000)) for spot in TERMS.game.spots if spot not in ("player", "banker"))
    view = under(busy("california", limit=Limit(50000, 2500000), wager_limits=bonus))
    drawn = drawn_of(replace(view, state=replace(view.state, plans=())), LOOK, size)
    check(drawn, size)
    texts = [node["text"] for node in drawn if "text" in node]
    assert "$500–$25,000" in texts
    assert [text for text in texts if text.startswith("$") and text.count("$") == 1] == [
        *["$1.50"] * 2,
        *["$1"] * 3,
        "$2.50",
    ]
    assert texts.count("$5–$50") == 3
    assert {"FEES", "PLAYER-DEALER", "8:1", "40:1", "25:1"} <= set(texts)
    assert not any(text.startswith(("Fees: ", "Limits: ")) for text in texts)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_schedule_is_the_table_of_the_documents(size: tuple[int, int]) -> None:
    for language in LANGUAGES:
        view = replace(under(busy("california", language), VIEWS["info"]), mono=13 * NANO)
        check(drawn_of(view, LOOK, size), size)
    texts = shown(replace(under(busy("california"), VIEWS["info"]), mono=13 * NANO), LOOK, size)
    assert {"COLLECTION FEES", "$10–$100", "Fees are collected before the cards are dealt"} <= set(texts)
    if size[0] > 1.6 * size[1]:
        assert {"$100–$500", "$500–$25,000", "$1.50", "$2.50"} <= set(texts)
        assert {"TABLE LIMIT", "PLAYER FEE", "(PER BET)", "PLAYER-DEALER", "FEE (PER HAND)"} <= set(texts)


TAGS = {"TRIAL": Pack("trial", trial=True), "NOT APPROVED": Pack("x.toml", approved=False)}


@pytest.mark.parametrize("tag", TAGS)
def test_rules_that_no_room_may_play_under_are_said_where_the_limits_are(tag: str) -> None:
    sizes = [(1280, 720), (1920, 1200), (1080, 1920)]
    wrong = {}
    for _, name, size in (row for row in covering(list(TAGS), list(VIEWS), sizes) if row[0] == tag):
        terms = replace(VIEWS[name].state.terms, pack=TAGS[tag])
        drawn = drawn_of(replace(VIEWS[name], state=replace(VIEWS[name].state, terms=terms)), LOOK, size)
        found = faults(drawn, size)
        if tag not in " ".join(node["text"] for node in drawn if "text" in node):
            found.append("the tag is lacking")
        if found:
            wrong[name, size] = found
    assert wrong == {}, wrong


# Those that ship, and one of a room's own that leaves out what it can.
LAYOUTS = {path.stem: read(LayoutFile, path).sizes for path in sorted(setting("layouts").glob("*.toml"))}
LAYOUTS["own"] = (("counts", 0.0), ("winner", 0.0), ("previous", 0.0))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_phase_is_on_every_screen_and_layout(layout: str) -> None:
    names, sizes = [name for name in VIEWS if name != "fault"], [(1920, 1080), (1280, 1024), (1080, 1920)]
    phases = [(Phase.OPEN, 7, "13"), (Phase.CLOSED, 1, "NO MORE BETS")]
    for _, name, size, (phase, ago, said) in (
        row for row in covering(list(LAYOUTS), names, sizes, phases) if row[0] == layout
    ):
        state = replace(VIEWS[name].state, round=timed(phase, ago).state.round)
        state = replace(state, terms=replace(state.terms, timer_seconds=20))
        view = replace(VIEWS[name], state=state, mono=0)
        assert said in " ".join(shown(view, replace(LOOK, layout=LAYOUTS[layout]), size)), (name, size, phase)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_seal_of_a_shoe_that_ended_is_on_every_screen_and_layout(layout: str) -> None:
    for over in (PLAYED, VIEWS["main"], VIEWS["info"]):
        view = replace(ENDED, entry=over.entry)
        for size in SIZES:
            text = "-".join(shown(view, replace(LOOK, layout=LAYOUTS[layout]), size))
            assert SEAL in text, (size, over.entry)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_running_code_and_the_seals_of_the_previous_shoe_are_on_every_layout(layout: str) -> None:
    """The camera reads them: of the open shoe, and after a late correction the new seal and the one before."""
    look = replace(LOOK, layout=LAYOUTS[layout])
    for size in SIZES:
        for view in (PLAYED, VIEWS["main"], VIEWS["info"], CLOSED):
            assert CODE in shown(view, look, size), size
        assert SEAL in "-".join(shown(PLAYED, look, size)), size
        for view in (PLAYED, ENDED):
            text = "-".join(shown(replace(view, earlier=(EARLIER,)), look, size))
            assert SEAL in text, size
            assert EARLIER in text, size


def test_what_is_painted_ahead_has_no_code_that_is_not_its_own() -> None:
    """The next picture is painted before its row is on record: until then nobody knows its code."""
    assert CODE not in shown(replace(PLAYED, code="…"))
    assert "…" in shown(replace(PLAYED, code="…"))


def test_the_result_gives_way_when_the_next_bets_open() -> None:
    view = flashing("B")
    opened = replace(view, state=replace(view.state, round=timed(Phase.OPEN, 0).state.round))
    assert "19" in shown(opened)


def test_a_word_that_no_line_has_room_for_is_found() -> None:
    assert unfit("w" * 120, "latin-medium", 1048)
    assert not unfit("word " * 60, "latin-medium", 1048)


def test_turns_follow_one_another_and_come_again() -> None:
    pages = posted(busy("washington"), 1888).turning
    seen, mono = [], 0
    for _ in range(2 * len(pages)):
        page, due = turn_of(pages, mono)
        assert due is not None
        seen.append(page)
        mono = due
    assert seen == [*pages, *pages]
    assert turn_of((), 5) == (None, None)
    assert turn_of(pages[:1], 5) == (pages[0], None)


def test_the_date_is_written_as_the_clock_is() -> None:
    late = replace(PLAYED, wall=datetime(2026, 11, 18, 21, 5))
    assert {"11/18/2026", "9:05 PM"} <= set(shown(late))
    assert {"2026-11-18", "21:05"} <= set(shown(late, replace(LOOK, clock="24h")))


@pytest.mark.parametrize(("pack", "natural", "base"), [("washington", True, False), ("california", False, True)])
def test_the_info_page_says_what_the_pack_says(pack: str, natural: bool, base: bool) -> None:
    """What its document leaves open is left out."""
    words, view = Words(("en",), TERMS.game), VIEWS["info"]
    terms = replace(view.state.terms, pack=load_pack(pack, setting()))
    said = " ".join(shown(replace(view, state=replace(view.state, terms=terms))))
    for key, holds in (("rule_two_cards", natural), ("rule_base", base)):
        assert (words.say(key)[:20] in said) is holds


def test_a_posting_that_the_pack_does_not_ask_for_is_posted_beside_it() -> None:
    own = (Own("employees", "Employees do not play here."),)
    assert turning(Words(), busy("california"), own, "$")[-1] == "Employees do not play here."


@pytest.mark.parametrize("about", ["help", "pays", "limits", "fees", "display"])
def test_no_text_of_a_room_takes_the_place_of_what_the_pack_demands(about: str) -> None:
    """Nor over its pictures: whatever it says stands beside ours."""
    terms, own = busy("california"), (Own(about, "Good luck to all our guests!"),)
    ours = turning(Words(), terms, (), "$")
    assert [text for text in turning(Words(), terms, own, "$") if text != own[0].text] == ours
    assert "1-800-GAMBLER" in helpline(Words(), terms, own)[0]


@pytest.mark.parametrize("limit", [Limit(1000, 30000), Limit(10000, 200000), Limit(50000, 2500000)], ids=str)
def test_the_limits_of_every_wager_are_on_the_board_and_the_four_roads_too(limit: Limit) -> None:
    """In the panel, or else in the band; and in one line on a wide board, where the amounts have few letters."""
    for pack, size in covering([Pack(), Pack("trial", trial=True)], SIZES):
        terms = replace(TERMS, pack=pack, limit=limit)
        view = replace(PLAYED, state=replace(PLAYED.state, terms=terms))
        texts = shown(view, LOOK, size)
        for words in ("$5–$100", "$5–$50"):
            assert words in " ".join(texts), (pack.name, size)
        if size[0] > 1.7 * size[1] and limit.high < 1000000:
            assert f"${limit.low // 100}–${limit.high // 100:,}" in texts, (pack.name, size)
            assert {"Big road", "Big Eye Boy", "Small Road", "Cockroach Pig"} <= set(texts), (pack.name, size)
