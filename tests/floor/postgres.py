"""A PostgreSQL of the tests' own: a cluster in a folder, reached by a socket in it and by a free port."""

import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psycopg

PATIENCE = 60
PASSWORD = "a word that nobody says"
_ADMIN = "postgres"
_names = count(1)


def _program(name: str) -> str:
    """Debian keeps the server's programs apart, a folder for each version."""
    kept = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: float(path.parts[4]))
    found = str(kept[-1]) if kept else shutil.which(name)
    assert found, f"{name} is missing: make test installs the Debian package postgresql"
    return found


class Postgres:
    """The running server. Whoever copies connects as the role `eztrak`, with a password."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        if os.geteuid() == 0:  # it refuses to run as root
            shutil.chown(folder, "postgres", "postgres")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self._run(
            "initdb", "--auth-local=trust", "--auth-host=scram-sha-256", "--encoding=UTF8", "--no-sync", "-U", _ADMIN
        )
        with (folder / "data/postgresql.conf").open("a") as conf:
            conf.write(f"fsync = off\ntimezone = 'UTC'\nport = {self.port}\nunix_socket_directories = '{folder}'\n")
        self.start()
        self.admin(f"CREATE ROLE eztrak LOGIN PASSWORD '{PASSWORD}'")

    def start(self) -> None:
        self._run("pg_ctl", "--wait", "--log", self._folder / "log", "start")

    def stop(self) -> None:
        self._run("pg_ctl", "--wait", "--mode=immediate", "stop")

    def restart(self) -> None:
        self.stop()
        self.start()

    def admin(self, command: str, database: str = "postgres") -> list[tuple[Any, ...]]:
        with psycopg.connect(
            host=str(self._folder), port=self.port, user=_ADMIN, dbname=database, autocommit=True
        ) as it:
            done = it.execute(command)  # type: ignore[call-overload]
            return done.fetchall() if done.description else []

    def database(self) -> "Floor":
        """A new one, in which the role may make its tables."""
        name = f"floor{next(_names)}"
        self.admin(f"CREATE DATABASE {name}")
        self.admin(f"GRANT CREATE ON DATABASE {name} TO eztrak")
        return Floor(self, name)

    def _run(self, program: str, *arguments: object) -> None:
        command = [_program(program), "-D", str(self._folder / "data"), *map(str, arguments)]
        if os.geteuid() == 0:
            command = ["runuser", "-u", "postgres", "--", *command]
        with (self._folder / "said").open("ab") as said:
            done = subprocess.run(command, stdout=said, stderr=said, cwd=self._folder, timeout=PATIENCE)
        assert done.returncode == 0, (self._folder / "said").read_text()


class Floor:
    """A database of the server, as who copies reaches it and as the office asks it."""

    def __init__(self, server: Postgres, name: str) -> None:
        self.server, self.name = server, name

    @property
    def address(self) -> str:
        return f"host=127.0.0.1 port={self.server.port} dbname={self.name} user=eztrak password='{PASSWORD}'"

    def connect(self) -> psycopg.Connection[tuple[Any, ...]]:
        return psycopg.connect(self.address, autocommit=True)

    def ask(self, query: str) -> list[tuple[Any, ...]]:
        with self.connect() as connection:
            return connection.execute(query).fetchall()  # type: ignore[call-overload,no-any-return]

    def count(self, table: str = "events") -> int:
        """Rows of a table; 0 before it is made."""
        if self.ask(f"SELECT to_regclass('eztrak.{table}')") == [(None,)]:
            return 0
        ((rows,),) = self.ask(f"SELECT count(*) FROM eztrak.{table}")
        return int(rows)


@contextmanager
def running() -> Iterator[Postgres]:
    # Not in pytest's folder, which only its owner may enter.
    with TemporaryDirectory(prefix="eztrak-postgres-") as folder:
        server = Postgres(Path(folder))
        try:
            yield server
        finally:
            server.stop()
