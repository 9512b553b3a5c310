"""Games from their files: what follows from the lines of their wagers, and in which words a file is refused."""

import tomllib
from fractions import Fraction
from itertools import combinations

import pytest
from games import SHIPPED, UNSEEN, library, read, shipped, tableaus, worded

from eztrak.game.first import first_game
from eztrak.game.hand import FREE, Hand, Outcome
from eztrak.game.notation import parse, write
from eztrak.game.odds import odds
from eztrak.game.reading import library_of, recorded, warnings
from eztrak.voice.said import Voice

EZ = first_game()
FLAGS = ("player", "banker", "tie", "dragon7", "panda8", "natural")


# Marks (with the three winners) and possible sets, as GAMES tells them, naturals counted where the file counts them.
@pytest.mark.parametrize(
    ("name", "marks", "sets"),
    [
        ("commission", 4, 6),
        ("commission-dragon-bonus", 10, 18),
        ("commission-pairs", 6, 24),
        ("dai-bacc", 6, 9),
        ("ez", 5, 7),
        ("ez-dragon-bonus", 11, 23),
        ("ez-panda", 6, 8),
        ("five-treasures", 9, 10),
        ("tiger", 6, 6),
    ],
)
def test_the_marks_of_a_shipped_game_and_what_can_come_together(name, marks, sets):
    game = shipped(name)
    assert (3 + len(game.marks), len(game.sets)) == (marks, sets)


def test_every_shipped_game_is_looked_at():
    assert [
        *("commission", "commission-dragon-bonus", "commission-pairs", "dai-bacc", "ez", "ez-dragon-bonus"),
        *("ez-panda", "five-treasures", "tiger"),
    ] == SHIPPED


@pytest.mark.parametrize("name", SHIPPED)
def test_a_recorded_game_is_the_same_game(name):
    game = shipped(name)
    again = recorded(game.text)
    assert again == game
    assert (again.marks, again.sets, again.tiles, again.name("ko")) == (
        *(game.marks, game.sets, game.tiles, game.name("ko")),
    )


@pytest.mark.parametrize("name", SHIPPED)
def test_every_hand_of_a_game_is_entered_by_its_fewest_toggles_and_written_as_it_is_read(name):
    game = shipped(name)
    for shown, result in game.sets.items():
        hand = game.dealt(result, free=True)
        assert hand.said == shown | {FREE}
        assert game.hand_of(game.shortest(hand)) == hand
        assert parse(write([hand], game), game) == (hand,)
        assert parse(hand.outcome + "".join(f"[{id}]" for id in hand.marks) + "f", game) == (hand,)


@pytest.mark.parametrize("name", SHIPPED)
def test_a_set_of_marks_tells_what_every_wager_pays(name):
    game = shipped(name)
    for wager in game.wagers:
        pays = {}
        for result in game.results:
            line = wager.line(result)
            pays.setdefault(game.shown(result), set()).add("" if line is None else wager.lines[line].paid)
        assert wager.posted or all(len(paid) == 1 for paid in pays.values())


def test_the_first_game_refuses_what_the_hand_written_rules_refused():
    def impossible(said):
        bonus = said & {"dragon7", "panda8"}
        return (
            len(said & {"player", "banker", "tie"}) > 1
            or len(bonus) > 1
            or bool(bonus and "natural" in said)
            or bool("dragon7" in said and said & {"player", "tie"})
            or bool("panda8" in said and said & {"banker", "tie"})
        )

    entries = [frozenset(entry) for size in range(7) for entry in combinations(FLAGS, size)]
    assert [bool(EZ.problems(entry)) for entry in entries] == [impossible(entry) for entry in entries]


