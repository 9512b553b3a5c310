"""The graphics cards and what is plugged into them, as the kernel lists it in /sys/class/drm.

A card's number is whatever the kernel came to first. A Raspberry Pi has two: v3d, which only renders and has no
connectors, and vc4, which has them; which is card0 differs from boot to boot. So the card is chosen by what is plugged
in, never by its number. Nothing is opened here: sysfs has what the kernel saw when it last looked, and it looks by
itself when a cable moves. A writeback connector is a piece of memory and no screen.
"""

import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path("/")
FOLDER = "sys/class/drm"
LEAST = 100  # mm: 160 × 90 is the shape of a picture, and not its size


@dataclass(frozen=True, slots=True)
class Connector:
    name: str  # HDMI-A-1
    status: str  # connected, disconnected, unknown
    modes: tuple[str, ...] = ()  # the best first
    edid: bytes = b""  # what the display says of itself

    @property
    def connected(self) -> bool:
        return self.status == "connected"

    @property
    def display(self) -> str:
        """The name that the display gives itself, "" where it has none."""
        for at in range(54, min(len(self.edid), 126), 18):
            if self.edid[at : at + 5] == b"\0\0\0\xfc\0":
                return self.edid[at + 5 : at + 18].split(b"\n")[0].decode("ascii", "replace").strip()
        return ""

    @property
    def millimetres(self) -> tuple[int, int] | None:
        """The width and the height of the picture: of the first timing, or else in whole centimetres. None where the
        display does not say: a projector, or a television that gives the shape of its picture in place of its size."""
        if len(self.edid) < 128:
            return None
        wide, high, more = self.edid[66:69]
        exact = wide | (more & 0xF0) << 4, high | (more & 0x0F) << 8
        whole = self.edid[21] * 10, self.edid[22] * 10
        return next((size for size in (exact, whole) if min(size) > LEAST), None)


@dataclass(frozen=True, slots=True)
class Card:
    number: int
    driver: str
    connectors: tuple[Connector, ...] = ()

    @property
    def connected(self) -> tuple[Connector, ...]:
        return tuple(connector for connector in self.connectors if connector.connected)

    def __str__(self) -> str:
        return f"card{self.number}" + (f" ({self.driver})" if self.driver else "")


def cards(root: Path = ROOT) -> tuple[Card, ...]:
    """All cards, by their numbers. `root` is where /sys is found."""
    cards_there = []
    for folder in (root / FOLDER).glob("card*"):
        number = folder.name.removeprefix("card")
        if number.isdecimal():
            cards_there.append(Card(int(number), _driver(folder), _connectors(folder)))
    return tuple(sorted(cards_there, key=lambda card: card.number))


def with_display(all_cards: tuple[Card, ...]) -> Card | None:
    """The card to draw on: the first with a display that is plugged in."""
    return next((card for card in all_cards if card.connected), None)


def card_comes(seconds: int, root: Path = ROOT) -> bool:
    """Whether there is a card, or one comes within that time: its driver may be loaded after the unit has started."""
    for _ in range(seconds):
        if cards(root):
            return True
        time.sleep(1)
    return bool(cards(root))


def _driver(card: Path) -> str:
    try:
        return (card / "device/driver").readlink().name
    except OSError:
        return ""


def _connectors(card: Path) -> tuple[Connector, ...]:
    prefix = f"{card.name}-"
    return tuple(
        Connector(
            folder.name.removeprefix(prefix),
            _bytes(folder / "status").decode(errors="replace").strip(),
            tuple(_bytes(folder / "modes").decode(errors="replace").split()),
            _bytes(folder / "edid"),
        )
        for folder in sorted(card.parent.glob(f"{prefix}*"))
        if "Writeback" not in folder.name
    )


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""
