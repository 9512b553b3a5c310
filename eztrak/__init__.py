"""eztrak: the baccarat scoreboard that a cardroom hangs on the wall and trusts."""

import os

__version__ = "0.9.0"

# Before anything imports pygame: its greeting has no place in our output.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