@pytest.mark.parametrize(
    ("entry", "refusals"),
    [
        ({"dragon7", "natural"}, ["Dragon 7 and Natural cannot come in the same hand"]),
        ({"dragon7", "player"}, ["Dragon 7 is a Banker win, not Player"]),
        ({"panda8", "tie"}, ["Panda 8 is a Player win, not Tie"]),
        ({"player", "banker"}, ["only one of Player and Banker can be the result"]),
        ({"player", "banker", "tie"}, ["only one of Player, Banker and Tie can be the result"]),
        ({"dragon7", "panda8"}, ["Dragon 7 and Panda 8 cannot come in the same hand"]),
        ({"banker", "kill"}, ["EZ Baccarat Panda 8 has no kill"]),
    ],
)
def test_an_impossible_entry_is_refused_in_words_that_name_it(entry, refusals):
    assert worded(EZ.problems(entry)) == worded(EZ.hand_of(entry)) == refusals


def test_three_marks_of_which_each_two_go_together_can_be_impossible():
    game = read(
        """
        wagers = ["player", "banker-5", "tie", "low", "high", "even"]
        low = { lines = [{ pay = "2:1", winner = "player", banker = [0, 1] }] }
        high = { lines = [{ pay = "2:1", winner = "player", banker = [0, 2] }] }
        even = { lines = [{ pay = "2:1", winner = "player", banker = [1, 2, 3] }] }
        """
    )
    assert worded(game.problems({"low", "high", "even"})) == ["Even, High and Low cannot come in the same hand"]


@pytest.mark.parametrize("entry", [set(), {"natural"}, {FREE}, {"natural", FREE}])
def test_an_entry_without_a_winner_is_unfinished_but_not_impossible(entry):
    assert EZ.problems(entry) == []
    assert worded(EZ.hand_of(entry)) == ["no result yet: Player, Banker or Tie?"]


@pytest.mark.parametrize(
    ("word", "words"),
    [
        ("P", "PLAYER"),
        ("Bn", "BANKER, natural"),
        ("Tf", "TIE, free hand"),
        ("B7", "DRAGON 7"),
        ("P8f", "PANDA 8, free hand"),
        ("Bnfx", "BANKER, natural, free hand, void"),
    ],
)
def test_a_hand_is_told_in_words(word, words):
    assert str(EZ.describe(parse(word, EZ)[0])) == words


def test_a_hand_is_told_in_the_words_of_a_language():
    hand = parse("B7fx", EZ)[0]
    voice = Voice("ko", {"free hand": "프리", "void": "무효", ", ": " · "})
    assert (EZ.describe(hand).words(voice), EZ.named("tie").words(voice)) == ("용7 · 프리 · 무효", "타이")


def test_a_hand_that_no_deal_gives_is_told_and_counted_as_it_stands():
    odd = Hand(Outcome.TIE, frozenset({"dragon7", "gone"}))
    assert str(EZ.describe(odd)) == "TIE, dragon 7, gone"
    assert write([odd], EZ) == "T[dragon7][gone]"
    assert EZ.shortest(odd) == {"tie", "dragon7", "gone"}
    assert EZ.counts_of(odd) >= {"tie", "dragon7"}
    assert EZ.pushes(odd) == []


def test_two_bonuses_of_one_hand_stand_together_where_the_cards_give_both():
    game = shipped("dai-bacc")
    hand = game.hand_of({"dragon7", "kill"})
    assert hand == Hand(Outcome.BANKER, frozenset({"dragon7", "kill"}))
    assert game.counts_of(hand) == {"banker", "dragon7", "kill"}


def test_a_wager_that_several_marks_win_counts_its_wins():
    game = shipped("commission-dragon-bonus")
    won = {word: game.counts_of(parse(word, game)[0]) & {"dragon-bonus-player", "dragon-bonus-banker"} for word in
           ("P", "P4", "P9", "Pn", "B", "B6", "T", "Tn")}  # fmt: skip
    assert won == {
        **{word: set() for word in ("P", "B", "T", "Tn")},
        **{word: {"dragon-bonus-player"} for word in ("P4", "P9", "Pn")},
        "B6": {"dragon-bonus-banker"},
    }


def test_a_push_is_told_by_the_spots_that_are_given_back():
    assert EZ.pushes(parse("B7", EZ)[0]) == ["banker"]
    assert EZ.pushes(parse("T", EZ)[0]) == ["player", "banker"]
    assert EZ.pushes(parse("B", EZ)[0]) == []


