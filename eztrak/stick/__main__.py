"""`python -m eztrak.stick`: answers one request on its standard input, a connected socket that systemd gives it."""

import os
import socket
import sys
from contextlib import AbstractContextManager

from eztrak.stick.listing import Stick, sticks
from eztrak.stick.mounting import mounted
from eztrak.stick.serving import serve


class Linux:
    """The machine that this program runs on."""

    def sticks(self) -> list[Stick]:
        return sticks()

    def mounted(self, stick: Stick, user: int, group: int, write: bool) -> AbstractContextManager[int]:
        return mounted(stick.device, stick.kernel, user, group, write)


def main() -> int:
    try:
        connection = socket.socket(fileno=os.dup(0))
    except OSError:
        print(
            "eztrak.stick answers a socket on its standard input; systemd/eztrak-stick.socket starts it so",
            file=sys.stderr,
        )
        return 2
    with connection:
        serve(connection, Linux())
    return 0


if __name__ == "__main__":
    sys.exit(main())
