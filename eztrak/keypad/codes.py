"""From the kernel's key events to caps: what evdev sends for each key of a number pad, and how pads differ.

Which signals exist. A press is value 1, a release 0, a repeat 2; a repeat is no press. The keys of the number block
have codes of their own (KEY_KP1 …), whatever NumLock says: the kernel leaves that to others. But pads are built to
look right on any computer, so some

- send the digit row (KEY_1) or the navigation keys (KEY_END for 1) instead, following their NumLock lamp;
- send + as Shift and =, * as Shift and 8;
- wrap each key in NumLock presses, before and after, to switch the computer's NumLock on for just this key: held
  around the key, or pressed and released on each side, a report apart. Reports come every 8 to 10 ms.

So NumLock counts as a key of its own only when it comes alone: no other key is down, and none goes down or up within
80 ms before or after. A finger is slower than that. A lone NumLock therefore comes 80 ms late.

Left out: writing the NumLock lamp (a grabbed pad's lamp stays as it was; every code is read either way), and keys with
Ctrl, Alt or Meta held: pads type brackets and currency signs as Alt and a number, and that number is no key press.
"""

from collections.abc import Iterable
from dataclasses import dataclass

WRAP = 80_000_000  # ns around a key within which a NumLock belongs to it

EV_SYN, EV_KEY = 0, 1
SYN_REPORT, SYN_DROPPED = 0, 3
UP, DOWN = 0, 1

NUMLOCK = 69
# code: name, cap
KEYS: dict[int, tuple[str, str]] = {
    **{code: (f"KEY_{digit}", digit) for code, digit in zip(range(2, 12), "1234567890", strict=True)},
    **{code: (f"KEY_KP{d}", d) for code, d in zip((82, 79, 80, 81, 75, 76, 77, 71, 72, 73), "0123456789", strict=True)},
    78: ("KEY_KPPLUS", "+"),
    74: ("KEY_KPMINUS", "-"),
    55: ("KEY_KPASTERISK", "*"),
    98: ("KEY_KPSLASH", "/"),
    83: ("KEY_KPDOT", "."),
    121: ("KEY_KPCOMMA", "."),
    96: ("KEY_KPENTER", "Enter"),
    NUMLOCK: ("KEY_NUMLOCK", "NumLock"),
    12: ("KEY_MINUS", "-"),
    14: ("KEY_BACKSPACE", "Backspace"),
    28: ("KEY_ENTER", "Enter"),
    51: ("KEY_COMMA", "."),
    52: ("KEY_DOT", "."),
    53: ("KEY_SLASH", "/"),
    102: ("KEY_HOME", "7"),
    103: ("KEY_UP", "8"),
    104: ("KEY_PAGEUP", "9"),
    105: ("KEY_LEFT", "4"),
    106: ("KEY_RIGHT", "6"),
    107: ("KEY_END", "1"),
    108: ("KEY_DOWN", "2"),
    109: ("KEY_PAGEDOWN", "3"),
    110: ("KEY_INSERT", "0"),
    111: ("KEY_DELETE", "."),
    355: ("KEY_CLEAR", "5"),
}
_SHIFTED = {9: ("Shift+KEY_8", "*"), 13: ("Shift+KEY_EQUAL", "+")}
_SHIFT = frozenset({42, 54})
_CHORDS = {29: "Ctrl", 97: "Ctrl", 56: "Alt", 100: "Alt", 125: "Meta", 126: "Meta"}

# What a device must have to be of use here: the ten digits of the number block, and its Enter.
NEEDED = frozenset({71, 72, 73, 75, 76, 77, 79, 80, 81, 82, 96})
LETTERS = frozenset({16, 17, 18, 30, 44})  # Q W E A Z: with these it is a whole keyboard, or says it is


@dataclass(frozen=True, slots=True)
class KeyEvent:
    """One event of the kernel, at a moment of the monotonic clock."""

    kind: int
    code: int
    value: int
    mono: int


@dataclass(frozen=True, slots=True)
class Pressed:
    cap: str  # "" for a key that is none of a number pad's
    key: str  # its name
    code: int
    mono: int  # when it went down


class Decoder:
    """Follows one device: which keys are down, and whether a NumLock is still waiting."""

    def __init__(self) -> None:
        self._down: set[int] = set()
        self._numlock: int | None = None  # when the NumLock went down that may yet turn out a wrapping
        self._other = -WRAP  # when another key last went down or up
        self._skipping = False
        self.overruns = 0

    def due(self) -> int | None:
        """When a waiting NumLock counts as pressed, if no other key comes."""
        return None if self._numlock is None else self._numlock + WRAP

    def decode(self, events: Iterable[KeyEvent]) -> list[Pressed]:
        pressed: list[Pressed] = []
        for event in events:
            if event.kind == EV_SYN:
                self._synchronise(event)
            elif event.kind == EV_KEY and not self._skipping and event.value in (UP, DOWN):
                pressed += self.settle(event.mono)
                pressed += self._edge(event)
        return pressed

    def settle(self, mono: int) -> list[Pressed]:
        """The NumLock that came alone, once that is sure."""
        if self._numlock is None or mono < self._numlock + WRAP:
            return []
        since, self._numlock = self._numlock, None
        return [_named(NUMLOCK, since)]

    def _synchronise(self, event: KeyEvent) -> None:
        """The kernel's buffer ran over: what is left of it is torn, up to the next report."""
        if event.code == SYN_DROPPED:
            self._skipping = True
            self._down.clear()
            self.overruns += 1
        elif event.code == SYN_REPORT:
            self._skipping = False

    def _edge(self, event: KeyEvent) -> list[Pressed]:
        code, goes_down = event.code, event.value == DOWN
        fresh = goes_down and code not in self._down
        (self._down.add if goes_down else self._down.discard)(code)
        if code == NUMLOCK:
            alone = not self._down - {NUMLOCK} and event.mono - self._other >= WRAP
            if fresh and alone:
                self._numlock = event.mono
            return []
        self._other = event.mono
        self._numlock = None  # it wrapped this key
        return [self._press(code, event.mono)] if fresh and code not in _SHIFT and code not in _CHORDS else []

    def _press(self, code: int, mono: int) -> Pressed:
        chord = sorted({_CHORDS[held] for held in self._down & _CHORDS.keys()})
        if chord:
            return Pressed("", "+".join([*chord, _named(code, mono).key]), code, mono)
        if self._down & _SHIFT and code in _SHIFTED:
            key, cap = _SHIFTED[code]
            return Pressed(cap, key, code, mono)
        return _named(code, mono)


def _named(code: int, mono: int) -> Pressed:
    key, cap = KEYS.get(code, ("", ""))
    return Pressed(cap, key or f"key {code}", code, mono)
