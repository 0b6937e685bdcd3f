"""Generate the frozen requests: varied questions about played and invented positions.

All requests go through the probe, so they do not depend on the engine's structure.
"""

from __future__ import annotations

import lzma
import random
import tempfile
from pathlib import Path
from typing import Any

from engine.games import require_rulebook
from engine.play.autoplay import autoplay
from engine.probe import Probe
from tests.frozen import corpus
from tests.games.holland44.rules.positions import position

BOOK = require_rulebook("holland44")


WANTED = 2000
SOURCES = (
    ("campaign-601", "campaign", 601, 20, ()),
    ("campaign-602", "campaign", 602, 6, corpus.BOTH),
    ("short-603", "short", 603, 11, corpus.BOTH[:1]),
)
"""Random games out of which positions are taken: name, scenario, seed, turns, options."""

FROM_LOGS = {"campaign-601": 26, "campaign-602": 14, "short-603": 14, corpus.SAMPLE: 16}
"""How many positions are taken out of each log."""

DIAGRAMS = 70
"""Positions on random diagram boards."""

TABLES: dict[str, tuple[str, ...]] = {
    "crt": ("1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1", "9:1"),
    "determined_defense": ("clear/polder", "other", "city", "lake"),
    "weather": ("AM", "PM"),
    "demolition": ("",),
    "airlanding": ("",),
    "recovery": ("",),
    "isolation": ("",),
    "disengagement": ("",),
}
MODES = ("normal", "extended", "tactical", "full_retreat", "best")
Json = dict[str, Any]


class Asker:
    """A client of the probe that records its requests."""

    def __init__(self, name: str, logs: dict[str, str], rng: random.Random) -> None:
        self.name, self.rng = name, rng
        self._logs, self._probe = logs, Probe()
        self.asked: list[Json] = []
        self.answers: list[Json] = []

    def ask(self, op: object, **request: Any) -> Json:
        """Send and record a request; return the answer."""
        return self.send({"op": op, **request})

    def send(self, request: Any) -> Json:
        """Send a request unchanged."""
        self.asked.append(request)
        self.answers.append(corpus.answer(self._probe, request, self._logs))
        return self.answers[-1]

    def quietly(self, op: str, **request: Any) -> Any:
        """Send a request without recording it; return the result."""
        return self._probe.answer({"op": op, **request})["result"]


def inquire(asker: Asker, pos: str, whole: bool) -> None:
    """Ask a series of questions about a position."""
    rng = asker.rng
    state = asker.quietly("state", pos=pos)
    if whole:
        asker.ask("state", pos=pos)
    placed = {name: u for name, u in state["units"].items() if u["hex"]}
    stacks: dict[str, list[str]] = {}
    for name, unit in placed.items():
        stacks.setdefault(unit["hex"], []).append(name)
    if not placed:
        return
    hexes = sorted(stacks)
    near = sorted(
        {n for h in rng.sample(hexes, min(8, len(hexes))) for n in _around(asker, pos, h)}
    )
    asker.ask("zoc", pos=pos, side=rng.choice(("allied", "german")))
    asker.ask("hex", pos=pos, hex=rng.choice(hexes + near))
    asker.ask("supply", pos=pos, side=rng.choice(("allied", "german")))
    names = sorted(placed)
    for _ in range(2):
        asker.ask("reach", pos=pos, unit=rng.choice(names), mode=rng.choice(MODES))
    several = [h for h in hexes if len(stacks[h]) > 1]
    if several:
        asker.ask("reach", pos=pos, units=sorted(stacks[rng.choice(several)])[:3])
    for _ in range(2):
        asker.ask("why_not", pos=pos, unit=rng.choice(names), hex=rng.choice(near))
    fronts = _fronts(asker, pos, stacks, placed)
    for _ in range(3):
        if fronts:
            _combat(asker, pos, rng.choice(fronts), stacks, placed)
    _retreats(asker, pos, rng.choice(fronts)[0] if fronts else rng.choice(hexes), stacks)
    if fronts:
        target, ready = rng.choice(fronts)
        asker.ask(
            "advance",
            pos=pos,
            units=stacks[placed[rng.choice(ready)]["hex"]],
            vacated=target,
            kind=rng.choice(("limited", "normal", "bonus")),
        )
    _play(asker, pos, names, near)


def _around(asker: Asker, pos: str, number: str) -> list[str]:
    found: list[str] = asker.quietly("hex", pos=pos, hex=number)["neighbours"]
    return found


def _fronts(
    asker: Asker, pos: str, stacks: dict[str, list[str]], placed: dict[str, Json]
) -> list[tuple[str, list[str]]]:
    """Return some hexes with adjacent enemies."""
    found = []
    hexes = sorted(stacks)
    for number in asker.rng.sample(hexes, min(40, len(hexes))):
        side = placed[stacks[number][0]]["side"]
        beside = [u for n in _around(asker, pos, number) for u in stacks.get(n, ())]
        ready = sorted(u for u in beside if placed[u]["side"] != side)
        if ready:
            found.append((number, ready))
    return found