def test_a_hand_tells_what_it_pays_the_best_first():
    game = shipped("ez-dragon-bonus")
    assert game.wins(parse("B7[by6]", game)[0]) == {"dragon7": "40:1", "dragon-bonus-banker": "4:1"}
    assert list(game.wins(parse("P9", game)[0])) == ["dragon-bonus-player", "player"]
    assert game.wins(parse("T", game)[0]) == {"tie": "8:1"}


def test_what_is_rare_and_pays_much_is_celebrated():
    def celebrated(name, word):
        mark = shipped(name).celebrated(parse(word, shipped(name))[0])
        return mark and mark.id

    assert celebrated("ez-panda", "B7") == "dragon7"
    assert celebrated("ez-panda", "Bn") is None
    assert celebrated("five-treasures", "T[heavenly9-75]") == "heavenly9-75"
    assert celebrated("five-treasures", "P[heavenly9]") is None
    assert celebrated("commission-dragon-bonus", "P9") == "by9"
    assert celebrated("commission-dragon-bonus", "P8") is None
    # A margin of 7 may come with the 40:1 of another wager: then that one is celebrated, else nothing.
    assert celebrated("ez-dragon-bonus", "B[by7]") is None
    assert celebrated("ez-dragon-bonus", "B7[by7]") == "dragon7"


def test_a_push_has_a_mark_of_its_own_where_no_wager_tells_it():
    game = read('wagers = ["player", "banker-ez", "tie"]')
    assert list(game.marks) == ["banker-ez-push"]
    assert game.hand_of({"banker-ez-push"}) == Hand(Outcome.BANKER, frozenset({"banker-ez-push"}))
    assert game.tiles == ("player", "banker", "tie")
    assert game.marks["banker-ez-push"].name() == "Banker push"


def test_the_same_pay_twice_with_other_signs_makes_two_marks():
    game = read(
        """
        wagers = ["player", "banker-5", "tie", "twin"]
        [twin]
        lines = [
            { pay = "5:1", winner = "tie", points = 1, mark = "1" },
            { pay = "5:1", winner = "tie", points = 2, mark = "2" },
            { pay = "9:1", winner = "tie", points = 3 },
        ]
        """
    )
    assert list(game.marks) == ["twin", "twin-5-2", "twin-9"]
    assert write(parse("T1 T2 T[twin-9]", game), game) == "T1 T2 T[twin-9]"


def test_a_sign_that_two_marks_share_belongs_to_the_first():
    game = shipped("ez-dragon-bonus")
    text = "B7 B[by7] B7[by7] P7 P4"
    assert write(parse(text, game), game) == text


def test_a_game_that_nobody_has_seen_follows_from_its_file():
    game = read(UNSEEN)
    assert list(game.marks) == ["crane-88", "crane", "heron", "natural", "long-hand"]
    assert game.tiles == ("player", "banker", "tie", "crane", "heron", "natural", "long-hand")
    assert (game.says("crane"), game.says("crane", "ko"), game.says("crane-88"), game.says("long-hand")) == (
        *("Crane", "학", "Crane 88:1", "Long hand"),
    )
    assert game.hand_of({"crane-88"}) == Hand(Outcome.BANKER, frozenset({"crane-88"}))
    assert game.counts_of(game.hand_of({"crane-88"})) == {"banker", "crane", "crane-88"}
    assert {game.place(game.marks[id]) for id in ("crane", "heron")} == {"sign"}
    assert game.place(game.marks["natural"]) == "dot"
    assert game.paid_at("crane") == ["88:1", "12:1"]
    assert game.says("player_dealer") == "Player dealer"
    assert game.name("vi") == "Lucky Crane"


def test_a_posted_wager_has_no_key_no_tile_and_no_mark():
    game = read('wagers = ["player", "banker-5", "tie", "small", "mine"]\nmine.lines = [{ pay = "2:1", cards = 5 }]')
    assert (game.tiles, game.marks, game.spots["mine"].posted) == (("player", "banker", "tie"), {}, True)


