"""What somebody decides who has looked at an alarm: that it was seen, and which history counts.

Only who owns the tables may."""

from eztrak.floor.errors import FloorError
from eztrak.floor.reading import rows_of
from eztrak.floor.rights import OWNER
from eztrak.floor.server import Server, plain_made
from eztrak.journal.errors import JournalError
from eztrak.journal.following import made_of


def see(server: Server, alarm: int, by: str) -> None:
    """Raises FloorError where there is no such alarm, or somebody has seen it."""
    with server.connected() as connection, connection.transaction():
        connection.execute(f"SET LOCAL ROLE {OWNER}")
        done = connection.execute(
            "UPDATE floor.alarms SET seen_by = %s, seen_at = now() WHERE alarm = %s AND seen_at IS NULL", (by, alarm)
        )
        if not done.rowcount:
            raise FloorError("there is no unseen alarm {alarm}; eztrak floor status lists those there are", alarm=alarm)


def keep(server: Server, history: int, by: str) -> int:
    """Counts a history that was put aside, and puts those aside that go on otherwise from its first row. Its alarms
    were seen then. Gives how many were put aside. Raises FloorError."""
    with server.connected() as connection, connection.transaction():
        connection.execute(f"SET LOCAL ROLE {OWNER}")
        row = connection.execute(
            "SELECT origin FROM floor.histories WHERE history = %s AND NOT counted FOR UPDATE", (history,)
        ).fetchone()
        if row is None:
            raise FloorError(
                "there is no history {history} that is set aside; eztrak floor status lists those there are",
                history=history,
            )
        others = "SELECT history FROM floor.histories WHERE origin = %s AND counted FOR UPDATE"
        aside = [other for (other,) in connection.execute(others, row).fetchall()]
        for table in ("shoes", "hands", "tallies"):
            connection.execute(f"DELETE FROM floor.{table} WHERE history = ANY(%s)", (aside,))
        connection.execute("UPDATE floor.histories SET counted = false WHERE history = ANY(%s)", (aside,))
        try:
            made = made_of(rows_of(connection, history))
        except JournalError as fault:
            raise FloorError(
                "history {history} cannot be counted: {fault}", history=history, fault=fault.said
            ) from fault
        connection.execute("UPDATE floor.histories SET counted = true WHERE history = %s", (history,))
        connection.execute(
            "SELECT floor.put(h, %s::json, %s::json, %s::json) FROM floor.histories AS h WHERE history = %s",
            (*plain_made(made), history),
        )
        connection.execute(
            "UPDATE floor.alarms SET seen_by = %s, seen_at = now() WHERE history = %s AND seen_at IS NULL",
            (by, history),
        )
        return len(aside)
