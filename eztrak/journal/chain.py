"""The hash chain over the journal, the seal that a shoe's end shows, and the short form of a head.

Each row's hash covers its whole content and the hash of the row before. Whoever changes, removes or inserts a row has
to change every hash after it, and with them the seals that a camera has recorded off the board.

A seal has to be short enough to be read off a recording, so two histories with the same one can be found by trying:
that has to cost more than anybody has. Today's form has 100 bits, in twenty letters: about 2^50 tries until two fit.
Each try is a scrypt: 2^17 Salsa20/8 over 4 MB, by its operations the work of more than 2^14 SHA-256, and of more than
that by the clock of a machine with instructions for SHA-256: 2^64 in all, on machines that must have the memory too.
More letters alone would be 26; a commitment at the shoe's start says nothing of hands that are not dealt yet. It costs
the unit some hundredths of a second at a shoe's end, in the writer's thread.

The first form was twelve letters of the hash itself: 2^30 tries. Which form a seal has stands in the row that it is
made of, and shoes of before keep theirs.
"""

import hashlib
import json
from functools import lru_cache

from eztrak.table.events import SEAL_FORM, Moment

_ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)
_text = json.encoder.encode_basestring
FIRST = -(2**63)  # the least that SQLite can number a row or a shoe: one put in before 1 must not stay unseen
LAST = 2**63 - 1
GENESIS = hashlib.sha256(b"eztrak journal").hexdigest()

# Crockford's base 32: no I, L, O or U, which a camera or a tired eye takes for something else.
_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_SHORT, _LONG = 12, 20  # letters
_SCRYPT = {"n": 2**12, "r": 8, "p": 1, "maxmem": 2**24, "dklen": 13}  # 100 bits of 104; 2^12 * 8 * 128 bytes of memory
_SALT = b"eztrak seal 2"


def canonical(data: object) -> str:
    """The one text form of an event's fields, of marks and of counts."""
    return _ENCODER.encode(data)


def link(before: str, seq: int, moment: Moment, kind: str, data: str) -> str:
    """The hash of a row, given the hash of the row before."""
    return link_of(before, seq, moment.at, moment.mono, moment.boot, kind, data)


def link_of(before: str, seq: int, at: str, mono: int, boot: str, kind: str, data: str) -> str:
    # What json.dumps makes of the list with ensure_ascii=False, in a third of its time: there are millions of rows.
    content = f"[{_text(before)}, {seq:d}, {_text(at)}, {mono:d}, {_text(boot)}, {_text(kind)}, {_text(data)}]"
    return hashlib.sha256(content.encode()).hexdigest()


def short(digest: str) -> str:
    """The short form of a head: "7K3M-Q2ZD-9FXA". It proves a history together with the number of its row and the codes
    of the rows after it; a seal has to stand alone."""
    return _code(digest, _SHORT)


@lru_cache(4096)  # who writes a row or checks it has made its seal; who shows it, in the loop, never waits for one
def seal(digest: str, form: int = SEAL_FORM) -> str:
    """The seal that is made of a row's hash: "7K3M-Q2ZD-9FXA-31RS-8TWE"."""
    if form == 1:
        return short(digest)
    if form == SEAL_FORM:
        return _code(hashlib.scrypt(bytes.fromhex(digest), salt=_SALT, **_SCRYPT).hex(), _LONG)
    raise ValueError(f"no seal has form {form}")


def _code(digest: str, letters: int) -> str:
    number = int(digest[: letters * 5 // 4], 16)
    code = "".join(_ALPHABET[number >> shift & 31] for shift in range(5 * (letters - 1), -1, -5))
    return "-".join(code[i : i + 4] for i in range(0, letters, 4))


def digits_of(code: str) -> str:
    """The first digits of the hash that a short form was made of; nothing for what is none."""
    letters = code.replace("-", "")
    if len(letters) != _SHORT or not set(letters) <= set(_ALPHABET):
        return ""
    number = int("".join(f"{_ALPHABET.index(letter):05b}" for letter in letters), 2)
    return f"{number:015x}"


def plain_seal(typed: str) -> str:
    """A seal, or a short head, as somebody read it off a recording, in the form in which it was shown."""
    code = typed.upper().translate(str.maketrans("OIL", "011", "- "))
    return "-".join(code[i : i + 4] for i in range(0, len(code), 4))


def hash_of(text: str) -> str:
    """What distinguishes the text of a game from any other."""
    return hashlib.sha256(text.encode()).hexdigest()
