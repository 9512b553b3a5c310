"""What is said, on its way between two programs of ours: plain JSON, to be said in any language by whoever shows it."""

from typing import Any

from eztrak.voice.said import Part, Said


def plain(said: Part) -> Any:
    """A sentence and its places as a list, names and figures as they are; what is neither in English."""
    if isinstance(said, Said):
        return [said.text, {name: plain(part) for name, part in said.parts}]
    return said if isinstance(said, int) else str(said)


def heard(said: Any) -> Said:
    """What was made plain. Raises ValueError for anything else."""
    match said:
        case [str(text), dict(parts)]:
            return Said(
                text, **{name: part if isinstance(part, int | str) else heard(part) for name, part in parts.items()}
            )
        case _:
            raise ValueError(f"nothing that was said: {said!r:.80}")
