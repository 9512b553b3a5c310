"""The supervisor's menu over the roads: what is asked, what can be chosen, what has been typed."""

from eztrak.display.layout import PANEL_RADIUS
from eztrak.display.lettering import BOLD, MEDIUM, fit, lines, width
from eztrak.display.panels.frame import wrapped
from eztrak.display.scene import Bar, Box, Node, Nodes, Text
from eztrak.display.theme import Theme
from eztrak.display.words import Words
from eztrak.table.pages import Ask, Kind, Menu, Page
from eztrak.table.sticks import LOOKING, Job

TITLE, CHOICE, TYPED, LEAST = 34.0, 32.0, 60.0, 25.0
LEAVE_IT = "Leave the stick plugged in. For hands meanwhile: clear goes back."
TEN = 10  # choices that have a figure each
ROWS = 5  # of choices, one under the other; all ten on a portrait board
KEYS = {
    Kind.CHOICE: "A figure chooses   clear: back",
    None: "clear: back",
}


def menu_page(box: Box, theme: Theme, words: Words, menu: Menu, ask: Ask | None, health: tuple[str, ...]) -> Nodes:
    inside = box.inset(36, 28)
    nodes: list[Node] = [Bar(*box, theme.panel, PANEL_RADIUS, theme.panel_deep)]
    who = f"{menu.page.value} {menu.supervisor}" if menu.page.value == "supervisor" else menu.page.value
    title = who[:1].upper() + who[1:]
    y = inside.y + TITLE / 2
    nodes.append(Text(inside.x, y, title, fit(title, TITLE, inside.w), theme.accent, BOLD, "l"))
    y += 66
    if menu.page is Page.STICK and menu.sticks and (job := menu.sticks.job):
        return (*nodes, *_job(inside, y, theme, job), *_keys(inside, theme, None))
    if ask is None and menu.page is Page.STICK:
        told = menu.sticks.lines if menu.sticks else LOOKING
        return (*nodes, *_told(inside, y, theme, told), *_keys(inside, theme, None))
    if ask is None:
        return (*nodes, *_told(inside, y, theme, health), *_keys(inside, theme, None))
    asked, y = _words(inside, y, theme, ask.words)
    nodes += asked
    y += 76
    if ask.kind is Kind.CHOICE:
        nodes += _choices(inside, y, theme, words, ask.choices)
        if len(ask.choices) > TEN:
            place = Box(inside.right - 180, inside.y - 8, 180, 92)
            nodes += [Bar(*place, theme.paper, 10), Text(*place.centre, menu.typed or " ", TYPED, theme.dark, BOLD)]
        if menu.page is Page.UNIT:
            nodes += _told(inside, y + 14 + 76 * len(ask.choices), theme, health)
        if menu.page is Page.STICK and menu.sticks and not menu.answers:
            nodes += _told(inside, y + 76 * min(_rows(inside), len(ask.choices)) + 14, theme, menu.sticks.lines)
    elif ask.kind is Kind.YES:  # the keys are what it is about
        return (*nodes, *_yes(inside, y, theme, menu.half))
    else:
        shown = "•" * len(menu.typed) if ask.kind is Kind.PIN else menu.typed
        nodes += [
            Bar(inside.x, y - 10, 420, 100, theme.paper, 10),
            Text(inside.x + 24, y + 40, shown or " ", TYPED, theme.dark, BOLD, "l"),
        ]
    return (*nodes, *_keys(inside, theme, ask.kind))


def _words(box: Box, y: float, theme: Theme, said: str) -> tuple[list[Node], float]:
    """A sentence in as many lines as it takes, and where its last line stands."""
    parts, cap = lines(said, CHOICE, box.w, 25, MEDIUM)
    places = [(y + 48 * i, part) for i, part in enumerate(parts)]
    return [Text(box.x, at, part, cap, theme.ink, MEDIUM, "l") for at, part in places], places[-1][0]