def _combat(
    asker: Asker,
    pos: str,
    front: tuple[str, list[str]],
    stacks: dict[str, list[str]],
    placed: dict[str, Json],
) -> None:
    rng = asker.rng
    target, ready = front
    side = placed[ready[0]]["side"]
    request: Json = {"attackers": rng.sample(ready, rng.randint(1, len(ready))), "target": target}
    guns = sorted(
        u
        for u, unit in placed.items()
        if unit["side"] == side and unit["values"]["kind"] == "artillery"
    )
    if guns and rng.random() < 0.5:
        request["artillery"] = rng.sample(guns, rng.randint(1, min(2, len(guns))))
    if rng.random() < 0.3:
        request["air"] = rng.randint(1, 2)
    if rng.random() < 0.2:
        request["lead"] = placed[rng.choice(ready)]["values"]["formation"]
    if rng.random() < 0.2:
        request["attached"] = rng.choice([None, *request["attackers"]])
    if rng.random() < 0.1:
        request["breakthrough"] = True
    asker.ask("odds", pos=pos, **request)
    if rng.random() < 0.4:
        request.pop("breakthrough", None)
        asker.ask("judge", pos=pos, action={"kind": "declare_attack", **request})


def _retreats(asker: Asker, pos: str, number: str, stacks: dict[str, list[str]]) -> None:
    request: Json = {"units": stacks[number], "hexes": asker.rng.randint(1, 3)}
    if asker.rng.random() < 0.3:
        request["result"] = asker.rng.choice(("DS", "DR2", "DMR"))
    asker.ask("retreat", pos=pos, **request)


def _play(asker: Asker, pos: str, names: list[str], near: list[str]) -> None:
    """Carry out some legal actions, and send actions with errors."""
    rng = asker.rng
    found = asker.ask("legal", pos=pos, most=rng.choice((12, 40)), start=rng.randrange(900))
    actions = found["result"]["actions"]
    for action in rng.sample(actions, min(2, len(actions))):
        asker.ask("judge", pos=pos, action=action)
        played = asker.ask("apply", pos=pos, action=action, dice=_dice(rng))
        if played["ok"] and rng.random() < 0.6:
            after = played["result"]["pos"]
            asker.ask("legal", pos=after, most=10)
            if played["result"]["pending"]:
                _choose(asker, after, played["result"]["pending"])
    moves = [a for a in actions if a["kind"] == "move"]
    spoilt = []
    if moves:
        move = rng.choice(moves)
        spoilt.append({**move, "path": [move["path"][0], rng.choice(near)]})
        spoilt.append({**move, "units": [rng.choice(names)]})
        spoilt.append({**move, "mode": rng.choice(("tactical", "relocation", "full_retreat", "x"))})
    spoilt.append({"kind": "next_phase"})
    spoilt.append({"kind": "disengage", "units": [rng.choice(names)], "path": [rng.choice(near)]})
    spoilt.append({"kind": "mark", "unit": rng.choice(names), "marker": "depleted", "on": True})
    spoilt.append({"kind": "advance", "units": [rng.choice(names)], "path": near[:2]})
    spoilt.append({"kind": "join", "units": rng.sample(names, min(2, len(names)))})
    action = rng.choice(spoilt)
    asker.ask("judge", pos=pos, action=action)
    mode = rng.choice(("enforced", "advisory", "off"))
    asker.ask("apply", pos=pos, action=rng.choice(spoilt), dice=_dice(rng), mode=mode)


def _choose(asker: Asker, pos: str, pending: list[Json]) -> None:
    """Answer some pending decisions, sometimes with an invalid option."""
    for _ in range(3):
        if not pending:
            return
        asked = pending[0]
        option = asker.rng.choice(asked["options"] or ["none"])
        if asker.rng.random() < 0.15:
            option = asker.rng.choice(("stop", "0101", "none 1", ""))
        action = {"kind": "choose", "decision": asked["kind"], "option": option}
        asker.ask("judge", pos=pos, action=action)
        played = asker.ask("apply", pos=pos, action=action, dice=_dice(asker.rng))
        if not played["ok"]:
            return
        pos, pending = played["result"]["pos"], played["result"]["pending"]


def _dice(rng: random.Random) -> list[int]:
    return [rng.randint(1, 6) for _ in range(rng.choice((0, 12, 12, 12)))]


def fierce(seed: int) -> Json:
    """Return a random diagram position in which attacks often succeed, in some phase."""
    rng = random.Random(seed)
    given = position(seed)
    for unit in given["units"]:
        if unit["side"] == "allied" and rng.random() < 0.5:
            unit["attack"] = rng.choice((9, 30, 60))
        if rng.random() < 0.5:
            unit["status"] = []
    given |= {
        "phase": rng.choice(("movement", "combat", "combat", "reorganization", "supply", "bridge")),
        "active": rng.choice(("allied", "german")),
        "weather": rng.choice(("clear", "cloudy", "overcast", "night")),
        "options": {"disengagement": 1, "isolation_attrition": 1} if rng.random() < 0.5 else {},
        "turn": rng.choice((1, 2, 3, 8, 12)),
    }
    return given


