"""Reads a game: from the tables of a file and a library of wagers, or from the record of a shoe.

Everything that is wrong is named at once, and the enumeration is asked too: a line that no deal meets, one that earlier
lines hide, and marks that do not say what a wager pays are faults of the file.
"""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from eztrak.game.game import WINNERS, Game
from eztrak.game.hand import FREE
from eztrak.game.tableau import Tableau, tableau_of
from eztrak.game.wager import SIGNS, Line, Wager, is_sign, line_of, texts_of, wager_of
from eztrak.options import at
from eztrak.voice.said import LANGUAGES, All, Said, SaidError, Spoken, listed

TOP = ("title", "wagers", "counts", "pay", "names", "tableau")
# Words that stand beside the ids of marks and counts: in the columns of records and exports, among limits and fees.
MOST = 100  # wagers of a game; more than anybody has thought of
LONGEST = 100_000  # characters of a game in a record
RESERVED = (
    *(FREE, "shoe", "hand", "hands", "outcome", "voided", "corrected", "entered_at", "place", "dealer", "player_cards"),
    *("banker_cards", "seq", "seal", "table_name", "started_at", "ended_at", "game", "decks", "first_seq", "last_seq"),
    *("line", "player_dealer", "min", "max", *TOP),
    *("enter", "commit", "clear", "take_back", "new_shoe", "timer", "info", "menu", "erase"),  # what other keys do
)


def library_of(plain: Mapping[str, Any], faults: list[Spoken]) -> dict[str, Wager]:
    """The wagers in a file of them."""
    read = {id: wager_of(id, table, faults) for id, table in plain.items()}
    return {id: wager for id, wager in read.items() if wager is not None}


def game_of(
    id: str,
    plain: Mapping[str, Any],
    library: Mapping[str, Wager],
    tableaus: Mapping[str, Tableau],
    faults: list[Spoken],
) -> Game | None:
    """The game in a file's tables, or None with everything that is wrong added to the list."""
    before = len(faults)
    own = {key: table for key, table in plain.items() if key not in TOP}
    faults += [
        at(
            key,
            Said(
                "there is no such key; write a table [{key}] for a wager of your own, or {known}",
                key=key,
                known=", ".join(TOP),
            ),
        )
        for key, table in own.items()
        if not isinstance(table, Mapping)
    ]
    faults += [
        at(f"[{key}]", Said("this name is reserved; give the wager another name")) for key in own if key in RESERVED
    ]
    named = {key: table for key, table in own.items() if isinstance(table, Mapping) and key not in RESERVED}
    known = {**library, **library_of(named, faults)}
    ids = {word: _listed(word, plain.get(word, []), known.keys() | named.keys(), faults) for word in TOP[1:3]}
    if not ids["wagers"]:
        faults.append(at("wagers", Said('must be a list, such as ["player", "banker-5", "tie"]')))
    used = {*ids["wagers"], *ids["counts"]}
    if len(used) > MOST:
        many = Said("{count} are too many: {most} at most", count=len(used), most=MOST)
        faults.append(at("wagers, counts", many))
    faults += [
        at(f"[{key}]", Said("is in neither wagers nor counts"))
        for key in named
        if key not in used and not _is_mark(key, known)
    ]
    names = _table("names", plain.get("names", {}), known, faults)
    pays = _table("pay", plain.get("pay", {}), known, faults)
    for key, pay in pays.items():
        known[key] = _repaid(known[key], pay, faults)
    for key, texts in names.items():
        known[key] = _renamed(known[key], texts_of(f"names.{key}", texts, faults))
    for key in used & known.keys():
        faults += [
            at(
                Said("{wager}, line {line}", wager=key, line=number),
                at(f"mark = {line.mark!r}", Said("there is no such mark; a sign is {sign}", sign=SIGNS)),
            )
            for number, line in enumerate(known[key].lines, 1)
            if line.mark and line.mark not in known and not is_sign(line.mark)
        ]
    title = texts_of("title", plain.get("title", id), faults)
    tableau = _tableau(plain.get("tableau", "standard"), tableaus, faults)
    if len(faults) > before or tableau is None:
        return None
    wagers, counts = ([known[key] for key in ids[word]] for word in TOP[1:3])
    game = Game(id, title, tuple(_settled(wager) for wager in wagers), tuple(counts), tableau, known)
    if len(game.text) > LONGEST:
        faults.append(Said("a game of {count:,} characters is too long", count=len(game.text)))
    else:
        faults += _impossible(game)
    return game if len(faults) == before else None


class GameError(SaidError, ValueError):
    """A record that holds no game."""


@lru_cache(maxsize=64)
def recorded(text: str) -> Game:
    """The game that a record carries. Raises ValueError for a text that holds none."""
    if len(text) > LONGEST:
        raise GameError("a game of {count:,} characters is too long", count=len(text))
    plain = json.loads(text)
    if not all(isinstance(plain[key], Mapping) for key in ("library", "tableau")):
        raise GameError("a game in a record has tables of wagers and of the third card")
    faults: list[Spoken] = []
    library = library_of(plain["library"], faults)
    tableau = tableau_of(plain["tableau"], "tableau", faults)
    title = texts_of("title", plain["title"], faults)
    if faults or tableau is None:
        raise GameError("the game cannot be read: {faults}", faults=All(tuple(faults)))
    wagers, counts = (tuple(library[id] for id in plain[word]) for word in TOP[1:3])
    text = json.dumps(plain, sort_keys=True, ensure_ascii=False)
    text.encode()  # raises for half a character, which JSON can name and nothing can show
    return Game(str(plain["id"]), title, wagers, counts, tableau, library, text)


