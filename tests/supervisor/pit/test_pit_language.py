"""The page in each reader's language, by choice or by the browser: no words on it that a catalogue could not have."""

import re
from collections.abc import Iterator
from contextlib import suppress
from html.parser import HTMLParser
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from pit_evening import PASSWORD, YESTERDAY, Keeper, room
from werkzeug.exceptions import HTTPException

from eztrak.config.load import load
from eztrak.game.first import first_game
from eztrak.supervisor.pit import language
from eztrak.supervisor.pit.passwords import Passwords
from eztrak.supervisor.pit.site import Office, site_of
from eztrak.supervisor.report import style_of
from eztrak.voice.said import LANGUAGES, PLACE, Voice
from eztrak.voice.voices import voice

DAY = YESTERDAY.isoformat()
SHOE = "/table/1/shoe/3"
PAGES = {
    "/": 200,
    "/days": 200,
    f"/day/{DAY}": 200,
    "/day/2020-01-01": 200,
    SHOE: 200,
    "/table/1/shoe/4": 200,
    f"{SHOE}/hand/10": 200,
    f"{SHOE}/hand/41": 200,
    f"{SHOE}/hand/42": 200,
    f"/figures?from={DAY}&to={DAY}": 200,
    "/table/1": 200,
    "/table/2": 200,
    "/dealer/12": 200,
    "/dealer/99": 200,
    "/now": 200,
    "/figures?from=2020-01-01&to=2020-01-02": 200,
    f"/log?day={DAY}&from=14:00&to=14:30": 200,
    f"/log?day={DAY}&kind=shoes": 200,
    "/log?day=2020-01-01": 200,
    f"/log?day={DAY}&from=14:00&to=13:00": 404,
    f"/log?day={DAY}&from=9": 404,
    f"/corrections?from={DAY}&to={DAY}": 200,
    "/corrections?from=2020-01-01": 404,
    "/seal?seal=7K3M-Q2ZD-9FXA-31RS-8TWE": 404,
    "/table/1/shoe/99": 404,
    f"{SHOE}/hand/99": 404,
    "/table/9/shoe/1": 404,
    f"{SHOE}/export.exe": 404,
    f"/table/1/days/{DAY}/2020-01-01/export.xlsx": 404,
    "/day/tomorrow": 404,
    "/figures?from=2020-01-01": 404,
    f"/find?day={DAY}&shoe=4": 404,
    "/find?day=2020-01-01&shoe=77": 404,
    f"/find?day={DAY}&hand=41": 404,
    "/find?shoe=two": 404,
    "/nowhere": 404,
    "/logout": 405,
}


class Marking(dict[str, str]):
    """Whatever a catalogue has stands in brackets; what stands in its places does not."""

    def get(self, english: str, _: str = "") -> str:  # type: ignore[override]
        return f"⟦{PLACE.sub(lambda place: f'⟧{{{place[1]}}}⟦', english)}⟧"


class Texts(HTMLParser):
    """The texts of a page, those that are only heard among them; without what is typed to a machine."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self._inside: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "link", "input"):
            self._inside.append(tag)
        self.found += [
            value for name, value in attrs if value and name in ("aria-label", "title", "alt", "placeholder")
        ]

    def handle_endtag(self, tag: str) -> None:
        if tag in self._inside:
            while self._inside.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        if not {"code", "kbd", "svg"} & set(self._inside):
            self.found.append(data)


@pytest.fixture(scope="module")
def databases(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Two tables, one that has dealt nothing yet, and one whose file is missing."""
    home = tmp_path_factory.mktemp("languages")
    first, second = room(home)
    Keeper(home / "three.db", "Table 3", 12).close()
    Passwords(first).set(7, PASSWORD)
    return [first, second, home / "three.db", home / "missing.db"]


@pytest.fixture
def visitor(databases: list[Path]) -> FlaskClient:
    return site_of(Office(databases, style_of(load(None))), Passwords(databases[0])).test_client()


def log_in(visitor: FlaskClient) -> None:
    assert visitor.post("/login", data={"number": "7", "password": PASSWORD}).status_code == 303


def lang(visitor: FlaskClient, path: str = "/login", accept: str = "") -> str:
    page = visitor.get(path, headers={"Accept-Language": accept} if accept else {}).text
    attribute = re.search('<html lang="(.*?)">', page)
    assert attribute
    return attribute[1]


@pytest.mark.parametrize(
    ("accept", "wanted"),
    [
        ("", "en"),
        ("fr", "en"),
        ("en-US,en;q=0.9,zh-TW;q=0.8", "en"),
        ("zh-TW,zh;q=0.9,en-US;q=0.8", "zh-TW"),
        ("zh-HK", "zh-TW"),
        ("zh-Hant", "zh-TW"),
        ("zh-Hant-HK", "zh-TW"),
        ("zh", "zh-CN"),
        ("zh-Hans-SG", "zh-CN"),
        ("fr-FR,fr;q=0.9,vi-VN;q=0.8,en;q=0.1", "vi"),
        ("en;q=0.5,ko-KR", "ko"),
        ("*", "en"),
    ],
)
def test_a_page_speaks_what_the_browser_asks_for(visitor: FlaskClient, accept: str, wanted: str) -> None:
    assert lang(visitor, accept=accept) == wanted


