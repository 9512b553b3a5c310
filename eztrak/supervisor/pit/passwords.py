"""The supervisors' passwords for the pit page: a small file beside the database, readable by its owner alone.

They are not the PINs of the keypad's menu: a PIN of a few digits is enough behind a locked unit, not on a network, and
the check of a PIN stands in the journal, which the page may not write. Each password is kept as its scrypt hash with a
salt of its own. The file is read at every request, so that a password taken away ends its log-ins at once.
"""

import hashlib
import hmac
import json
import os
import secrets
from pathlib import Path

SHORTEST, LONGEST = 8, 200
MOST = 9999  # the highest number of a supervisor

# About 32 MiB and a tenth of a second: guessing costs that much each time, logging in is not noticed.
_COST = {"n": 2**15, "r": 8, "p": 1, "maxmem": 2**26}


class PasswordError(Exception):
    """A password cannot be taken or kept; the message says why."""


class Passwords:
    def __init__(self, database: Path) -> None:
        self.path = database.with_name(database.name + ".passwords")

    def numbers(self) -> list[int]:
        """The supervisors who have a password."""
        return sorted(map(int, self._kept()))

    def matches(self, supervisor: int, password: str) -> bool:
        """Takes as long for a number that has no password: nobody learns by the clock who has one."""
        salt, _, check = self._kept().get(str(supervisor), f"{'0' * 32}:").partition(":")
        made = _scramble(password[:LONGEST], salt)
        return bool(check) and hmac.compare_digest(made, check)

    def stamp(self, supervisor: int) -> str | None:
        """Changes with the password, so that a log-in can be tied to it; None where there is none."""
        kept = self._kept().get(str(supervisor))
        return hashlib.sha256(kept.encode()).hexdigest()[:16] if kept else None

    def set(self, supervisor: int, password: str) -> None:
        """Raises PasswordError for one that is too short, or that cannot be kept."""
        if not 1 <= supervisor <= MOST:
            raise PasswordError(f"{supervisor}: a supervisor's number is from 1 to {MOST}")
        if not SHORTEST <= len(password) <= LONGEST:
            raise PasswordError(f"a password has {SHORTEST} to {LONGEST} characters; nothing was changed")
        salt = secrets.token_hex(16)
        self._keep(self._kept() | {str(supervisor): f"{salt}:{_scramble(password, salt)}"})

    def remove(self, supervisor: int) -> None:
        kept = self._kept()
        if kept.pop(str(supervisor), None) is None:
            raise PasswordError(f"supervisor {supervisor} has no password for the pit page")
        self._keep(kept)

    def _kept(self) -> dict[str, str]:
        try:
            kept = json.loads(self.path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        except OSError as fault:
            raise PasswordError(f"{self.path}: cannot be read: {fault.strerror}") from fault
        except ValueError:
            kept = None
        if not isinstance(kept, dict) or not all(k.isdecimal() and isinstance(v, str) for k, v in kept.items()):
            raise PasswordError(f"{self.path}: is no file of passwords; remove it and set them anew")
        return kept

    def _keep(self, kept: dict[str, str]) -> None:
        """Replaces the file as a whole: one that is half written would lock everybody out."""
        new = self.path.with_name(self.path.name + ".new")
        try:
            new.unlink(missing_ok=True)
            descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                json.dump(kept, file, indent=1)
                file.flush()
                os.fsync(file.fileno())
            new.replace(self.path)
        except OSError as fault:
            raise PasswordError(f"{self.path}: cannot be written: {fault.strerror}") from fault


def _scramble(password: str, salt: str) -> str:
    return hashlib.scrypt(password.encode(), salt=bytes.fromhex(salt), dklen=32, **_COST).hex()
