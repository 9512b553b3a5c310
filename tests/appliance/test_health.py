"""The state of the machine, from a small /sys made for the purpose and a real disk."""

import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from plainly import Plain, plain

from eztrak.appliance import health
from eztrak.appliance.health import HealthReading, copy_reading, readings, wrong
from eztrak.appliance.watch import Watch
from eztrak.voice.said import Said


def machine(root: Path, **files: object) -> Path:
    """A /sys with these contents; two underscores part folders."""
    for name, content in files.items():
        path = root.joinpath("sys", *name.split("__"))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{content}\n")
    return root


def named(read: tuple[HealthReading, ...]) -> dict[str, Plain]:
    return {reading.name: reading for reading in map(plain, read)}


def test_a_sound_machine_is_told_as_such(tmp_path: Path) -> None:
    root = machine(
        tmp_path,
        fs__ext4__mmcblk0p2__errors_count=0,
        class__hwmon__hwmon1__name="rpi_volt",
        class__hwmon__hwmon1__in0_lcrit_alarm=0,
        class__hwmon__hwmon0__name="cpu_thermal",
        class__thermal__thermal_zone0__temp=51234,
    )
    read = readings(tmp_path / "t.db", root)
    assert wrong(read) == ()
    by_name = {reading.name: reading.told for reading in map(plain, read)}
    assert by_name.pop("free space").endswith(" MiB on the disk of the history")
    assert by_name == {
        "write and read back": "what was written was read back",
        "file system mmcblk0p2": "0 errors since its last check",
        "voltage": "enough",
        "temperature": "51 °C at the hottest point",
    }
    assert sorted(path.name for path in tmp_path.iterdir()) == ["sys"]


def test_what_is_wrong_is_told_with_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "LEAST_FREE", 2**80)
    root = machine(
        tmp_path,
        fs__ext4__mmcblk0p2__errors_count=3,
        fs__ext4__sda1__errors_count=0,
        class__hwmon__hwmon1__name="rpi_volt",
        class__hwmon__hwmon1__in0_lcrit_alarm=1,
        class__thermal__thermal_zone0__temp=40000,
        class__thermal__thermal_zone1__temp=84600,
    )
    read = named(wrong(readings(tmp_path / "t.db", root)))
    assert list(read) == ["free space", "file system mmcblk0p2", "voltage", "temperature"]
    assert read["file system mmcblk0p2"] == Plain(
        "file system mmcblk0p2",
        False,
        "3 errors since its last check",
        "sudo eztrak backup --to a USB stick; then check the disk in another machine, where it is not in use"
        " (fsck -f; here it is /dev/mmcblk0p2); replace it if errors return",
    )
    assert read["temperature"].told == "85 °C at the hottest point"
    assert all(reading.fix for reading in read.values())


def test_a_machine_that_tells_nothing_is_not_made_up(tmp_path: Path) -> None:
    root = machine(tmp_path, class__thermal__thermal_zone0__temp="?", class__hwmon__hwmon1__name="rpi_volt")
    assert [str(reading.name) for reading in readings(tmp_path / "t.db", root)] == ["free space", "write and read back"]


def test_a_folder_that_is_gone_is_told(tmp_path: Path) -> None:
    read = named(wrong(readings(tmp_path / "gone" / "t.db", tmp_path)))
    assert read["free space"].told == f"{tmp_path}/gone: No such file or directory"
    assert read["write and read back"].told == f"{tmp_path}/gone: No such file or directory"


def test_a_folder_of_somebody_else_is_no_broken_disk(
    tmp_path: Path, shut_out: Callable[[], AbstractContextManager[None]]
) -> None:
    with shut_out():
        read = named(readings(tmp_path / "t.db", Path("/nowhere")))["write and read back"]
    fix = f"run it with sudo; if the board itself says so, give it the folder: sudo chown eztrak: {tmp_path}"
    assert read == Plain("write and read back", False, f"{tmp_path}: Permission denied", fix)


def test_the_second_copy_is_told_by_its_trouble_its_age_and_its_place(tmp_path: Path) -> None:
    database = tmp_path / "t.db"
    assert copy_reading(tmp_path, database, Said("disk full"), 0).seen == Said("disk full")
    assert plain(copy_reading(tmp_path, database, Said(), 1200)).told == "20 minutes behind"
    beside = plain(copy_reading(tmp_path, database, Said(), 3))
    assert (beside.well, beside.told) == (False, f"{tmp_path} is on the same disk as the history")
    elsewhere = plain(copy_reading(Path("/proc"), database, Said(), 3))
    assert elsewhere == Plain("second copy", True, "current, in /proc")


def test_the_watch_wakes_the_board_when_something_else_is_wrong() -> None:
    rung = threading.Event()
    hot = HealthReading(Said("temperature"), False, Said("enough"), Said("off"))
    seen = [(hot,), ()]
    watch = Watch(lambda: seen.pop(0) if seen else (), rung.set)
    assert rung.wait(20)
    rung.clear()
    watch.again()
    assert rung.wait(20)
    watch.close()
    assert watch.read == ()


def test_the_watch_is_quiet_while_all_is_well() -> None:
    looked, rung = threading.Event(), threading.Event()

    def readings_now() -> tuple[HealthReading, ...]:
        looked.set()
        return (HealthReading("temperature", True, "40 °C"),)

    watch = Watch(readings_now, rung.set)
    assert looked.wait(20)
    watch.close()
    assert not rung.is_set()
