"""The packs carry what the documents and rules of a jurisdiction demand; a room may ask more of itself, never less; and
the terms of a table follow from config, game and pack."""

import hashlib
import re
import shutil
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from eztrak.commands.arguments import setup_of
from eztrak.config.games import load_game
from eztrak.config.load import ConfigError, Loaded, load, load_pack
from eztrak.config.model import PROFILES, RETIRED, Fees, Posting, WagerLimit
from eztrak.config.packs import SHIPPED
from eztrak.config.terms import terms_of
from eztrak.game.game import Game
from eztrak.options import Money
from eztrak.shipped import setting
from eztrak.table.pack import What
from eztrak.table.terms import FeeRow, Limit

CHECKED = "2026-11-01"
LETTER = "Commission's letter of October 17, 2011"
RULES_OF_PLAY = "Rules of Play of the letter of October 17, 2011"
BUREAU = "Bureau's game description"
KEYPADS = ["evdev", "serial", "tty"]

# What the documents and the rules say, but for the rules' sources. What is not named is as everywhere: any decks from 1
# to 8, fees and network parts allowed, no notice, nothing said of a natural.
DOCUMENTS: dict[str, dict[str, Any]] = {
    "washington": {
        "title": "Washington",
        "game": "ez-panda",
        "inputs": ["evdev", "serial"],
        "cards_by_wire": False,
        "by_hand": True,
        "decks": [6, 8],
        "fees": False,
        "network": False,
        "natural_ends": True,
        "retention_years": 3,
        "helpline": "1-800-547-6133 / 1-800-GAMBLER",
        "posted": ["game", "limits", "pays", "aggregate-payout", "help", "disputes", "rules", "employees", "display"],
        "posted_on_pictures": ["help"],
    },
    "california": {
        "title": "California",
        "game": "ez-panda",
        "inputs": KEYPADS,
        "decks": [3, 4, 5, 6, 7, 8],
        "bonus_needs_base": True,
        "commission": False,
        "player_dealer": 2,
        "retention_years": 3,
        "helpline": "1-800-GAMBLER",
        "posted": ["game", "limits", "fees", "pays", "help", "disputes", "rules", "display"],
        "posted_on_pictures": ["help"],
    },
    "tribal": {
        "title": "Tribal",
        "game": "ez-panda",
        "inputs": KEYPADS,
        "natural_ends": True,
        "retention_years": 5,
        "helpline": "1-800-GAMBLER",
        "posted": ["game", "limits", "fees", "pays", "help", "disputes", "rules", "display"],
        "posted_on_pictures": ["help"],
    },
    "house": {
        "title": "House rules",
        "game": "ez-panda",
        "inputs": KEYPADS,
        "decks": [8],
        "fees": False,
        "commission": False,
        "natural_ends": True,
        "posted": ["game", "limits", "pays", "rules", "display", "management"],
    },
    "trial": {"title": "Trial", "game": "ez-panda", "trial": True, "posted": ["game", "limits", "fees"]},
}
# Each rule: what it is about, its source, and what else it says; amounts in cents.
RULES: dict[str, list[tuple[str, str, dict[str, Any]]]] = {
    "washington": [
        ("highest-wager", "WAC 230-15-140", {"amount": 30_000, "until": "2023-08-18", "status": "ended"}),
        ("highest-wager", "WAC 230-15-140", {"amount": 40_000, "since": "2023-08-19"}),
        ("wagers-a-hand", "WAC 230-15-040", {"amount": 500, "count": 6, "small": 3, "status": "ask counsel"}),
        ("aggregate-payout", "WAC 230-15-490", {"count": 50}),
        ("inputs", LETTER, {}),
        ("decks", RULES_OF_PLAY, {}),
        ("fees", RULES_OF_PLAY, {}),
        ("network", "WAC 230-06-050, used as approved", {}),
        ("postings", "WAC 230-15-060", {}),
        ("malfunction", "WAC 230-06-054", {"count": 72}),
    ],
    "california": [
        ("fees", f"{BUREAU}, Collection Fee Schedule", {}),
        ("decks", f"{BUREAU}, Number of Decks Used", {}),
        ("inputs", f"{BUREAU}, Equipment Used", {}),
        ("natural", f"{BUREAU}, Hand Rankings", {}),
        ("postings", "4 CCR 12461, 12392", {}),
        ("player-dealer", f"{BUREAU}, Type of Game", {"count": 2}),
        ("player-dealer", "11 CCR 2073-2077", {"since": "2026-04-01", "status": "struck down"}),
    ],
    "tribal": [
        ("postings", "25 CFR 543", {}),
        ("inputs", f"{LETTER}, Tribal Casinos", {}),
        ("retention", "25 CFR 543", {}),
    ],
    "house": [
        ("highest-wager", "the house's rules", {"amount": 2_500}),
        ("decks", "the house's rules", {}),
        ("fees", "the house's rules", {}),
    ],
    "trial": [],
}


