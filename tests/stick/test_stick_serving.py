"""Requests to the program that mounts sticks, over its socket: honest ones, senseless ones, and sticks that hang."""

import hashlib
import json
import os
import socket
from pathlib import Path
from typing import Any

import pytest
from pluggedsticks import Plugged

from eztrak.supervisor.errors import RefusedError
from eztrak.supervisor.stick import Carried, carry, sticks
from eztrak.table.sticks import Stick
from eztrak.voice.said import Said
from eztrak.voice.wire import heard


def say(door: str, line: bytes, handles: tuple[int, ...] = ()) -> list[dict[str, Any]]:
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(door)
        socket.send_fds(connection, [line], handles)
        if not line.endswith(b"\n"):
            connection.shutdown(socket.SHUT_WR)
        with connection.makefile("rb") as lines:
            return [json.loads(said) for said in lines]


def to_write(tmp_path: Path) -> dict[str, Path]:
    files = {}
    for name, content in {"book.xlsx": b"x" * 600_000, "csv/hands.csv": b"1,1", "SHA256SUMS": b"sums"}.items():
        files[name] = tmp_path / name.replace("/", "-")
        files[name].write_bytes(content)
    return files


def test_sticks_are_listed_with_what_is_wrong(plugged: Plugged) -> None:
    assert sticks(plugged.door) == ()
    plugged.stick("blue")
    plugged.stick("red")
    blue, red = Stick("blue@1", "Folder blue, 1 MB, FAT12"), Stick("red@1", "Folder red, 1 MB, FAT12")
    assert sticks(plugged.door) == (blue, red)
    plugged.tells("fault", "the stick is not formatted")
    assert [str(stick.fault) for stick in sticks(plugged.door)] == ["the stick is not formatted"] * 2


def test_files_are_carried_over_with_progress(plugged: Plugged, tmp_path: Path) -> None:
    stick, reports = plugged.stick(), []
    carried = carry(plugged.door, "red@1", "eztrak-T1", to_write(tmp_path), lambda *said: reports.append(said))
    assert carried == Carried("eztrak-T1", hashlib.sha256(b"sums").hexdigest())
    assert (stick / "eztrak-T1/csv/hands.csv").read_bytes() == b"1,1"
    doing = [str(said[0]) for said in reports]
    assert doing == sorted(doing, key=["writing", "reading back"].index)
    assert reports[-1] == (Said("reading back"), 3, 3)
    if os.geteuid() == 0:
        owners = {path.stat().st_uid for path in (stick / "eztrak-T1").rglob("*")}
        assert owners == {65534}  # root's own request is carried out by nobody


def test_a_stick_that_loses_what_it_was_given_is_found_out(plugged: Plugged, tmp_path: Path) -> None:
    plugged.stick()
    plugged.tells("swap", "book.xlsx")
    with pytest.raises(RefusedError, match=r"not what was written \(book.xlsx\)"):
        carry(plugged.door, "red@1", "eztrak-T1", to_write(tmp_path), lambda *_: None)


def test_a_stick_that_is_gone_or_refused_is_told(plugged: Plugged, tmp_path: Path) -> None:
    with pytest.raises(RefusedError, match=r"^the stick is gone: plug it in again$"):
        carry(plugged.door, "red@1", "eztrak-T1", to_write(tmp_path), lambda *_: None)
    stick = plugged.stick()
    plugged.tells("fault", "the stick is formatted as ext4: use FAT or exFAT")
    with pytest.raises(RefusedError, match=r"^the stick is formatted as ext4: use FAT or exFAT$"):
        carry(plugged.door, "red@1", "eztrak-T1", to_write(tmp_path), lambda *_: None)
    assert list(stick.iterdir()) == []


def test_a_stick_that_hangs_is_given_up(plugged: Plugged, tmp_path: Path) -> None:
    plugged.stick()
    plugged.tells("stall", "yes")
    with pytest.raises(RefusedError, match=r"^the stick does not answer any more: pull it out and use another"):
        carry(plugged.door, "red@1", "eztrak-T1", to_write(tmp_path), lambda *_: None)
    assert sticks(plugged.door)  # and the next request is answered


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives up rights")
def test_a_stick_on_which_the_user_may_not_write_is_told(plugged: Plugged, tmp_path: Path) -> None:
    plugged.stick().chmod(0o700)
    with pytest.raises(RefusedError, match=r"^the stick cannot be used: Permission denied. Nothing was written$"):
        carry(plugged.door, "red@1", "eztrak-T1", to_write(tmp_path), lambda *_: None)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b"", "a request that cannot be read: it is cut short or too long"),
        (b'{"ask": "li', "a request that cannot be read: it is cut short or too long"),
        (b"x" * 70_000, "a request that cannot be read: it is cut short or too long"),
        (b"[1]\n", "a request that cannot be read: it is no object"),
        (b"\xff\n", "a request that cannot be read: "),
        (b"{}\n", "a request that cannot be understood: KeyError('files')"),
        (b'{"ask": "write", "files": ["a"]}\n', "a request that cannot be understood: ValueError"),
        (b'{"files": [], "folder": "x", "stick": "red@1"}\n', "the stick cannot take such names: too deep, or none"),
    ],
)
def test_senseless_requests_are_refused_in_words(plugged: Plugged, line: bytes, words: str) -> None:
    plugged.stick()
    (said,) = say(plugged.door, line)
    assert str(heard(said["fault"])).startswith(words)
    assert sticks(plugged.door)


def test_what_is_no_file_is_not_read(plugged: Plugged) -> None:
    stick = plugged.stick()
    request = b'{"ask": "write", "files": ["a"], "folder": "x", "stick": "red@1"}\n'
    reading, writing = os.pipe()
    assert say(plugged.door, request, (reading,)) == [{"fault": ["something that is no file was to be written", {}]}]
    os.close(reading)
    os.close(writing)
    assert list(stick.iterdir()) == []


def test_without_the_helper_it_is_said_what_is_missing(tmp_path: Path) -> None:
    with pytest.raises(RefusedError, match=r"^this unit has no program that mounts sticks: eztrak-stick.socket is not"):
        sticks(str(tmp_path / "none.sock"))
    with pytest.raises(RefusedError, match=r"stick.socket in its config is empty"):
        sticks("")
    (tmp_path / "file").touch()
    with pytest.raises(RefusedError, match=r"does not answer at .*: Connection refused"):
        sticks(str(tmp_path / "file"))
