"""For all tests: Ctrl-C works in what they start, also where they themselves run in the background."""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

# A shell starts background jobs with SIGINT ignored, and what they start inherits that.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def shut_out(tmp_path: Path) -> Callable[[], AbstractContextManager[None]]:
    """Within this one has the rights of somebody who is not let into the test's folder."""

    @contextmanager
    def as_nobody() -> Iterator[None]:
        tmp_path.chmod(0)
        if os.geteuid() == 0:
            os.seteuid(65534)
        try:
            yield
        finally:
            os.seteuid(os.getuid())
            tmp_path.chmod(0o700)

    return as_nobody
