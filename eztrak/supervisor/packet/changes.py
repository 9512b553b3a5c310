"""What a release changed against another one, by the room of the house that each file belongs to, from the manifests of
both: so a modification is told by what is on the disk, not by what somebody says of it."""

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from eztrak.release.check import ManifestError, Release, code_of, parse, release_of
from eztrak.supervisor.document.blocks import Block, Column, Heading, Item, Note, Table, Text
from eztrak.supervisor.errors import RefusedError
from eztrak.voice.reasons import reason

_SHIPPED = "lib/eztrak/_shipped"
GAMES, PACKS = "games", "packs"
# What a path begins with: the room, and what a change there is about. The first that fits counts.
ROOMS: tuple[tuple[str, str, str], ...] = (
    (f"{_SHIPPED}/config/games/", GAMES, "what is dealt and offered, and what it pays"),
    (f"{_SHIPPED}/config/wagers.toml", GAMES, "what is dealt and offered, and what it pays"),
    (f"{_SHIPPED}/config/packs/", PACKS, "what a jurisdiction demands"),
    (f"{_SHIPPED}/config/keymaps/", "keymaps", "which key does what"),
    (f"{_SHIPPED}/config/", "options", "the config that ships, every option at its default"),
    (f"{_SHIPPED}/assets/words/", "words", "how things are said in other languages"),
    (f"{_SHIPPED}/assets/papers/", "papers", "the text of this packet, and of the report of a malfunction"),
    (f"{_SHIPPED}/assets/", "assets", "fonts, drawings and colors"),
    ("lib/eztrak/game/", "game", "what can be dealt and declared, and its exact odds"),
    ("lib/eztrak/roads/", "roads", "where a mark goes on the roads"),
    ("lib/eztrak/table/", "table", "what a key means and what may be done"),
    ("lib/eztrak/keypad/", "keypad", "where keys come from"),
    ("lib/eztrak/journal/", "journal", "what is on the disk"),
    ("lib/eztrak/display/", "display", "what people see"),
    ("lib/eztrak/config/", "config", "what a room can set"),
    ("lib/eztrak/supervisor/pit/", "page", "the page in the office"),
    ("lib/eztrak/supervisor/", "supervisor", "what leaves the unit: files and paper"),
    ("lib/eztrak/floor/", "floor", "the copy to the floor's database"),
    ("lib/eztrak/appliance/", "appliance", "the machine underneath: clock, health, secret"),
    ("lib/eztrak/stick/", "stick", "what happens on a USB stick"),
    ("lib/eztrak/commands/", "commands", "what is typed at a terminal"),
    ("lib/eztrak/release/", "release", "whether what runs is what was released"),
    ("lib/eztrak/voice/", "voice", "how something is said; dates and local times"),
    ("lib/eztrak/", "start", "how the parts meet, and the start"),
    ("lib/eztrak-", "start", "how the parts meet, and the start"),
    ("systemd/", "machine", "units and settings of the machine"),
    ("initrd/", "machine", "units and settings of the machine"),
    ("/usr/bin/", "Python", "the Python that runs the board, which is Debian's"),
    ("/", "machine", "units and settings of the machine"),
    ("lib/", "parts of others", "Python packages that others have made"),
    ("bin/", "installing", "the command, and how a release is put into use"),
    ("setup", "installing", "the command, and how a release is put into use"),
    ("", "about", "the version, the list of parts, the installer's page"),
)
_ABOUT = {room: about for _, room, about in ROOMS}
_DIST = re.compile(r"lib/([A-Za-z0-9_.]+)-([^/]+)\.dist-info/")
_COMPILED = re.compile(r"(.*/)__pycache__/([^/]+?)\.cpython-\d+\.pyc$")


@dataclass(frozen=True, slots=True)
class Changed:
    how: str  # changed, added or taken away
    path: str

    @property
    def room(self) -> str:
        return next(room for begins, room, _ in ROOMS if self.path.startswith(begins))


@dataclass(frozen=True, slots=True)
class Against:
    """Another release, as far as its manifests tell."""

    about: str
    code: str
    files: Mapping[str, str]


