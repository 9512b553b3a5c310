"""game: what can be dealt, all that follows from a game's file, what is wrong with one, and its exact odds."""

import argparse
import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from eztrak.commands.arguments import keymap_in_force
from eztrak.commands.asked import Adder, add_config, ask, commands_of
from eztrak.commands.fitting import lettered, unfit
from eztrak.config.games import load_game, shipped_games
from eztrak.config.load import ConfigError
from eztrak.display.emblems import emblem
from eztrak.game.game import WINNERS, Game
from eztrak.game.hand import FREE, Hand, Outcome
from eztrak.game.notation import write
from eztrak.game.odds import Odds, odds
from eztrak.game.reading import facts_of, warnings
from eztrak.keypad.keymap import Keys, keys_of
from eztrak.table.action import Action


def add(command: Adder) -> None:
    game = command(
        "game",
        ask("what about games? list, show NAME, check FILE or odds NAME"),
        "Lists, shows and checks games, and gives their odds.",
        "eztrak game check ours.toml",
    )
    part = commands_of(game)
    listed = part("list", _list, "the games that ship", "eztrak game list")
    marks = "a game's wagers, marks, tiles and keys, and which marks go together"
    show = part("show", _show, marks, "eztrak game show dai-bacc")
    show.add_argument("name", metavar="NAME", help="a shipped game, or the path of a .toml file")
    faults = "names every fault of a game's file, or what follows from it"
    check = part("check", _check, faults, "eztrak game check ours.toml")
    check.add_argument("name", metavar="FILE", help="the path of a .toml file, or a shipped game")
    edges = "how many of all deals settle each line of each wager, and the house edge"
    odds = part("odds", _odds, edges, "eztrak game odds dai-bacc --decks 6")
    odds.add_argument("name", metavar="NAME", help="a shipped game, or the path of a .toml file")
    for each in (check, odds):
        each.add_argument("--decks", type=_decks, default=8, metavar="N", help="decks in the shoe, 1 to 8 (default 8)")
    for each in (show, check):
        add_config(each)
    for each in (listed, show, check, odds):
        each.add_argument("--json", action="store_true", help="prints JSON")


def _list(options: argparse.Namespace) -> int:
    games = [load_game(id, Path()) for id in shipped_games()]
    if options.json:
        plain = [{"game": game.id, "title": game.name(), "wagers": [w.id for w in game.wagers]} for game in games]
        print(json.dumps(plain, ensure_ascii=False))
        return 0
    wide = max(len(game.id) for game in games)
    for game in games:
        print(f"{game.id:{wide}}  {game.name()}: {', '.join(map(game.says, game.spots))}")
    return 0


def _show(options: argparse.Namespace) -> int:
    game = load_game(options.name, Path())
    keys = keys_of(keymap_in_force(options), game)
    print(json.dumps(shown(game, keys), ensure_ascii=False) if options.json else "\n".join(_text(game, keys)))
    return 0


def _check(options: argparse.Namespace) -> int:
    keymap = keymap_in_force(options)
    result: dict[str, Any] = {"file": options.name, "ok": False, "faults": [], "warnings": []}
    try:
        game = load_game(options.name, Path())
        faults = list(map(str, unfit(game, keymap)))
    except ConfigError as error:
        faults = list(map(str, error.faults))
    if faults:
        print(
            json.dumps(result | {"faults": faults})
            if options.json
            else "\n".join(f"{options.name}: {fault}" for fault in faults)
        )
        return 1
    warned = [*lettered(game)[1], *_warnings(game, options.decks)]
    if options.json:
        result |= {"ok": True, "warnings": warned} | shown(game, keys_of(keymap, game))
        print(json.dumps(result, ensure_ascii=False))
        return 0
    print(f"{options.name}: all well")
    print("\n".join([*_text(game, keys_of(keymap, game)), *(f"warning: {warning}" for warning in warned)]))
    return 0


def _odds(options: argparse.Namespace) -> int:
    game = load_game(options.name, Path())
    exact = odds(game, options.decks)
    print(
        json.dumps(_odds_json(game, options.decks, exact)) if options.json else _odds_text(game, options.decks, exact)
    )
    return 0


