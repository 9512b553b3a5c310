"""Files onto a stick and back, on real file systems: full ones, hostile ones, and ones that lose what they get."""

import hashlib
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from eztrak.stick.copying import PIECE, FileToWrite, StickError, Written, allowed, read_back, said_of, write
from eztrak.voice.said import Said

CONTENT = {"book.xlsx": os.urandom(PIECE + 77), "csv/hands.csv": b"shoe,hand\r\n1,1\r\n", "csv/shoes.csv": b""}


class Stick:
    """A folder in the place of a stick, and what was reported of it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.root = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
        self.reports: list[tuple[Said, int, int]] = []

    def report(self, doing: Said, done: int, of: int) -> None:
        self.reports.append((doing, done, of))

    def write(self, files: list[FileToWrite], folder: str = "eztrak-T1") -> Written:
        return write(self.root, folder, files, self.report)

    def read_back(self, written: Written) -> None:
        read_back(self.root, written, self.report)

    def files(self) -> dict[str, bytes]:
        return {str(p.relative_to(self.path)): p.read_bytes() for p in sorted(self.path.rglob("*")) if p.is_file()}


@pytest.fixture
def stick(tmp_path: Path) -> Iterator[Stick]:
    (tmp_path / "stick").mkdir()
    made = Stick(tmp_path / "stick")
    yield made
    os.close(made.root)


@pytest.fixture
def files(tmp_path: Path) -> Iterator[list[FileToWrite]]:
    to_write = []
    for number, (name, content) in enumerate(CONTENT.items()):
        path = tmp_path / f"source-{number}"
        path.write_bytes(content)
        to_write.append(FileToWrite(name, os.open(path, os.O_RDONLY)))
    yield to_write
    for file in to_write:
        os.close(file.source)


def test_files_are_written_into_a_folder_of_their_own_and_read_back(stick: Stick, files: list[FileToWrite]) -> None:
    written = stick.write(files)
    assert written == Written("eztrak-T1", {n: hashlib.sha256(c).hexdigest() for n, c in CONTENT.items()})
    stick.read_back(written)
    assert stick.files() == {f"eztrak-T1/{name}": content for name, content in CONTENT.items()}
    total = sum(map(len, CONTENT.values()))
    writing = [(done, of) for doing, done, of in stick.reports if doing == Said("writing")]
    assert writing == [(0, total), (PIECE, total), (PIECE + 77, total), (total, total)]
    assert stick.reports[-1] == (Said("reading back"), 3, 3)


def test_nothing_that_is_there_is_touched_whatever_it_is(
    stick: Stick, files: list[FileToWrite], tmp_path: Path
) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (stick.path / "eztrak-T1").symlink_to(outside)
    (stick.path / "eztrak-T1-2").write_text("mine")
    (stick.path / "eztrak-T1-3").mkdir()
    os.mkfifo(stick.path / "eztrak-T1-4")
    (stick.path / "eztrak-T1-5").symlink_to("nowhere")
    assert stick.write(files).folder == "eztrak-T1-6"
    assert list(outside.iterdir()) == []
    assert (stick.path / "eztrak-T1-2").read_text() == "mine"
    assert list((stick.path / "eztrak-T1-3").iterdir()) == []


def test_a_stick_with_too_many_exports_is_told(stick: Stick, files: list[FileToWrite]) -> None:
    for number in ("", *(f"-{n}" for n in range(2, 100))):
        (stick.path / f"eztrak-T1{number}").mkdir()
    with pytest.raises(StickError, match="has 99 exports of these days already: delete some, or use another"):
        stick.write(files)


@pytest.mark.parametrize("name", ["../x", "a/b/c", "/etc/passwd", "", ".hidden", "a//b", "x\0", "naïve", "a" * 81])
def test_names_that_have_no_business_on_a_stick_are_refused(name: str) -> None:
    with pytest.raises(StickError, match="the stick cannot take such names"):
        allowed("eztrak-T1", [FileToWrite(name, 0)])
    with pytest.raises(StickError, match="the stick cannot take such names"):
        allowed("../T1", [FileToWrite("book.xlsx", 0)])
    allowed("eztrak-T1", [FileToWrite("csv/hands.csv", 0)])


def test_what_was_lost_between_writing_and_reading_is_found(stick: Stick, files: list[FileToWrite]) -> None:
    written = stick.write(files)
    book = stick.path / "eztrak-T1/book.xlsx"
    book.write_bytes(book.read_bytes()[:-1] + b"\0\0"[: 1 + (CONTENT["book.xlsx"][-1] == 0)])
    with pytest.raises(StickError) as raised:
        stick.read_back(written)
    assert str(raised.value) == (
        "what was read back from the stick is not what was written (book.xlsx). Do not trust it: use another"
    )


@pytest.mark.parametrize("trick", ["link", "folder", "gone"])
def test_a_file_that_became_something_else_is_not_followed(
    stick: Stick, files: list[FileToWrite], tmp_path: Path, trick: str
) -> None:
    written = stick.write(files)
    file = stick.path / "eztrak-T1/csv/hands.csv"
    same = tmp_path / "same"
    same.write_bytes(file.read_bytes())
    file.unlink()
    if trick == "link":
        file.symlink_to(same)
    elif trick == "folder":
        file.mkdir()
    with pytest.raises(OSError, match=r".") as raised:
        stick.read_back(written)
    assert str(said_of(raised.value)).startswith("the ")


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Stick]:
    """A file system with room for 64 files and 400 KiB."""
    place = tmp_path / "small"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=400k,nr_inodes=64", "tmpfs", str(place)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("only root can mount")
    made = Stick(place)
    yield made
    os.close(made.root)
    subprocess.run(["umount", str(place)], check=True)


def test_a_stick_without_room_is_told_before_anything_is_written(small: Stick, files: list[FileToWrite]) -> None:
    with pytest.raises(StickError) as raised:
        small.write(files)
    assert str(raised.value) == "the stick is full: 590 kB are needed, 410 kB are free. Nothing was written"
    assert small.files() == {}


def test_a_stick_that_fills_up_on_the_way_is_left_as_it_was(
    small: Stick, files: list[FileToWrite], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("eztrak.stick.copying.SPARE", -(1 << 20))  # it lies about its room
    (small.path / "mine").write_bytes(b"m" * 300_000)
    with pytest.raises(StickError) as raised:
        small.write(files)
    assert str(raised.value) == "the stick is full: 263 kB are needed. Nothing was left on it"
    assert [path.name for path in small.path.iterdir()] == ["mine"]


def test_a_stick_with_no_room_for_a_folder_is_told(small: Stick, files: list[FileToWrite]) -> None:
    for number in range(63):
        (small.path / str(number)).touch()
    with pytest.raises(StickError, match=r"the stick is full\. Nothing was written"):
        small.write(files[1:])


def test_a_write_protected_stick_is_told(small: Stick, files: list[FileToWrite]) -> None:
    subprocess.run(["mount", "-o", "remount,ro", str(small.path)], check=True)
    with pytest.raises(StickError) as raised:
        small.write(files[1:])
    assert str(raised.value) == "the stick is write-protected or damaged: use another. Nothing was written"


def test_a_stick_that_goes_on_the_way_names_what_is_not_complete(stick: Stick, files: list[FileToWrite]) -> None:
    def report(_: str, done: int, __: int) -> None:
        if done:
            (stick.path / "eztrak-T1").rename(stick.path / "elsewhere")
            raise OSError(5, "Input/output error")

    with pytest.raises(StickError) as raised:
        write(stick.root, "eztrak-T1", files, report)
    assert str(raised.value) == (
        "the stick was pulled out, is damaged, or does not answer any more. The folder eztrak-T1 on it is not complete"
    )


def test_an_export_that_is_broken_off_takes_its_files_away(stick: Stick, files: list[FileToWrite]) -> None:
    def report(_: str, done: int, __: int) -> None:
        if done > PIECE:
            raise SystemExit(1)

    with pytest.raises(SystemExit):
        write(stick.root, "eztrak-T1", files, report)
    assert list(stick.path.iterdir()) == []
