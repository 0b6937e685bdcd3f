"""The audit's account of a game recorded on a free table, by chapter."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.dice import Dice
from engine.core.reducer import apply
from engine.core.resolve import resolve
from engine.games import require_rulebook
from engine.games.holland44.audit import Auditor
from engine.log.entry import Entry
from engine.rules.judge import Given
from tests.games.holland44.rules.tabletop import Json, tank, unit

AREAS = {
    "N": {"side": "allied", "hexes": [f"{r:02d}01" for r in range(1, 11)]},
    "G": {"side": "german", "hexes": [f"{r:02d}10" for r in range(1, 11)]},
}
BATTLE = [unit("a1", "0505", attack=15), unit("a2", "0404"), unit("g1", "0506")]


class Told:
    """A game recorded entry by entry, with the audit's verdicts."""

    def __init__(self, units: list[Json], **given: Any) -> None:
        position: Json = {"turn": 3, "active": "allied", "phase": "movement", "units": units}
        board = {"rows": [1, 10], "cols": [1, 10], "areas": AREAS, **given.pop("board", {})}
        real = given.pop("real", False)
        where = {"clear_board": True} if real else {"board": board}
        found = require_rulebook("holland44").parse_position({**position, **where, **given})
        self.rules: Any = found.ruleset
        self.state = found.state
        self.auditor = Auditor(self.rules)

    def tell(self, action: act.Action, *dice: int, by: str = "allied") -> list[tuple[str, str]]:
        """Record an action; return the broken rules, each with the end of its key."""
        thrown = tuple(Dice(sides=6, count=1, values=(d,), source="scripted") for d in dice)
        effects, _ = resolve(action, self.state, self.rules.places, Given([]))
        entry = Entry(id=9, parent=8, at="", by=by, action=action, dice=thrown, effects=effects)
        verdicts = self.auditor.judge(self.state, entry)
        self.state = apply(self.state, effects, self.rules.places)
        found = [v for v in verdicts or [] if v.level == "forbid"]
        return [(v.rule, v.key.rpartition(".")[2]) for v in found]

    def move(self, units: str, *path: str, mode: str = "normal") -> list[tuple[str, str]]:
        return self.tell(act.MoveUnits(units=tuple(units.split()), path=path, mode=mode))

    def fight(self, *dice: int, **more: Any) -> list[tuple[str, str]]:
        told: dict[str, Any] = {
            "attackers": ("a1",), "defenders": ("g1",), "target": "0506", "attack": 15,
            "defense": 5, "column": "3:1", "result": "DR", **more,
        }  # fmt: skip
        return self.tell(act.Combat(**told), *dice)

    def phase(self, phase: str, active: str, turn: int = 3) -> list[tuple[str, str]]:
        return self.tell(act.SetClock(turn=turn, phase=phase, active=active))


def die_of(told: Told, column: str, result: str) -> int:
    chart = told.rules.setting.crt
    place = chart.columns.index(column)
    return next(
        d for d in range(1, 7) for r in chart.rows if r.holds(d) and r.cells[place] == result
    )


# -- 8: points ------------------------------------------------------------------------------------


def test_8_1_points_of_several_recorded_moves_add_up():
    """MA 3, in parts of one and two hexes; one hex more is too much."""
    told = Told([unit("a1", "0505"), unit("g1", "0110")])
    assert told.move("a1", "0505", "0506") == []
    assert told.move("a1", "0506", "0507", "0508") == []
    assert ("8.1", "points") in told.move("a1", "0508", "0509")


def test_8_6_1_woods_of_several_recorded_moves_are_counted():
    told = Told([unit("a1", "0501", movement=4), unit("g1", "0110")], board={"terrain": "woods"})
    assert told.move("a1", "0501", "0502", "0503") == []
    assert told.move("a1", "0503", "0504") == []  # the third costs 2: four points in all
    assert told.move("a1", "0504", "0505")


