"""Safe without a word in the config: the server proves who it is, and is never given a password or a row before."""

import json
import socket
import ssl
import struct
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest
from evening import assert_equal, kept, refused, settings
from postgres import CERTIFIED, Floor, Postgres
from running import PATIENCE, eztrak

from eztrak.floor.certificates import authority, serve

SSL_REQUEST = struct.pack("!ii", 8, 80877103)
CLEAR = struct.pack("!cii", b"R", 8, 3)  # asks for the password in clear
COME_IN = struct.pack("!cii", b"R", 8, 0) + struct.pack("!cic", b"Z", 5, b"I")  # asks for nothing
PASSWORD = "geheimes-wort"


class Fake:
    """Somebody at the server's address. What it is told before the line ends is kept."""

    def __init__(self, answer: bytes, context: ssl.SSLContext | None) -> None:
        self.received = b""
        self._answer, self._context = answer, context
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._listening.settimeout(PATIENCE)
        self.address = f"host=127.0.0.1 port={self._listening.getsockname()[1]} dbname=floor user=t password={PASSWORD}"
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def close(self) -> None:
        self._listening.close()
        self._thread.join(PATIENCE)

    def _serve(self) -> None:
        with suppress(OSError), closing(self._listening.accept()[0]) as line:
            line.settimeout(PATIENCE)
            first = line.recv(4096)
            if first == SSL_REQUEST:
                line.sendall(b"S" if self._context else b"N")
                if self._context:
                    with self._context.wrap_socket(line, server_side=True) as sealed:
                        self._talk(sealed, sealed.recv(4096))
                    return
                first = line.recv(4096)
            self._talk(line, first)

    def _talk(self, line: socket.socket, first: bytes) -> None:
        self.received += first
        line.sendall(self._answer)
        while more := line.recv(4096):
            self.received += more


@contextmanager
def fake(answer: bytes, context: ssl.SSLContext | None = None) -> Iterator[Fake]:
    made = Fake(answer, context)
    try:
        yield made
    finally:
        made.close()


def strangers(folder: Path) -> ssl.SSLContext:
    """With a certificate for this address, of an authority that nobody here knows."""
    authority(folder)
    serve(folder, ["127.0.0.1"])
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "server.crt", folder / "server.key")
    return context


@pytest.mark.parametrize("answer", [CLEAR, COME_IN])
def test_a_server_without_encryption_is_told_nothing(tmp_path: Path, history: Path, answer: bytes) -> None:
    kept(history).close()
    with fake(answer) as server:
        assert "server does not support SSL" in refused(tmp_path, history, f"{server.address} sslrootcert=system")
    assert server.received == b""


@pytest.mark.parametrize("answer", [CLEAR, COME_IN])
def test_a_server_that_the_rooms_authority_does_not_know_is_told_nothing(
    tmp_path: Path, history: Path, floor: Floor, answer: bytes
) -> None:
    kept(history).close()
    with fake(answer, strangers(tmp_path / "other")) as server:
        said = refused(tmp_path, history, f"{server.address} sslrootcert={floor.server.ca}/ca.crt")
    assert "certificate verify failed" in said
    assert server.received == b""


@pytest.mark.parametrize("answer", [CLEAR, COME_IN])
def test_a_server_that_skips_the_proof_gets_no_password_and_no_row(
    tmp_path: Path, history: Path, answer: bytes
) -> None:
    """Even where the room has written that it wants no encryption."""
    kept(history).close()
    with fake(answer) as server:
        said = refused(tmp_path, history, f"{server.address} sslmode=disable")
    assert "require_auth" in said or "authentication method requirement" in said
    assert PASSWORD.encode() not in server.received
    assert b"floor.copy" not in server.received


def test_without_the_rooms_authority_nothing_is_sent(tmp_path: Path, history: Path, floor: Floor) -> None:
    kept(history).close()
    bare = floor.address.replace(f"sslrootcert={floor.server.ca / 'ca.crt'}", "")
    said = refused(tmp_path, history, bare)
    assert "root certificate file" in said
    assert floor.count() == 0
    home = tmp_path / ".postgresql"  # where the manual puts it
    home.mkdir()
    (home / "root.crt").write_text((floor.server.ca / "ca.crt").read_text())
    done = eztrak("floor", "--once", "--config", settings(tmp_path, bare), "--db", history, home=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_server_of_another_name_is_refused(tmp_path: Path, history: Path, floor: Floor) -> None:
    """Its certificate is of the room's authority, but for other names: that of a unit or of another server."""
    kept(history).close()
    said = refused(tmp_path, history, floor.address.replace("host=127.0.0.1", "host=floor.room hostaddr=127.0.0.1"))
    assert 'does not match host name "floor.room"' in said


@pytest.mark.parametrize("weaker", ["sslmode=require", "sslmode=disable", "require_auth=password,scram-sha-256"])
def test_doctor_names_what_the_room_has_weakened(tmp_path: Path, history: Path, floor: Floor, weaker: str) -> None:
    kept(history).close()
    config = settings(tmp_path, f"{floor.address} {weaker}")
    done = eztrak("doctor", "--json", "--config", config, "--db", history, home=tmp_path)
    (found,) = [reading for reading in json.loads(done.stdout) if reading["name"] == "floor"]
    assert not found["well"]
    assert f"answers, but any machine could pose as it: {weaker}" in found["told"]
    assert "remove that from floor.database" in found["fix"]


def test_a_unit_may_have_a_certificate_instead_of_a_password(tmp_path: Path, history: Path, postgres: Postgres) -> None:
    kept(history).close()
    floor = postgres.empty(CERTIFIED)
    floor.make()
    done = eztrak("floor", "enrol", "table9", "--ca", postgres.ca, "--json", "--floor", floor.owner, home=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    issued = json.loads(done.stdout)
    for name in ("certificate", "key"):
        (tmp_path / name).touch(0o600)
        (tmp_path / name).write_text(issued[name])
    address = f"{floor.place} user=table9 sslcert={tmp_path}/certificate sslkey={tmp_path}/key"
    done = eztrak("floor", "--once", "--config", settings(tmp_path, address), "--db", history, home=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert_equal(history, floor)
    floor.enrol("table10")
    said = refused(tmp_path, history, address.replace("user=table9", "user=table10"))
    assert "certificate authentication failed" in said


def test_init_makes_an_authority_for_a_room_that_has_none(tmp_path: Path, postgres: Postgres) -> None:
    floor, folder = postgres.empty(), tmp_path / "ca"
    options = ("--ca", folder, "--host", "floor.room", "--host", "10.0.0.2", "--floor", floor.owner)
    done = eztrak("floor", "init", *options, home=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"ssl_key_file = '{folder}/server.key'" in done.stdout
    modes = {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}
    assert modes == {"ca.crt": 0o644, "ca.key": 0o600, "server.crt": 0o644, "server.key": 0o600}
    before = (folder / "ca.crt").read_text()
    eztrak("floor", "init", *options, home=tmp_path)
    assert (folder / "ca.crt").read_text() == before  # units know it
    done = eztrak("floor", "init", "--ca", folder, "--floor", floor.owner, home=tmp_path)
    assert (done.returncode, "--ca FOLDER and --host NAME go together" in done.stderr) == (2, True)
    done = eztrak("floor", "enrol", "table8", "--ca", tmp_path / "none", "--floor", floor.owner, home=tmp_path)
    assert (done.returncode, "there is no usable certificate authority" in done.stderr) == (1, True)
    assert floor.ask("SELECT 1 FROM pg_roles WHERE rolname = 'table8'") == []
