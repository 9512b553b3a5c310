"""Serves the site with waitress: plain threads, one request each, which suits SQLite's connections."""

import signal
from collections.abc import Callable
from typing import NoReturn

from flask import Flask

from eztrak.supervisor.pit.doors import Doors
from eztrak.voice.said import Said, SaidError


class ServeError(SaidError):
    """The page cannot be served at this address."""


def serve(site: Flask, address: str, port: int, ready: Callable[[int], None], proxy: str = "") -> None:
    """Serves until SIGTERM or SIGINT. `ready` is called with the port, once the page answers there."""
    try:
        doors = Doors(site, address, port, proxy=proxy)
    except (OSError, ValueError) as fault:  # ValueError for an address that does not exist
        why = getattr(fault, "strerror", None) or Said("this machine has no such address")
        raise ServeError(
            "the page cannot be served at {address}, port {port}: {why}", address=address, port=port, why=why
        ) from fault
    try:
        signal.signal(signal.SIGTERM, _stop)
        ready(doors.port)
        while True:
            doors.turn()
    except (SystemExit, KeyboardInterrupt):
        return
    finally:
        doors.close()


def _stop(*_: object) -> NoReturn:
    raise SystemExit(0)
