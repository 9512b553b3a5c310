"""The supervisor's menu, with the big road left in view: what is asked, what can be chosen, what has been typed."""

from collections.abc import Sequence

from eztrak.display.layout import PANEL_RADIUS
from eztrak.display.lettering import BOLD, fit, lines, width
from eztrak.display.panels.frame import wrapped
from eztrak.display.scene import Bar, Box, Colour, Node, Nodes, Text
from eztrak.display.theme import Theme
from eztrak.display.words import Words
from eztrak.table.pages import FIGURES, TO_STICK, Ask, Kind, Menu, Page, shown
from eztrak.table.sticks import LOOKING, Job
from eztrak.voice.said import Part, Said

TITLE, CHOICE, TYPED, LEAST = 34.0, 32.0, 60.0, 25.0
STEP, LEAST_STEP, FOOT = 76.0, 62.0, 72.0  # from one choice to the next; what is left under the last
ROWS, FEWER = 5, 4  # of choices, one under the other; all ten on a portrait board


def menu_page(
    box: Box, above: Box, theme: Theme, words: Words, menu: Menu, ask: Ask | None, health: tuple[Part, ...]
) -> Nodes:
    """`above`: what leaves the big road in view; the whole box where that has no room for all."""
    page = _Page(above, theme, words)
    nodes = page.of(menu, ask, health)
    return _Page(box, theme, words).of(menu, ask, health) if page.cramped and above != box else nodes


