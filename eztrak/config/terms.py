"""The terms that a config asks for, with a fingerprint that shows whether the config has changed since."""

import hashlib
import json
from dataclasses import replace

from eztrak.config.loaded import Loaded
from eztrak.config.model import Fees, FeesOfLimit
from eztrak.table.events import TermsSet
from eztrak.table.events import fields as plain
from eztrak.table.terms import BET, PLAYER_DEALER, FeeRow, Limit, Terms


def terms_of(loaded: Loaded) -> Terms:
    config, pack, game = loaded.config, loaded.pack, loaded.game
    table = Limit(config.limits.min, config.limits.max)
    limits = [(spot, Limit(*config.limits.of(spot))) for spot in game.spots]
    terms = Terms(
        pack=pack,
        game=game,
        decks=config.table.decks,
        limit=table,
        wager_limits=tuple((spot, limit) for spot, limit in limits if limit != table),
        schedule=_schedule(config.fees),
        fees_when=config.fees.taken,
        payout=config.limits.payout or 0,
        notice_minutes=max(config.table.notice_minutes, pack.notice_minutes),
        player_dealer=loaded.player_dealer,
        timer_seconds=config.timer.seconds,
        languages=config.display.languages,
    )
    print_of = json.dumps(plain(TermsSet(terms, "")), sort_keys=True)
    return replace(terms, origin=hashlib.sha256(print_of.encode()).hexdigest()[:12])


def _schedule(fees: Fees) -> tuple[FeeRow, ...]:
    rows = tuple(FeeRow(Limit(row.min, row.max), paid(row)) for row in fees.rows)
    return rows or (FeeRow(None, paid(fees)),) if rows or paid(fees) else ()


def paid(fees: Fees | FeesOfLimit) -> tuple[tuple[str, int], ...]:
    every = ((BET, fees.bet), *fees.spots, (PLAYER_DEALER, fees.player_dealer))
    return tuple((who, cents) for who, cents in every if cents)
