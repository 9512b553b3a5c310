"""Brings the fields of older events up to date, one form after the other: what was ever written stays readable.

Form 1, of version 0.1.0, knew one game: three flags of a hand instead of marks, a hand as it was in notation, and terms
that listed wagers and kept limits and fees in no order. Form 2 of terms had a profile by name, with its highest wager,
and a fee for each betting spot: one on the Player line was what a player pays a bet. What was found stood in finished
English before form 4 of shoe_start, and form 2 of the others.
"""

import json
from collections.abc import Mapping
from typing import Any

from eztrak.game.first import FLAGS, first_game
from eztrak.game.notation import parse
from eztrak.voice import wire


def brought_up(kind: str, plain: Mapping[str, Any]) -> Mapping[str, Any]:
    """The fields in today's form."""
    form = plain.get("v", 1)
    match kind:
        case "hand" | "void" | "change" | "insert" if form == 1:
            return _marked(plain) | ({"was": _was(plain)} if "was" in plain else {})
        case "terms" if form < 3:
            return {**plain, "terms": _terms(plain["terms"], form)}
        case "shoe_start" if form < 4:
            terms = _terms(plain["terms"], form) if form < 3 else plain["terms"]
            plain = {**plain, "terms": terms, "unconfirmed": _to_confirm(plain.get("unconfirmed", ""))}
            return plain | ({"software": _software(plain["software"])} if "software" in plain else {})
        case _ if form == 1 and kind in _WORDS:
            return _said(plain, _WORDS[kind])
        case "copy_confirm" if form == 1:
            return {**plain, "waited": _to_confirm(plain["what"])}
        case _:
            return plain


# Where each kind had finished English.
_WORDS = {
    "health": "told",
    "export_end": "fault",
    "copy_differs": "told",
    "keypad": "wrong",
    "software": "differs",
    "software_confirm": "what",
}


def _said(plain: Mapping[str, Any], name: str) -> dict[str, Any]:
    return {**plain, name: wire.plain(wire.in_words(plain.get(name, "")))}


def _software(plain: Mapping[str, Any]) -> dict[str, Any]:
    return {**plain, "checked": _said(plain["checked"], "differs")} if "checked" in plain else {**plain}


def _to_confirm(text: str) -> list[Any]:
    """Whatever it came of, in the event that has words alone."""
    return [["copy_differs", {"told": text}]] if text else []


def _marked(plain: Mapping[str, Any]) -> dict[str, Any]:
    marks = [flag for flag in FLAGS if plain.get(flag)]
    return {key: value for key, value in plain.items() if key not in FLAGS} | {"marks": marks}


def _was(plain: Mapping[str, Any]) -> dict[str, Any]:
    """A hand as it was has the number of the hand that it became."""
    (hand,) = parse(plain["was"], first_game())
    flags = {"free": int(hand.free), "voided": int(hand.voided)}
    return {"hand": plain["hand"], "outcome": hand.outcome.value, "marks": sorted(hand.marks)} | flags


def _terms(plain: Mapping[str, Any], form: int) -> dict[str, Any]:
    return _packed(_with_game(plain) if form == 1 else plain)


def _with_game(plain: Mapping[str, Any]) -> dict[str, Any]:
    """Terms of form 1 in form 2."""
    game = first_game("panda8" in plain["wagers"])
    return {
        **{key: value for key, value in plain.items() if key != "wagers"},
        "game": json.loads(game.text),
        "wager_limits": [[spot, *limit] for spot, limit in plain["wager_limits"].items()],
        "fees": [list(fee) for fee in plain["fees"].items()],
    }


def _packed(plain: Mapping[str, Any]) -> dict[str, Any]:
    """Terms of form 2 in form 3."""
    gone = ("profile", "highest_wager", "fees_allowed", "fees")
    highest = plain["highest_wager"]
    rules = [] if highest is None else [{"what": "highest-wager", "amount": highest}]
    fees = dict(plain["fees"])
    bet = fees.pop("player", None) or fees.pop("banker", None)
    fees.pop("banker", None)
    paid = ([["bet", bet]] if bet else []) + [list(fee) for fee in fees.items()]
    return {
        **{key: value for key, value in plain.items() if key not in gone},
        "pack": {"name": plain["profile"], "fees": plain["fees_allowed"], "rules": rules, "approved": False},
        "schedule": [[None, paid]] if paid else [],
        "fees_when": "before",
        "payout": 0,
        "notice_minutes": 0,
        "player_dealer": 0,
    }
