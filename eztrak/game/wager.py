"""A wager as data: ordered lines of facts, each with what it pays.

Every fact of a line must hold, a list means any of its values, and the first line that holds settles the wager; if none
does it is lost. So *and* is a line, *or* another line or a list, *not* is the order. What pays nothing is only counted.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from eztrak.game.result import FACTS, TYPED, VALUES, Result, Value
from eztrak.options import at, build, by_name, option, section, unknown
from eztrak.voice.said import LANGUAGES, Part, Said, Spoken

PUSH = "push"
PLACES = ("sign", "dot", "corner", "none")  # how a mark stands on a bead
GROUNDS = ("gold", "pearl", "jade", "ruby", "sapphire")
KEYS = tuple("1234567890-+")
MOST_LINES = 24
SIGNS = Said("one or two letters or digits, without f and x and not of P, B and T alone")
_PAY = re.compile(r"([1-9]\d{0,3}):([1-9]\d{0,3})")
_ID = re.compile(r"[a-z][a-z0-9]*([-_][a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class Line:
    facts: tuple[tuple[str, frozenset[Value]], ...]
    paid: str = ""  # "40:1", "push", or "" where it is only counted
    mark: str = ""  # another one's mark that stands for this line, or the sign of its own

    def holds(self, result: Result) -> bool:
        return all(FACTS[name](result) in values for name, values in self.facts)

    @property
    def pay(self) -> Fraction:
        """What a unit wagered wins; 0 for a push and for what is only counted."""
        return Fraction(*map(int, self.paid.split(":"))) if ":" in self.paid else Fraction(0)

    @property
    def plain(self) -> dict[str, Any]:
        shown = {name: value for name, value in (("pay", self.paid), ("mark", self.mark)) if value}
        return shown | {name: sorted(values, key=str) for name, values in self.facts}


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


def line_of(where: Part, plain: Any, faults: list[Spoken]) -> Line | None:
    if not isinstance(plain, Mapping):
        needed = Said('{value}: write facts, such as { pay = "8:1", winner = "tie" }', value=repr(plain))
        faults.append(at(where, needed))
        return None
    wrong_here: list[Spoken] = []
    facts = []
    for name, value in plain.items():
        if name in ("pay", "mark"):
            continue
        if name not in FACTS:
            wrong_here.append(at(name, unknown(name, ("pay", "mark", *FACTS))))
            continue
        values = list(value) if isinstance(value, list | tuple) else [value]
        wrong = [value for value in values if not _among(value, VALUES[name])]
        if wrong or not values:
            known = ", ".join(str(value).lower() if isinstance(value, bool) else str(value) for value in VALUES[name])
            wrong_here.append(at(f"{name} = {value!r}", Said("must be one of {choices}", choices=known)))
        facts.append((name, frozenset(values if not wrong else ())))
    paid, mark = plain.get("pay", ""), plain.get("mark", "")
    if paid and paid != PUSH and not (isinstance(paid, str) and _PAY.fullmatch(paid)):
        wrong_here.append(at(f"pay = {paid!r}", Said('write "8:1" for 8 to 1, or "push"')))
    if mark and not is_sign(mark) and not (isinstance(mark, str) and _ID.fullmatch(mark)):
        wrong_here.append(at(f"mark = {mark!r}", Said("must be the name of a mark, or {sign}", sign=SIGNS)))
    if not facts:
        wrong_here.append(Said("has no fact; choose from {facts}", facts=", ".join(FACTS)))
    faults += [at(where, fault) for fault in wrong_here]
    facts.sort(key=lambda fact: list(FACTS).index(fact[0]))  # one order, so that a record reads as the same line
    return None if wrong_here else Line(tuple(facts), paid, mark)


def _lines(key: str, plain: Any, faults: list[Spoken]) -> tuple[Line, ...]:
    if not isinstance(plain, Sequence) or isinstance(plain, str) or not plain:
        faults.append(at(key, Said('must be a list of lines, such as [{ pay = "8:1", winner = "tie" }]')))
        return ()
    if len(plain) > MOST_LINES:
        faults.append(at(key, Said("{count} are too many: {most} at most", count=len(plain), most=MOST_LINES)))
        return ()
    wager = key.removesuffix(".lines")
    lines = [line_of(Said("{wager}, line {line}", wager=wager, line=n), p, faults) for n, p in enumerate(plain, 1)]
    return tuple(line for line in lines if line)


@dataclass(frozen=True, slots=True)
class _Texts:
    texts: tuple[tuple[str, str], ...] = by_name(
        str, names=LANGUAGES, longest=90, fits=lambda text: isinstance(text, str) and text.strip()
    )


def texts_of(key: str, plain: Any, faults: list[Spoken]) -> dict[str, str]:
    """A text, or one for each language."""
    if not isinstance(plain, str | Mapping):
        needed = Said('must be a text, or one for each language such as { en = "…", ko = "…" }')
        faults.append(at(f"{key} = {plain!r}", needed))
        return {}
    return dict(build(_Texts, {"en": plain} if isinstance(plain, str) else plain, f"{key}.", faults).texts)


@dataclass(frozen=True, slots=True)
class Look:
    """How a wager and its mark are shown. What is not said follows from how often it comes and what it pays."""

    tile: bool | None = option(None, "a count of its own on the board")
    place: str = option("", choices=PLACES)
    ground: str = option("", choices=GROUNDS)
    picture: str = option("", "one of the room's pictures or ours")
    celebrate: bool | None = option(None)
    chime: str = option("")


@dataclass(frozen=True, slots=True)
class Wager:
    id: str = ""
    lines: tuple[Line, ...] = option((), read=_lines)
    names: Mapping[str, str] = section(dict, "by language", read=texts_of)
    short: Mapping[str, str] = section(dict, "where there is little space for its name", read=texts_of)
    means: Mapping[str, str] = section(dict, "when it wins, in a sentence, by language", read=texts_of)
    commission: int = option(0, "per cent of what is won", least=0, most=50)
    key: str = option("", "the cap that it would like", choices=KEYS)
    sign: str = option("", "in notation and on the bead", fits=is_sign, needs=SIGNS)
    posted: bool = option(False, "its pay is posted, but nobody has to say whether it came")
    look: Look = section(Look)

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
    def needs_pairs(self) -> bool:
        """Whether it asks for what only the dealer can say."""
        return any(name in TYPED for line in self.lines for name, _ in line.facts)

    @property
    def plain(self) -> dict[str, Any]:
        look = {name: value for name in Look.__slots__ if (value := getattr(self.look, name)) not in (None, "")}
        said = {name: getattr(self, name) for name in ("commission", "key", "sign", "posted")}
        texts = {"names": dict(self.names), "short": dict(self.short), "means": dict(self.means), "look": look}
        return {"lines": [line.plain for line in self.lines]} | {k: v for k, v in (said | texts).items() if v}


def wager_of(id: str, plain: Any, faults: list[Spoken]) -> Wager | None:
    """The wager in a table of a file. Everything wrong is added to the list: wager, line, value, what is allowed."""
    before = len(faults)
    if not _ID.fullmatch(id):
        faults.append(at(id, Said("a wager's name has small letters, digits, - and _, such as my-wager")))
    if not isinstance(plain, Mapping):
        faults.append(at(f"{id} = {plain!r}", Said("must be a table [{id}] with lines", id=id)))
        return None
    key = {"key": str(plain["key"])} if "key" in plain else {}
    wager = build(Wager, {"lines": None, **plain, **key}, f"{id}.", faults)
    return replace(wager, id=id) if len(faults) == before else None


def _among(value: Any, allowed: Sequence[Value]) -> bool:
    """True is not 1 here."""
    return any(value == one and type(value) is type(one) for one in allowed)
