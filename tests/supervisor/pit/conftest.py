from collections.abc import Iterator

import pytest
from pit_evening import PASSWORD, Browser, Pit, eztrak, room, served


@pytest.fixture(scope="module")
def pit(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pit]:
    """Two tables and a third whose file is missing."""
    home = tmp_path_factory.mktemp("pit")
    first, second = room(home)
    eztrak(home, "pit", "password", 7, "--db", first, said=PASSWORD + "\n")
    with served(home, first, second, home / "missing.db") as site:
        yield Pit(site, home, (first, second))


@pytest.fixture
def browser(pit: Pit) -> Browser:
    """Somebody who has logged in as supervisor 7."""
    visitor = Browser(pit.site)
    assert visitor.log_in().status == 303
    return visitor
