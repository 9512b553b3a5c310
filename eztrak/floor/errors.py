"""What keeps the copy from going on, in words for the person who has to mend it."""


class FloorError(Exception):
    """The server cannot be reached, or says no. Nothing was written there."""


class AddressError(FloorError):
    """What floor.database says is no address of a server."""