def test_8_3_1_the_hexes_of_a_tactical_move_are_counted():
    told = Told([unit("a1", "0505"), unit("g1", "0110")])
    assert told.move("a1", "0505", "0506", mode="tactical") == []
    assert told.move("a1", "0506", "0507", mode="tactical") == []
    assert ("8.3.1", "far") in told.move("a1", "0507", "0508", mode="tactical")


def test_8_1_other_units_moves_end_a_move_and_a_new_phase_restarts_it():
    told = Told([unit("a1", "0505"), unit("a2", "0808"), unit("g1", "0110")])
    assert told.move("a1", "0505", "0506") == []
    assert told.move("a2", "0808", "0809") == []
    assert ("8.1", "moved") in told.move("a1", "0506", "0507")
    later = Told([unit("a1", "0505"), unit("g1", "0110")])
    assert later.move("a1", "0505", "0506", "0507", "0508") == []
    later.phase("combat", "allied")
    later.state = Told([unit("a1", "0508"), unit("g1", "0110")], turn=6).state
    assert later.move("a1", "0508", "0507", "0506") == []


def test_19_1_moves_out_of_a_box_are_not_judged():
    told = Told([unit("a1", "turn-3"), unit("g1", "0110")])
    assert told.move("a1", "turn-3", "area-N", mode="arrival") == []


# -- 9 to 11: combats -----------------------------------------------------------------------------


def test_9_3_a_correctly_recorded_combat_has_no_faults():
    told = Told(BATTLE, phase="combat")
    assert told.fight(die_of(told, "3:1", "DR")) == []


@pytest.mark.parametrize(
    ("more", "key"),
    [
        ({"attack": 14}, "attack"),
        ({"defense": 6}, "defense"),
        ({"shifts": (act.Shift(by=1, why="armour"),)}, "shifts"),
        ({"column": "4:1"}, "column"),
        ({"result": "D1"}, "result"),
    ],
)
def test_9_3_wrong_odds_are_reported(more: Json, key: str):
    told = Told(BATTLE, phase="combat")
    assert ("9.3", key) in told.fight(die_of(told, "3:1", "DR"), **more)


def test_9_3_without_a_die_the_result_is_believed():
    assert Told(BATTLE, phase="combat").fight(result="D1") == []


def test_10_7_air_units_show_as_a_shift():
    told = Told(BATTLE, phase="combat", weather="clear")
    shift = (act.Shift(by=1, why="air unit"),)
    assert told.fight(die_of(told, "4:1", "DR"), column="4:1", shifts=shift) == []
    over = Told(BATTLE, phase="combat", weather="overcast")
    assert {r for r, _ in over.fight(1, column="4:1", shifts=shift)} >= {"4.4", "10.7"}


def test_9_1_no_unit_fights_twice():
    again = [*BATTLE, unit("g2", "0605"), unit("a3", "0406")]
    told = Told(again, phase="combat")
    assert told.fight(die_of(told, "3:1", "DR")) == []
    other = {"defenders": ("g2",), "target": "0605"}
    assert ("9.1", "again") in told.fight(**other)
    assert ("9.1", "attacked") in told.fight(attackers=("a3",), attack=5, column="1:1")


def test_9_1_in_the_movement_phase_only_revealed_units_are_fought():
    """25.3.1: the audit knows which units were revealed in the phase."""
    told = Told([*BATTLE[:2], unit("g1", "0506", attack=3)])
    assert ("9.1", "phase") not in told.fight()
    allied_turn = Told(BATTLE, phase="reorganization")
    assert ("9.1", "phase") in allied_turn.fight()


def test_16_1_a_breakthrough_has_a_label():
    """It does not count as an attack that forbids another (9.1b)."""
    told = Told(BATTLE, phase="combat")
    told.fight(die_of(told, "3:1", "DR"))
    assert ("9.1", "again") not in told.fight(label="breakthrough")
    assert ("9.1", "again") in told.fight(label="again")


# -- 13: retreats ---------------------------------------------------------------------------------


def after(result: str, *units: Json) -> Told:
    """Return a combat after which the defender in 0506 must retreat, or not."""
    strength = {"DR": 15, "DS": 40, "ENG": 5}[result]
    battle = [unit("a1", "0505", attack=strength), unit("g1", "0506")]
    told = Told([*battle, *units], phase="combat")
    told.fight(attack=strength, column="x", result=result)
    return told


