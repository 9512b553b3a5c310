"""A disk with a volatile write cache, as worn cards and cheap sticks have: an NBD server for one virtual machine.

    disk.py DISK SOCKET --cut drop|random|torn|keep --seed N --log FILE

What the machine writes is held in memory until it asks for a flush; only then it reaches DISK. When the connection ends
without a goodbye, the power was cut, and of what is still held all is lost (drop), each block or each sector is lost by
the toss of a coin (random, torn), or all is written (keep). A program that takes a commit for durable without a flush
loses data here. A power cut at a random moment mostly finds nothing held; SIGUSR1 has the power cut after one of the
next few writes, when something is. Each end writes a line of JSON to the log.
"""

import argparse
import json
import os
import random
import signal
import socket
import struct
from pathlib import Path
from typing import BinaryIO

BLOCK, SECTOR = 4096, 512
# The protocol's words, see https://github.com/NetworkBlockDevice/nbd/blob/master/doc/proto.md
GREETING, OPTIONS, REPLY = 0x4E42444D41474943, 0x49484156454F5054, 0x3E889045565A9
REQUEST, ANSWER = 0x25609513, 0x67446698
HAS_FLAGS, CAN_FLUSH, CAN_FUA = 1, 4, 8
EXPORT_NAME, ABORT, INFO, GO = 1, 2, 6, 7
READ, WRITE, GOODBYE, FLUSH = 0, 1, 2, 3
FORCE_UNIT_ACCESS = 1
INVALID = 22


class GoneError(Exception):
    """The machine vanished."""


class Disk:
    def __init__(self, path: Path, cut: str, seed: int) -> None:
        self._file = os.open(path, os.O_RDWR)
        self.size = os.fstat(self._file).st_size
        self._cut, self._random = cut, random.Random(seed)
        self._held: dict[int, bytearray] = {}  # the newest content of blocks that were not flushed
        self.flushes = 0
        self._writes_left: int | None = None

    def read(self, offset: int, length: int) -> bytes:
        data = bytearray(os.pread(self._file, length, offset))
        for block in range(offset // BLOCK, (offset + length - 1) // BLOCK + 1) if self._held else ():
            if held := self._held.get(block):
                start, end = max(offset, block * BLOCK), min(offset + length, (block + 1) * BLOCK)
                data[start - offset : end - offset] = held[start - block * BLOCK : end - block * BLOCK]
        return bytes(data)

    def write(self, offset: int, data: bytes) -> None:
        start, end = offset, offset + len(data)
        while start < end:
            block = start // BLOCK
            stop = min(end, (block + 1) * BLOCK)
            held = self._held.get(block)
            if held is None:
                held = self._held[block] = bytearray(os.pread(self._file, BLOCK, block * BLOCK))
            held[start - block * BLOCK : stop - block * BLOCK] = data[start - offset : stop - offset]
            start = stop
        if self._writes_left is not None:
            self._writes_left -= 1
            if self._writes_left < 0:
                raise GoneError

    def doom(self) -> None:
        """The power goes with one of the next writes."""
        self._writes_left = self._random.randrange(8)

    def flush(self) -> None:
        self.flushes += 1
        for block in sorted(self._held):
            os.pwrite(self._file, self._held[block], block * BLOCK)
        self._held.clear()

    def cut(self) -> dict[str, object]:
        """The power is gone. Says how much was lost."""
        step = SECTOR if self._cut == "torn" else BLOCK
        saved = lost = 0
        for block, held in sorted(self._held.items()):
            for start in range(0, BLOCK, step):
                if self._cut == "keep" or (self._cut != "drop" and self._random.random() < 0.5):
                    os.pwrite(self._file, held[start : start + step], block * BLOCK + start)
                    saved += step
                else:
                    lost += step
        self._held.clear()
        return {"cut": self._cut, "bytes_lost": lost, "bytes_kept": saved, "flushes": self.flushes}


def serve(connection: socket.socket, disk: Disk) -> bool:
    """Until the machine says goodbye, or vanishes: False."""
    stream = connection.makefile("rb", buffering=1 << 20)
    try:
        _negotiate(connection, stream, disk.size)
        while True:
            magic, flags, command, handle, offset, length = struct.unpack(">IHHQQI", _take(stream, 28))
            if magic != REQUEST:
                raise GoneError
            content, fault = b"", 0
            if command == READ:
                content = disk.read(offset, length)
            elif command == WRITE:
                disk.write(offset, _take(stream, length))
                if flags & FORCE_UNIT_ACCESS:
                    disk.flush()
            elif command == FLUSH:
                disk.flush()
            elif command == GOODBYE:
                return True
            else:
                fault = INVALID
            connection.sendall(struct.pack(">IIQ", ANSWER, fault, handle) + content)
    except (GoneError, ConnectionError):
        return False


def _negotiate(connection: socket.socket, stream: BinaryIO, size: int) -> None:
    flags = HAS_FLAGS | CAN_FLUSH | CAN_FUA
    connection.sendall(struct.pack(">QQH", GREETING, OPTIONS, 1 | 2))  # fixed newstyle, no zeroes
    _take(stream, 4)
    while True:
        _, option, length = struct.unpack(">QII", _take(stream, 16))
        _take(stream, length)
        if option == EXPORT_NAME:
            connection.sendall(struct.pack(">QH", size, flags))
            return
        if option in (INFO, GO):
            connection.sendall(struct.pack(">QIII", REPLY, option, 3, 12) + struct.pack(">HQH", 0, size, flags))
            connection.sendall(struct.pack(">QIII", REPLY, option, 1, 0))
            if option == GO:
                return
        elif option == ABORT:
            raise GoneError
        else:
            connection.sendall(struct.pack(">QIII", REPLY, option, 0x80000001, 0))


def _take(stream: BinaryIO, length: int) -> bytes:
    data = stream.read(length)
    if len(data) < length:
        raise GoneError
    return data


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("disk", type=Path)
    parser.add_argument("socket")
    parser.add_argument("--cut", default="drop", choices=["drop", "random", "torn", "keep"])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--log", type=Path, required=True)
    options = parser.parse_args()
    disk = Disk(options.disk, options.cut, options.seed)
    signal.signal(signal.SIGUSR1, lambda *_: disk.doom())
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(options.socket)
        listening.listen(1)
        connection, _ = listening.accept()
    if serve(connection, disk):
        disk.flush()
        account: dict[str, object] = {"clean": True, "flushes": disk.flushes}
    else:
        account = disk.cut()
    with options.log.open("a") as log:
        log.write(json.dumps(account) + "\n")


if __name__ == "__main__":
    main()
