"""A room for the pit page: two tables with shoes of three days, kept by the real journal, and the page as a process."""

import html
import os
import re
import resource
import select
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from http.cookiejar import CookieJar
from pathlib import Path
from random import Random

from eztrak.game.first import first_game
from eztrak.game.game import Game
from eztrak.game.hand import Hand, Outcome
from eztrak.journal.journal import Journal
from eztrak.table import commands as c
from eztrak.table.decisions import decide
from eztrak.table.events import Moment
from eztrak.table.pack import Pack
from eztrak.table.round import NANO
from eztrak.table.state import apply
from eztrak.table.terms import Limit, Terms

TERMS = Terms(pack=Pack(name="washington", fees=False), limit=Limit(1000, 30000), origin="first")
FIRST = first_game()
PASSWORD = "seven letters"
YESTERDAY = datetime.now(UTC).date() - timedelta(days=1)
PATIENCE = 60.0


@dataclass(frozen=True)
class Pit:
    """The page of a room, being served."""

    site: str
    home: Path
    databases: tuple[Path, Path]


class Keeper:
    """A journal on a real file that is told at what time things happen."""

    def __init__(self, path: Path, table: str, dealer: int, game: Game = FIRST) -> None:
        self.journal = Journal(path, "2026-01-01T00:00:00.000Z")
        self.state = self.journal.replay()
        self.at = datetime(2026, 1, 1, tzinfo=UTC)
        self.give(c.Start("0.1.0", table, replace(TERMS, game=game)), c.SetDealer(dealer, c.supervisor(1)))

    def give(self, *commands: c.Command) -> None:
        for command in commands:
            decision = decide(self.state, command)
            assert not isinstance(decision, c.Refusal), decision
            at = self.at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
            for record in self.journal.append(decision, Moment(at, int(self.at.timestamp()) * NANO, "boot-1")):
                self.state = apply(self.state, record)

    def close(self) -> None:
        self.journal.close()

    def shoe(self, day: date, hour: int, hands: int, seed: int) -> None:
        """A new shoe with that many hands, one every 40 seconds, and one that the dealer took back."""
        self.at = datetime(day.year, day.month, day.day, hour, tzinfo=UTC)
        self.give(c.NewShoe())
        deal = Random(seed)
        for number in range(1, hands + 1):
            self.at += timedelta(seconds=40)
            self.give(c.RecordHand(_dealt(deal, number)))
            if number == 10:
                self.give(c.TakeBack())


def _dealt(deal: Random, number: int) -> Hand:
    if number == 20:
        return Hand(Outcome.BANKER, frozenset({"dragon7"}))
    if number == 30:
        return Hand(Outcome.PLAYER, frozenset({"panda8"}))
    outcome = deal.choices([Outcome.BANKER, Outcome.PLAYER, Outcome.TIE], [46, 45, 9])[0]
    return Hand(outcome, frozenset({"natural"} if deal.random() < 0.3 and number != 41 else ()))


def room(folder: Path) -> tuple[Path, Path]:
    """Two tables. At the first, hand 41 of yesterday's second shoe was changed by supervisor 7."""
    first, second = folder / "one.db", folder / "two.db"
    keeper = Keeper(first, "Table 1", 12)
    keeper.shoe(YESTERDAY - timedelta(days=1), 12, 50, 1)
    keeper.shoe(YESTERDAY, 12, 72, 2)
    keeper.shoe(YESTERDAY, 14, 78, 3)
    was = keeper.state.shoe.hands[40]  # type: ignore[union-attr]
    mended = Outcome.TIE if was.outcome is not Outcome.TIE else Outcome.BANKER
    keeper.at += timedelta(minutes=2)
    keeper.give(c.ChangeHand(3, 41, Hand(mended), c.supervisor(7), "mis-keyed"))
    keeper.give(c.InsertHand(3, 5, Hand(Outcome.PLAYER), c.supervisor(7), "not entered"))
    keeper.shoe(YESTERDAY, 16, 30, 4)
    keeper.close()
    keeper = Keeper(second, "Table 2 <b>", 15)
    keeper.shoe(YESTERDAY, 15, 60, 5)
    keeper.close()
    return first, second


