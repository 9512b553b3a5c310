"""A shoe's seal in lines, and under it those that the shoe had before a late correction."""

from eztrak.display.lettering import fit, width
from eztrak.display.roles import Role
from eztrak.display.scene import Box, Node, Text
from eztrak.display.theme import Theme
from eztrak.display.words import Words

EARLIER, LEAST = 25.0, 16.0
_STEP = 1.5  # from line to line, in cap heights


def halves(seal: str, cap: float, space: float, face: str) -> list[str]:
    """The seal in one line where that has room, else in two."""
    groups = seal.split("-")
    if len(groups) < 4 or width(seal, cap, face) <= space:
        return [seal]
    middle = (len(groups) + 1) // 2
    return ["-".join(groups[:middle]), "-".join(groups[middle:])]


def named(seal: str, earlier: tuple[str, ...]) -> str:
    """With its number, where a shoe has more than one."""
    return f"{len(earlier) + 1} · {seal}" if earlier else seal


def earlier_high(earlier: tuple[str, ...]) -> float:
    return EARLIER * _STEP if earlier else 0.0


def last(earlier: tuple[str, ...]) -> list[str]:
    """The newest of the earlier ones, with its number: the list of all is in the history."""
    return [f"{len(earlier)} · {earlier[-1]}"] if earlier else []


def before(box: Box, theme: Theme, words: Words, earlier: tuple[str, ...]) -> list[Node]:
    nodes: list[Node] = []
    for said in last(earlier):
        cap = max(LEAST, fit(said, EARLIER, box.w, words.medium))
        nodes.append(Text(*box.centre, said, cap, theme.soft, words.medium, role=Role.POSTING))
    return nodes
