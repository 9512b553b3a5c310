"""What `eztrak doctor` says of the release."""

from pathlib import Path

from plainly import Plain, plain
from releases import installed_on, key_in

from eztrak.appliance import released
from eztrak.appliance.health import HealthReading
from eztrak.release.check import Release, code_of, release_in


def reading_of(release: Release) -> HealthReading:
    return released.reading_of(release, list(release.differences()))


FIX = "install the release again; if nobody meant to change it, keep the disk for whoever investigates"


def test_a_release_as_it_was_made_is_well(tmp_path: Path) -> None:
    folder = installed_on(tmp_path)
    release = release_in(tmp_path)
    about = f"eztrak 1.0 amd64, code {release.code}:"
    assert plain(reading_of(release)) == Plain("release", True, f"{about} all 6 files are as released, not signed", "")
    folder.rename(tmp_path / "before")
    (tmp_path / "opt/eztrak/current").unlink()
    installed_on(tmp_path, key_in(tmp_path / "vendor"))
    signed = release_in(tmp_path)
    said = f"{about} all 6 files are as released, signed by key {code_of(signed.key)}"
    assert plain(reading_of(signed)) == Plain("release", True, said, "")


def test_each_file_that_differs_is_named_up_to_ten(tmp_path: Path) -> None:
    folder = installed_on(tmp_path, key_in(tmp_path / "vendor"))
    (folder / "VERSION").write_text("2.0\n")
    (folder / "lib/b.pyc").unlink()
    for number in range(10, 22):
        (folder / f"lib/{number}.py").touch()
    release = release_in(tmp_path)
    added = ", ".join(f"lib/{number}.py" for number in range(10, 20))
    said = f"changed: VERSION; additional: {added} and 2 more; missing: lib/b.pyc"
    seen = f"eztrak 1.0 amd64, code {release.code}: {said}"
    assert plain(reading_of(release)) == Plain("release", False, seen, FIX)


def test_another_python_is_told_as_what_it_may_be(tmp_path: Path) -> None:
    installed_on(tmp_path)
    (tmp_path / "usr/bin/python3.11").write_bytes(b"newer")
    release = release_in(tmp_path)
    seen = f"eztrak 1.0 amd64, code {release.code}: changed: /usr/bin/python3.11"
    fix = (
        "a Debian update does this; if `dpkg --verify` has no line about it, it is Debian's own: install a release that"
        " was built with this Python, and on an approved unit let a supervisor confirm it until then. If nobody updated"
        " Debian, keep the disk for whoever investigates"
    )
    assert plain(reading_of(release)) == Plain("release", False, seen, fix)
    (tmp_path / "usr/bin/python3.11").unlink()
    assert plain(reading_of(release)).fix == FIX


def test_a_signature_that_does_not_fit_is_wrong(tmp_path: Path) -> None:
    folder = installed_on(tmp_path, key_in(tmp_path / "vendor"))
    (folder / "manifests/eztrak.sig").write_bytes(bytes(64))
    release = release_in(tmp_path)
    seen = f"eztrak 1.0 amd64, code {release.code}: its signature does not match its manifest"
    assert plain(reading_of(release)) == Plain("release", False, seen, FIX)
