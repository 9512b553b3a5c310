#!/usr/bin/env python3
"""Is the software of a unit the one that was released, and is an export what a unit wrote? One file, with Python's own
library alone (3.10 or newer), so that whoever inspects a unit can bring it along and read it: `eztrak-check`. On the
unit `eztrak doctor` and the board ask it too.

A manifest has a line for each file of a package, `SHA-256  path`: in the release's folder, or from the root for what
stands elsewhere on the machine (units of systemd, the Python that runs the board). `sha256sum --check` reads it too.
Beside it stands its Ed25519 signature, where the vendor has signed it. The code of a release is made of its manifests:
whatever differs in a single file has another code.

What it does not tell: whether the machine tells the truth about its disk. For that read the disk in another machine. It
does not look at the rest of Debian, nor at the config, which is the room's; the hash of that is only told.

An export brings rows of the unit's journal along, each with a hash over itself and the row before. From these rows the
shoes, seals and hands are made anew here and compared with what the export shows. What remains is to compare the seals
with the recordings of the board: who writes an export anew, row by row, has other seals. `eztrak verify` looks at more:
at corrections and places, at the counts of each mark, at the names of columns, at whether it all can have happened, and
at what a workbook shows otherwise than it holds.
"""

import argparse
import base64
import errno
import hashlib
import io
import json
import os
import posixpath
import re
import stat
import sys
from bisect import bisect
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from enum import Enum
from pathlib import Path
from typing import IO, Any

CURRENT, CONFIG = "opt/eztrak/current", "etc/eztrak/eztrak.toml"
MANIFESTS = "manifests"
# eztrak-setup notes there which backup of the history goes with the release.
NOTED = "backup"
_LINE = re.compile("([0-9a-f]{64})  (.+)")
_MOST_LINKS = 40  # on the way to a file, as Linux has it
_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


class ManifestError(Exception):
    """A release without a manifest, or with one that cannot be read."""


class How(Enum):
    CHANGED = "changed"
    MISSING = "missing"
    ADDITIONAL = "additional"
    UNREADABLE = "cannot be read"


@dataclass(frozen=True, slots=True)
class Difference:
    how: How
    path: str
    content: str = ""  # SHA-256 of the file that is there, or where a link leads


@dataclass(frozen=True, slots=True)
class Manifest:
    about: str  # package, version and processor
    files: Mapping[str, str]  # SHA-256 by path
    text: bytes
    key: bytes  # the public key and the signature that stand beside it; empty where nobody has signed it
    signature: bytes

    @property
    def signed(self) -> bool:
        return bool(self.key or self.signature)


@dataclass(frozen=True, slots=True)
class Release:
    folder: Path
    root: Path  # of the machine or of its disk
    manifests: tuple[Manifest, ...]

    @property
    def about(self) -> str:
        return ", ".join(manifest.about for manifest in self.manifests)

    @property
    def code(self) -> str:
        return code_of(b"".join(hashlib.sha256(manifest.text).digest() for manifest in self.manifests))

    @property
    def files(self) -> dict[str, str]:
        return {path: sha256 for manifest in self.manifests for path, sha256 in manifest.files.items()}

    @property
    def key(self) -> bytes:
        """That of whoever has signed it; empty where nobody has."""
        return next((manifest.key for manifest in self.manifests if manifest.signed), b"")

    @property
    def badly_signed(self) -> bool:
        """Where one manifest is signed all are, by the same key, and each signature fits."""
        return any(manifest.signed for manifest in self.manifests) and not all(
            manifest.key == self.key and holds(manifest.key, manifest.text, manifest.signature)
            for manifest in self.manifests
        )

    def differences(self) -> Iterator[Difference]:
        """Every file that is not as released, in the order of their names."""
        released = self.files
        for path in sorted(released.keys() | set(_files_in(self.folder))):
            try:
                place = _on_disk(self.root, path) if path.startswith("/") else self.folder / path
                if not os.path.lexists(place):
                    yield Difference(How.MISSING, _shown_as(path))
                    continue
                digest = _shown_as(_digest(place))
            except OSError:
                yield Difference(How.UNREADABLE, _shown_as(path))
                continue
            if path not in released:
                yield Difference(How.ADDITIONAL, _shown_as(path), digest)
            elif digest != released[path]:
                yield Difference(How.CHANGED, _shown_as(path), digest)


def release_in(root: Path) -> Release:
    """The one that is in use on a machine, or on its disk that is mounted at `root`. Raises ManifestError."""
    try:
        _on_disk(root, CURRENT).readlink()
        return release_of(_on_disk(root, f"{CURRENT}/."), root)
    except OSError as fault:
        link = root / CURRENT
        raise ManifestError(f"no release of eztrak is in use there: {link}: {fault.strerror}") from fault


