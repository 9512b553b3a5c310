"""What is said, on its way between two programs of ours: plain JSON, to be said in any language by whoever shows it."""

from typing import Any

from eztrak.voice.said import All, Kept, Part, Said, SaidError


def plain(said: Part) -> Any:
    """A sentence and its places as a list, names and figures as they are; what is none of these in English."""
    match said:
        case Said():
            return [said.text, {name: plain(part) for name, part in said.parts}]
        case SaidError():
            return plain(said.said)
        case Kept(text):
            return [text]
        case All(parts, joint, last):
            return [[plain(part) for part in parts], joint, last]
        case int():
            return said
        case _:
            return str(said)


def heard(said: Any) -> Said:
    """The sentence that was made plain. Raises ValueError for anything else."""
    match said:
        case [str(text), dict(parts)]:
            return Said(text, **{name: _part(part) for name, part in parts.items()})
        case _:
            raise ValueError(f"nothing that was said: {said!r:.80}")


def _part(said: Any) -> Part:
    match said:
        case int() | str():
            return said
        case [str(text)]:
            return Kept(text)
        case [list(parts), str(joint), str(last)]:
            return All(tuple(map(_part, parts)), joint, last)
        case _:
            return heard(said)
