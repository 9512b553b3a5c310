"""The unit's key: what it signs its record with, and the secret without which no PIN can be tried out.

Both are in one file, which only the board's user may read, and which does not lie with the history: whoever takes the
disk of the history, or a copy of it, can neither write rows that count nor find a PIN, which is a few digits long.

Where it lies: in a folder on the medium of the root, `EZTRAK_KEY`; for somebody who tries eztrak out, in the folder of
their own state. Where the machine has a secret of its own, in a TPM or in a Raspberry Pi's one-time memory, root gives
32 bytes made of it to the board (see packaging/key), and the file opens with these alone: then a card that holds both
gives nothing away either. Where nothing can be kept there, as under a root in memory, it lies beside the history.

A key that is there and cannot be opened now is never replaced: it may open at the next start.
"""

import base64
import hashlib
import json
import os
import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, astuple, dataclass
from enum import StrEnum
from pathlib import Path

from eztrak.appliance import overlay
from eztrak.appliance.paths import sync, there
from eztrak.voice.said import Said

FOLDER = "EZTRAK_KEY"  # the variable that names it
LOCKS = Path("/run/eztrak-key")  # what root gives of the machine's own secret, by where it comes from
# About 16 MiB and 50 ms: a wrong PIN costs an attacker that much, a right one is not noticed.
_COST = {"n": 2**14, "r": 8, "p": 1}
_HALF = 32  # bytes: of what signs, and of the PINs' secret
_SEALED = b"eztrak key 1"  # what a file that is locked begins with
_NONCE = 12


class Place(StrEnum):
    """What keeps the key."""

    TPM = "tpm"
    OTP = "otp"
    ROOT = "root"  # a folder of its own, on an installed unit
    USER = "user"  # the folder of whoever tries eztrak out
    BESIDE = "beside"  # the history
    NOWHERE = "nowhere"  # this run's memory


@dataclass(frozen=True, slots=True)
class Head:
    """The newest row of a history that the key is known to have signed."""

    origin: str  # the hash of the first row, which sets a history apart
    seq: int
    hash: str
    shoe: int  # the highest number of one
    path: str = ""  # of the file that it is in


@dataclass(frozen=True, slots=True)
class Noted:
    """Where the head of a history is noted."""

    path: Path
    anew: bool = False  # by whoever tries eztrak out, and takes histories away to begin anew


class UnitKey:
    def __init__(
        self, seed: bytes, secret: bytes, place: Place, noted: Noted | None = None, made: bool = False
    ) -> None:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        self._private = Ed25519PrivateKey.from_private_bytes(seed)
        self._secret, self._noted = secret, noted
        self.place, self.made = place, made  # just now
        self.locked = False  # there is another, which cannot be opened now
        self.public = base64.b64encode(self._private.public_key().public_bytes_raw()).decode()

    def sign(self, message: bytes) -> bytes:
        return self._private.sign(message)

    def scramble(self, supervisor: int, pin: str) -> str:
        """What a supervisor's PIN is checked by."""
        return hashlib.scrypt(pin.encode(), salt=self._secret + str(supervisor).encode(), dklen=16, **_COST).hex()

    def adopted(self, older: Path) -> bool:
        """Whether PINs made with the secret of an older eztrak are good."""
        with suppress(OSError):
            return _read(older) == self._secret
        return False

    @property
    def begins_anew(self) -> bool:
        """Whether a history may be taken away without a word: nobody's record is kept there."""
        return self._noted is None or self._noted.anew

    def head(self) -> Head | None:
        """The last head that was noted. None where none was."""
        return _head_in(self._noted.path) if self._noted else None

    def note(self, head: Head) -> None:
        """Keeps a head beside the key: every ten minutes at most, and at each start, stop and end of a shoe."""
        if self._noted is not None:
            with suppress(OSError):
                self._noted.path.parent.mkdir(mode=0o700, exist_ok=True)
                _write(self._noted.path, json.dumps(asdict(head)).encode())


