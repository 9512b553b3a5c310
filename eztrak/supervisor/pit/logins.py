"""Who is logged in, and with which browsers. Kept on this side and in memory: a cookie is only a name for it.

So a log-out ends a log-in wherever its cookie has got to, and so do an hour without a page, a changed or removed
password, and a restart.
"""

import secrets
from collections import OrderedDict
from dataclasses import dataclass, field, replace
from threading import Lock

from eztrak.supervisor.pit.attempts import forget
from eztrak.table.round import NANO

IDLE = 3600 * NANO  # after this long without a page a log-in ends


@dataclass(frozen=True, slots=True)
class Login:
    supervisor: int
    stamp: str  # of the password it was made with
    seen: int  # monotonic nanoseconds


@dataclass(slots=True)
class Logins:
    _open: OrderedDict[str, Login] = field(default_factory=OrderedDict)  # by the cookie
    _browsers: OrderedDict[str, set[int]] = field(default_factory=OrderedDict)  # who has logged in with each
    _lock: Lock = field(default_factory=Lock)

    def begin(self, supervisor: int, stamp: str, now: int) -> str:
        name = secrets.token_urlsafe(32)
        with self._lock:
            self._open[name] = Login(supervisor, stamp, now)
            forget(self._open)
        return name

    def find(self, name: str, now: int, used: bool = True) -> Login | None:
        """The log-in of a cookie; where somebody uses it, it ends later from now on."""
        with self._lock:
            login = self._open.pop(name, None)
            if login is None or now - login.seen > IDLE:
                return None
            self._open[name] = replace(login, seen=now) if used else login
            return login

    def end(self, name: str) -> None:
        with self._lock:
            self._open.pop(name, None)

    def remember(self, browser: str, supervisor: int) -> str:
        """The name of a browser, a new one where it had none, with which this supervisor has logged in now."""
        with self._lock:
            known = self._browsers.pop(browser, None)
            name = secrets.token_urlsafe(32) if known is None else browser
            self._browsers[name] = (known or set()) | {supervisor}
            forget(self._browsers)
        return name

    def knows(self, browser: str, supervisor: int) -> bool:
        with self._lock:
            return supervisor in self._browsers.get(browser, ())
