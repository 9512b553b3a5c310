"""The product's roads against the pencil's (classic_roads.py): every short shoe, seeded random ones, streaky ones."""

from itertools import pairwise, product
from random import Random

import pytest
from classic_roads import classic_roads

from eztrak.game.hand import Hand, Outcome
from eztrak.roads.drawing import Tail
from eztrak.roads.roads import roads_of


def every_short_shoe():
    return ["".join(shoe) for length in range(7) for shoe in product("PBT", repeat=length)]


def random_shoes():
    """As the cards give them: 45.9 % Banker, 44.6 % Player, 9.5 % Tie; of any length up to a long shoe's."""
    random = Random(5)
    return ["".join(random.choices("BPT", (459, 446, 95), k=random.randint(0, 90))) for _ in range(1500)]


def streaky_shoes():
    """Long runs beside short ones, so that tails cross, part, and run along row 1."""
    random = Random(7)
    return ["".join(_streaks(random, random.choice((7, 10, 14)))) for _ in range(500)]


def _streaks(random, longest):
    for _ in range(random.randint(1, 6)):
        for winner in random.choice(("PB", "BP", "PTB", "BTP")):
            yield winner * random.randint(1, longest)


SHOES = {"every short": every_short_shoe, "random": random_shoes, "streaky": streaky_shoes}


@pytest.mark.parametrize("kind", SHOES)
def test_the_board_shows_what_a_pencil_draws(kind):
    for shoe, tail in product(SHOES[kind](), Tail):
        pencil = classic_roads(shoe, keep_right=tail is Tail.KEEP_RIGHT)
        roads = roads_of([Hand(Outcome(letter)) for letter in shoe], tail)
        assert {name: getattr(roads, name) for name in pencil} == pencil, (shoe, tail)


def test_the_streaky_shoes_hold_the_drawings_that_are_hard_to_get_right():
    shoes = [[Hand(Outcome(letter)) for letter in shoe] for shoe in streaky_shoes()]
    drawn = [{tail: roads_of(shoe, tail).big for tail in Tail} for shoe in shoes]
    parted = sum(roads[Tail.DOWN_FIRST] != roads[Tail.KEEP_RIGHT] for roads in drawn)
    along_row_1 = sum(map(_turns_in_row_1, (roads[Tail.DOWN_FIRST] for roads in drawn)))
    assert parted > 100
    assert along_row_1 > 50


def _turns_in_row_1(big):
    return any(a.winner == b.winner and a.row == b.row == 1 for a, b in pairwise(big))