def folder_of(database: Path, environ: Mapping[str, str] = os.environ, root: Path = Path("/")) -> tuple[Path, Place]:
    """Where the key of whoever writes this history belongs."""
    if named := environ.get(FOLDER):
        folder = Path(named)
        if (
            overlay.survives(folder / "key", root) is False
            and not (root / "media/root-ro" / f"{folder}/key"[1:]).exists()
        ):
            return database.parent, Place.BESIDE
        return folder, Place.ROOT
    state = environ.get("XDG_STATE_HOME") or (f"{home}/.local/state" if (home := environ.get("HOME")) else "")
    return (Path(state) / "eztrak", Place.USER) if state else (database.parent, Place.BESIDE)


def open_key(
    database: Path, environ: Mapping[str, str] = os.environ, locks: Path = LOCKS, root: Path = Path("/")
) -> UnitKey:
    """The key that is there, or one that is made now; for this run alone where there is one that does not open."""
    path, place = locate(database, environ, root)
    lock, beside = _lock(locks), _beside(database)
    try:
        content = _read(path)
    except OSError:
        return _instead(_noted_in(path, place, database))
    if content:
        return _opened(content, _noted_in(path, place, database), path, place, lock)
    older = _read(older_secret(database))
    secret = older if len(older) >= _HALF else secrets.token_bytes(_HALF)
    both = secrets.token_bytes(_HALF) + secret
    for file, at in ((path, place), (beside, Place.BESIDE)):
        if _made(file, _locked(both, lock)):
            # Another start may have made one in the same moment: what is there counts.
            key = _opened(_read(file), _noted_in(file, at, database), file, at, lock)
            key.made = True
            return key
    return UnitKey(both[:_HALF], secret, Place.NOWHERE, made=True)


def older_secret(database: Path) -> Path:
    """Where the PINs' secret lay before there was a key."""
    return database.with_name(database.name + ".secret")


def noted_of(database: Path, environ: Mapping[str, str] = os.environ) -> Head | None:
    """The last head that was noted of the history in this file, for somebody who looks from outside and may."""
    try:
        path, place = locate(database, environ)
        head = _head_in(_noted_in(path, place, database).path)
    except OSError:
        return None
    return head if head and head.path == os.path.realpath(database) else None


def _beside(database: Path) -> Path:
    return database.with_name(database.name + ".key")


def locate(database: Path, environ: Mapping[str, str] = os.environ, root: Path = Path("/")) -> tuple[Path, Place]:
    """Where the key lies, for somebody who looks from outside; makes none."""
    folder, place = folder_of(database, environ, root)
    path, beside = folder / "key", _beside(database)
    # Beside the history one is made where the folder cannot be written.
    anyway = place is Place.BESIDE or (not there(path) and there(beside))
    return (beside, Place.BESIDE) if anyway else (path, place)


def key_state(path: Path, place: Place, database: Path, locks: Path = LOCKS) -> tuple[bool, Said]:
    """Whether the key is well kept, and how it is."""
    if not there(path):
        return True, Said("none yet: the board makes it at its next start, as {path}", path=path)
    content = path.read_bytes()
    if content.startswith(_SEALED):
        kind = _lock_kind(locks)
        if kind is None:
            return False, Said("{path} opens only with a secret of the machine, which is not available now", path=path)
        if kind is Place.TPM:
            return True, Said("{path}, which opens only with the TPM of this machine", path=path)
        return True, Said("{path}, which opens only with the one-time memory of this Raspberry Pi", path=path)
    if len(content) != 2 * _HALF:
        return False, Said(
            "{path} is not an eztrak key: remove it, and the unit makes another; all PINs have to be set again then",
            path=path,
        )
    if (file := path.stat()).st_mode & 0o077:
        return False, Said("others than the board's user may read {path}: sudo chmod 600 {path}", path=path)
    if place is Place.BESIDE:
        return False, Said("{path} is beside the history: whoever takes its disk has both", path=path)
    if file.st_dev == database.parent.stat().st_dev:
        return True, Said("{path}, on the same disk as the history: whoever takes that has both", path=path)
    return True, Said("{path}, not on the disk of the history", path=path)


