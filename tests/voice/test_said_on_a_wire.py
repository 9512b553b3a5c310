"""What is said goes from one program to another, and is said there in any language."""

import json
from pathlib import Path

import pytest

from eztrak.voice.said import All, Phrase, Said, Voice
from eztrak.voice.wire import as_kept, heard, in_words, plain


def test_a_sentence_is_heard_as_it_was_said() -> None:
    said = Said("{fault}. Nothing was left on {stick}", fault=Said("full: {count:,} kB", count=1200), stick="a stick")
    again = heard(json.loads(json.dumps(plain(said))))
    assert again == said
    assert again.words(Voice("xx", {"full: {count:,} kB": "plein {count:,}"})).startswith("plein 1,200. ")


TWICE = ["{a} {a}", {"a": ["", {}]}]  # doubles with every step, where the next one stands in its place
DEEP: list[object] = ["", {}]
for _ in range(20):
    DEEP = ["{a}", {"a": DEEP}]


@pytest.mark.parametrize(
    "nonsense",
    [
        *(None, "text", ["text"], [1, {}], ["text {part}", {"part": [3]}], ["text {part}", {"part": 1.5}]),
        *(["text {part}", {}], ["text", {"part": 3}], ["{a} {a} {a}", {"a": "text"}], TWICE, DEEP),
    ],
)
def test_what_was_not_said_is_not_heard(nonsense: object) -> None:
    with pytest.raises(ValueError, match="nothing that was said"):
        heard(nonsense)


def test_a_place_may_come_twice_where_a_text_stands_in_it() -> None:
    said = Said("{package} is not there (pip install {package})", package="evdev")
    assert heard(plain(said)) == said


def test_a_record_keeps_what_is_said_as_it_is_read_again() -> None:
    """With plain values alone, and no longer than anybody reads."""
    said = Said("{path}: {fault}", path=Path("/a"), fault=All((Phrase("no"), "x" * 5000, 3)))
    again = as_kept(said)
    assert again == Said("{path}: {fault}", path="/a", fault=All((Phrase("no"), f"{'x' * 1999}…", 3)))
    assert (heard(json.loads(json.dumps(plain(again)))), as_kept(again)) == (again, again)
    assert as_kept(All((Said("no"),))) == Said("{what}", what=All((Said("no"),)))


def test_what_was_kept_in_finished_words_is_said_in_them() -> None:
    said = in_words("no room")
    assert (str(said), said.words(Voice("xx", {"no room": "plein"}))) == ("no room", "plein")
    assert in_words("") == Said()
