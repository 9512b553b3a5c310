"""An answer that is no, in words for the supervisor who asked. The command's exit status is 1 then."""


class RefusedError(Exception):
    """What was asked for cannot be done; the message says why, and nothing was left behind."""
