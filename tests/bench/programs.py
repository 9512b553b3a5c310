"""The three programs that are measured side by side: our board, the minimal program and a page in Chromium."""

import os
import shutil
import subprocess
import sys
import tempfile
import time
import tty
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

import minimal
from screen import PATIENCE, Screen, Spot, family

from eztrak.commands.arguments import setup_of
from eztrak.config.terms import terms_of
from eztrak.display.board import View, _Drawing
from eztrak.display.motion import drift
from eztrak.display.panels.frame import Paper
from eztrak.display.theme import theme
from eztrak.game.hand import Hand, Outcome
from eztrak.roads.roads import roads_of
from eztrak.table.shoe import Shoe
from eztrak.table.state import TableState

HERE = Path(__file__).parent
ENTER, NUM_LOCK = 0xFF0D, 0xFF7F
# All panels. The dealer of a measurement types faster than one at a table, so that nothing asks whether it was meant,
# and the result flash is gone when the next hand comes, as it is at a table.
CONFIG = """
[table]
name = "Table 7"
[room]
name = "Evergreen Cardroom"
[entry]
hand_seconds = 0
many_hands = 500
[keypad]
bounce = 0
[timer]
seconds = 60
[display]
flash = 0.5
[journal]
copy = ""
"""


class Program:
    """A running program on a screen of its own."""

    def __init__(self, screen: Screen, command: Sequence[str], home: Path, line: int | None = None) -> None:
        self.screen = screen
        self.size = screen.size
        kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
        with (home / "said.txt").open("ab") as said:
            self.started = time.monotonic_ns()
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL if line is None else line,
                stdout=subprocess.DEVNULL,
                stderr=said,
                env=kept | {"HOME": str(home), "XDG_RUNTIME_DIR": str(home), "TZ": "UTC", "DISPLAY": screen.display},
                cwd=home,
            )

    @property
    def family(self) -> list[int]:
        return family(self.process.pid)

    def close(self) -> None:
        """Ends it and all that it started."""
        processes = self.family
        self.process.terminate()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(10)
        for process in processes:
            with suppress(ProcessLookupError):
                os.kill(process, 9)
        self.process.wait(PATIENCE)


class Minimal(Program):
    """The floor. Over `wire` its serial keys come."""

    def __init__(self, screen: Screen, home: Path) -> None:
        home.mkdir(exist_ok=True)
        self.wire, behind = os.openpty()
        tty.setraw(behind)
        command = [sys.executable, str(HERE / "minimal.py"), *map(str, screen.size), str(home / "minimal.db")]
        super().__init__(screen, command, home, behind)
        os.close(behind)
        self.spot, self.count = minimal.spot(screen.size), 0

    def first_pixel(self) -> int:
        return self.screen.seen(self.spot, minimal.colour(0), nap=2e-4)

    def press(self, key: str, serial: bool) -> int:
        """How long a key takes to the pixel, in nanoseconds: `m` echoes, `b` commits and draws."""
        self.count += 1
        if serial:
            pressed = time.monotonic_ns()
            os.write(self.wire, key.upper().encode())
        else:
            pressed = self.screen.key(key)
        return self.screen.seen(self.spot, minimal.colour(self.count)) - pressed

    def close(self) -> None:
        super().close()
        os.close(self.wire)


class Page(Program):
    """The peer: Chromium in kiosk mode."""

    def __init__(self, screen: Screen, home: Path, asked: str = "db=1") -> None:
        home.mkdir(exist_ok=True)
        scale = screen.size[1] / 1080
        command = [
            *("chromium", "--kiosk", "--no-first-run", "--noerrdialogs", "--disable-infobars", "--no-sandbox"),
            *("--no-default-browser-check", "--disable-session-crashed-bubble", "--disable-component-update"),
            *("--disable-background-networking", "--disable-sync", "--password-store=basic", "--window-position=0,0"),
            *(f"--user-data-dir={home / 'profile'}", f"--window-size={screen.size[0]},{screen.size[1]}"),
            *(f"--force-device-scale-factor={scale}", f"file://{HERE / 'page.html'}?{asked}"),
        ]
        super().__init__(screen, command, home)
        self.spot, self.count = (screen.size[0] - 8, screen.size[1] - 8), 0

    def first_pixel(self) -> int:
        return self.screen.seen(self.spot, minimal.colour(0), nap=2e-4)

    def press(self) -> int:
        self.count += 1
        pressed = self.screen.key("b")
        return self.screen.seen(self.spot, minimal.colour(self.count)) - pressed


