"""What can be wrong with a journal, in words for the person who has to mend it."""


class JournalError(Exception):
    """The file cannot be used as a journal. It was not changed."""


class StoreError(Exception):
    """An append did not reach the disk. The journal is as it was before."""