def warnings(edges: Mapping[str, float]) -> list[str]:
    """What is allowed, but seldom meant."""
    return [f"{id}: the room loses {-edge:.2%} on it in the long run" for id, edge in edges.items() if edge < 0]


def _listed(word: str, ids: Any, known: Any, faults: list[Spoken]) -> list[str]:
    if not isinstance(ids, list) or not all(isinstance(id, str) for id in ids):
        faults.append(at(f"{word} = {ids!r}", Said("must be a list of wagers")))
        return []
    library = ", ".join(sorted(known))
    faults += [
        at(word, Said("there is no wager {wager}; the library has {library}", wager=id, library=library))
        for id in ids
        if id not in known
    ]
    faults += [at(word, Said("{wager} is listed twice", wager=id)) for id in dict.fromkeys(ids) if ids.count(id) > 1]
    return [id for id in ids if id in known]


def _table(word: str, table: Any, known: Mapping[str, Wager], faults: list[Spoken]) -> dict[str, Any]:
    if not isinstance(table, Mapping):
        faults.append(at(f"{word} = {table!r}", Said("must be a table by wager")))
        return {}
    faults += [at(f"{word}.{id}", Said("there is no wager {wager}", wager=id)) for id in table if id not in known]
    return {id: value for id, value in table.items() if id in known}


def _repaid(wager: Wager, pay: Any, faults: list[Spoken]) -> Wager:
    """The wager with other pays: one for the line that has one, or a list for all of them."""
    lines = [line for line in wager.lines if ":" in line.paid]
    pays = pay if isinstance(pay, list) else [pay]
    if len(pays) != len(lines):
        needed = Said("must be {count:pay|pays}, one for each line that pays", count=len(lines))
        faults.append(at(f"pay.{wager.id} = {pay!r}", needed))
        return wager
    fresh = [line_of(f"pay.{wager.id}", {"pay": pay, "winner": "tie"}, faults) for pay in pays]
    paid = {line: other.paid for line, other in zip(lines, fresh, strict=True) if other}
    return replace(wager, lines=tuple(replace(line, paid=paid.get(line, line.paid)) for line in wager.lines))


def _renamed(wager: Wager, texts: Mapping[str, str]) -> Wager:
    """The wager under a room's own name, which stands in every language that it does not name. A picture and a chime
    belong to the old name."""
    if texts.get("en", wager.name()) == wager.name():
        return replace(wager, names={**wager.names, **texts}, short={})
    names = dict.fromkeys(LANGUAGES, texts["en"]) | dict(texts)
    return replace(wager, names=names, short={}, look=replace(wager.look, picture="", chime=""))


def _tableau(named: Any, tableaus: Mapping[str, Tableau], faults: list[Spoken]) -> Tableau | None:
    if isinstance(named, Mapping):
        return tableau_of(named, "tableau", faults)
    if named not in tableaus:
        needed = Said("must be one of {choices}, or a table of your own", choices=", ".join(tableaus))
        faults.append(at(f"tableau = {named!r}", needed))
    return tableaus.get(named)


def _settled(wager: Wager) -> Wager:
    """What only counts cards is posted: nobody types it."""
    cards = {"cards", "player_cards", "banker_cards"}
    only = all(name in cards for line in wager.lines for name, _ in line.facts)
    return replace(wager, posted=True) if only else wager


def _is_mark(id: str, known: Mapping[str, Wager]) -> bool:
    return any(line.mark == id for wager in known.values() for line in wager.lines)


def _impossible(game: Game) -> list[Spoken]:
    """What the enumeration finds: lines that never settle anything, and marks that leave a pay open."""
    impossible: list[Spoken] = []
    for wager in (*game.wagers, *game.counts):
        settles = {wager.line(result) for result in game.results}
        for number, line in enumerate(wager.lines):
            if number in settles:
                continue
            met = any(line.holds(result) for result in game.results)
            where = Said("{wager}, line {line} ({facts})", wager=wager.id, line=number + 1, facts=facts_of(line))
            impossible.append(at(where, Said("earlier lines cover it" if met else "no deal of this tableau meets it")))
        if wager.id in WINNERS and any(r.winner == wager.id and wager.line(r) is None for r in game.results):
            impossible.append(at(wager.id, Said("this name is reserved; give the wager another name")))
    for id, candidates in Counter(id for id, _ in {(mark.id, mark.results) for mark in game.candidates()}).items():
        if candidates > 1:
            impossible.append(at(id, Said("two different marks would have this name; give a wager another name")))
    if impossible:
        return impossible
    pays: dict[tuple[str, frozenset[str]], set[str]] = {}
    for result in game.results:
        shown = game.shown(result)
        for wager in game.wagers:
            if not wager.posted:
                line_of_it = wager.line(result)
                paid = "" if line_of_it is None else wager.lines[line_of_it].paid
                pays.setdefault((wager.id, shown), set()).add(paid)
    for (id, shown), several in pays.items():
        if len(several) > 1:
            marks = listed(map(game.named, sorted(shown)))
            impossible.append(
                at(id, Said("{marks} does not show what it pays: its lines need different marks", marks=marks))
            )
    return impossible


def facts_of(line: Line) -> str:
    """The facts of a line as people read them."""
    return " ".join(f"{name}={'/'.join(map(str, sorted(values, key=str)))}" for name, values in line.facts)
