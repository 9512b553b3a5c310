"""The terms that a config asks for, with a fingerprint that shows whether the config has changed since."""

import hashlib
import json
from dataclasses import fields

from eztrak.config.load import Loaded
from eztrak.table.events import TermsSet
from eztrak.table.events import fields as plain
from eztrak.table.terms import PLAYER_DEALER, Limit, Terms


def terms_of(loaded: Loaded) -> Terms:
    config, profile, game = loaded.config, loaded.profile, loaded.game
    table = Limit(config.limits.min, config.limits.max)
    limits = [(spot, Limit(*config.limits.of(spot))) for spot in game.spots]
    fees = {**dict(config.fees.spots), PLAYER_DEALER: config.fees.player_dealer}
    terms = Terms(
        profile=profile.name,
        game=game,
        decks=config.table.decks,
        limit=table,
        wager_limits=tuple((spot, limit) for spot, limit in limits if limit != table),
        fees=tuple((who, fee) for who in (*game.spots, PLAYER_DEALER) if (fee := fees.get(who)) is not None),
        highest_wager=profile.highest_wager,
        fees_allowed=profile.fees_allowed,
        timer_seconds=config.timer.seconds,
        languages=config.display.languages,
    )
    print_of = json.dumps(plain(TermsSet(terms, "")), sort_keys=True)
    return Terms(**{f.name: getattr(terms, f.name) for f in fields(terms)} | {"origin": _short(print_of)})


def _short(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]