def eztrak(home: Path, *arguments: object, said: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "eztrak", *map(str, arguments)],
        input=said,
        capture_output=True,
        text=True,
        env=surroundings(home) | more,
        cwd=home,
        timeout=PATIENCE,
        check=False,
    )


def surroundings(home: Path) -> dict[str, str]:
    inherited = {name: os.environ[name] for name in ("PATH", "PYTHONPATH", "LANG") if name in os.environ}
    return inherited | {"HOME": str(home), "TZ": "UTC"}


@contextmanager
def served(
    home: Path,
    *databases: Path,
    most: int = 0,
    heard: list[str] | None = None,
    started: list[int] | None = None,
    config: Path | None = None,
    **more: str,
) -> Iterator[str]:
    """The page as people start it; gives its address. `most` bytes fit into a file that it writes; `heard` takes what
    it says at its start, `started` the number of its process."""
    arguments = [part for path in databases for part in ("--db", str(path))]

    def limited() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    with (
        subprocess.Popen(
            [
                sys.executable,
                "-m",
                "eztrak",
                "pit",
                "--on",
                "--port",
                "0",
                *arguments,
                *(["--config", str(config)] if config else []),
            ],
            stdin=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            env=surroundings(home) | more,
            cwd=home,
            preexec_fn=limited if most else None,
        ) as process,
    ):
        try:
            said = _said(process)
            if heard is not None:
                heard.append(said)
            if started is not None:
                started.append(process.pid)
            yield _address(said)
            process.terminate()
            assert process.wait(PATIENCE) == 0
        finally:
            process.kill()


def _said(process: "subprocess.Popen[bytes]") -> str:
    assert process.stderr is not None
    said, deadline = b"", time.monotonic() + PATIENCE
    while said.count(b"\n") < 2:
        ready = select.select([process.stderr], [], [], max(0.0, deadline - time.monotonic()))[0]
        more = os.read(process.stderr.fileno(), 4096) if ready else b""
        assert more, f"the page did not start: {said.decode()}"
        said += more
    return said.decode()


def _address(said: str) -> str:
    address = re.search(r"http://\S+?(?=/\n)", said)
    assert address, said
    return address[0]


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        """The page as a reader reads it: without tags, blanks run together."""
        return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", self.body.decode())).split())


class _Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: object, **__: object) -> None:
        return None


@dataclass
class Browser:
    """A browser without a screen: cookies, forms, and redirects only where they are asked for."""

    site: str
    jar: CookieJar = field(default_factory=CookieJar)

    def get(self, path: str, follow: bool = True) -> Answer:
        return self._send(urllib.request.Request(self.site + path), follow)

    def leave(self, path: str) -> None:
        """Asks for something and goes away before it has come."""
        address = urllib.parse.urlsplit(self.site)
        cookie = "; ".join(f"{one.name}={one.value}" for one in self.jar)
        with socket.create_connection((address.hostname or "", address.port or 0), PATIENCE) as away:
            away.sendall(f"GET {path} HTTP/1.1\r\nHost: {address.netloc}\r\nCookie: {cookie}\r\n\r\n".encode())
            away.recv(100)

    def post(self, path: str, follow: bool = False, origin: str | None = None, **fields: str) -> Answer:
        request = urllib.request.Request(self.site + path, urllib.parse.urlencode(fields).encode())
        if origin:
            request.add_header("Origin", origin)
        return self._send(request, follow)

    def log_in(self, number: int = 7, password: str = PASSWORD) -> Answer:
        return self.post("/login", number=str(number), password=password, origin=self.site)

    def _send(self, request: urllib.request.Request, follow: bool) -> Answer:
        handlers: list[urllib.request.BaseHandler] = [urllib.request.HTTPCookieProcessor(self.jar)]
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), *handlers, *([] if follow else [_Stay()]))
        try:
            with opener.open(request, timeout=PATIENCE) as response:
                return Answer(response.status, dict(response.headers), response.read())
        except urllib.error.HTTPError as fault:
            with fault:
                return Answer(fault.code, dict(fault.headers), fault.read())
