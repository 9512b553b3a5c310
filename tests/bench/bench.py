"""Everything about speed, side by side, in one run: `make bench`. Prints the table and writes it to docs/.

    python tests/bench/bench.py [--quick] [PART ...]      only these parts; nothing is written then
    python tests/bench/bench.py --again PART ...          these parts, and their rows in docs/ are those of now
    python tests/bench/bench.py --tell                    writes table and picture again from docs/bench.json

Only ratios within the run are compared: what else the machine does meets both sides of a ratio alike.
"""

import argparse
import json
import os
import platform
import sys
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from figures import Row, row_of
from inside import commit_row, csv_row, growth_rows, npm_package, redraw_rows, roads_row
from living import FULL_HD, celebration_row, rest_rows, start_rows
from press import press_rows
from programs import missing
from telling import markdown, svg, text

TOP = Path(__file__).parent.parent.parent
FOUR_K = (3840, 2160)
# Why a row is not reached, where that is known; told beside the row only while it is missed.
_SCENE = (
    "painting alone is the row above; the rest is Python making the changed ones of twelve panels anew, which the"
    " program that the reach was taken from does not have. It is done before Enter is pressed, and so is the painting."
    " A fill of the screen is the floor"
)
_PAINTED = (
    "the second edition of the board paints more for a hand: shaded panels, the bar of shares, the newest mark lit on"
    " every road; the first edition takes 1.8 of a fill on the same machine. About 150 µs find what has changed, 110"
    " paint the winner's panel in the winner's colour, 200 a dozen small places. It is done before Enter is pressed"
)
_PRESSED = (
    "of 1,950 µs on a quiet machine COMMIT takes 470, most of it a bare fdatasync; chain, tables, signature and reading"
    " back 430; X, the sources and what the unit has to do by itself 250 before it, keymap, entry and decision 250; the"
    " files looked at 70; the hand-over between two threads 120; the handing over to X 220, most of it the pixels of"
    " the winner's panel. All of it runs cold: after a rest of 30 ms a call takes 45 µs that takes 1.2 in a row. Runs"
    " on a quiet machine gave 2.0 to 2.3 × by a key and 2.4 to 2.5 × by serial line"
)
WHY = {(f"the same with its scene, {size}", "plain fill"): _SCENE for size in ("1080p", "4K")} | {
    ("redraw after a hand, 1080p", "plain fill"): _PAINTED,
    ("press → pixels, 1080p", "echo + fdatasync"): _PRESSED,
    ("press → pixels, 1080p", "Chromium page"): _PRESSED,
    ("press → pixels, serial, 1080p", "echo + fdatasync"): _PRESSED,
}


def parts(quick: bool) -> dict[str, Callable[[], list[Row]]]:
    """What is measured, in order; `quick` for trying the measurement itself."""
    few = 5 if quick else 1
    return {
        "redraw": lambda: redraw_rows(FULL_HD, "1080p", 400 // few, 2.0) + redraw_rows(FOUR_K, "4K", 200 // few, 1.4),
        "roads": lambda: [_roads(10 // few)],
        "commit": lambda: [commit_row(300 // few)],
        "csv": lambda: [csv_row(1_000_000 if quick else 10_000_000, 1)],
        "growth": lambda: growth_rows(200 // few),
        "press": lambda: press_rows(FULL_HD, "1080p", 50 // few, 2.5),
        "press at 4K": lambda: press_rows(FOUR_K, "4K", 30 // few, 3.5),
        "rest": lambda: rest_rows(5 if not quick else 2, 6.0),
        "celebration": lambda: [celebration_row(5 if not quick else 2)],
        "start": lambda: start_rows(7 if not quick else 2),
    }


def _roads(rounds: int) -> Row:
    with tempfile.TemporaryDirectory(prefix="eztrak-bench-") as folder:
        return roads_row(rounds, npm_package(Path(folder)))


def machine() -> str:
    """The class of the machine, not its name."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    cores, kind, python = os.cpu_count(), platform.machine(), platform.python_version()
    return f"{cores} cores ({kind}), {memory:.0f} GiB, no GPU, Xvfb, Python {python}{others()}"


def others() -> str:
    """That the machine has had something else to do in the last minute, where it had: figures then tell less."""
    load = os.getloadavg()[0]
    return f", beside other work (load {load:.0f})" if load > 1 else ""


def main() -> int:
    parser = argparse.ArgumentParser(description="Measures everything side by side.")
    parser.add_argument("--quick", action="store_true", help="fewer repeats, to try the measurement itself")
    parser.add_argument("part", nargs="*", help=f"only these: {', '.join(parts(True))}")
    parser.add_argument("--tell", action="store_true", help="measure nothing; write table and picture from the JSON")
    parser.add_argument("--again", action="store_true", help="puts the rows of these parts into the table there is")
    options = parser.parse_args()
    if options.tell:
        data = json.loads((TOP / "docs/bench.json").read_text())
        write([row_of(plain) for plain in data["rows"]], data["machine"])
        return 0
    if lacking := missing():
        print(f"These programs are needed and not here: {', '.join(lacking)}", file=sys.stderr)
        return 2
    rows: list[Row] = []
    on, busy = machine(), others()
    for name, measure in parts(options.quick).items():
        if not options.part or name in options.part:
            print(f"{name} …", file=sys.stderr, flush=True)
            found = [row if row.met else replace(row, why=_why(row, busy)) for row in measure()]
            print(text(found), file=sys.stderr, flush=True)
            rows += found
    print(text(rows))
    if not options.part and not options.quick:
        write(rows, on)
    elif options.again:
        found = {(row.what, row.against): row for row in rows}
        told = json.loads((TOP / "docs/bench.json").read_text())["rows"]
        write([found.get((row.what, row.against), row) for row in map(row_of, told)], on)
    return 0 if all(row.met or row.why for row in rows) else 1


def _why(row: Row, busy: str) -> str:
    known = WHY.get((row.what, row.against), "")
    return known or (f"not reached in this run{busy}" if busy else "")


def write(rows: list[Row], on: str) -> None:
    by_name = {"machine": on, "rows": [row.plain() for row in rows]}
    (TOP / "docs/bench.json").write_text(json.dumps(by_name, indent=1, ensure_ascii=False) + "\n")
    (TOP / "docs/bench.svg").write_text(svg(rows, on))
    (TOP / "docs/speed.md").write_text(markdown(rows, on))


if __name__ == "__main__":
    sys.exit(main())
