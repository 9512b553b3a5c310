"""Whether this unit's software is the one that was released, as a reading of its health."""

from collections.abc import Sequence
from typing import assert_never

from eztrak.appliance.health import HealthReading
from eztrak.release.check import Difference, How, ManifestError, Release, code_of
from eztrak.voice.reasons import reason
from eztrak.voice.said import All, Said

SHOWN = 10  # files that are named of each kind; eztrak-check names them all
_NAME = Said("release")
_FIX = Said("install the release again; if nobody meant to change it, keep the disk for whoever investigates")
_UPDATE = Said(
    "a Debian update does this; if `dpkg --verify` has no line about it, it is Debian's own: install "
    "a release that was built with this Python, and on an approved unit let a supervisor confirm it "
    "until then. If nobody updated Debian, keep the disk for whoever investigates"
)


def without_manifest(fault: ManifestError | OSError) -> HealthReading:
    return HealthReading(_NAME, False, Said("it has no manifest: {fault}", fault=reason(fault)), _FIX)


def reading_of(release: Release, differences: Sequence[Difference]) -> HealthReading:
    """Of every file that differs from what was released."""
    well = not differences and not release.badly_signed
    seen = Said(
        "{release}, code {code}: {seen}", release=release.about, code=release.code, seen=_seen(release, differences)
    )
    return HealthReading(_NAME, well, seen, Said() if well else _UPDATE if python_alone(release, differences) else _FIX)


def python_alone(release: Release, differences: Sequence[Difference]) -> bool:
    """What Debian's security updates do to a unit, too: the one file of a manifest that is not ours."""
    ours = [one for one in differences if one.how is not How.CHANGED or not one.path.startswith("/usr/bin/python")]
    return bool(differences) and not ours and not release.badly_signed


def _seen(release: Release, differences: Sequence[Difference]) -> Said | All:
    if differences:
        by_how: dict[How, list[str]] = {}
        for one in differences:
            by_how.setdefault(one.how, []).append(one.path)
        return All(tuple(_said(how, paths) for how, paths in by_how.items()))
    if release.badly_signed:
        return Said("its signature does not match its manifest")
    if release.key:
        by = code_of(release.key)
        return Said("all {count:,} files are as released, signed by key {key}", count=len(release.files), key=by)
    return Said("all {count:,} files are as released, not signed", count=len(release.files))


def _said(how: How, paths: Sequence[str]) -> Said:
    names: str | Said = ", ".join(paths[:SHOWN])
    if len(paths) > SHOWN:
        names = Said("{names} and {count:,} more", names=names, count=len(paths) - SHOWN)
    match how:
        case How.CHANGED:
            return Said("changed: {names}", names=names)
        case How.MISSING:
            return Said("missing: {names}", names=names)
        case How.ADDITIONAL:
            return Said("additional: {names}", names=names)
        case How.UNREADABLE:
            return Said("cannot be read: {names}", names=names)
    assert_never(how)
