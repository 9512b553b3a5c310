"""Which of the plugged-in devices is the dealer's keypad. A function of what is there: nothing is opened here.

A keypad is bound by what the config says after `evdev:`: vendor:product (04d9:1203), a name that udev gave it in
/dev/input/by-id or by-path, its USB path (usb-0000:00:14.0-2), its serial number or its name. One piece of hardware
may have several nodes; those with number keys are taken together.

`evdev` or `evdev:auto` takes the one device that can type numbers, and of several the one without letters. From then on
it stays with that device until the board stops: a keyboard that is plugged in while the keypad is away is not taken.

Two devices that answer to the same id cannot be told apart, so neither is listened to. A USB path is one socket, where
only one can be.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from eztrak.keypad.devices import Device
from eztrak.keypad.plugged import UNPLUGGED, unplugged
from eztrak.voice.said import Said

AUTO = "auto"
NO_KEYS: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Choice:
    """The nodes to take, or what the board says; and for every device why it is or isn't taken."""

    taken: tuple[Device, ...]
    trouble: Said
    why: tuple[str, ...]  # one for each device, in the order given


def choose(bound: str, there: Sequence[Device], before: Device | None = None, wired: bool = False) -> Choice:
    """The choice among what is there. `before` is the device that `auto` has bound to already; `wired`: what a program
    made does not count."""
    there = counting(there, wired)
    meant = [device for device in there if device.can_type and _is_meant(device, bound, there, before)]
    if bound == AUTO and before is None and _places(meant) > 1:
        pads = [device for device in meant if not device.has_letters]
        meant = pads if _places(pads) == 1 else meant
    taken = tuple(meant) if _places(meant) == 1 else ()
    trouble = Said() if taken else _trouble(_places(meant), before.id if before else bound)
    return Choice(taken, trouble, tuple(_why(device, bound, meant, taken) for device in there))


def counting(there: Sequence[Device], wired: bool) -> list[Device]:
    """The devices with the keys that count."""
    return [replace(device, keys=NO_KEYS) if wired and device.made else device for device in there]


def useless(device: Device) -> str:
    """Why a device that cannot type is none."""
    return "is made by a program: no keypad" if device.made else "has no number keys"


def answers(device: Device, bound: str) -> bool:
    """Whether a device is called so."""
    bound = bound.removeprefix("/dev/input/by-id/").removeprefix("/dev/input/by-path/")
    names = {device.node, device.name, device.uniq, device.phys, device.usb_path, *device.ids, *device.paths}
    return bound in names - {""} or bound.lower() == device.id


def same(some: Sequence[Device], others: Sequence[Device]) -> bool:
    """Whether these are the same nodes of the same hardware. udev's links are no part of it: they come a moment later,
    and letting go of a keypad for their sake would lose what is typed meanwhile."""

    def essence(devices: Sequence[Device]) -> list[tuple[str, str, tuple[str, str, str]]]:
        return [(device.node, device.usb_path, device.identity) for device in devices]

    return essence(some) == essence(others)


def _is_meant(device: Device, bound: str, there: Sequence[Device], before: Device | None) -> bool:
    if bound == AUTO:
        return before is None or device.identity == before.identity
    if answers(device, bound):
        return True
    # Of two alike only one can have the link in by-id, the one plugged in last: the other answers to it as well.
    name = bound.removeprefix("/dev/input/by-id/")
    return any(name in other.ids and other.identity == device.identity for other in there)


def _places(devices: Sequence[Device]) -> int:
    """How many pieces of hardware these nodes belong to."""
    return len({device.usb_path for device in devices})


def _trouble(places: int, wanted: str) -> Said:
    if not places:
        return UNPLUGGED if wanted == AUTO else unplugged(wanted)
    if wanted == AUTO:
        return Said("{count} keyboards are plugged in: keys are locked until the config names the keypad", count=places)
    return Said("{count} keypads {keypad} are plugged in: keys are locked, unplug one", count=places, keypad=wanted)


def _why(device: Device, bound: str, meant: Sequence[Device], taken: Sequence[Device]) -> str:
    if not device.can_type:
        return useless(device)
    if device in taken:
        return "the one keypad there is" if bound == AUTO else f"answers to {bound}"
    if device in meant:
        return "more than one answers, and they cannot be told apart"
    return "has letters, and another device has only numbers" if bound == AUTO else f"does not answer to {bound}"
