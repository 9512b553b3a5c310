"""The software of a unit as its record knows it: what came up, what was approved, and whether it is that still.

Where an approval binds a unit, other software takes no hand until a supervisor has confirmed it. What is confirmed is
that very difference, by its code: another one asks again.
"""

from dataclasses import dataclass, replace

from eztrak.voice.said import NOTHING, Phrase, Said


@dataclass(frozen=True, slots=True)
class Running:
    """What came up, in the record of a start. Each is empty where it is not known."""

    code: str = ""  # of the release; none from source
    config: str = ""  # SHA-256 of the config's file
    rules: str = ""  # the code of pack, game, keymap and rules of entry together
    approval: str = ""  # which one binds the unit, in words


SOURCE = Running()


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check of all files found."""

    code: str = ""  # of the release; none where it has no manifest
    differs: Said = NOTHING  # what is not as released or as approved
    difference: str = ""  # its code, which stands for every byte that differs
    files: tuple[str, ...] = ()  # that differ: how, SHA-256 of what is there, path

    @property
    def in_short(self) -> "Checked":
        """Without the files: every shoe's start carries it, and the code of the difference stands for them."""
        return replace(self, files=())


@dataclass(frozen=True, slots=True)
class Software:
    version: str = ""  # of the release, and its code; both empty from source
    code: str = ""
    approval: str = ""
    checked: Checked | None = None  # since the unit came up
    confirmed: str = ""  # the code of the difference that a supervisor stands for

    @property
    def release(self) -> str:
        """As the board shows it, where it runs a release."""
        return f"eztrak {self.version} · {self.code}" if self.code else ""

    @property
    def waits(self) -> Said:
        """What a supervisor has to confirm before a hand is taken."""
        check = self.checked
        if not self.approval or check is None or check.difference == self.confirmed:
            return NOTHING
        return check.differs

    @property
    def refuses(self) -> Said | None:
        """Why no hand is taken."""
        if self.approval and self.checked is None:
            return Said("the software is still being checked: press Enter again in a moment")
        if self.waits:
            return Said(
                "no hands can be entered: this is not the software of approval {approval}. A "
                "supervisor must confirm it (MENU)",
                approval=Phrase(self.approval),
            )
        return None


UNKNOWN = Software()
