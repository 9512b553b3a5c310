"""Serves the site with waitress: plain threads, one request each, which suits SQLite's connections."""

import signal
from collections.abc import Callable
from typing import Any, NoReturn

from flask import Flask

THREADS = 4  # an office has a few browsers; a page takes milliseconds


class ServeError(Exception):
    """The page cannot be served at this address; the message says why."""


def serve(site: Flask, address: str, port: int, ready: Callable[[int], None]) -> None:
    """Serves until SIGTERM or SIGINT. `ready` is told the port, once the page answers there."""
    import waitress

    try:
        server: Any = waitress.create_server(
            site, host=address, port=port, threads=THREADS, ident=None, clear_untrusted_proxy_headers=True
        )
    except (OSError, ValueError) as fault:  # ValueError for an address that does not exist
        why = getattr(fault, "strerror", None) or "there is no such address on this machine"
        raise ServeError(f"{address}, port {port}: the page cannot be served there: {why}") from fault
    signal.signal(signal.SIGTERM, _stop)
    # A name such as localhost can stand for several addresses, and then there are several sockets.
    ready(server.effective_listen[0][1] if hasattr(server, "effective_listen") else server.effective_port)
    server.run()  # ends by itself on SystemExit and KeyboardInterrupt
    server.close()


def _stop(*_: object) -> NoReturn:
    raise SystemExit(0)
