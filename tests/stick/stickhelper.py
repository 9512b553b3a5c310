"""The program that mounts sticks, with folders in the place of sticks: `stickhelper.py SOCKET STICKS`.

Everything is the product's own but the machine: each folder in STICKS is a stick that has been mounted already. A file
`fault` beside them is what the list says of the stick; `swap` is put in place of a file between writing and reading
back, as a stick does that loses what it was given; `stall` makes the mount hang.
"""

import os
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from eztrak.stick.listing import Stick
from eztrak.stick.serving import serve
from eztrak.voice.said import Said


class Folders:
    def __init__(self, top: Path) -> None:
        self._top = top

    def sticks(self) -> list[Stick]:
        folders = sorted(path for path in self._top.iterdir() if path.is_dir())
        return [
            Stick(f"{p.name}@1", f"Folder {p.name}, 1 MB, FAT12", p, "vfat", Said(self._said("fault"))) for p in folders
        ]

    @contextmanager
    def mounted(self, stick: Stick, user: int, group: int, write: bool) -> Iterator[int]:  # noqa: ARG002
        if self._said("stall"):
            time.sleep(3600)
        if not write and (swap := self._said("swap")):
            (folder,) = stick.device.glob(f"*/{swap}")
            folder.write_bytes(folder.read_bytes()[:-1] + b"?")
        root = os.open(stick.device, os.O_RDONLY | os.O_DIRECTORY)
        try:
            yield root
        finally:
            os.close(root)

    def _said(self, name: str) -> str:
        path = self._top / name
        return path.read_text() if path.exists() else ""


def main(door: str, top: Path) -> None:
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(door)
        listening.listen()
        print("listening", flush=True)
        while True:
            connection, _ = listening.accept()
            with connection:
                serve(connection, Folders(top), patience=1.0)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
