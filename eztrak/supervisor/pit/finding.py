"""The box at the top of every page: from a day, the how-manieth shoe and a hand straight to their page.

A supervisor thinks "yesterday, the second shoe, hand 41", so that is what the box asks for. Without a day the number
is the shoe's own, as on the board and on printouts.
"""

from datetime import date

from flask import Flask, redirect, url_for
from werkzeug.wrappers import Response

from eztrak.supervisor.days import day_of, long_day
from eztrak.supervisor.pit.pages import Day, table_of
from eztrak.supervisor.pit.tables import MissingError, Table, Tables, reading
from eztrak.supervisor.pit.typed import fields, number
from eztrak.voice.day import span
from eztrak.voice.said import Said


def add(site: Flask, tables: Tables, day_in: Day) -> None:
    @site.get("/find")
    def find() -> Response:
        asked = fields("table", "day", "shoe", "hand")
        day = day_in(asked["day"]) if asked["day"] else None
        if not asked["shoe"]:
            if day is None or asked["hand"]:
                raise MissingError("Which shoe? Type 1 for the first of the day, 2 for the second.")
            return redirect(url_for("day", day=day.isoformat()), 303)
        place, nth = number(asked["table"] or "1"), number(asked["shoe"])
        table = table_of(tables, place)
        hand = number(asked["hand"]) if asked["hand"] else None
        shoe = nth if day is None else _nth(table, day, nth, hand)
        return redirect(_address(place, shoe, hand), 303)


def _nth(table: Table, day: date, nth: int, hand: int | None) -> int:
    with reading(table.path) as lookup:
        numbers = [shoe.number for shoe in lookup.shoes(*span(day, day))]
        own = lookup.shoe(nth)  # maybe somebody typed a shoe's own number
    if 1 <= nth <= len(numbers):
        return numbers[nth - 1]
    on = long_day(day)
    missing = (
        MissingError("{table} had only {count:shoe|shoes} on {day}.", table=table.name, count=len(numbers), day=on)
        if numbers
        else MissingError("{table} had no shoes on {day}.", table=table.name, day=on)
    )
    if own:
        instead = Said("Show shoe number {shoe}, from {day}", shoe=nth, day=long_day(day_of(own.started_at)))
        missing.offering(instead, _address(table.place, nth, hand))
    raise missing


def _address(place: int, shoe: int, hand: int | None) -> str:
    if hand is None:
        return url_for("shoe", place=place, number=shoe)
    return url_for("hand", place=place, number=shoe, hand=hand)
