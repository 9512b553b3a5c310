"""What is said goes from one program to another, and is said there in any language."""

import json

import pytest

from eztrak.voice.said import Said, Voice
from eztrak.voice.wire import heard, plain


def test_a_sentence_is_heard_as_it_was_said() -> None:
    said = Said("{fault}. Nothing was left on {stick}", fault=Said("full: {count:,} kB", count=1200), stick="a stick")
    again = heard(json.loads(json.dumps(plain(said))))
    assert again == said
    assert again.words(Voice("xx", {"full: {count:,} kB": "plein {count:,}"})).startswith("plein 1,200. ")


@pytest.mark.parametrize("nonsense", [None, "text", ["text"], [1, {}], ["text", {"part": [3]}]])
def test_what_was_not_said_is_not_heard(nonsense: object) -> None:
    with pytest.raises(ValueError, match="nothing that was said"):
        heard(nonsense)