def _yes(box: Box, y: float, theme: Theme, half: bool) -> list[Node]:
    """The keys for yes, in their order, and the one for no. A key that was pressed is lit."""
    nodes: list[Node] = []
    rows = ((("Menu key", half), ("Enter", False)), "yes"), ((("clear", False),), "no")
    for i, (keys, means) in enumerate(rows):
        x, middle = box.x, y + 24 + 92 * i
        for cap, lit in keys:
            wide = width(cap, CHOICE) + 44
            nodes += [
                Bar(x, middle - 34, wide, 68, theme.gold if lit else theme.line, 10),
                Text(x + wide / 2, middle, cap, CHOICE, theme.gold_ink if lit else theme.dark, BOLD),
            ]
            x += wide + 16
        nodes.append(Text(x + 8, middle, means, CHOICE, theme.ink, MEDIUM, "l"))
    return nodes


def _choices(box: Box, y: float, theme: Theme, words: Words, choices: tuple[str, ...]) -> list[Node]:
    """The choices with their figures, in as many columns as it takes; past ten, with their numbers."""
    nodes: list[Node] = []
    rows = _rows(box)
    wide = box.w / ((len(choices) + rows - 1) // rows)
    for i, choice in enumerate(choices):
        x = box.x + wide * (i // rows)
        row_y = y + 76 * (i % rows)
        room = wide - 96
        face = words.face_of(choice, "medium")
        figure = str(i + 1 if len(choices) > TEN else (i + 1) % TEN)
        nodes += [
            Bar(x, row_y - 28, 56, 56, theme.gold, 8),
            Text(x + 28, row_y, figure, CHOICE, theme.gold_ink),
            Text(x + 76, row_y, choice, fit(choice, CHOICE, room, face), theme.ink, face, "l"),
        ]
    return nodes


def _rows(box: Box) -> int:
    return TEN if box.h > box.w else ROWS


def _job(box: Box, y: float, theme: Theme, job: Job) -> list[Node]:
    """An export under way, with a bar, or how it ended: whether the stick may be pulled out is what counts."""
    nodes, y = _words(box, y, theme, job.stick)
    y += 92
    if not job.ended:
        percent = "" if job.share is None else f" {job.share:.0%}"
        doing = f"{job.told[:1].upper()}{job.told[1:]} …{percent}"
        nodes += [
            Text(box.x, y, doing, fit(doing, TYPED, box.w), theme.accent, BOLD, "l"),
            Bar(box.x, y + 66, box.w, 40, theme.panel_deep, 20),
            *_told(box, y + 160, theme, (LEAVE_IT,)),
        ]
        if job.share:
            nodes.append(Bar(box.x, y + 66, max(40, box.w * job.share), 40, theme.accent, 20))
        return nodes
    verdict, colour = ("Safe to remove", theme.accent) if job.well else ("The export did not succeed", theme.alarm)
    told = f"{job.told[:1].upper()}{job.told[1:]}."
    return [
        *nodes,
        Text(box.x, y, verdict, fit(verdict, TYPED, box.w), colour, BOLD, "l"),
        *_told(box, y + 92, theme, (told,)),
    ]


def _told(box: Box, y: float, theme: Theme, told: tuple[str, ...]) -> list[Node]:
    nodes: list[Node] = []
    for line in told:
        parts, cap = lines(line, 28, box.w, LEAST, MEDIUM)
        if cap < LEAST:
            parts, cap = wrapped(line, LEAST, box.w), LEAST
        for part in parts:
            if y > box.bottom - 60:
                return nodes
            nodes.append(Text(box.x, y, part, fit(part, cap, box.w, MEDIUM), theme.ink, MEDIUM, "l"))
            y += 48
    return nodes


def _keys(box: Box, theme: Theme, kind: Kind | None) -> list[Node]:
    return [Text(box.x, box.bottom - 13, KEYS.get(kind, "Enter: on   clear: back"), 25, theme.soft, MEDIUM, "l")]
