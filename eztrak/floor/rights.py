"""Who may do what on the server. Three roles that nobody logs in as: the owner of the tables, all units, the office.

A unit may call one function; the office may read; nobody but the owner may change anything. The function runs with the
owner's rights, and the owner has no other rights than these tables, whoever has made them.
"""

import re
import secrets
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime

from psycopg import Connection, sql
from psycopg.errors import DuplicateObject, InsufficientPrivilege, UniqueViolation

from eztrak.floor import older
from eztrak.floor.errors import FloorError
from eztrak.floor.server import Server
from eztrak.floor.tables import MONTHS, TABLES, VERSION, month
from eztrak.floor.taking import FUNCTIONS, NAME

OWNER, UNITS, OFFICE = "eztrak_owner", "eztrak_units", "eztrak_office"
_LOCK = 0x657A7472  # "eztr": who makes the tables; two who do so at once wait for each other
_NAME = re.compile(r"[a-z][a-z0-9_-]{0,40}")

_GRANTS = f"""
GRANT USAGE ON SCHEMA floor TO {UNITS}, {OFFICE};
GRANT SELECT ON ALL TABLES IN SCHEMA floor TO {OFFICE};
REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA floor FROM PUBLIC;
GRANT EXECUTE ON FUNCTION floor.{NAME} TO {UNITS};
"""
# What PostgreSQL gives to everybody who logs in, and what a stolen unit could write programs with, fill the disk with
# or keep others waiting with. Only a superuser may take it away.
_EVERYBODY = f"""
REVOKE USAGE ON LANGUAGE plpgsql FROM PUBLIC;
GRANT USAGE ON LANGUAGE plpgsql TO {OWNER};
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
"""
_HARMFUL = """
SELECT string_agg(oid::regprocedure::text, ', ') FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace
AND (proname ~ '^pg_(try_)?advisory_'
    OR proname IN ('lo_creat', 'lo_create', 'lo_from_bytea', 'pg_logical_emit_message', 'pg_notify'))"""
# What a unit's role may not set otherwise: what a sort may put on the disk, and how much of a statement the log has.
_BOUNDS = {"temp_file_limit": "64MB", "log_min_error_statement": "panic"}
_WAITS = 10  # seconds that the tables are waited for


@dataclass(frozen=True, slots=True)
class Made:
    version: int
    carried: int  # histories from the tables of before


def make(server: Server) -> Made:
    """Makes roles, tables and rights, or brings them up to date. Raises FloorError for tables of a newer eztrak."""
    with server.connected() as connection, connection.transaction():
        # Whoever has the tables for longer does not copy: all units would wait behind this.
        connection.execute(f"SET LOCAL lock_timeout = '{_WAITS}s'")
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
        for role in (OWNER, UNITS, OFFICE):
            _create(connection, role, "NOLOGIN")
        connection.execute(f"GRANT {OWNER} TO CURRENT_USER")
        connection.execute(
            sql.SQL("REVOKE CREATE, TEMPORARY ON DATABASE {} FROM PUBLIC").format(
                sql.Identifier(connection.info.dbname)
            )
        )
        if _superuser(connection):
            connection.execute(_EVERYBODY)
            harmful = str(_one(connection, _HARMFUL))
            connection.execute(f"REVOKE EXECUTE ON FUNCTION {harmful} FROM PUBLIC")
            connection.execute(f"GRANT EXECUTE ON FUNCTION {harmful} TO {OWNER}")
        connection.execute(f"CREATE SCHEMA IF NOT EXISTS floor AUTHORIZATION {OWNER}")
        new = _one(connection, "SELECT to_regclass('floor.version') IS NULL")
        older.bring_up(connection)
        connection.execute(f"SET LOCAL ROLE {OWNER}")
        if new:
            connection.execute(TABLES)
            connection.execute("INSERT INTO floor.version VALUES (%s)", (VERSION,))
        version = _version(connection, server.place)
        _partition(connection)
        for function in FUNCTIONS:
            connection.execute(function)
        connection.execute(_GRANTS)
        connection.execute("RESET ROLE")
        return Made(version, older.carry(connection) if new else 0)


