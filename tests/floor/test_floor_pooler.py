"""Through a pooler in transaction mode: many units over two connections, none of them theirs for longer than a call."""

import getpass
import os
import shutil
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
import pytest
from evening import assert_equal
from history import make_history
from keeping import Keeping
from postgres import Floor
from running import PATIENCE

from eztrak.floor.copying import copy
from eztrak.floor.server import Sender, Server

PGBOUNCER = shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")
UNITS = 12


@contextmanager
def pooler(folder: Path, floor: Floor, addresses: list[str]) -> Iterator[int]:
    """A pgbouncer before the server, and its port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    known = [psycopg.conninfo.conninfo_to_dict(address) for address in addresses]
    (folder / "users").write_text("".join(f'"{one["user"]}" "{one["password"]}"\n' for one in known))
    (folder / "pgbouncer.ini").write_text(
        f"[databases]\n{floor.name} = host=127.0.0.1 port={floor.server.port}\n[pgbouncer]\npool_mode = transaction\n"
        f"listen_addr = 127.0.0.1\nlisten_port = {port}\nunix_socket_dir =\nauth_type = scram-sha-256\n"
        f"auth_file = {folder}/users\nmax_db_connections = 2\nclient_tls_sslmode = require\n"
        f"client_tls_cert_file = {folder}/server.crt\nclient_tls_key_file = {folder}/server.key\n"
    )
    for name in ("server.crt", "server.key"):
        shutil.copy(floor.server.ca / name, folder)
    who = "postgres" if os.geteuid() == 0 else getpass.getuser()  # it refuses to run as root
    if os.geteuid() == 0:
        for path in (folder, *folder.iterdir()):
            shutil.chown(path, who)
        folder.chmod(0o755)
    assert PGBOUNCER
    command = [PGBOUNCER, "-u", who, str(folder / "pgbouncer.ini")]
    with subprocess.Popen(command, stderr=subprocess.PIPE, cwd="/") as running:
        assert running.stderr
        for line in running.stderr:
            if b"process up" in line:
                break
        threading.Thread(target=running.stderr.read, daemon=True).start()
        try:
            yield port
        finally:
            running.kill()


@pytest.mark.skipif(PGBOUNCER is None, reason="the Debian package pgbouncer is not installed")
def test_twelve_units_copy_at_once_over_two_connections(tmp_path: Path, floor: Floor) -> None:
    histories = [make_history(tmp_path / f"{n}.db", 400, table=f"Table {n}") for n in range(UNITS)]
    (folder := floor.server.ca.parent / "pooler").mkdir()
    addresses = [floor.unit(n) for n in range(UNITS)]
    with pooler(folder, floor, addresses) as port:

        def send(number: int) -> None:
            address = addresses[number].replace(f"port={floor.server.port}", f"port={port}")
            with closing(Server(address)) as server:
                for _ in range(5):  # more often than psycopg would prepare a statement after
                    copy(histories[number], server, Sender("Room", "boot"))
                    Keeping(histories[number]).shoe("P").close()

        threads = [threading.Thread(target=send, args=(n,)) for n in range(UNITS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE)
    numbers = dict(floor.ask("SELECT unit, history FROM floor.histories"))
    assert len(numbers) == UNITS
    for number, history in enumerate(histories):
        with closing(Server(addresses[number])) as server:
            copy(history, server, Sender("Room", "boot"))
        assert_equal(history, floor, numbers[f"unit{number}-{floor.name}"])
