"""A machine's input devices as a small sysfs tree, as the kernel writes it."""

from dataclasses import dataclass, replace
from pathlib import Path

from eztrak.keypad.codes import LETTERS, NEEDED
from eztrak.keypad.devices import Device

PAD = Device(
    "/dev/input/event3", "SIGMACHIP USB Keyboard", "1c4f:0002", "usb-0000:00:14.0-2/input0", keys=NEEDED | {69}
)
KEYBOARD = Device(
    "/dev/input/event5", "Logitech K120", "046d:c31c", "usb-0000:00:14.0-3/input0", keys=NEEDED | LETTERS | {69}
)
BUTTON = Device("/dev/input/event0", "Power Button", "0000:0001", "PNP0C0C/button/input0", keys=frozenset({116}))


def twin(device: Device, node: str, port: int) -> Device:
    """Another of the same make, in another socket."""
    return replace(device, node=f"/dev/input/{node}", phys=f"usb-0000:00:14.0-{port}/input0", ids=(), paths=())


@dataclass
class Machine:
    top: Path

    @property
    def sys(self) -> Path:
        return self.top / "sys"

    @property
    def dev(self) -> Path:
        return self.top / "dev"

    def plug(self, device: Device, node: str, by_id: str = "", by_path: str = "") -> None:
        about = self.sys / node / "device"
        (about / "id").mkdir(parents=True)
        (about / "capabilities").mkdir()
        vendor, _, product = device.id.partition(":")
        for name, text in (
            ("name", device.name),
            ("phys", device.phys),
            ("uniq", device.uniq),
            ("id/vendor", vendor),
            ("id/product", product),
            ("capabilities/key", bit_map(device.keys)),
        ):
            (about / name).write_text(text + "\n")
        self.dev.mkdir(exist_ok=True)
        (self.dev / node).touch()
        for folder, link in (("by-id", by_id), ("by-path", by_path)):
            if link:
                (self.dev / folder).mkdir(exist_ok=True)
                (self.dev / folder / link).symlink_to(f"../{node}")


def bit_map(bits: frozenset[int], word: int = 64) -> str:
    number = sum(1 << bit for bit in bits)
    words = []
    while number or not words:
        words.append(f"{number & (1 << word) - 1:x}")
        number >>= word
    return " ".join(reversed(words))
