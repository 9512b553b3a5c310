"""Brings the fields of older events up to date, one form after the other: what was ever written stays readable.

Form 1, of version 0.1.0, knew one game: three flags of a hand instead of marks, a hand as it was in notation, and terms
that listed wagers and kept limits and fees in no order. Form 2 of terms had a profile by name, with its highest wager,
and a fee for each betting spot: one on the Player line was what a player pays a bet.
"""

import json
from collections.abc import Mapping
from typing import Any

from eztrak.game.first import FLAGS, first_game
from eztrak.game.notation import parse


def brought_up(kind: str, plain: Mapping[str, Any]) -> Mapping[str, Any]:
    """The fields in today's form."""
    form = plain.get("v", 1)
    if form == 1:
        if kind in ("hand", "void", "change", "insert"):
            return _marked(plain) | ({"was": _was(plain)} if "was" in plain else {})
        if kind in ("terms", "shoe_start"):
            return {**plain, "terms": _packed(_terms(plain["terms"]))}
    if form == 2 and kind in ("terms", "shoe_start"):
        return {**plain, "terms": _packed(plain["terms"])}
    return plain


def _marked(plain: Mapping[str, Any]) -> dict[str, Any]:
    marks = [flag for flag in FLAGS if plain.get(flag)]
    return {key: value for key, value in plain.items() if key not in FLAGS} | {"marks": marks}


def _was(plain: Mapping[str, Any]) -> dict[str, Any]:
    """A hand as it was has the number of the hand that it became."""
    (hand,) = parse(plain["was"], first_game())
    flags = {"free": int(hand.free), "voided": int(hand.voided)}
    return {"hand": plain["hand"], "outcome": hand.outcome.value, "marks": sorted(hand.marks)} | flags


def _terms(plain: Mapping[str, Any]) -> dict[str, Any]:
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
