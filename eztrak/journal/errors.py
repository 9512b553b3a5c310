"""What can be wrong with a journal, in words for the person who has to mend it."""

import sqlite3

# What reading a damaged file can raise: Python cannot even decode some of SQLite's messages about a damaged schema.
DAMAGE = (sqlite3.DatabaseError, UnicodeDecodeError)


class JournalError(Exception):
    """The file cannot be used as a journal. It was not changed."""


class DamageError(JournalError):
    """The file was a journal, and is damaged."""


class StoreError(Exception):
    """An append did not reach the disk. The journal is as it was before."""
