"""The supervisors' passwords for the pit page: a small file beside the database, readable by its owner alone.

They are not the PINs of the keypad's menu: a PIN of a few digits is enough behind a locked unit, not on a network, and
the check of a PIN stands in the journal, which the page may not write. Each password is kept as its scrypt hash with a
salt of its own. The file is read at every request, so that a password taken away ends its log-ins at once.
"""

import hashlib
import hmac
import json
import os
from pathlib import Path

from werkzeug.security import check_password_hash, generate_password_hash

from eztrak.supervisor.pit.roles import Role
from eztrak.voice.reasons import reason
from eztrak.voice.said import SaidError

SHORTEST, LONGEST = 8, 200
MOST = 9999  # the highest number of a supervisor

# About 32 MiB and a tenth of a second: guessing costs that much each time, logging in is not noticed.
METHOD = "scrypt:32768:8:1"
_NOBODY = f"{METHOD}$nobody$"  # no password has this hash


class PasswordError(SaidError):
    """A password cannot be taken or kept."""


class Passwords:
    def __init__(self, database: Path) -> None:
        self.path = database.with_name(database.name + ".passwords")
        self._roles = database.with_name(database.name + ".roles")  # apart: older releases read the passwords

    def numbers(self) -> list[int]:
        """The supervisors who have a password."""
        return sorted(map(int, self._hashes()))

    def matches(self, supervisor: int, password: str) -> bool:
        """Takes as long for a number that has no password: nobody learns by the clock who has one."""
        stored = self._hashes().get(str(supervisor), _NOBODY)
        return check_password_hash(stored, password) if "$" in stored else _matches_old(stored, password)

    def stamp(self, supervisor: int) -> str | None:
        """Changes with the password, so that a log-in can be tied to it; None where there is none."""
        stored = self._hashes().get(str(supervisor))
        return hashlib.sha256(stored.encode()).hexdigest()[:16] if stored else None

    def role(self, supervisor: int) -> Role:
        """A supervisor's, where nothing else is kept."""
        name = _read(self._roles).get(str(supervisor), Role.SUPERVISOR)
        if name not in list(Role):
            raise PasswordError("{path}: there is no role {role}", path=self._roles, role=name)
        return Role(name)

    def set(self, supervisor: int, password: str, role: Role | None = None) -> None:
        """A password, and a role unless the one that is kept stays. Raises PasswordError for one that is too short, or
        that cannot be kept."""
        if not 1 <= supervisor <= MOST:
            raise PasswordError("{number} cannot be a supervisor number: use 1 to {most}", number=supervisor, most=MOST)
        if not SHORTEST <= len(password) <= LONGEST:
            raise PasswordError(
                "a password has {least} to {most} characters; nothing was changed", least=SHORTEST, most=LONGEST
            )
        if role:
            _store(self._roles, _read(self._roles) | {str(supervisor): role.value})
        _store(self.path, self._hashes() | {str(supervisor): generate_password_hash(password, METHOD, 22)})

    def remove(self, supervisor: int) -> None:
        hashes = self._hashes()
        if hashes.pop(str(supervisor), None) is None:
            raise PasswordError("supervisor {supervisor} has no password for the pit page", supervisor=supervisor)
        roles = _read(self._roles)
        if roles.pop(str(supervisor), None):
            _store(self._roles, roles)
        _store(self.path, hashes)

    def _hashes(self) -> dict[str, str]:
        return _read(self.path)


def _read(path: Path) -> dict[str, str]:
    """By a supervisor's number; nothing where there is no file yet."""
    try:
        stored = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except OSError as fault:
        raise PasswordError("{path}: cannot be read: {why}", path=path, why=reason(fault)) from fault
    except ValueError:
        stored = None
    if not isinstance(stored, dict) or not all(k.isdecimal() and isinstance(v, str) for k, v in stored.items()):
        raise PasswordError("{path}: is not a password file; remove it and set the passwords again", path=path)
    return stored


def _store(path: Path, values: dict[str, str]) -> None:
    """Replaces the file as a whole: one that is half written would lock everybody out."""
    new = path.with_name(path.name + ".new")
    try:
        new.unlink(missing_ok=True)
        descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump(values, file, indent=1)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except OSError as fault:
        raise PasswordError("{path}: cannot be written: {why}", path=path, why=reason(fault)) from fault


def _matches_old(stored: str, password: str) -> bool:
    """As it used to be kept, at the same cost: the salt and the hash, both hexadecimal."""
    salt, _, check = stored.partition(":")
    made = hashlib.scrypt(password.encode(), salt=bytes.fromhex(salt), n=2**15, r=8, p=1, maxmem=2**26, dklen=32)
    return hmac.compare_digest(made.hex(), check)
