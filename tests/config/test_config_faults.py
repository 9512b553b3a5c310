"""Everything that can be wrong with a config: each fault named with its file, key, value and what is allowed."""

from pathlib import Path

import pytest

from eztrak.config.load import ConfigError, load
from eztrak.voice.said import Voice

DOLLARS = "must be an amount in dollars, with at most two decimals"
CEILING = "is over the highest wager allowed, 400 (WAC 230-15-140)"
LETTER = "Rules of Play of the letter of October 17, 2011"
WASHINGTON = "[table]\npack = 'washington'\n"

FAULTS = {
    "an unknown option": ("[limits]\nmix = 3", ["limits.mix: there is no such key; did you mean limits.min?"]),
    "an unknown option unlike any other": (
        "[timer]\ncolour = 'red'",
        ["timer.colour: there is no such key; known here: seconds, after, due"],
    ),
    "an unknown section": ("[tabel]\nname = 'x'", ["tabel: there is no such key; did you mean table?"]),
    "an unknown wager": (
        "[limits.lucky6]\nmax = 5",
        ["limits.lucky6: there is no such key; known here: min, max, payout, player, banker, tie, dragon7, panda8"],
    ),
    "a section that is a value": ("table = 3", ["table = 3: must be a section [table]"]),
    "a section within a section that is a value": (
        "[limits]\ntie = 50",
        ["limits.tie = 50: must be a section [limits.tie]"],
    ),
    "a max below the min": (
        "[limits]\nmin = 100\nmax = 50",
        ["limits.max = 50: the table: the maximum 50 is below the minimum 100"],
    ),
    "a wager's max below its min": (
        "[limits.tie]\nmin = 20\nmax = 5.50",
        ["limits.tie.max = 5.50: Tie: the maximum 5.50 is below the minimum 20"],
    ),
    "a wager's min over the table's max": (
        "[limits.dragon7]\nmin = 350",
        ["limits.dragon7.max = 300: Dragon 7: the maximum 300 is below the minimum 350"],
    ),
    "a limit over the ceiling": (
        f"{WASHINGTON}[limits]\nmax = 401",
        [f"limits.max = 401: the table: 401 {CEILING}"],
    ),
    "a wager's limit over the ceiling": (
        f"{WASHINGTON}[limits.banker]\nmax = 400.01",
        [f"limits.banker.max = 400.01: Banker: 400.01 {CEILING}"],
    ),
    "the default limit over a lower ceiling": (
        "[table]\npack = 'house'",
        ["limits.max = 300: the table: 300 is over the highest wager allowed, 25 (the house's rules)"],
    ),
    "a percentage as a fee": (
        "[table]\npack = 'california'\n[fees]\nbet = '5%'\ntie = '1%'",
        [f"fees.bet = '5%': {DOLLARS}", f"fees.tie = '1%': {DOLLARS}"],
    ),
    "a percentage in a row of the fee schedule": (
        "[table]\npack = 'california'\n[[fees.rows]]\nmin = 10\nmax = 300\n"
        "[[fees.rows]]\nmin = 500\nmax = 2000\nbet = '5%'",
        [f"fees.rows[2].bet = '5%': {DOLLARS}"],
    ),
    "two rows for one limit, a row upside down, and fees beside the rows": (
        "[fees]\nbet = 1\n[[fees.rows]]\nmin = 10\nmax = 300\n[[fees.rows]]\nmin = 10\nmax = 300\n"
        "[[fees.rows]]\nmin = 50\nmax = 5",
        [
            "fees.rows: fees go in these rows or outside them, not both",
            "fees.rows: the fee schedule has two rows for a limit of 10 to 300",
            "fees.rows: the maximum 5 is below the minimum 50",
        ],
    ),
    "a fee schedule that is a value": ("[fees]\nrows = 3", ["fees.rows = 3: must be sections [[fees.rows]]"]),
    "a fee schedule without a row for the limits": (
        "[limits]\nmin = 20\nmax = 100\n[[fees.rows]]\nmin = 10\nmax = 100\nbet = 1",
        ["fees.rows: the fee schedule has no row for a limit of 20 to 100"],
    ),
    "fees that are taken at no time": (
        "[fees]\ntaken = 'never'",
        ["fees.taken = 'never': must be one of before, after"],
    ),
    "a percentage as a limit": ("[limits]\nmin = '1 %'", [f"limits.min = '1 %': {DOLLARS}"]),
    "fees where the pack takes none": (
        f"{WASHINGTON}[fees]\nbet = 1\nplayer_dealer = 2",
        [f"fees: no fees may be collected here ({LETTER})"],
    ),
    "a fee schedule where the pack takes none": (
        f"{WASHINGTON}[[fees.rows]]\nmin = 10\nmax = 300\nbet = 1",
        [f"fees: no fees may be collected here ({LETTER})"],
    ),
    "a limit on a wager that the game does not have": (
        "[table]\npack = 'california'\ngame = 'ez'\n[limits.panda8]\nmax = 50",
        ["limits.panda8: there is no such key; known here: min, max, payout, player, banker, tie, dragon7"],
    ),
    "a limit of all payouts where no pay is high": (
        f"{WASHINGTON}[limits]\npayout = 5000",
        ["limits.payout = 5,000: a payout limit is allowed only where a wager pays 50 to 1 or more (WAC 230-15-490)"],
    ),
    "a page in the office where the network is kept off": (
        f"{WASHINGTON}[pit]\non = true",
        ["pit.on = true: network functions may not be used here (WAC 230-06-050, used as approved)"],
    ),
    "a copy to the floor where the network is kept off": (
        f"{WASHINGTON}[floor]\ndatabase = 'host=10.0.0.2'",
        ["floor.database: network functions may not be used here (WAC 230-06-050, used as approved)"],
    ),
    "a notice longer than a day": (
        "[table]\nnotice_minutes = 1441",
        ["table.notice_minutes = 1441: must be a whole number from 0 to 1440"],
    ),
    "a posting about nothing that is posted": (
        "[[room.postings]]\ntext = 'Welcome'\n[[room.postings]]\nabout = 'parking'\ntext = 'Behind the house'",
        [
            "room.postings[2].about = 'parking': must be one of game, limits, fees, pays, aggregate-payout, help,"
            " disputes, rules, employees, display, management, room"
        ],
    ),
    "a posting that nobody could read": (
        f"[[room.postings]]\ntext = '{'long ' * 61}'",
        [f"room.postings[1].text = '{'long ' * 61}': must be a text of 1 to 300 characters"],
    ),
    "a posting that is a value": (
        "[room]\npostings = 'Welcome'",
        ["room.postings = 'Welcome': must be sections [[room.postings]]"],
    ),
    "a limit that is not a part of a wager": (
        "[table]\ngame = 'commission-dragon-bonus'\n[limits.dragon-bonus-player]\nmost = 50",
        ["limits.dragon-bonus-player.most: there is no such key; known here: min, max"],
    ),
    "an unknown game": (
        "[table]\ngame = 'baccarat'",
        [
            "table.game = 'baccarat': is not known; choose commission, commission-dragon-bonus, commission-pairs,"
            " dai-bacc, ez, ez-dragon-bonus, ez-panda, five-treasures, tiger, or the path of a .toml file"
        ],
    ),
    "a game file that is not there": (
        "[table]\ngame = 'ours.toml'",
        ["table.game = 'ours.toml': cannot be read: No such file or directory"],
    ),
    "an unknown way of entry": (
        "[entry]\nmode = 'points'",
        ["entry.mode = 'points': must be one of results, totals, cards"],
    ),
    "a result that is asked about for minutes": (
        "[entry]\nhand_seconds = 61",
        ["entry.hand_seconds = 61: must be a number from 0 to 60"],
    ),
    "a bounce as long as a press": (
        "[keypad]\nbounce = 201",
        ["keypad.bounce = 201: must be a whole number from 0 to 200"],
    ),
    "a timer that starts before its hand": (
        "[timer]\nafter = -1",
        ["timer.after = -1: must be a number from 0 to 300"],
    ),
    "decks that the pack does not allow": (
        f"{WASHINGTON}decks = 7",
        [f"table.decks = 7: allowed: 6, 8 ({LETTER})"],
    ),
    "more decks than there are": ("[table]\ndecks = 9", ["table.decks = 9: must be a whole number from 1 to 8"]),
    "an unknown pack": (
        "[table]\npack = 'nevada'",
        [
            "table.pack = 'nevada': is not known; choose california, house, trial, tribal, washington, or the path of a"
            " .toml file"
        ],
    ),
    "a pack file that is not there": (
        "[table]\npack = 'own.toml'",
        ["table.pack = 'own.toml': cannot be read: No such file or directory"],
    ),
    "a profile beside a pack": (
        "[table]\nprofile = 'washington'\npack = 'california'",
        ["table.profile: there is no such key; known here: name, pack, game, decks, notice_minutes, player_dealer"],
    ),
    "an unknown keymap": (
        "[keypad]\nkeymap = 'left-handed'",
        ["keypad.keymap = 'left-handed': is not known; choose banker-on-1, default, or the path of a .toml file"],
    ),
    "a source of keys that is none": (
        "[keypad]\nsources = ['window', 'mouse']",
        [
            "keypad.sources = ['window', 'mouse']: must be a list of window or evdev or evdev:ID or serial:URL or"
            " script:FILE"
        ],
    ),
    "a script without a file": (
        "[keypad]\nsources = ['script:']",
        ["keypad.sources = ['script:']: must be a list of window or evdev or evdev:ID or serial:URL or script:FILE"],
    ),
    "a source that is no text": (
        "[keypad]\nsources = [1]",
        ["keypad.sources = [1]: must be a list of window or evdev or evdev:ID or serial:URL or script:FILE"],
    ),
    "sources that are no list": (
        "[keypad]\nsources = 'window'",
        ["keypad.sources = 'window': must be a list of window or evdev or evdev:ID or serial:URL or script:FILE"],
    ),
    "a text where a number is needed": (
        "[timer]\nseconds = 'twenty'",
        ["timer.seconds = 'twenty': must be a whole number from 0 to 300"],
    ),
    "half a second": ("[timer]\nseconds = 1.5", ["timer.seconds = 1.5: must be a whole number from 0 to 300"]),
    "a timer too long": ("[timer]\nseconds = 301", ["timer.seconds = 301: must be a whole number from 0 to 300"]),
    "yes is not true": ("[entry]\nconfirm = 'yes'", ["entry.confirm = 'yes': must be true or false"]),
    "true is not a number": (
        "[entry]\nmany_hands = true",
        ["entry.many_hands = True: must be a whole number from 1 to 500"],
    ),
    "a time-out too short": ("[entry]\ntimeout = 1", ["entry.timeout = 1: must be a number from 3 to 600"]),
    "no number at all": ("[display]\nflash = nan", ["display.flash = nan: must be a number from 0 to 10"]),
    "a number where a text is needed": (
        "[table]\nname = 7",
        ["table.name = 7: must be a text of 1 to 16 characters"],
    ),
    "an empty name": ("[room]\nname = ''", ["room.name = '': must be a text of 1 to 28 characters"]),
    "a name too long for the header": (
        "[table]\nname = 'The big table at the window'",
        ["table.name = 'The big table at the window': must be a text of 1 to 16 characters"],
    ),
    "a choice that there is not": ("[display]\nclock = '36h'", ["display.clock = '36h': must be one of 12h, 24h"]),
    "a tail that there is not": (
        "[display]\ntail = 'left'",
        ["display.tail = 'left': must be one of down-first, keep-right"],
    ),
    "a path that is no text": ("[journal]\ndatabase = 4", ["journal.database = 4: must be a text"]),
    "half a cent": ("[limits]\nmin = 2.505", [f"limits.min = 2.505: {DOLLARS}"]),
    "a negative amount": ("[limits]\nmin = -5", [f"limits.min = -5: {DOLLARS}"]),
    "an endless amount": ("[limits]\nmax = inf", [f"limits.max = inf: {DOLLARS}"]),
    "an amount as a text": ("[limits]\nmax = '300'", [f"limits.max = '300': {DOLLARS}"]),
    "an amount that is true": ("[limits]\nmax = true", [f"limits.max = True: {DOLLARS}"]),
}


