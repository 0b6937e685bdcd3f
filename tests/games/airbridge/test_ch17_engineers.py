"""Engineers (chapter 17): repairs and ferries."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core import actions as act
from engine.games.airbridge import tracks
from engine.games.airbridge.rules.ch07_bridges import ferry_verdicts, repair_verdicts
from tests.games.airbridge.givens import BRIDGE, CANAL
from tests.games.airbridge.test_probe import BOARD, GUARDS, SAPPERS, SS, position
from tests.games.airbridge.test_reasons import keys
from tests.games.airbridge.test_rules import played

PONTOONS = SAPPERS | {"engineer": "bridge"}


@pytest.mark.parametrize(("option", "state"), [("none", "blown"), (BRIDGE, "repaired")])
def test_a_bridge_engineer_repairs_a_bridge_or_lets_it_be(option: str, state: str) -> None:
    """7.2g, 17.1a."""
    crew = PONTOONS | {"id": "e", "hex": "0404"}
    table = position(crew, board=CANAL, bridges={BRIDGE: "blown"}, phase="airborne")
    table = played(table, act.NextPhase())
    table = played(table, act.Choose(decision="repair", option=option))
    assert table.state.hexsides[BRIDGE] == state
    spent = {n: v for n, v in table.state.tracks.items() if n.endswith(("/e", BRIDGE))}
    done = {f"{tracks.REPAIRED}{BRIDGE}": 1, f"{tracks.ENTERED}e": 1, f"{tracks.MOVED}e": 12}
    assert spent == (done if state == "repaired" else {})


def test_a_bridge_that_stands_is_not_repaired() -> None:
    """7.2g."""
    crew = PONTOONS | {"id": "e", "hex": "0404"}
    table = played(position(crew, board=CANAL, phase="airborne"), act.NextPhase())
    assert not table.state.pending
    (bridge,) = table.position.ground.by_side.values()
    assert keys(repair_verdicts(table.position, bridge)) == ["7.2g.stands"]


@pytest.mark.parametrize(
    ("water", "reading", "found"),
    [
        ("river", "canals", ["17.1a.canals"]),
        ("canal", "canals", []),
        ("river", "rivers_too", []),
    ],
)
def test_bridges_over_rivers_are_repaired_by_the_reading(
    water: str, reading: str, found: list[str]
) -> None:
    """17.1a."""
    board = BOARD | {"hexsides": {BRIDGE: [water, "bridge"]}}
    crew = PONTOONS | {"id": "e", "hex": "0404"}
    table = position(crew, board=board, bridges={BRIDGE: "blown"}, phase="movement",
                     options={"repair": reading})  # fmt: skip
    (bridge,) = table.position.ground.by_side.values()
    assert keys(repair_verdicts(table.position, bridge)) == found


@pytest.mark.parametrize(
    ("units", "words", "found"),
    [
        ("e m", {}, set()),
        ("e m n", {}, {"17.3a.no_engineer"}),
        ("m", {}, {"17.3a.no_engineer"}),
        ("e m", {"phase": "mechanized"}, {"17.3a.phase"}),
        ("e m", {"enemy": "0405"}, {"17.3a.enemy"}),
    ],
)
def test_an_engineer_ferries_one_unit_in_the_movement_phase(
    units: str, words: dict[str, Any], found: set[str]
) -> None:
    """17.3a."""
    board = BOARD | {"hexsides": {BRIDGE: ["river"]}}
    men = [GUARDS | {"id": n, "hex": "0404", "cm": False} for n in "mn"]
    enemy = [SS | {"id": "g", "hex": words["enemy"]}] if "enemy" in words else []
    table = position(SAPPERS | {"id": "e", "hex": "0404"}, *men, *enemy, board=board,
                     phase=words.get("phase", "movement"))  # fmt: skip
    names = tuple(units.split())
    stack = tuple(table.position.units[n] for n in names)
    path = [table.place(n) for n in ("0404", "0405")]
    forbidden = [v for v in ferry_verdicts(table.position, stack, path) if v.level == "forbid"]
    assert set(keys(forbidden)) == found
