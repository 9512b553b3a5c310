"""Each language has its own voice."""

import pytest
from catalogues import TRANSLATED, catalogue

from eztrak.voice.said import ENGLISH
from eztrak.voice.voices import voice


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_language_says_what_its_own_catalogue_has(language: str) -> None:
    assert voice(language).language == language
    assert voice(language).messages == {message.english: message.translation for message in catalogue(language)}


@pytest.mark.parametrize("language", ["en", "fr", ""])
def test_what_is_not_spoken_here_is_said_in_english(language: str) -> None:
    assert voice(language) is ENGLISH