def test_a_choice_is_kept_before_and_after_the_log_in(visitor: FlaskClient) -> None:
    answer = visitor.post("/language", data={"language": "zh_TW", "to": "/login?to=/days"})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/login?to=/days")
    assert "HttpOnly" in answer.headers["Set-Cookie"]
    assert lang(visitor, accept="ko") == "zh-TW"
    log_in(visitor)
    assert lang(visitor, "/days", accept="ko") == "zh-TW"
    assert "莊" in visitor.get(SHOE).text
    visitor.post("/language", data={"language": "vi"})
    assert lang(visitor, "/days", accept="ko") == "vi"


@pytest.mark.parametrize("typed", ["", "xx", "../../etc", "fr"])
def test_a_language_that_we_do_not_speak_is_not_chosen(visitor: FlaskClient, typed: str) -> None:
    answer = visitor.post("/language", data={"language": typed, "to": "//evil.example"})
    assert (answer.headers["Location"], "Set-Cookie" in answer.headers) == ("/", False)
    visitor.set_cookie(language.COOKIE, typed)
    assert lang(visitor, accept="ko") == "ko"


@pytest.mark.parametrize("id", LANGUAGES)
def test_every_page_is_there_in_every_language(visitor: FlaskClient, id: str) -> None:
    log_in(visitor)
    visitor.set_cookie(language.COOKIE, id)
    assert {path: visitor.get(path, follow_redirects=True).status_code for path in PAGES} == PAGES
    names = {name for name, tag in re.findall('lang="(.*?)"( aria-current="true")?>', visitor.get("/").text) if tag}
    assert names == {id.replace("_", "-")}
    assert first_game().named("banker").words(voice(id)) in visitor.get(SHOE).text


@pytest.fixture
def marked(visitor: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> FlaskClient:
    """The page in a language that marks every word that it has."""
    monkeypatch.setattr(language, "voice", lambda _: Voice("xx", Marking()))
    return visitor


# What stays as it is: names of the room, the tables, the product, its games and their wagers, of files and formats.
GAME = first_game()
NAMES = [
    *(
        "Cardroom",
        "Table 1",
        "Table 2 <b>",
        "Table 3",
        "three",
        "missing",
        "eztrak",
        "UTC",
        "xx",
        "Excel",
        "CSV",
        "tomorrow",
        "two",
        "washington",
    ),
    *("exe", "pdf", "xlsx", "zip", "jsonl", "/nowhere", *LANGUAGES.values(), GAME.name()),
    *sorted((GAME.says(id) for id in GAME.counted), key=len, reverse=True),
]
_PATH, _SEAL, _HAND = r"/\S+\.db", "[0-9A-Z]{4}(?:-[0-9A-Z]{4}){2,4}", "[PBT][78]?n?"
_STAYS = re.compile(rf"(?<!\w)(?:{'|'.join([*map(re.escape, NAMES), _PATH, _SEAL, _HAND])})(?!\w)", re.IGNORECASE)


def unmarked(page: str) -> Iterator[str]:
    for text in Texts(page).found:
        if re.search(r"[^\W\d_]", _STAYS.sub("", re.sub("⟦[^⟦⟧]*⟧", "|", text))):
            yield text


def test_every_text_of_the_log_in_is_in_the_catalogues(marked: FlaskClient) -> None:
    assert list(unmarked(marked.get("/login").text)) == []
    wrong = {"number": "7", "password": "wrong"}
    for status in (403, 403, 403, 429):
        answer = marked.post("/login", data=wrong)
        assert (answer.status_code, list(unmarked(answer.text))) == (status, [])
    strange = marked.post("/login", data=wrong, headers={"Origin": "http://evil.example"})
    assert (strange.status_code, list(unmarked(strange.text))) == (403, [])


def test_every_page_that_there_is_was_looked_at(visitor: FlaskClient) -> None:
    """All that answers with words to whoever looks; the log-in has a test of its own."""
    rules, seen = visitor.application.url_map.bind("localhost"), set()
    for path in PAGES:
        with suppress(HTTPException):
            seen.add(rules.match(path.partition("?")[0])[0])
    wordless = {"log_in", "dispute", "room_file", "healthz", "style", "now_script", "icon"}
    known = {rule.endpoint for rule in visitor.application.url_map.iter_rules() if "GET" in (rule.methods or ())}
    assert known - seen == wordless


@pytest.mark.parametrize("path", PAGES)
def test_every_text_of_a_page_is_in_the_catalogues(marked: FlaskClient, path: str) -> None:
    log_in(marked)
    answer = marked.get(path, follow_redirects=True)
    assert answer.status_code == PAGES[path]
    assert list(unmarked(answer.text)) == []
