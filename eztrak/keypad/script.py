"""The script source: a text of keys with pauses, for tests and demos.

Words separated by blanks, each a cap (`3`, `Enter`, `-`) or `wait SECONDS`; `#` begins a comment.

    9 3 Enter     # Banker, and what 9 means in the game
    wait 2.5
    1 Enter       # Player
"""

import re
from collections.abc import Iterable, Iterator

from eztrak.keypad.source import CAPS, KeyPress, Source
from eztrak.table.round import NANO
from eztrak.voice.said import All, Said


class ScriptError(Exception):
    """A text that is no script: every fault with its line."""

    def __init__(self, faults: list[Said]) -> None:
        self.said = All(tuple(faults), "\n")
        super().__init__(self.said)


def parse(text: str) -> list[str | float]:
    """The keys and pauses of a script. Raises ScriptError."""
    steps: list[str | float] = []
    faults: list[Said] = []
    for number, line in enumerate(text.splitlines(), 1):
        words = iter(re.sub(r"#.*", "", line).split())
        for word in words:
            if word == "wait":
                pause = next(words, "")
                if re.fullmatch(r"\d+(\.\d+)?", pause):
                    steps.append(float(pause))
                else:
                    faults.append(
                        Said("line {line}: write seconds after wait, not {word}", line=number, word=repr(pause))
                    )
            elif word in CAPS:
                steps.append(word)
            else:
                known = " ".join((*CAPS, "wait SECONDS"))
                faults.append(
                    Said(
                        "line {line}: {word} is not a key; keys are {known}", line=number, word=repr(word), known=known
                    )
                )
    if faults:
        raise ScriptError(faults)
    return steps


class ScriptSource(Source):
    """Presses keys by itself, one whenever it is asked. Steps are drawn one at a time, so that a demo may be without
    end."""

    def __init__(self, steps: Iterable[str | float], mono: int, name: str = "script") -> None:
        self.name = name
        self._steps: Iterator[str | float] = iter(steps)
        self._due: int | None = mono

    def fileno(self) -> None:
        return None

    def due(self) -> int | None:
        return self._due

    def read(self, mono: int) -> list[KeyPress]:
        while self._due is not None and mono >= self._due:
            step = next(self._steps, None)
            if step is None:
                self._due = None
            elif isinstance(step, str):
                return [KeyPress(step, self.name, mono)]
            else:
                self._due += round(step * NANO)
        return []

    def close(self) -> None:
        self._due = None
