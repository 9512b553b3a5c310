"""Reads a gettext catalogue (.po) as translators keep it: small files, so nothing is compiled and nothing can be stale.

Strings marked fuzzy are our own translations, still to be checked by a native speaker. They are shown all the same.
"""

import re
from typing import NamedTuple

_LINE = re.compile(r'(?:(msgid|msgstr)\s+)?"(.*)"')
_ESCAPED = re.compile(r"\\(.)")


class Message(NamedTuple):
    english: str
    translation: str
    fuzzy: bool


def messages(text: str) -> list[Message]:
    """The messages of a catalogue in its order, without its header."""
    made: list[Message] = []
    for block in re.split(r"\n\s*\n", text):
        parts = {"msgid": "", "msgstr": ""}
        part, fuzzy = "", False
        for line in block.splitlines():
            if line.startswith("#"):
                fuzzy |= line.startswith("#,") and "fuzzy" in line
            elif match := _LINE.fullmatch(line.strip()):
                part = match[1] or part
                parts[part] += _ESCAPED.sub(lambda m: {"n": "\n"}.get(m[1], m[1]), match[2])
        if parts["msgid"]:
            made.append(Message(parts["msgid"], parts["msgstr"], fuzzy))
    return made