def test_a_look_overrules_what_would_follow():
    game = read(
        """
        wagers = ["player", "banker-5", "tie", "mine"]
        [mine]
        lines = [{ pay = "2:1", winner = "tie", points = 1 }]
        look = { tile = false, celebrate = true, place = "none" }
        """
    )
    (mark,) = game.marks.values()
    assert (game.tiles, game.celebrated(parse("T[mine]", game)[0]), game.place(mark)) == (
        *(("player", "banker", "tie"), mark, "none"),
    )


def test_a_room_names_and_pays_a_wager_otherwise():
    game = read(
        """
        title = { en = "Ours", ko = "우리" }
        wagers = ["player", "banker-5", "tie", "lucky6"]
        pay = { tie = "9:1", lucky6 = ["12:1", "20:1"] }
        names = { tie = "Stand-off", player = { ko = "손님" } }
        """
    )
    assert (game.paid_at("tie"), game.paid_at("lucky6")) == (["9:1"], ["20:1", "12:1"])
    assert (game.says("tie"), game.says("tie", "vi"), game.says("player"), game.says("player", "ko")) == (
        *("Stand-off", "Stand-off", "Player", "손님"),
    )


def test_a_game_may_draw_by_a_tableau_of_its_own():
    assert read('tableau = "gold"\nwagers = ["player", "banker-5", "tie"]').tableau == tableaus()["gold"]
    inline = read(
        """
        wagers = ["player", "banker-5", "tie"]
        [tableau]
        player_draws = [0, 1, 2, 3, 4]
        natural_ends = false
        banker_draws = ["-0", "-0"]
        """
    )
    assert inline.tableau.player_takes(4)
    assert not inline.tableau.player_takes(5)


THREE = 'wagers = ["player", "banker-5", "tie"'


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", 'wagers: must be a list, such as ["player", "banker-5", "tie"]'),
        ("wagers = 3", "wagers = 3: must be a list of wagers"),
        (f'{THREE}, "tie"]', "wagers: tie is listed twice"),
        (f'{THREE}, "draggon"]', "wagers: there is no wager draggon; the library has"),
        (
            f"{THREE}]\ndecks = 8",
            "decks: there is no such key; write a table [decks] for a wager of your own, or title, wagers,",
        ),
        (f"{THREE}]\n[free]\nlines = []", "[free]: this name is reserved; give the wager another name"),
        (f"{THREE}]\n[mine]\nlines = [{{ pay = '1:1', winner = 'tie' }}]", "[mine]: is in neither wagers nor counts"),
        (f"{THREE}]\npay = 3", "pay = 3: must be a table by wager"),
        (f"{THREE}]\npay = {{ ox = '1:1' }}", "pay.ox: there is no wager ox"),
        (f"{THREE}]\npay = {{ tie = ['8:1', '9:1'] }}", "pay.tie = ['8:1', '9:1']: must be 1 pay, one"),
        (f"{THREE}]\npay = {{ tie = '9 to 1' }}", "pay.tie: pay = '9 to 1': write \"8:1\" for 8 to 1"),
        (f"{THREE}]\nnames = {{ tie = 3 }}", "names.tie = 3: must be a text"),
        (f"{THREE}]\nnames.tie.fr = 'Égalité'", "names.tie.fr: there is no such key; known here: en, zh_TW"),
        (f"{THREE}]\nnames = {{ tie = '' }}", "names.tie.en = '': must be a text of 1 to 90 characters"),
        (f"{THREE}]\ntableau = 'silver'", "tableau = 'silver': must be one of standard, gold, or a table of your own"),
        (
            f"{THREE}]\ntableau.player_draws = [12]",
            "tableau.player_draws = [12]: must be a list of whole numbers from 0 to 9",
        ),
        (f"{THREE}]\ntableau.player = [1]", "tableau.player: there is no such key"),
        (
            f"{THREE}]\ntableau.banker_draws = ['x']",
            "tableau.banker_draws = ['x']: must be a list with a text for each Banker total",
        ),
        (f"{THREE}]\ntableau.natural_ends = 1", "tableau.natural_ends = 1: must be true or false"),
        ("wagers = ['tie']\ntie.lines = [{ pay = '2:1', winner = 'tie', points = 1 }]", "tie: this name is reserved"),
        (f"{THREE}, 'mine']\nmine = 3", "mine: there is no such key"),
    ],
)
def test_a_file_that_is_no_game_is_refused_in_words(text, fault):
    faults = read(text)
    assert isinstance(faults, list)
    assert any(line.startswith(fault) for line in faults), faults