@pytest.mark.parametrize(
    ("result", "path", "broken"),
    [
        ("DR", ("0506", "0507", "0508"), None),
        ("DR", ("0506", "0507", "0508", "0509"), "retreat_length"),
        ("DS", ("0506", "0507", "0508"), None),
        ("DS", ("0506", "0507", "0508", "0509"), None),
        ("DS", ("0506", "0507", "0508", "0509", "0510"), "retreat_length"),
        ("DR", ("0506", "0507"), "retreat_way"),  # 13.3: clear ground, no friend
        ("DR", ("0506", "0405", "0404"), "retreat_way"),  # 13.1.3.3: through the zone of a1
    ],
)
def test_13_1_how_far_and_where(result: str, path: tuple[str, ...], broken: str | None):
    told = after(result).move("g1", *path, mode="retreat")
    assert [key for _, key in told] == ([broken] if broken else [])


def test_14_3_2c_units_that_run_go_two_hexes():
    """Without a combat a retreat is that of units in full retreat."""
    running = unit("g1", "0506", status=["full_retreat"])
    told = Told([unit("a1", "0505"), running])
    assert told.move("g1", "0506", "0507", "0508", mode="retreat") == []
    assert Told([unit("a1", "0505"), running]).move(
        "g1", "0506", "0507", "0508", "0509", mode="retreat"
    ) == [("13.1", "retreat_length")]


def test_13_3_retreated_units_do_not_allow_a_stop():
    """On clear ground g1 stops after a hex with g2, but not where g2 has fled to in the phase."""
    mine = [unit("a1", "0505", attack=15), unit("g1", "0506")]
    told = Told([*mine, unit("g2", "0507")], phase="combat")
    told.fight(result="DR")
    assert told.move("g1", "0506", "0507", mode="retreat") == []
    fled = Told([*mine, unit("g2", "0606")], phase="combat")
    fled.fight(result="DR", target="0606", defenders=("g2",))
    fled.move("g2", "0606", "0607", "0507", mode="retreat")
    fled.fight(result="DR")
    assert fled.move("g1", "0506", "0507", mode="retreat") == [("13.1.3", "retreat_way")]


def test_13_3_a_village_shelters_and_an_area_is_one_hex_away():
    village = {"hexes": {"0507": {"settlement": "village"}}}
    told = Told([unit("a1", "0505", attack=15), unit("g1", "0506")], phase="combat", board=village)
    told.fight(result="DR")
    assert told.move("g1", "0506", "0507", mode="retreat") == []
    edge = Told([unit("a1", "0509", attack=15), unit("g1", "0510")], phase="combat")
    edge.fight(result="DR", target="0510")
    assert edge.move("g1", "0510", "area-G", mode="retreat") == []


# -- 15: advances ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("result", "path", "allowed"),
    [
        ("DR", ("0505", "0506"), True),
        ("DR", ("0505", "0506", "0507"), False),
        ("DS", ("0505", "0506", "0507"), True),
        ("DS", ("0505", "0506", "0507", "0508"), False),
        ("ENG", ("0505", "0506"), False),
    ],
)
def test_15_2_how_far_the_victors_advance(result: str, path: tuple[str, ...], *, allowed: bool):
    told = after(result)
    told.move("g1", "0506", "0607", "0608", mode="retreat")
    found = told.move("a1", *path, mode="advance")
    assert found == ([] if allowed else [("15.1", "advance")])


def test_15_1_no_advance_past_an_occupied_hex_or_from_afar():
    held = after("DR")
    assert held.move("a1", "0505", "0406", mode="advance") == [("15.1", "advance")]
    far = after("DR", unit("a2", "0303"))
    far.move("g1", "0506", "0507", "0508", mode="retreat")
    assert far.move("a2", "0303", "0304", mode="advance") == [("15.1", "advance")]


