"""What somebody who only connects to the page can take from it, from its disk and from the others: next to nothing.

The doors are turned by hand where time counts: it goes on when the test says so.
"""

import os
import socket
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from history import make_history
from pit_evening import PASSWORD, PATIENCE, Browser, Keeper, room, served

from eztrak.game.hand import Hand, Outcome
from eztrak.supervisor.pit import doors as limits
from eztrak.supervisor.pit.doors import Doors
from eztrak.supervisor.pit.passwords import Passwords
from eztrak.table import commands as c

FORM = b"POST /login HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n"
PIECE = b"x" * 65536
SENT = 2 << 20  # bytes that each stranger sends, or tries to
SENDERS: dict[str, tuple[bytes, bytes, bytes]] = {
    "a body of a gigabyte": (FORM + b"Content-Length: 1073741823\r\n\r\n", PIECE, b"HTTP/1.1 413"),
    "a body in pieces": (
        FORM + b"Transfer-Encoding: chunked\r\n\r\n",
        b"%x\r\n%b\r\n" % (len(PIECE), PIECE),
        b"HTTP/1.1 413",
    ),
    "a body that asks first": (
        FORM + b"Expect: 100-continue\r\nContent-Length: 1073741823\r\n\r\n",
        PIECE,
        b"HTTP/1.1 413",
    ),
    "a piece whose size never ends": (FORM + b"Transfer-Encoding: chunked\r\n\r\n", b"0" * 65536, b"HTTP/1.1 413"),
    "headers without an end": (b"GET / HTTP/1.1\r\n", b"X: y\r\n" * 1000, b"HTTP/1.0 431"),
}


def stranger(site: str) -> socket.socket:
    host, _, port = site.removeprefix("http://").rpartition(":")
    return socket.create_connection((host, int(port)), PATIENCE)


def sent(there: socket.socket, head: bytes, piece: bytes) -> None:
    """As much as the other side takes, of SENT bytes of a body, or of some more headers than anybody has."""
    try:
        there.sendall(head)
        for _ in range((SENT if b"POST" in head else SENT // 64) // len(piece)):
            there.sendall(piece)
    except OSError:
        pass


def answer(there: socket.socket) -> bytes:
    """What came until the other side closed."""
    held = b""
    try:
        while more := there.recv(65536):
            held += more
    except ConnectionError:
        pass
    return held.removeprefix(b"HTTP/1.1 100 Continue\r\n\r\n")


def spooled(process: int) -> int:
    """Bytes in files that a process has open and that have no name, as those are that waitress makes."""
    total = 0
    for entry in Path(f"/proc/{process}/fd").iterdir():
        try:
            if str(entry.readlink()).endswith("(deleted)"):
                total += entry.stat().st_size
        except FileNotFoundError:
            continue
    return total


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, int]]:
    """A page as people start it, and the number of its process."""
    home = tmp_path_factory.mktemp("page")
    first, _ = room(home)
    Passwords(first).set(7, PASSWORD)
    process: list[int] = []
    with served(home, first, started=process) as site:
        yield site, process[0]


@pytest.mark.parametrize("kind", SENDERS)
def test_what_is_too_long_is_refused_before_it_is_taken_in(page: tuple[str, int], kind: str) -> None:
    site, process = page
    head, piece, said = SENDERS[kind]
    with ExitStack() as connected:
        for _ in range(8):
            there = connected.enter_context(stranger(site))
            sent(there, head, piece)
            assert spooled(process) == 0
            assert answer(there).startswith(said)
        assert Browser(site).log_in().status == 303