WAGER = f"{THREE}, 'mine']\n[mine]\n"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "mine.lines: must be a list of lines"),
        ("lines = [3]", "mine, line 1: 3: write facts"),
        ("lines = [{ pay = '2:1' }]", "mine, line 1: has no fact; choose from player, banker"),
        ("lines = [{ winer = 'tie' }]", "mine, line 1: winer: there is no such key; did you mean winner?"),
        (
            "lines = [{ colour = 'red' }]",
            "mine, line 1: colour: there is no such key; known here: pay, mark, player",
        ),
        ("lines = [{ banker = 11 }]", "mine, line 1: banker = 11: must be one of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9"),
        ("lines = [{ banker = [] }]", "mine, line 1: banker = []: must be one of 0, 1"),
        ("lines = [{ banker = true }]", "mine, line 1: banker = True: must be one of 0, 1"),
        ("lines = [{ player_pair = 1 }]", "mine, line 1: player_pair = 1: must be one of true, false"),
        ("lines = [{ pay = '2', banker = 1 }]", "mine, line 1: pay = '2': write"),
        (
            "lines = [{ pay = '1:1', mark = 3, banker = 1 }]",
            "mine, line 1: mark = 3: must be the name of a mark, or one or two",
        ),
        ("lines = [{ pay = '1:1', mark = 'nothing', banker = 1 }]", "mine, line 1: mark = 'nothing': there is no such"),
        (
            "lines = [{ pay = '1:1', mark = 'PB', banker = 1 }]",
            "mine, line 1: mark = 'PB': must be the name of a mark",
        ),
        ("lines = [{ banker = 1 }]\ncommission = 60", "mine.commission = 60: must be a whole number from 0 to 50"),
        ("lines = [{ banker = 1 }]\nkey = 'x'", "mine.key = 'x': must be one of 1, 2, 3"),
        ("lines = [{ banker = 1 }]\nsign = 'f'", "mine.sign = 'f': must be one or two letters or digits"),
        ("lines = [{ banker = 1 }]\nposted = 1", "mine.posted = 1: must be true or false"),
        ("lines = [{ banker = 1 }]\nlook = 3", "mine.look = 3: must be a section [mine.look]"),
        (
            "lines = [{ banker = 1 }]\nlook.tiles = 3",
            "mine.look.tiles: there is no such key; did you mean mine.look.tile?",
        ),
        ("lines = [{ banker = 1 }]\nlook.tile = 3", "mine.look.tile = 3: must be true or false"),
        (
            "lines = [{ banker = 1 }]\nlook.place = 'top'",
            "mine.look.place = 'top': must be one of sign, dot, corner, none",
        ),
        ("lines = [{ banker = 1 }]\nlook.picture = 1", "mine.look.picture = 1: must be a text"),
        ("lines = [{ banker = 1 }]\nodds = 1", "mine.odds: there is no such key"),
        (
            "lines = [{ pay = '9:1', winner = 'player', player = 0 }]",
            "mine, line 1 (player=0 winner=player): no deal of this tableau meets it",
        ),
        (
            "lines = [{ pay = '9:1', winner = 'tie' }, { pay = '20:1', winner = 'tie', points = 6 }]",
            "mine, line 2 (winner=tie points=6): earlier lines cover it",
        ),
        (
            "lines = [{ pay = '9:1', winner = 'tie', points = 6, mark = 'natural' }]",
            "mine: Tie does not show what it pays: its lines need different marks",
        ),
    ],
)
def test_a_wager_that_cannot_be_is_refused_with_its_line(text, fault):
    faults = read(WAGER + text)
    assert isinstance(faults, list)
    assert any(line.startswith(fault) for line in faults), faults


