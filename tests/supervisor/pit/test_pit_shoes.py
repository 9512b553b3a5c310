"""The pages of shoes that were undone or joined: each is there, and a moved hand tells where it was."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from pit_evening import PASSWORD, YESTERDAY, Browser, Keeper, eztrak, served

from eztrak.game.hand import Hand, Outcome
from eztrak.table import commands as c

BOSS = c.supervisor(7)


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """Shoe 1 continues after shoe 2 was undone, and with the hands of shoe 3."""
    home = tmp_path_factory.mktemp("shoes")
    keeper = Keeper(home / "one.db", "Table 1", 12)
    keeper.shoe(YESTERDAY, 12, 12, 1)
    keeper.give(c.NewShoe(), c.UndoShoe(c.DEALER), c.NewShoe(), c.RecordHand(Hand(Outcome.TIE)))
    keeper.at = datetime(YESTERDAY.year, YESTERDAY.month, YESTERDAY.day, 13, tzinfo=UTC)
    keeper.give(c.JoinShoes(BOSS, "no new shoe"), c.RecordHand(Hand(Outcome.PLAYER)))
    keeper.close()
    eztrak(home, "pit", "password", 7, "--db", home / "one.db", said=PASSWORD + "\n")
    with served(home, home / "one.db") as site:
        browser = Browser(site)
        assert browser.log_in().status == 303
        yield browser


def test_the_shoe_in_play_is_the_one_that_went_on(visitor: Browser) -> None:
    now = visitor.get("/").text
    assert "Shoe 1 " in now
    assert "Shoe 3 " not in now


@pytest.mark.parametrize(("shoe", "hands"), [(1, 13), (2, 0), (3, 0)])
def test_every_shoe_has_its_page(visitor: Browser, shoe: int, hands: int) -> None:
    page = visitor.get(f"/table/1/shoe/{shoe}")
    assert (page.status, f"Table 1, shoe {shoe}" in page.text) == (200, True)
    assert f"Hands {hands} " in page.text
    assert {visitor.get(path).status for path in (f"/day/{YESTERDAY}", "/days", "/figures")} == {200}


def test_a_moved_hand_tells_where_it_came_from_and_where_it_went(visitor: Browser) -> None:
    here = visitor.get("/table/1/shoe/1/hand/13").text
    assert "13:00:00 inserted after hand 12: TIE supervisor 7 moved from shoe 3, hand 1: no new shoe" in here
    there = visitor.get("/table/1/shoe/3/hand/1").text
    assert "voided, was TIE supervisor 7 moved to shoe 1: no new shoe" in there
