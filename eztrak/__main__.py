"""Lets `python -m eztrak` stand for the `eztrak` command."""

from eztrak.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
