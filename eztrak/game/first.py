"""The game of records that name none: version 0.1.0 knew one, with or without its fifth wager.

This is how old records are read, whatever the shipped files say by then: it never changes.
"""

import json
from functools import cache
from typing import Any

from eztrak.game.game import Game
from eztrak.game.reading import recorded

_ALL = "-0123456789"
_THREE = {"winner": "tie", "pay": "push"}
_WAGERS: dict[str, Any] = {
    "player": {
        "lines": [{"winner": "player", "pay": "1:1"}, _THREE],
        "names": {"en": "Player", "zh_TW": "閒", "zh_CN": "闲", "vi": "Con", "ko": "플레이어"},
    },
    "banker-ez": {
        "lines": [
            {"winner": "banker", "banker": 7, "banker_cards": 3, "pay": "push"},
            {"winner": "banker", "pay": "1:1"},
            _THREE,
        ],
        "names": {"en": "Banker", "zh_TW": "莊", "zh_CN": "庄", "vi": "Cái", "ko": "뱅커"},
    },
    "tie": {
        "lines": [{"winner": "tie", "pay": "8:1"}],
        "names": {"en": "Tie", "zh_TW": "和", "zh_CN": "和", "vi": "Hòa", "ko": "타이"},
    },
    "dragon7": {
        "lines": [{"winner": "banker", "banker": 7, "banker_cards": 3, "pay": "40:1"}],
        "names": {"en": "Dragon 7", "zh_TW": "龍7", "zh_CN": "龙7", "vi": "Rồng 7", "ko": "용7"},
        "key": "7",
        "sign": "7",
        "look": {"ground": "gold", "picture": "dragon", "chime": "dragon"},
    },
    "panda8": {
        "lines": [{"winner": "player", "player": 8, "player_cards": 3, "pay": "25:1"}],
        "names": {"en": "Panda 8", "zh_TW": "熊貓8", "zh_CN": "熊猫8", "vi": "Gấu trúc 8", "ko": "판다8"},
        "key": "8",
        "sign": "8",
        "look": {"ground": "pearl", "picture": "panda", "chime": "panda"},
    },
    "natural": {
        "lines": [{"natural": ["player", "banker", "both"]}],
        "names": {"en": "Natural", "zh_TW": "例牌", "zh_CN": "例牌", "vi": "Tự nhiên", "ko": "내추럴"},
        "key": "9",
        "sign": "n",
        "look": {"place": "dot", "ground": "gold"},
    },
}
FLAGS = ("natural", "dragon7", "panda8")  # of a hand, as records had them before there were marks


@cache
def first_game(fifth: bool = True) -> Game:
    """The game of such a record; `fifth`: whether it offered all five wagers."""
    wagers = [id for id in _WAGERS if id != "natural" and (fifth or id != "panda8")]
    plain = {
        "id": "ez-panda" if fifth else "ez",
        "title": {"en": "EZ Baccarat Panda 8" if fifth else "EZ Baccarat"},
        "wagers": wagers,
        "counts": ["natural"],
        "tableau": {
            "player_draws": [0, 1, 2, 3, 4, 5],
            "banker_draws": [_ALL, _ALL, _ALL, "-012345679", "-234567", "-4567", "67", ""],
        },
        "library": {id: _WAGERS[id] for id in (*wagers, "natural")},
    }
    return recorded(json.dumps(plain))
