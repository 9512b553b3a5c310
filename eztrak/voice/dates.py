"""Days as people say them."""

from datetime import date

from eztrak.voice.said import Said

WEEKDAYS = (
    Said("Monday"),
    Said("Tuesday"),
    Said("Wednesday"),
    Said("Thursday"),
    Said("Friday"),
    Said("Saturday"),
    Said("Sunday"),
)
MONTHS = (
    Said("January"),
    Said("February"),
    Said("March"),
    Said("April"),
    Said("May"),
    Said("June"),
    Said("July"),
    Said("August"),
    Said("September"),
    Said("October"),
    Said("November"),
    Said("December"),
)


def day_said(day: date) -> Said:
    """Its weekday, month and number: "Monday, November 16"."""
    weekday, month = WEEKDAYS[day.weekday()], MONTHS[day.month - 1]
    return Said("{weekday}, {month} {day}", weekday=weekday, day=day.day, month=month)
