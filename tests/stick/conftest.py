from collections.abc import Iterator
from pathlib import Path

import pytest
from pluggedsticks import Plugged, helper


@pytest.fixture
def plugged(tmp_path: Path) -> Iterator[Plugged]:
    with helper(tmp_path) as made:
        yield made
