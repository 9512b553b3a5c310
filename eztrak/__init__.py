"""eztrak: the baccarat scoreboard that a cardroom hangs on the wall and trusts."""

__version__ = "0.1.0"
