"""The lobby: every table as its own board has it, one tile for one hand, and nothing old that looks new."""

import os
import signal
import subprocess
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pygame
import pytest
from advancing import HandClock, advance, until
from evening import BOSS, kept, settings
from keeping import START, Keeping
from postgres import Floor
from running import COMMAND, PATIENCE, eztrak, surroundings

from eztrak.appliance.notify import Notify
from eztrak.appliance.signals import Signals
from eztrak.commands.arguments import setup_of
from eztrak.commands.lobby import imagined
from eztrak.config.packs import load_pack
from eztrak.display.painter import Painter
from eztrak.display.roles import Role
from eztrak.display.scene import Ring, Scene, Text
from eztrak.display.view import Look
from eztrak.display.window import Window
from eztrak.floor.copying import copy
from eztrak.floor.lobby import FRESH, QUIET, Lobby, part, tiles
from eztrak.floor.rights import OFFICE
from eztrak.floor.room import Room, Table
from eztrak.floor.server import Sender, Server
from eztrak.floor.showing import Showing
from eztrak.floor.tile import Tile
from eztrak.game.hand import Hand, Outcome
from eztrak.journal.errors import JournalError
from eztrak.journal.present import Present
from eztrak.roads.roads import roads_of
from eztrak.table import commands as c
from eztrak.table.decisions import decide
from eztrak.table.events import Moment, Record
from eztrak.table.pack import Pack
from eztrak.table.state import apply
from eztrak.voice.said import NOTHING, Said

WALL = datetime(2026, 1, 1, 21, 41, tzinfo=UTC)
SIZE = (1920, 1080)


@pytest.fixture(scope="module")
def many() -> tuple[Table, ...]:
    return imagined(153, setup_of(None))


@pytest.fixture
def tables(many: tuple[Table, ...]) -> tuple[Table, ...]:
    return many[:15]


def drawn(lobby: Lobby, shown: list[Tile], trouble: Said = NOTHING, size: tuple[int, int] = SIZE) -> Scene:
    return lobby.scene(shown, WALL, trouble, *size)


def tile(table: Table, since: float = 0.0, staff: bool = False) -> Scene:
    """A lobby of one table."""
    return drawn(Lobby(Look(), ("en",)), tiles([table], since, staff))


def texts(scene: Scene) -> list[str]:
    return [node.text for layer in scene.layers for node in layer if isinstance(node, Text)]


def winners(scene: Scene) -> list[Text]:
    return [node for layer in scene.layers for node in layer if isinstance(node, Text) and node.role is Role.WINNER]


def under(table: Table, pack: Pack) -> Table:
    terms = replace(table.state.terms, pack=pack)
    return replace(table, now=replace(table.now, state=replace(table.state, terms=terms)))


CALIFORNIA = load_pack("california", Path())
HELP = "Gambling problem? Free help, 24 hours a day: 1-800-GAMBLER"


def test_what_stands_over_pictures_stands_under_the_tables_and_rules_of_a_trial_are_named(
    tables: tuple[Table, ...],
) -> None:
    """A screen that brings players to the tables is advertising; the staff's is none."""
    lobby, ruled = Lobby(Look(), ("en", "zh_TW")), [under(table, CALIFORNIA) for table in tables[:3]]
    found = texts(drawn(lobby, tiles([*ruled, *tables[3:]], 0.0, False)))
    assert [text for text in found if "1-800-GAMBLER" in text] == [
        HELP,
        "有賭博問題？免費求助，日夜皆可：1-800-GAMBLER",
    ]
    assert found.count("TRIAL") == len(tables) - 3
    assert HELP not in texts(drawn(lobby, tiles([*ruled, *tables[3:]], 0.0, True)))
    assert "NOT APPROVED" in texts(tile(under(tables[0], replace(CALIFORNIA, approved=False))))


def with_hand(table: Table, outcome: Outcome = Outcome.PLAYER) -> Table:
    decision = decide(table.state, c.RecordHand(Hand(outcome)))
    assert not isinstance(decision, c.Refusal)
    state, seq = table.state, table.now.seq
    for event in decision:
        seq += 1
        state = apply(state, Record(seq, Moment("2026-01-01T21:41:30.000Z", seq, ""), event, ""))
    return replace(table, now=Present(state, seq), age=0.0)


