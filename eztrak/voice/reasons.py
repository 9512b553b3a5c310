"""Why something failed, in the words of whoever knew: our own, or those of Linux, SQLite or the reader of TOML.

The words of others are English on every unit. Those that a room may meet stand here, so that the catalogues have them;
any other stays as it is.
"""

import re

from eztrak.voice.said import Phrase, Said, SaidError, Spoken

_LONGEST = 300  # characters: others may repeat what a file has in it
_OF_LINUX = (
    Said("Broken pipe"),
    Said("Cannot allocate memory"),
    Said("Connection refused"),
    Said("Connection reset by peer"),
    Said("Connection timed out"),
    Said("Device or resource busy"),
    Said("Disk quota exceeded"),
    Said("File exists"),
    Said("File name too long"),
    Said("File too large"),
    Said("Input/output error"),
    Said("Invalid argument"),
    Said("Is a directory"),
    Said("Network is unreachable"),
    Said("No route to host"),
    Said("No space left on device"),
    Said("No such device"),
    Said("No such device or address"),
    Said("No such file or directory"),
    Said("Not a directory"),
    Said("Operation not permitted"),
    Said("Permission denied"),
    Said("Read-only file system"),
    Said("Stale file handle"),
    Said("Structure needs cleaning"),
    Said("Too many levels of symbolic links"),
    Said("Too many open files"),
)
_OF_SQLITE = (
    Said("attempt to write a readonly database"),
    Said("database disk image is malformed"),
    Said("database is locked"),
    Said("database or disk is full"),
    Said("disk I/O error"),
    Said("file is not a database"),
    Said("interrupted"),
    Said("locking protocol"),
    Said("out of memory"),
    Said("unable to open database file"),
)
_OF_TOML = (
    Said("Cannot overwrite a value"),
    Said("Expected '=' after a key in a key/value pair"),
    Said("Expected ']' at the end of a table declaration"),
    Said("Expected newline or end of document after a statement"),
    Said("Illegal character '\\n'"),
    Said("Invalid initial character for a key part"),
    Said("Invalid statement"),
    Said("Invalid value"),
    Said("Unclosed array"),
    Said("Unterminated string"),
)
_IN_TOML = re.compile(r"(?P<what>.*) \(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)")
_TWICE = re.compile(r"Cannot declare \('(?P<key>.*)',\) twice")


def reason(fault: BaseException) -> Spoken:
    """Without the name of the file: the sentence that this stands in has it."""
    if isinstance(fault, SaidError):
        return fault.said
    return Phrase((getattr(fault, "strerror", None) or str(fault) or type(fault).__name__)[:_LONGEST])


def toml_reason(fault: ValueError | RecursionError) -> Spoken:
    """What is wrong with a text that should be TOML, and where."""
    match = _IN_TOML.fullmatch(str(fault))
    if not match:
        return reason(fault)
    twice = _TWICE.fullmatch(match["what"])
    what = Said("Cannot declare {key} twice", key=twice["key"].replace("', '", ".")) if twice else Phrase(match["what"])
    if not match["line"]:
        return Said("{fault} (at end of document)", fault=what)
    return Said("{fault} (at line {line}, column {column})", fault=what, line=match["line"], column=match["column"])
