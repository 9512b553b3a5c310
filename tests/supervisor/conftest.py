"""Tests of this room find the generated history beside them."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
