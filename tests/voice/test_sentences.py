"""Every sentence that the code can say: its places are filled, and each catalogue has it, with the same places."""

import os

import pytest
from catalogues import TRANSLATED, catalogue, rewritten, said
from sentences import places, sentences

from eztrak.shipped import asset


def test_each_place_of_a_sentence_is_filled_and_nothing_is_put_nowhere() -> None:
    assert [one for one in sentences() if places(one.text) != one.parts] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_each_catalogue_has_what_is_said_and_nothing_else(language: str) -> None:
    """With EZTRAK_ACCEPT=1 the catalogues are written anew; what is missing then is to be translated."""
    if os.environ.get("EZTRAK_ACCEPT"):
        asset("words", f"{language}.po").write_text(rewritten(language), encoding="utf-8")
    entries = catalogue(language)
    assert [message.english for message in entries] == list(said())
    assert [message.english for message in entries if not message.translation] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_has_the_same_places(language: str) -> None:
    assert [m for m in catalogue(language) if places(m.english) != places(m.translation)] == []