def test_25_3_4_behind_an_empty_garrison_there_is_a_bonus_advance():
    units = [unit("a1", "0505"), unit("g1", "0506", kind="unknown"),
             unit("g9", "unknown-pool", max_steps=1, defense=0, attack=0)]  # fmt: skip
    told = Told(units, phase="combat")
    told.auditor.account.remember(
        told.state,
        Entry(id=9, parent=8, at="", by="allied",
              action=act.RevealUnit(unit="g1", pool="unknown-pool"), effects=()),
    )  # fmt: skip
    gone = fx.Move(unit="g1", path=("0506", "unknown-pool"), from_index=0, to_index=1)
    told.state = apply(told.state, (gone,), told.rules.places)
    assert told.move("a1", "0505", "0506", "0507", mode="advance") == []


# -- 5.4: demolition ------------------------------------------------------------------------------

WATER = {"hexsides": {"0505/0506": ["canal", "road_bridge"]}}
TRY = act.Consult(table="demolition", at="0505/0506", result="blown")


def test_5_4_an_attempt_is_made_when_the_allies_come():
    come = Told([unit("a1", "0503"), unit("g1", "0110")], board=WATER)
    assert come.tell(TRY, 6) == [("5.4", "early")]
    come = Told([unit("a1", "0503"), unit("g1", "0110")], board=WATER)
    come.move("a1", "0503", "0504", "0505")
    assert come.tell(TRY, 6) == []


def test_5_4b_after_another_order_it_is_too_late():
    late = Told([unit("a1", "0503"), unit("a2", "0808"), unit("g1", "0110")], board=WATER)
    late.move("a1", "0503", "0504", "0505")
    late.move("a2", "0808", "0809")
    assert late.tell(TRY, 6) == [("5.4", "late")]
    kept = Told([unit("a1", "0503"), unit("a2", "0808"), unit("g1", "0110")], board=WATER,
                options={"keep_attempts": True})  # fmt: skip
    kept.move("a1", "0503", "0504", "0505")
    kept.move("a2", "0808", "0809")
    assert kept.tell(TRY, 6) == []


def test_5_4_german_moves_trigger_no_attempt():
    told = Told([unit("a1", "0101"), unit("g1", "0503")], active="german", board=WATER)
    told.move("g1", "0503", "0504", "0505")
    assert told.tell(TRY, 6) == [("5.4", "early")]


def test_5_4a_an_attack_across_it_brings_them_to_it():
    units = [unit("a1", "0505", attack=15), unit("g1", "0506")]
    told = Told(units, phase="combat", board=WATER)
    told.fight(result="DR")
    assert told.tell(TRY, 6) == []
    beside = Told([*units, unit("g2", "0405")], phase="combat", board=WATER)
    beside.fight(result="DR", target="0405", defenders=("g2",))
    assert beside.tell(TRY, 6) == [("5.4", "early")]


def test_5_5_the_german_bridge_phase_needs_no_allied_approach():
    told = Told([unit("a1", "0404"), unit("g1", "0506")], phase="bridge", active="german",
                board=WATER)  # fmt: skip
    assert told.tell(TRY, 6, by="german") == []


# -- the tables -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "result", "die", "drm", "found"),
    [
        ("demolition", "blown", 3, 0, []),
        ("demolition", "blown", 2, 0, [("5.6", "result")]),
        ("demolition", "intact", 2, 0, []),
        ("demolition", "blown", 3, -1, [("5.6", "result"), ("5.6", "modifier")]),
        ("recovery", "recover", 4, 0, []),
        ("recovery", "recover", 3, 0, [("14.4", "result")]),
        ("recovery", "recover", 3, 1, []),
        ("arrival_406", "arrives", 2, 0, []),
        ("arrival_406", "arrives", 3, 0, [("23.5", "result")]),
        ("arrival_406", "waits", 3, 0, []),
        ("no table", "anything", 3, 0, []),
    ],
)
def test_recorded_rolls_on_the_tables(
    table: str, result: str, die: int, drm: int, found: list[tuple[str, str]]
):
    """5.6, 14.4.2, 23.5; turn 3 has no modifier for demolition."""
    told = Told([unit("a1", "0505"), unit("g1", "0110")])
    assert told.tell(act.Consult(table=table, result=result, drm=drm), die) == found


