"""Copies to the floor's database what it does not have yet of a history. Whoever does so for ever is `follower.py`.

Nothing is kept here between two times, so it may be killed at any instant; what it remembers of the last time saves a
question, and is wrong at no cost.
"""

import threading
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import TypeAlias

from eztrak.appliance.alarms import leave
from eztrak.appliance.clock import wall
from eztrak.floor.errors import FloorError
from eztrak.floor.server import Answer, Head, Plain, Sender, Server, plain
from eztrak.journal.errors import JournalError
from eztrak.journal.following import Following
from eztrak.journal.witness import Head as Seen
from eztrak.journal.witness import keep, room_of
from eztrak.voice.said import Said

BATCH = 2000  # rows of one transaction
EVERY = 600  # seconds between two rows of other tables that are kept

PUT_ASIDE = Said(
    "the server has set this history aside and counts none of it: another history of this unit "
    "continued differently, or a new one was not expected. On the server, eztrak floor status says "
    "which, and eztrak floor keep makes this one count"
)

Each: TypeAlias = Callable[[int, int], None]  # called with how many rows the server has, and how many there are


@dataclass(frozen=True, slots=True)
class Copied:
    origin: str
    rows: int  # that were copied now
    head: Head  # the last that the server has


def copy(
    history: Path, server: Server, sender: Sender, each: Each = lambda *_: None, known: Copied | None = None
) -> Copied:
    """Copies what the server does not have yet, which knew the history up to where it was `known`. Raises FloorError or
    JournalError; what was copied till then stays."""
    with closing(Following(history)) as following:
        origin = following.origin()
        if not origin:
            raise JournalError("it has no row yet; the board writes the first", history)
        head, copied = known.head if known and known.origin == origin else None, 0
        if head is None or not following.has(head.seq, head.hash):
            head = _head(following, server, sender, origin)
        ahead: Plain | None = None
        while True:
            batch, ahead = ahead or plain(following.after(head.seq, head.hash, BATCH)), None
            call = partial(server.take, sender, origin, head, batch)
            answered = _begun(call) if batch.left else call
            head = Head(*batch.last, head.counted) if batch.last else head
            if batch.left:
                with suppress(JournalError):  # which is told when it is its turn
                    ahead = plain(following.after(head.seq, head.hash, BATCH))
            answer = answered()
            leave(history, answer.alarms)
            if answer.other:
                _seen(history, answer.other)
            if answer.refused:
                raise FloorError(
                    "{place}: the server finds that row {row} does not follow the one before, and "
                    "refused it. Check both: eztrak verify here, eztrak floor verify there",
                    place=server.place,
                    row=answer.refused,
                )
            if head not in answer.heads:  # somebody else has copied it meanwhile
                head, ahead = _head(following, server, sender, origin), None
                continue
            copied += batch.rows
            if not batch.left:
                return Copied(origin, copied, head)
            each(head.seq, head.seq + batch.left)


def _begun(call: Callable[[], Answer]) -> Callable[[], Answer]:
    """Begins a call in a thread of its own, so that the rows of the next can be read meanwhile, and gives what waits
    for its answer. The thread is left behind where nobody waits any more."""
    answers: SimpleQueue[Answer | BaseException] = SimpleQueue()

    def work() -> None:
        try:
            answers.put(call())
        except BaseException as fault:
            answers.put(fault)

    def answer() -> Answer:
        came = answers.get()
        if isinstance(came, BaseException):
            raise came
        return came

    threading.Thread(target=work, name="call", daemon=True).start()
    return answer


def _seen(history: Path, other: Seen) -> None:
    """Keeps the newest row of another table: eztrak verify takes the list as a witness of that table."""
    cached = room_of(history)
    with suppress(OSError, JournalError):  # a list that somebody spoilt is theirs: verify says so
        if not cached.exists() or abs(wall().timestamp() - cached.stat().st_mtime) >= EVERY:
            keep(cached, other)


def _head(following: Following, server: Server, sender: Sender, origin: str) -> Head:
    """Where the server goes on. It may have several histories of this origin: one that went on otherwise, because a
    backup was restored or another unit has a copy, is put aside there and never mixed in."""

    def ours(answer: Answer) -> Head | None:
        common = [head for head in answer.heads if following.has(head.seq, head.hash)]
        return max(common, key=lambda head: (head.seq, head.counted), default=None)

    head = ours(server.ask(sender, origin)) or ours(server.fork(sender, origin))
    if head is None:
        raise FloorError("{place}: its answer makes no sense: no history begins with row 1", place=server.place)
    return head