def enrol(server: Server, unit: str, group: str = UNITS, certified: bool = False) -> str:
    """A role of a unit's own, or of somebody in the office, and its password, which is kept nowhere; none for who has a
    certificate.

    One that is there gets another password, and may begin a history again; whoever is connected as it is put out.
    """
    if not _NAME.fullmatch(unit):
        raise FloorError(
            "{unit} cannot name a role: use a lowercase letter first, then lowercase letters, "
            "digits, _ and -, up to 41 in all",
            unit=repr(unit),
        )
    with server.connected() as connection, connection.transaction():
        _version(connection, server.place)
        if not _create(connection, unit, f"LOGIN CONNECTION LIMIT 4 IN ROLE {group}") and not _one(
            connection, "SELECT pg_has_role(%s, %s, 'MEMBER') AND NOT rolsuper FROM pg_roles WHERE rolname = %s",
            unit, group, unit,
        ):  # fmt: skip
            raise FloorError(
                "{place}: already has a role {unit} for something else. Choose another name",
                place=server.place,
                unit=unit,
            )
        if group == UNITS and _superuser(connection):
            for name, most in _BOUNDS.items():
                connection.execute(
                    sql.SQL("ALTER ROLE {} SET {} = {}").format(
                        sql.Identifier(unit), sql.Identifier(name), sql.Literal(most)
                    )
                )
        password = "" if certified else secrets.token_urlsafe(24)
        # As the server keeps it, so that no log of the server ever has the password.
        secret = (
            None
            if certified
            else connection.pgconn.encrypt_password(password.encode(), unit.encode(), b"scram-sha-256").decode()
        )
        connection.execute(sql.SQL("ALTER ROLE {} PASSWORD {}").format(sql.Identifier(unit), sql.Literal(secret)))
        if group == UNITS:
            connection.execute(f"SET LOCAL ROLE {OWNER}")
            connection.execute(
                "INSERT INTO floor.units (unit) VALUES (%s)"
                " ON CONFLICT (unit) DO UPDATE SET fresh = true, enrolled_at = now()",
                (unit,),
            )
            connection.execute("RESET ROLE")
    with server.connected() as connection, suppress(InsufficientPrivilege):
        connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = %s", (unit,))
    return password


def _superuser(connection: Connection) -> bool:
    return bool(_one(connection, "SELECT rolsuper FROM pg_roles WHERE rolname = current_user"))


def _version(connection: Connection, place: str) -> int:
    """Of the tables. Raises FloorError where there are none, and for those of a newer eztrak."""
    if _one(connection, "SELECT to_regclass('floor.version') IS NULL"):
        raise FloorError("{place}: has no eztrak tables yet. Make them: eztrak floor init", place=place)
    version = int(str(_one(connection, "SELECT version FROM floor.version")))
    if version > VERSION:
        raise FloorError(
            "{place}: its tables are from a newer eztrak (version {version}; this one knows "
            "{known}). Use that one for this; units of this version keep copying",
            place=place,
            version=version,
            known=VERSION,
        )
    return version


def _partition(connection: Connection) -> None:
    """Makes room for the events of the months to come."""
    for number in range(MONTHS):
        name, begin, end = month(datetime.now(UTC), number)
        there = "SELECT to_regclass(%s) IS NOT NULL OR EXISTS (SELECT FROM floor.events_later WHERE arrived_at >= %s)"
        if not _one(connection, there, f"floor.{name}", begin):
            connection.execute(
                sql.SQL("CREATE TABLE floor.{} PARTITION OF floor.events FOR VALUES FROM ({}) TO ({})").format(
                    sql.Identifier(name), sql.Literal(begin), sql.Literal(end)
                )
            )


def _create(connection: Connection, role: str, what: str) -> bool:
    """Gives whether the role is new."""
    with suppress(DuplicateObject, UniqueViolation), connection.transaction():
        connection.execute(sql.SQL("CREATE ROLE {} " + what).format(sql.Identifier(role)))
        return True
    return False


def _one(connection: Connection, query: str, *values: object) -> object:
    ((value,),) = connection.execute(query, values).fetchall()
    return value