def shown(game: Game, keys: Keys) -> dict[str, Any]:
    """All that follows from a game and a keymap, for a program."""
    celebrated = {id for id in game.marks if game.celebrated(Hand(Outcome.TIE, frozenset({id})))}
    marks = {
        id: {
            "wager": mark.wager.id,
            "names": {language: mark.name(language) for language in mark.wager.names},
            "sign": mark.wager.sign,
            "tile": id in game.tiles,
            "place": game.place(mark),
            "celebrated": id in celebrated,
            "implies": sorted((game.implied({id}) or frozenset()) - {id}),
        }
        for id, mark in game.marks.items()
    }
    return {
        "game": game.id,
        "title": dict(game.title),
        "wagers": {w.id: {"spot": spot, "pays": game.paid_at(spot), **w.plain} for spot, w in game.spots.items()},
        "counts": {wager.id: wager.plain for wager in game.counts},
        "marks": marks,
        "tiles": list(game.tiles),
        "sets": sorted(sorted(shown) for shown in game.sets),
        "keys": _keys(game, keys),
        "tableau": game.tableau.plain,
    }


def _keys(game: Game, keys: Keys) -> dict[str, str]:
    """The cap of everything that has one, by id."""
    caps = {id: keys.cap_for(id) for id in (*WINNERS, *game.marks, FREE, *(action.value for action in Action))}
    return {id: cap for id, cap in caps.items() if cap}


def _text(game: Game, keys: Keys) -> Iterator[str]:
    yield f"{game.id}: {game.name()}"
    yield "\nwagers"
    for spot, wager in game.spots.items():
        taken = f", less {wager.commission} % commission" if wager.commission else ""
        posted = "; only posted, never typed" if wager.posted else ""
        yield f"  {spot}: {wager.name()}{posted}"
        yield from (f"    {line.paid:>6}  {facts_of(line)}{taken if line.pay else ''}" for line in wager.lines)
    if game.counts:
        yield f"\nonly counted: {', '.join(wager.name() for wager in game.counts)}"
    yield f"\ntiles: {', '.join(map(game.says, game.tiles))}"
    yield "\nmarks, each with its key"
    for id, mark in shown(game, keys)["marks"].items():
        where = {"sign": f"{emblem(game, id).sign} on the bead", "corner": "a figure in the bead's corner"}
        place = where.get(mark["place"], "a dot on the bead" if mark["place"] == "dot" else "not on the bead")
        brings = f"; is {' and '.join(map(game.says, mark['implies']))}" if mark["implies"] else ""
        feast = "; celebrated" if mark["celebrated"] else ""
        yield f"  {keys.cap_for(id) or '-':5}  {game.says(id)} ({id}): {place}{brings}{feast}"
    yield "\nthe other keys"
    yield from (f"  {cap:5}  {id}" for id, cap in _keys(game, keys).items() if id not in game.marks)
    if not keys.cap_for(Action.INFO):
        yield f"  {keys.cap_for(Action.CLEAR):5}  with nothing typed: info"
    yield f"\na hand is one of {len(game.sets)}, in notation and in words"
    hands = [game.dealt(result) for result in game.sets.values()]
    for hand in sorted(hands, key=lambda hand: (WINNERS.index(hand.outcome.id), len(hand.marks), sorted(hand.marks))):
        yield f"  {write([hand], game):12}  {game.describe(hand)}"


def _warnings(game: Game, decks: int) -> list[str]:
    edges = {id: float(wager.edge) for id, wager in odds(game, decks).wagers.items() if wager.edge is not None}
    return warnings(edges)


def _odds_json(game: Game, decks: int, exact: Odds) -> dict[str, Any]:
    wagers = {
        id: {"lines": list(wager.lines), "edge": None if wager.edge is None else exactly(wager.edge)}
        for id, wager in exact.wagers.items()
    }
    return {"game": game.id, "decks": decks, "deals": exact.deals, "states": exact.states, "wagers": wagers}


def _odds_text(game: Game, decks: int, exact: Odds) -> str:
    lines = [f"{game.name()}, {decks} decks: {exact.deals:,} deals, {exact.states} states"]
    for wager in (*game.wagers, *game.counts):
        odds = exact.wagers[wager.id]
        edge = "only counted" if odds.edge is None else f"house edge {float(odds.edge):.4%}"
        lines += ["", f"{wager.id}: {edge}"]
        for line, count in zip(wager.lines, odds.lines, strict=True):
            lines.append(f"  {line.paid:>6}  {count:>25,}  {count / exact.deals:8.4%}  {facts_of(line)}")
    return "\n".join(lines)


def exactly(edge: Fraction) -> str:
    """A fraction as a decimal of twelve places, rounded once."""
    whole, rest = divmod(abs(round(edge * 10**12)), 10**12)
    return f"{'-' * (edge < 0)}{whole}.{rest:012}"


def _decks(text: str) -> int:
    if text not in tuple("12345678"):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of decks; give one from 1 to 8")
    return int(text)