def test_a_second_wager_on_a_winner_is_told_by_its_rarer_line():
    game = read(
        """
        wagers = ["player", "banker-5", "tie", "six"]
        [six]
        lines = [{ pay = "50:1", winner = "tie", points = 6 }, { pay = "2:1", winner = "tie" }]
        """
    )
    assert (list(game.spots), list(game.marks)) == (["player", "banker", "tie", "six"], ["six-50"])
    assert game.counts_of(parse("T", game)[0]) == {"tie"} | ({"six"} & set(game.counted))
    assert game.paid(parse("T[six-50]", game)[0])["six"] == "50:1"
    assert game.paid(parse("T", game)[0])["six"] == "2:1"


def test_a_mark_that_comes_only_with_others_asks_for_them():
    game = read(UNSEEN)
    assert worded(game.hand_of({"banker", "heron"})) == ["Banker and Heron comes only with Crane or Natural: which?"]
    assert worded(game.hand_of({"heron"})) == ["no result yet: Player, Banker or Tie?"]


def test_a_main_wager_that_pays_more_on_some_points_has_a_mark_for_them():
    game = read(
        """
        wagers = ["player", "banker-5", "tie"]
        [tie]
        lines = [{ pay = "20:1", winner = "tie", points = 6 }, { pay = "8:1", winner = "tie" }]
        """
    )
    assert (list(game.spots), list(game.marks), game.tiles) == (
        *(["player", "banker", "tie"], ["tie-20"], ("player", "banker", "tie")),
    )
    assert game.counts_of(parse("T[tie-20]", game)[0]) == {"tie", "tie-20"}


def test_a_push_and_what_pays_nothing_are_marks_of_their_own_and_no_wins():
    game = read(
        """
        wagers = ["player", "banker-5", "tie", "lion", "cub"]
        [lion]
        lines = [{ pay = "30:1", winner = "banker", margin = 9 }, { pay = "push", winner = "banker", margin = 8 }]
        [cub]
        lines = [{ pay = "9:1", winner = "tie", points = 8 }, { winner = "tie", points = 9 }]
        """
    )
    assert list(game.marks) == ["lion", "lion-push", "cub", "cub-counted"]
    won = {word: game.counts_of(parse(word, game)[0]) & {"lion", "cub"} for word in
           ("B[lion]", "B[lion-push]", "T[cub]", "T[cub-counted]")}  # fmt: skip
    assert won == {"B[lion]": {"lion"}, "B[lion-push]": set(), "T[cub]": {"cub"}, "T[cub-counted]": set()}
    exact = odds(game, 8)
    eight, nine = exact.wagers["cub"].lines
    assert exact.wagers["cub"].edge == Fraction(exact.deals - eight - 9 * eight, exact.deals)
    assert nine > 0


@pytest.mark.parametrize("word", ["enter", "menu", "take_back", "info", "free", "shoe"])
def test_a_word_that_means_something_else_names_no_wager(word):
    faults = read(f'wagers = ["player", "banker-5", "tie", "{word}"]\n{word}.lines = [{{ pay = "8:1", sum = 18 }}]')
    assert f"[{word}]: this name is reserved; give the wager another name" in faults


def test_a_game_without_end_is_refused_before_it_is_gone_through():
    many = [f"w{number}" for number in range(101)]
    own = "\n".join(f'{id}.lines = [{{ pay = "2:1", winner = "tie" }}]' for id in many)
    assert read(f"wagers = {many}\n{own}") == ["wagers, counts: 101 are too many: 100 at most"]
    lines = ", ".join('{ pay = "2:1", winner = "tie" }' for _ in range(25))
    (fault, *_) = read(f'wagers = ["long"]\nlong.lines = [{lines}]')
    assert fault == "long.lines: 25 are too many: 24 at most"


def test_two_marks_of_one_name_are_a_fault():
    faults = read(
        """
        wagers = ["player", "banker-5", "tie", "twin", "twin-9"]
        twin.lines = [{ pay = "5:1", winner = "tie", points = 1 }, { pay = "9:1", winner = "tie", points = 2 }]
        twin-9.lines = [{ pay = "5:1", winner = "tie", points = 3 }]
        """
    )
    assert faults == ["twin-9: two different marks would have this name; give a wager another name"]