def test_4_2_the_modifier_of_the_day_is_due():
    for turn, drm in ((3, -1), (6, 2), (9, 0)):
        for given in (-1, 0, 2):
            told = Told([unit("a1", "0505"), unit("g1", "0110")], turn=turn, phase="weather")
            weather = act.Consult(table="weather", column="AM", result="?", drm=given)
            keys = [key for _, key in told.tell(weather, 3)]
            assert ("modifier" in keys) is (given != drm), (turn, given)


@pytest.mark.parametrize(("quality", "due"), [("elite", 1), ("normal", 0), ("low", -1)])
def test_12_2_the_modifier_of_the_lead_unit_is_due(quality: str, due: int):
    for drm in (-1, 0, 1):
        told = Told([unit("a1", "0505"), unit("g1", "0506", quality=quality)], phase="combat")
        roll = act.Consult(table="determined_defense", column="clear/polder", result="?",
                           drm=drm, units=("g1",))  # fmt: skip
        keys = [key for _, key in told.tell(roll, 3)]
        assert ("modifier" in keys) is (drm != due)


def test_a_throw_that_the_chart_does_not_know_is_senseless():
    told = Told([unit("a1", "0505"), unit("g1", "0110")])
    odd = act.Consult(table="determined_defense", column="moon", result="?")
    assert told.tell(odd, 3) == [("12.1", "senseless")]
    assert told.tell(odd) == []  # nothing was thrown


# -- the end of a phase ---------------------------------------------------------------------------


def ended(told: Told, phase: str, active: str = "allied") -> set[tuple[str, str]]:
    return set(told.phase(phase, active))


@pytest.mark.parametrize(("steps", "over"), [(3, False), (4, True)])
def test_6_4_1_no_more_than_nine_steps_at_the_end_of_a_phase(steps: int, *, over: bool):
    crowd = [unit(f"a{n}", "0505", max_steps=steps) for n in (1, 2, 3)]
    for phase, following in (("movement", "combat"), ("combat", "reorganization")):
        told = Told([*crowd, unit("g1", "0110")], phase=phase)
        assert (("6.4.1", "overstacked") in ended(told, following)) is over
    resting = Told([*crowd, unit("g1", "0110")], phase="supply")
    assert ("6.4.1", "overstacked") not in ended(resting, "artillery_resupply", "german")
    theirs = Told([*crowd, unit("g1", "0110")], phase="movement", active="german")
    assert ("6.4.1", "overstacked") not in ended(theirs, "combat", "german")


@pytest.mark.parametrize(
    ("status", "left"), [("engaged", True), ("scattered", True), ("spent", True), ("fired", False)]
)
def test_14_4_3_markers_that_should_have_come_off(status: str, *, left: bool):
    mine = unit("a1", "0505", status=[status])
    told = Told([mine, unit("g1", "0110", status=["engaged"])], phase="reorganization")
    assert (("14.4", "marker") in ended(told, "supply")) is left
    early = Told([mine, unit("g1", "0110")], phase="combat")
    assert ("14.4", "marker") not in ended(early, "reorganization")


ROAD = [{"class": "minor", "hexes": [f"05{c:02d}" for c in range(1, 6)]}]


@pytest.mark.parametrize(
    ("place", "status", "key"),
    [
        ("0505", [], None),
        ("0505", ["out_of_supply"], "in"),
        ("1007", [], "out"),
        ("1007", ["out_of_supply"], None),
    ],
)
def test_18_1_the_markers_of_supply_are_right(place: str, status: list[str], key: str | None):
    areas = {"N": {"side": "allied", "hexes": ["0501"]}, "G": AREAS["G"]}
    told = Told([unit("a1", place, status=status), unit("g1", "0110")], phase="supply",
                board={"areas": areas, "roads": ROAD})  # fmt: skip
    found = {k for rule, k in ended(told, "artillery_resupply", "german") if rule == "18.1"}
    assert found == ({key} if key else set())