def release_of(folder: Path, root: Path) -> Release:
    """The one in this folder. Raises ManifestError."""
    place = folder / MANIFESTS
    try:
        names = sorted(file.name for file in place.iterdir() if not file.suffix)
        made = tuple(_read(place / name) for name in names)
    except OSError as fault:
        raise ManifestError(f"{fault.filename}: {fault.strerror}") from fault
    if not made:
        raise ManifestError(f"{place}: there is none")
    return Release(folder, root, made)


def _on_disk(root: Path, path: str) -> Path:
    """Where a path of the unit is on its disk. Links on the way count from the unit's root: one to /bin would lead to
    that of the machine which the disk is mounted on. Raises OSError where they lead in a circle."""
    place: list[str] = []
    left, links = path.split("/")[::-1], 0
    while left:
        name = left.pop()
        here = root.joinpath(*place, name)
        if name == "..":
            place = place[:-1]
        elif left and name and here.is_symlink():
            if (links := links + 1) > _MOST_LINKS:
                raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(here))
            target = str(here.readlink())
            place = [] if target.startswith("/") else place
            left += target.split("/")[::-1]
        elif name not in ("", "."):
            place.append(name)
    return root.joinpath(*place)


def parse(text: bytes) -> tuple[str, dict[str, str]]:
    """What a manifest is about, and its files. Raises ManifestError."""
    first, *lines = text.decode("utf-8", "replace").splitlines() or [""]
    if not first.startswith("# "):
        raise ManifestError("line 1: says not what it is about")
    files: dict[str, str] = {}
    for number, line in enumerate(lines, 2):
        said = _LINE.fullmatch(line)
        if not said or said[2] in files:
            raise ManifestError(f"line {number}: is no hash with a path of its own")
        sha256, path = said.groups()
        if ".." in path and ".." in path.split("/"):
            raise ManifestError(f"line {number}: leads out of its folder")
        files[path] = sha256
    return first[2:], files


def code_of(content: bytes) -> str:
    """The short code of a content, in groups of four, without letters that look like figures: "7K3M-Q2ZD-9FXA"."""
    return _grouped(hashlib.sha256(content).hexdigest())


