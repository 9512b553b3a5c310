"""The ways of entry, the timer and who deals, at a running board; and what it says when it comes up again."""

import signal
from contextlib import closing
from pathlib import Path

import pygame
import pytest
from glass import Glass
from running import Board, board, fields_of

from eztrak.appliance import clock
from eztrak.cli import main
from eztrak.commands.given import setup_of
from eztrak.display.view import View
from eztrak.journal.history import History
from eztrak.table.entry import EntryRules, resumed
from eztrak.table.round import NANO, Phase, Round
