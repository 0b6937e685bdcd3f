"""Each rule that closes a hex to a move: as printed, and set aside by the players."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.core import actions as act
from engine.core.reducer import apply
from engine.core.resolve import resolve
from engine.rules import ports
from engine.rules.judge import Given
from tests.games.holland44.rules.tabletop import Json, at, seen, tank, unit

FAR = unit("g9", "1010")
NORTH = {"N": {"side": "allied", "hexes": ["0501", "0601"]}}


def agreed(position: ports.Answers, *rules: str) -> ports.Answers:
    """The same position where the players have set rules aside."""
    ruleset = position.ruleset
    order = act.SetRules(mode="enforced", house=dict.fromkeys(rules, "off"))
    effects, _ = resolve(order, position.state, ruleset.places, Given([]))
    return ruleset.answers(apply(position.state, effects, ruleset.places))


def broken(position: ports.Answers, mode: str, *path: str) -> set[str]:
    move = act.MoveUnits(units=("a1",), path=path, mode=mode)
    return {v.rule for v in position.judge(move) if v.level == "forbid"}


@pytest.mark.parametrize(
    ("rule", "units", "board", "mode", "path"),
    [
        ("7.4.2", [unit("a1", "0504"), unit("g1", "0404"), unit("g2", "0406")], {},
         "tactical", ("0504", "0405")),
        ("6.4.2", [tank("a1", "0505"), *(unit(f"a{n}", "0506") for n in (2, 3, 4))], {},
         "normal", ("0505", "0506")),
        ("8.2.1", [unit("a1", "0505"), unit("g1", "0510")], {},
         "extended", ("0505", "0506", "0507", "0508", "0509")),
        ("14.3.2", [unit("a1", "0505", status=["full_retreat"]), unit("g1", "0507")], {},
         "full_retreat", ("0505", "0506")),
        ("20.2.5", [unit("a1", "0505", status=["replacement"])], {},
         "normal", ("0505", "0506", "0507")),
        ("8.3.1", [unit("a1", "0505")], {}, "tactical", ("0505", "0506", "0507", "0508")),
        ("7.2", [unit("a1", "0505"), unit("g1", "0407")], {},
         "tactical", ("0505", "0506", "0507")),
        ("8.1", [unit("a1", "0505", movement=1)], {}, "normal", ("0505", "0506", "0507")),
        ("6.1", [unit("a1", "0505", kind="supply_head", movement=2),
                 unit("a2", "0506", kind="supply_head")], {}, "tactical", ("0505", "0506")),
        ("8.6.2", [tank("a1", "0505")], {"hexes": {"0506": {"terrain": "polder"}}},
         "tactical", ("0505", "0506")),
        ("8.5.3", [unit("a1", "0504")], {"hexsides": {"0505/0506": ["canal"]}},
         "tactical", ("0504", "0505", "0506")),
        ("8.5.2", [tank("a1", "0505")], {"hexsides": {"0505/0506": ["minor_river"]}},
         "tactical", ("0505", "0506")),
        ("19.3.2", [unit("a1", "N")], {"areas": {"N": {"side": "allied", "hexes": ["0501"]}},
         "hexsides": {"0500/0501": ["major_river"]}}, "normal", ("N", "0501")),
        ("19.1", [tank("a1", "N")], {"areas": NORTH, "hexes": {"0501": {"terrain": "polder"}}},
         "normal", ("N", "0501")),
        ("19.4", [unit("a1", "0501")], {"areas": {"B": {"side": "german", "hexes": ["0501"]}}},
         "normal", ("0501", "B")),
        ("19.3.1", [unit("a1", "N", status=["disrupted"])], {"areas": NORTH},
         "tactical", ("N", "0501")),
    ],
)  # fmt: skip
def test_a_rule_closes_a_hex_until_it_is_set_aside(
    rule: str, units: list[Json], board: Json, mode: str, path: tuple[str, ...]
):
    """Verdicts and search agree, before and after; open hexes stay open."""
    before = seen([*units, FAR], board=board)
    after = agreed(before, rule)
    assert rule in broken(before, mode, *path)
    assert rule not in broken(after, mode, *path)
    end = at(before, path[-1])

    def found(position: ports.Answers) -> dict[int, Any]:
        reach = position.reach(["a1"], mode)
        return {**reach.hexes, **reach.boxes}

    way = tuple(at(before, name) for name in path)
    assert end not in found(before) or found(before)[end].path != way
    if not broken(after, mode, *path):
        assert end in found(after)
    assert set(found(before)) <= set(found(after))


def test_19_3_hexes_beside_an_area_that_were_open_stay_so():
    """With a rule set aside the ordinary ways onto the map are searched as before."""
    board = {"areas": NORTH, "hexes": {"0501": {"terrain": "polder"}}}
    before = seen([tank("a1", "N"), FAR], board=board)
    after = agreed(before, "19.1")
    was, now = (p.reach(["a1"], "normal").hexes for p in (before, after))
    here = at(before, "0601")
    assert was[here].cost == now[here].cost == 1
    assert at(before, "0501") not in was
    assert now[at(before, "0501")].cost == 3  # 8.6: the polder off the road
    other = agreed(before, "7.2")
    assert set(other.reach(["a1"], "normal").hexes) == set(was)


@pytest.mark.parametrize("moving", ["a2", "-"])
def test_8_1_a_finished_move_continues_under_a_house_rule(moving: str):
    """Without the house rule, units have no hexes left once other units have moved."""
    position = seen([unit("a1", "0505"), unit("a2", "0303"), FAR])
    tracks = {**position.state.tracks, "moved/a1": "normal 6 1 0", "moving": moving}
    before = position.ruleset.answers(replace(position.state, tracks=tracks))
    assert not before.reach(["a1"]).hexes
    assert "8.1" in broken(before, "normal", "0505", "0506")
    after = agreed(before, "8.1")
    assert "8.1" not in broken(after, "normal", "0505", "0506")
    assert at(after, "0506") in after.reach(["a1"]).hexes
    assert not agreed(before, "7.2").reach(["a1"]).hexes


def test_10_8_3_the_corner_of_the_map_is_ground_like_any_other():
    for first, target in (("0101", "0102"), ("0202", "0203")):
        hexes = {first: {"terrain": "marsh"}}
        units = [tank("a1", first, attack=8), unit("g1", target)]
        position = seen(units, phase="combat", board={"hexes": hexes})
        odds = position.odds(position.plan({"attackers": ["a1"], "target": target}))
        (share,) = (s for s in odds.strengths if s.unit == "a1")
        assert (share.used, [f.rule for f in share.why]) == (4, ["10.8.3"]), first
        (theirs,) = (s for s in odds.strengths if s.unit == "g1")
        assert [f.rule for f in theirs.why] == ["10.8.2"], first
