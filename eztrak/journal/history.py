"""The record for those who only read: shoes with their hands. Works beside a running board."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from eztrak.game.hand import Hand
from eztrak.journal import guarded, listed
from eztrak.journal.errors import sound
from eztrak.journal.extract import ALL, Choice
from eztrak.journal.listed import ListedShoe


@dataclass(frozen=True, slots=True)
class PastShoe(ListedShoe):
    hands: tuple[Hand, ...] = ()  # in the order of play


class History:
    """A read-only view of a database. Raises JournalError where there is none."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection = guarded.opened(path)

    def shoes(self, since: int = 0, only: Choice = ALL) -> Iterator[PastShoe]:
        """The chosen shoes from number `since` on, oldest first. Raises JournalError where the file is damaged."""
        try:
            with sound(self._path):
                self._connection.execute("BEGIN")  # one consistent view, whatever the board writes meanwhile
                for shoe in listed.shoes(self._connection, f"{only.where} ORDER BY shoe", only.of):
                    if shoe.number >= since:
                        plain = {name: getattr(shoe, name) for name in ListedShoe.__slots__}
                        hands = tuple(one.hand for one in listed.hands(self._connection, shoe.number))
                        yield PastShoe(**plain, hands=hands)
        finally:
            self._connection.rollback()

    def close(self) -> None:
        self._connection.close()
