"""A keypad that comes and goes: what the evdev and the serial source have in common.

A binding says which device is meant and opens it; an open device is a link, which lives until the device is pulled out
or dies. The source in between looks for its device while it is away, lets go of a dead one, says on the board what is
wrong, and keeps a flood of keys out. It never waits: everything happens in `read`, at the moment given.
"""

import contextlib
import select
from typing import Protocol

from eztrak.appliance.log import log
from eztrak.keypad.bounce import Bounce
from eztrak.keypad.flood import FLOODED, FloodGuard
from eztrak.keypad.hotplug import Hotplug
from eztrak.keypad.source import KeyPress
from eztrak.table.round import NANO
from eztrak.voice.said import All, Part, Said

RETRY = NANO  # how often a device that is away is looked for, hot-plug or not
UNPLUGGED = Said("keypad unplugged")


def unplugged(keypad: str) -> Said:
    return Said("keypad unplugged: {keypad}", keypad=keypad)


def missing(package: str) -> Said:
    return Said("keypad cannot be read: {package} is not installed (pip install {package})", package=package)


def forbidden(group: str, device: str) -> Said:
    return Said(
        "no permission to open the keypad: this user is not in the group {group} ({device})", group=group, device=device
    )


def in_use(keypad: str) -> Said:
    return Said("another program is using the keypad: {keypad}", keypad=keypad)


def failed(reason: Part, device: str) -> Said:
    return Said("keypad cannot be opened: {reason} ({device})", reason=reason, device=device)


class Link(Protocol):
    """One open device."""

    @property
    def device(self) -> str:
        """What it is, for people."""

    @property
    def garbage(self) -> int:
        """How much came in that was no key, for the health page."""

    def descriptors(self) -> list[int]: ...

    def due(self) -> int | None:
        """When it has something without its descriptor waking, in monotonic nanoseconds, or None."""

    def read(self, mono: int) -> list[KeyPress]:
        """The keys pressed. Raises OSError once the device is gone."""

    def trouble(self) -> Said: ...

    def close(self) -> None: ...


class Binding(Protocol):
    """Which device is meant."""

    def open(self, name: str) -> Link | Said:
        """The device, opened; or why it cannot be had. Its keys come from that source name."""

    def stands(self, link: Link) -> bool:
        """Whether the open device is still the one that is meant, after something was plugged in or pulled out."""


class PluggedSource:
    def __init__(self, name: str, binding: Binding, hotplug: Hotplug, bounce: int = 0) -> None:
        """`bounce`: milliseconds within which the same key again is no press."""
        self.name = name
        self.garbage = 0
        self._binding, self._hotplug = binding, hotplug
        self._link: Link | None = None
        self._guard, self._bounce = FloodGuard(), Bounce(bounce)
        self._away = UNPLUGGED  # why there is no link, while there is none
        self._trouble = Said()
        self._next_search = 0
        # The device and the hot-plug news wake the loop through one descriptor.
        self._epoll = select.epoll()
        if (news := hotplug.fileno()) is not None:
            self._epoll.register(news, select.EPOLLIN)

    def fileno(self) -> int | None:
        return self._epoll.fileno()

    def due(self) -> int | None:
        moments = [self._guard.until] if self._guard.until else []
        if self._link is None:
            moments.append(self._next_search)
        elif (own := self._link.due()) is not None:
            moments.append(own)
        return min(moments, default=None)

    def read(self, mono: int) -> list[KeyPress]:
        if self._hotplug.changed():
            self._next_search = mono
            if self._link is not None and not self._binding.stands(self._link):
                self._let_go()
        if self._link is None and mono >= self._next_search:
            self._search(mono)
        pressed = self._take(mono)
        if self._guard.until and not self._guard.locked(mono):
            self._guard.until = 0
        self._report()
        return pressed

    def trouble(self) -> Said:
        return self._trouble

    def health(self) -> All:
        device = self._link.device if self._link is not None else ""
        garbage = Said("{count:bad signal|bad signals} received" if self.garbage else "", count=self.garbage)
        return All(tuple(filter(None, (device, self._trouble, garbage, self._bounce.health()))))

    def close(self) -> None:
        self._let_go()
        self._hotplug.close()
        self._epoll.close()

    def _search(self, mono: int) -> None:
        opened = self._binding.open(self.name)
        self._next_search = mono + RETRY
        if isinstance(opened, Said):
            self._away = opened
            return
        self._link = opened
        for descriptor in opened.descriptors():
            self._epoll.register(descriptor, select.EPOLLIN)
        log.info(f"{self.name}: taken: {opened.device}")

    def _take(self, mono: int) -> list[KeyPress]:
        if self._link is None or not self._stirs(self._link, mono):
            return []
        before = self._link.garbage
        try:
            pressed = self._link.read(mono)
        except OSError:
            self._let_go()
            self._away = UNPLUGGED
            self._next_search = mono + RETRY
            return []
        self.garbage += self._link.garbage - before
        return [key for key in pressed if self._guard.takes(key.mono) and self._bounce.takes(key.cap, key.mono)]

    def _stirs(self, link: Link, mono: int) -> bool:
        """Whether there is anything to read: else a key of another device waits until nothing was found here."""
        due = link.due()
        if due is not None and mono >= due:
            return True
        return any(descriptor in link.descriptors() for descriptor, _ in self._epoll.poll(0))

    def _let_go(self) -> None:
        if self._link is None:
            return
        for descriptor in self._link.descriptors():
            # A descriptor that died has left by itself.
            with contextlib.suppress(OSError, ValueError):
                self._epoll.unregister(descriptor)
        self._link.close()
        self._link = None

    def _report(self) -> None:
        """Brings what the board says up to date; the log hears each change once."""
        trouble = self._away if self._link is None else FLOODED if self._guard.until else self._link.trouble()
        if trouble != self._trouble:
            self._trouble = trouble
            if trouble:
                log.warning(f"{self.name}: {trouble}")
