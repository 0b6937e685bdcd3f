"""Small answers and seldom branches: victory of a tournament, demolition, mud, boxes, no units."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core import actions as act
from engine.games.airbridge import tracks
from engine.games.airbridge.answers.odds_parts import fire_results
from engine.games.airbridge.combat import CombatRecord
from engine.games.airbridge.rules import ch22_victory as victory
from engine.games.airbridge.rules.ch07_bridges import (
    demolition_verdicts,
    ferry_verdicts,
    repair_verdicts,
)
from engine.games.airbridge.rules.ch12_combat import Support
from engine.games.airbridge.rules.ch12_losses import Loss, Tire
from engine.games.airbridge.rules.ch12_retreat import (
    Advance,
    Retreat,
    Stay,
    advance_objections,
    retreat_paths,
)
from engine.games.airbridge.rules.ch12_strengths import half_of_steps
from engine.games.airbridge.rules.ch21_arrivals import has_room
from engine.i18n import t
from engine.probe.questions import answer
from engine.rules.base.decisions import Choice
from engine.rules.judge import Given
from tests.games.airbridge.test_course_of_play import thrown
from tests.games.airbridge.test_examples import BOOK, Table, read
from tests.games.airbridge.test_examples import unit as battalion
from tests.games.airbridge.test_probe import BOARD, GUARDS, GUN, SAPPERS, SS, position
from tests.games.airbridge.test_reasons import course, keys, maneuver_of
from tests.games.airbridge.test_rules import played, where

A, G = GUARDS | {"id": "a", "hex": "0403"}, SS | {"id": "g", "hex": "0404"}
BRIDGE = "0404/0405"
CANAL = BOARD | {"hexsides": {BRIDGE: ["canal", "bridge"]}}


# -- victory ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("allied", "german", "level", "winner"),
    [
        ("B4315 B4412", "B4415", "substantial", "allied"),
        ("B4315 B4412 B4415", "", "overwhelming", "allied"),
        ("", "B4315 B4412 B4415", "overwhelming", "german"),
        ("B4315 B4415", "B4412", "none", "draw"),
        ("B4412 B4415", "B4315", "marginal", "allied"),
        ("B4315", "B4412 B4415", "marginal", "german"),
        ("B4412", "B4415 B4315", "substantial", "german"),
    ],
)
def test_the_higher_level_wins_a_tournament(
    allied: str, german: str, level: str, winner: str
) -> None:
    """TOURN.g."""
    table = Table("tournament", turn=10, phase="end", active="allied")
    work = table.rules.work(table.state, Given([]))
    for unit in table.position.stack(table.position.ground.index["B4315"]):
        work.put(unit.id, "eliminated-german")
    for side, hexes in (("allied", allied), ("german", german)):
        for number in hexes.split():
            work.control(table.position.ground.index[number], side)
    held = {n: victory.holder(work.position, n) for n in ("B4315", "B4415", "B4412")}
    assert {s: {n for n in held if held[n] == s} for s in ("allied", "german")} == {
        "allied": set(allied.split()),
        "german": set(german.split()),
    }
    victory.count(work)
    assert (work.state.tracks["result"], work.state.tracks["winner"]) == (level, winner)


def test_steps_beyond_row_13_count_and_all_of_the_second_sheet() -> None:
    """INTRO.f."""
    table = Table("introductory", turn=1, phase="movement", active="allied")
    for number, steps in (("A1310", 0), ("A1410", 2), ("B0110", 2)):
        assert victory.beyond(table.put("BR-GA-2GG", number).position) == steps
    assert victory.beyond(table.put("BR-GA-2GG", "B0110", steps=1).position) == 1


def test_fresh_steps_beyond_the_neder_rijn_win_a_campaign() -> None:
    """CAMP.v1, CAMP.v2: fatigued ones do not count, and a bought division costs a level."""
    table = Table("campaign", turn=22, phase="end", active="german")
    north = sorted(table.position.ground.north)
    names = [u.id for u in table.position.off_map("allied")][:6]
    for n, name in enumerate(names):
        table.put(name, table.position.number(north[n]))
    table.put(names[0], table.position.number(north[0]), status=("fatigued",))
    assert victory.across(table.position) == 10
    for levels, level in (
        (0, "allied substantial"),
        (1, "allied marginal"),
        (2, "german substantial"),
    ):
        work = table.track("levels", levels).rules.work(table.state, Given([]))
        victory.count(work)
        assert (work.state.tracks["result"], work.state.tracks["winner"]) == (
            level,
            level.split()[0],
        )


# -- bridges ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "dice", "state"), [("none", (), None), (BRIDGE, (5,), "blown"), (BRIDGE, (6,), None)]
)
def test_german_engineers_at_both_ends_may_blow_a_bridge(
    option: str, dice: tuple[int, ...], state: str | None
) -> None:
    """7.2d, 7.2e: on 5 or less; whoever tries spends the movement of both units."""
    crew = SAPPERS | {"side": "german"}
    ends = (crew | {"id": "e", "hex": "0404"}, crew | {"id": "f", "hex": "0405"})
    table = position(*ends, board=CANAL, phase="initial", active="german")
    table = played(table, act.NextPhase())
    table = thrown(table, act.Choose(decision="demolish", option=option), *dice)
    assert table.state.hexsides.get(BRIDGE) in ((state,) if state else (None, "intact"))
    assert not table.state.pending
    assert (f"moved/{'e'}" in table.state.tracks) == (f"moved/{'f'}" in table.state.tracks)
    assert bool(table.reach(("e",)).hexes) == (option == "none")


@pytest.mark.parametrize("word", ["intact", "blown", "tried", "repaired", "repaired_now"])
def test_the_state_of_a_bridge_is_written_as_it_is_read(word: str) -> None:
    table = position(A, board=CANAL, bridges={BRIDGE: word})
    assert table.ruleset.written(table.state)["bridges"] == {BRIDGE: word}


# -- positions -------------------------------------------------------------------------------------


def test_in_bad_weather_there_are_no_points_from_the_air_and_mud_by_its_track() -> None:
    """15.0g, 18.1a, 4.1b."""
    bad, clear = (position(A, weather=weather) for weather in ("bad", "clear"))
    assert bad.facts()["air"] == {"allied": 0, "german": 0}
    assert clear.facts()["air"]["allied"] > 0
    for value in (0, 1):
        assert ("mud" in position(A, tracks={"mud": value}).state.tracks) == bool(value)


@pytest.mark.parametrize(("polder", "mud", "cost"), [(True, 1, 1), (True, 0, 0.5), (False, 1, 0.5)])
def test_mud_slows_the_highway_inside_the_polder_of_a_diagram(
    polder: bool, mud: int, cost: float
) -> None:
    """4.1b, 7.1e."""
    areas = {"polder": {"kind": "polder", "hexes": ["0403", "0404"] if polder else ["0808"]}}
    board = BOARD | {"areas": areas, "roads": [{"class": "highway", "hexes": ["0403", "0404"]}]}
    table = position(A, board=board, phase="movement", tracks={"mud": mud})
    assert table.reach(("a",)).hexes[table.place("0404")].cost == cost


# -- answers ---------------------------------------------------------------------------------------


def test_units_that_are_not_there_have_no_values_retreats_or_advances() -> None:
    table = position(A, G)
    assert table.values_of("nobody") == {}
    assert table.values_of("a")
    assert table.retreats(("nobody",), 1).options == ()
    assert table.retreats(("g",), 3).options == ()
    assert table.retreats(("g",), 2).options
    place = table.place
    assert table.advances(("a",), place("0404"), "") == {}, "the enemy is there"
    assert table.advances(("a",), place("0406"), "") == {}, "two hexes away"
    assert set(table.advances(("a",), place("0402"), "")) == {place("0402")}


def test_a_hex_names_the_highway_and_the_zones_that_cover_it() -> None:
    board = BOARD | {"roads": [{"class": "highway", "hexes": ["0403", "0402"]}]}
    table = position(A, G, board=board)
    facts = {n: table.hex_facts(table.place(n)) for n in ("0403", "0404", "0405", "0808")}
    assert {n: f["highway"] for n, f in facts.items()} == {
        "0403": True, "0404": False, "0405": False, "0808": False,
    }  # fmt: skip
    assert {n: set(f["zones"]) for n, f in facts.items()} == {
        "0403": {"german"}, "0404": {"allied"}, "0405": {"german"}, "0808": set(),
    }  # fmt: skip


def test_the_way_to_the_own_hex_has_no_objection() -> None:
    table = position(A, phase="movement")
    stays = table.why_not(("a",), table.place("0403"))
    assert (stays.verdicts, stays.path[0]) == ((), table.place("0403"))


def test_units_in_boxes_reach_the_hexes_where_they_enter_land_or_are_set_up() -> None:
    """21.0d, 7.3m, INTRO.d."""
    ready = Table("introductory", turn=1, phase="movement", active="allied")
    answers = ready.rules.answers(ready.state)
    name = next(u.id for u in ready.position.box("ready-xxx-corps"))
    assert set(answers.reach((name,)).hexes) <= set(ready.position.ground.setup)
    assert answers.reach((name,)).hexes
    table = Table("tournament", turn=1, phase="airborne", active="allied")
    lands = next(u.id for u in table.position.box("air-1-airborne"))
    answers = table.rules.answers(table.state)
    ends = answers.reach((lands,)).hexes
    listed = [m.path[-1] for m in table.rules.actions_of(table.state, lands)]  # type: ignore[attr-defined]
    assert {answers.number(h) for h in ends} == set(listed)
    assert len(ends) > 5
    later = Table("tournament", turn=1, phase="movement", active="allied")
    assert later.rules.answers(later.state).reach((lands,)).hexes == {}


def test_a_drop_zone_that_was_not_lost_is_not_replaced() -> None:
    """7.3g."""
    marks = [{"kind": "dz", "division": "101", "hex": "0404"}]
    told = answer(position(A, markers=marks), "dz", {"division": "101"})
    assert (told["turn"], told["hexes"], told["legal"]) == (None, [], False)


def test_the_menu_of_a_unit_has_its_moves_or_its_fights() -> None:
    moving = position(A, GUN | {"id": "gun", "hex": "0302"}, phase="movement")
    for name in ("a", "gun"):
        menu = list(moving.ruleset.actions_of(moving.state, name))
        assert menu
        assert all(getattr(order, "units", ()) == (name,) for order in menu)
    declaring = position(A, G, phase="declaration")
    menu = list(declaring.ruleset.actions_of(declaring.state, "a"))
    assert {order.kind for order in menu} == {"declare_attack"}
    assert not list(declaring.ruleset.actions_of(declaring.state, "g"))


@pytest.mark.parametrize(
    ("name", "asked", "result"),
    [
        ("maneuver", {"column": "1-2", "die": 1}, None),
        ("demolition", {"die": 5}, "blown"),
        ("demolition", {"die": 6}, "intact"),
    ],
)
def test_tables_of_combat_and_demolition(name: str, asked: dict[str, Any], result: Any) -> None:
    told = BOOK.table(name, asked).result
    assert told == result if result else told


# -- strengths and room ----------------------------------------------------------------------------


def test_half_of_the_steps_or_of_the_units() -> None:
    """12.2a."""
    whole, worn = battalion("a"), battalion("b", steps=1)
    assert half_of_steps([whole, worn], [worn], "units")
    assert not half_of_steps([whole, worn, worn], [worn], "units")
    assert not half_of_steps([whole, worn], [], "units")


def test_an_entry_hex_has_room_unless_an_enemy_or_too_many_are_there() -> None:
    """21.0d."""
    crowd = [SS | {"id": f"f{n}", "hex": "0606", "stacking": 2} for n in range(4)]
    table = position(A, G, *crowd)
    ss = table.position.units["g"]
    for number, free in (("0403", False), ("0606", False), ("0808", True)):
        assert has_room(table.position, ss, table.place(number)) == free


# -- combats ---------------------------------------------------------------------------------------


def until(table: Any, kind: str) -> Any:
    """The position of a combat when something is asked, by the first die that leads to it."""
    for die in range(1, 11):
        after, action = table, table.ruleset.legal(table.state, 1).actions[0]
        while action is not None:
            after = thrown(after, action, die, *[5] * 4)
            question = after.question() if after.state.pending else None
            if question is not None and question.kind == kind:
                return after
            option = question.options[0].id if question else ""
            action = act.Choose(decision=question.kind, option=option) if question else None
    return None


def test_a_defender_on_whom_an_assault_is_declared_cannot_retreat() -> None:
    """12.3g."""
    helper = GUARDS | {"id": "x", "hex": "0403"}
    plans = [{"kind": "maneuver", "target": "0404", "units": ["a"]}]
    both = [*plans, {"kind": "assault", "target": "0404", "units": ["x"]}]
    strong = A | {"attack": 12}
    free, pinned = (
        position(strong, helper, G | {"armor": "Inf"}, phase="maneuver", declared=declared)
        for declared in (plans, both)
    )
    assert until(free, "stay") is not None
    assert until(pinned, "stay") is None


@pytest.mark.parametrize("reading", ["stays", "eliminated"])
def test_an_attacker_without_a_path_stays_or_is_eliminated_by_the_reading(reading: str) -> None:
    """12.3a."""
    ring = [SS | {"id": f"r{n}", "hex": h} for n, h in enumerate(("0402", "0303", "0503"))]
    plan = [{"kind": "maneuver", "target": "0404", "units": ["a"]}]
    table = position(A, G, *ring, phase="maneuver", declared=plan,
                     options={"attacker_blocked": reading})  # fmt: skip
    left = set()
    for die in range(1, 11):
        asked, after = course(table, die)
        assert "retreat" not in asked
        unit = after.position.units.get("a")
        left.add(unit.steps if unit else 0)
    assert (1 in left) == (reading == "stays")


def test_an_answer_that_is_not_offered_is_refused_with_its_reason() -> None:
    """12.3a, 12.3o."""
    plan = [{"kind": "maneuver", "target": "0404", "units": ["a"]}]
    other = GUARDS | {"id": "x", "hex": "0405"}
    table = position(A | {"attack": 12}, other, G | {"armor": "Inf"}, phase="maneuver",
                     declared=plan)  # fmt: skip
    retreating, advancing = until(table, "retreat"), until(table, "advance")
    told = retreating.judge(act.Choose(decision="retreat", option="0403"))
    assert "12.3a" in {v.rule for v in told}
    told = advancing.judge(act.Choose(decision="advance", option="x"))
    assert "12.3o" in {v.rule for v in told}
    assert advancing.judge(act.Choose(decision="advance", option="a")) == []


@pytest.mark.parametrize(("terrain", "steps"), [("clear", 1), ("urban", 2)])
def test_a_defender_without_a_path_stays_at_the_same_cost(terrain: str, steps: int) -> None:
    """12.3d, 12.3f."""
    ring = [GUARDS | {"id": f"r{n}", "hex": h} for n, h in enumerate(("0405", "0304", "0504"))]
    table = position(
        A | {"attack": 6, "efficiency": 7},
        G | {"defense": 6, "armor": "Inf"},
        *ring,
        board=BOARD | {"hexes": {"0404": {"terrain": terrain}}},
        phase="maneuver",
        declared=[{"kind": "maneuver", "target": "0404", "units": ["a"]}],
    )
    codes = answer(table, "odds", {"attackers": ["a"], "target": "0404"})["results"]
    die = next(int(d) for d, code in codes.items() if code.startswith("DF"))
    table = played(table, act.DeclareAttack(attackers=("a",), target="0404"), die)
    table = played(table, act.Choose(decision="support", option="none"), die)
    assert not table.state.pending
    assert table.state.pieces["g"].steps == steps


@pytest.mark.parametrize(("terrain", "steps"), [("clear", 3), ("urban", 4)])
def test_defenders_without_a_path_lose_one_step_together(terrain: str, steps: int) -> None:
    """12.3d, 12.3f: one of three units finds room; the others stay."""
    foes = [G | {"id": name, "defense": 2, "armor": "Inf", "stacking": 2} for name in "ghi"]
    board = BOARD | {"hexes": {"0404": {"terrain": terrain}}}
    plan = [{"kind": "maneuver", "target": "0404", "units": ["a"]}]
    more: dict[str, Any] = {"board": board, "phase": "maneuver", "declared": plan}
    mine = A | {"attack": 6, "efficiency": 7}
    alone = position(mine, foes[0], **more).position
    ends = [alone.number(path[-1]) for path in retreat_paths(alone, alone.units["g"], 2)]
    full = [SS | {"id": e, "hex": e, "stacking": 8 if e != ends[0] else 6} for e in ends]
    table = position(mine, *foes, *full, **more)
    codes = answer(table, "odds", {"attackers": ["a"], "target": "0404"})["results"]
    die = next(int(d) for d, code in codes.items() if code.startswith("DF"))
    table = played(table, act.DeclareAttack(attackers=("a",), target="0404"), die)
    table = played(table, act.Choose(decision="support", option="none"), die)
    while table.state.pending:
        options = table.question().options
        option = next((o.id for o in options if o.id == "retreat"), options[0].id)
        kind = table.state.pending[-1].kind
        table = played(table, act.Choose(decision=kind, option=option))
    assert [where(table, n) for n in "ghi"].count("0404") == 2
    assert sum(table.state.pieces[n].steps for n in "ghi" if where(table, n) == "0404") == steps


@pytest.mark.parametrize("terrain", ["clear", "urban"])
def test_attackers_retreat_from_a_town_too(terrain: str) -> None:
    """12.3a, 12.3f (page 14): only defenders ignore a retreat; after A1F3 the attacker must go."""
    plan = [{"kind": "maneuver", "target": "0404", "units": ["a"]}]
    board = BOARD | {"hexes": {"0403": {"terrain": terrain}}}
    table = position(A | {"attack": 4}, G | {"armor": "Inf"}, board=board, phase="maneuver",
                     declared=plan)  # fmt: skip
    options = [o.id for o in until(table, "retreat").question().options]
    assert options
    assert "stay" not in options


def test_attackers_retreat_one_hex_and_defenders_two() -> None:
    """12.3a."""
    plan = [{"kind": "maneuver", "target": "0404", "units": ["a"]}]
    for attack, unit, hexes in ((4, "a", 1), (12, "g", 2)):
        table = position(A | {"attack": attack}, G | {"armor": "Inf"}, phase="maneuver",
                         declared=plan)  # fmt: skip
        after = until(table, "retreat")
        assert after.state.pending[-1].args["unit"] == unit
        ground, start = after.position.ground, after.state.pieces[unit].place
        ends = [ground.index[o.id] for o in after.question().options]
        assert {ground.distance(start, end) for end in ends} == {hexes}


def test_either_side_advances_into_a_hex_without_a_drop_zone() -> None:
    """7.3f: only Germans stop at a drop zone."""
    zone = {"kind": "dz", "division": "101", "hex": "0404"}
    for side, markers in (("german", []), ("allied", []), ("allied", [zone])):
        asked = [k for die in range(1, 11) for k in course(maneuver_of(side, *markers), die)[0]]
        assert "advance" in asked


def test_no_unit_advances_over_water_without_a_bridge() -> None:
    """12.3o."""
    sides = {"0403/0404": ["river"], "0404/0405": ["river", "bridge"]}
    both = A, GUARDS | {"id": "b", "hex": "0405"}
    held = position(*both, board=BOARD | {"hexsides": sides}, phase="maneuver").position
    record = CombatRecord(kind="maneuver", side="allied", target="0404")
    found = {u.id: [o.why for o in advance_objections(held, u, record)] for u in held.own("allied")}
    assert found == {"a": ["water"], "b": []}


@pytest.mark.parametrize("handler", [Support(), Loss(), Tire(), Stay(), Retreat(), Advance()])
def test_without_a_combat_nothing_is_offered_refused_or_done(handler: Any) -> None:
    """A position made by hand may ask what no combat explains."""
    table = position(A, G, phase="maneuver")
    args = {"unit": "nobody", "hexes": 1, "who": "attacker"}
    assert list(handler.choices(table.position, args)) == []
    assert list(handler.refuse(table.position, args, ("a",))) == []
    if handler.kind in ("support", "stay", "advance"):
        work = table.ruleset.work(table.state, Given([]))
        handler.answer(work, args, Choice("a", ("a",)))
        assert work.state == table.state


# -- engineers -------------------------------------------------------------------------------------

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


def test_a_blown_bridge_is_not_blown_again() -> None:
    """7.2d, 7.2e."""
    crew = SAPPERS | {"side": "german"}
    ends = (crew | {"id": "e", "hex": "0404"}, crew | {"id": "f", "hex": "0405"})
    words = {"board": CANAL, "phase": "movement", "active": "german"}
    table = position(*ends, bridges={BRIDGE: "blown"}, **words)
    (bridge,) = table.position.ground.by_side.values()
    assert keys(demolition_verdicts(table.position, bridge)) == ["7.2d.blown"]


def test_the_record_of_a_demolition_names_the_bridge_and_its_crew() -> None:
    """7.2c, 7.2d, 7.2e."""
    crew = SAPPERS | {"side": "german"}
    ends = (crew | {"id": "e", "hex": "0404"}, crew | {"id": "f", "hex": "0405"})
    table = position(*ends, board=CANAL, phase="initial", active="german")
    table = played(table, act.NextPhase())
    table = thrown(table, act.Choose(decision="demolish", option=BRIDGE), 6)
    names = [tracks.MINED + BRIDGE, *(tracks.ENTERED + n for n in "ef")]
    assert [table.state.tracks.get(n) for n in names] == [1, 1, 1]
    red = BOARD | {"hexsides": {BRIDGE: ["canal", "bridge", "red"]}}
    table = position(A, board=red, phase="movement")
    table = played(table, act.MoveUnits(units=("a",), path=("0403", "0404")), 6)
    assert table.state.tracks[tracks.TRIED + BRIDGE] == 1


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


# -- the printed board -----------------------------------------------------------------------------


def test_a_set_up_moves_the_unit_only() -> None:
    """INTRO.d."""
    table = Table("introductory")
    before = table.state
    path = ("ready-xxx-corps", "A0405")
    after = table.play(act.MoveUnits(units=("BR-GA-2GG",), path=path, mode="setup"))
    assert after.tracks == before.tracks
    assert after.control == before.control
    place = after.pieces["BR-GA-2GG"].place
    assert table.rules.places.name(place) == "A0405"


def test_rivers_divide_the_land_and_canals_do_not() -> None:
    """CAMP.e, CAMP.v1: between Maas and Waal, north of the Neder Rijn, south of the Maas."""
    ground = Table("campaign").position.ground
    lands = ground.between, ground.north, ground.south_of_maas
    assert all(lands)
    assert not lands[0] & lands[1]
    assert not lands[0] & lands[2]
    assert not lands[1] & lands[2]
    assert ground.index["B4509"] in ground.north


# -- notes, lists and faults -----------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "noted"), [("assault", True), ("maneuver", False)])
def test_only_an_assault_notes_the_check_for_a_second_round(kind: str, noted: bool) -> None:
    """13.1g, 8.0e."""
    table = position(A, G, phase="declaration")
    plan = table.plan({"attackers": ["a"], "target": "0404", "combat": kind})
    words = t("bargain.airbridge.round", mine=6, theirs=7, of=10)
    assert (words in table.odds(plan).notes) == noted


def test_the_introductory_scenario_counts_allied_points_only() -> None:
    """INTRO.f."""
    table = Table("introductory")
    points = table.rules.answers(table.state).standing().points
    assert set(points) == {"allied", "german"}
    assert points["german"] == 0
    tournament = Table("tournament")
    name = next(u.id for u in tournament.position.own("german"))
    tournament.put(name, "eliminated-german")
    assert tournament.rules.answers(tournament.state).standing().points["german"] == 0


def test_an_assault_on_nobody_has_no_armour_and_no_fire_has_no_result() -> None:
    """13.2a, 9.1c."""
    told = answer(position(A, phase="assault"), "assault", {"attackers": ["a"], "target": "0404"})
    assert (told["attacker"]["armor"], told["defender"]["armor"]) == (0, 0)
    for value in (0, -2):
        assert fire_results(position(A).position, value, None) == {0: 1}


@pytest.mark.parametrize(("count", "fault"), [(4, False), (5, True)])
def test_more_than_eight_points_in_a_hex_are_a_fault(count: int, fault: bool) -> None:
    """5.0c."""
    crowd = [GUARDS | {"id": f"u{n}", "hex": "0403", "stacking": 2} for n in range(count)]
    table = position(*crowd)
    faults = list(table.ruleset.invariants(table.state, table.state))
    assert any("eight points" in text for text in faults) == fault


def test_arrivals_are_listed_in_the_phases_in_which_units_enter() -> None:
    """21.0b."""
    for phase, listed in (("movement", True), ("declaration", False), ("mechanised", False)):
        table = Table("tournament", turn=1, phase=phase, active="german")
        items = table.rules.answers(table.state).checklist()
        assert any(item.rule == "21.0b" for item in items) == listed


def test_a_unit_with_an_attack_factor_of_one_is_an_attacker() -> None:
    weak = [GUARDS | {"id": n, "hex": "0403", "attack": n_} for n, n_ in (("a", 1), ("b", 0))]
    table = position(*weak, G, phase="declaration")
    assert table.attackers(table.place("0404")) == ("a",)


@pytest.mark.parametrize(("reading", "holder"), [("last", "german"), ("present", "")])
def test_a_hex_that_its_last_occupier_left_is_held_by_the_reading(
    reading: str, holder: str
) -> None:
    """TOURN.g."""
    table = Table("tournament", turn=10, phase="end", active="allied")
    for unit in table.position.stack(table.position.ground.index["B4315"]):
        table.put(unit.id, "eliminated-german")
    read(table, "control", reading)
    assert victory.holder(table.position, "B4315") == holder
