"""A game: the wagers that a table spreads, the marks that tell them apart, and which marks go together.

All of it follows from the lines of its wagers and the enumeration of every deal. A mark is a set of results that the
dealer types by a key; each possible hand shows one set of marks, and the distinct sets are all that can happen.
"""

import json
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations
from typing import Any

from eztrak.game.enumeration import endless
from eztrak.game.hand import FREE, Hand, Outcome
from eztrak.game.result import Result
from eztrak.game.tableau import Tableau
from eztrak.game.wager import PUSH, Line, Wager
from eztrak.voice.said import ENGLISH, All, Said, Voice, listed

WINNERS = tuple(outcome.id for outcome in Outcome)
RARE, HIGH = 0.04, 20  # what is celebrated comes in less of the hands than this, and pays this or more to one
NO_RESULT = Said("no result yet: Player, Banker or Tie?")
SELDOM = 0.2  # what comes more often is no sign on a bead


@dataclass(frozen=True, slots=True)
class Mark:
    """What a key says of a hand and a bead shows of it."""

    id: str
    wager: Wager  # whose names, key, sign and look it has
    lines: frozenset[int]  # of the wager, which it stands for
    results: frozenset[Result]  # that these settle
    paid: str = ""
    several: bool = False  # the wager has other marks too: the pay tells them apart

    def holds(self, result: Result) -> bool:
        return self.wager.line(result) in self.lines

    def name(self, language: str = "en") -> str:
        name = self.wager.name(language)
        return f"{name} {self.paid}" if self.several else name


