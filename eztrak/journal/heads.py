"""Signatures of the unit's key over rows of the journal, and how far they vouch for it.

The last row of every commit is signed, and every end of a shoe, since the board shows its seal. A signature stands for
all rows before it too: the chain holds them together. The key in force at a row is that of the last row of the kind
`key` up to there; what came before the first of these is not keyed. The public key is on record with it, so anybody can
check; nobody can sign but the unit.
"""

import base64
import binascii
import sqlite3
from bisect import bisect_left
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol

from eztrak.journal.errors import DAMAGE

_ABOUT = b"eztrak journal head\0"


class Signer(Protocol):
    public: str

    def sign(self, message: bytes) -> bytes: ...


@dataclass(frozen=True, slots=True)
class Keyed:
    """The key in force at a row."""

    public: str = ""  # in base 64; "" where none is
    place: str = ""


def signed(signer: Signer, digest: str) -> bytes:
    return signer.sign(_ABOUT + digest.encode())


def holds(public: str, digest: str, signature: bytes | None) -> bool:
    """Whether it is the signature of this key over a row with this hash."""
    from cryptography.exceptions import InvalidSignature

    key = _public(public)
    if key is None or not isinstance(signature, bytes):
        return False
    try:
        key.verify(signature, _ABOUT + digest.encode())
    except (InvalidSignature, ValueError):
        return False
    return True


def add(connection: sqlite3.Connection, seq: int, digest: str, signer: Signer) -> None:
    """Signs a row, in a transaction that is open."""
    connection.execute("INSERT INTO heads VALUES (?, ?)", (seq, signed(signer, digest)))


def hash_of(connection: sqlite3.Connection, seq: int) -> str:
    """Of a row; "" where there is none."""
    row = connection.execute("SELECT hash FROM journal WHERE seq = ?", (seq,)).fetchone()
    return str(row[0]) if row else ""


def signature_of(connection: sqlite3.Connection, seq: int) -> bytes | None:
    """None where there is none, or where it cannot be read: the row alone may be good."""
    with suppress(*DAMAGE):
        row = connection.execute("SELECT signature FROM heads WHERE seq = ?", (seq,)).fetchone()
        if row and isinstance(row[0], bytes):
            return row[0]
    return None


def keyed(connection: sqlite3.Connection, last: int) -> Keyed:
    """The key in force at a row."""
    query = "SELECT public, place FROM keys WHERE seq <= ? ORDER BY seq DESC LIMIT 1"
    row = connection.execute(query, (last,)).fetchone()
    return Keyed(*row) if row else Keyed()


def signed_to(connection: sqlite3.Connection, public: str, last: int) -> int:
    """The newest row up to `last` that a key has signed, and with it all before; 0 for none.

    It does not matter what the rows say of keys: whoever writes rows anew without this key can put rows of the kind
    `key` among them, and spoils all signatures from there on. So the newest one that holds is soon found, by steps that
    grow and then halve.
    """
    newest = connection.execute("SELECT seq FROM heads WHERE seq <= ? ORDER BY seq DESC LIMIT 1", (last,)).fetchone()
    if newest is None or _stands(connection, public, newest[0]):
        return int(newest[0]) if newest else 0
    every = [seq for (seq,) in connection.execute("SELECT seq FROM heads WHERE seq <= ? ORDER BY seq DESC", (last,))]
    bad, step = 0, 1
    while step < len(every) and not _stands(connection, public, every[step]):
        bad, step = step, step * 2
    good = bisect_left(every, True, bad + 1, min(step, len(every)), key=lambda seq: _stands(connection, public, seq))
    return int(every[good]) if good < len(every) else 0


def _stands(connection: sqlite3.Connection, public: str, seq: int) -> bool:
    digest = hash_of(connection, seq)
    return bool(digest) and holds(public, digest, signature_of(connection, seq))


@lru_cache(16)
def _public(public: str) -> Any:
    """None for what is no key."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        return Ed25519PublicKey.from_public_bytes(base64.b64decode(public, validate=True))
    except (ValueError, binascii.Error):
        return None
