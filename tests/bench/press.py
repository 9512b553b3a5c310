"""From a press to the pixels, with the durable commit in between: ours, the floor, and the page in Chromium."""

import os
import random
import time
from pathlib import Path

from figures import Goal, Row, figure
from programs import scratch, side_by_side

MICRO = 1e-3
WARM = 3  # rounds left out
FLASH = 0.65  # seconds until the flash of a hand is over; the newest bead still pulses then


def press_rows(size: tuple[int, int], name: str, rounds: int, reach: float) -> list[Row]:
    found: dict[str, list[int]] = {}

    def add(what: str, taken: int) -> None:
        found.setdefault(what, []).append(taken)
        time.sleep(0.02 + random.random() * 0.03)

    with scratch() as folder, side_by_side(size, folder) as (board, floor, page):
        time.sleep(4)  # what belongs to the starts
        bare = bare_file(folder)
        for _ in range(rounds):
            for serial in (False, True):
                how = "serial" if serial else "key"
                add(f"ours {how}", board.hand(serial))
                shown = time.monotonic()
                add(f"echo {how}", floor.press("m", serial))
                add(f"minimal {how}", floor.press("b", serial))
                time.sleep(max(0.0, shown + FLASH - time.monotonic()))
            add("sync", sync(bare))
            add("page", page.press())
        os.close(bare)
    kept = {what: values[WARM:] for what, values in found.items()}
    rows = []
    for how, label in (("key", "press → pixels"), ("serial", "press → pixels, serial")):
        floor_of = [a + b for a, b in zip(kept[f"echo {how}"], kept["sync"], strict=True)]
        ours = figure(kept[f"ours {how}"], MICRO)
        rows.append(
            Row(f"{label}, {name}", "µs", ours, "echo + fdatasync", figure(floor_of, MICRO), Goal.AT_MOST, reach)
        )
        rows.append(
            Row(f"{label}, {name}", "µs", ours, "minimal program", figure(kept[f"minimal {how}"], MICRO), Goal.TOLD)
        )
        rows.append(Row(f"{label}, {name}", "µs", ours, "Chromium page", figure(kept["page"], MICRO), Goal.FASTER, 6))
    return rows


def bare_file(folder: Path) -> int:
    """A file to write to as plainly as can be."""
    bare = os.open(folder / "bare", os.O_RDWR | os.O_CREAT, 0o600)
    os.pwrite(bare, bytes(1 << 20), 0)
    os.fsync(bare)
    return bare


def sync(bare: int) -> int:
    """A block written and on the disk, in nanoseconds."""
    before = time.monotonic_ns()
    os.pwrite(bare, os.urandom(4096), random.randrange(256) * 4096)
    os.fdatasync(bare)
    return time.monotonic_ns() - before
