"""The hash chain over the journal, and the seal that a shoe's end shows.

Each row's hash covers its whole content and the hash of the row before. Whoever changes, removes or inserts a row has
to change every hash after it, and with them the seals that a camera has recorded off the board.
"""

import hashlib
import json

from eztrak.table.events import Moment

_ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)
GENESIS = hashlib.sha256(b"eztrak journal").hexdigest()

# Crockford's base 32: no I, L, O or U, which a camera or a tired eye takes for something else.
_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
# 60 bits: with fewer, someone with a graphics card and a free time stamp could search for a forged shoe that fits.
_LETTERS = 12


def canonical(data: object) -> str:
    """The one text form of an event's fields, of marks and of counts."""
    return _ENCODER.encode(data)


def link(before: str, seq: int, moment: Moment, kind: str, data: str) -> str:
    """The hash of a row, given the hash of the row before."""
    content = json.dumps([before, seq, moment.at, moment.mono, moment.boot, kind, data], ensure_ascii=False)
    return hashlib.sha256(content.encode()).hexdigest()


def seal(end_hash: str) -> str:
    """The short code of a shoe's end, in groups of four: "7K3M-Q2ZD-9FXA"."""
    number = int(end_hash[: _LETTERS * 5 // 4], 16)
    code = "".join(_ALPHABET[number >> shift & 31] for shift in range(5 * (_LETTERS - 1), -1, -5))
    return "-".join(code[i : i + 4] for i in range(0, _LETTERS, 4))


def plain_seal(typed: str) -> str:
    """A seal as somebody read it off a recording, in the form in which it was shown."""
    code = typed.upper().translate(str.maketrans("OIL", "011", "- "))
    return "-".join(code[i : i + 4] for i in range(0, len(code), 4))


def hash_of(text: str) -> str:
    """What distinguishes the text of a game from any other."""
    return hashlib.sha256(text.encode()).hexdigest()
