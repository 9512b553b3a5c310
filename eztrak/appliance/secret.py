"""The unit's secret, without which nobody can try out what a supervisor's PIN is checked by.

A PIN is a few digits: whoever has its hash has the PIN within minutes. So the check in the record is made with a secret
that is in no record, log or export, but in a file of its own beside the database, readable by the unit alone. Taking
that file away needs access to the machine; every PIN is void then, and the first one is set anew at the keypad. That
is the way back for a lost PIN.
"""

import hashlib
import os
import secrets
from pathlib import Path

# About 16 MiB and 50 ms: a wrong PIN costs an attacker that much, a right one is not noticed.
_COST = {"n": 2**14, "r": 8, "p": 1}


class Secret:
    def __init__(self, path: Path) -> None:
        """Reads the secret, or makes a fresh one, which counts only once it is kept.

        Where none can be kept, the PINs last as long as the unit runs. Raises OSError where there is one that cannot be
        read now: it may be there again in a moment, and a fresh one would void every PIN.
        """
        self.fresh = False
        self._path = path
        try:
            self._secret = path.read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            self._secret = b""
        if len(self._secret) < 32:
            self.fresh = True
            self._secret = secrets.token_bytes(32)

    def keep(self) -> None:
        """Writes a fresh secret. Only when no PIN of an older one is in the record any more: a start that is cut off in
        between must find no secret again, or nobody could ever sign in."""
        try:
            descriptor = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(descriptor, "wb") as file:
                file.write(self._secret)
                file.flush()
                os.fsync(file.fileno())
        except OSError:
            return
        self.fresh = False

    def scramble(self, supervisor: int, pin: str) -> str:
        """What a supervisor's PIN is checked by."""
        return hashlib.scrypt(pin.encode(), salt=self._secret + str(supervisor).encode(), dklen=16, **_COST).hex()
