"""The probe's ``load`` reads back what ``state`` writes, unchanged, in all games."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import orjson
import pytest

from engine.core.state import State, digest
from engine.games import RULEBOOKS, require_rulebook
from engine.probe import Probe
from engine.rules import player
from tests.games.holland44.rules.positions import position as random_diagram
from tests.thoroughness import TIMES, some_now

STEPS, EVERY = 75 * TIMES, 15
Json = dict[str, Any]


def ask(probe: Probe, **request: Any) -> Any:
    """Return the answer to a request as a client of the probe receives it."""
    answer = orjson.loads(orjson.dumps(probe.answer(request)))
    assert answer["ok"], answer
    return answer["result"]


def check(written: Json, digest: str) -> None:
    """Load a written state into a fresh probe; it must be the same in every field."""
    probe = Probe()
    loaded = ask(probe, op="load", position=written)
    assert loaded["warnings"] == []
    assert loaded["digest"] == digest
    assert ask(probe, op="state", pos=loaded["pos"]) == written


def played(rules: Any, seed: int, state: State) -> Iterator[tuple[State, bool]]:
    """Yield the states of a random game, and whether a decision has just become pending."""
    chooser = random.Random(seed)
    for _ in range(STEPS):
        if player.to_decide(rules, state) is None:
            return
        action = chooser.choice(rules.legal(state, 24, chooser.randrange(1000)).actions)
        thrown: list[int] = []
        while (die := player.chance(rules, state, action, thrown)) is not None:
            thrown += [chooser.randint(1, die.sides) for _ in range(die.count)]
        before, state = state, player.step(rules, state, action, thrown).state
        yield state, bool(state.pending) and not before.pending


@pytest.mark.slow
@pytest.mark.parametrize("seed", some_now(range(2), lambda seed: seed == 0))
@pytest.mark.parametrize("game", RULEBOOKS)
def test_positions_of_random_games_are_read_back(game: str, seed: int) -> None:
    book = require_rulebook(game)
    scenarios = book.ruleset("").module.meta.scenarios
    rules = book.ruleset(scenarios[seed % len(scenarios)])
    waiting = 0
    for n, (state, waits) in enumerate(played(rules, seed, rules.opening())):
        waiting += waits
        if n % EVERY == 0 or (waits and waiting <= 5):
            given = book.parse_position(orjson.loads(orjson.dumps(rules.written(state))))
            assert given.state == state
            assert {p: list(s) for p, s in given.state.stacks.items()} == {
                p: list(s) for p, s in state.stacks.items()
            }
    written = orjson.loads(orjson.dumps(rules.written(state)))
    check(written, digest(state, rules.places))


UNIT = {"movement": 4, "attack": 4, "defense": 3, "kind": "infantry"}
DIAGRAMS: dict[str, Json] = {
    "normandy44": {
        "units": [
            UNIT | {"id": "a", "hex": "0303", "side": "allied", "steps": 2, "tq": 3},
            UNIT | {"id": "g", "hex": "0304", "side": "german", "max_steps": 2, "cadre": True},
        ],
        "board": {
            "rows": [1, 8],
            "cols": [1, 8],
            "hexes": {"0304": {"terrain": "bocage", "hilltop": True}},
            "areas": {"m": {"kind": "mulberry", "hexes": ["0101"]}},
        },
        "phase": "combat",
    },
    "marketgarden": {
        "units": [
            UNIT | {"id": "a", "hex": "0303", "side": "allied", "steps": 1, "division": "x"},
            UNIT | {"id": "g", "hex": "0304", "side": "german", "division_size": 3},
        ],
        "board": {
            "rows": [1, 8],
            "cols": [1, 8],
            "hexsides": {"0404/0405": ["river", "bridge"]},
        },
        "bridges": {"0404/0405": "blown"},
        "phase": "combat",
    },
    "airbridge": {
        "units": [
            UNIT | {"id": "a", "hex": "0303", "side": "allied", "status": ["refused", "fatigued"]},
            UNIT | {"id": "g", "hex": "0304", "side": "german", "kind": "glider", "cm": True},
        ],
        "board": {
            "rows": [1, 8],
            "cols": [1, 8],
            "hexsides": {
                "0404/0405": ["canal", "bridge", "red"],
                "0504/0505": ["canal", "bridge"],
                "0604/0605": ["river", "bridge", "great"],
            },
        },
        "bridges": {"0404/0405": "tried", "0504/0505": "repaired_now", "0604/0605": "blown"},
        "markers": [
            {"kind": "dz", "division": "82", "hex": "0707"},
            {"kind": "alt_dz", "division": "101", "hex": "0202"},
            {"kind": "dz_lost", "division": "1AB", "hex": "0708", "turn": 2},
        ],
        "declared": [{"kind": "assault", "target": "0304", "units": ["a"]}],
        "tracks": {"air.allied": 3, "initiative": "german", "mud": 1},
        "phase": "refusal",
        "active": "allied",
    },
}


@pytest.mark.parametrize("game", DIAGRAMS)
def test_positions_of_diagrams_are_read_back(game: str) -> None:
    probe = Probe()
    loaded = ask(probe, op="load", position={"game": game, "turn": 3, **DIAGRAMS[game]})
    written = ask(probe, op="state", pos=loaded["pos"])
    assert written["phase"] == DIAGRAMS[game]["phase"]
    assert written["board"]["rows"] == [1, 8]
    check(written, loaded["digest"])


@pytest.mark.parametrize("seed", range(10 * TIMES))
def test_random_diagrams_of_holland44_are_read_back(seed: int) -> None:
    probe = Probe()
    loaded = ask(probe, op="load", position=random_diagram(seed))
    check(ask(probe, op="state", pos=loaded["pos"]), loaded["digest"])


def test_fields_of_positions_match_the_protocol() -> None:
    probe = Probe()
    given = {"game": "airbridge", "turn": 3, **DIAGRAMS["airbridge"]}
    written = ask(probe, op="state", pos=ask(probe, op="load", position=given)["pos"])
    assert (written["phase"], written["active"]) == ("refusal", "allied")
    assert written["bridges"] == given["bridges"]
    assert written["units"]["a"]["status"] == ["fatigued", "refused"]
    assert written["units"]["g"]["kind"] == "glider"
    assert written["tracks"]["air.allied"] == 3
    late = {"game": "airbridge", "turn": 3, "phase": "mechanized", "active": "allied"}
    pos = ask(probe, op="load", position=late)["pos"]
    assert ask(probe, op="state", pos=pos)["phase"] == "mechanized"


def test_inconsistent_facts_are_named() -> None:
    probe = Probe()
    pos = ask(probe, op="load", scenario="campaign")["pos"]
    written = ask(probe, op="state", pos=pos)
    loaded = ask(probe, op="load", position={**written, "time": "never"})
    assert loaded["warnings"] == [
        "The field 'time' is ignored: it follows from the rest of a complete position."
    ]
    refused = probe.answer({"op": "load", "position": {**written, "colour": "red"}})
    assert refused["error"]["where"] == "colour"


@pytest.mark.parametrize(
    ("changed", "where"),
    [
        ({"active": "martian"}, "active"),
        ({"phase": "dawn"}, "phase"),
        ({"pending": [{"kind": "nonsense", "side": "allied", "args": {}}]}, "pending[0].kind"),
        ({"markers": {"m": {"kind": "traffic", "at": "nowhere"}}}, "markers.m.at"),
        ({"stacks": 3}, "stacks"),
    ],
)
@pytest.mark.parametrize("game", ["holland44", "marketgarden"])
def test_faults_of_complete_positions_are_named(game: str, changed: Json, where: str) -> None:
    probe = Probe()
    pos = ask(probe, op="load", game=game, scenario="campaign")["pos"]
    written = ask(probe, op="state", pos=pos)
    refused = probe.answer({"op": "load", "position": {**written, **changed}})
    assert not refused["ok"]
    assert refused["error"]["where"] == where
