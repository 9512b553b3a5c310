"""What is said is a value; words are made of it in a voice."""

from pathlib import Path

from eztrak.game.first import first_game
from eztrak.voice.said import ENGLISH, All, Cut, Phrase, Said, SaidError, Voice, listed

SWAPPED = Voice(
    "xx",
    {"shoe {shoe} has no hand {hand}": "{hand}! {shoe}?", "is {it}": "[{it}]", "no": "non", ", ": "、", " and ": "&"},
)


def test_the_same_words_are_the_same_value() -> None:
    assert Said("is {it}", it=3) == Said("is {it}", it=3) != Said("is {it}", it=4)
    assert hash(Said("is {it}", it=3)) == hash(Said("is {it}", it=3))
    assert Said("{a} {b}", a=1, b=2) == Said("{a} {b}", b=2, a=1)
    assert [bool(Said()), bool(Said("no"))] == [False, True]


def test_a_sentence_is_filled_in_the_order_of_its_language() -> None:
    said = Said("shoe {shoe} has no hand {hand}", shoe=3, hand=90)
    assert (str(said), said.words(SWAPPED)) == ("shoe 3 has no hand 90", "90! 3?")


def test_what_stands_in_a_place_is_said_in_the_same_voice() -> None:
    said = Said("is {it}", it=Said("no"))
    assert (str(said), said.words(SWAPPED)) == ("is no", "[non]")
    assert Said("is {it}", it=SaidError("no")).words(SWAPPED) == "[non]"


def test_texts_paths_and_numbers_stay_as_they_are() -> None:
    assert [Said("is {it}", it=it).words(SWAPPED) for it in ("no", Path("/a"), 1234)] == ["[no]", "[/a]", "[1234]"]


def test_many_things_are_counted_in_words() -> None:
    said = [str(Said("after {count:hand|hands}?", count=count)) for count in (0, 1, 1200)]
    assert said == ["after 0 hands?", "after 1 hand?", "after 1,200 hands?"]
    assert str(Said("{count:,} rows", count=12345)) == "12,345 rows"


def test_several_things_are_joined_as_the_language_does() -> None:
    assert [listed(["a", "b", "c"][:many]).words(ENGLISH) for many in range(4)] == ["", "a", "a and b", "a, b and c"]
    assert listed(["a", "b", Phrase("no")]).words(SWAPPED) == "a、b&non"
    assert str(All((Said("no"), "b"))) == "no; b"


def test_a_fault_says_what_it_is() -> None:
    fault = SaidError("is {it}", it=1)
    assert (str(fault), fault.words(SWAPPED), fault.said) == ("is 1", "[1]", Said("is {it}", it=1))
    assert SaidError.of(Said("is {it}", it=Said("no"))).words(SWAPPED) == "[non]"


def test_where_there_is_little_room_the_beginning_is_said() -> None:
    said = Said("is {it}", it=Said("no"))
    assert [str(Cut(said, most)) for most in (5, 4)] == ["is no", "is …"]
    assert Cut(said, 5).words(SWAPPED) == "[non]"
    assert Cut(said, 4).words(SWAPPED) == "[no…"


def test_a_language_that_lacks_a_sentence_has_it_in_english() -> None:
    game = first_game()
    assert Said("who is {it}?", it=game.named("player")).words(Voice("zh_TW")) == "who is 閒?"
