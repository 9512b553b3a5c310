"""The supervisor's menu over the roads: what is asked, what can be chosen, what has been typed."""

from eztrak.display.layout import PANEL_RADIUS
from eztrak.display.lettering import BOLD, MEDIUM, fit, lines, width
from eztrak.display.scene import Bar, Box, Node, Nodes, Text
from eztrak.display.theme import Theme
from eztrak.display.words import Words
from eztrak.game.hand import Toggle
from eztrak.table.pages import Ask, Kind, Menu, Page

TITLE, CHOICE, TYPED = 34.0, 32.0, 60.0
KEYS = {Kind.CHOICE: "A figure chooses   clear: back   menu: close", None: "clear: back   menu: close"}


def menu_page(box: Box, theme: Theme, words: Words, menu: Menu, ask: Ask | None, health: tuple[str, ...]) -> Nodes:
    inside = box.inset(36, 28)
    nodes: list[Node] = [Bar(*box, theme.panel, PANEL_RADIUS, theme.panel_deep)]
    who = f"{menu.page.value} {menu.supervisor}" if menu.page.value == "supervisor" else menu.page.value
    title = who[:1].upper() + who[1:]
    y = inside.y + TITLE / 2
    nodes.append(Text(inside.x, y, title, fit(title, TITLE, inside.w), theme.gold, BOLD, "l"))
    y += 66
    if ask is None:
        return (*nodes, *_told(inside, y, theme, menu.lines or health), *_keys(inside, theme, None))
    nodes.append(Text(inside.x, y, ask.words, fit(ask.words, CHOICE, inside.w, MEDIUM), theme.ink, MEDIUM, "l"))
    y += 76
    if ask.kind is Kind.CHOICE:
        nodes += _choices(inside, y, theme, ask.choices)
        if menu.page is Page.UNIT:
            nodes += _told(inside, y + 90, theme, health)
    elif ask.kind is Kind.RESULT:
        nodes += _result(inside, y + 20, theme, words, menu.toggles)
    elif ask.kind is not Kind.YES:
        shown = "•" * len(menu.typed) if ask.kind is Kind.PIN else menu.typed
        nodes += [
            Bar(inside.x, y - 10, 420, 100, theme.paper, 10),
            Text(inside.x + 24, y + 40, shown or " ", TYPED, theme.dark, BOLD, "l"),
        ]
    return (*nodes, *_keys(inside, theme, ask.kind))


def _choices(box: Box, y: float, theme: Theme, choices: tuple[str, ...]) -> list[Node]:
    """The choices with their figures, in as many columns as it takes."""
    rows = 5
    nodes: list[Node] = []
    columns = (len(choices) + rows - 1) // rows
    for i, choice in enumerate(choices):
        x = box.x + box.w / max(2, columns) * (i // rows)
        row_y = y + 76 * (i % rows)
        room = box.w / max(2, columns) - 96
        label = choice.replace("_", "-")
        nodes += [
            Bar(x, row_y - 28, 56, 56, theme.gold, 8),
            Text(x + 28, row_y, str((i + 1) % 10), CHOICE, theme.dark),
            Text(x + 76, row_y, label, fit(label, CHOICE, room, MEDIUM), theme.ink, MEDIUM, "l"),
        ]
    return nodes


def _result(box: Box, y: float, theme: Theme, words: Words, toggles: frozenset[Toggle]) -> list[Node]:
    nodes: list[Node] = []
    x = box.x
    for toggle in Toggle:
        if toggle in toggles:
            label, face = words.say(toggle.value), words.bold
            wide = width(label, CHOICE, face) + 40
            nodes += [Bar(x, y - 30, wide, 60, theme.paper, 10), Text(x + wide / 2, y, label, CHOICE, theme.dark, face)]
            x += wide + 14
    return nodes


def _told(box: Box, y: float, theme: Theme, told: tuple[str, ...]) -> list[Node]:
    nodes: list[Node] = []
    for line in told:
        parts, cap = lines(line, 28, box.w, 25, MEDIUM)
        for part in parts:
            if y > box.bottom - 60:
                return nodes
            nodes.append(Text(box.x, y, part, max(cap, 16), theme.ink, MEDIUM, "l", "word" if cap >= 25 else "posting"))
            y += 48
    return nodes


def _keys(box: Box, theme: Theme, kind: Kind | None) -> list[Node]:
    return [
        Text(
            box.x, box.bottom - 13, KEYS.get(kind, "Enter: on   clear: back   menu: close"), 25, theme.soft, MEDIUM, "l"
        )
    ]
