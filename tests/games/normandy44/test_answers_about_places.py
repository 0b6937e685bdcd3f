"""Zones, supply lines, reasons against moves, charts, units and invariants, in full."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.core import actions as act
from engine.core.errors import UserError
from engine.games.normandy44 import tracks
from engine.games.normandy44.answers import views
from engine.games.normandy44.audit import Auditor
from engine.games.normandy44.invariants import faults
from engine.games.normandy44.rules import ch03_sequence as sequence
from engine.games.normandy44.rules import ch07_stacking as stacking
from engine.request_fields import Refused
from tests.games.normandy44.tabletop import BOOK, Json, Table, allied, german
from tests.games.normandy44.test_rules_by_themselves import ENGINEERS, campaign, counter

HQ: Json = {"attack": 0, "steps": 1, "max_steps": 1}
ENTRY: Json = {"E": {"kind": "entry", "hexes": ["0101"]}}


# -- units ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "factor", "points", "zoc"),
    [
        ("infantry", 1, 1, False),
        ("infantry", 2, 1, True),
        ("infantry", 3, 2, True),
        ("tank", 3, 2, True),
        ("strongpoint", 3, 0, False),
        ("hq", 1, 0, False),
        ("werfer", 2, 0, True),
    ],
)
def test_stacking_points_and_zones_by_strength(
    kind: str, factor: int, points: int, zoc: bool
) -> None:
    """7.1, 8.1: one point up to two factors; freely stacking kinds none; a zone from two."""
    unit = Table([german("u", "0505", factor, kind)]).unit("u")
    assert (unit.points, unit.has_zoc) == (points, zoc)


@pytest.mark.parametrize(
    ("kind", "mechanised", "infantry", "armoured"),
    [
        ("infantry", False, True, False),
        ("parachute", False, True, False),
        ("panzergrenadier", True, True, False),
        ("tank", True, False, True),
        ("recon", True, False, True),
        ("strongpoint", False, False, False),
        ("flak88", True, False, False),
        ("hq", True, False, False),
    ],
)
def test_what_a_unit_counts_as(kind: str, mechanised: bool, infantry: bool, armoured: bool) -> None:
    """2.3.3."""
    kind_of = Table([german("u", "0505", 3, kind)]).unit("u").type
    assert (kind_of.mechanised, kind_of.infantry, kind_of.armoured) == (
        mechanised,
        infantry,
        armoured,
    )


def test_red_and_grey_armour() -> None:
    """2.3.1d: only an armour value that is not red gives a shift; both protect."""
    units = [
        german("t", "0505", 3, "tank", armor=4),
        german("g", "0506", 3, "antitank", antitank=5),
        german("i", "0507", 3),
    ]
    table = Table(units)
    values = {n: (table.unit(n).grey, table.unit(n).armour_value) for n in "tgi"}
    assert values == {"t": (4, 4), "g": (None, 5), "i": (None, None)}


def test_the_values_of_a_unit() -> None:
    """2.3.1: a factor in brackets does not attack."""
    unit = german("u", "0505", 3, "tank", tq=1, armor=4, formation="21", steps=1)
    table = Table([unit, german("b", "0606", 2, attack=0)])
    told = views.values_of(table.unit("u"))
    expected: Json = {
        "attack": 3, "defense": 3, "movement": 4, "tq": 1, "armor": 4, "antitank": None,
        "stacking": 2, "zoc": True, "formation": "21", "kind": "tank", "mechanized": True,
        "silhouette": True, "tiger": False, "restricted": False, "cadre": False, "steps": 1,
        "max_steps": 2, "nationality": "German Army",
    }  # fmt: skip
    assert told == expected
    assert views.values_of(table.unit("b"))["attack"] == 0
    assert views.values_of(table.unit("b"))["defense"] == 2
    assert views.view_of(table.unit("u")).traits >= {"reduced", "armoured", "vehicle", "zoc"}
    assert views.view_of(table.unit("b")).traits == {"infantry", "zoc"}


@pytest.mark.parametrize(
    ("units", "load", "crowd"),
    [
        ([("infantry", 4), ("infantry", 3)], 4, []),
        ([("infantry", 4), ("infantry", 2), ("infantry", 1)], 4, []),
        ([("infantry", 4), ("tank", 4), ("tank", 2)], 3, []),
        ([("tank", 4), ("tank", 4)], 2, []),
        ([("hq", 1), ("hq", 1), ("infantry", 4)], 2, ["hq"]),
        ([("hq", 1), ("werfer", 2), ("strongpoint", 3), ("beach_engineer", 3)], 0, []),
    ],
)
def test_the_load_of_a_stack(units: list[tuple[str, int]], load: int, crowd: list[str]) -> None:
    """7.1: the largest silhouette is free; freely stacking units one of a kind."""
    given = [german(f"u{n}", "0505", factor, kind) for n, (kind, factor) in enumerate(units)]
    table = Table(given)
    stack = list(table.now.units.values())
    assert stacking.load(stack) == load
    assert stacking.crowd(stack) == crowd
    assert stacking.fits(stack) is (load <= 4 and not crowd)


# -- zones, reach and reasons ---------------------------------------------------------------------


def test_zones_and_bonds_of_a_side() -> None:
    """8.1, 8.5: by hex or hexside between two stacks; each once."""
    table = Table([german("x", "0505"), german("y", "0507"), german("z", "0407")])
    found = views.zones_of(table.now, "german")
    assert found.hexes == table.now.zones["german"]
    by_hex = [(table.now.number(b.hex), b.between) for b in found.bonds if b.hex is not None]
    x, y = table.hex("0505"), table.hex("0507")
    assert ("0506", (x, y)) in by_hex
    assert len(by_hex) == len(set(by_hex))
    sides = [b.hexside for b in found.bonds if b.hexside is not None]
    assert sides
    assert all(i < j for i, j in sides)
    assert all(b.edge == "" for b in found.bonds if b.between[1] is not None)
    rim = Table([german("x", "0202")])
    ends = views.zones_of(rim.now, "german").bonds
    assert ends
    assert all(b.edge == "edge" and b.between[1] is None for b in ends)


def test_the_best_mode_of_each_hex() -> None:
    """Normal moves first; tactical ones cost nothing; trucks carry foot soldiers."""
    road = [{"class": "secondary", "hexes": [f"05{n:02d}" for n in range(1, 13)]}]
    table = Table([german("i", "0501", movement=1)], phase="movement", active="german", roads=road)
    found = views.reach_of(table.now, ["i"])
    modes = {table.now.number(i): (end.mode, end.cost) for i, end in found.hexes.items()}
    assert modes["0502"] == ("normal", 0.5)
    assert modes["0503"] == ("normal", 1)
    assert modes["0511"][0] == "truck"
    assert modes["0512"][0] in ("truck", "truck_strategic")
    assert found.allowance == 1
    rough = Table(
        [german("i", "0505", movement=1)], phase="movement", active="german", terrain="woods"
    )
    tactical = views.reach_of(rough.now, ["i"])
    ends = {rough.now.number(i): (end.mode, end.cost) for i, end in tactical.hexes.items()}
    assert ends["0507"] == ("tactical", 0)
    reserve = Table(
        [german("i", "0505", status=["reserve"])], phase="reserve_movement", active="german"
    )
    assert {e.mode for e in views.reach_of(reserve.now, ["i"]).hexes.values()} == {"reserve"}
    assert views.reach_of(reserve.now, ["i"]).start == reserve.hex("0505")


def why(table: Table, name: str, place: str) -> tuple[str, list[str], set[str]]:
    found = views.why_not(table.now, [name], table.now.places.index(place))
    path = [table.now.number(i) for i in found.path]
    return found.mode, path, {v.rule for v in found.verdicts}


def test_why_a_unit_does_not_get_there() -> None:
    """Of hexes in reach nothing is said; the rest is told along the least bad path."""
    table = Table([allied("a", "0505"), german("d", "0508")], phase="movement")
    assert why(table, "a", "0505") == ("normal", ["0505"], set())
    assert why(table, "a", "0506") == ("normal", ["0505", "0506"], set())
    mode, path, rules = why(table, "a", "0508")
    assert (mode, path) == ("normal", ["0505", "0506", "0507", "0508"])
    assert "9.1c" in rules
    _, _, far = why(table, "a", "1212")
    assert "9.1a" in far
    boxes = campaign(
        [ENGINEERS, counter("US-4-8", "2813"), counter("US-4-12", "eliminated-allied", steps=0)]
    )
    assert why(boxes, "US-4-8", "in-britain")[0] == "evacuation"
    assert "21.2a" in why(boxes, "US-4-8", "in-britain")[2]
    assert why(boxes, "US-4-12", "2813")[0] == "return"
    assert why(boxes, "US-4-12", "2813")[1] == ["eliminated-allied", "2813"]


def test_why_a_reinforcement_does_not_get_there() -> None:
    """9.8.2: the reason is the stack at the end of its path, not the hex where it enters."""
    marked = counter("GE-12SS-25", "1831", status=["strategic"])
    table = campaign([marked, counter("GE-12SS-26", "turn-2")], turn=2, active="german")
    mode, path, rules = why(table, "GE-12SS-26", "1831")
    assert rules == {"9.8.2"}
    assert mode == "strategic"
    assert (path[0], path[-1]) == ("turn-2", "1831")
    assert len(path) > 2


def test_a_path_is_judged_from_where_the_unit_is() -> None:
    table = Table([allied("a", "0505")], phase="supply")
    assert views.judge_route(table.now, ["a"], ["0505", "0506"]) == []
    assert views.judge_route(table.now, ["a"], ["0505", "0506"], "arrival") == []
    with pytest.raises(UserError):
        views.judge_route(table.now, ["a"], ["0506", "0507"])


def test_a_supply_line_and_its_breaks() -> None:
    """18.2: by the nearest road; what closes the line otherwise."""
    road = [{"class": "secondary", "hexes": [f"01{n:02d}" for n in range(1, 13)]}]
    table = Table([german("g", "0303")], areas=ENTRY, roads=road)
    line = views.line_of(table.now, table.unit("g"))
    assert line.supplied
    assert line.source == "E"
    assert (line.path[0], line.path[-1]) == (table.hex("0303"), table.hex("0101"))
    assert line.cuts == ()
    ring = sorted(table.numbers(table.now.ground.ring[table.hex("0303")]))
    held = [allied(f"a{n}", h) for n, h in enumerate(ring)]
    closed = Table([german("g", "0303"), *held], areas=ENTRY, roads=road)
    broken = views.line_of(closed.now, closed.unit("g"))
    assert (broken.supplied, broken.source, broken.path) == (False, None, ())
    assert {(closed.now.number(c.place), c.rule) for c in broken.cuts} == {
        (h, "18.2b") for h in ring
    }
    wall = [allied("p", "0402"), allied("q", "0404"), allied("r", "0406")]
    barred = Table([german("g", "0603"), *wall], areas=ENTRY, roads=road)
    by_rule = {c.rule for c in views.line_of(barred.now, barred.unit("g")).cuts}
    assert by_rule >= {"18.2b", "18.2d"}
    far = Table([german("g", "0903")], areas=ENTRY, roads=road)
    assert not views.line_of(far.now, far.unit("g")).supplied
    assert set(views.supply_of(closed.now, "german")) == {"g"}


# -- charts ---------------------------------------------------------------------------------------


def test_charts_are_read_by_die_column_and_modifier() -> None:
    assert BOOK.table("crt", {"die": 1, "column": "3:1"}).result == "A1/DR"
    assert BOOK.table("airborne_scatter", {"die": 1, "column": "6", "drm": 1}).result == "S1"
    assert BOOK.table("dd_tanks", {"die": 3}).result == "-1"
    assert BOOK.table("dd_tanks", {"die": 4}).result == "-"
    for request in ({"die": 1}, {"die": 1, "column": "9:1"}, {"die": 7, "column": "3:1"}):
        with pytest.raises(Refused):
            BOOK.table("crt", request)


def test_the_cost_of_a_counter_is_a_table() -> None:
    """6.5.1b."""
    assert BOOK.table("reinforcement_cost", {"counter": "US-2A-CCA"}).result == "4"
    with pytest.raises(Refused):
        BOOK.table("reinforcement_cost", {"counter": "nobody"})


# -- phases ---------------------------------------------------------------------------------------


def test_the_phases_of_a_turn() -> None:
    """3.0, 20.1: the first turn begins with the invasion."""
    first, second = sequence.phases(1), sequence.phases(2)
    assert (first[0].phase, first[0].active) == ("invasion", "allied")
    assert (second[0].phase, second[0].active) == ("initial", "german")
    assert first[1:] == second[1:]
    assert [s.active for s in second[1:15]] == ["german"] * 7 + ["allied"] * 7
    assert (second[-1].phase, len(second)) == ("end", 16)


@pytest.mark.parametrize(("status", "phase"), [([], "recovery"), (["reserve"], "reserve_movement")])
def test_reserve_phases_are_played_only_with_units_in_reserve(
    status: list[str], phase: str
) -> None:
    """3.B4, 3.B5."""
    table = Table([allied("a", "0505", status=status), german("g", "1010", status=["reserve"])])
    table.play(act.NextPhase())
    clock = table.state.clock
    assert (clock.phase, clock.active, clock.turn) == (phase, "allied", 3)


def test_what_the_end_of_a_phase_and_a_turn_forgets() -> None:
    """Moves and fights are of the phase; points, landings and builds of the turn."""
    of_phase = {"moved/a": 1, "fought/a": 1, "struck/0506": "allied", "retreated/g": 1}
    of_turn = {"rp/us": 2, "landed/utah": 2, "built/us": 1, "hexes/a": 2, "evacuated/2814": 1}
    units = [allied("a", "0505"), german("g", "1010")]
    table = Table(units, tracks=of_phase | of_turn)
    table.play(act.NextPhase())
    assert not set(of_phase) & set(table.state.tracks)
    assert set(of_turn) <= set(table.state.tracks)
    last = campaign([ENGINEERS], turn=3, phase="end", tracks=of_turn | {"released/x": 2})
    last.play(act.NextPhase(), 2)
    assert not set(of_turn) & set(last.state.tracks)
    assert "released/x" in last.state.tracks


def test_the_last_turn_counts_the_points() -> None:
    """24.1, 24.3."""
    table = campaign([ENGINEERS], turn=22, phase="end")
    table.play(act.NextPhase())
    assert table.state.tracks["winner"] == "german"
    assert isinstance(table.state.tracks[tracks.VP], int)


# -- invariants -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("units", "position", "count"),
    [
        ([], {}, 0),
        ([], {"tracks": {"supply_points.us": 19}}, 0),
        ([], {"tracks": {"supply_points.us": 20}}, 1),
        ([], {"tracks": {"supply_points.us": -1}}, 1),
        ([], {"tracks": {"repl/us/infantry": 9}}, 0),
        ([], {"tracks": {"repl/us/infantry": 10}}, 1),
        ([german(f"m{n}", f"0{n}09", status=["strategic"]) for n in range(1, 4)], {}, 0),
        ([german(f"m{n}", f"0{n}09", status=["strategic"]) for n in range(1, 5)], {}, 1),
        ([german(f"t{n}", f"0{n}09", status=["truck"]) for n in range(1, 3)], {}, 1),
        ([german(f"c{n}", "0909") for n in range(3)], {}, 1),
        ([german(f"c{n}", "0909") for n in range(3)], {"phase": "movement"}, 0),
    ],
)
def test_faults_of_a_state(units: list[Json], position: dict[str, Any], count: int) -> None:
    """5.1d, 6.1b, 7.2, 9.8.3a, 9.8.6a."""
    table = Table([allied("a", "0505"), *units], **position)
    assert len(list(faults(table.now, table.state))) == count


@pytest.mark.parametrize(("stacks", "count"), [(6, 0), (7, 1)])
def test_too_many_stacks_in_reserve_when_a_phase_has_ended(stacks: int, count: int) -> None:
    """15.1b."""
    units = [allied(f"r{n}", f"0{n + 1}01", status=["reserve"]) for n in range(stacks)]
    table = Table(units, phase="reserve_combat")
    clock = table.state.clock.model_copy(update={"phase": "reserve_movement"})
    before = replace(table.state, clock=clock)
    assert len(list(faults(table.now, before))) == count
    assert list(faults(table.now, table.state)) == []


def test_a_line_breaks_in_towns_of_the_enemy_and_in_his_zones() -> None:
    """18.2c, 18.2e: no two empty hexes in a row in a zone; no road through a town he holds."""
    road = [{"class": "secondary", "hexes": [f"01{n:02d}" for n in range(1, 13)]}]
    town: Json = {"hexes": {"0106": {"settlement": "town"}}, "control": {"0106": "allied"}}
    table = Table([german("g", "0112")], areas=ENTRY, roads=road, **town)
    line = views.line_of(table.now, table.unit("g"))
    assert [(table.now.number(c.place), c.rule) for c in line.cuts] == [("0106", "18.2e")]
    watched = Table([german("g", "0404"), allied("p", "0306"), allied("q", "0202")], areas=ENTRY)
    broken = views.line_of(watched.now, watched.unit("g"))
    cuts = {(watched.now.number(c.place), c.rule, c.unit) for c in broken.cuts}
    assert cuts >= {("0306", "18.2b", "p"), ("0202", "18.2b", "q"), ("0307", "18.2c", None)}
    assert "18.2d" in {rule for _, rule, _ in cuts}


# -- diagrams and audits --------------------------------------------------------------------------


def test_a_boundary_on_a_diagram_divides_the_sectors() -> None:
    """22.1.2a: west of it American, east of it British; other hexsides divide nothing."""
    line = {f"{r:02d}06/{r:02d}07": ["army_boundary"] for r in range(1, 13)}
    table = Table([allied("a", "0605")], hexsides=line)
    ground = table.now.ground
    depth = {n: ground.foreign["us"].get(table.hex(n), 0) for n in ("0606", "0607", "0608", "0609")}
    assert depth["0606"] == 0
    assert 0 < depth["0607"] < depth["0609"]
    assert ground.foreign["cw"].get(table.hex("0605"), 0) > 0
    river = Table([allied("a", "0605")], hexsides={"0506/0507": ["major_river"]})
    assert river.now.ground.foreign == {"us": {}, "cw": {}}


def test_set_up_moves_are_not_judged_and_others_are() -> None:
    table = Table([allied("a", "0505")], phase="movement")
    auditor = Auditor(table.rules)
    path = ("0505", "0606", "0707", "0808", "0909", "1010", "1111")
    wrong = act.MoveUnits(units=("a",), path=path, mode="normal")
    assert [v.rule for v in auditor.judge_move(table.state, wrong) or ()]
    by_hand = act.MoveUnits(units=("a",), path=path, mode="set-up")
    assert auditor.judge_move(table.state, by_hand) is None


def test_names_on_a_diagram() -> None:
    """5.2, 17.2n, 25.2: rules ask for Caen, Cherbourg and Bayeux by name."""
    table = Table([], hexes={"0506": {"settlement": "city", "name": "Caen"}})
    assert table.numbers(table.now.ground.caen) == {"0506"}
    assert Table([], hexes={"0506": {"settlement": "city"}}).now.ground.caen == frozenset()


def test_modifiers_of_a_chart_have_limits() -> None:
    assert BOOK.table("isolation", {"die": 1, "drm": 9}).result
    for drm in (10, -10):
        with pytest.raises(Refused):
            BOOK.table("isolation", {"die": 1, "drm": drm})
