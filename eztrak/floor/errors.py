"""What keeps the copy from going on, for the person who has to fix it."""

from eztrak.voice.said import SaidError


class FloorError(SaidError):
    """The server cannot be reached, or says no. Nothing was written there."""


class AddressError(FloorError):
    """What floor.database says is no address of a server."""
