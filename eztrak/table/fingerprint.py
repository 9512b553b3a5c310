"""The short form of a public key, for people who compare it."""

import base64
import hashlib


def fingerprint(public: str) -> str:
    """What people compare of a public key: 80 bits, in groups of four, without letters that look like figures."""
    try:
        content = base64.b64decode(public, validate=True)
    except ValueError:  # of a row that somebody made up
        content = public.encode()
    number = int.from_bytes(hashlib.sha256(content).digest()[:10], "big")
    letters = "".join("0123456789ABCDEFGHJKMNPQRSTVWXYZ"[number >> shift & 31] for shift in range(75, -1, -5))
    return "-".join(letters[i : i + 4] for i in range(0, 16, 4))
