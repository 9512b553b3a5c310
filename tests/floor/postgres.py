"""A PostgreSQL of the tests' own: a cluster in a folder, reached by a socket in it and by a free port."""

import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psycopg

from eztrak.floor.certificates import authority, serve
from eztrak.floor.rights import UNITS, Made, enrol, make
from eztrak.floor.server import Server

PATIENCE = 60
_ADMIN = "postgres"
CERTIFIED = "certified"  # the database that is entered with a certificate
_names = count(1)


def _program(name: str) -> str:
    """Debian keeps the server's programs apart, a folder for each version."""
    kept = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: float(path.parts[4]))
    found = str(kept[-1]) if kept else shutil.which(name)
    assert found, f"{name} is missing: make test installs the Debian package postgresql"
    return found


class Postgres:
    """The running server. Whoever copies connects as a role of its own, with a password."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.surroundings: dict[str, str] = {}  # beside those of the tests, from the next start on
        if os.geteuid() == 0:  # it refuses to run as root
            shutil.chown(folder, "postgres", "postgres")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self._run(
            "initdb", "--auth-local=trust", "--auth-host=scram-sha-256", "--encoding=UTF8", "--no-sync", "-U", _ADMIN
        )
        self.ca = folder / "ca"
        authority(self.ca)
        serve(self.ca, ["127.0.0.1", "localhost"])
        if os.geteuid() == 0:
            for path in (self.ca, *self.ca.iterdir()):
                shutil.chown(path, "postgres", "postgres")
        with (folder / "data/postgresql.conf").open("a") as conf:
            conf.write(f"fsync = off\ntimezone = 'UTC'\nport = {self.port}\nunix_socket_directories = '{folder}'\n")
            conf.write(f"ssl = on\nssl_ca_file = '{self.ca}/ca.crt'\n")
            conf.write(f"ssl_cert_file = '{self.ca}/server.crt'\nssl_key_file = '{self.ca}/server.key'\n")
        rules = folder / "data/pg_hba.conf"
        rules.write_text(f"hostssl {CERTIFIED} all 127.0.0.1/32 cert\n" + rules.read_text())
        self.start()

    def start(self) -> None:
        self._run("pg_ctl", "--wait", "--log", self._folder / "log", "start")

    def stop(self) -> None:
        self._run("pg_ctl", "--wait", "--mode=immediate", "stop")

    def restart(self) -> None:
        self.stop()
        self.start()

    def log(self) -> str:
        return (self._folder / "log").read_text(errors="replace")

    def admin(self, command: str, database: str = "postgres") -> list[tuple[Any, ...]]:
        with psycopg.connect(self.owner(database), autocommit=True) as it:
            done = it.execute(command)  # type: ignore[call-overload]
            return done.fetchall() if done.description else []

    def owner(self, database: str) -> str:
        """The address of who may do everything, by the socket."""
        return f"host={self._folder} port={self.port} user={_ADMIN} dbname={database}"

    def empty(self, name: str = "") -> "Floor":
        name = name or f"floor{next(_names)}"
        self.admin(f"CREATE DATABASE {name}")
        return Floor(self, name)

    def database(self) -> "Floor":
        """A new one, with the tables in it."""
        floor = self.empty()
        floor.make()
        return floor

    def _run(self, program: str, *arguments: object) -> None:
        command = [_program(program), "-D", str(self._folder / "data"), *map(str, arguments)]
        if os.geteuid() == 0:
            command = ["runuser", "-u", "postgres", "--", *command]
        with (self._folder / "said").open("ab") as said:
            around = os.environ | self.surroundings
            done = subprocess.run(command, stdout=said, stderr=said, cwd=self._folder, timeout=PATIENCE, env=around)
        assert done.returncode == 0, (self._folder / "said").read_text()


class Floor:
    """A database of the server, as units reach it, each by its role, and as its owner asks it."""

    def __init__(self, server: Postgres, name: str) -> None:
        self.server, self.name = server, name
        self._passwords: dict[str, str] = {}

    def twin(self) -> "Floor":
        """Another one, as this one is now."""
        name = f"floor{next(_names)}"
        self.server.admin(f"CREATE DATABASE {name} TEMPLATE {self.name}")
        return Floor(self.server, name)

    def dumped(self) -> "Floor":
        """Another one, as this one is now, though units are connected to it."""
        with self._shut():
            return self.twin()

    def put_back(self, dump: "Floor") -> None:
        """Restores an old dump in the place of this one."""
        with self._shut():
            self.server.admin(f"DROP DATABASE {self.name}")
            self.server.admin(f"ALTER DATABASE {dump.name} RENAME TO {self.name}")

    @contextmanager
    def _shut(self) -> Iterator[None]:
        self.server.admin(f"ALTER DATABASE {self.name} ALLOW_CONNECTIONS false")
        self.server.admin(
            f"SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '{self.name}'"
        )
        yield
        self.server.admin(f"ALTER DATABASE {self.name} ALLOW_CONNECTIONS true")

    def make(self) -> Made:
        with closing(Server(self.owner)) as owner:
            return make(owner)

    @property
    def owner(self) -> str:
        return self.server.owner(self.name)

    @property
    def address(self) -> str:
        return self.unit()

    @property
    def role(self) -> str:
        return f"unit1-{self.name}"

    def unit(self, number: int = 1, group: str = UNITS) -> str:
        """The address of a unit, which is enrolled where it is not yet."""
        role = f"unit{number}-{self.name}" if group == UNITS else f"office-{self.name}"
        if role not in self._passwords:
            self._passwords[role] = self.enrol(role, group)
        return self.at(role, self._passwords[role])

    def enrol(self, role: str, group: str = UNITS) -> str:
        with closing(Server(self.owner)) as owner:
            return enrol(owner, role, group)

    def at(self, role: str, password: str) -> str:
        return f"{self.place} user={role} password={password}"

    @property
    def place(self) -> str:
        return f"host=127.0.0.1 port={self.server.port} dbname={self.name} sslrootcert={self.server.ca / 'ca.crt'}"

    def ask(self, query: str) -> list[tuple[Any, ...]]:
        return self.server.admin(query, self.name)

    def count(self, table: str = "events") -> int:
        """Rows of a table; 0 before it is made."""
        if self.ask(f"SELECT to_regclass('floor.{table}')") == [(None,)]:
            return 0
        ((rows,),) = self.ask(f"SELECT count(*) FROM floor.{table}")
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
