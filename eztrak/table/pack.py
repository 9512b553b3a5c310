"""A pack: what a jurisdiction demands of whoever offers a game, whatever the game. Dated rules with their sources, the
keypads and decks that it takes, what has to be posted, when terms may change, what is kept off.

The values come from the TOML files in config/packs, which the config room reads. A shoe's start has them whole, so that
a record is judged by the rules of its own day. Days are ISO dates, so that they compare as texts; money is in cents.
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from datetime import date
from enum import StrEnum
from typing import Any

from eztrak.options import Day, Money, option
from eztrak.table.inputs import INPUTS, WIRES, Input
from eztrak.voice.said import All, Said


class What(StrEnum):
    """What a rule is about."""

    HIGHEST = "highest-wager"
    WAGERS = "wagers-a-hand"
    PAYOUT = "aggregate-payout"
    INPUTS = "inputs"
    DECKS = "decks"
    FEES = "fees"
    NETWORK = "network"
    NOTICE = "notice"
    POSTINGS = "postings"
    POSITION = "player-dealer"
    NATURAL = "natural"
    RETENTION = "retention"
    MALFUNCTION = "malfunction"  # reported within `count` hours


class Status(StrEnum):
    IN_FORCE = "in force"
    ENDED = "ended"
    STRUCK = "struck down"
    COUNSEL = "ask counsel"  # its present text is not at hand: the room's counsel says what it asks


class Slot(StrEnum):
    """What can be posted; a board posts in the order of its pack."""

    GAME = "game"
    LIMITS = "limits"
    FEES = "fees"
    PAYS = "pays"
    PAYOUT = "aggregate-payout"
    HELP = "help"
    DISPUTES = "disputes"
    RULES = "rules"
    EMPLOYEES = "employees"
    DISPLAY = "display"
    MANAGEMENT = "management"


@dataclass(frozen=True, slots=True)
class Rule:
    what: What = option(What.POSTINGS)
    source: str = option("")
    amount: Money | None = option(None)
    count: int | None = option(None, least=0, most=100_000)
    small: int | None = option(None, "of the count, so many have `amount` as their most", least=0, most=100)
    since: Day = option("", "the first day; not there: always")
    until: Day = option("", "the last day; not there: still")
    status: Status = option(Status.IN_FORCE)
    checked: Day = option("", "when somebody last read the source")

    def on(self, day: str) -> bool:
        """Whether it is in force on a day; "" is a day after all of them."""
        return self.status in (Status.IN_FORCE, Status.ENDED) and (
            self.since <= day <= (self.until or day) if day else not self.until
        )


@dataclass(frozen=True, slots=True)
class Pack:
    name: str = ""  # that of a shipped file, or the whole name of a room's own, which ends in .toml
    title: str = option("")
    game: str = option("", "what is dealt where the room names no other")
    trial: bool = option(False, "for trying out: the board says so")
    inputs: tuple[str, ...] = option(tuple(INPUTS), "where keys may come from", forms=tuple(INPUTS))
    cards_by_wire: bool = option(True, "whether card values may come over a serial line, as of a card reader")
    by_hand: bool = option(False, "a device that types faster than a hand can is not listened to")
    decks: tuple[int, ...] = option(tuple(range(1, 9)), least=1, most=8)
    fees: bool = option(True, "collection fees may be taken")
    commission: bool = option(True, "a share of what is won may be taken")
    network: bool = option(True, "the pit page and the copy to the floor may run")
    bonus_needs_base: bool = option(False)
    natural_ends: bool | None = option(None, "not there where the document is silent")
    notice_minutes: int = option(0, "that a change of limits or fees is announced before", least=0, most=1440)
    player_dealer: int = option(0, "hands after which the position is offered; 0: there is none", least=0, most=100)
    retention_years: int = option(0, "that records are kept at least", least=0, most=100)
    pin_digits: int = option(4, "that a PIN has at least", least=4, most=8)
    helpline: str = option("")
    posted: tuple[Slot, ...] = option((), "what has to be posted")
    posted_on_pictures: tuple[Slot, ...] = option((), "what has to stand over the room's own pictures too")
    rules: tuple[Rule, ...] = option(())
    digest: str = ""  # SHA-256 of the file
    approved: bool = True  # byte for byte a shipped file

    def rule(self, what: What, day: str = "") -> Rule | None:
        """The rule in force on a day."""
        return next((rule for rule in self.rules if rule.what is what and rule.on(day)), None)

    def judged_on(self, today: str) -> str:
        """The day by whose rules a config is judged. A clock that is before the day on which the rules were read is
        wrong: it decides about none of them."""
        return max((today, *(rule.checked for rule in self.rules)))

    def source(self, what: What, day: str = "") -> str:
        """Where it is written; the pack itself where it names nothing."""
        rule = self.rule(what, day)
        return rule.source if rule and rule.source else self.title or self.name

    @property
    def wired(self) -> bool:
        """Whether keys come from a device on a plug only, never from a program."""
        return "url" not in self.inputs

    def refuses(self, source: Input, cards: bool = False) -> Said | None:
        """Why no hand may come from there, where none may. `cards`: it would come with its cards."""
        rule = self.source(What.INPUTS)
        if source.kind not in self.inputs:
            only = All(tuple(INPUTS[kind] for kind in self.inputs), " or ")
            other = INPUTS.get(source.kind, Said("an unknown device"))
            return Said("{other} may not enter hands here, only {only} ({rule})", other=other, only=only, rule=rule)
        if cards and source.kind in WIRES and not self.cards_by_wire:
            return Said("cards may not be entered over a serial line, as from a card reader ({rule})", rule=rule)
        return None

    def unread(self, today: date) -> Iterator[Rule]:
        """Rules whose source nobody has read for a year."""
        for rule in self.rules:
            if rule.checked and not rule.until and _in_a_year(date.fromisoformat(rule.checked)) < today:
                yield rule

    def fields(self) -> dict[str, Any]:
        """As it is kept: what is at its default is left out."""
        rules = [_lean(asdict(rule), asdict(Rule())) for rule in self.rules]
        plain = _lean(asdict(replace(self, rules=())), asdict(Pack()))
        return plain | ({"rules": rules} if rules else {})


def pack_of(plain: dict[str, Any]) -> Pack:
    """The pack behind what was kept. Raises KeyError, TypeError or ValueError for what makes none."""
    rules = tuple(
        Rule(**{**rule, "what": What(rule["what"]), "status": Status(rule.get("status", Status.IN_FORCE))})
        for rule in plain.get("rules", ())
    )
    lists: dict[str, Any] = {key: tuple(plain[key]) for key in ("inputs", "decks") if key in plain}
    lists |= {key: tuple(map(Slot, plain[key])) for key in ("posted", "posted_on_pictures") if key in plain}
    return Pack(**{**plain, **lists, "rules": rules})


def _lean(plain: dict[str, Any], default: dict[str, Any]) -> dict[str, Any]:
    return {
        key: list(value) if isinstance(value, tuple) else value
        for key, value in plain.items()
        if value != default[key] or key == "what"
    }


def _in_a_year(day: date) -> date:
    return day.replace(year=day.year + 1, day=28) if (day.month, day.day) == (2, 29) else day.replace(year=day.year + 1)
