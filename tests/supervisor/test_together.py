"""Several tables in one workbook: every row says whose it is, and nothing is counted twice or lost."""

from pathlib import Path

import openpyxl
import pytest
from test_exports import hands_of, keep

from eztrak.cli import main
from eztrak.config.games import load_game
from eztrak.table import commands as c


def test_january_of_all_tables_adds_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pairs = load_game("commission-pairs", Path())
    one = keep(tmp_path / "one.db", "Table 1", c.SetDealer(7, "supervisor 1"), *hands_of("P B7 Tn"), c.TakeBack())
    two = keep(tmp_path / "two.db", "Table 2", *hands_of("P B[player-pair] T", pairs), game=pairs)
    out = tmp_path / "january.xlsx"
    command = ["export", "--db", str(one), "--with", str(two), "--format", "xlsx", "--out", str(out)]
    assert main(command) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"{one}: 1 shoes, 2 hands, 1 void",
        f"{two}: 1 shoes, 3 hands, 0 void",
    ]
    book = openpyxl.load_workbook(out)
    assert book.sheetnames == ["summary", "shoes", "hands", "corrections", "tables"]
    head, *days, total = book["summary"].iter_rows(values_only=True)
    assert [dict(zip(head, day, strict=True))["table_name"] for day in days] == ["Table 1", "Table 2"]
    summed = dict(zip(head, total, strict=True))
    assert (summed["day"], summed["shoes"], summed["hands"], summed["voided"]) == ("total", 2, 5, 1)
    assert (summed["player"], summed["banker"], summed["tie"], summed["player-pair"], summed["dragon7"]) == (
        2,
        2,
        1,
        1,
        1,
    )
    head, *rows = book["hands"].iter_rows(values_only=True)
    hands = [dict(zip(head, row, strict=True)) for row in rows]
    assert [(hand["table_name"], hand["hand"]) for hand in hands] == [
        *(("Table 1", number) for number in (1, 2, 3)),
        *(("Table 2", number) for number in (1, 2, 3)),
    ]
    assert [hand["player-pair"] for hand in hands] == [None, None, None, 0, 1, 0]
    (_, correction) = book["corrections"].iter_rows(values_only=True)
    assert "Table 1" in correction
    assert main(["verify", str(out)]) == 1
    assert "only each table's own export proves itself" in capsys.readouterr().out
    assert main([*command[:-3], "csv", *command[-2:], "--force"]) == 2