def written(folder: Path, text: str) -> Path:
    path = folder / "eztrak.toml"
    path.write_text(text, encoding="utf-8")
    return path


def faults(folder: Path, text: str) -> list[str]:
    """What `config check`, the start and a reload say of a config."""
    with pytest.raises(ConfigError) as refused:
        setup_of(written(folder, text))
    return [str(fault) for fault in refused.value.faults]


# What ships.


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_pack_says_what_its_documents_say(name: str) -> None:
    fields = load_pack(name, Path()).fields()
    rules = fields.pop("rules", [])
    assert fields == {"name": name, **DOCUMENTS[name], "digest": SHIPPED[name]}
    assert rules == [{"what": what, "source": source, "checked": CHECKED, **more} for what, source, more in RULES[name]]


def test_no_pack_ships_that_is_not_checked_here() -> None:
    assert {path.stem for path in setting("packs").iterdir()} == set(DOCUMENTS) == set(RULES) == set(SHIPPED)


def test_the_digests_in_the_code_are_those_of_the_shipped_files() -> None:
    files = {path.stem: path for path in sorted(setting("packs").glob("*.toml"))}
    digests = {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in files.items()}
    lines = "\n".join(f'    "{name}": "{digest}",' for name, digest in digests.items())
    renew = f"a pack was changed: read it once more, then SHIPPED in eztrak/config/packs.py is\n{lines}"
    assert digests == SHIPPED, renew


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_shipped_pack_is_approved_and_a_board_starts_under_it(tmp_path: Path, name: str) -> None:
    limits = "[limits]\nmax = 25\n"
    setup = setup_of(written(tmp_path, f"[table]\npack = '{name}'\n{limits}"))
    assert (setup.loaded.pack.name, setup.loaded.pack.approved) == (name, True)
    assert terms_of(setup.loaded).problems() == []


def test_every_rule_of_a_shipped_pack_names_its_source_and_when_it_was_read() -> None:
    for name in SHIPPED:
        for rule in load_pack(name, Path()).rules:
            assert rule.source, (name, rule)
            assert date.fromisoformat(rule.checked), (name, rule)


def test_a_rule_that_nobody_has_read_for_a_year_asks_for_a_look() -> None:
    pack = load_pack("washington", Path())
    assert list(pack.unread(date(2027, 11, 1))) == []
    asked = [rule.source for rule in pack.unread(date(2027, 11, 2))]
    assert asked == [source for _, source, more in RULES["washington"] if "until" not in more]


# A room's own file.