def faults_of(path: Path) -> str:
    with pytest.raises(ConfigError) as refused:
        load(path)
    return str(refused.value)


@pytest.mark.parametrize(("text", "faults"), FAULTS.values(), ids=FAULTS.keys())
def test_a_fault_is_named_with_file_key_and_what_is_allowed(tmp_path: Path, text: str, faults: list[str]) -> None:
    path = tmp_path / "eztrak.toml"
    path.write_text(text)
    assert faults_of(path) == "\n".join(f"{path}: {fault}" for fault in faults)
    assert path.read_text() == text


def test_all_faults_are_named_at_once(tmp_path: Path) -> None:
    path = tmp_path / "eztrak.toml"
    path.write_text(
        "colour = 1\n[room]\nname = 5\n[table]\npack = 'washington'\ndecks = 7\n"
        "[limits]\nmin = '2%'\nmax = 500\n[limits.tie]\nmaximum = 3\n[fees]\ntie = 1\n"
        "[keypad]\nkeymap = 'nix'\nsources = ['mouse']\n[display]\nflash = 11\n"
    )
    assert faults_of(path).splitlines() == [
        f"{path}: {fault}"
        for fault in [
            "colour: there is no such key; known here: room, table, limits, fees, timer, entry, keypad, journal,"
            " stick, display, sound, paper, pit, floor, approval",
            "room.name = 5: must be a text of 1 to 28 characters",
            f"limits.min = '2%': {DOLLARS}",
            "limits.tie.maximum: there is no such key; did you mean limits.tie.max?",
            "keypad.sources = ['mouse']: must be a list of window or evdev or evdev:ID or serial:URL or script:FILE",
            "display.flash = 11: must be a number from 0 to 10",
            "keypad.keymap = 'nix': is not known; choose banker-on-1, default, or the path of a .toml file",
            f"table.decks = 7: allowed: 6, 8 ({LETTER})",
            f"limits.max = 500: the table: 500 {CEILING}",
            f"fees: no fees may be collected here ({LETTER})",
        ]
    ]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (
            b"[table\nname = 1",
            "is not valid TOML: Expected ']' at the end of a table declaration (at line 1, column 7)",
        ),
        (b"[table]\nname =\n", "is not valid TOML: Invalid value (at line 2, column 7)"),
        (b"[table]\nname = 'a'\nname = 'b'\n", "is not valid TOML: Cannot overwrite a value (at line 3, column 11)"),
        (
            b"# \xff\n",
            "is not valid TOML: 'utf-8' codec can't decode byte 0xff in position 2: invalid start byte",
        ),
    ],
)
def test_broken_toml_is_named_with_its_place(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "eztrak.toml"
    path.write_bytes(content)
    assert faults_of(path) == f"{path}: {said}"


def test_a_config_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    assert faults_of(tmp_path / "nix.toml") == f"{tmp_path}/nix.toml: cannot be read: No such file or directory"
    assert faults_of(tmp_path) == f"{tmp_path}: cannot be read: Is a directory"


def test_every_fault_of_a_rooms_own_pack_is_named(tmp_path: Path) -> None:
    path = tmp_path / "eztrak.toml"
    path.write_text("[table]\npack = 'own.toml'\n[timer]\nseconds = -1\n")
    (tmp_path / "own.toml").write_text(
        "game = 8\ndecks = ['six']\nfees = 1\ninputs = ['mouse']\nposted = ['parking']\ndeck = 8\napproved = true\n"
        "[[rules]]\nwhat = 'wager'\namount = '25'\nsince = '2026-08-19'\nstatus = 'hoped for'\n"
    )
    assert faults_of(path).splitlines() == [
        f"{path}: timer.seconds = -1: must be a whole number from 0 to 300",
        *[
            f"{path}: table.pack = 'own.toml': {fault}"
            for fault in [
                "game = 8: must be a text",
                "decks = ['six']: must be a list of whole numbers from 1 to 8",
                "fees = 1: must be true or false",
                "inputs = ['mouse']: must be a list of evdev or serial or tty or url or window or script or demo",
                "posted = ['parking']: must be a list of game or limits or fees or pays or aggregate-payout or help or"
                " disputes or rules or employees or display or management",
                "deck: there is no such key; did you mean decks?",
                "approved: there is no such key; known here: title, game, trial, inputs, cards_by_wire, by_hand,"
                " decks, fees, commission, network, bonus_needs_base, natural_ends, notice_minutes, player_dealer,"
                " retention_years, pin_digits, helpline, posted, posted_on_pictures, rules",
                "rules[1].what = 'wager': must be one of highest-wager, wagers-a-hand, aggregate-payout, inputs, decks,"
                " fees, network, notice, postings, player-dealer, natural, retention, malfunction",
                f"rules[1].amount = '25': {DOLLARS}",
                "rules[1].since = '2026-08-19': must be a date such as 2026-08-19, without quotes",
                "rules[1].status = 'hoped for': must be one of in force, ended, struck down, ask counsel",
            ]
        ],
    ]


def test_a_pack_without_a_game_needs_one_in_the_config(tmp_path: Path) -> None:
    path = tmp_path / "eztrak.toml"
    path.write_text("[table]\npack = 'own.toml'\n")
    (tmp_path / "own.toml").write_text("title = 'Own'")
    assert faults_of(path) == (
        f"{path}: table.game: the pack names no game; choose commission, commission-dragon-bonus, commission-pairs,"
        " dai-bacc, ez, ez-dragon-bonus, ez-panda, five-treasures, tiger, or the path of a .toml file"
    )
    path.write_text("[table]\npack = 'own.toml'\ngame = 'tiger'\n")
    assert load(path).game.id == "tiger"


def test_a_fee_on_a_wager_that_is_not_dealt_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "eztrak.toml"
    path.write_text("[table]\npack = 'california'\ngame = 'ez'\n[fees]\npanda8 = 1\n")
    assert faults_of(path).startswith(f"{path}: fees.panda8: there is no such key; known here: bet, player_dealer, ")


def test_every_fault_of_a_rooms_own_game_is_named_with_wager_line_and_value(tmp_path: Path) -> None:
    path = tmp_path / "eztrak.toml"
    path.write_text("[table]\ngame = 'ours.toml'\n[timer]\nseconds = -1\n")
    (tmp_path / "ours.toml").write_text(
        'wagers = ["player", "banker-5", "tie", "crane"]\n'
        "[crane]\nlines = [{ pay = '8:1', margin = 12 }, { pay = '9 to 1', winner = 'tie' }]\n"
    )
    assert faults_of(path).splitlines() == [
        f"{path}: timer.seconds = -1: must be a whole number from 0 to 300",
        f"{path}: table.game = 'ours.toml': crane, line 1: margin = 12: must be one of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9",
        f"{path}: table.game = 'ours.toml': crane, line 2: pay = '9 to 1': write \"8:1\" for 8 to 1, or \"push\"",
    ]


def test_a_fault_is_said_in_the_language_of_the_room_with_the_names_of_the_game(tmp_path: Path) -> None:
    path = tmp_path / "eztrak.toml"
    path.write_text("[limits.dragon7]\nmin = 350\n")
    with pytest.raises(ConfigError) as refused:
        load(path)
    below = "{name}: the maximum {high} is below the minimum {low}"
    voice = Voice("zh_TW", {below: "{name}的上限 {high} 低於其下限 {low}", ": ": "："})
    (fault,) = refused.value.faults
    assert fault.words(voice) == "limits.dragon7.max = 300：龍7的上限 300 低於其下限 350"
    assert refused.value.said.words(voice) == f"{path}：{fault.words(voice)}"


def test_what_is_allowed_is_said_in_the_language_too(tmp_path: Path) -> None:
    path = tmp_path / "eztrak.toml"
    path.write_text("[timer]\nseconds = 301\n")
    with pytest.raises(ConfigError) as refused:
        load(path)
    voice = Voice(
        "ko", {"must be {needed}": "{needed}", "a whole number from {least} to {most}": "{least}~{most} 정수"}
    )
    assert refused.value.faults[0].words(voice) == "timer.seconds = 301: 0~300 정수"


def test_a_bad_pack_hides_neither_a_bad_game_nor_a_bad_limit(tmp_path: Path) -> None:
    path = tmp_path / "eztrak.toml"
    path.write_text("[table]\npack = 'nix'\ngame = 'whist'\n[limits]\nmin = -1\n")
    assert [line.split(": ")[1] for line in faults_of(path).splitlines()] == [
        "limits.min = -1",
        "table.pack = 'nix'",
        "table.game = 'whist'",
    ]


def test_a_bad_game_hides_no_contradiction_with_the_pack(tmp_path: Path) -> None:
    """But for limits and fees, which are those of a game's wagers."""
    path = tmp_path / "eztrak.toml"
    path.write_text(f"{WASHINGTON}game = 'whist'\ndecks = 7\n[pit]\non = true\n")
    assert [line.split(": ")[1] for line in faults_of(path).splitlines()] == [
        "table.game = 'whist'",
        "pit.on = true",
        "table.decks = 7",
    ]
