"""The language of a page: the reader's choice, kept in a cookie, else what the browser asks for, else English.

A template says `say("Shoe {shoe}", shoe=3)`. Whatever else it prints that has words is put into them here too.
"""

from datetime import timedelta
from typing import Any

from flask import Flask, g, redirect, request
from markupsafe import Markup, escape
from werkzeug.wrappers import Response

from eztrak.supervisor.pit.entrance import OWN, own_path
from eztrak.voice.said import LANGUAGES, Part, Voice, filled
from eztrak.voice.voices import voice

COOKIE = "eztrak_pit_language"
_KEPT = timedelta(days=400)  # the longest that browsers allow
_TRADITIONAL = {"hant", "tw", "hk", "mo"}


def add(site: Flask) -> None:
    site.jinja_env.globals.update(say=say, languages=LANGUAGES)
    site.jinja_env.finalize = worded

    @site.post("/language")
    def choose() -> Response:
        response = redirect(own_path(request.form.get("to")) or "/", 303)
        if (language := request.form.get("language", "")) in LANGUAGES:
            response.set_cookie(COOKIE, language, _KEPT, secure=request.is_secure, **OWN)
        return response


def reader() -> Voice:
    """The voice of whoever asks for this page."""
    if "voice" not in g:
        cookie = request.cookies.get(COOKIE, "")
        g.voice = voice(cookie if cookie in LANGUAGES else _asked_for())
    return g.voice  # type: ignore[no-any-return]


def say(text: str, /, **parts: Part) -> Markup:
    """A sentence of a template; a link or another element may stand in a place."""
    places = {name: part if isinstance(part, int) else escape(worded(part)) for name, part in parts.items()}
    return Markup(filled(escape(reader().word(text)), places, reader()))


def worded(part: Any) -> Any:
    """What a template prints; in words where it has some."""
    return part.words(reader()) if hasattr(type(part), "words") else part


def _asked_for() -> str:
    """The first language of the browser that we speak. Its names are many: zh-HK, zh-Hant-TW, zh, vi-VN."""
    for tag, _ in request.accept_languages:
        first, *more = tag.lower().replace("_", "-").split("-")
        language = first if first != "zh" else "zh_TW" if _TRADITIONAL & set(more) else "zh_CN"
        if language in LANGUAGES:
            return language
    return "en"
