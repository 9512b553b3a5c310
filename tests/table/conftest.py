import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from talk import Table


@pytest.fixture
def table() -> Table:
    return Table()
