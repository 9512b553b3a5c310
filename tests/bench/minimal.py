"""The smallest program of the board's shape: an entry, a durable commit, a little drawing. It is the floor.

    python minimal.py WIDTH HEIGHT [DATABASE]

It sleeps in select() on the X connection and on standard input. Key `m`, or the byte M on standard input, changes one
small block and nothing else: the echo. Key `b` or the byte B commits a row (WAL, FULL), draws the marks and figures
that a hand changes, and then the block. It imports nothing of ours.
"""

import ctypes
import os
import select
import signal
import sqlite3
import sys
import tty

os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
os.environ["SDL_FRAMEBUFFER_ACCELERATION"] = "0"
import pygame

BLOCK = 24  # pixels, in the corner at the bottom right


def colour(count: int) -> tuple[int, int, int]:
    """Of the block after so many keys."""
    return 10 + count * 37 % 240, 10 + count * 101 % 240, 10 + count % 240


def spot(size: tuple[int, int]) -> tuple[int, int]:
    return size[0] - BLOCK // 2, size[1] - BLOCK // 2


def main() -> None:
    size = int(sys.argv[1]), int(sys.argv[2])
    pygame.display.init()
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # SDL makes an event of it, for which nobody here is awake
    pygame.font.init()
    screen = pygame.display.set_mode(size, pygame.NOFRAME)
    connection = None
    if len(sys.argv) > 3:
        connection = sqlite3.connect(sys.argv[3], isolation_level=None)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("CREATE TABLE IF NOT EXISTS hand (id INTEGER PRIMARY KEY, outcome TEXT, at INTEGER)")
    block = pygame.Rect(size[0] - BLOCK, size[1] - BLOCK, BLOCK, BLOCK)
    font = pygame.font.Font(None, size[1] // 15)
    figures = [font.render(str(i), True, "white", "black").convert() for i in range(10)]
    screen.fill((16, 24, 40))
    screen.fill(colour(0), block)
    pygame.display.flip()
    count = 0

    def entry() -> None:
        assert connection is not None
        connection.execute("INSERT INTO hand (outcome, at) VALUES ('B', ?)", (count,))
        step = size[1] // 15
        changed = [screen.blit(figures[(count + i) % 10], (i * step, i % 6 * step)) for i in range(12)]
        screen.fill(colour(count), block)
        pygame.display.update([*changed, block])

    def echo() -> None:
        screen.fill(colour(count), block)
        pygame.display.update(block)

    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype, get.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    pointer = ctypes.c_void_p(get(pygame.display.get_wm_info()["display"], b"display"))
    descriptors = [ctypes.CDLL("libX11.so.6").XConnectionNumber(pointer)]
    if os.isatty(0):
        tty.setraw(0)
        descriptors.append(0)
    while True:
        while events := pygame.event.get():  # presenting may have brought some in: none may be left before sleeping
            for event in events:
                if event.type == pygame.KEYDOWN and event.key in (pygame.K_b, pygame.K_m):
                    count += 1
                    (entry if event.key == pygame.K_b else echo)()
        ready, _, _ = select.select(descriptors, [], [])
        if 0 in ready:
            for byte in os.read(0, 64):
                count += 1
                (entry if byte == ord("B") else echo)()


if __name__ == "__main__":
    main()
