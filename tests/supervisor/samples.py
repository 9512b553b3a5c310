"""Writes the exports that stand in tests/supervisor/exports, in the form of this tree: run once for each form, while it
is new, and never again for one that a unit has written.

    python tests/supervisor/samples.py FOLDER      makes form-5.csv, form-5.jsonl (signed), form-5.xlsx, form-5.pub
"""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from eztrak.appliance.unit_key import Place, UnitKey
from eztrak.config.games import load_game
from eztrak.game.hand import Hand
from eztrak.game.notation import parse
from eztrak.journal.extract import Choice
from eztrak.journal.journal import Journal
from eztrak.supervisor import about
from eztrak.supervisor.export import export
from eztrak.table import commands as c
from eztrak.table import events as e
from eztrak.table.decisions import decide
from eztrak.table.events import Moment
from eztrak.table.inputs import Input
from eztrak.table.round import NANO
from eztrak.table.software import Checked, Running
from eztrak.table.state import TableState, apply
from eztrak.table.terms import Terms
from eztrak.voice.said import Said

CODE = "7K3M-Q2ZD-9FXA"
CHANGED = Checked(
    CODE,
    Said("changed: {names}", names="lib/eztrak/table/stats.py"),
    "AAAA-BBBB-CCCC",
    ("changed: lib/eztrak/table/stats.py",),
)
BY = "supervisor 1"
PAIRS, BONUS = (load_game(name, Path()) for name in ("commission-pairs", "commission-dragon-bonus"))
TERMS = Terms(game=PAIRS, origin="x")


def hands(notation: str) -> list[Hand]:
    return list(parse(notation, PAIRS))


def entered(notation: str) -> list[c.Command]:
    return [*map(c.RecordHand, hands(notation))]


# Two shoes of one game and one of another; a void, a hand that was changed and one put in after their shoe had ended,
# cards, a shoe that went on, and software that a supervisor confirmed.
EVENING: tuple[c.Command, ...] = (
    c.Start("0.9.0", "=1+2 貴賓", TERMS, Running(CODE, "12ab", "RULE-RULE-RULE", "Commission 26-0417")),
    c.SetPin(1, "check", c.FIRST_START),
    c.Note(e.SoftwareChecked(Checked(CODE))),
    c.SignIn(1, "check"),
    c.SetDealer(7, BY),
    *entered("P Bn B[player-pair] P T"),
    c.TakeBack(),
    c.RecordHand(replace(*hands("B"), player="23", banker="45")),
    c.NewShoe(),
    *entered("T Tf"),
    c.ChangeHand(1, 2, *hands("T"), BY, "@wrong key"),
    c.InsertHand(1, 0, *hands("B"), BY, "-missed"),
    c.NewShoe(),
    c.UndoShoe(BY),
    *entered("P"),
    c.SetTerms(replace(TERMS, game=BONUS, origin="y"), c.CONFIG),
    c.Note(e.SoftwareChecked(CHANGED)),
    c.ConfirmSoftware(BY),
    c.NewShoe(),
    c.RecordHand(*parse("P[by4]", BONUS)),
)


def database_of(path: Path) -> Path:
    key = UnitKey(bytes(range(32)), bytes(32), Place.ROOT)
    journal = Journal(path, "now", signer=key)
    state: TableState = journal.replay()
    start, *evening = EVENING
    signed = c.Note(e.UnitKeyed(key.public, key.place.value, before="", unsigned=0, last=0, gone=0, shoe=0))
    for minute, command in enumerate((start, signed, *evening)):
        decision = decide(state, command, source=Input("evdev", "USB keypad 1c4f:0002"))
        assert not isinstance(decision, c.Refusal), decision
        moment = Moment(f"2026-01-05T20:{minute:02}:00.125Z", 2**60 + minute * 60 * NANO, "boot")
        for record in journal.append(decision, moment):
            state = apply(state, record)
    journal.close()
    return path


def main(folder: Path) -> None:
    about.code = lambda: CODE  # type: ignore[assignment] # as a release has it
    with TemporaryDirectory() as made:
        key, database = Path(made) / "key.pem", database_of(Path(made) / "t.db")
        name = f"form-{about.FORM}"
        subprocess.run(["openssl", "genpkey", "-algorithm", "ed25519", "-out", key], check=True)
        subprocess.run(["openssl", "pkey", "-in", key, "-pubout", "-out", folder / f"{name}.pub"], check=True)
        export(database, Choice(shoe=1), "csv", folder / f"{name}.csv", force=True)
        export(database, Choice(), "jsonl", folder / f"{name}.jsonl", force=True, key=key)
        export(database, Choice(since="2026-01-05T20:14"), "xlsx", folder / f"{name}.xlsx", force=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
