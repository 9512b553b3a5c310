"""The sockets of the page, kept by waitress, and what one who is connected to them may take: memory, time and a place.

Whoever reaches the page can connect to it, with or without a password, and it may share its disk and its machine with a
board. Waitress takes in a whole request before anybody looks at it, up to a gigabyte and into a file, keeps what waits
to be sent in files too, waits for ever for a request that comes byte by byte and for a browser that does not take its
answer, and lets nobody in when it is full. So here a request is bounded before it is taken in; what waits to be sent is
little and stays in memory; who sends or takes too slowly is let go, and with too many, who waits longest.
"""

import logging
import socket
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher

THREADS = 8  # an office has a few browsers; a page takes milliseconds, and half of them may wait for downloads
MOST_SENT = 4096  # bytes of a form
MOST_CONNECTIONS = 60  # a browser has six
ASKING = 20.0  # seconds from the connection, or from the last answer, until a request has come whole
TAKING = 30.0  # seconds that a browser may be behind in taking an answer, and …
PACE = 8192  # … the bytes that it has to take in each of them on the average
STEP = 0.5  # seconds between two looks at all connections

_LIMITS = {
    "max_request_header_size": 16 << 10,
    "max_request_body_size": MOST_SENT + 1,  # the first size that is refused
    # A task that writes waits from here on until the browser has taken something; a page comes in one piece.
    "outbuf_high_watermark": 256 << 10,
    # Beyond these waitress makes a file. Nothing that may come in is as long, and nothing that goes out waits so long.
    "inbuf_overflow": 1 << 20,
    "outbuf_overflow": 1 << 30,
    "connection_limit": 4 * MOST_CONNECTIONS,  # reached only if every one of them were being answered
    "backlog": 128,
    "log_socket_errors": False,  # a line for each stranger who goes away would itself fill a disk
}
logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # so would one for each who waits in line
_TOLD = {"x-forwarded-for", "x-forwarded-proto"}  # by a proxy: from where, and whether with TLS
_WAITING = 128 << 10  # bytes on their way that the kernel keeps: one who takes nothing is noticed soon


class Doors:
    def __init__(
        self, site: Any, address: str, port: int, now: Callable[[], float] = time.monotonic, proxy: str = ""
    ) -> None:
        """`proxy`: the address of the one that may say who asks, and how it was asked. Raises OSError, or ValueError
        for an address that does not exist."""
        settings = Adjustments(
            host=address,
            port=port,
            threads=THREADS,
            ident=None,
            clear_untrusted_proxy_headers=True,
            **({"trusted_proxy": proxy, "trusted_proxy_count": 1, "trusted_proxy_headers": _TOLD} if proxy else {}),
            **_LIMITS,
        )
        self._now = now
        self._map: dict[int, Any] = {}
        self._work = ThreadedTaskDispatcher()
        # A name such as localhost can stand for several addresses, and then there are several doors.
        self._doors = [
            _Door(site, self._map, dispatcher=self._work, adj=settings, sockinfo=place) for place in settings.listen
        ]
        for door in self._doors:
            door.now = now
        self._work.set_thread_count(THREADS)
        self._looked = now()

    @property
    def port(self) -> int:
        return int(self._doors[0].effective_port)

    @property
    def connections(self) -> list["_Connection"]:
        return [channel for door in self._doors for channel in door.active_channels.values()]

    def turn(self, seconds: float = 1.0) -> None:
        """Takes what comes and sends what can go; waits so long for something to do."""
        self._let_go()
        wasyncore.loop(timeout=seconds, map=self._map, count=1)

    def close(self) -> None:
        for connection in self.connections:
            connection.handle_close()  # a task that waits for a browser to take something ends by this
        self._work.shutdown()
        wasyncore.close_all(self._map)

    def _let_go(self) -> None:
        now = self._now()
        if now - self._looked >= STEP:
            for connection in self.connections:
                if connection.is_too_slow(now, now - self._looked):
                    connection.handle_close()
            self._looked = now
        while len(here := self.connections) > MOST_CONNECTIONS and (spare := _spare(here)):
            spare.handle_close()


def _spare(connections: list["_Connection"]) -> "_Connection | None":
    """Who goes when there are too many: of the address with the most, the one for whom we have waited longest. Nobody
    who is being answered."""
    of_address = Counter(connection.addr[0] for connection in connections)
    waiting = [connection for connection in connections if not connection.requests]
    return max(waiting, key=lambda one: (of_address[one.addr[0]], -one.since), default=None)


class _Connection(HTTPChannel):  # type: ignore[misc]
    def __init__(self, server: "_Door", *args: Any, **options: Any) -> None:
        self.now = server.now
        self.since = self.now()  # from when on a request is waited for
        self._patience = TAKING
        self._sent = 0  # bytes since it was asked last
        super().__init__(server, *args, **options)

    def is_too_slow(self, now: float, passed: float) -> bool:
        """Asked between two turns; `passed` are the seconds since it was asked last."""
        sent, self._sent = self._sent, 0
        if self.total_outbufs_len:
            self._patience = min(TAKING, self._patience + sent / PACE) - passed
            return self._patience <= 0
        self._patience = TAKING
        return not self.requests and now - self.since > ASKING

    def send(self, data: bytes, do_close: bool = True) -> int:
        sent = int(super().send(data, do_close))
        self._sent += sent
        return sent

    def service(self) -> None:
        self.since = self.now()  # whoever looks as the answer is done finds this, and not the request's beginning
        super().service()
        self.since = self.now()


class _Door(TcpWSGIServer):  # type: ignore[misc]
    channel_class = _Connection
    now: Callable[[], float] = staticmethod(time.monotonic)

    def set_socket_options(self, conn: socket.socket) -> None:
        super().set_socket_options(conn)
        conn.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _WAITING)
