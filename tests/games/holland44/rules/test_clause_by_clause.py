"""Clauses at their boundaries: each part of a condition decides by itself (5, 8, 9, 13, 17)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.core import actions as act
from engine.core.effects import Decision
from engine.games.holland44.resolution import Resolution
from engine.games.holland44.rules.ch14_recovery import reorganize
from engine.games.holland44.rules.ch18_effects import mark_supply
from engine.games.holland44.rules.ch25_relocation import orders as relocations
from engine.request_fields import Refused
from engine.rules import ports
from engine.rules.judge import Given
from tests.games.holland44.rules.tabletop import Json, at, played, seen, tank, unit

FAR = unit("g9", "1010")
GUN: Json = {"kind": "artillery", "attack": 0, "max_steps": 1, "range": 5}
READY = {"status": ["river_assault"]}


def waiting(kind: str, side: str, args: Json, units: list[Json], **given: Any) -> ports.Answers:
    """A position in which a decision waits."""
    position = seen(units, **given)
    asked = Decision.model_validate({"kind": kind, "side": side, "args": args})
    return position.ruleset.answers(replace(position.state, pending=(asked,)))


def broken(position: ports.Answers, action: act.Action) -> list[str]:
    """Return the rules that forbid an action, once for each objection."""
    return [v.rule for v in position.judge(action) if v.level == "forbid"]


# -- 9.5.3: who advances over the river of an assault ---------------------------------------------

RIVER = {"0505/0506": ["major_river"]}


@pytest.mark.parametrize(
    ("infantry", "engineer", "marker", "over"),
    [
        (READY, READY, None, True),
        (READY, {}, None, True),
        ({}, READY, None, True),
        ({}, {}, None, False),
        ({}, {}, "0505", True),
        ({}, {}, "0504", False),
        (READY, None, None, False),  # 23.3.2: an engineer unit has to be there
        (READY, None, "0505", False),
    ],
)
def test_9_5_3_whose_hex_shows_that_it_was_ready(
    infantry: Json, engineer: Json | None, marker: str | None, *, over: bool
):
    units = [unit("a1", "0505", **infantry), FAR]
    units += [] if engineer is None else [unit("a9", "0505", kind="engineer", **engineer)]
    markers = [] if marker is None else [{"kind": "river_assault", "hex": marker}]
    position = seen(units, phase="combat", board={"hexsides": RIVER}, markers=markers)
    vacated = at(position, "0506")
    assert (vacated in position.advances(["a1"], vacated, "normal")) is over


# -- 10.3.4: armour out of an entry area ----------------------------------------------------------


@pytest.mark.parametrize(
    ("terrain", "roads", "shift"),
    [
        ("clear", [], True),
        ("polder", [], False),  # 8.6.2: no vehicle comes in there
        ("polder", [{"class": "minor", "hexes": ["0501", "0502"]}], True),
    ],
)
def test_10_3_4_tanks_in_an_area_shift_where_they_could_come_in(
    terrain: str, roads: list[Json], *, shift: bool
):
    areas = {"N": {"side": "allied", "hexes": ["0501"]}}
    board = {"areas": areas, "roads": roads, "hexes": {"0501": {"terrain": terrain}}}
    position = seen([tank("a1", "N"), unit("g1", "0501"), FAR], phase="combat", board=board)
    odds = position.odds(position.plan({"attackers": ["a1"], "target": "0501"}))
    assert ("armor_attacker" in {s.name for s in odds.shifts}) is shift


# -- 13.1: guidelines beside a wrong length -------------------------------------------------------


def retreating(*units: Json, terrain: Json | None = None, **board: Any) -> ports.Answers:
    """g1 has to retreat two hexes from 0506."""
    args = {"units": ["g1"], "hexes": [2], "battle": "0506", "shattered": False,
            "again": []}  # fmt: skip
    board = {"hexes": terrain or {}, **board}
    return waiting("retreat", "german", args, [unit("g1", "0506"), *units], phase="combat",
                   board=board)  # fmt: skip


def led(position: ports.Answers, *way: str) -> list[str]:
    return broken(position, act.Choose(decision="retreat", option=" ".join(("g1", *way))))


POCKET = {name: {"terrain": "lake"} for name in ("0407", "0408", "0608")}
"""East of 0506 one way only: 0507, and from there 0508, which a3 holds in his zone."""
AROUND = [unit("a1", "0606"), unit("a3", "0609")]


def test_13_1_3_a_wrong_length_and_guidelines_that_another_path_keeps():
    """No path is in supply (5); only the one through the zone also breaks the third guideline."""
    position = retreating(*AROUND, terrain=POCKET)
    assert any(o.endswith(("0405", "0305", "0306")) for o in position.options())
    found = led(position, "0506", "0507", "0508", "0409")
    assert found == ["13.1.1", "13.1.3.3", "13.1.3.5"]


def test_13_1_3_guidelines_that_every_path_breaks_are_not_reported():
    """The tested path is too long but otherwise as good as the others."""
    position = retreating(unit("a1", "0606"))
    assert led(position, "0506", "0407", "0307", "0207") == ["13.1.1"]
    assert led(position, "0506", "0407", "0307") == []


def test_13_1_3_broken_guidelines_are_reported_in_supply():
    areas = {"G": {"side": "german", "hexes": ["0510"]}}
    road = [{"class": "minor", "hexes": [f"05{col:02d}" for col in range(6, 11)]}]
    position = retreating(unit("a1", "0505"), areas=areas, roads=road)
    assert led(position, "0506", "0507", "0508") == []
    assert led(position, "0506", "0507", "0607") == ["13.1.3.2"]
    assert led(position, "0506", "0507", "0508", "0509") == ["13.1.1"]
    beside = position.barred()[at(position, "0607")]
    assert beside.tag == "13.1.3: 2"
    assert beside.why.endswith("2, it ends next to the lost hex.")


def test_13_2_units_beaten_again_have_no_retreat_path():
    position = retreating(unit("a1", "0505"))
    pending = position.state.pending[-1]
    again = pending.model_copy(update={"args": {**pending.args, "again": ["g1"]}})
    twice = position.ruleset.answers(replace(position.state, pending=(again,)))
    assert twice.options() == ("eliminated",)
    assert position.options() != ("eliminated",)


# -- 5: bridges on the way of an advance ----------------------------------------------------------

BRIDGE = {"0505/0506": ["canal", "road_bridge"]}
ROAD = [{"class": "minor", "hexes": ["0503", "0504", "0505", "0506", "0507"]}]


def pursuing(start: str, vacated: str, *, keep: bool) -> ports.Answers:
    args = {"units": ["a1"], "vacated": vacated, "advance": "normal", "fought": ["a1"],
            "through": False}  # fmt: skip
    return waiting("advance", "allied", args, [unit("a1", start), FAR], phase="combat",
                   board={"hexsides": BRIDGE, "roads": ROAD},
                   options={"keep_attempts": keep})  # fmt: skip


def advanced(position: ports.Answers, words: str) -> ports.Answers:
    return played(position, act.Choose(decision="advance", option=words))


def test_5_4_the_last_chance_to_blow_a_bridge_is_before_an_advance_crosses_it():
    asked = advanced(pursuing("0505", "0506", keep=True), "a1 0505 0506")
    assert asked.options() == ("blow", "decline")
    # Nobody has moved yet: who stands before the bridge has not advanced (15.1, 21.3).
    assert "advanced/a1" not in asked.state.tracks
    assert "fought/a1" not in asked.state.tracks


def test_5_4_an_advance_that_comes_to_a_bridge_leaves_the_attempt_for_later():
    asked = advanced(pursuing("0504", "0505", keep=True), "a1 0504 0505")
    assert asked.options() == ("blow", "decline", "keep")
    assert asked.state.tracks["advanced/a1"] == 1
    plain = advanced(pursuing("0504", "0505", keep=False), "a1 0504 0505")
    assert plain.options() == ("blow", "decline")


@pytest.mark.parametrize(
    ("state", "answers"), [("wired", ("blow", "decline")), ("intact", ()), ("blown", ())]
)
def test_5_4_only_a_wired_bridge_is_asked_about(state: str, answers: tuple[str, ...]):
    position = waiting("demolish", "german", {"hexside": "0505/0506"}, [unit("a1", "0505"), FAR],
                       board={"hexsides": BRIDGE}, bridges={"0505/0506": state})  # fmt: skip
    assert position.options() == answers


def test_9_3_of_an_attack_that_has_lost_its_bridge_only_going_on_is_asked():
    args = {"battle": {"attackers": ["a1"], "target": "0506"}, "bridges": ["0505/0506"]}
    units = [unit("a1", "0505"), unit("g1", "0506")]
    position = waiting("attack", "allied", args, units, phase="combat",
                       board={"hexsides": BRIDGE}, bridges={"0505/0506": "blown"})  # fmt: skip
    assert "cancel" in position.options()
    assert broken(position, act.Choose(decision="attack", option="perhaps")) == ["3"]


# -- 17: every gun that is named is looked at -----------------------------------------------------


def test_17_5_17_6_1_a_gun_after_an_invalid_one_is_judged_too():
    units = [
        unit("a1", "0505"), unit("a2", "0605"), unit("g1", "0506"),
        unit("a8", "0503", **{**GUN, "status": ["fired"]}),
    ]  # fmt: skip
    position = seen(units, phase="combat")
    attack = act.DeclareAttack(attackers=("a1",), target="0506", artillery=("a2", "a8"))
    found = broken(position, attack)
    assert "17.5" in found
    assert "17.6.1" in found
    alone = broken(position, attack.model_copy(update={"artillery": ("a8",)}))
    assert "17.5" in alone
    assert "17.6.1" not in alone


# -- 8.1: a move begins where its units stand, and leads to hexes and areas -----------------------


def test_8_1_a_move_that_begins_elsewhere():
    position = seen([unit("a1", "0505"), FAR])
    move = act.MoveUnits(units=("a1",), path=("0404", "0405"), mode="normal")
    (found,) = position.judge(move)
    assert (found.rule, found.level, found.hexes) == ("8.1", "forbid", ("0404",))
    assert found.units == ("a1",)
    assert found.args["stands"] == position.where(at(position, "0505"))
    assert found.args["hex"] == position.where(at(position, "0404"))


def test_8_1_no_path_leads_into_a_box():
    position = seen([unit("a1", "0505"), FAR])
    found = position.why_not(["a1"], at(position, "turn-5"))
    assert (found.mode, found.path) == ("normal", (at(position, "0505"),))
    assert [(v.rule, v.level) for v in found.verdicts] == [("8.1", "forbid")]
    assert found.verdicts[0].hexes == ("turn-5",)


def test_8_1_a_drag_back_to_the_start_keeps_the_action():
    position = seen([unit("a1", "0505", movement=1), FAR])
    action = act.MoveUnits(units=("a1",), path=("0505", "0506", "0607", "0606", "0505"))
    assert position.drag_action(action, "enforced") == action


def test_a_unit_in_a_box_is_not_called_unknown_where_it_moves():
    position = seen([unit("a1", "0505"), unit("a3", "turn-4"), FAR])
    told = []
    for name in ("a3", "nobody"):
        move = act.MoveUnits(units=(name,), path=("0505", "0506"), mode="normal")
        with pytest.raises(Refused) as refusal:
            position.judge(move)
        told.append(str(refusal.value).replace(name, "X"))
    assert told[0] != told[1]


def test_units_in_play_by_side_and_by_place():
    position = seen([unit("a1", "0505"), unit("a2", "0505"), unit("a3", "turn-4"), FAR])
    assert sorted(u.id for u in position.units()) == ["a1", "a2", "g9"]
    assert sorted(u.id for u in position.units("allied")) == ["a1", "a2"]
    assert [u.id for u in position.units("german")] == ["g9"]
    assert sorted(u.id for u in position.units_at(at(position, "0505"))) == ["a1", "a2"]
    assert position.units_at(at(position, "0506")) == ()
    assert position.name("a1") == "a1"


# -- diagrams as they are given -------------------------------------------------------------------


def test_a_hexside_without_words_is_plain():
    sides = {"0404/0405": [], "0505/0506": ["canal"]}
    board = seen([unit("a1", "0505"), FAR], board={"hexsides": sides}).ruleset.board
    assert board.sides["0505/0506"].water == "canal"
    assert "0404/0405" not in board.sides


@pytest.mark.parametrize(
    ("fields", "armor", "antitank"),
    [
        ({"kind": "tank", "armor": 3}, 3, False),
        ({"kind": "flak", "armor": 3}, 3, True),
        ({"kind": "tank_destroyer", "armor": 4}, 4, True),
        ({"kind": "tank", "armor": 3, "antitank": True}, 3, True),
        ({"kind": "flak", "armor": 3, "antitank": False}, 3, False),
        ({"kind": "infantry", "antitank": 2}, 2, True),
        ({"kind": "infantry"}, None, False),
    ],
)
def test_10_3_3_the_armour_of_a_unit_that_is_given(
    fields: Json, armor: int | None, *, antitank: bool
):
    position: Any = seen([unit("a1", "0505", **fields), FAR])
    profile = position.position.units["a1"].profile
    assert (profile.armor, profile.antitank and armor is not None) == (armor, antitank)


@pytest.mark.parametrize(
    ("given", "points"),
    [
        (3, 3), ("3", 3), ("1/3", 1 / 3), ("0.5", 0.5), (2.5, 2.5), ("1.333333", 4 / 3), (0, 0),
        (True, None), ("", None), (None, 0), ([3], None), ("3 MP", None), ("1/0", None),
        ("0.4", None), (-1, None),
    ],
)  # fmt: skip
def test_8_1_movement_points_are_numbers_in_sixths(given: Any, points: float | None):
    if points is None:
        with pytest.raises(Refused):
            seen([unit("a1", "0505", movement=given), FAR])
        return
    position = seen([unit("a1", "0505", movement=given), FAR])
    assert position.values_of("a1")["movement"] == pytest.approx(points, abs=1e-6)


# -- 25.6: where an unknown unit might be led unseen ----------------------------------------------


@pytest.mark.parametrize(
    ("fields", "turn", "used", "ends"),
    [
        ({"kind": "unknown"}, 3, False, ["0202", "0808"]),  # its own town is no other place
        ({"kind": "unknown"}, 2, False, []),
        ({"kind": "unknown"}, 3, True, []),
        ({}, 3, False, []),
    ],
)
def test_25_6_the_towns_that_come_into_question(
    fields: Json, turn: int, ends: list[str], *, used: bool
):
    towns = {"0202": "town", "0505": "town", "0808": "city", "0303": "village"}
    hexes = {name: {"settlement": kind} for name, kind in towns.items()}
    position: Any = seen([unit("g1", "0505", **fields), unit("a1", "1010")], turn=turn,
                         active="german", board={"hexes": hexes})  # fmt: skip
    if used:
        tracks = {**position.state.tracks, "relocated": "g2"}
        position = position.ruleset.answers(replace(position.state, tracks=tracks))
    found = list(relocations(position.position, position.position.units["g1"]))
    assert [a.path for a in found] == [("0505", end) for end in ends]


# -- 6.1: in an area there may be two supply heads ------------------------------------------------


@pytest.mark.parametrize(("place", "rules"), [("A", []), ("0502", ["6.1"])])
def test_6_1_one_supply_head_in_a_hex_and_any_number_in_an_area(place: str, rules: list[str]):
    """Area A is the first of all boxes."""
    areas = {"A": {"side": "allied", "hexes": ["0501"]}}
    head: Json = {"kind": "supply_head", "attack": 0, "max_steps": 1}
    position = seen([unit("a1", "0501", **head), unit("a2", place, **head), FAR],
                    board={"areas": areas})  # fmt: skip
    move = act.MoveUnits(units=("a1",), path=("0501", place), mode="tactical")
    assert broken(position, move) == rules


# -- 14.4, 18.1: what a phase does to each unit of a side, whoever comes before it ----------------


def worked(position: ports.Answers, do: Any, side: str, *dice: int) -> dict[str, set[str]]:
    """The statuses of all units after a step of a phase."""
    ruleset: Any = position.ruleset
    work = Resolution(ruleset.setting, position.state, Given(dice))
    do(work, side)
    return {name: set(piece.status) for name, piece in work.state.pieces.items()}


def test_14_4_markers_come_off_and_disorder_gets_better_by_a_level():
    units = [
        unit("a1", "0101", status=["engaged"]), unit("a2", "0202", status=["disrupted"]),
        unit("a3", "0303", status=["full_retreat"]), unit("a4", "0404", status=["spent"]),
        unit("a5", "0405", status=["replacement", "scattered"]),
        unit("a6", "0505", status=["disrupted", "ferry"]),
        unit("g1", "0909", status=["engaged"]), unit("g2", "0808", status=["disrupted"]),
    ]  # fmt: skip
    position = seen(units, phase="combat")
    assert worked(position, reorganize, "allied") == {
        "a1": set(), "a2": set(), "a3": {"disrupted"}, "a4": set(), "a5": set(), "a6": set(),
        "g1": {"engaged"}, "g2": {"disrupted"},
    }  # fmt: skip
    theirs = worked(position, reorganize, "german")
    assert (theirs["g1"], theirs["g2"], theirs["a1"]) == (set(), set(), {"engaged"})


def test_18_1_every_unit_is_marked_or_freed():
    areas = {"N": {"side": "allied", "hexes": ["0501"]}}
    road = [{"class": "minor", "hexes": ["0501", "0502", "0503"]}]
    out = ["out_of_supply"]
    head: Json = {"kind": "supply_head", "attack": 0, "max_steps": 1}
    units = [
        unit("a0", "1001", **head), unit("a1", "1009"), unit("a2", "0503", status=out),
        unit("a3", "1008", status=["out_of_supply", "dismounted"]), unit("a4", "0502"),
        unit("g1", "0109"),
    ]  # fmt: skip
    position = seen(units, phase="combat", board={"areas": areas, "roads": road})
    found = worked(position, mark_supply, "allied")
    assert found == {
        "a0": set(), "a1": set(out), "a2": set(), "a3": set(out), "a4": set(), "g1": set(),
    }  # fmt: skip


@pytest.mark.parametrize(("turn", "spent"), [(4, False), (5, True), (6, False)])
def test_18_2_2_the_supply_heads_are_spent_when_turn_5_ends(turn: int, *, spent: bool):
    head: Json = {"kind": "supply_head", "attack": 0, "max_steps": 1}
    units = [unit("a1", "0505"), unit("a2", "0506", **head), unit("a3", "0707", **head), FAR]
    position = seen(units, phase="combat", turn=turn)
    found = worked(position, mark_supply, "allied")
    assert ("depleted" in found["a2"], "depleted" in found["a3"]) == (spent, spent)
    assert "depleted" not in found["a1"]
    theirs = worked(position, mark_supply, "german")
    assert "depleted" not in theirs["a2"]
