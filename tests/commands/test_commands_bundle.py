"""`eztrak bundle`: what is in it, and above all what is not. The system's programs are stand-ins that talk too much."""

import subprocess
import tarfile
from pathlib import Path

import pytest
from running import COMMAND, PATIENCE, board, eztrak, surroundings

from eztrak import __version__
from eztrak.appliance.bundle import redacted
from eztrak.appliance.unit_key import open_key
from eztrak.journal.journal import Journal
from eztrak.supervisor.pit.passwords import Passwords
from eztrak.table.events import Moment, PinSet, Started

LIES = ".local/state/eztrak/key"
PIN, PASSWORD, LINE = "471193", "correct horse 9", "l1neSecret"
DSN, TOKEN, KEY = "pgSecret77", "t0kenValue", "MC4CAQAwBQ"
SAID = {
    "journalctl": f"""\
2026-11-16T21:41:00 unit eztrak[812]: event seq=57 kind=hand shoe=3 hand=41 outcome=B natural=1
2026-11-16T21:41:02 unit eztrak[812]: event seq=58 kind=pin_set supervisor=7 check=CHECK by=7
2026-11-16T21:41:03 unit eztrak[812]: serial:socket://user:{LINE}@10.0.0.5:4001: keypad unplugged
2026-11-16T21:41:04 unit eztrak-floor[9]: connection to postgresql://floor:{DSN}@db.room/eztrak failed
2026-11-16T21:41:05 unit eztrak-floor[9]: host=db.room user=floor password={DSN} sslmode=require
2026-11-16T21:41:06 unit eztrak-pit[9]: tried pin {PIN}; {{"password": "{PASSWORD}"}}
2026-11-16T21:41:07 unit eztrak[812]: memory of the process: SECRET SALT
2026-11-16T21:41:08 unit kernel: usb 1-2: new device
""",
    "systemctl": f"eztrak.service - active\n  Environment: PGPASSWORD={DSN} API_TOKEN='{TOKEN}' signing_key={KEY}\n",
    "dpkg-query": f"eztrak 0.1.0\n-----BEGIN PRIVATE KEY-----\n{KEY}\n-----END PRIVATE KEY-----\n",
}


@pytest.fixture
def unit(tmp_path: Path) -> Path:
    """A unit with a PIN, a password for the office, a keypad behind a log-in, and programs that say all they know."""
    check = open_key(tmp_path / "t.db", {"HOME": str(tmp_path)}).scramble(7, PIN)
    journal = Journal(tmp_path / "t.db", "now")
    journal.append(
        (Started(__version__, "Table 1"), PinSet(7, check, "first start")), Moment("2026-11-16T21:41:00.000Z", 1, "b")
    )
    journal.close()
    Passwords(tmp_path / "t.db").set(7, PASSWORD)
    (tmp_path / "eztrak.toml").write_text(
        f'# PIN {PIN}, office {PASSWORD}\n[keypad]\nsources = ["serial:socket://user:{LINE}@10.0.0.5:4001"]\n'
    )
    secret_words = {"CHECK": check, "SECRET": (tmp_path / LIES).read_bytes().hex()}
    secret_words["SALT"] = (tmp_path / "t.db.passwords").read_text().split("$")[1]
    for name, said in SAID.items():
        program = tmp_path / "bin" / name
        program.parent.mkdir(exist_ok=True)
        for word, meant in secret_words.items():
            said = said.replace(word, meant)
        program.write_text(f"#!/bin/sh\ncat <<'END'\n{said}END\n")
        program.chmod(0o755)
    return tmp_path


def secrets_of(unit: Path) -> list[bytes]:
    key = (unit / LIES).read_bytes()
    hashes = (unit / "t.db.passwords").read_text().replace('"', " ").replace("$", " ").split()
    long = [part for part in hashes if len(part) >= 22]
    assert len(long) == 2  # a salt and a hash
    check = open_key(unit / "t.db", {"HOME": str(unit)}).scramble(7, PIN)
    words = [PIN, PASSWORD, LINE, DSN, TOKEN, KEY, check, key.hex(), *long]
    return [key, *(word.encode() for word in words)]


def made(unit: Path, *more: str) -> dict[str, bytes]:
    options = ("--db", "t.db", "--config", "eztrak.toml", *more)
    done = eztrak("bundle", "support.tar.gz", *options, home=unit, PATH=f"{unit}/bin:/usr/bin:/bin")
    assert done.returncode == 0, done
    assert done.stdout.startswith("support.tar.gz\n\nA support file")
    assert (unit / "support.tar.gz").stat().st_mode & 0o777 == 0o600
    with tarfile.open(unit / "support.tar.gz") as archive:
        files = {member.name.removeprefix("eztrak-bundle/"): archive.extractfile(member) for member in archive}
        return {name: file.read() for name, file in files.items() if file}