def test_18_2_2_supply_heads_and_unknown_units_bear_no_such_marker():
    units = [unit("a1", "1007", kind="supply_head", attack=0), unit("g1", "0110")]
    told = Told(units, phase="supply", board={"areas": {}})
    assert ended(told, "artillery_resupply", "german") == set()
    hidden = Told([unit("a1", "0101"), unit("g1", "0808", kind="unknown")], phase="supply",
                  active="german", board={"areas": {}})  # fmt: skip
    assert ended(hidden, "traffic", "german") == set()


# -- 3: the sequence ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "told_phase", "fine"),
    [
        (("movement", "allied"), ("combat", "allied"), True),
        (("movement", "allied"), ("movement", "allied"), True),
        (("movement", "allied"), ("reorganization", "allied"), False),
        (("supply", "allied"), ("artillery_resupply", "german"), True),
        (("supply", "allied"), ("bridge", "german"), True),  # nothing happened in the one before
        (("supply", "allied"), ("movement", "german"), True),
        (("supply", "allied"), ("combat", "german"), False),
    ],
)
def test_3_one_phase_follows_the_other(
    before: tuple[str, str], told_phase: tuple[str, str], *, fine: bool
):
    told = Told([unit("a1", "0505"), unit("g1", "0110")], phase=before[0], active=before[1],
                board={"areas": {}})  # fmt: skip
    found = [rule for rule, _ in told.phase(*told_phase) if rule == "3"]
    assert found == ([] if fine else ["3"])


def test_manual_actions_are_not_judged():
    told = Told([tank("a1", "0505"), unit("g1", "0110")])
    note = Entry(id=9, parent=8, at="", by="allied", action=act.Note(text="x"), effects=())
    assert told.auditor.judge(told.state, note) is None


def test_a_combat_without_units_is_senseless():
    told = Told(BATTLE, phase="combat")
    assert told.fight(attackers=("nobody",)) == [("3", "senseless")]


def test_3_a_phase_that_was_ended_by_the_rules_is_worked_out_again():
    """Right, it is clean; with an effect that does not come of it, it is not."""
    told = Told([tank("a1", "0505"), unit("g1", "0110")])
    effects, _ = told.rules.resolve(told.state, act.NextPhase(), Given([]))
    slipped = fx.SetSteps(unit="g1", before=2, after=1)
    for more, keys in (((), set()), ((slipped,), {"audit.differs"})):
        entry = Entry(id=9, parent=8, at="", by="allied", action=act.NextPhase(),
                      effects=(*effects, *more))  # fmt: skip
        verdicts = told.auditor.judge(told.state, entry) or []
        assert {v.key for v in verdicts if v.level == "forbid"} == keys


def test_15_1_the_hex_of_a_wrong_advance_is_where_it_ends():
    told = after("DR")
    told.move("g1", "0506", "0607", "0608", mode="retreat")
    move = act.MoveUnits(units=("a1",), path=("0505", "0506", "0507"), mode="advance")
    (found,) = told.auditor.account.advance(told.state, move)
    assert (found.args["hex"], found.hexes, found.units) == ("0507", ("0507",), ("a1",))


def test_25_3_1_only_combat_with_units_revealed_in_the_move_is_undeclared():
    """9.1: any other recorded combat is judged as a declared one, in every phase."""
    hidden = {"kind": "unknown", "max_steps": 1}
    units = [unit("a1", "0505", attack=15), unit("g1", "0506", **hidden), unit("g2", "0605")]
    for phase, judged in (("movement", False), ("combat", True)):
        told = Told(units, phase=phase)
        told.auditor.account.revealed.add(told.rules.board.index["0506"])
        told.auditor.account.tracks["fought/a1"] = "attacked"
        assert (("9.1", "again") in told.fight(column="7:1", defense=2)) is judged
    other = Told(units, phase="movement")
    other.auditor.account.tracks["fought/a1"] = "attacked"
    assert ("9.1", "again") in other.fight(target="0605", defenders=("g2",))