class Board(Program):
    """Ours, as it comes, with a keypad in the window and one on a serial line."""

    def __init__(self, screen: Screen, home: Path, database: Path | None = None, more: str = "") -> None:
        home.mkdir(exist_ok=True)
        config = home / "eztrak.toml"
        config.write_text(CONFIG + more)
        self.wire, self._behind = os.openpty()
        tty.setraw(self._behind)
        self.database = database or home / "board.db"
        wide, high = screen.size
        command = [
            *(sys.executable, "-m", "eztrak", "run", "--windowed", f"{wide}x{high}", "--config", str(config)),
            *("--db", str(self.database), "--keypad", "window", "--keypad", f"serial:{os.ttyname(self._behind)}"),
        ]
        super().__init__(screen, command, home)
        setup = setup_of(config)
        self._terms, self._look = terms_of(setup.loaded), setup.look
        self._place = self._drawing(()).place
        self._theme = theme(setup.look.theme)
        self._scale = high / self._place.height
        self.dealt: list[Hand] = []

    def _drawing(self, hands: Sequence[Hand]) -> _Drawing:
        """How the board is laid out with these hands in its shoe."""
        state = TableState("Table 7", self._terms, Shoe(1, tuple(hands), game=self._terms.game))
        return _Drawing(View(state), self._look, *self.screen.size)

    def _spot(self, x: float, y: float) -> Spot:
        """The pixel at a place of the layout, the whole picture having drifted against burn-in."""
        dx, dy = drift(datetime.now(UTC))
        return round(x * self._scale) + round(dx * self._scale), round(y * self._scale) + round(dy * self._scale)

    def first_pixel(self) -> int:
        """When the first picture is there: felt, the table's name, and that the board starts. Its foot is felt."""
        return self.screen.changed([(self.size[0] // 2, self.size[1] - 40)], [bytes(3)], nap=2e-4)

    def first_board(self) -> int:
        """When the board is there: the big road, of one colour at its edge, where a picture of the start shades."""
        big = self._place["big"]
        edge = [
            self._spot(big.x + 3, big.y + big.h * share) for share in (0.25, 0.6)
        ]  # a band of postings may take its foot
        return max(self.screen.seen(spot, self._theme.road, nap=2e-4) for spot in edge)

    def type(self, key: str | int, serial: bool) -> int:
        if not serial:
            return self.screen.key(key)
        pressed = time.monotonic_ns()
        os.write(self.wire, b"\r" if key == ENTER else str(key).encode())
        return pressed

    def hand(self, serial: bool, pause: float = 0.03) -> int:
        """Types a hand; how long Enter takes until its mark is on the big road and its chip is off the strip.

        The winner alternates, so that the pixel of the mark changes its colour also where the road has scrolled.
        """
        if len(self.dealt) == 70:
            self.shoe(serial)
        hand = Hand(Outcome.PLAYER if len(self.dealt) % 2 else Outcome.BANKER)
        big, strip = self._place["big"], self._place["strip"]
        # The edge of the big road shows that the page of the start has gone.
        self.screen.seen(self._spot(big.x + 3, big.y + big.h / 2), self._theme.road)
        chip = self._spot(strip.x + 24, strip.y + strip.h / 2)
        empty = self.screen.colour(chip)
        self.type("1" if hand.outcome is Outcome.PLAYER else "3", serial)
        self.screen.changed([chip], [empty])
        time.sleep(pause)
        self.dealt.append(hand)
        mark = roads_of(self.dealt).big[-1]
        paper = Paper(self._place["big"], self._theme, mark.col, self._drawing(self.dealt).cell)
        at = paper.centre(mark.col, mark.row)
        assert at is not None
        winner = self._place["phase"]
        spots = [
            self._spot(at[0] - paper.cell * 0.405, at[1]),
            self._spot(winner.x + 12, winner.y + winner.h / 3),
            chip,
        ]
        before = [self.screen.colour(spot) for spot in spots]
        pressed = self.type(ENTER, serial)
        return self.screen.changed(spots, before) - pressed

    def picture(self, panel: str) -> bytes:
        """The pixels of a panel."""
        box = self._place[panel]
        left, top = self._spot(box.x, box.y)
        right, bottom = self._spot(box.right, box.bottom)
        return self.screen.pixels(left, top, right, bottom)

    def shoe(self, serial: bool = False) -> None:
        """Ends the shoe and waits until the board has gone back to it."""
        for key in "//1/" if serial else (NUM_LOCK, "/"):
            self.type(key, serial)
            time.sleep(0.2)
        self.type(ENTER, serial)
        time.sleep(1)
        self.dealt = []

    def close(self) -> None:
        super().close()
        os.close(self.wire)
        os.close(self._behind)


@contextmanager
def side_by_side(size: tuple[int, int], folder: Path, **asked: str) -> Iterator[tuple[Board, Minimal, Page]]:
    """All three, each on a screen of its own, so that a measurement can go from one to the other and back."""
    with ExitStack() as stack:
        screens = []
        for _ in range(3):
            screens.append(Screen(*size))
            stack.callback(screens[-1].close)
        board = Board(screens[0], folder / "board", more=asked.get("config", ""))
        stack.callback(board.close)
        floor = Minimal(screens[1], folder / "minimal")
        stack.callback(floor.close)
        page = Page(screens[2], folder / "page", asked.get("page", "db=1"))
        stack.callback(page.close)
        for program in (floor, page):
            program.first_pixel()
        board.first_board()
        yield board, floor, page


@contextmanager
def scratch() -> Iterator[Path]:
    """A folder on a disk: a file system in memory would make every commit free."""
    with tempfile.TemporaryDirectory(prefix="eztrak-bench-", dir="/var/tmp", ignore_cleanup_errors=True) as folder:
        yield Path(folder)


def missing() -> list[str]:
    """What has to be installed before anything can be measured."""
    return [name for name in ("Xvfb", "chromium", "node", "npm") if not shutil.which(name)]
