"""Finds the files that ship with the product: fonts, themes, keymaps, packs.

In a source tree they stand at the top (assets/, config/), where people look for them; in a wheel they travel inside
the package. Everything else asks here and does not need to know.
"""

from pathlib import Path

_PACKAGE = Path(__file__).parent
_WHEEL = _PACKAGE / "_shipped"
ROOT = _WHEEL if _WHEEL.is_dir() else _PACKAGE.parent


def asset(*parts: str) -> Path:
    """The path of a shipped asset, such as asset("fonts", "metrics.json")."""
    return ROOT.joinpath("assets", *parts)


def setting(*parts: str) -> Path:
    """The path of a shipped config file, such as setting("packs", "washington.toml")."""
    return ROOT.joinpath("config", *parts)
