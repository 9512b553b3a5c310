"""What is recalled is what the same arguments gave, and nothing else."""

from dataclasses import replace

from views import LOOK, VIEWS

from eztrak.display.panels.header import Heading
from eztrak.display.placing import place_of
from eztrak.display.recall import recalled
from eztrak.display.words import Words
from eztrak.table.position import Position

HEADING = Heading("Evergreen Cardroom", ("EZ Baccarat",), "Table 7", 12, 62, 0, "01/01/2026", "9:41 PM")


def test_calls_that_differ_in_any_argument_share_no_result() -> None:
    made: list[tuple[object, ...]] = []

    @recalled(keep=9)
    def picture(*things: object, **named: object) -> int:
        made.append((things, named))
        return len(made)

    calls = [((1,), {}), ((1,), {"lit": True}), ((1,), {"lit": False}), ((1,), {"signed": True}), ((), {"lit": True})]
    first = [picture(*things, **named) for things, named in calls]
    assert first == [1, 2, 3, 4, 5]
    assert [picture(*things, **named) for things, named in calls] == first
    assert made == calls


def test_only_the_newest_are_kept_for_each_function_that_is_asked_for() -> None:
    made: list[object] = []

    @recalled(keep=2)
    def panel(function: object, thing: int) -> int:
        made.append((function, thing))
        return thing

    for function, thing in [(len, 1), (len, 2), (max, 1), (len, 1), (len, 3), (len, 1)]:
        panel(function, thing)
    assert made == [(len, 1), (len, 2), (max, 1), (len, 3), (len, 1)]


def test_a_hand_moves_nothing_on_a_board() -> None:
    """All places are found anew when what they depend on changes: that would be most of the work of a hand."""
    before = VIEWS["played"]
    after = replace(before, state=replace(before.state, position=Position(hands=before.state.position.hands + 1)))
    found = [place_of(view, LOOK, Words(), HEADING, None, 1920, 1080) for view in (before, after)]
    assert found[0] is found[1]
