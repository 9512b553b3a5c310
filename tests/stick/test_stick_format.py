"""How a stick is formatted: images that the tools of Debian make, and what can be wrong with one."""

import shutil
import subprocess
from pathlib import Path

import pytest

from eztrak.stick.format import HEAD, Format, format_of


def image(tmp_path: Path, size: int, *command: str) -> bytes:
    """The first bytes of a stick that was formatted by a command."""
    if shutil.which(command[0], path="/usr/sbin:/sbin:/usr/bin:/bin") is None:
        pytest.skip(f"{command[0]} is not installed")
    path = tmp_path / "stick.img"
    with path.open("wb") as file:
        file.truncate(size)
    subprocess.run(
        [*command, str(path)], check=True, capture_output=True, env={"PATH": "/usr/sbin:/sbin:/usr/bin:/bin"}
    )
    return path.read_bytes()[:HEAD]


@pytest.mark.parametrize(
    ("command", "megabytes", "expected"),
    [
        ("mkfs.vfat -F 12", 2, Format("FAT12", "vfat")),
        ("mkfs.vfat -F 16 -n EVERGREEN", 32, Format("FAT16", "vfat", "EVERGREEN")),
        ("mkfs.vfat -F 32 -n T7", 64, Format("FAT32", "vfat", "T7")),
        ("mkfs.vfat -F 32 -S 4096", 512, Format("FAT32", "vfat")),
        ("mkfs.exfat", 16, Format("exFAT", "exfat")),
    ],
)
def test_fat_and_exfat_are_known(tmp_path: Path, command: str, megabytes: int, expected: Format) -> None:
    assert format_of(image(tmp_path, megabytes << 20, *command.split())) == expected


@pytest.mark.parametrize(
    ("command", "name"),
    [("mkfs.ext4 -q", "ext4"), ("mkfs.ext3 -q", "ext3"), ("mkfs.ext2 -q", "ext2"), ("mkswap -q", "swap")],
)
def test_other_formats_are_refused_by_name(tmp_path: Path, command: str, name: str) -> None:
    refused = format_of(image(tmp_path, 16 << 20, *command.split()))
    assert (refused.kernel, str(refused.fault)) == ("", f"the stick is formatted as {name}: use FAT or exFAT")


@pytest.mark.parametrize(
    ("place", "magic", "name"),
    [(3, b"NTFS    ", "NTFS"), (32, b"NXSB", "APFS"), (1024, b"H+", "HFS+"), (65600, b"_BHRfS_M", "btrfs")],
)
def test_formats_of_other_systems_are_refused_by_name(place: int, magic: bytes, name: str) -> None:
    head = bytearray(HEAD)
    head[place : place + len(magic)] = magic
    assert str(format_of(bytes(head)).fault) == f"the stick is formatted as {name}: use FAT or exFAT"


@pytest.mark.parametrize(("command", "name", "place"), [("mkfs.vfat -F 32", "FAT32", 11), ("mkfs.exfat", "exFAT", 108)])
def test_a_damaged_first_sector_is_told(tmp_path: Path, command: str, name: str, place: int) -> None:
    head = bytearray(image(tmp_path, 64 << 20, *command.split()))
    head[place : place + 3] = b"\xff" * 3
    refused = format_of(bytes(head))
    assert refused.kernel == ""
    assert str(refused.fault) == (
        f"the stick says that it is {name}, but its first sector is damaged: use another, or format it again"
    )


def test_a_blank_a_short_and_a_senseless_stick_are_told() -> None:
    blank = "the stick is not formatted: format it as FAT or exFAT on another computer"
    assert [str(format_of(head).fault) for head in (bytes(HEAD), b"")] == [blank, blank]
    senseless = "the stick is damaged, or in no format that this unit knows: use FAT or exFAT"
    assert [str(format_of(head).fault) for head in (b"\xa5" * HEAD, b"MZ")] == [senseless, senseless]


def test_a_label_that_would_play_tricks_on_a_screen_is_made_harmless(tmp_path: Path) -> None:
    head = bytearray(image(tmp_path, 64 << 20, "mkfs.vfat", "-F", "32"))
    head[71:82] = b"\x1b[2J\xff\x00 x\ny "
    assert format_of(bytes(head)).label == "[2J x y"
