"""How a game is played, in sentences: when a wager wins, in its own words or in some put together from the facts of its
lines; what is given back, what pays less, what the commission is."""

from collections.abc import Callable, Mapping, Sequence

from eztrak.display.words import Words
from eztrak.game.game import WINNERS, Game
from eztrak.game.result import Result, Value
from eztrak.game.wager import PUSH, Line, Wager


def meaning(words: Words, wager: Wager) -> str:
    """The wager's own sentence in the language of the room; else what its lines say, each with its pay where these
    differ."""
    if own := wager.means.get(words.language):
        return own
    paid: dict[str, list[str]] = {}
    for line in wager.lines:
        paid.setdefault(line.paid if ":" in line.paid else "", []).append(facts(words, line))
    won = {pay: means for pay, means in paid.items() if pay} or paid
    each = [words.say("or").join(means) for means in won.values()]
    if len(won) == 1:
        return each[0]
    return words.say("semicolon").join(f"{words.odds(pay)}: {text}" for pay, text in zip(won, each, strict=True))


def facts(words: Words, line: Line) -> str:
    """All that a line asks for, who wins first."""
    order = sorted(line.facts, key=lambda fact: fact[0] != "winner")
    return words.say("comma").join(_SAID[name](words, sorted(values, key=str)) for name, values in order)


def listed(words: Words, ids: Sequence[str]) -> str:
    """Names in a sentence: Player, Banker and Tie."""
    names = [words.game.says(id, words.language) for id in ids]
    return words.say("and").join([words.say("comma").join(names[:-1]), names[-1]] if len(names) > 1 else names)


def rules(words: Words) -> list[str]:
    """All that there is to say of a game's wagers beside what they pay."""
    game = words.game
    special = {spot: _special(game, spot) for spot in game.spots}
    pushes: dict[frozenset[Result], list[str]] = {}
    for spot, lines in special.items():
        for line, settled in lines:
            if line.paid == PUSH:
                pushes.setdefault(settled, []).append(spot)
    sentences = []
    if tied := pushes.pop(frozenset(r for r in game.results if r.winner == "tie"), []):
        sentences.append(words.say("rule_tie").format(wagers=listed(words, tied)))
    for wager in (*(w for spot, w in game.spots.items() if spot not in WINNERS), *game.counts):
        means = words.say("semicolon").join([meaning(words, wager), *_by_mark(words, wager)])
        if pushed := pushes.pop(frozenset(r for r in game.results if wager.line(r) is not None), []):
            means += words.say("semicolon") + words.say("pushes").format(wagers=listed(words, pushed))
        sentences.append(words.say("rule_wager").format(name=wager.name(words.language), means=means))
    line_of = {settled: line for lines in special.values() for line, settled in lines}
    for settled, spots in pushes.items():
        means = facts(words, line_of[settled])
        sentences.append(words.say("rule_pushes").format(wagers=listed(words, spots), means=means))
    for spot in WINNERS:
        for line, _ in special.get(spot, []):
            if line.pay:
                pays, means = words.odds(line.paid), facts(words, line)
                sentences.append(words.say("rule_pays").format(wagers=listed(words, [spot]), pays=pays, means=means))
    rates = {
        wager.commission: [s for s, w in game.spots.items() if w.commission == wager.commission]
        for wager in game.wagers
    }
    for percent, spots in rates.items():
        if percent:
            sentences.append(words.say("rule_commission").format(percent=percent, wagers=listed(words, spots)))
    return sentences


def _by_mark(words: Words, wager: Wager) -> list[str]:
    """What each line pays by the mark that stands for it, where other marks than the wager's own do: by 9 30:1."""
    paid = {line.mark: line.paid for line in wager.lines if line.pay and line.mark in words.game.marks}
    each = [f"{words.game.says(mark, words.language)} {pays}" for mark, pays in paid.items()]
    return [words.say("comma").join(each)] if each else []


def _special(game: Game, spot: str) -> list[tuple[Line, frozenset[Result]]]:
    """The lines of a wager that are not its plain win, each with what it settles."""
    wager = game.spots[spot]
    plain = ("winner",) if spot in WINNERS else ()
    return [
        (line, frozenset(result for result in game.results if wager.line(result) == number))
        for number, line in enumerate(wager.lines)
        if line.paid == PUSH or tuple(name for name, _ in line.facts) != plain
    ]


def _any(words: Words, values: Sequence[Value]) -> str:
    """Figures: 6 or 7, 1–5."""
    figures = [int(value) for value in values]
    figures.sort()
    if len(figures) > 2 and figures == list(range(figures[0], figures[-1] + 1)):
        return f"{figures[0]}–{figures[-1]}"
    return words.say("or").join(map(str, figures))


def _figures(key: str, side: str = "") -> Callable[[Words, Sequence[Value]], str]:
    def say(words: Words, values: Sequence[Value]) -> str:
        who = words.game.says(side, words.language) if side else ""
        return words.say(key).format(who=who, points=_any(words, values), count=_any(words, values))

    return say


def _each(keys: Mapping[Value, str], side: str = "") -> Callable[[Words, Sequence[Value]], str]:
    def say(words: Words, values: Sequence[Value]) -> str:
        said = [
            words.say(keys[value]).format(who=words.game.says(side or str(value), words.language)) for value in values
        ]
        return words.say("or").join(said)

    return say


_natural = _each(
    {"none": "fact_no_natural", "player": "fact_natural", "banker": "fact_natural", "both": "fact_naturals"}
)


def _naturals(words: Words, values: Sequence[Value]) -> str:
    return _natural(words, values) if "none" in values or len(values) < 3 else words.say("fact_any_natural")


_SAID: Mapping[str, Callable[[Words, Sequence[Value]], str]] = {
    "player": _figures("fact_has", "player"),
    "banker": _figures("fact_has", "banker"),
    "player_cards": _figures("fact_has_cards", "player"),
    "banker_cards": _figures("fact_has_cards", "banker"),
    "cards": _figures("fact_cards"),
    "winner": _each({"player": "fact_wins", "banker": "fact_wins", "tie": "fact_tie"}),
    "points": _figures("fact_points"),
    "loser": _figures("fact_loser"),
    "margin": _figures("fact_margin"),
    "sum": _figures("fact_sum"),
    "natural": _naturals,
    "player_pair": _each({True: "fact_pair", False: "fact_no_pair"}, "player"),
    "banker_pair": _each({True: "fact_pair", False: "fact_no_pair"}, "banker"),
    "player_perfect": _each({True: "fact_perfect", False: "fact_no_perfect"}, "player"),
    "banker_perfect": _each({True: "fact_perfect", False: "fact_no_perfect"}, "banker"),
}