def test_a_flood_on_the_disk_of_the_history_costs_no_hand(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=24m", "eztrak-test", disk], capture_output=True)
    if mounted.returncode:
        pytest.skip("only root can mount a small disk here")
    try:
        first, _ = room(disk)
        Passwords(first).set(7, PASSWORD)
        with (
            closing(Keeper(first, "Table 1", 12)) as keeper,
            served(disk, first, TMPDIR=str(disk)) as site,
            ExitStack() as connected,
        ):
            for _ in range(40):
                there = connected.enter_context(stranger(site))
                sent(there, *SENDERS["a body of a gigabyte"][:2])
                assert answer(there).startswith(b"HTTP/1.1 413")
                keeper.give(c.RecordHand(Hand(Outcome.TIE)))  # raises StoreError where it is not stored
            visitor = Browser(site)
            assert visitor.log_in().status == 303
            assert "hand 70 , TIE" in visitor.get("/").text
            for kind in ("xlsx", "zip", "jsonl"):
                download = visitor.get(f"/table/1/shoe/3/export.{kind}")
                assert download.status == 503
                assert "The disk is too full for a download; the board needs what is left." in download.text
            assert not list(disk.glob("eztrak-pit-*"))
    finally:
        subprocess.run(["umount", "--lazy", disk], check=True)


class Turning:
    """Doors that are turned by hand, with a clock that stands still."""

    def __init__(self, site: Any) -> None:
        self.now = 1000.0
        self.doors = Doors(site, "127.0.0.1", 0, lambda: self.now)

    def connected(self, address: str = "127.0.0.1") -> socket.socket:
        there = socket.create_connection(("127.0.0.1", self.doors.port), PATIENCE, (address, 0))
        self.until(lambda: any(one.socket.getpeername() == there.getsockname() for one in self.doors.connections))
        return there

    def until(self, is_so: Callable[[], bool]) -> None:
        for _ in range(10_000):
            if is_so():
                return
            self.doors.turn(0.01)
        raise AssertionError("it never came to that")

    def waited(self, seconds: float) -> None:
        """Time goes by, in steps in which nothing else happens."""
        for _ in range(round(seconds / 0.5)):
            self.now += 0.5
            self.doors.turn(0)

    def is_open(self, there: socket.socket) -> bool:
        return any(one.socket.getpeername() == there.getsockname() for one in self.doors.connections)


@contextmanager
def turning(site: Any) -> Iterator[Turning]:
    made = Turning(site)
    try:
        yield made
    finally:
        made.doors.close()


def short(_: Any, start: Any) -> list[bytes]:
    start("200 OK", [("Content-Length", "2")])
    return [b"ok"]


def test_a_request_that_comes_byte_by_byte_is_let_go() -> None:
    with turning(short) as here, here.connected() as slow, here.connected() as silent:
        for byte in b"GET / HTTP/1.1\r\nHost: a-name-that-is-longer":
            if not here.is_open(slow):
                break
            slow.send(bytes([byte]))
            here.waited(1)
        assert not here.is_open(slow)
        assert not here.is_open(silent)
        assert here.now == pytest.approx(1000 + limits.ASKING, abs=2)
        assert (answer(slow), answer(silent)) == (b"", b"")


def test_a_body_that_comes_byte_by_byte_is_let_go() -> None:
    with turning(short) as here, here.connected() as slow:
        slow.sendall(FORM + b"Content-Length: 100\r\n\r\n")
        while here.is_open(slow) and here.now < 1100:
            slow.send(b"x")
            here.waited(1)
        assert here.now == pytest.approx(1000 + limits.ASKING, abs=2)


def test_a_browser_that_asks_now_and_then_stays_connected() -> None:
    with turning(short) as here, here.connected() as browser:
        for _ in range(5):
            here.waited(limits.ASKING - 2)
            browser.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            browser.setblocking(False)
            here.until(lambda: _arrived(browser).endswith(b"ok"))
            here.until(lambda: not here.doors.connections[0].requests)
        assert here.is_open(browser)


def _arrived(browser: socket.socket) -> bytes:
    try:
        return browser.recv(4096)
    except BlockingIOError:
        return b""


class Endless:
    """A download that never ends, and how it was given up."""

    def __init__(self) -> None:
        self.given_up = Event()

    def __call__(self, _: Any, start: Any) -> "Endless":
        start("200 OK", [])
        return self

    def __iter__(self) -> Iterator[bytes]:
        while True:
            yield PIECE

    def close(self) -> None:
        self.given_up.set()


@pytest.mark.parametrize("taken", [0, 1, 1000])
def test_a_download_that_nobody_takes_is_given_up(taken: int) -> None:
    """Its thread is free for others then, and its files go. A browser that takes a little each second is no better."""
    download = Endless()
    with turning(download) as here, here.connected() as stalled:
        stalled.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        stalled.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        here.until(lambda: any(one.total_outbufs_len > limits.PACE for one in here.doors.connections))
        for _ in range(300):
            if not here.is_open(stalled):
                break
            if taken:
                stalled.recv(taken)
            here.waited(1)
        assert not here.is_open(stalled)
        assert download.given_up.wait(PATIENCE)
        assert spooled(os.getpid()) == 0


def test_a_download_that_is_taken_goes_on_for_as_long_as_it_takes() -> None:
    download = Endless()
    with turning(download) as here, here.connected() as browser:
        # Else the kernel keeps up to 32 megabytes for it, asks for more with every second of them, and that is longer
        # than the doors wait at the pace of this test.
        browser.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 16)
        browser.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        for _ in range(200):
            wanted = 4 * limits.PACE
            while wanted > 0:
                here.doors.turn(0)
                assert here.is_open(browser), f"given up at {here.now}"
                browser.setblocking(False)
                wanted -= len(_arrived(browser))
            here.waited(1)
        assert here.now >= 1200
    assert download.given_up.wait(PATIENCE)