class _Page:
    """What is written on the page of a menu, from its top down."""

    def __init__(self, box: Box, theme: Theme, words: Words) -> None:
        self.theme, self.words = theme, words
        self.box = box.inset(36, 28)
        self.y = self.box.y + TITLE / 2
        self.cramped = False  # something has no room, or stands closer than it should
        self.nodes: list[Node] = [Bar(*box, theme.panel, PANEL_RADIUS, theme.panel_deep)]

    def of(self, menu: Menu, ask: Ask | None, health: tuple[Part, ...]) -> Nodes:
        title = menu.page.value
        if menu.page is Page.MAIN:
            title = Said("Supervisor {number}", number=menu.supervisor)
        self._line(title, TITLE, self.theme.accent, "bold")
        self.y += 66
        if menu.page in TO_STICK and menu.sticks and menu.sticks.job:
            self._job(menu.sticks.job)
        elif ask is None:
            about_sticks = menu.sticks.lines if menu.sticks else LOOKING
            self._lines(about_sticks if menu.page in TO_STICK else health)
        else:
            self._asked(menu, ask, health)
        if ask is None:
            self._foot(Said("CLEAR: back"))
        return tuple(self.nodes)

    def _asked(self, menu: Menu, ask: Ask, health: tuple[Part, ...]) -> None:
        self._question(ask.said)
        self.y += 76
        if ask.kind is Kind.YES:  # the keys are what it is about
            self._yes(menu.half)
            return
        if ask.kind is Kind.CHOICE:
            self._choices(menu, ask)
            self.y += 14
            if menu.page is Page.UNIT:
                self._lines(health)
            if menu.page in TO_STICK and menu.sticks and not menu.answers:
                self._lines(menu.sticks.lines)
            self._foot(Said("Press a number   CLEAR: back"))
            return
        typed = "•" * len(menu.typed) if ask.kind is Kind.PIN else menu.typed
        self.nodes += [
            Bar(self.box.x, self.y - 10, 420, 100, self.theme.paper, 10),
            Text(self.box.x + 24, self.y + 40, typed or " ", TYPED, self.theme.dark, BOLD, "l"),
        ]
        self._foot(Said("Enter: next   CLEAR: back"))

    def _line(self, said: Part, cap: float, colour: Colour, weight: str = "medium") -> None:
        """One line, as large as it can be."""
        text = self.words.sentence(said)
        face = self.words.face_of(text, weight)
        self.nodes.append(Text(self.box.x, self.y, text, fit(text, cap, self.box.w, face), colour, face, "l"))

    def _question(self, said: Part) -> None:
        """A sentence in as many lines as it takes."""
        text = self.words.sentence(said)
        face = self.words.face_of(text, "medium")
        parts, cap = lines(text, CHOICE, self.box.w, LEAST, face)
        if cap < LEAST:
            parts, cap = wrapped(text, LEAST, self.box.w, face), LEAST
        places = [(self.y + 48 * i, part) for i, part in enumerate(parts)]
        self.nodes += [Text(self.box.x, at, part, cap, self.theme.ink, face, "l") for at, part in places]
        self.y = places[-1][0]

    def _yes(self, half: bool) -> None:
        """The keys for yes, in their order, and the one for no. A key that was pressed is lit."""
        keys = (self.words.say("menu_key"), half), (self.words.say("cap_commit"), False)
        rows = (keys, Said("yes")), (((self.words.say("cap_clear"), False),), Said("no"))
        for i, (caps, means) in enumerate(rows):
            x, middle = self.box.x, self.y + 24 + 92 * i
            for cap, lit in caps:
                face = self.words.face_of(cap)
                wide = width(cap, CHOICE, face) + 44
                ink = self.theme.gold_ink if lit else self.theme.dark
                self.nodes += [
                    Bar(x, middle - 34, wide, 68, self.theme.gold if lit else self.theme.line, 10),
                    Text(x + wide / 2, middle, cap, CHOICE, ink, face),
                ]
                x += wide + 16
            text = self.words.of(means)
            face = self.words.face_of(text, "medium")
            self.nodes.append(Text(x + 8, middle, text, CHOICE, self.theme.ink, face, "l"))
            self.cramped |= middle + 34 > self.box.bottom

    def _choices(self, menu: Menu, ask: Ask) -> None:
        """The choices with their figures, in as many columns as it takes; of more than there are figures, a part."""
        choices = [(str(i % FIGURES + 1), ask.choices[i]) for i in shown(menu, ask)]
        if len(choices) < len(ask.choices):
            choices.append(("0", Said("more")))
        room = self.box.bottom - FOOT - self.y
        rows = 2 * ROWS if self.box.h > self.box.w else ROWS
        if room < LEAST_STEP * (min(rows, len(choices)) - 1):
            rows = FEWER
        wide = self.box.w / -(-len(choices) // rows)
        deep = min(rows, len(choices))
        step = min(STEP, room / max(1, deep - 1))
        self.cramped |= step < LEAST_STEP
        for i, (figure, choice) in enumerate(choices):
            x, y = self.box.x + wide * (i // rows), self.y + step * (i % rows)
            text = self.words.sentence(choice)
            face = self.words.face_of(text, "medium")
            beside = 20 if i // rows < (len(choices) - 1) // rows else 0  # another column
            cap = fit(text, CHOICE, wide - 76 - beside, face)
            self.cramped |= cap < LEAST
            self.nodes += [
                Bar(x, y - 28, 56, 56, self.theme.gold, 8),
                Text(x + 28, y, figure, CHOICE, self.theme.gold_ink),
                Text(x + 76, y, text, cap, self.theme.ink, face, "l"),
            ]
        self.y += step * deep

    def _job(self, job: Job) -> None:
        """An export under way, with a bar, or how it ended: whether the stick may be pulled out is what counts."""
        self._question(job.stick)
        self.y += 92
        if job.ended:
            verdict = Said("Safe to remove") if job.well else Said("The export failed")
            self._line(verdict, TYPED, self.theme.accent if job.well else self.theme.alarm, "bold")
            self.y += 92
            self._lines((job.said,))
            return
        percent = "" if job.share is None else f" {job.share:.0%}"
        self._line(Said("{doing} …{percent}", doing=job.said, percent=percent), TYPED, self.theme.accent, "bold")
        self.nodes.append(Bar(self.box.x, self.y + 66, self.box.w, 40, self.theme.panel_deep, 20))
        if job.share:
            done = max(40, self.box.w * job.share)
            self.nodes.append(Bar(self.box.x, self.y + 66, done, 40, self.theme.accent, 20))
        self.y += 160
        self._lines((Said("Leave the stick plugged in. To enter hands meanwhile, press CLEAR."),))

    def _lines(self, said: Sequence[Part]) -> None:
        """Several things, each in as many lines as it takes, down to the foot of the page."""
        for one in said:
            text = self.words.sentence(one)
            face = self.words.face_of(text, "medium")
            parts, cap = lines(text, 28, self.box.w, LEAST, face)
            if cap < LEAST:
                parts, cap = wrapped(text, LEAST, self.box.w, face), LEAST
            for part in parts:
                if self.y > self.box.bottom - 60:
                    self.cramped = True
                    return
                cap_fits = fit(part, cap, self.box.w, face)
                self.nodes.append(Text(self.box.x, self.y, part, cap_fits, self.theme.ink, face, "l"))
                self.y += 48

    def _foot(self, said: Said) -> None:
        used = max((node.y + node.h for node in self.nodes[1:] if isinstance(node, Bar)), default=0.0)
        self.cramped |= used > self.box.bottom - 30
        self.y = self.box.bottom - 13
        self._line(said, LEAST, self.theme.soft)
