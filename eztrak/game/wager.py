"""A wager as data: ordered lines of facts, each with what it pays.

Every fact of a line must hold, a list means any of its values, and the first line that holds settles the wager; if none
does it is lost. So *and* is a line, *or* another line or a list, *not* is the order. What pays nothing is only counted.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from fractions import Fraction
from typing import Any

from eztrak.game.result import FACTS, TOLD, VALUES, Result, Value

LANGUAGES = ("en", "zh_TW", "zh_CN", "vi", "ko")
PUSH = "push"
PLACES = ("sign", "dot", "corner", "none")  # how a mark stands on a bead
GROUNDS = ("gold", "pearl", "jade", "ruby", "sapphire")
KEYS = tuple("1234567890-+")
MOST_LINES = 24
SIGNS = "one or two letters or digits, without f and x and not of P, B and T alone"
_PAY = re.compile(r"([1-9]\d{0,3}):([1-9]\d{0,3})")
_ID = re.compile(r"[a-z][a-z0-9]*([-_][a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class Line:
    facts: tuple[tuple[str, frozenset[Value]], ...]
    paid: str = ""  # "40:1", "push", or "" where it is only counted
    mark: str = ""  # another one's mark that tells this line, or the sign of its own

    def holds(self, result: Result) -> bool:
        return all(FACTS[name](result) in values for name, values in self.facts)

    @property
    def pay(self) -> Fraction:
        """What a unit wagered wins; 0 for a push and for what is only counted."""
        return Fraction(*map(int, self.paid.split(":"))) if ":" in self.paid else Fraction(0)

    @property
    def plain(self) -> dict[str, Any]:
        told = {name: value for name, value in (("pay", self.paid), ("mark", self.mark)) if value}
        return told | {name: sorted(values, key=str) for name, values in self.facts}


@dataclass(frozen=True, slots=True)
class Look:
    """How a wager and its mark are shown. What is not said follows from how often it comes and what it pays."""

    tile: bool | None = None  # a count of its own on the board
    place: str = ""  # one of PLACES
    ground: str = ""  # one of GROUNDS
    picture: str = ""  # of the room's pictures or ours
    celebrate: bool | None = None
    chime: str = ""


@dataclass(frozen=True, slots=True)
class Wager:
    id: str
    lines: tuple[Line, ...]
    names: Mapping[str, str] = field(default_factory=dict)  # by language
    short: Mapping[str, str] = field(default_factory=dict)  # where there is little room for its name
    means: Mapping[str, str] = field(default_factory=dict)  # when it wins, in a sentence, by language
    commission: int = 0  # per cent of what is won
    key: str = ""  # the cap that it would like
    sign: str = ""  # in notation and on the bead
    posted: bool = False  # its pay is told, but nobody has to say whether it came
    look: Look = Look()

    def line(self, result: Result) -> int | None:
        """Which line settles it; None when it is lost."""
        return next((i for i, line in enumerate(self.lines) if line.holds(result)), None)

    def pays(self, result: Result) -> Fraction:
        """What a unit wagered wins before any commission; 0 where it is lost or given back."""
        line = self.line(result)
        return Fraction(0) if line is None else self.lines[line].pay

    def wins(self, result: Result) -> bool:
        return self.pays(result) > 0

    def pay(self, line: int) -> Fraction:
        """What a line pays after the commission."""
        return self.lines[line].pay * (100 - self.commission) / 100

    def name(self, language: str = "en") -> str:
        return self.names.get(language) or self.names.get("en") or self.id.replace("-", " ").capitalize()

    @property
    def told(self) -> bool:
        """Whether it asks for what only the dealer can tell."""
        return any(name in TOLD for line in self.lines for name, _ in line.facts)

    @property
    def plain(self) -> dict[str, Any]:
        look = {name: value for name in Look.__slots__ if (value := getattr(self.look, name)) not in (None, "")}
        said = {name: getattr(self, name) for name in ("commission", "key", "sign", "posted")}
        texts = {"names": dict(self.names), "short": dict(self.short), "means": dict(self.means), "look": look}
        return {"lines": [line.plain for line in self.lines]} | {k: v for k, v in (said | texts).items() if v}


def wager_of(id: str, plain: Any, faults: list[str]) -> Wager | None:
    """The wager in a table of a file. Everything wrong is added to the list: wager, line, value, what is allowed."""
    before = len(faults)
    if not _ID.fullmatch(id):
        faults.append(f"{id}: a wager's name has small letters, digits, - and _, such as my-wager")
    if not isinstance(plain, Mapping):
        faults.append(f"{id} = {plain!r}: a table [{id}] with lines is needed")
        return None
    known = ("lines", "names", "short", "means", "commission", "key", "sign", "posted", "look")
    faults += [_unknown(f"{id}.{key}", key, known) for key in plain if key not in known]
    lines = plain.get("lines")
    if not isinstance(lines, Sequence) or isinstance(lines, str) or not lines:
        faults.append(f'{id}.lines: a list of lines is needed, such as [{{ pay = "8:1", winner = "tie" }}]')
        lines = []
    if len(lines) > MOST_LINES:
        faults.append(f"{id}.lines: {len(lines)} are too many: a wager has {MOST_LINES} at most")
        lines = []
    read = [line_of(f"{id}, line {number}", line, faults) for number, line in enumerate(lines, 1)]
    commission = plain.get("commission", 0)
    if type(commission) is not int or not 0 <= commission <= 50:
        faults.append(f"{id}.commission = {commission!r}: a whole number of per cent from 0 to 50 is needed")
        commission = 0
    key = str(plain.get("key", ""))
    if key and key not in KEYS:
        faults.append(f"{id}.key = {key!r}: one of {' '.join(KEYS)} is needed")
    sign = plain.get("sign", "")
    if sign and not is_sign(sign):
        faults.append(f"{id}.sign = {sign!r}: {SIGNS}")
    posted = plain.get("posted", False)
    if type(posted) is not bool:
        faults.append(f"{id}.posted = {posted!r}: true or false is needed")
    names, short, means = (
        texts_of(f"{id}.{word}", plain.get(word, {}), faults) for word in ("names", "short", "means")
    )
    look = _look(id, plain.get("look", {}), faults)
    if len(faults) > before:
        return None
    return Wager(id, tuple(line for line in read if line), names, short, means, commission, key, sign, posted, look)


def line_of(where: str, plain: Any, faults: list[str]) -> Line | None:
    if not isinstance(plain, Mapping):
        faults.append(f'{where}: {plain!r}: facts are needed, such as {{ pay = "8:1", winner = "tie" }}')
        return None
    before = len(faults)
    facts = []
    for name, given in plain.items():
        if name in ("pay", "mark"):
            continue
        if name not in FACTS:
            faults.append(_unknown(f"{where}: {name}", name, ("pay", "mark", *FACTS)))
            continue
        values = list(given) if isinstance(given, list | tuple) else [given]
        wrong = [value for value in values if not _among(value, VALUES[name])]
        if wrong or not values:
            allowed = ", ".join(str(value).lower() if isinstance(value, bool) else str(value) for value in VALUES[name])
            faults.append(f"{where}: {name} = {given!r}: {allowed} are allowed")
        facts.append((name, frozenset(values if not wrong else ())))
    paid, mark = plain.get("pay", ""), plain.get("mark", "")
    if paid and paid != PUSH and not (isinstance(paid, str) and _PAY.fullmatch(paid)):
        faults.append(f'{where}: pay = {paid!r}: "a to b" is written "a:b", such as "8:1"; or "{PUSH}"')
    if mark and not is_sign(mark) and not (isinstance(mark, str) and _ID.fullmatch(mark)):
        faults.append(f"{where}: mark = {mark!r}: the name of a mark is needed, or its sign: {SIGNS}")
    if not facts:
        faults.append(f"{where}: a fact is needed, one of {', '.join(FACTS)}")
    facts.sort(key=lambda fact: list(FACTS).index(fact[0]))  # one order, so that a record reads as the same line
    return Line(tuple(facts), paid, mark) if len(faults) == before else None


def texts_of(where: str, plain: Any, faults: list[str]) -> dict[str, str]:
    """A text, or one for each language."""
    if isinstance(plain, str):
        plain = {"en": plain}
    if not isinstance(plain, Mapping) or not all(isinstance(text, str) for text in plain.values()):
        faults.append(f'{where} = {plain!r}: a text is needed, or one by language such as {{ en = "…", ko = "…" }}')
        return {}
    faults += [_unknown(f"{where}.{language}", language, LANGUAGES) for language in plain if language not in LANGUAGES]
    faults += [
        f"{where}.{language} = {text!r}: a text of 1 to 90 characters is needed"
        for language, text in plain.items()
        if not (text.strip() and text.isprintable() and len(text) <= 90)
    ]
    return dict(plain)


def _look(id: str, plain: Any, faults: list[str]) -> Look:
    if not isinstance(plain, Mapping):
        faults.append(f"{id}.look = {plain!r}: a table is needed, such as {{ tile = true }}")
        return Look()
    known = Look.__slots__
    faults += [_unknown(f"{id}.look.{key}", key, known) for key in plain if key not in known]
    allowed = {"place": PLACES, "ground": GROUNDS}
    for key, value in plain.items():
        if key in ("tile", "celebrate") and type(value) is not bool:
            faults.append(f"{id}.look.{key} = {value!r}: true or false is needed")
        elif key in allowed and value not in allowed[key]:
            faults.append(f"{id}.look.{key} = {value!r}: one of {', '.join(allowed[key])} is needed")
        elif key in ("picture", "chime") and not isinstance(value, str):
            faults.append(f"{id}.look.{key} = {value!r}: a name is needed")
    return Look(**{key: value for key, value in plain.items() if key in known})


def is_sign(sign: Any) -> bool:
    """Whether it can stand behind a winner in notation: not what is read as a free hand, a void or further winners."""
    return (
        isinstance(sign, str)
        and sign.isascii()
        and sign.isalnum()
        and len(sign) <= 2
        and not {*sign} & {*"fx"}
        and not {*sign} <= {*"PBT"}
    )


def _among(value: Any, allowed: Sequence[Value]) -> bool:
    """True is not 1 here."""
    return any(value == one and type(value) is type(one) for one in allowed)


def _unknown(where: str, key: str, known: Sequence[str]) -> str:
    near = get_close_matches(key, known, n=1)
    return f"{where}: there is no such key; " + (
        f"did you mean {near[0]}?" if near else f"known are {', '.join(known)}"
    )
