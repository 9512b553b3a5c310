"""Which card the board is drawn on, from a /sys made for the purpose."""

from pathlib import Path

from fakemachine import PI, written

from eztrak.appliance.screens import cards, with_display


def test_the_card_is_chosen_by_what_is_plugged_in_not_by_its_number(tmp_path: Path) -> None:
    both = cards(written(tmp_path, PI))
    assert [card.number for card in both] == [0, 1]
    assert [connector.name for connector in both[1].connectors] == ["HDMI-A-1", "HDMI-A-2"]
    card = with_display(both)
    assert card is both[1]
    (television,) = card.connected
    assert (television.name, television.display, television.modes[0]) == ("HDMI-A-2", "LG TV", "1920x1080")


def test_without_a_display_there_is_no_card_to_draw_on(tmp_path: Path) -> None:
    both = cards(written(tmp_path, PI | {"sys/class/drm/card1-HDMI-A-2/status": "disconnected"}))
    assert with_display(both) is None
    assert cards(tmp_path / "no machine") == ()


def test_cards_beyond_nine_come_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    names = {f"sys/class/drm/card{number}/dev": "" for number in (10, 2)}
    assert [card.number for card in cards(written(tmp_path, names))] == [2, 10]


def test_a_display_without_a_name_has_none(tmp_path: Path) -> None:
    both = cards(written(tmp_path, PI | {"sys/class/drm/card1-HDMI-A-2/edid": b"\0" * 20}))
    assert both[1].connected[0].display == ""
