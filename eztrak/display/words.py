"""The words on the board, each under one key, so that nothing on the screen is spelled in the code of a panel."""

from eztrak.game.hand import Hand, Outcome

ENGLISH = {
    "player": "PLAYER",
    "banker": "BANKER",
    "tie": "TIE",
    "dragon7": "DRAGON 7",
    "panda8": "PANDA 8",
    "natural": "NATURAL",
    "naturals": "NATURALS",
    "free": "FREE HAND",
    "hands": "HANDS",
    "shoe": "SHOE",
    "hand": "HAND",
    "min": "MIN",
    "max": "MAX",
    "previous": "PREVIOUS SHOE",
    "no_previous": "NONE YET",
    "seal": "SEAL",
    "first_hand": "FIRST HAND",
    "bets_close": "BETS CLOSE IN",
    "place_bets": "PLACE YOUR BETS",
    "no_more_bets": "NO MORE BETS",
    "ask": "NEXT",
    "fee": "FEE",
    "player_dealer": "PLAYER-DEALER",
    "ready": "READY",
    "entry": "ENTRY",
    "saving": "SAVING",
    "closed": "TABLE CLOSED",
}


def say(key: str) -> str:
    return ENGLISH[key]


def winner(outcome: Outcome) -> str:
    return say({Outcome.PLAYER: "player", Outcome.BANKER: "banker", Outcome.TIE: "tie"}[outcome])


def extras(hand: Hand) -> list[str]:
    """What there is to say of a hand beside its winner."""
    flags = ("dragon7", "panda8", "natural", "free")
    return [say(flag) for flag in flags if getattr(hand, flag)]