@pytest.mark.parametrize("changed", [(0,), (1, 11)])
def test_a_hand_repaints_its_own_tile_and_no_other(changed: tuple[int, ...], tables: tuple[Table, ...]) -> None:
    lobby, surface = Lobby(Look(), ("en",)), pygame.Surface(SIZE)
    painter = Painter(surface)
    before = drawn(lobby, tiles(tables, 0.0, False))
    painter.paint(before)
    after = drawn(lobby, tiles([with_hand(one) if i in changed else one for i, one in enumerate(tables)], 0.0, False))
    assert [one is other for one, other in zip(before.layers, after.layers, strict=True)].count(False) == len(changed)
    boxes = [painter.boxes(after.layers[2 + i])[0].inflate(4, 8) for i in changed]  # ground, header, tiles
    painted = painter.paint(after)
    assert painted
    assert all(any(box.contains(area) for box in boxes) for area in painted)
    fresh = pygame.Surface(SIZE)
    Painter(fresh).paint(after)
    assert fresh.get_buffer().raw == surface.get_buffer().raw


def test_a_large_tile_has_the_whole_shoe_and_how_often_each_won(tables: tuple[Table, ...]) -> None:
    for table in tables:
        if not (table.state.shoe and table.state.shoe.last and table.state.terms.open and table.heard < QUIET):
            continue
        standing = tuple(table.state.shoe.standing)
        scene = tile(table)
        rings = [node for layer in scene.layers for node in layer if isinstance(node, Ring)]
        assert len(rings) == len(roads_of(standing).big)
        counts = [str(sum(hand.outcome is outcome for hand in standing)) for outcome in Outcome]
        assert set(counts) <= set(texts(scene))


def test_an_old_result_is_not_shown_as_new(tables: tuple[Table, ...]) -> None:
    table = tables[0]
    assert winners(tile(table))[0].colour == (255, 255, 255)
    assert "PLAYER" in texts(tile(table))
    old = tile(replace(table, age=FRESH + 1))
    assert "3 min ago" in texts(old)
    assert winners(old)[0].text == "PLAYER"
    assert winners(old)[0].colour != (255, 255, 255)
    assert "2 h ago" in texts(tile(replace(table, age=7300.0)))


def test_a_table_that_is_not_heard_from_has_no_result(tables: tuple[Table, ...]) -> None:
    quiet = tile(tables[0], QUIET)
    assert "NOT HEARD FROM" in texts(quiet)
    assert "for 2 min" in texts(quiet)
    assert not winners(quiet)
    assert not winners(tile(replace(tables[0], fault=JournalError("of a newer eztrak")), 60.0))
    assert len(tile(tables[0], 25 * 3600.0).layers) == 2  # players do not see it any more
    assert len(tile(tables[0], 25 * 3600.0, staff=True).layers) == 3


def test_the_staff_sees_the_worst_first(tables: tuple[Table, ...]) -> None:
    shown = tiles(tables, 0.0, True)
    assert [one.name for one in shown[:3]] == ["7", "3", "8"]  # silent; a clock; a result that is old
    assert shown[-1].phase == "closed_now"
    unsent = tile(replace(tables[0], unsent=12), staff=True)
    assert "12 UNSENT" in texts(unsent)
    assert "DEALER 11, HAND 20" in texts(tile(tables[0], staff=True))
    shown = tiles(tables, 0.0, False)
    assert [one.name for one in shown] == [str(number) for number in range(1, 16)]
    assert [one.name for number in (1, 2, 3, 4) for one in part(shown, number, 4)] == [one.name for one in shown]


@pytest.mark.parametrize(
    ("count", "size", "staff"),
    [(15, (1920, 1080), True), (60, (1080, 1920), False), (60, (1920, 1080), True), (153, (1920, 1080), False)],
)
def test_nothing_leaves_its_tile(count: int, size: tuple[int, int], staff: bool, many: tuple[Table, ...]) -> None:
    surface = pygame.Surface(size)
    painter = Painter(surface)
    scene = drawn(Lobby(Look(), ("vi",)), tiles(many[:count], 0.0, staff), size=size)
    painter.prepare(scene)
    assert len(scene.layers) == count + 2
    for layer in scene.layers[2:]:
        shadow, *rest = painter.boxes(layer)
        assert all(shadow.inflate(2, 10).contains(box) for box in rest)


def sent(history: Path, floor: Floor, unit: int = 1) -> None:
    with closing(Server(floor.unit(unit))) as server:
        copy(history, server, Sender("Evergreen", f"boot-{unit}"))