def _grouped(digest: str, letters: int = 12) -> str:
    number = int(digest[: letters * 5 // 4], 16)
    code = "".join(_ALPHABET[number >> shift & 31] for shift in range(5 * (letters - 1), -1, -5))
    return "-".join(code[i : i + 4] for i in range(0, letters, 4))


def _seal(digest: str, form: int) -> str:
    """Of a row, as journal/chain.py makes it, which says why it takes so long."""
    if form == 1:
        return _grouped(digest)
    slow = hashlib.scrypt(bytes.fromhex(digest), salt=b"eztrak seal 2", n=2**12, r=8, p=1, maxmem=2**24, dklen=13)
    return _grouped(slow.hex(), 20)


def same_code(typed: str, code: str) -> bool:
    """Whether somebody typed this code, in whatever groups, and O, I or L for the figures that they look like."""
    return _letters(typed) == code.replace("-", "")


def is_code(typed: str) -> bool:
    return len(_letters(typed)) == 12 and not set(_letters(typed)) - set(_ALPHABET)


def _letters(typed: str) -> str:
    return typed.upper().translate(str.maketrans("OIL", "011", "- "))


def public_key(pem: bytes) -> bytes:
    """The key in a PEM file, such as `openssl pkey -pubout` writes; empty where it is no Ed25519 key."""
    text = b"".join(line for line in pem.splitlines() if not line.startswith(b"-----"))
    try:
        der = base64.b64decode(text, validate=True)
    except ValueError:
        return b""
    return der[12:] if der[:12] == bytes.fromhex("302a300506032b6570032100") and len(der) == 44 else b""


def _read(path: Path) -> Manifest:
    text = path.read_bytes()
    key, signature = (_beside(path, suffix) for suffix in (".pub", ".sig"))
    try:
        return Manifest(*parse(text), text, key and (public_key(key) or b"no key"), signature)
    except ManifestError as fault:
        raise ManifestError(f"{path}: {fault}") from fault


def _beside(path: Path, suffix: str) -> bytes:
    file = path.with_name(path.name + suffix)
    return file.read_bytes() if file.exists() else b""


def _files_in(folder: Path, inside: str = "") -> Iterator[str]:
    """All that is in a release's folder and has to be in a manifest. A link is one thing, wherever it leads."""
    try:
        listed = list((folder / inside).iterdir())
    except OSError:
        yield inside  # nobody can say what is in it
        return
    for one in listed:
        path = inside + one.name
        if one.is_dir() and not one.is_symlink():
            yield from _files_in(folder, f"{path}/")
        elif path != NOTED and not (inside == f"{MANIFESTS}/" and _of_manifest(folder, one.name)):
            yield path


def _shown_as(name: str) -> str:
    """A name that somebody chose, as it can be told: on one line, also where its bytes are no text."""
    return name if name.isprintable() else ascii(name)[1:-1]


def _of_manifest(folder: Path, name: str) -> bool:
    """A manifest, or what stands beside one."""
    stem, dot, suffix = name.partition(".")
    return not dot or (suffix in ("pub", "sig") and (folder / MANIFESTS / stem).is_file())


def _digest(path: Path) -> str:
    """Of a file itself: of a link where it leads, and nothing of what else could never end."""
    mode = path.lstat().st_mode
    if stat.S_ISLNK(mode):
        return f"link to {path.readlink()}"
    if not stat.S_ISREG(mode):
        return ""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


# Ed25519 as in RFC 8032, verifying only: nothing here is secret, so it need not take the same time for all.
_P = 2**255 - 19
_L = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, -1, _P) % _P
_I = pow(2, (_P - 1) // 4, _P)
_Point = tuple[int, int, int, int]  # X, Y, Z, T with x = X/Z, y = Y/Z, x·y = T/Z


def holds(key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether it is the signature of the message by this public key."""
    if len(key) != 32 or len(signature) != 64:
        return False
    a, r, s = _point(key), _point(signature[:32]), int.from_bytes(signature[32:], "little")
    if a is None or r is None or s >= _L:
        return False
    h = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % _L
    left, right = _times(s, _BASE), _add(r, _times(h, a))
    return (left[0] * right[2] - right[0] * left[2]) % _P == 0 == (left[1] * right[2] - right[1] * left[2]) % _P


def _add(p: _Point, q: _Point) -> _Point:
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % _P, (p[1] + p[0]) * (q[1] + q[0]) % _P
    c, d = 2 * p[3] * q[3] * _D % _P, 2 * p[2] * q[2] % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _times(n: int, point: _Point) -> _Point:
    total = (0, 1, 1, 0)
    while n:
        if n & 1:
            total = _add(total, point)
        point, n = _add(point, point), n >> 1
    return total


def _point(encoded: bytes) -> _Point | None:
    number = int.from_bytes(encoded, "little")
    y, odd = number & ((1 << 255) - 1), number >> 255
    if y >= _P:
        return None
    xx = (y * y - 1) * pow(_D * y * y + 1, -1, _P) % _P
    x = pow(xx, (_P + 3) // 8, _P)
    if (x * x - xx) % _P:
        x = x * _I % _P
    if (x * x - xx) % _P or (x == 0 and odd):
        return None
    if x & 1 != odd:
        x = _P - x
    return x, y, 1, x * y % _P


_BASE = _point((4 * pow(5, -1, _P) % _P).to_bytes(32, "little")) or (0, 1, 1, 0)


# An export, in each of the forms that were ever written. What reads it is loaded there: a board has no use for it.
FORMS = 5
_MOST_UNPACKED = 100  # times its size: what unpacks to more is made to fill a memory
_MOST_SAID = 2000  # characters
_XML = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_EPOCH = datetime(1899, 12, 30, tzinfo=timezone.utc)  # noqa: UP017 — in 3.10, too; a workbook counts its days from there
_FIRST_FLAGS = ("natural", "dragon7", "panda8")  # of the one game that there was once
# The columns of a hand; all others are marks.
_OF_HAND = ("outcome", "free", "voided", "dealer", "entered_at", "player_cards", "banker_cards", "seq")
_PLACED = ("unit", "day", "local_time", "utc_offset")  # since form 5
_BESIDE = ("shoe", "hand", "place", "corrected", "seal", "source", "table_name", *_PLACED)
_OF_SHOE = ("table_name", "started_at", "ended_at", "hands", "free", "voided", "seal", "first_seq", "last_seq")
_Row = tuple[int, str, int, str, str, str, str]  # seq, at, mono, boot, kind, data, hash


@dataclass
class _Shoe:
    table: str
    started_at: str
    first_seq: str
    ended_at: str = ""
    last_seq: str = ""
    game: dict[str, str] = field(default_factory=dict)  # where the rows have it: not in the first form
    seals: list[str] = field(default_factory=list)  # all that it was shown under, oldest first
    sealed: bool = False  # the newest of them stands
    releases: dict[str, None] = field(default_factory=dict)  # that dealt it, by code
    hands: dict[int, tuple[str, ...]] = field(default_factory=dict)
    sources: dict[int, str] = field(default_factory=dict)  # where they were typed, where that is known
    played: int = 0  # the row of the last hand that a dealer entered, or its first

    @property
    def seal(self) -> str:
        return self.seals[-1] if self.sealed else ""

    @property
    def earlier(self) -> str:
        return " ".join(self.seals[:-1] if self.sealed else self.seals)


class _Rebuilt:
    """What the rows of a journal tell."""

    def __init__(self, segments: Sequence[Mapping[str, Any]]) -> None:
        self._left = [(part["first"], part["last"], part["before"], part["head"]) for part in segments]
        self._at = (0, "")
        self.rows = 0
        self.shoes: dict[int, _Shoe] = {}
        self.differed: dict[str, str] = {}  # software that was not as released or as approved, with where that stands
        self.confirmed: list[str] = []
        self._release = ""
        self._closed: list[tuple[int, str]] = []  # when the table was closed, with the row
        self._opened = 0  # the row in which it was opened last

    def over(self, shoe: _Shoe) -> str:
        """When it was over for whoever sat there: not the first key of the next day, where the table closed before."""
        after = shoe.played if shoe.last_seq else max(shoe.played, self._opened)
        place = bisect(self._closed, (after + 1,))
        last = int(shoe.last_seq or sys.maxsize)
        closed = self._closed[place][1] if place < len(self._closed) and self._closed[place][0] < last else ""
        return closed or shoe.ended_at

    def take(self, row: _Row) -> None:
        """Raises ValueError for a row that does not belong there."""
        seq, at, mono, boot, kind, data, digest = row
        if not self._at[1]:
            if not self._left:
                raise ValueError(f"row {seq}: the export says nothing of it")
            self._at = self._left[0][0] - 1, self._left[0][2]
        last, before = self._at
        content = json.dumps([before, seq, at, mono, boot, kind, data], ensure_ascii=False)
        if seq != last + 1 or hashlib.sha256(content.encode()).hexdigest() != digest:
            raise ValueError(f"row {seq} ({at}): does not follow the row before, or was changed")
        self.rows += 1
        self._at = seq, digest
        if seq == self._left[0][1]:
            if digest != self._left.pop(0)[3]:
                raise ValueError(f"row {seq}: is not the one that the export ends with")
            self._at = 0, ""
        self._tell(f"row {seq} ({at})", row, json.loads(data))

    def finish(self) -> None:
        if self._left:
            raise ValueError(f"rows are missing, up to row {self._left[-1][1]}")

    def _tell(self, where: str, row: _Row, said: dict[str, Any]) -> None:
        kind, number = row[4], said.get("shoe", 0)
        shoe = self.shoes.get(number)
        if kind == "start":
            self._release = said.get("code", "")
        elif kind == "software" and said.get("differs"):
            self.differed.setdefault(_words(said["differs"]), where)
        elif kind == "software_confirm":
            self.confirmed.append(f"{where}: {said['by']} confirmed it: {_words(said['what'])}")
        elif kind == "table_close":
            self._closed.append((row[0], row[1]))
        elif kind == "table_open":
            self._opened = row[0]
        elif kind == "shoe_start":
            software = said.get("software", {})
            self._release = software.get("code", "")
            if differs := software.get("checked", {}).get("differs"):
                self.differed.setdefault(_words(differs), where)
            self.shoes[number] = _Shoe(
                said["table"], row[1], str(row[0]), releases={self._release: None}, played=row[0]
            )
            if game := said["terms"].get("game"):
                decks = str(said["terms"]["decks"])
                self.shoes[number].game = {"game": game["id"], "decks": decks, "game_hash": _hash(game)}
        elif shoe and kind == "shoe_end":
            shoe.ended_at, shoe.last_seq, shoe.sealed = row[1], str(row[0]), True
            shoe.seals.append(_seal(row[6], said.get("form", 1)))
        elif shoe and kind == "shoe_seal":
            shoe.seals.append(_seal(row[6], said["form"]))
        elif shoe and kind == "shoe_resume":
            shoe.ended_at, shoe.last_seq, shoe.sealed = "", "", False
        elif shoe and kind in ("hand", "insert"):
            shoe.releases[self._release] = None
            shoe.played = row[0] if kind == "hand" else shoe.played
            entered = (str(said.get("dealer", 0)), said.get("entered_at") or row[1])
            shoe.hands[said["hand"]] = _hand(said, *entered, str(row[0]))
            if source := said.get("source"):
                shoe.sources[said["hand"]] = sys.intern(source)
        elif shoe and kind in ("change", "void"):
            was = dict(zip((*_OF_HAND, "marks"), shoe.hands[said["hand"]], strict=True))
            now = {**said, "voided": 0} if kind == "change" else was | {"voided": 1, "marks": was["marks"].split()}
            shoe.hands[said["hand"]] = _hand(now, was["dealer"], was["entered_at"], was["seq"])


def _words(said: Any) -> str:
    """What a record has of something that was said: a sentence and what stands in its places, or several."""
    match said:
        case [str(text), dict(parts)]:
            words = {name: _words(part) for name, part in parts.items()}
            return re.sub(r"{(\w+)(?::[^{}]*)?}", lambda place: words[place[1]], text[:_MOST_SAID])[:_MOST_SAID]
        case [list(parts), str(joint), str()]:
            return joint.join(map(_words, parts))[:_MOST_SAID]
        case int():
            return f"{said:,}"
        case [str(text)]:
            return text
        case _:
            return str(said)


def _hand(said: Mapping[str, Any], dealer: str, entered_at: str, seq: str) -> tuple[str, ...]:
    """As texts, in the order of the columns; its marks behind."""
    marks = said.get("marks") or [flag for flag in _FIRST_FLAGS if said.get(flag)]
    flags = (str(int(said.get(flag, 0))) for flag in ("free", "voided"))
    cards = (said.get(name, "") for name in ("player_cards", "banker_cards"))
    return tuple(map(sys.intern, (said["outcome"], *flags, dealer, entered_at, *cards, seq, " ".join(sorted(marks)))))


class _Export:
    """A folder of CSV files, also in a zip, JSON lines, or a workbook."""

    def __init__(self, path: Path) -> None:
        import zipfile

        self._path = path
        self._zip: zipfile.ZipFile | None = None
        self._inside = ""
        if path.is_dir():
            return
        with path.open("rb") as file:
            packed = file.read(2) == b"PK"
        if packed:
            self._zip = zipfile.ZipFile(path)
            names = self._zip.namelist()
            whole = sum(part.file_size for part in self._zip.infolist())
            if len({name.casefold() for name in names}) < len(names):
                raise ValueError("has a part of one name twice")
            if whole > (1 << 20) + _MOST_UNPACKED * path.stat().st_size:
                raise ValueError("would unpack to more than any export")
            self._inside = next((name[:-10] for name in names if name.endswith("/about.json")), "")
        self._lines = not packed
        self._book = packed and not self._inside

    def close(self) -> None:
        if self._zip:
            self._zip.close()

    def about(self) -> dict[str, Any]:
        about: dict[str, Any]
        if self._path.is_dir() or self._inside:
            with self._file("about.json") as file:
                about = json.load(file)
        elif self._lines:
            with self._path.open(encoding="utf-8", newline="\n") as file:
                about = json.loads(file.readline())
            if about.pop("line") != "about":
                raise ValueError("its first line is not what an export says about itself")
        else:
            about = {"segments": []}
            for row in self._sheet("about"):
                value = json.loads(row["value"])
                if row["name"] == "segment":
                    about["segments"].append(value)
                elif row["name"] == "game":
                    about.setdefault("games", {}).update(value)
                else:
                    about[row["name"]] = value
        return about

    def journal(self) -> Iterator[_Row]:
        names = ("seq", "at", "mono", "boot", "kind", "data", "hash")
        rows: Iterator[Any]
        if self._path.is_dir() or self._inside:
            with self._file("journal.jsonl") as file:
                yield from (_row(json.loads(line)) for line in file)
            return
        rows = self._json_lines("journal") if self._lines else self._sheet("journal")
        for row in rows:
            yield _row([row[name] for name in names] if self._lines else json.loads(row["row"]))

    def table(self, name: str) -> Iterator[dict[str, str]]:
        """The rows of `shoes` or `hands`."""
        if self._path.is_dir() or self._inside:
            import csv

            with self._file(f"{name}.csv") as file:
                for said in csv.DictReader(file, strict=True):
                    # What a spreadsheet could take for a formula has an apostrophe before it.
                    yield {name: value[1:] if value[:1] == "'" else value for name, value in said.items()}
        else:
            for row in self._json_lines(name[:-1]) if self._lines else self._sheet(name):
                yield {name: "" if value is None else str(value) for name, value in row.items() if name != "line"}

    def _json_lines(self, wanted: str) -> Iterator[dict[str, Any]]:
        with self._path.open(encoding="utf-8", newline="\n") as file:
            for number, line in enumerate(file, 1):
                said = json.loads(line)
                if said["line"] == wanted:
                    yield said
                elif said["line"] not in ("about", "shoe", "hand", "correction", "journal"):
                    raise ValueError(f"line {number} is none of an export")

    def _file(self, name: str) -> IO[str]:
        file = self._zip.open(self._inside + name) if self._zip else (self._path / name).open("rb")
        return io.TextIOWrapper(file, "utf-8-sig", newline="")

    def _sheet(self, wanted: str) -> Iterator[dict[str, Any]]:
        """Of a workbook. A text that is too long for a cell goes on below it, behind a plus."""
        columns: list[str] = []
        held: dict[str, str] = {}
        for cells in self._rows(wanted):
            if not columns or cells == columns:
                columns = cells
                continue
            row = {
                name: _time(text, name) if name in _LOCAL or name.endswith("_at") else text
                for name, text in zip(columns, cells, strict=True)
            }
            last = columns[-1]
            if wanted in ("about", "journal") and held and row[last].startswith("+"):
                held[last] += row[last][1:]
                continue
            if held:
                yield held
            held = row
        if held:
            yield held

    def _rows(self, wanted: str) -> Iterator[list[str]]:
        relations = {part.get("Id"): part.get("Target", "") for part in self._parts("xl/_rels/workbook.xml.rels")}
        shared = [_text(part) for part in self._parts("xl/sharedStrings.xml", "si")]
        for sheet in self._parts("xl/workbook.xml", "sheet"):
            (id,) = (value for name, value in sheet.attrib.items() if name.endswith("}id"))
            if sheet.get("name", "").split(" ")[0] != wanted:
                continue
            wide = 0
            for row in self._parts(posixpath.join("/xl", relations[id])[1:], "row"):
                cells: list[str] = []
                for cell in row:
                    cells += [""] * (_column(cell.get("r", "")) - len(cells))
                    text = _text(cell)
                    cells.append(shared[int(text)] if cell.get("t") == "s" and text else text)
                wide = wide or len(cells)
                yield cells + [""] * (wide - len(cells))

    def _parts(self, name: str, wanted: str = "") -> Iterator[Any]:
        """The elements of a part of a workbook; none where there is no such part."""
        from xml.etree import ElementTree

        assert self._zip
        if name == "xl/sharedStrings.xml" and name not in self._zip.namelist():
            return
        with self._zip.open(name) as file:
            if b"<!" in file.read(1 << 12):
                raise ValueError(f"{name}: has more in it than an export")
        with self._zip.open(name) as file:
            for _, element in ElementTree.iterparse(file):
                if not wanted or element.tag == _XML + wanted:
                    yield element
                    element.clear()


def _row(values: Any) -> _Row:
    if [type(value) for value in values] != [int, str, int, str, str, str, str]:
        raise ValueError(f"has a row that is none: {str(values)[:60]}")
    return tuple(values)


def _text(element: Any) -> str:
    return "".join(part.text or "" for part in element.iter() if part.tag in (_XML + "t", _XML + "v"))


_LOCAL = {"local_time": "%Y-%m-%d %H:%M:%S", "local_end": "%Y-%m-%d %H:%M:%S", "day": "%Y-%m-%d"}


def _time(days: str, name: str) -> str:
    """Where it is a number of a workbook, as this column has it; else the text."""
    try:
        if name in _LOCAL:
            return f"{_EPOCH + timedelta(seconds=round(float(days) * 86_400)):{_LOCAL[name]}}"
        when = _EPOCH + timedelta(milliseconds=round(float(days) * 86_400_000))
    except ValueError:
        return days
    return when.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _column(name: str) -> int:
    number = 0
    for letter in name.rstrip("0123456789"):
        number = number * 26 + ord(letter) - 64
    return number - 1


def _check_export(path: Path, code: str | None, required: bytes) -> int:
    wrong: list[str] = []
    try:
        with closing(_Export(path)) as export:
            about = export.about()
            form = about["export"]
            if not (isinstance(form, int) and 1 <= form <= FORMS):
                raise ValueError(f"is of form {form}; this eztrak-check knows forms 1 to {FORMS}")
            by = f"{about['eztrak']}, code {about['code']}" if about.get("code") else about["eztrak"]
            first = f"export of form {form}, written {about['written_at']} by eztrak {by}"
            rebuilt = _Rebuilt(about["segments"])
            for row in export.journal():
                rebuilt.take(row)
            rebuilt.finish()
            signers, unsigned = _signers(about, required)
            wrong += (f"WRONG  {one}" for one in unsigned)
            rebuilt.shoes = {number: shoe for number, shoe in rebuilt.shoes.items() if _is_chosen(number, shoe, about)}
            wrong += (f"WRONG  {one}" for one in _unlike(export, about, rebuilt))
            games = about.get("games", {})
            wrong += (f"WRONG  game {name}: is not as it was dealt" for name in games if _hash(games[name]) != name)
    except Exception as fault:  # whatever a stranger's file makes Python's readers raise
        print(f"WRONG  {path}: {type(fault).__name__}: {fault}")
        return 1
    print(first, *signers, sep="\n")
    for number, shoe in rebuilt.shoes.items():
        codes = ", ".join(filter(None, shoe.releases)) or "no release on record"
        print(f"shoe {number} {shoe.started_at}: {len(shoe.hands)} hands, seal {shoe.seal or 'not yet'}, {codes}")
        if code is not None and not all(same_code(code, one) for one in shoe.releases):
            wrong.append(f"WRONG  shoe {number} was not dealt with {code} alone")
    wrong += (f"WRONG  {where}: {differs}" for differs, where in rebuilt.differed.items())
    for line in (*rebuilt.confirmed, *wrong):
        print(line)
    print(
        f"WRONG  {len(wrong)} not as it should be" if wrong else f"well   {rebuilt.rows} rows, and all shoes and hands"
    )
    return 1 if wrong else 0


def _signers(about: Mapping[str, Any], required: bytes) -> tuple[list[str], list[str]]:
    """Who has signed an export or the rows in it, and what is wrong with that."""
    lines, wrong, keys = list[str](), list[str](), set[bytes]()
    if "signature" in about:
        key, signature = (base64.b64decode(about[name]) for name in ("key", "signature"))
        signed = {name: value for name, value in about.items() if name != "signature"}
        text = json.dumps(signed, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        if holds(key, text.encode(), signature):
            lines.append(f"signed by key {code_of(key)}")
            keys.add(key)
        else:
            wrong.append("the signature does not match the export")
    ends, heads = {part["last"]: part["head"] for part in about["segments"]}, about.get("heads", ())
    for head in heads:
        unit, signature, digest = base64.b64decode(head["unit"]), base64.b64decode(head["by_unit"]), ends[head["seq"]]
        if holds(unit, b"eztrak journal head\0" + digest.encode(), signature):
            whose = _grouped(hashlib.sha256(unit).hexdigest(), 16)
            lines.append(f"row {head['seq']}, and all before it, is signed by the unit's key {whose}")
        else:
            wrong.append(f"the unit's signature over row {head['seq']} does not match")
    whole = {base64.b64decode(head["unit"]) for head in heads}
    if len(whole) == 1 and {head["seq"] for head in heads} == ends.keys():
        keys |= whole
    if required and required not in keys:
        wrong.append("it is not signed by the key that was given")
    return lines or ["signed by nobody"], wrong


def _hash(game: Any) -> str:
    return hashlib.sha256(json.dumps(game, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def _unlike(export: _Export, about: Mapping[str, Any], rebuilt: _Rebuilt) -> Iterator[str]:
    """Where shoes and hands are not what the rows tell."""
    shoes, wanted, dealer = rebuilt.shoes, {**rebuilt.shoes}, about["dealer"]
    for row in export.table("shoes"):
        shoe = wanted.pop(int(row["shoe"]), None)
        if not shoe:
            yield f"shoe {row['shoe']}: the rows know no such shoe, it was not asked for, or it stands there twice"
            continue
        standing = [hand for hand in shoe.hands.values() if hand[2] == "0"]
        counts = (len(standing), sum(hand[1] == "1" for hand in standing), len(shoe.hands) - len(standing))
        times = (shoe.started_at, shoe.ended_at)
        should = (shoe.table, *times, *map(str, counts), shoe.seal, shoe.first_seq, shoe.last_seq)
        yield from _fields(f"shoe {row['shoe']}", row, dict(zip(_OF_SHOE, should, strict=True)))
        if "earlier_seals" in row:
            yield from _fields(f"shoe {row['shoe']}", row, {"earlier_seals": shoe.earlier})
        if "game_hash" in row:
            yield from _fields(f"shoe {row['shoe']}", row, shoe.game)
        if about["export"] > 4:
            ends = {"local_end": _local(about["wall"], rebuilt.over(shoe))[0]}
            yield from _fields(f"shoe {row['shoe']}", row, _placed(about, shoe, shoe.started_at) | ends)
    yield from (f"shoe {number}: is missing" for number in wanted)
    left = {
        (number, hand)
        for number, shoe in shoes.items()
        for hand, fields in shoe.hands.items()
        if dealer is None or fields[3] == str(dealer)
    }
    void = sum(shoes[shoe].hands[hand][2] == "1" for shoe, hand in left)
    entered = {"hands": len(left)} if about["export"] == 1 else {"hands": len(left) - void, "voided": void}
    for what, count in ({"shoes": len(shoes)} | entered).items():
        if about[what] != count:
            yield f"{what}: {about[what]}, the rows say {count}"
    for row in export.table("hands"):
        place = int(row["shoe"]), int(row["hand"])
        name = f"shoe {place[0]} hand {place[1]}"
        if place not in left:
            yield f"{name}: the rows know no such hand, it was not asked for, or it stands there twice"
            continue
        left.discard(place)
        shoe = shoes[place[0]]
        *values, marks = shoe.hands[place[1]]
        if about["export"] > 4:
            beside = {"source": shoe.sources.get(place[1], ""), "table_name": shoe.table}
            yield from _fields(name, row, _placed(about, shoe, values[4]) | beside)
        flags = {column: value for column, value in row.items() if column not in (*_OF_HAND, *_BESIDE)}
        yield from _fields(name, row, dict(zip(_OF_HAND, values, strict=True)) | {"seal": shoe.seal})
        yield from _fields(name, flags, {column: str(int(column in marks.split())) for column in flags})
        if more := set(marks.split()) - flags.keys():
            yield f"{name}: does not say {', '.join(sorted(more))}"
    yield from (f"shoe {shoe} hand {hand}: is missing" for shoe, hand in sorted(left))


def _placed(about: Mapping[str, Any], shoe: _Shoe, at: str) -> dict[str, str]:
    """Where and when: a row of the shoe, by the unit's clock on the wall."""
    started = datetime.fromisoformat(shoe.started_at.replace("Z", "+00:00"))
    days = about["wall"]["days"]
    _, shift, last = next((run for run in days if shoe.started_at < run[0]), days[-1])
    day = min((started + timedelta(seconds=shift)).date().isoformat(), last)
    return dict(zip(_PLACED, (about["unit"], day, *_local(about["wall"], at)), strict=True))


def _local(wall: Mapping[str, Any], at: str) -> tuple[str, str]:
    if not at:
        return "", ""
    _, before = next((one for one in wall["offsets"] if at < one[0]), wall["offsets"][-1])
    local = datetime.fromisoformat(at.replace("Z", "+00:00")) + timedelta(seconds=before)
    hours, minutes = divmod(abs(before) // 60, 60)
    return f"{local:%Y-%m-%d %H:%M:%S}", f"UTC{'-' if before < 0 else '+'}{hours:02}:{minutes:02}"


def _is_chosen(number: int, shoe: _Shoe, about: Mapping[str, Any]) -> bool:
    """Whether an export has this shoe, by what was asked for."""
    return (
        about["since"] <= shoe.started_at
        and (not about["until"] or shoe.started_at < about["until"])
        and about["shoe"] in (None, number)
        and (about["table"] is None or about["table"].casefold() == shoe.table.casefold())
        and (about["dealer"] is None or any(hand[3] == str(about["dealer"]) for hand in shoe.hands.values()))
    )


def _fields(name: str, row: Mapping[str, str], should: Mapping[str, str]) -> Iterator[str]:
    for column, value in should.items():
        if row.get(column) != value:
            yield f"{name}: {column} is {row.get(column)!r}, the rows say {value!r}"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="eztrak-check",
        description="Is the software of a unit the one that was released, and is an export what a unit wrote?"
        " Status 0: yes, 1: no, 2: used wrongly.",
        epilog="Example, a unit's disk in another machine: eztrak-check /mnt --code 7K3M-Q2ZD-9FXA --key vendor.pub;"
        " an export: eztrak-check export.xlsx --code 7K3M-Q2ZD-9FXA",
    )
    parser.add_argument(
        "root",
        nargs="?",
        type=Path,
        default=Path("/"),
        metavar="DISK|EXPORT",
        help="where the unit's disk is mounted (default: this machine), or an export: a folder, a zip, .jsonl or .xlsx",
    )
    parser.add_argument("--code", help="the code that the release must have, or have dealt with, as on its approval")
    parser.add_argument(
        "--key",
        type=Path,
        metavar="FILE",
        help="the public key that must have signed it (PEM): the vendor's, or for an export the unit's",
    )
    options = parser.parse_args(arguments)
    required = b""
    if options.key:
        try:
            required = public_key(options.key.read_bytes())
        except OSError as fault:
            parser.error(f"{options.key}: {fault.strerror}")
        if not required:
            parser.error(f"{options.key}: is no public Ed25519 key in PEM")
    if options.root.is_file() or _is_export(options.root):
        return _check_export(options.root, options.code, required)
    try:
        release = release_in(options.root)
    except ManifestError as fault:
        print(f"WRONG  {fault}")
        return 1
    wrong = list(_wrong(release, options.code, required))
    signer = f"key {code_of(release.key)}" if release.key else "nobody"
    for line in (release.about, f"code {release.code}", f"signed by {signer}", _config(options.root), *wrong):
        print(line)
    print(f"WRONG  {len(wrong)} not as released" if wrong else f"well   all {len(release.files)} files are as released")
    return 1 if wrong else 0


def _is_export(folder: Path) -> bool:
    """Files alone: an export that somebody has put onto a unit's disk says nothing of the disk."""
    return (folder / "about.json").is_file() and all(one.is_file() and not one.is_symlink() for one in folder.iterdir())


def _wrong(release: Release, code: str | None, required: bytes) -> Iterator[str]:
    if code is not None and not same_code(code, release.code):
        yield f"WRONG  the code is {release.code}, and not {code}"
    if release.badly_signed:
        yield "WRONG  the signature does not match the manifest"
    if required and release.key != required:
        yield "WRONG  it is not signed by the key that was given"
    for difference in release.differences():
        yield f"WRONG  {difference.how.value}: {difference.path}"


def _config(root: Path) -> str:
    try:
        return f"config {_digest(_on_disk(root, CONFIG)) or 'is no file'}"
    except OSError as fault:
        return f"config cannot be read: {fault.strerror}"


if __name__ == "__main__":
    sys.exit(main())
