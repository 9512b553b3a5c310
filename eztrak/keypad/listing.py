"""`eztrak keypad list`: what is plugged in, and why each is or isn't taken. Opens nothing."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from eztrak.keypad.binding import AUTO, choose, counting, useless
from eztrak.keypad.devices import Device
from eztrak.keypad.plugged import UNPLUGGED
from eztrak.keypad.sources import PadTerms, forbidden
from eztrak.voice.said import Said


@dataclass(frozen=True, slots=True)
class Port:
    """A serial port of this machine."""

    device: str
    name: str
    id: str = ""
    usb_path: str = ""
    link: str = ""  # the name by its id that udev gave it


@dataclass(frozen=True, slots=True)
class Listed:
    device: str
    name: str
    id: str
    usb_path: str
    taken: bool
    why: str
    bind: str  # the source that would bind it, "" where one has, or none could

    def __str__(self) -> str:
        return (
            f"{'taken    ' if self.taken else 'not taken'}  {self.device}  {self.name or '(no name)'}"
            f"  {self.id or '-'}  {self.usb_path or '-'}\n           {self.why}"
            + (f'\n           to bind it, under [keypad] in the config: sources = ["{self.bind}"]' if self.bind else "")
        )


@dataclass(frozen=True, slots=True)
class Listing:
    devices: tuple[Listed, ...]
    troubles: tuple[tuple[str, Said], ...]  # a source, and why it has no keypad

    def text(self) -> str:
        lines = [str(listed) for listed in self.devices] or ["no input device and no serial port is plugged in"]
        return "\n".join([*lines, *(f"{source}: {trouble}" for source, trouble in self.troubles)])

    def plain(self) -> dict[str, Any]:
        """The listing as JSON has it."""
        return {
            "devices": [asdict(listed) for listed in self.devices],
            "troubles": {source: str(trouble) for source, trouble in self.troubles},
        }


def listing(
    sources: Sequence[str], devices: Sequence[Device], ports: Sequence[Port], terms: PadTerms | None = None
) -> Listing:
    """`terms`: what a keypad may be; without them it may be anything."""
    terms = terms or PadTerms()
    devices = counting(devices, terms.pack.wired)
    bound = [text.partition(":")[2] or AUTO for text in sources if text.partition(":")[0] == "evdev"]
    lines = [text.partition(":")[2] for text in sources if text.partition(":")[0] == "serial"]
    troubles = [(f"evdev:{name}", trouble) for name in bound if (trouble := choose(name, devices).trouble)]
    troubles += [(f"serial:{line}", UNPLUGGED) for line in lines if line.startswith("/") and not Path(line).exists()]
    listed = [_input(device, place, devices, bound) for place, device in enumerate(devices)]
    return Listing((*listed, *(_port(port, lines, terms) for port in ports)), tuple(troubles))


def serial_ports(by_id: Path = Path("/dev/serial/by-id")) -> list[Port]:
    """The serial ports that have hardware behind them; none where pyserial is missing."""
    try:
        from serial.tools.list_ports import comports
    except ImportError:
        return []
    return [
        Port(
            port.device,
            port.description or "",
            f"{port.vid:04x}:{port.pid:04x}" if port.vid is not None and port.pid is not None else "",
            port.location or "",
            next((str(link) for link in sorted(by_id.glob("*")) if str(link.resolve()) == port.device), ""),
        )
        for port in sorted(comports())
    ]


def _input(device: Device, place: int, devices: Sequence[Device], bound: Sequence[str]) -> Listed:
    choices = [choose(name, devices) for name in bound]
    taken = [choice for choice in choices if device in choice.taken]
    if not device.can_type:
        why = useless(device)
    elif not choices:
        why = "no evdev source is in force"
    else:
        why = "; ".join(dict.fromkeys(choice.why[place] for choice in taken or choices))
    by_name = any(device in choose(name, devices).taken for name in bound if name != AUTO)
    alike = [other for other in devices if other.id == device.id and other.can_type]
    bind = device.id if len({other.usb_path for other in alike}) == 1 else device.usb_path
    line = f"evdev:{bind}" if device.can_type and not by_name else ""
    return Listed(device.node, device.name, device.id, device.usb_path, bool(taken), why, line)


def _port(port: Port, lines: Sequence[str], terms: PadTerms) -> Listed:
    named = [line for line in lines if str(Path(line).resolve()) == port.device]  # also by a link of udev's
    taken = [line for line in named if not forbidden(f"serial:{line}", terms)]
    offered = f"serial:{port.link or port.device}"
    wrong = forbidden(offered, terms)
    if taken:
        why = f"answers to {taken[0]}"
    else:
        why = str((forbidden(f"serial:{named[0]}", terms) if named else wrong) or "no serial source names it")
    bind = "" if taken or wrong else offered
    return Listed(port.device, port.name, port.id, port.usb_path, bool(taken), why, bind)
