"""The terms that a config asks for, with a fingerprint that tells whether the config has changed since."""

import hashlib
import json
from dataclasses import fields

from eztrak.config.load import Loaded
from eztrak.config.model import WagerLimit
from eztrak.game.profile import Wager
from eztrak.table.events import TermsSet
from eztrak.table.events import fields as plain
from eztrak.table.terms import Limit, Terms


def terms_of(loaded: Loaded) -> Terms:
    config, profile = loaded.config, loaded.profile
    table = Limit(config.limits.min, config.limits.max)

    def limit(wager: Wager) -> Limit:
        own: WagerLimit = getattr(config.limits, wager)
        return Limit(table.low if own.min is None else own.min, table.high if own.max is None else own.max)

    fees = {f.name: getattr(config.fees, f.name) for f in fields(config.fees)}
    terms = Terms(
        profile=profile.name,
        wagers=profile.wagers,
        decks=config.table.decks,
        limit=table,
        wager_limits=tuple((w, limit(w)) for w in profile.wagers if limit(w) != table),
        fees=tuple((who, fee) for who, fee in fees.items() if fee is not None),
        highest_wager=profile.highest_wager,
        fees_allowed=profile.fees_allowed,
        timer_seconds=config.timer.seconds,
        languages=config.display.languages,
    )
    print_of = json.dumps(plain(TermsSet(terms, "")), sort_keys=True)
    return Terms(**{f.name: getattr(terms, f.name) for f in fields(terms)} | {"origin": _short(print_of)})


def _short(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]
