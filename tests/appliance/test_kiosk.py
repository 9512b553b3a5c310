"""Which kiosk takes the place of the bare console, if any."""

import pytest

from eztrak.appliance.kiosk import MARK, kiosk


@pytest.mark.parametrize(
    ("installed", "cards", "command"),
    [
        ("cage Xwayland xinit Xorg", True, ["cage", "--"]),
        ("cage xinit Xorg", True, ["xinit"]),  # as it can be on Debian 12
        ("xinit Xorg", True, ["xinit"]),
        ("xinit", True, []),
        ("", True, []),
        ("cage Xwayland", False, []),  # it needs a card as much as we do
    ],
)
def test_the_least_kiosk_that_can_show_the_board_is_taken(installed: str, cards: bool, command: list[str]) -> None:
    assert kiosk(cards, {}, lambda name: name if name in installed.split() else None) == command


def test_inside_a_kiosk_there_is_no_other() -> None:
    assert kiosk(True, {MARK: "cage"}, lambda name: name) == []