@dataclass(frozen=True)
class Game:
    id: str
    title: Mapping[str, str] = field(compare=False)
    wagers: tuple[Wager, ...] = field(compare=False)
    counts: tuple[Wager, ...] = field(compare=False)  # only counted, such as naturals
    tableau: Tableau = field(compare=False)
    library: Mapping[str, Wager] = field(compare=False, default_factory=dict)  # whose marks its lines name
    text: str = ""  # all of it, so that it can be read for ever; of a recorded game, to the letter as it was recorded

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", self.text or json.dumps(self.plain, sort_keys=True, ensure_ascii=False))

    @property
    def plain(self) -> dict[str, Any]:
        """The game with all that it stands on, for a record."""
        return {
            "id": self.id,
            "title": dict(self.title),
            "wagers": [wager.id for wager in self.wagers],
            "counts": [wager.id for wager in self.counts],
            "tableau": self.tableau.plain,
            "library": {id: wager.plain for id, wager in sorted(self._used.items())},
        }

    def name(self, language: str = "en") -> str:
        return self.title.get(language) or self.title.get("en") or self.id

    @cached_property
    def results(self) -> Mapping[Result, int]:
        """Every result that can come, and how often in an endless shoe."""
        return endless(self.tableau, any(wager.needs_pairs for wager in self._used.values()))

    def share(self, results: Iterable[Result]) -> float:
        return sum(self.results[result] for result in results) / 52**6

    @cached_property
    def spots(self) -> Mapping[str, Wager]:
        """The wagers by their place on the layout: the three main ones are player, banker and tie, however they pay."""
        main: dict[str, str] = {}
        for winner in WINNERS:
            whole = [wager.id for wager in self.wagers if self._is_main(wager, winner)]
            main |= dict.fromkeys(sorted(whole, key=lambda id: id != winner)[:1], winner)
        return {main.get(wager.id, wager.id): wager for wager in self.wagers}

    @cached_property
    def marks(self) -> Mapping[str, Mark]:
        """What a dealer can type of a hand beside its winner, in the order of the game."""
        marks: dict[str, Mark] = {}
        for mark in self.candidates():
            if not any(mark.results == other.results for other in marks.values()):
                marks[mark.id] = mark
        # Of two that follow from each other, the rarer one is typed.
        for id in sorted(marks, key=lambda id: -self.share(marks[id].results)):
            if id not in {wager.id for wager in self.counts} and self._follows(id, marks):
                del marks[id]
        order = [wager.id for wager in (*self.wagers, *self._used.values())]
        last = [wager.id for wager in self.counts]
        # What is counted stands last, and before it what comes too often for a sign.
        ids = sorted(marks, key=lambda id: (id in last or self._often(marks[id]), order.index(marks[id].wager.id)))
        return {id: marks[id] for id in ids}

    @cached_property
    def sets(self) -> Mapping[frozenset[str], Result]:
        """Every set of winner and marks that a hand can show, with a result that shows it: the most frequent one."""
        sets: dict[frozenset[str], Result] = {}
        for result in sorted(self.results, key=lambda r: self.results[r]):
            sets[self.shown(result)] = result
        return sets

    def shown(self, result: Result) -> frozenset[str]:
        """What a result shows, even one that this tableau never gives: cards may break it."""
        return frozenset({result.winner, *(id for id, mark in self.marks.items() if mark.holds(result))})

    def implied(self, said: Set[str]) -> frozenset[str] | None:
        """All that holds whenever this is said; None where no hand is all of it."""
        fit = [marks for marks in self.sets if said <= marks]
        return frozenset.intersection(*fit) if fit else None

    def problems(self, toggles: Set[str]) -> list[Said]:
        """Every reason why no hand can be all of these; empty when one can, finished or not."""
        said = frozenset(toggles - {FREE})
        if said in self.sets:
            return []  # nearly every hand
        known = {*WINNERS, *self.marks}
        problems = [Said("{game} has no {mark}", game=Titled(self), mark=id) for id in sorted(said - known)]
        said &= known
        winners = [self.named(id) for id in WINNERS if id in said]
        if len(winners) > 1:
            problems.append(Said("only one of {winners} can be the result", winners=listed(winners)))
        for a, b in combinations(sorted(said, key=[*self.marks, *WINNERS].index), 2):
            if self.implied({a, b}) is None and not {a, b} <= set(WINNERS):
                problems.append(self._apart(a, b))
        if not problems and self.implied(said) is None:
            problems.append(_never(self.named(id) for id in sorted(said)))
        return problems

    def hand_of(self, toggles: Set[str]) -> Hand | list[Said]:
        """The hand that these toggles declare, or every reason why they declare none."""
        if wrong := self.problems(toggles):
            return wrong
        shown = self.implied(toggles - {FREE})
        if shown not in self.sets:
            return [self._unfinished(shown or frozenset())]
        return self._hand(shown, FREE in toggles)

    def _unfinished(self, shown: frozenset[str]) -> Said:
        """What has to be said beside this: the winner, or a mark without which it does not come."""
        if not shown & {*WINNERS}:
            return NO_RESULT
        more = [marks - shown for marks in self.sets if shown < marks]
        fewest = [marks for marks in more if not any(other < marks for other in more)]
        lacking = All(tuple(sorted(map(self._with, fewest), key=str)), " or ")
        return Said("{said} comes only with {lacking}: which?", said=self._with(shown), lacking=lacking)

    def _with(self, marks: frozenset[str]) -> All:
        return All(tuple(self.named(id) for id in (*WINNERS, *self.marks) if id in marks), " and ")

    def dealt(self, result: Result, free: bool = False) -> Hand:
        """The hand that cards give."""
        return self._hand(self.shown(result), free)

    def shortest(self, hand: Hand) -> frozenset[str]:
        """The fewest toggles that enter this hand: what follows is not typed. Of an impossible one, all of it."""
        said = set(hand.said - {FREE})
        for id in (hand.outcome.id, *sorted(hand.marks)):
            if len(said) > 1 and self.implied(said - {id}) == self.implied(said) and self.implied(said):
                said.discard(id)
        return frozenset(said | (hand.said & {FREE}))

    @property
    def used(self) -> tuple[Wager, ...]:
        """Its wagers, what it counts, and the marks that their lines name."""
        return tuple(self._used.values())

    def wager(self, id: str) -> Wager | None:
        """Whose name and look a winner, a tile or a mark has."""
        if id in self.spots:
            return self.spots[id]
        return self.marks[id].wager if id in self.marks else self._used.get(id)

    def says(self, id: str, language: str = "en") -> str:
        """The name of a winner, a mark or a wager."""
        if id in self.marks and id not in self.spots:
            return self.marks[id].name(language)
        wager = self.wager(id)
        return wager.name(language) if wager else id.replace("_", " ").capitalize()

    def named(self, id: str) -> "Named":
        return Named(self, id)

    def describe(self, hand: Hand) -> "Described":
        return Described(self, hand)

    def leading(self, hand: Hand) -> list[str]:
        """The winner of a hand, or the mark that says it, and then its other marks."""
        marks = [id for id in self.marks if id in hand.marks] + sorted(hand.marks - self.marks.keys())
        leads = next((id for id in marks if self.implied({id}) and hand.outcome.id in (self.implied({id}) or ())), "")
        return [leads or hand.outcome.id, *(id for id in marks if id != leads)]

    @cached_property
    def counted(self) -> tuple[str, ...]:
        """All that is counted of hands, by id: winners, marks, and wagers that several marks win."""
        return tuple(dict.fromkeys((*self.tiles, *self.marks)))

    @cached_property
    def tiles(self) -> tuple[str, ...]:
        """What the board counts, each on a tile of its own: winners first, what is only counted last."""
        own = [spot for spot, wager in self.spots.items() if spot not in WINNERS and self._tiled(wager)]
        return tuple(dict.fromkeys((*WINNERS, *own, *(wager.id for wager in self.counts))))

    def counts_of(self, hand: Hand) -> frozenset[str]:
        """Which of `counted` this hand adds to; of a hand that no deal gives, what it says itself."""
        shown = frozenset({hand.outcome.id, *hand.marks})
        return self._wins.get(shown, shown)

    def celebrated(self, hand: Hand) -> Mark | None:
        """The mark of a hand that stands on the whole stage for some seconds: the rarest of those that pay much."""
        return next((mark for mark in self._rare if mark.id in hand.marks), None)

    @property
    def highest_pay(self) -> float:
        """The most that any wager pays to one."""
        return max(float(line.pay) for wager in self.spots.values() for line in wager.lines)

    def paid_at(self, spot: str) -> list[str]:
        """What a wager pays, best first and each once; a push of its own apart."""
        paying = sorted((line for line in self.spots[spot].lines if line.pay), key=lambda line: -line.pay)
        return list(dict.fromkeys(line.paid for line in paying))

    def paid(self, hand: Hand) -> Mapping[str, str]:
        """What a hand pays, by spot: "40:1" or "push"; nothing of what is lost, or of a hand that no deal gives."""
        result = self.sets.get(frozenset({hand.outcome.id, *hand.marks}))
        lines = {spot: wager.line(result) for spot, wager in self.spots.items() if not wager.posted} if result else {}
        return {spot: self.spots[spot].lines[line].paid for spot, line in lines.items() if line is not None}

    def pushes(self, hand: Hand) -> list[str]:
        """The spots that are given back on a hand."""
        return [spot for spot, paid in self.paid(hand).items() if paid == PUSH]

    def wins(self, hand: Hand) -> dict[str, str]:
        """What the spots that win on a hand pay, the best first."""
        won = [(spot, paid) for spot, paid in self.paid(hand).items() if paid != PUSH]
        return dict(sorted(won, key=lambda one: -Line((), one[1]).pay))

    def place(self, mark: Mark) -> str:
        """How a mark stands on a bead: its sign instead of the winner's letter, a dot, a small figure, or none."""
        return mark.wager.look.place or ("none" if self._often(mark) else "sign")

    @cached_property
    def _used(self) -> Mapping[str, Wager]:
        """The wagers, what is counted, and the marks that their lines name."""
        own = {wager.id: wager for wager in (*self.wagers, *self.counts)}
        named = {line.mark for wager in own.values() for line in wager.lines} & self.library.keys()
        return own | {id: self.library[id] for id in sorted(named) if id not in own}

    @cached_property
    def _wins(self) -> Mapping[frozenset[str], frozenset[str]]:
        """What each set of marks counts for."""
        wagers = {spot: wager for spot, wager in self.spots.items() if spot in self.counted and spot not in WINNERS}
        return {
            shown: shown.union(spot for spot, wager in wagers.items() if wager.wins(result))
            for shown, result in self.sets.items()
        }

    def _is_main(self, wager: Wager, winner: str) -> bool:
        """Whether it is settled by this winner alone, but for a push on the others."""
        settled = {result: wager.line(result) for result in self.results}
        return all(
            (line is not None) if result.winner == winner else (line is None or wager.lines[line].paid == PUSH)
            for result, line in settled.items()
        )

    def candidates(self) -> Iterable[Mark]:
        """Every mark that a line might need. Wagers of one pay first: theirs are the names that people use."""
        for wager in self.counts:
            yield self._mark(wager.id, wager, range(len(wager.lines)))
        recorded = [wager for wager in self.wagers if not wager.posted]
        for wager in sorted(recorded, key=lambda w: len({line.paid for line in w.lines})):
            groups: dict[tuple[str, str], list[int]] = {}
            for number, line in enumerate(wager.lines):
                if line.mark in self._used and line.mark != wager.id:
                    other = self._used[line.mark]
                    yield self._mark(other.id, other, range(len(other.lines)))
                elif not self._by_winner(self._where(wager, {number})):
                    groups.setdefault((line.paid, line.mark), []).append(number)
            main = any(self.spots.get(winner) is wager for winner in WINNERS)
            # The wager's own name stands for what it pays most often; of one that pays nothing, for all of it.
            paying = [group for group in groups if wager.lines[groups[group][0]].pay] or list(groups)
            plainest = min(paying, key=lambda group: wager.pay(groups[group][0]), default=None)
            for (paid, sign), numbers in groups.items():
                several = len(groups) > 1 or main
                if (paid, sign) == plainest and not main:
                    own = replace(wager, sign=sign or wager.sign)
                    yield self._mark(wager.id, own, numbers, paid, several)
                else:
                    id = f"{wager.id}-{paid.removesuffix(':1').replace(':', '-') or 'counted'}"
                    first = next(group for group in groups if group[0] == paid)
                    id += f"-{sign.lower()}" if (paid, sign) != first else ""
                    yield self._mark(id, replace(wager, sign=sign, key=""), numbers, paid, several)

    def _mark(self, id: str, wager: Wager, lines: Iterable[int], paid: str = "", several: bool = False) -> Mark:
        numbers = frozenset(lines)
        return Mark(id, wager, numbers, self._where(wager, numbers), paid, several)

    def _where(self, wager: Wager, lines: Set[int]) -> frozenset[Result]:
        """The results that these lines of a wager settle."""
        return frozenset(result for result in self.results if wager.line(result) in lines)

    def _by_winner(self, results: Set[Result]) -> bool:
        """Whether they follow from the winner alone."""
        winners = {result.winner for result in results}
        return {result for result in self.results if result.winner in winners} == results

    def _follows(self, id: str, marks: Mapping[str, Mark]) -> bool:
        """Whether this one follows from the winner and the other marks."""
        others = [mark.results for other, mark in marks.items() if other != id]
        mine = marks[id].results
        seen: dict[tuple[object, ...], bool] = {}
        for result in self.results:
            shown = (result.winner, *(result in other for other in others))
            if seen.setdefault(shown, result in mine) is not (result in mine):
                return False
        return True

    def _tiled(self, wager: Wager) -> bool:
        if wager.posted:
            return False
        own = any(mark.wager.id == wager.id for mark in self.marks.values())
        return own if wager.look.tile is None else wager.look.tile

    @cached_property
    def _rare(self) -> tuple[Mark, ...]:
        """The marks that are celebrated, the rarest first."""
        return tuple(sorted(filter(self._celebrates, self.marks.values()), key=lambda mark: self.share(mark.results)))

    def _often(self, mark: Mark) -> bool:
        return self.share(mark.results) >= SELDOM

    def _celebrates(self, mark: Mark) -> bool:
        """Whether it is rare, and pays much whenever it comes: what pays much with another mark is that one's feast."""
        if mark.wager.look.celebrate is not None:
            return mark.wager.look.celebrate
        if self.share(mark.results) >= RARE:
            return False
        return min(max(wager.pays(result) for wager in self.wagers) for result in mark.results) >= HIGH

    def _hand(self, shown: Set[str] | None, free: bool) -> Hand:
        assert shown is not None
        outcome = next(outcome for outcome in Outcome if outcome.id in shown)
        return Hand(outcome, frozenset(shown - {outcome.id}), free)

    def _apart(self, a: str, b: str) -> Said:
        winners = [w for w in WINNERS if w in (self.implied({a}) or ())]
        if b in WINNERS and winners:
            mark, winner, other = map(self.named, (a, winners[0], b))
            return Said("{mark} is a {winner} win, not {other}", mark=mark, winner=winner, other=other)
        return _never(map(self.named, (a, b)))


