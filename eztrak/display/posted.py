"""What is posted, in the words of a language. What holds for the hand stands on the board; the rest takes turns there,
in the order of the pack.

A room words for itself how disputes are settled, where the rules are and whether employees play; any other text of its
own stands beside ours.
"""

from collections.abc import Iterator
from dataclasses import replace

from eztrak.display.view import Own
from eztrak.display.words import Words
from eztrak.table.pack import Slot
from eztrak.table.state import TableState
from eztrak.table.terms import BET, PLAYER_DEALER, FeeRow, Limit, Terms, dollars
from eztrak.voice.said import All, Said

JOINT = " · "  # a line may be broken there
BESIDE = 3  # limits of wagers that have their place beside the table's
LONG = 5  # letters of an amount: 9,999
TAKEN = {
    "before": Said("fees are collected before the cards are dealt"),
    "after": Said("fees are collected after the hand"),
}
_WORDED_BY_THE_ROOM = (Slot.DISPUTES, Slot.RULES, Slot.EMPLOYEES)
_SAID = {
    Slot.DISPUTES: Said("dispute a result before the next hand: the dealer calls a supervisor, who decides"),
    Slot.RULES: Said("the rules of this game are available: ask the dealer"),
    Slot.EMPLOYEES: Said("ask a supervisor whether employees may play here"),
    Slot.DISPLAY: Said("for information only: the cards and the house decide"),
    Slot.MANAGEMENT: Said("no side betting; management decisions are final"),
}


def rows_beside(terms: Terms) -> int:
    """How many limits of wagers have a place beside the table's: fewer under a tag, none beside large amounts."""
    if max(len(dollars(terms.limit.low)), len(dollars(terms.limit.high))) > LONG:
        return 0
    return BESIDE if terms.pack.approved and not terms.pack.trial else 1


def amount(cents: int, currency: str) -> str:
    return f"{currency}{dollars(cents)}"


def span(limit: Limit, currency: str) -> str:
    return f"{amount(limit.low, currency)}–{amount(limit.high, currency)}"


def standing(
    words: Words, state: TableState, currency: str, day: str = "", beside: int = BESIDE, whole: bool = False
) -> Iterator[tuple[str, bool]]:
    """What stands as long as it holds, and whether it asks for a look: changes to come, the player-dealer position,
    fees, and limits that have no place beside the table's. `day`: today's; `beside`: how many of these have one;
    `whole`: all of them have, and the fees too."""
    terms = state.terms
    for plan in state.plans:
        for said in plan.said(terms, day):
            yield words.sentence(said), True
    if terms.player_dealer and terms.open:
        yield words.sentence(state.position.said(terms.player_dealer)), state.position.hands >= terms.player_dealer
    if terms.fees and not whole:
        yield words.sentence(Said("fees: {fees}", fees=fees_of(terms.row, terms, currency))), False
    if not whole and len(terms.wager_limits) > min(beside, rows_beside(terms)):
        each = [
            Said("{name} {amount}", name=terms.game.named(spot), amount=span(limit, currency))
            for spot, limit in terms.wager_limits
        ]
        yield words.sentence(Said("limits: {limits}", limits=All(tuple(each), JOINT))), False


def turning(words: Words, terms: Terms, own: tuple[Own, ...], currency: str) -> list[str]:
    """What takes turns, in the order of the pack; the room's own texts come last."""
    texts: list[str] = []
    for slot in terms.pack.posted:
        mine = [one.text for one in own if one.about == slot and one.language in ("", words.language)]
        ours = [words.sentence(said) for said in _of_ours(slot, words, terms, currency)]
        texts += mine if mine and slot in _WORDED_BY_THE_ROOM else ours + mine
    beside = [one for one in own if one.about not in terms.pack.posted]
    return texts + [one.text for one in beside if one.language in ("", words.language)]


def helpline(words: Words, terms: Terms, own: tuple[Own, ...]) -> list[str]:
    """What has to stand over the room's own pictures."""
    pack = terms.pack
    only = replace(terms, pack=replace(pack, posted=pack.posted_on_pictures))
    return turning(words, only, tuple(one for one in own if one.about in pack.posted_on_pictures), "")


def _of_ours(slot: Slot, words: Words, terms: Terms, currency: str) -> Iterator[Said]:
    match slot:
        case Slot.GAME | Slot.LIMITS:
            pass  # they stand, large
        case Slot.FEES:
            yield from _schedule(terms, currency)
        case Slot.PAYS:
            each = [
                Said("{wager} pays {odds}", wager=terms.game.named(spot), odds=words.paid(spot))
                for spot in terms.game.spots
            ]
            yield Said("{pays}", pays=All(tuple(each), JOINT))
        case Slot.PAYOUT:
            if terms.payout:
                most = amount(terms.payout, currency)
                yield Said("maximum payout per hand, all wagers of all players combined: {most}", most=most)
        case Slot.HELP:
            if terms.pack.helpline:
                yield Said("gambling problem? Free help, 24 hours a day: {number}", number=terms.pack.helpline)
        case _:
            yield _SAID[slot]


def _schedule(terms: Terms, currency: str) -> Iterator[Said]:
    """The collection schedule as the documents have it: a row for each table limit, and when fees are taken."""
    for row in terms.schedule:
        fees = fees_of(row, terms, currency)
        if row.limit:
            yield Said("fees at a table limit of {limit}: {fees}", limit=span(row.limit, currency), fees=fees)
    if terms.schedule:
        yield TAKEN[terms.fees_when]


def fees_of(row: FeeRow, terms: Terms, currency: str) -> All:
    each = [_payer(who, terms, amount(cents, currency)) for who, cents in row.fees]
    return All(tuple(each), JOINT)


def _payer(who: str, terms: Terms, fee: str) -> Said:
    if who == BET:
        return Said("each bet on Player or Banker {fee}", fee=fee)
    if who == PLAYER_DEALER:
        return Said("player-dealer, each hand {fee}", fee=fee)
    return Said("{wager} bet {fee}", wager=terms.game.named(who), fee=fee)
