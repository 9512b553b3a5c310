"""What somebody typed into the fields of a page."""

from flask import request

from eztrak.supervisor.pit.tables import MissingError


def fields(*names: str) -> dict[str, str]:
    """What stands in the address behind these names."""
    return {name: request.args.get(name, "").strip() for name in names}


def number(text: str) -> int:
    """Raises MissingError for what is none."""
    if not _is_number(text, 9):
        raise MissingError("“{typed}” is not a number.", typed=text)
    return int(text)


def supervisor(text: str) -> int:
    """The number of one who logs in; 0 for what can be none."""
    return int(text) if _is_number(text, 5) else 0


def _is_number(text: str, most: int) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= most