def test_a_table_is_what_its_board_shows_after_every_event(tmp_path: Path, floor: Floor) -> None:
    whole = kept(tmp_path / "whole.db").give(c.SetDealer(12, BOSS), c.NewShoe(), c.UndoShoe(c.DEALER))
    whole.give(c.RecordHand(Hand(Outcome.TIE))).shoe("B7 Pf").give(c.JoinShoes(BOSS, "no new shoe"))
    whole.shoe("P P8").give(c.CloseTable(BOSS))
    whole.close()
    slow = Keeping(tmp_path / "slow.db")
    with closing(Server(floor.unit(group=OFFICE))) as server:
        room = Room(server)
        for record in whole.records:
            slow.append(record.event)
            if record.kind in ("hand", "insert", "shoe_end", "shoe_resume", "table_close"):
                sent(slow.path, floor)
                (followed,), (begun,) = room.look(), Room(server).look()
                assert begun.state == slow.journal.replay()
                for part in ("shoe", "previous", "terms", "staff", "table", "newest"):
                    assert getattr(followed.state, part) == getattr(slow.state, part)
    slow.close()
    assert (begun.name, begun.unit, begun.now.seq) == ("Table 1", floor.role, len(whole.records))


def test_what_came_late_is_as_old_as_it_is(history: Path, floor: Floor) -> None:
    """A unit that was cut off sends its hands of January; one whose clock is ahead cannot make them younger."""
    Keeping(history).give(START).shoe("P B").close()
    sent(history, floor)
    with closing(Server(floor.owner)) as server:
        (table,) = Room(server).look()
        entered = datetime(2026, 1, 1, 20, 0, 4, tzinfo=UTC)
        assert table.age is not None
        assert abs(table.age - (datetime.now(UTC) - entered).total_seconds()) < 3600
        assert "B" in texts(tile(table))
        assert winners(tile(table))[0].colour != (255, 255, 255)
        floor.ask("UPDATE floor.events SET at = '2126-01-01T20:00:00.000Z' WHERE kind = 'hand'")
        floor.ask("UPDATE floor.events SET arrived_at = now() - interval '5 min' WHERE kind = 'hand'")
        (ahead,) = Room(server).look()
        assert ahead.age is not None
        assert 300 <= ahead.age < 300 + PATIENCE
        floor.ask("UPDATE floor.histories SET called_at = now() - interval '10 min'")
        (silent,) = Room(server).look()
        assert "NOT HEARD FROM" in texts(tile(silent))


def test_a_server_that_was_put_back_is_followed_there(history: Path, floor: Floor) -> None:
    keeping = Keeping(history).give(START).shoe("P B")
    sent(history, floor)
    with closing(Server(floor.owner)) as server:
        room = Room(server)
        room.look()
        shoe = keeping.state.shoe
        server.close()
        before = floor.twin()
        keeping.shoe("T").close()
        sent(history, floor)
        assert room.look()[0].state.shoe == keeping.state.shoe
        room._server = Server(before.owner)
        assert room.look()[0].state.shoe == shoe
        room._server.close()


def test_the_room_is_looked_at_twice_a_second(history: Path, floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    keeping, clock, counts = Keeping(history).give(START).shoe("P B"), HandClock(), [0]
    sent(history, floor)

    def choose(tables: Sequence[Table], since: float) -> Sequence[Tile]:
        counts[-1] = sum(len(table.state.shoe.hands) for table in tables if table.state.shoe)
        return tiles(tables, since, False)

    with Signals() as signals, closing(Server(floor.owner)) as server, closing(Window((640, 360))) as window:
        showing = Showing(Room(server), Lobby(Look(), ("en",)), choose, window, signals, Notify({}, clock), clock)
        until(showing, clock, lambda: counts[-1] == 2)
        keeping.give(c.RecordHand(Hand(Outcome.TIE))).close()
        sent(history, floor)
        advance(showing, clock, 0.4)
        assert counts[-1] == 2
        advance(showing, clock, 0.1)
        until(showing, clock, lambda: counts[-1] == 3)
        showing.close()


def test_the_command_shows_the_room_until_it_is_told_to_stop(tmp_path: Path, history: Path, floor: Floor) -> None:
    kept(history).close()
    sent(history, floor)
    config = settings(tmp_path, floor.unit(group=OFFICE))
    done = eztrak("lobby", "--config", config, "--png", tmp_path / "lobby.png", home=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert pygame.image.load(tmp_path / "lobby.png").get_size() == SIZE
    environment = surroundings(tmp_path) | {"SDL_VIDEODRIVER": "dummy"}
    process = subprocess.Popen([*COMMAND, "lobby", "--config", config, "--windowed", "640x360"], env=environment)
    asks = f"SELECT count(*) FROM pg_stat_activity WHERE datname = '{floor.name}' AND usename LIKE 'office%'"
    try:
        while floor.ask(asks) == [(0,)]:
            assert process.poll() is None
        os.kill(process.pid, signal.SIGTERM)
        assert process.wait(PATIENCE) == 0
    finally:
        process.kill()
