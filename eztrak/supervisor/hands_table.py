"""Every hand of a shoe in small type, by its number: when it was entered, what it was, and what was done to it."""

from eztrak.display.emblems import emblem
from eztrak.display.lettering import BOLD, width
from eztrak.display.scene import Bar, Node
from eztrak.display.theme import Theme
from eztrak.display.words import Words
from eztrak.game.game import Game
from eztrak.game.hand import Hand, Outcome
from eztrak.game.notation import write
from eztrak.supervisor.columns import Cell, Column, section, texts, written
from eztrak.supervisor.days import clock
from eztrak.supervisor.paper import INK, MARGIN, SMALL, SOFT, WIDE
from eztrak.supervisor.recorded_shoe import RecordedShoe
from eztrak.voice.said import All, Said

PITCH = 2.65  # from one hand to the next, in millimetres
ACROSS = WIDE - 2 * MARGIN
MARKS = {"change": "*", "insert": "+"}  # a void has its own x
LEGEND = Said("f free hand, x void, * changed, + inserted later")
GROUND = (250, 226, 160)  # under a hand that was corrected
TOP = 6.4  # of the first hand under the part's name
RESULT, DEALER = 15.8, 4.6  # where a result begins, and the width of a dealer's number beside it


def corrected(recorded: RecordedShoe) -> dict[int, str]:
    """The hands that somebody corrected, with their marks."""
    marks: dict[int, str] = {}
    for one in recorded.corrections:
        mark = MARKS.get(one.what, "")
        marks[one.hand] = marks.get(one.hand, "") + ("" if mark in marks.get(one.hand, "") else mark)
    return marks


def hands_table(y: float, most: float, recorded: RecordedShoe, theme: Theme, words: Words) -> tuple[list[Node], float]:
    """The table and where it ends: not below `most`, and smaller where it must be."""
    game, marks = recorded.game, corrected(recorded)
    several = len({one.dealer for one in recorded.hands if one.dealer}) > 1
    what = Said("number, time entered, result, dealer" if several else "number, time entered, result")
    nodes = section(y, Said("Hands"), words, All((what, All((*signs(game), LEGEND), ", "))))
    if not recorded.hands:
        return [*nodes, written(MARGIN, y + TOP, Said("no hands"), SMALL, SOFT, 30, words)], y + TOP + PITCH
    results = {one.hand.number: short(one.hand, game) + marks.get(one.hand.number, "") for one in recorded.hands}
    wide = max(4.8, *(width(text, SMALL, BOLD) for text in results.values())) + 0.6
    columns = (
        Column("", 4.8, 4.8),
        Column("", 6, 9, "l"),
        Column("", RESULT, wide, "l"),
        Column("", RESULT + wide, DEALER, "l"),
    )
    across = max(1, int(ACROSS / (RESULT + wide + (DEALER if several else 0.9))))
    rows = -(-len(recorded.hands) // across)
    pitch = min(PITCH, (most - y - TOP) / rows)
    cap = min(SMALL, SMALL * pitch / PITCH)
    for i, one in enumerate(sorted(recorded.hands, key=lambda one: one.hand.number)):
        hand, left, top = one.hand, MARGIN + ACROSS / across * (i // rows), y + TOP + pitch * (i % rows)
        cells = (
            Cell(str(hand.number), INK, True),
            Cell(clock(one.entered_at, seconds=True)),
            Cell(results[hand.number], SOFT if hand.voided else theme.of(hand.outcome), True),
            Cell(str(one.dealer) if several and one.dealer else "", SOFT),
        )
        if hand.number in marks:
            nodes.append(Bar(left + 0.6, top - pitch / 2, ACROSS / across - 0.8, pitch, GROUND))
        nodes += texts(top, columns, cells, words, cap, left)
    return nodes, y + TOP + pitch * rows


def short(hand: Hand, game: Game) -> str:
    """A hand in notation; a mark that has no sign in its file has that of its bead."""
    text = write([hand], game)
    for id in hand.marks:
        text = text.replace(f"[{id}]", _sign(id, game))
    return text


def signs(game: Game) -> list[All]:
    """What the signs of the game mean, each with the winner that it brings."""
    return [All((f"{_winners(id, game)}{_sign(id, game)}", game.named(id)), " ") for id in game.marks]


def _winners(id: str, game: Game) -> str:
    return "".join(outcome.value for outcome in Outcome if outcome.id in (game.implied({id}) or ()))


def _sign(id: str, game: Game) -> str:
    """The sign of a mark's bead, or its id where another mark has the same."""
    sign = emblem(game, id).sign
    alone = [emblem(game, other).sign for other in game.marks].count(sign) == 1
    return sign if sign and (alone or game.marks[id].wager.sign) else f"[{id}]"