def _never(marks: "Iterable[Named]") -> Said:
    return Said("{marks} cannot come in the same hand", marks=listed(marks))


@dataclass(frozen=True, slots=True)
class Titled:
    """The name of a game."""

    game: Game

    def words(self, voice: Voice) -> str:
        return self.game.name(voice.language)


@dataclass(frozen=True, slots=True)
class Named:
    """The name of a winner, a mark or a wager, in every language that the game has one in."""

    game: Game
    id: str

    def __str__(self) -> str:
        return self.words(ENGLISH)

    def words(self, voice: Voice) -> str:
        name = self.game.says(self.id, voice.language)
        return name.removesuffix(PUSH) + voice.word(PUSH) if name.endswith(f" {PUSH}") else name


@dataclass(frozen=True, slots=True)
class Described:
    """A hand in words, as the board asks about it: "BANKER, natural"."""

    game: Game
    hand: Hand

    def __str__(self) -> str:
        return self.words(ENGLISH)

    def words(self, voice: Voice) -> str:
        first, *more = (Named(self.game, id).words(voice) for id in self.game.leading(self.hand))
        if voice == ENGLISH:
            first, more = first.upper(), [name.lower() for name in more]
        more += [voice.word("free hand")] * self.hand.free + [voice.word("void")] * self.hand.voided
        return voice.word(", ").join([first, *more])
