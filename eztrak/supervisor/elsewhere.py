"""Work in a process of its own. All threads of a process wait for one another's memory within SQLite, so that two of
them take longer than one after the other; processes share nothing."""

import pickle
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from threading import Event
from typing import Any

from eztrak.supervisor.errors import RefusedError
from eztrak.voice.said import SaidError

Tick = Callable[[int], None]


def elsewhere(work: Callable[..., None], *of: Any, tick: Tick, given_up: Event) -> None:
    """Does it and waits, `tick` being its last argument there and called here. Raises what is wrong there."""
    # A session of its own: an interrupt at the terminal is the caller's to act on.
    command = [sys.executable, "-P", "-m", __name__]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True) as process:
        assert process.stdin
        assert process.stdout
        try:
            process.stdin.write(pickle.dumps((work, of)))
            process.stdin.flush()
            while isinstance(came := pickle.load(process.stdout), int):
                tick(came)
                if given_up.is_set():
                    return
        except (EOFError, BrokenPipeError) as gone:
            raise RefusedError("It could not be made: it may have needed more memory than there is.") from gone
        finally:
            process.kill()
    if came:
        raise came


def main() -> None:
    """In the other process; that the caller has gone ends it."""
    work, of = pickle.load(sys.stdin.buffer)

    def tell(what: object) -> None:
        sys.stdout.buffer.write(pickle.dumps(what))
        sys.stdout.buffer.flush()

    try:
        work(*of, tell)
    except BrokenPipeError:
        return
    except (OSError, SaidError) as fault:
        end: object = fault
    else:
        end = None
    with suppress(BrokenPipeError):
        tell(end)


if __name__ == "__main__":
    main()