def against(place: Path) -> Against:
    """From a release's folder, the vendor's folder with its manifests, or a manifest. Raises RefusedError."""
    try:
        if (place / "manifests").is_dir():
            release = release_of(place, Path("/"))
            return Against(release.about, release.code, release.files)
        paths = sorted(place.glob("*.manifest")) if place.is_dir() else [place]
        texts = [path.read_bytes() for path in paths]
        read = [parse(text) for text in texts]
    except (ManifestError, OSError) as fault:
        raise RefusedError("{path}: is not a release: {fault}", path=place, fault=reason(fault)) from fault
    if not read:
        raise RefusedError("{path}: is not a release: there is no manifest in it", path=place)
    code = code_of(b"".join(hashlib.sha256(text).digest() for text in texts))
    files = {path: digest for _, listed in read for path, digest in listed.items()}
    return Against(", ".join(about for about, _ in read), code, files)


def changed(old: Mapping[str, str], new: Mapping[str, str]) -> list[Changed]:
    """Every file that is another one. What Python makes of its source is told only where the source is the same."""
    differing = []
    for path in sorted(old.keys() | new.keys()):
        if old.get(path) != new.get(path):
            source = _COMPILED.fullmatch(path)
            from_source = f"{source[1]}{source[2]}.py" if source else ""
            if not source or (old.get(from_source) == new.get(from_source) and path in old and path in new):
                how = "added" if path not in old else "taken away" if path not in new else "changed"
                differing.append(Changed(how, path))
    return differing


def changes(other: Against, release: Release) -> Iterator[Block]:
    """What a modification packet begins with."""
    differing = changed(other.files, release.files)
    yield Text(
        f"This release is **{release.about}**, code **{release.code}**."
        f" It is compared with **{other.about}**, code **{other.code}**."
    )
    guarded = [one for one in differing if one.room in (GAMES, PACKS)]
    if guarded:
        yield Note("**Files of games or packs changed:** " + "; ".join(f"{one.path} ({one.how})" for one in guarded))
    else:
        yield Note(
            "**No file of a game and no file of a pack changed.** What is dealt and offered, what it pays, and what"
            " each jurisdiction demands are byte for byte the same."
        )
    if not differing:
        yield Text("No file differs.")
        return
    same = [room for room in _ABOUT if room not in {one.room for one in differing}]
    yield Heading("By room of the house")
    yield Table((Column("room", 0.18), Column("is about", 0.52), Column("files", 0.3)), tuple(_rooms(differing)))
    yield Text(f"Nothing changed in: {', '.join(same)}.")
    if moved := list(_parts(other.files, release.files)):
        yield Heading("Parts of others")
        yield from map(Item, moved)
    yield Heading("Every file")
    listed = [one for one in differing if one.room != "parts of others"]
    rows = tuple((one.room, one.how, one.path) for one in sorted(listed, key=_order))
    if rows:
        yield Table((Column("room", 0.16), Column("", 0.14), Column("file", 0.7)), rows, small=True)
    if left := len(differing) - len(listed):
        yield Text(f"And {left:,} files of packages that others have made, of which the list above has the versions.")


def _rooms(differing: list[Changed]) -> Iterator[tuple[str, str, str]]:
    for room, about in _ABOUT.items():
        mine = [one.how for one in differing if one.room == room]
        if mine:
            counted = {how: mine.count(how) for how in ("changed", "added", "taken away")}
            yield f"**{room}**", about, ", ".join(f"{count:,} {how}" for how, count in counted.items() if count)


def _parts(old: Mapping[str, str], new: Mapping[str, str]) -> Iterator[str]:
    """Packages of others in another version."""
    before, now = ({m[1]: m[2] for path in files if (m := _DIST.match(path))} for files in (old, new))
    for name in sorted(before.keys() | now.keys()):
        if before.get(name) != now.get(name) and name != "eztrak":
            yield f"{name}: {before.get(name, 'not there')}, now {now.get(name, 'not there')}"


def _order(one: Changed) -> tuple[int, str]:
    return list(_ABOUT).index(one.room), one.path
