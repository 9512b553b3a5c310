"""Which sticks are plugged in, told from a small machine made of files: /sys, /dev and /proc."""

from pathlib import Path

import pytest

from eztrak.stick.listing import Stick, sticks

FAT = bytearray(1024)
FAT[0], FAT[11:17], FAT[510:512] = 0xEB, b"\x00\x02\x08\x20\x00\x02", b"\x55\xaa"
FAT[71:82], FAT[82:90] = b"EVERGREEN  ", b"FAT32   "
USB = "devices/pci0000:00/0000:00:14.0/usb1/1-3/1-3:1.0/host2/target2:0:0/2:0:0:0/block"
SATA = "devices/pci0000:00/0000:00:17.0/ata1/host0/target0:0:0/0:0:0:0/block"


class Machine:
    def __init__(self, root: Path) -> None:
        self.root = root
        for folder in ("sys/block", "dev", "proc/self"):
            (root / folder).mkdir(parents=True)

    def disk(self, name: str, where: str = USB, size: int = 60_000_000, content: bytes = b"", **files: object) -> Path:
        disk = self.root / "sys" / where / name
        disk.mkdir(parents=True)
        self._write(
            disk, size=size, ro=0, dev="8:0", diskseq=7, device__vendor="SanDisk ", device__model="Ultra", **files
        )
        (self.root / "sys/block" / name).symlink_to(disk)
        (self.root / "dev" / name).write_bytes(content)
        return disk

    def partition(self, disk: Path, name: str, content: bytes, **files: object) -> None:
        part = disk / name
        part.mkdir()
        number = name.removeprefix(disk.name)
        self._write(part, partition=number, size=59_000_000, dev=f"8:{number}", **files)
        (self.root / "dev" / name).write_bytes(content)

    def mount(self, number: str, place: str) -> None:
        with (self.root / "proc/self/mountinfo").open("a") as lines:
            lines.write(f"36 35 {number} / {place} rw,noatime shared:1 - vfat /dev/x rw\n")

    def sticks(self) -> list[Stick]:
        return sticks(self.root)

    @staticmethod
    def _write(folder: Path, **files: object) -> None:
        for name, content in files.items():
            path = folder.joinpath(*name.split("__"))
            path.parent.mkdir(exist_ok=True)
            path.write_text(f"{content}\n")


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_a_stick_is_told_as_people_know_it(machine: Machine) -> None:
    disk = machine.disk("sda")
    machine.partition(disk, "sda1", bytes(FAT))
    (stick,) = machine.sticks()
    name = "SanDisk Ultra, 30.2 GB, FAT32, “EVERGREEN”"
    assert stick == Stick("sda1@7", name, machine.root / "dev/sda1", "vfat")


def test_a_stick_without_partitions_is_one_too(machine: Machine) -> None:
    machine.disk("sda", content=bytes(FAT), size=4096)
    assert [(stick.id, stick.name) for stick in machine.sticks()] == [
        ("sda@7", "SanDisk Ultra, 2 MB, FAT32, “EVERGREEN”")
    ]


def test_built_in_disks_and_empty_card_readers_are_no_sticks(machine: Machine) -> None:
    machine.disk("sda", SATA, content=bytes(FAT))
    machine.disk("sdb", USB, size=0)
    assert machine.sticks() == []


def test_the_disk_that_the_machine_runs_from_is_never_a_stick(machine: Machine) -> None:
    disk = machine.disk("sda")
    machine.partition(disk, "sda1", bytes(FAT))
    machine.partition(disk, "sda2", b"")
    machine.mount("8:2", "/")
    assert machine.sticks() == []
    other = machine.disk("sdb")
    machine.partition(other, "sdb5", bytes(FAT))
    (other / "sdb5" / "holders" / "dm-0").mkdir(parents=True)
    assert machine.sticks() == []


def test_a_stick_in_use_or_write_protected_is_told(machine: Machine) -> None:
    disk = machine.disk("sda")
    machine.partition(disk, "sda1", bytes(FAT))
    machine.mount("8:1", "/media/copy")
    locked = machine.disk("sdb", USB.replace("1-3", "1-4"), content=bytes(FAT))
    (locked / "ro").write_text("1\n")
    (locked / "dev").write_text("8:16\n")
    assert [str(stick.fault) for stick in machine.sticks()] == [
        "the stick is in use, at /media/copy: this unit keeps something there",
        "the stick is write-protected: move its switch, or use another",
    ]


def test_of_several_partitions_only_what_can_be_written_to_is_told(machine: Machine) -> None:
    disk = machine.disk("sda")
    machine.partition(disk, "sda1", b"\xa5" * 4096)
    machine.partition(disk, "sda2", bytes(FAT))
    assert [(stick.id, str(stick.fault)) for stick in machine.sticks()] == [("sda2@7", "")]


def test_a_stick_that_cannot_be_read_is_told_and_a_link_in_its_place_is_not_followed(machine: Machine) -> None:
    machine.disk("sda")
    secret = machine.root / "secret"
    secret.write_bytes(bytes(FAT))
    (machine.root / "dev/sda").unlink()
    (machine.root / "dev/sda").symlink_to(secret)
    (stick,) = machine.sticks()
    assert stick.kernel == ""
    assert str(stick.fault).startswith("the stick cannot be read (")


def test_what_a_stick_calls_itself_is_made_harmless(machine: Machine) -> None:
    machine.disk("sda", content=bytes(FAT), size=4096)
    (machine.root / "sys" / USB / "sda/device/model").write_bytes(b"\xff\x1b[31mDisk\x07 " + b"x" * 99)
    (stick,) = machine.sticks()
    assert stick.name == "SanDisk [31mDisk xxxxxxxxxxxxxxx, 2 MB, FAT32, “EVERGREEN”"