def test_with_too_many_connections_the_one_that_waits_longest_goes_and_the_next_gets_in() -> None:
    with turning(short) as here, ExitStack() as connected:
        flood = []
        for _ in range(limits.MOST_CONNECTIONS * 2):
            here.now += 0.01
            flood.append(connected.enter_context(here.connected("127.0.0.2")))
        supervisor = connected.enter_context(here.connected("127.0.0.3"))
        for _ in range(limits.MOST_CONNECTIONS):
            here.now += 0.01
            flood.append(connected.enter_context(here.connected("127.0.0.2")))
        here.doors.turn(0)
        assert len(here.doors.connections) == limits.MOST_CONNECTIONS
        assert here.is_open(supervisor)
        assert [here.is_open(one) for one in flood[-limits.MOST_CONNECTIONS + 1 :]].count(False) == 0
        supervisor.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        supervisor.setblocking(False)
        here.until(lambda: _arrived(supervisor).endswith(b"ok"))


def test_a_supervisor_gets_in_beside_a_flood_of_connections(page: tuple[str, int]) -> None:
    site, _ = page
    with ExitStack() as connected:
        for _ in range(150):
            there = connected.enter_context(stranger(site))
            there.sendall(b"GET / HTTP/1.1\r\n")
        visitor = Browser(site)
        assert visitor.log_in().status == 303
        assert visitor.get("/").status == 200


def test_a_fifth_download_waits_until_one_of_four_is_done(tmp_path: Path) -> None:
    first = make_history(tmp_path / "one.db", 4000)  # longer than what waits on the way to a browser
    Passwords(first).set(7, PASSWORD)
    folder = tmp_path / ("var" * 40)  # with no room for a socket's name
    folder.mkdir()
    with served(tmp_path, first, TMPDIR=str(folder)) as site:
        visitor = Browser(site)
        visitor.log_in()
        path = "/table/1/days/2026-01-01/2027-01-01/export.jsonl"
        cookie = "; ".join(f"{one.name}={one.value}" for one in visitor.jar)
        asked = f"GET {path} HTTP/1.1\r\nHost: x\r\nCookie: {cookie}\r\n\r\n".encode()
        with ExitStack() as connected:
            for there in [connected.enter_context(stranger(site)) for _ in range(4)]:
                there.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                there.sendall(asked)
                assert there.recv(12) == b"HTTP/1.1 200"
            fifth = visitor.get(path)
            assert fifth.status == 503
            assert "4 downloads are already running. Try again when one is done." in fifth.text
            assert visitor.get("/").status == 200
