"""A player over the probe: it asks `holland44 probe` and attacks only at good odds.

    python probe_bot.py marketgarden campaign 1     plays both sides with dice of seed 1
Any language that reads and writes JSON lines can do the same.
"""

from __future__ import annotations

import json
import random
import sys
from subprocess import PIPE, Popen
from typing import Any

Reply = dict[str, Any]


class Engine:
    """The engine as a process that answers questions."""

    def __init__(self) -> None:
        self.process = Popen(["holland44", "probe"], stdin=PIPE, stdout=PIPE, text=True)

    def ask(self, op: str, **more: Any) -> Reply:
        """Return the result of an operation."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(json.dumps({"id": 1, "op": op, **more}) + "\n")
        self.process.stdin.flush()
        reply = json.loads(self.process.stdout.readline())
        if not reply["ok"]:
            raise ValueError(reply["error"]["message"])
        return reply["result"]


def choose(engine: Engine, pos: str, chance: random.Random) -> Reply:
    """Return an attack at good odds, else an action drawn by chance."""
    actions = engine.ask("legal", pos=pos, most=24, start=chance.randrange(1000))["actions"]
    attacks = [a for a in actions if a["kind"] == "declare_attack"]
    good = [a for a in attacks if strong(engine, pos, a)]
    return chance.choice(good or [a for a in actions if a not in attacks] or actions)


def strong(engine: Engine, pos: str, attack: Reply) -> bool:
    """Return whether an attack is at two to one or better."""
    odds = engine.ask("odds", pos=pos, attackers=attack["attackers"], target=attack["target"])
    return odds["attack"] >= 2 * odds["defense"]


def play(game: str, scenario: str, seed: int, limit: int = 10_000) -> Reply:
    """Play both sides until the game is over, or for so many actions."""
    engine, chance = Engine(), random.Random(seed)
    pos = engine.ask("load", position={"game": game, "scenario": scenario})["pos"]
    for _ in range(limit):
        if engine.ask("outcome", pos=pos)["to_decide"] is None:
            break
        action, dice = choose(engine, pos, chance), []
        while (die := engine.ask("chance", pos=pos, action=action, dice=dice))["needs"]:
            dice += chance.choices(die["faces"], k=die["needs"]["count"])
        pos = engine.ask("apply", pos=pos, action=action, dice=dice)["pos"]
    return engine.ask("outcome", pos=pos)


if __name__ == "__main__":
    print(play(sys.argv[1], sys.argv[2], int(sys.argv[3])))