def test_what_a_hand_pays_is_told_by_spot():
    game = shipped("commission-dragon-bonus")
    assert game.paid(parse("P9", game)[0]) == {"player": "1:1", "dragon-bonus-player": "30:1"}
    assert game.paid(parse("Tn", game)[0]) == {
        "player": "push",
        "banker": "push",
        "tie": "8:1",
        "dragon-bonus-player": "push",
        "dragon-bonus-banker": "push",
    }


def test_a_name_that_no_wager_can_have_is_refused():
    (fault, *_) = read('wagers = ["tie"]\n["My Wager"]\nlines = [{ pay = "1:1", winner = "tie" }]')
    assert fault == "My Wager: a wager's name has small letters, digits, - and _, such as my-wager"


def test_a_game_that_no_record_could_hold_is_refused_before_it_is_dealt():
    names = "{ " + ", ".join(f'{language} = "{"n" * 90}"' for language in ("en", "zh_TW", "zh_CN", "vi", "ko")) + " }"
    own = "".join(
        f'[w{n}]\nlines = [{{ pay = "8:1", winner = "tie", points = {n % 10} }}]\nposted = true\n'
        f"names = {names}\nshort = {names}\nmeans = {names}\n"
        for n in range(96)
    )
    listed = ", ".join(f'"w{n}"' for n in range(96))
    (fault,) = read(f'wagers = ["player", "banker-5", "tie", {listed}]\n{own}')
    assert fault == "a game of 158,656 characters is too long"


def test_a_record_that_holds_no_game_is_refused():
    with pytest.raises(ValueError, match="lines"):
        recorded('{"title": "", "library": {"tie": {}}, "tableau": {"banker_draws": []}, "wagers": ["tie"]}')
    with pytest.raises(ValueError, match="has tables of wagers"):
        recorded('{"library": [], "tableau": {}}')
    with pytest.raises(ValueError, match="too long"):
        recorded(" " * 200_000)
    with pytest.raises(ValueError, match="surrogates"):
        recorded(shipped("ez").text.replace('"id": "ez"', '"id": "\\udcff"'))


def test_a_wager_on_which_the_room_loses_is_told():
    assert warnings({"lucky": -0.0234, "tie": 0.14}) == ["lucky: the room loses 2.34% on it in the long run"]


def test_the_library_has_each_wager_complete_in_five_languages():
    lacking = {id: wager.names.keys() for id, wager in library().items() if len(wager.names) < 5}
    assert lacking == {}


def test_the_file_of_unseen_wagers_is_as_a_room_would_write_it():
    assert set(tomllib.loads(UNSEEN)) == {"title", "wagers", "counts", "crane", "heron", "long-hand"}


def test_a_library_with_something_else_than_a_table_is_refused():
    faults = []
    assert library_of({"tie": 3}, faults) == {}
    assert list(map(str, faults)) == ["tie = 3: must be a table [tie] with lines"]


def test_a_hand_with_its_cards_knows_the_winners_points():
    assert Hand(Outcome.BANKER, player="12", banker="350").points == 8
    assert Hand(Outcome.TIE, player="55", banker="00").points == 0
    assert Hand(Outcome.BANKER).points is None


def test_a_wager_under_another_name_keeps_neither_picture_nor_chime():
    looks = {name: shipped(name).wager("dragon7").look for name in ("ez", "five-treasures", "dai-bacc")}
    assert {name: (look.picture, look.chime, look.ground) for name, look in looks.items()} == {
        "ez": ("dragon", "dragon", "gold"),
        "five-treasures": ("", "", "gold"),
        "dai-bacc": ("tiger", "", "gold"),
    }
    translated = read('wagers = ["player", "banker-ez", "tie", "dragon7"]\nnames = { dragon7 = { ko = "드래곤 7" } }')
    assert (translated.says("dragon7", "ko"), translated.wager("dragon7").look.picture) == ("드래곤 7", "dragon")
    assert [wager.id for wager in translated.used] == ["player", "banker-ez", "tie", "dragon7"]
