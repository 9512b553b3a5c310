"""What the dealer's card says beside the keys: how a hand is typed, with examples, and what to do when it was wrong."""

from collections.abc import Iterator
from itertools import product

from eztrak.display.words import Words
from eztrak.game.game import WINNERS, Game
from eztrak.game.hand import Hand
from eztrak.game.result import PERFECT
from eztrak.keypad.keymap import Keys
from eztrak.table.action import Action
from eztrak.table.cards import read_cards
from eztrak.table.digits import Fact, Way, pairs_needed
from eztrak.table.totals import read_totals


def advice(keys: Keys, way: Way, words: Words) -> dict[str, list[str]]:
    """The paragraphs, by what they are about."""
    how = [words.say(f"card_{way.value}").format(**_sides(keys, words))]
    if way is Way.RESULTS:
        how.append(words.say("card_replaces"))
    if way is Way.TOTALS and _asks(Fact.THIRD, keys, words.game):
        how.append(words.say("card_third"))
    if way is not Way.RESULTS and (most := max(pairs_needed(words.game))):
        how.append(words.say("card_perfect" if most == PERFECT else "card_pair"))
    if way is Way.CARDS:
        how.append(words.say("card_no_card"))
    rest = {"question": "yes", "forgotten": "left", "wrong": "change", "red": "stays"}
    return {"hand": [" ".join(how), examples(keys, way, words)]} | {
        lead: [words.say(f"card_{key}")] for lead, key in rest.items()
    }


def _sides(keys: Keys, words: Words) -> dict[str, str]:
    """The sides in the order in which their totals are typed."""
    sides = sorted(WINNERS[:2], key=keys.cap_for)
    return {name: words.game.says(side, words.language) for name, side in zip(("first", "second"), sides, strict=True)}


def examples(keys: Keys, way: Way, words: Words) -> str:
    """Some hands with the keys that enter them; of digits, one that the Banker wins."""
    game, enter = words.game, keys.cap_for(Action.COMMIT)
    if way is Way.RESULTS:
        return "; ".join(_of_results(keys, words))
    shown = _by_totals(keys, game) if way is Way.TOTALS else _by_cards(game)
    won = words.say("fact_wins").format(who=game.says("banker", words.language))
    return f"{won}: {' '.join(map(str, shown))} {enter}"


def _of_results(keys: Keys, words: Words) -> Iterator[str]:
    """A winner alone, one with a mark, and a mark that brings its winner."""
    game = words.game
    hands = [hand for id in ("banker", *game.marks) if isinstance(hand := game.hand_of({"banker", id}), Hand)]
    shown: set[tuple[int, int]] = set()
    for hand in hands:
        typed = keys.typed(hand, game)
        kind = (len(hand.said), len(typed))
        if kind in shown or not all(typed):
            continue
        shown.add(kind)
        said = [id for id in (*WINNERS, *game.marks) if id in hand.said]
        alone = [id for id in said if keys.cap_for(id) == typed[0]]
        name = ", ".join(game.says(id, words.language) for id in (alone if len(typed) == 2 else said))
        yield f"{name}: {' '.join(typed)}"


def _by_totals(keys: Keys, game: Game) -> list[int]:
    """A hand that the Banker wins, with as few digits as any."""
    winner = int(keys.cap_for("banker"))
    made = (
        [*totals, *[0] * noes, winner]  # no to whatever is asked, a pair above all
        for noes in range(5)
        for totals in product(range(9, -1, -1), repeat=2)
    )
    return next(digits for digits in made if read_totals(digits, game, keys.winners).hand)


def _by_cards(game: Game) -> tuple[int, ...]:
    """A hand that the Banker wins with a third card on each side."""
    return next(
        cards
        for cards in product((3, 0, 2, 5, 7, 8), repeat=6)
        if cards[0] != cards[2] and cards[1] != cards[3]  # no pairs: nothing is asked
        if (hand := read_cards(cards, game, True).hand) and hand.outcome.id == "banker"
    )


def _asks(fact: Fact, keys: Keys, game: Game) -> bool:
    """Whether any totals leave this open."""
    read = (read_totals(totals, game, keys.winners) for totals in product(range(10), repeat=2))
    return any(each.next is not None and each.next.fact is fact for each in read)