def _lock_kind(locks: Path) -> Place | None:
    return next((place for place in (Place.TPM, Place.OTP) if there(locks / place.value)), None)


def _lock(locks: Path) -> tuple[bytes, Place | None]:
    """What the machine's own secret gives, and where it is from."""
    kind = _lock_kind(locks)
    content = _read(locks / kind.value) if kind else b""
    return (content, kind) if len(content) >= _HALF else (b"", None)


def _opened(content: bytes, noted: Noted, path: Path, place: Place, lock: tuple[bytes, Place | None]) -> UnitKey:
    sealed = content.startswith(_SEALED)
    both = _unlocked(content, lock[0]) if sealed else content
    if len(both) != 2 * _HALF:
        return _instead(noted)
    if lock[1] is not None and not sealed:  # the machine has got one since
        with suppress(OSError):
            _write(path, _locked(both, lock))
    return UnitKey(both[:_HALF], both[_HALF:], lock[1] or place, noted)


def _noted_in(key: Path, place: Place, database: Path) -> Noted:
    """An installed unit has one history; whoever tries eztrak out has as many as they like."""
    if place is Place.ROOT:
        return Noted(key.parent / "head")
    if place is Place.BESIDE:
        return Noted(database.with_name(database.name + ".key-head"))
    name = hashlib.sha256(os.fsencode(os.path.realpath(database))).hexdigest()[:16]
    return Noted(key.parent / "heads" / name, anew=True)


def _head_in(path: Path) -> Head | None:
    """None for what is no head."""
    try:
        head = Head(**json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError, RecursionError):
        return None
    sound = [type(value) for value in astuple(head)] == [str, int, str, int, str]
    return head if sound and 0 < head.seq < 2**40 and 0 <= head.shoe < 2**40 else None


def _instead(noted: Noted) -> UnitKey:
    """For this run: the unit's own, which is there, cannot be opened now."""
    key = UnitKey(secrets.token_bytes(_HALF), secrets.token_bytes(_HALF), Place.NOWHERE, noted)
    key.locked = True
    return key


def _locked(both: bytes, lock: tuple[bytes, Place | None]) -> bytes:
    if lock[1] is None:
        return both
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    nonce = os.urandom(_NONCE)
    return _SEALED + nonce + AESGCM(_of_lock(lock[0])).encrypt(nonce, both, _SEALED)


def _unlocked(content: bytes, lock: bytes) -> bytes:
    """b"" where it does not open."""
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    nonce, sealed = content[len(_SEALED) :][:_NONCE], content[len(_SEALED) + _NONCE :]
    try:
        return AESGCM(_of_lock(lock)).decrypt(nonce, sealed, _SEALED) if lock else b""
    except (InvalidTag, ValueError):
        return b""


def _of_lock(lock: bytes) -> bytes:
    return hashlib.sha256(b"eztrak unit key\0" + lock).digest()


def _read(path: Path) -> bytes:
    """b"" where there is none. Raises OSError where there is one that cannot be read."""
    try:
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return b""


def _made(path: Path, content: bytes) -> bool:
    """Whether there is such a file now. One that is there already is left as it is."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        part = path.with_name(f"{path.name}.{os.getpid()}-{secrets.token_hex(4)}")
        _write_new(part, content)
        try:
            os.link(part, path)
        except FileExistsError:
            pass
        except PermissionError:  # a file system without links
            part.rename(path)
        finally:
            part.unlink(missing_ok=True)
        sync(path.parent)
    except OSError:
        return False
    return True


def _write(path: Path, content: bytes) -> None:
    """Replaces a file: the old one or the new one is there at any instant."""
    part = path.with_name(path.name + ".part")
    part.unlink(missing_ok=True)
    _write_new(part, content)
    part.rename(path)
    sync(path.parent)


def _write_new(path: Path, content: bytes) -> None:
    """Nothing is left where it fails: a start is tried again every few seconds."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        path.unlink()
        raise
