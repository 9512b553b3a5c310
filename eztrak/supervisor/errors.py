"""An answer that is no, for the supervisor who asked. The command's exit status is 1 then."""

from eztrak.voice.said import SaidError


class RefusedError(SaidError):
    """What was asked for cannot be done, and nothing was left behind."""
