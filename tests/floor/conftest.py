from collections.abc import Iterator
from pathlib import Path

import pytest
from postgres import Floor, Postgres, running


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with running() as server:
        yield server


@pytest.fixture
def floor(postgres: Postgres) -> Floor:
    return postgres.database()


@pytest.fixture
def history(tmp_path: Path) -> Path:
    return tmp_path / "table.db"
