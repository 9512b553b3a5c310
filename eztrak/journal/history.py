"""The record for those who only read: shoes with their hands. Works beside a running board."""

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from eztrak.game.hand import Hand, Outcome
from eztrak.journal import guarded
from eztrak.journal.errors import DAMAGE, JournalError, unreadable
from eztrak.journal.extract import ALL, SHOES, Choice
from eztrak.journal.fitting import fitting
from eztrak.table.stats import Stats


@dataclass(frozen=True, slots=True)
class PastShoe:
    number: int
    table: str
    started_at: str
    ended_at: str | None
    stats: Stats
    seal: str | None
    hands: tuple[Hand, ...]
    corrected: int  # hands of it that were voided, changed or inserted


class History:
    """A read-only view of a database. Raises JournalError where there is none."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection = guarded.opened(path)
        self._connection.row_factory = sqlite3.Row

    def shoes(self, since: int = 0, only: Choice = ALL) -> Iterator[PastShoe]:
        """The chosen shoes from number `since` on, oldest first. Raises JournalError where the file is damaged."""
        corrected = "(SELECT count(*) FROM hands WHERE hands.shoe = shoes.shoe AND hands.corrected > 0) AS corrected"
        try:
            self._connection.execute("BEGIN")  # one consistent view, whatever the board writes meanwhile
            for row in self._connection.execute(
                f"SELECT *, {corrected} FROM shoes {only.where} ORDER BY shoe", only.of
            ):
                fitting(SHOES, [row[name] for name in SHOES])
                if row["shoe"] < since:
                    continue
                yield PastShoe(
                    number=row["shoe"],
                    table=row["table_name"],
                    started_at=row["started_at"],
                    ended_at=row["ended_at"],
                    stats=Stats(**{name: row[name] for name in Stats.__slots__}),
                    seal=row["seal"],
                    hands=self._hands(row["shoe"]),
                    corrected=row["corrected"],
                )
        except DAMAGE as fault:
            raise unreadable(self._path, fault) from fault
        except (ValueError, TypeError) as fault:
            raise JournalError(f"{self._path}: is damaged: {fault}") from fault
        finally:
            self._connection.rollback()

    def close(self) -> None:
        self._connection.close()

    def _hands(self, shoe: int) -> tuple[Hand, ...]:
        rows = self._connection.execute("SELECT * FROM hands WHERE shoe = ? ORDER BY place", (shoe,))
        return tuple(
            Hand(
                Outcome(row["outcome"]),
                natural=bool(row["natural"]),
                dragon7=bool(row["dragon7"]),
                panda8=bool(row["panda8"]),
                free=bool(row["free"]),
                voided=bool(row["voided"]),
                number=row["hand"],
                player=row["player_cards"],
                banker=row["banker_cards"],
            )
            for row in rows
        )
