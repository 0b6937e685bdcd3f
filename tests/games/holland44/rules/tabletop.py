"""Shortcuts for writing positions and asking questions about them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.core import actions as act
from engine.games import require_rulebook
from engine.probe import Probe
from engine.rules import ports
from engine.rules.player import step

Json = dict[str, Any]


class Table:
    """A loaded position to ask questions about, and to play on."""

    last: Json

    def __init__(self, probe: Probe, position: Json) -> None:
        self.probe = probe
        answer = probe.answer({"op": "load", "position": position})
        assert answer["ok"], answer["error"]
        self.pos = answer["result"]["pos"]

    def ask(self, op: str, **fields: Any) -> Json:
        answer = self.probe.answer({"op": op, "pos": self.pos, **fields})
        assert answer["ok"], answer["error"]
        result: Json = answer["result"]
        return result

    def reach(self, unit: str, mode: str = "best") -> Json:
        hexes: Json = self.ask("reach", unit=unit, mode=mode)["hexes"]
        return hexes

    def move(self, unit: str, *path: str, mode: str = "normal") -> Json:
        action = {"kind": "move", "units": [unit], "path": list(path), "mode": mode}
        return self.ask("judge", action=action)

    def broken(self, unit: str, *path: str, mode: str = "normal") -> set[str]:
        """The rules that forbid a move."""
        verdicts = self.move(unit, *path, mode=mode)["verdicts"]
        return {v["rule"] for v in verdicts if v["level"] == "forbid"}

    def bonds(self, side: str) -> set[tuple[str, ...]]:
        """The bonds of a side: (hex or hexside, one end, other end)."""
        found = self.ask("zoc", side=side)["bonds"]
        return {(b.get("hex") or b["hexside"], *b["between"]) for b in found}

    def zone(self, side: str) -> set[str]:
        return set(self.ask("zoc", side=side)["hexes"])

    def apply(self, action: Json, dice: Sequence[int] = (), mode: str = "enforced") -> Table:
        """The table after an action; ``last`` holds the answer."""
        answer = self.probe.answer(
            {"op": "apply", "pos": self.pos, "action": action, "dice": list(dice), "mode": mode}
        )
        assert answer["ok"], answer["error"]
        after = Table.__new__(Table)
        after.probe, after.last, after.pos = self.probe, answer["result"], answer["result"]["pos"]
        assert after.last["dice_left"] == []
        return after

    def refused(self, action: Json, dice: Sequence[int] = ()) -> Json:
        """The error of an action that is refused; the position stays as it was."""
        before = self.state()
        answer = self.probe.answer(
            {"op": "apply", "pos": self.pos, "action": action, "dice": list(dice)}
        )
        assert not answer["ok"]
        assert self.state() == before
        error: Json = answer["error"]
        assert error["code"] == "bad_action"
        return error

    def march(self, unit: str, *path: str, mode: str = "normal", dice: Sequence[int] = ()) -> Table:
        action = {"kind": "move", "units": unit.split(), "path": list(path), "mode": mode}
        return self.apply(action, dice)

    def attack(self, attackers: str, target: str, *dice: int, **fields: Any) -> Table:
        action = {"kind": "declare_attack", "attackers": attackers.split(), "target": target}
        return self.apply({**action, **fields}, dice)

    def choose(self, option: str, *dice: int) -> Table:
        """Answer the topmost decision."""
        decision = self.pending[0]["kind"]
        return self.apply({"kind": "choose", "decision": decision, "option": option}, dice)

    def next(self, *dice: int) -> Table:
        return self.apply({"kind": "next_phase"}, dice)

    @property
    def pending(self) -> list[Json]:
        found: list[Json] = self.ask("legal")["pending"]
        return found

    @property
    def asked(self) -> tuple[str, str, list[str]]:
        """Return the deciding side, the decision and its options."""
        top = self.pending[0]
        return top["side"], top["kind"], top["options"]

    def state(self) -> Json:
        return self.ask("state")

    def at(self, unit: str) -> str:
        place: str = self.state()["units"][unit]["at"]
        return place

    def status(self, unit: str) -> set[str]:
        return set(self.state()["units"][unit]["status"])

    def steps(self, unit: str) -> int:
        steps: int = self.state()["units"][unit]["steps"]
        return steps

    def odds(self, *attackers: str, target: str, **fields: Any) -> Json:
        return self.ask("odds", attackers=list(attackers), target=target, **fields)


def unit(name: str, hex_: str, **fields: Any) -> Json:
    """Return an infantry unit 5-5-3 of two steps, or with the given fields.

    Ids that begin with "a" are Allied, others German.
    """
    side = "allied" if name.startswith("a") else "german"
    base = {
        "id": name,
        "hex": hex_,
        "side": side,
        "kind": "infantry",
        "attack": 5,
        "defense": 5,
        "movement": 3,
        "max_steps": 2,
        "formation": "Guards Armd Div" if side == "allied" else "15 Army",
    }
    return {**base, **fields}


def tank(name: str, hex_: str, **fields: Any) -> Json:
    """A tank battalion 8-6-5 with an armour value of 3."""
    base = {"kind": "tank", "attack": 8, "defense": 6, "movement": 5, "armor": 3}
    return unit(name, hex_, **{**base, **fields})


def seen(units: Sequence[Json], **given: Any) -> ports.Answers:
    """Return a diagram of clear hexes as the port that window and player use.

    ``board`` changes the diagram. With ``real`` the units are on the printed map, which is
    otherwise empty.
    """
    position: Json = {"turn": 3, "active": "allied", "phase": "movement", "units": list(units)}
    if given.pop("real", False):
        position["clear_board"] = True
    else:
        position["board"] = {"rows": [1, 10], "cols": [1, 10], **given.pop("board", {})}
    found = require_rulebook("holland44").parse_position({**position, **given})
    return found.ruleset.answers(found.state)


def at(position: ports.Answers, name: str) -> int:
    """A place of a position."""
    found = position.place(name)
    assert found is not None, name
    return found


def played(position: ports.Answers, action: act.Action, *dice: int) -> ports.Answers:
    """The position after a legal action with its dice."""
    ruleset = position.ruleset
    return ruleset.answers(step(ruleset, position.state, action, dice).state)
