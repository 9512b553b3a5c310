"""Which device is the keypad, and what is said when it cannot be had. The device itself is tried in a VM."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest
from machine import BUTTON, KEYBOARD, PAD, Machine, bit_map, twin

from eztrak.keypad.binding import AUTO, choose, same
from eztrak.keypad.devices import Device, bits, plugged_in
from eztrak.keypad.evdev import NO_EVDEV, EvdevBinding
from eztrak.keypad.hotplug import FolderHotplug
from eztrak.keypad.plugged import PluggedSource

BY_ID = "usb-SIGMACHIP_USB_Keyboard-event-kbd"
BY_PATH = "pci-0000:00:14.0-usb-0:2:1.0-event-kbd"


def test_a_device_is_described_from_sysfs_without_opening_it(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    machine.plug(BUTTON, "event0")
    machine.plug(PAD, "event10", BY_ID, BY_PATH)
    machine.plug(KEYBOARD, "event9")
    (machine.sys / "event11").mkdir()  # pulled out while we look
    button, keyboard, pad = plugged_in(machine.sys, machine.dev)
    assert pad == replace(PAD, node=str(machine.dev / "event10"), ids=(BY_ID,), paths=(BY_PATH,))
    assert (button.can_type, keyboard.can_type, pad.can_type) == (False, True, True)
    assert (keyboard.has_letters, pad.has_letters) == (True, False)


def test_a_machine_without_input_devices_has_none(tmp_path: Path) -> None:
    assert plugged_in(tmp_path / "no", tmp_path / "no") == []


@pytest.mark.parametrize("word", [32, 64])
def test_a_bit_map_is_read_in_words_of_either_size(word: int) -> None:
    assert bits(bit_map(PAD.keys, word), word) == PAD.keys


@pytest.mark.parametrize(
    "bound",
    [
        "1c4f:0002",
        "1C4F:0002",
        "usb-0000:00:14.0-2",
        "usb-0000:00:14.0-2/input0",
        BY_ID,
        f"/dev/input/by-id/{BY_ID}",
        BY_PATH,
        f"/dev/input/by-path/{BY_PATH}",
        "/dev/input/event3",
        "SIGMACHIP USB Keyboard",
    ],
)
def test_a_keypad_is_bound_by_any_of_its_names(bound: str) -> None:
    pad = replace(PAD, ids=(BY_ID,), paths=(BY_PATH,))
    choice = choose(bound, [BUTTON, pad, KEYBOARD])
    assert (choice.taken, str(choice.trouble)) == ((pad,), "")
    assert choice.why == ("has no number keys", f"answers to {bound}", f"does not answer to {bound}")


def test_a_foreign_keyboard_is_never_taken_for_a_bound_keypad() -> None:
    choice = choose("1c4f:0002", [BUTTON, KEYBOARD])
    assert (choice.taken, str(choice.trouble)) == ((), "keypad unplugged: 1c4f:0002")


def test_the_nodes_of_one_keypad_are_taken_together() -> None:
    second = replace(PAD, node="/dev/input/event4", phys="usb-0000:00:14.0-2/input1")
    media = replace(second, node="/dev/input/event5", keys=frozenset({113, 114, 115}))
    assert choose("1c4f:0002", [PAD, second, media]).taken == (PAD, second)
    assert choose(AUTO, [PAD, second, media]).taken == (PAD, second)


@pytest.mark.parametrize("bound", ["1c4f:0002", "SIGMACHIP USB Keyboard", BY_ID])
def test_two_with_the_same_id_lock_the_keys(bound: str) -> None:
    pad = replace(PAD, ids=(BY_ID,))  # udev has one link for both
    choice = choose(bound, [pad, twin(PAD, "event7", 4)])
    assert choice.taken == ()
    assert str(choice.trouble) == f"2 keypads {bound} are plugged in: keys are locked, unplug one"
    assert choice.why == ("more than one answers, and they cannot be told apart",) * 2


def test_a_socket_tells_two_of_the_same_make_apart() -> None:
    assert choose("usb-0000:00:14.0-2", [PAD, twin(PAD, "event7", 4)]).taken == (PAD,)


def test_auto_takes_the_one_there_is() -> None:
    assert choose(AUTO, [BUTTON, KEYBOARD]).taken == (KEYBOARD,)
    assert choose(AUTO, [BUTTON, PAD, KEYBOARD]).taken == (PAD,)
    assert str(choose(AUTO, [BUTTON]).trouble) == "keypad unplugged"


def test_auto_does_not_guess_between_two() -> None:
    choice = choose(AUTO, [PAD, twin(PAD, "event7", 4)])
    assert choice.taken == ()
    assert str(choice.trouble) == "2 keyboards are plugged in: keys are locked until the config names the keypad"


def test_auto_stays_with_what_it_bound() -> None:
    assert str(choose(AUTO, [KEYBOARD], PAD).trouble) == "keypad unplugged: 1c4f:0002"
    moved = twin(PAD, "event9", 1)
    assert choose(AUTO, [KEYBOARD, moved], PAD).taken == (moved,)
    assert (
        str(choose(AUTO, [PAD, moved], PAD).trouble)
        == "2 keypads 1c4f:0002 are plugged in: keys are locked, unplug one"
    )


def test_links_that_udev_makes_later_do_not_make_it_another_device() -> None:
    assert same([PAD], [replace(PAD, ids=(BY_ID,), paths=(BY_PATH,))])
    assert not same([PAD], [])
    assert not same([PAD], [twin(PAD, "event3", 4)])
    assert not same([PAD], [replace(KEYBOARD, node=PAD.node, phys=PAD.phys)])


def trouble(there: list[Device]) -> str:
    source = PluggedSource("evdev", EvdevBinding("", lambda: there), FolderHotplug(Path("/nowhere")))
    try:
        assert source.read(0) == []
        return str(source.trouble())
    finally:
        source.close()


def test_without_a_keypad_the_board_says_unplugged() -> None:
    assert trouble([]) == "keypad unplugged"


def test_a_node_that_went_away_in_between_is_unplugged(tmp_path: Path) -> None:
    pytest.importorskip("evdev")
    assert trouble([replace(PAD, node=str(tmp_path / "event3"))]) == "keypad unplugged"


def test_a_node_that_is_no_device_is_said_to_be_none(tmp_path: Path) -> None:
    pytest.importorskip("evdev")
    node = tmp_path / "event3"
    node.touch()
    assert trouble([replace(PAD, node=str(node))]).startswith("keypad cannot be opened: ")


def test_without_python_evdev_the_board_runs_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "evdev", None)
    assert trouble([PAD]) == str(NO_EVDEV)