def test_a_rooms_own_pack_is_not_approved(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(
        'game = "tiger"\n[[rules]]\nwhat = "highest-wager"\namount = 1000\nsource = "the room"\n'
    )
    pack = load(written(tmp_path, "[table]\npack = 'own.toml'\ndecks = 1\n[limits]\nmax = 1000\n")).pack
    assert (pack.name, pack.approved, pack.trial) == ("own.toml", False, False)
    assert pack.fields()["approved"] is False  # what each shoe's start keeps
    assert (pack.decks, pack.fees, pack.natural_ends) == ((1, 2, 3, 4, 5, 6, 7, 8), True, None)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_changed_file_of_a_shipped_name_is_not_called_by_it(tmp_path: Path, name: str) -> None:
    own = tmp_path / f"{name}.toml"
    own.write_bytes(setting("packs", f"{name}.toml").read_bytes() + b"\n")
    pack = load(written(tmp_path, f"[table]\npack = '{name}.toml'\n[limits]\nmax = 25\n")).pack
    assert (pack.name, pack.approved) == (f"{name}.toml", False)
    assert pack.digest == hashlib.sha256(own.read_bytes()).hexdigest() != SHIPPED[name]


def test_a_washington_of_the_rooms_own_with_a_higher_ceiling_is_told_as_not_approved(tmp_path: Path) -> None:
    own = setting("packs", "washington.toml").read_text().replace("amount = 400\n", "amount = 5000\n")
    (tmp_path / "washington.toml").write_text(own)
    pack = load(written(tmp_path, "[table]\npack = 'washington.toml'\n[limits]\nmax = 5000\n")).pack
    assert (pack.name, pack.approved) == ("washington.toml", False)
    assert load(written(tmp_path, "[table]\npack = 'washington'\n")).pack.approved  # a file beside it is no other one


def test_a_shipped_file_under_another_name_is_not_approved(tmp_path: Path) -> None:
    """Nobody would know which one it is."""
    shutil.copy(setting("packs", "washington.toml"), tmp_path / "ours.toml")
    shutil.copy(setting("packs", "trial.toml"), tmp_path / "washington.toml")
    for name in ("ours.toml", "washington.toml"):
        pack = load_pack(name, tmp_path)
        assert (pack.name, pack.approved) == (name, False)


def test_a_copy_that_is_byte_for_byte_a_shipped_file_is_that_pack(tmp_path: Path) -> None:
    shutil.copy(setting("packs", "washington.toml"), tmp_path)
    assert load_pack("washington.toml", tmp_path) == load_pack("washington", Path())


# A config narrows a pack and never widens it.


NARROWED = {
    "fewer decks": ("washington", "decks = 6\n"),
    "lower limits": ("washington", "[limits]\nmin = 20\nmax = 100\n[limits.tie]\nmin = 5\nmax = 25\n"),
    "no player-dealer position": ("california", "player_dealer = false\n"),
    "a notice": ("washington", "notice_minutes = 30\n"),
    "one keypad": ("washington", "[keypad]\nsources = ['evdev:1c4f:0002']\n"),
    "postings of its own": ("washington", "[[room.postings]]\ntext = 'Welcome'\n"),
}


@pytest.mark.parametrize(("pack", "text"), NARROWED.values(), ids=NARROWED.keys())
def test_a_room_may_ask_more_of_itself_than_its_pack(tmp_path: Path, pack: str, text: str) -> None:
    assert setup_of(written(tmp_path, f"[table]\npack = '{pack}'\n{text}")).loaded.pack.approved


OVER = "is over the highest wager allowed, 400 (WAC 230-15-140)"
NO_NETWORK = "network functions may not be used here (WAC 230-06-050, used as approved)"
WIDENED = {
    "other decks": ("washington", "decks = 7\n", [f"table.decks = 7: allowed: 6, 8 ({RULES_OF_PLAY})"]),
    "fewer decks than the document": (
        "california",
        "decks = 2\n",
        [f"table.decks = 2: allowed: 3, 4, 5, 6, 7, 8 ({BUREAU}, Number of Decks Used)"],
    ),
    "a higher limit": ("washington", "[limits]\nmax = 500\n", [f"limits.max = 500: the table: 500 {OVER}"]),
    "a higher limit of one wager": (
        "washington",
        "[limits.dragon7]\nmax = 400.01\n",
        [f"limits.dragon7.max = 400.01: Dragon 7: 400.01 {OVER}"],
    ),
    "fees": ("washington", "[fees]\nbet = 1\n", [f"fees: no fees may be collected here ({RULES_OF_PLAY})"]),
    "fees of the house": (
        "house",
        "[limits]\nmax = 25\n[fees]\nplayer_dealer = 1\n",
        ["fees: no fees may be collected here (the house's rules)"],
    ),
    "the network": (
        "washington",
        "[pit]\non = true\n[floor]\ndatabase = 'host=10.0.0.2'\n",
        [f"pit.on = true: {NO_NETWORK}", f"floor.database: {NO_NETWORK}"],
    ),
}


@pytest.mark.parametrize(("pack", "text", "said"), WIDENED.values(), ids=WIDENED.keys())
def test_what_is_wider_than_the_pack_is_refused_with_the_rule(
    tmp_path: Path, pack: str, text: str, said: list[str]
) -> None:
    assert faults(tmp_path, f"[table]\npack = '{pack}'\n{text}") == said


@pytest.mark.parametrize("pack", ["california", "tribal", "house", "trial"])
def test_network_parts_may_run_where_no_rule_keeps_them_off(tmp_path: Path, pack: str) -> None:
    text = f"[table]\npack = '{pack}'\n[limits]\nmax = 25\n[pit]\non = true\n[floor]\ndatabase = 'host=10.0.0.2'\n"
    assert load(written(tmp_path, text)).config.pit.on


def test_a_notice_may_be_longer_than_the_packs_and_never_shorter(tmp_path: Path) -> None:
    """No shipped pack has one; other states do."""
    rule = '[[rules]]\nwhat = "notice"\nsource = "rule 30"\n'
    (tmp_path / "own.toml").write_text(f'game = "ez"\nnotice_minutes = 30\n{rule}')
    table = "[table]\npack = 'own.toml'\n"
    notices = {
        minutes: terms_of(load(written(tmp_path, f"{table}notice_minutes = {minutes}\n"))).notice_minutes
        for minutes in (0, 30, 45)
    }
    assert notices == {0: 30, 30: 30, 45: 45}  # 0 is the pack's own
    assert faults(tmp_path, f"{table}notice_minutes = 29\n") == ["table.notice_minutes = 29: at least 30 (rule 30)"]


def test_the_player_dealer_position_is_counted_where_the_pack_has_one_and_the_room_wants_it(tmp_path: Path) -> None:
    def every(pack: str, wanted: str) -> int:
        return terms_of(
            load(written(tmp_path, f"[table]\npack = '{pack}'\nplayer_dealer = {wanted}\n[limits]\nmax = 25\n"))
        ).player_dealer

    assert (every("california", "true"), every("california", "false")) == (2, 0)
    assert [every(pack, "true") for pack in ("washington", "tribal", "house", "trial")] == [0, 0, 0, 0]


# Days.


CEILINGS = [
    ("2011-10-17", 30_000),
    ("2023-08-18", 30_000),
    ("2023-08-19", 40_000),
    ("2026-11-18", 40_000),
    ("", 40_000),
]


@pytest.mark.parametrize(("day", "cents"), CEILINGS)
def test_the_highest_wager_is_that_of_the_day(day: str, cents: int) -> None:
    loaded = load(None)
    pack = load_pack("washington", Path())
    rule = pack.rule(What.HIGHEST, day)
    assert rule is not None
    assert rule.amount == cents
    terms = replace(terms_of(loaded), pack=pack, limit=Limit(1000, cents))
    assert terms.problems(day) == []
    (said,) = replace(terms, limit=Limit(1000, cents + 1)).problems(day)
    dollars = cents // 100
    assert str(said) == f"the table: {dollars}.01 is over the highest wager allowed, {dollars} (WAC 230-15-140)"


def test_a_rule_that_was_struck_down_or_that_counsel_has_to_read_refuses_nothing(tmp_path: Path) -> None:
    washington, california = load_pack("washington", Path()), load_pack("california", Path())
    assert washington.rule(What.WAGERS, "2026-11-18") is None
    assert california.source(What.POSITION, "2026-11-18") == f"{BUREAU}, Type of Game"
    # Eight wagers, all of them over 5 dollars.
    assert load(written(tmp_path, "[table]\npack = 'washington'\ngame = 'five-treasures'\n")).game.id


def test_a_limit_of_wagers_on_one_hand_holds_where_it_is_in_force(tmp_path: Path) -> None:
    """As WAC 230-15-040 read in 2009; the present text is for the room's counsel."""
    own = re.sub(r'status = "ask counsel"\n', "", setting("packs", "washington.toml").read_text())
    (tmp_path / "own.toml").write_text(own)
    table = "[table]\npack = 'own.toml'\n"
    assert faults(tmp_path, f"{table}game = 'five-treasures'\n") == [
        "table.game: 8 wagers on one hand: at most 6 are allowed (WAC 230-15-040)",
        "limits: 8 wagers go over 5: at most 3 may (WAC 230-15-040)",
    ]
    assert faults(tmp_path, table) == ["limits: 5 wagers go over 5: at most 3 may (WAC 230-15-040)"]
    small = "[limits.dragon7]\nmin = 1\nmax = 5\n[limits.panda8]\nmin = 1\nmax = 5\n"
    assert load(written(tmp_path, table + small))


def test_a_limit_of_all_payouts_is_taken_only_where_a_pay_is_high_enough(tmp_path: Path) -> None:
    high = "[table]\npack = 'washington'\ngame = 'five-treasures'\n[limits]\npayout = 50000\n"
    assert terms_of(load(written(tmp_path, high))).payout == 5_000_000
    assert faults(tmp_path, "[table]\npack = 'washington'\n[limits]\npayout = 50000\n") == [
        "limits.payout = 50,000: a payout limit is allowed only where a wager pays 50 to 1 or more (WAC 230-15-490)"
    ]
    assert terms_of(load(written(tmp_path, "[table]\npack = 'california'\n[limits]\npayout = 50000\n"))).payout
    assert terms_of(load(None)).payout == 0


# Only the keypad.


BY_ID = "serial:/dev/serial/by-id/usb-Prolific_Keypad-if00-port0"
PROGRAMS = [
    "serial:socket://127.0.0.1:4001",
    "serial:rfc2217://10.0.0.5:4001",
    "serial:loop://",
    "serial:spy:///dev/ttyUSB0",
    "serial:spy:///dev/serial/by-id/usb-Keypad",
    "serial:alt:///dev/ttyUSB0",
    "serial:hwgrep://keypad",
    "serial:/dev/pts/3",
    "serial:/dev/ptmx",
    "serial:/dev/serial/by-id/../../pts/3",
    "serial:/tmp/keypad",
    "serial:keypad",
]
OTHER_LINES = ["serial:/dev/ttyUSB0", "serial:/dev/ttyS0", "serial:/dev/serial/by-id/../../ttyUSB0"]
CALLED = {
    **dict.fromkeys(PROGRAMS, "a program or the network"),
    **dict.fromkeys(OTHER_LINES, "a serial line by another name"),
    "window": "the keys of the window",
    "script:keys.txt": "a script",
}


def under(pack: str, *sources: str, mode: str = "results") -> str:
    named = ", ".join(f'"{source}"' for source in sources)
    ceiling = "[limits]\nmax = 25\n"
    return f'[table]\npack = "{pack}"\n{ceiling}[entry]\nmode = "{mode}"\n[keypad]\nsources = [{named}]\n'


@pytest.mark.parametrize(("source", "called"), CALLED.items(), ids=CALLED.keys())
def test_washington_takes_no_hand_from_anything_but_a_keypad_and_names_the_letter(
    tmp_path: Path, source: str, called: str
) -> None:
    only = "only a USB keypad or a serial keypad bound by its id"
    assert faults(tmp_path, under("washington", source)) == [
        f"keypad.sources: keypad {source}: {called} may not enter hands here, {only} ({LETTER})"
    ]


def test_every_source_that_the_pack_does_not_take_is_named(tmp_path: Path) -> None:
    problems = faults(tmp_path, under("washington", "evdev", "window", BY_ID, PROGRAMS[0]))
    assert [fault.split(": ")[1] for fault in problems] == ["keypad window", f"keypad {PROGRAMS[0]}"]


@pytest.mark.parametrize("pack", ["california", "tribal", "house"])
@pytest.mark.parametrize("source", [*PROGRAMS, "window", "script:keys.txt"])
def test_no_room_takes_hands_from_a_program(tmp_path: Path, pack: str, source: str) -> None:
    (problem,) = faults(tmp_path, under(pack, source))
    assert problem.startswith(
        f"keypad.sources: keypad {source}: {CALLED[source]} may not enter hands here, only a USB "
    )


@pytest.mark.parametrize("source", ["evdev", "evdev:1c4f:0002", "evdev:usb-0000:00:14.0-2", BY_ID])
@pytest.mark.parametrize("pack", SHIPPED)
def test_every_pack_takes_a_keypad(tmp_path: Path, pack: str, source: str) -> None:
    assert setup_of(written(tmp_path, under(pack, source))).loaded.sources == (source,)


@pytest.mark.parametrize("pack", ["california", "tribal", "house", "trial"])
@pytest.mark.parametrize("source", OTHER_LINES)
def test_only_washington_wants_a_serial_keypad_by_its_id(tmp_path: Path, pack: str, source: str) -> None:
    assert setup_of(written(tmp_path, under(pack, source)))


@pytest.mark.parametrize("source", CALLED)
def test_a_board_that_is_tried_out_takes_any_keys(tmp_path: Path, source: str) -> None:
    assert setup_of(written(tmp_path, under("trial", source))).loaded.sources == (source,)


def test_washington_takes_no_cards_from_a_serial_line(tmp_path: Path) -> None:
    """That is what a smart shoe would look like."""
    assert faults(tmp_path, under("washington", "evdev", BY_ID, mode="cards")) == [
        f"keypad.sources: keypad {BY_ID}: cards may not be entered over a serial line, as from a card reader ({LETTER})"
    ]
    for mode in ("results", "totals"):
        assert setup_of(written(tmp_path, under("washington", BY_ID, mode=mode)))
    assert setup_of(written(tmp_path, under("washington", "evdev", mode="cards")))
    assert setup_of(written(tmp_path, under("california", BY_ID, mode="cards")))


@pytest.mark.parametrize("keypad", ["", "[keypad]\nsources = []\n"], ids=["not said", "empty"])
def test_where_no_source_is_named_keys_come_from_the_window_on_trial_and_from_the_keypad_elsewhere(
    tmp_path: Path, keypad: str
) -> None:
    sources = {
        pack: setup_of(written(tmp_path, f"[table]\npack = '{pack}'\n[limits]\nmax = 25\n{keypad}")).loaded.sources
        for pack in SHIPPED
    }
    assert sources == {pack: ("window",) if pack == "trial" else ("evdev",) for pack in SHIPPED}
    assert setup_of(None).loaded.sources == ("window",)


# What older configs say.


@pytest.mark.parametrize(("profile", "now"), PROFILES.items())
def test_a_profile_of_an_older_release_is_read_as_its_pack_and_game(
    tmp_path: Path, profile: str, now: tuple[str, str]
) -> None:
    pack, game = now
    loaded = load(written(tmp_path, f"[table]\nprofile = '{profile}'\n[limits]\nmax = 25\n"))
    assert (loaded.pack.name, loaded.pack.approved, loaded.game.id) == (pack, True, game)
    assert (loaded.config.table.pack, loaded.config.table.game) == (pack, game)
    assert loaded.retired == (f'table.profile = "{profile}" is now pack = "{pack}" with game = "{game}"',)


def test_the_four_profiles_that_ever_shipped_are_known() -> None:
    assert set(PROFILES) == {"washington", "california-ez", "california-panda8", "house-25"}


def test_a_profile_beside_a_game_keeps_that_game(tmp_path: Path) -> None:
    loaded = load(written(tmp_path, "[table]\nprofile = 'washington'\ngame = 'tiger'\n"))
    assert (loaded.pack.name, loaded.game.id) == ("washington", "tiger")
    assert loaded.retired == ('table.profile = "washington" is now pack = "washington" with game = "tiger"',)


def test_what_an_older_profile_refused_is_refused_still(tmp_path: Path) -> None:
    assert faults(tmp_path, "[table]\nprofile = 'washington'\n[limits]\nmax = 500\n") == [
        f"limits.max = 500: the table: 500 {OVER}"
    ]


def test_a_profile_that_never_shipped_is_no_option(tmp_path: Path) -> None:
    for profile in ("'nevada'", "'own.toml'", "7"):
        (problem,) = faults(tmp_path, f"[table]\nprofile = {profile}\n")
        assert problem.startswith("table.profile: there is no such key; known here: name, pack, game,")


def test_fees_on_player_and_banker_are_read_as_what_a_player_pays_for_a_bet(tmp_path: Path) -> None:
    fees = "[fees]\nplayer = 2\nbanker = 2\ntie = 1\n"
    loaded = load(written(tmp_path, f"[table]\nprofile = 'california-ez'\n{fees}[entry]\nrepeat = 5\n"))
    assert loaded.config.fees == Fees(bet=Money(200), spots=(("tie", Money(100)),))
    assert loaded.retired == (
        'table.profile = "california-ez" is now pack = "california" with game = "ez"',
        "fees.player is now fees.bet: what a player pays for a bet on Player or Banker",
        f"entry.repeat no longer does anything: {RETIRED['entry.repeat']}",
        "fees.banker no longer does anything: fees.bet is what a bet on Player or Banker pays",
    )


def test_a_config_of_today_has_nothing_that_is_read_over(tmp_path: Path) -> None:
    assert load(written(tmp_path, "[table]\npack = 'california'\n[fees]\nbet = 2\ntie = 1\n")).retired == ()


# Postings of the room's own.


def test_a_room_posts_its_own_texts_by_language(tmp_path: Path) -> None:
    text = (
        "[[room.postings]]\nabout = 'disputes'\ntext = 'Ask for the floor'\nlanguage = 'en'\n"
        "[[room.postings]]\nabout = 'disputes'\ntext = '爭議'\nlanguage = 'zh_TW'\n"
        "[[room.postings]]\ntext = 'Tournament on Friday'\n"
    )
    assert load(written(tmp_path, text)).config.room.postings == (
        Posting("disputes", "Ask for the floor", "en"),
        Posting("disputes", "爭議", "zh_TW"),
        Posting("room", "Tournament on Friday", ""),
    )


def test_a_posting_that_no_board_has_room_or_letters_for_is_refused(tmp_path: Path) -> None:
    long = "x" * 200
    postings = "".join(f"[[room.postings]]\ntext = '{text}'\n" for text in (" ", long, "Well come", "☃"))
    assert faults(tmp_path, postings) == [
        "room.postings[4].text = '☃': the board's fonts have no ☃",
        "room.postings[1].text = ' ': there is nothing to post",
        f"room.postings[2].text = '{long}': a word is too long for a line of the board: shorten or divide it",
    ]


# The collection schedule.


SCHEDULE = (
    "[table]\npack = 'california'\n[limits]\nmin = {low}\nmax = {high}\n[fees]\ntaken = 'after'\n"
    "[[fees.rows]]\nmin = 500\nmax = 2000\nbet = 10\nplayer_dealer = 10\ntie = 1.50\n"
    "[[fees.rows]]\nmin = 10\nmax = 100\nplayer_dealer = 1\nbet = 2\n"
)
ROWS = (
    FeeRow(Limit(1_000, 10_000), (("bet", 200), ("player_dealer", 100))),
    FeeRow(Limit(50_000, 200_000), (("tie", 150), ("bet", 1_000), ("player_dealer", 1_000))),
)


@pytest.mark.parametrize(("low", "high", "row"), [(10, 100, 0), (500, 2000, 1)])
def test_the_row_of_the_tables_limit_is_in_force(tmp_path: Path, low: int, high: int, row: int) -> None:
    terms = terms_of(load(written(tmp_path, SCHEDULE.format(low=low, high=high))))
    assert {line.limit: dict(line.fees) for line in terms.schedule} == {line.limit: dict(line.fees) for line in ROWS}
    assert [line.limit for line in terms.schedule] == [line.limit for line in ROWS]
    assert dict(terms.fees) == dict(ROWS[row].fees)
    assert terms.fees_when == "after"


def test_a_limit_that_the_schedule_does_not_have_is_refused(tmp_path: Path) -> None:
    assert faults(tmp_path, SCHEDULE.format(low=10, high=300)) == [
        "fees.rows: the fee schedule has no row for a limit of 10 to 300"
    ]


def test_a_row_with_a_wager_that_is_not_dealt_is_refused(tmp_path: Path) -> None:
    (problem,) = faults(tmp_path, SCHEDULE.format(low=10, high=100) + "crane = 1\n")
    assert problem.startswith("fees.rows[2].crane: there is no such key; known here: min, max, bet, player_dealer, ")


# Terms.


@pytest.fixture
def california() -> Loaded:
    loaded = load(None)
    table = replace(loaded.config.table, pack="california")
    return Loaded(replace(loaded.config, table=table), load_pack("california", Path()), load_game("ez", Path()))


def with_limit(loaded: Loaded, **limits: object) -> Loaded:
    config = loaded.config
    return replace(loaded, config=replace(config, limits=replace(config.limits, **limits)))  # type: ignore[arg-type]


def test_terms_are_what_config_game_and_pack_say(california: Loaded) -> None:
    loaded = with_limit(
        california, spots=(("dragon7", WagerLimit(Money(500), Money(2500))), ("tie", WagerLimit(max=Money(5000))))
    )
    config = replace(loaded.config, fees=Fees(bet=Money(100), player_dealer=Money(200)))
    config = replace(config, timer=replace(config.timer, seconds=25))
    plain, terms = terms_of(california), terms_of(replace(loaded, config=config))
    assert (plain.pack, plain.game, plain.decks) == (california.pack, load_game("ez", Path()), 8)
    assert (plain.limit, plain.wager_limits, plain.fees, plain.timer_seconds) == (Limit(1000, 30000), (), (), 0)
    assert terms == replace(
        plain,
        wager_limits=(("tie", Limit(1000, 5000)), ("dragon7", Limit(500, 2500))),
        schedule=(FeeRow(None, (("bet", 100), ("player_dealer", 200))),),
        timer_seconds=25,
    )
    assert terms.fees == (("bet", 100), ("player_dealer", 200))
    assert terms.limit_of("tie") == Limit(1000, 5000)
    assert terms.limit_of("banker") == Limit(1000, 30000)


def test_a_wager_limit_that_repeats_the_tables_is_no_limit_of_its_own(california: Loaded) -> None:
    same = with_limit(california, spots=(("tie", WagerLimit(Money(1000), Money(30000))),))
    assert terms_of(same) == terms_of(california)
    assert terms_of(same).origin == terms_of(california).origin


def test_the_order_in_the_file_changes_nothing(california: Loaded) -> None:
    limits = (("dragon7", WagerLimit(max=Money(2500))), ("tie", WagerLimit(max=Money(5000))))
    fees = (("dragon7", Money(100)), ("tie", Money(200)))

    def ordered(step: int) -> Loaded:
        limited = with_limit(california, spots=limits[::step])
        return replace(limited, config=replace(limited.config, fees=Fees(spots=fees[::step])))

    assert terms_of(ordered(1)) == terms_of(ordered(-1))
    assert terms_of(ordered(1)).origin == terms_of(ordered(-1)).origin


def test_the_fingerprint_changes_when_the_terms_do(california: Loaded, tmp_path: Path) -> None:
    config = california.config
    changed = [
        california,
        with_limit(california, min=Money(1500)),
        with_limit(california, max=Money(20000)),
        with_limit(california, payout=Money(5_000_000)),
        with_limit(california, spots=(("tie", WagerLimit(max=Money(5000))),)),
        replace(california, config=replace(config, fees=Fees(spots=(("tie", Money(100)),)))),
        replace(california, config=replace(config, fees=Fees(bet=Money(100)))),
        replace(california, config=replace(config, fees=Fees(bet=Money(100), taken="after"))),
        replace(california, config=replace(config, timer=replace(config.timer, seconds=20))),
        replace(california, config=replace(config, table=replace(config.table, decks=6))),
        replace(california, config=replace(config, table=replace(config.table, notice_minutes=30))),
        replace(california, config=replace(config, table=replace(config.table, player_dealer=False))),
        replace(california, pack=load_pack("tribal", Path())),
        replace(california, pack=replace(california.pack, approved=False)),
        replace(california, game=load_game("ez-panda", Path())),
        replace(california, game=_repaid(tmp_path, "9:1")),
        replace(california, game=_repaid(tmp_path, "10:1")),
    ]
    prints = [terms_of(loaded).origin for loaded in changed]
    assert len(set(prints)) == len(prints)
    assert all(len(origin) == 12 for origin in prints)


def _repaid(folder: Path, pay: str) -> Game:
    """A game of one name whose file was changed."""
    path = folder / "ours.toml"
    path.write_text(f'wagers = ["player", "banker-ez", "tie", "dragon7"]\npay = {{ tie = "{pay}" }}\n')
    return load_game(str(path), Path())


def test_the_fingerprint_stays_when_only_the_look_changes(california: Loaded) -> None:
    config = california.config
    repainted = replace(
        config,
        room=replace(config.room, name="Another room", postings=(Posting(text="Welcome"),)),
        display=replace(config.display, clock="24h", flash=0.0),
        entry=replace(config.entry, confirm=False),
    )
    assert terms_of(replace(california, config=repainted)).origin == terms_of(california).origin


def test_another_game_is_not_called_as_one_that_ships(tmp_path: Path) -> None:
    """With other pays under a known name nobody could tell the two apart in a record."""
    ours = setting("games", "ez-panda.toml").read_text()
    (tmp_path / "ez-panda.toml").write_text(ours)
    assert load_game("ez-panda.toml", tmp_path) == load_game("ez-panda", tmp_path)
    (tmp_path / "ez-panda.toml").write_text(ours + '\n[pay]\ntie = "99:1"\n')
    with pytest.raises(ConfigError, match="ez-panda is a shipped game, and this one differs: give the file another"):
        load_game("ez-panda.toml", tmp_path)


def test_no_commission_where_the_documents_allow_none(tmp_path: Path) -> None:
    for pack, rule in (("house", "the house's rules"), ("california", f"{BUREAU}, Collection Fee Schedule")):
        said = faults(tmp_path, f"[table]\npack = '{pack}'\ngame = 'commission'\n[limits]\nmax = 25\n")
        assert said == [f"table.game: no commission may be charged here ({rule})"]
    assert setup_of(written(tmp_path, "[table]\npack = 'washington'\ngame = 'commission-dragon-bonus'\n"))