def odd_questions(asker: Asker) -> None:
    """Return invalid requests, and a request for every table."""
    asker.ask("load", scenario="campaign")
    asker.ask("load", scenario="short")
    asker.ask("state", pos="p1")
    for name, columns in TABLES.items():
        for column in columns:
            for die in (1, 4, 6):
                asker.ask("table", name=name, column=column, die=die, drm=die % 3 - 1)
    asker.ask("table", name="crt", column="3:1", die=7)
    asker.ask("table", name="loot", die=1)
    for request in (
        {},
        {"op": 3},
        {"op": "guess"},
        {"op": "reach"},
        {"op": "reach", "pos": "p99"},
        {"op": "reach", "pos": "p1", "unit": "nobody"},
        {"op": "reach", "pos": "p1", "units": []},
        {"op": "reach", "pos": "p1", "unit": "BR-2-1P", "mode": "swim"},
        {"op": "hex", "pos": "p1", "hex": "9999"},
        {"op": "hex", "pos": "p1"},
        {"op": "zoc", "pos": "p1", "side": "russian"},
        {"op": "odds", "pos": "p1", "attackers": [], "target": "6221"},
        {"op": "odds", "pos": "p1", "attackers": ["GE-Segler"], "target": "6221", "air": -1},
        {"op": "retreat", "pos": "p1", "units": ["GE-Segler"], "hexes": 9},
        {"op": "advance", "pos": "p1", "units": ["GE-Segler"], "vacated": "6221", "kind": "far"},
        {"op": "judge", "pos": "p1", "action": {"kind": "dance"}},
        {"op": "judge", "pos": "p1", "action": {"kind": "move", "units": ["x"], "path": ["0101"]}},
        {"op": "judge", "pos": "p1", "action": {"kind": "note", "text": "hello"}},
        {"op": "apply", "pos": "p1", "action": {"kind": "next_phase"}, "dice": "six"},
        {"op": "apply", "pos": "p1", "action": {"kind": "next_phase"}, "mode": "mild"},
        {"op": "apply", "pos": "p1", "action": {"kind": "next_phase"}},
        {"op": "apply", "pos": "p1", "action": {"kind": "next_phase"}, "dice": [9]},
        {"op": "legal", "pos": "p1", "most": -1},
        {"op": "load", "position": {"units": 3}},
        {"op": "load", "position": {"turn": 0}},
        {"op": "load", "position": {"clear_board": True, "weather": "hail"}},
        {"op": "load", "scenario": "waterloo"},
        {"op": "load", "position": {}, "scenario": "campaign"},
        {"op": "load", "position": {"board": {"rows": [5, 1], "cols": [1, 5]}}},
        {"op": "load", "log": corpus.SAMPLE, "at": 99999},
    ):
        asker.send(request)


def make() -> None:
    """Make logs, requests and answers, and freeze them."""
    corpus.LOGS.mkdir(parents=True, exist_ok=True)
    root = Path(__file__).parents[2]
    sample = (root / "logs" / "market-garden-turn-1.h44log").read_bytes()
    _pack(corpus.SAMPLE, sample)
    with tempfile.TemporaryDirectory() as folder:
        for name, scenario, seed, turns, options in SOURCES:
            path = Path(folder) / f"{name}.h44log"
            report = autoplay(BOOK.ruleset(scenario), seed, turns, path, options=options)
            print(f"{name}: {report.entries} entries to turn {report.turn}")
            _pack(name, path.read_bytes())
    rng = random.Random(1944)
    askers: list[Asker] = []
    with corpus.unpacked_logs() as logs:
        for name, count in FROM_LOGS.items():
            last = len(Path(logs[name]).read_bytes().splitlines()) - 1
            for n, at in enumerate(sorted(rng.sample(range(1, last), count))):
                asker = Asker(f"{name}-{at}", logs, rng)
                asker.ask("load", log=name, at=at)
                inquire(asker, "p1", whole=n % 3 == 0)
                askers.append(asker)
        for seed in range(DIAGRAMS):
            asker = Asker(f"diagram-{seed}", logs, rng)
            if asker.ask("load", position=fierce(7000 + seed))["ok"]:
                inquire(asker, "p1", whole=seed % 3 == 0)
            askers.append(asker)
        odd = Asker("odd", logs, rng)
        odd_questions(odd)
        askers.append(odd)
    total = sum(len(a.asked) for a in askers)
    print(f"{total} requests in {len(askers)} groups (wanted {WANTED})")
    corpus.write_lines(corpus.REQUESTS, ({"name": a.name, "requests": a.asked} for a in askers))
    corpus.write_answers({a.name: a.answers for a in askers})


def _pack(name: str, data: bytes) -> None:
    packed = lzma.compress(data, preset=9 | lzma.PRESET_EXTREME)
    (corpus.LOGS / f"{name}.h44log.xz").write_bytes(packed)