def test_the_file_has_what_helps_and_no_secret(unit: Path) -> None:
    files = made(unit)
    texts = {name: content.decode() for name, content in files.items()}
    assert f"eztrak {__version__}" in texts["about.txt"]
    assert 'sources = ["serial:socket://(removed)@10.0.0.5:4001"]' in texts["config.txt"]
    assert '"title": {"en": "EZ Baccarat Panda 8"' in texts["config.txt"]
    assert "well   history: " in texts["doctor.txt"]
    assert texts["history.txt"].startswith("2 rows, 0 shoes, 0 hands, 0 void\nhead ")
    assert "sound from end to end" in texts["history.txt"]
    assert "unit's key: (removed) on the same disk" in texts["doctor.txt"]  # that it is there, not where
    assert "event seq=57 kind=hand …\n" in texts["log.txt"]
    assert "event seq=58 kind=pin_set …\n" in texts["log.txt"]
    assert "usb 1-2: new device" in texts["kernel.txt"]
    assert "postgresql://(removed)@db.room/eztrak" in texts["log.txt"]
    assert "PGPASSWORD=(removed)" in texts["units.txt"]
    assert "outcome=" not in texts["log.txt"]
    for secret in secrets_of(unit):
        for name, content in files.items():
            assert secret not in content, (name, secret)


def test_the_history_goes_along_only_when_the_supervisor_says_so(unit: Path) -> None:
    files = made(unit, "--with-history")
    (unit / "history.db").write_bytes(files["history.db"])
    assert eztrak("verify", "history.db", home=unit).returncode == 0
    assert b"a copy of the history with every hand" in files["about.txt"]


def test_a_config_that_is_refused_does_not_keep_the_file_from_being_made(unit: Path) -> None:
    (unit / "eztrak.toml").write_text(f'[floor]\npassword = "{DSN}"\n[keypad]\nsources = ["postgres://u:{LINE}@h"]\n')
    files = made(unit)
    assert b"eztrak.toml" in files["config.txt"]
    assert b"2 rows" in files["history.txt"]
    for secret in secrets_of(unit):
        assert not any(secret in content for content in files.values()), secret


@pytest.mark.parametrize("address", ["host=db password='{}'", "postgresql://floor:{}@db/x", "password={} host=db"])
def test_of_the_floors_server_only_the_place_is_told(unit: Path, address: str) -> None:
    word = "p(w,d;9"
    (unit / ".pgpass").write_text("# ours\ndb:5432:x:floor:with\\:colon\n")
    (unit / "eztrak.toml").write_text(f'[floor]\ndatabase = "{address.format(word)}"\n')
    program = unit / "bin/dpkg-query"
    program.write_text(f"#!/bin/sh\necho 'said {word} and with:colon'\n")
    files = made(unit)
    assert b'database = "PostgreSQL (host db' in files["config.txt"]
    assert files["packages.txt"] == b"said (removed) and (removed)\n"
    assert not any(b"p(w" in content or b"d;9" in content for content in files.values())


def test_a_machine_that_doctor_cannot_look_at_has_its_file_all_the_same(unit: Path) -> None:
    (unit / "eztrak.toml").write_text('[room]\nname = "\\U0001F0A1"\n')
    files = made(unit)
    assert files["doctor.txt"].startswith(b"doctor could not run: ")
    assert b"2 rows" in files["history.txt"]


def test_whoever_runs_it_with_sudo_gets_a_file_of_their_own(unit: Path) -> None:
    """The board's user writes; the shell in which it was asked for has the file."""
    command = [*COMMAND, "bundle", "-", "--db", "t.db", "--config", "eztrak.toml"]
    with (unit / "mine.tar.gz").open("wb") as mine:
        done = subprocess.run(
            command,
            stdout=mine,
            stderr=subprocess.PIPE,
            env=surroundings(unit),
            cwd=unit,
            timeout=PATIENCE,
            check=False,
        )
    assert (done.returncode, done.stderr) == (0, b"")
    with tarfile.open(unit / "mine.tar.gz") as archive:
        assert "eztrak-bundle/history.txt" in archive.getnames()
    assert not (unit / "-").exists()


def test_a_file_that_is_there_is_not_written_over(unit: Path) -> None:
    (unit / "support.tar.gz").write_text("mine")
    done = eztrak("bundle", "support.tar.gz", "--db", "t.db", home=unit)
    assert (done.returncode, done.stderr) == (
        2,
        "eztrak: support.tar.gz: already exists; give another name\n",
    )
    assert (unit / "support.tar.gz").read_text() == "mine"


def test_it_may_be_made_while_the_board_runs(unit: Path) -> None:
    (unit / "keys.txt").touch()
    with board("--windowed", "640x360", "--db", "t.db", "--keypad", "script:keys.txt", home=unit) as running:
        running.hear("kind=terms")
        assert b"sound from end to end" in made(unit)["history.txt"]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("pin = 4711", "pin = (removed)"),
        ('"password": "a \\"b\\" c", "port": 1', '"password": (removed), "port": 1'),
        ("keymap = default", "keymap = default"),
        ("keys=4 were ignored while no display was there", "keys=4 were ignored while no display was there"),
        ("wss://me@room/x and http://room/y", "wss://(removed)@room/x and http://room/y"),
        ("ssl_key: abc, spinning: 3", "ssl_key: (removed) spinning: 3"),
        ("-----BEGIN X-----\nabc", "(removed)"),
        ("password=Tr0ub;4dor,x) user=u", "password=(removed) user=u"),
        ("postgresql://u:it's@home@10.0.0.2/floor", "postgresql://(removed)@10.0.0.2/floor"),
    ],
)
def test_what_looks_like_a_secret_is_removed_and_the_rest_stays(text: str, left: str) -> None:
    assert redacted(text) == left
