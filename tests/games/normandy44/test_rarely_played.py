"""Rules that few games come to: engineers lost and landed again, lone headquarters, cut diggers."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core import actions as act
from engine.core.reducer import apply
from engine.games.normandy44 import tracks
from engine.games.normandy44.rules import ch06_arrivals as arrivals
from engine.games.normandy44.rules import ch17_cadres as cadres
from engine.games.normandy44.rules import ch18_supply as supply
from engine.games.normandy44.rules import ch19_air_and_naval as naval
from engine.games.normandy44.rules import ch23_victory as victory
from engine.games.normandy44.vocabulary import EVACUATION, IN_BRITAIN, RETURN
from engine.rules.judge import Forbidden, Given, play
from tests.games.normandy44.expectations.asking import Asker
from tests.games.normandy44.tabletop import Json, Table, allied, german
from tests.games.normandy44.test_rules_by_themselves import ENGINEERS, campaign, counter, work_of

OMAHA = counter("US-Eng-5S", "2719")
LOST = "eliminated-allied"

# -- 6 --------------------------------------------------------------------------------------------


def arriving(name: str, *path: str) -> act.MoveUnits:
    return act.MoveUnits(units=(name,), path=path)


def test_beach_engineers_stay_in_the_hex_where_they_land() -> None:
    """2.3.1b, 17.8: they never move; every other unit may go on by one hex."""
    table = campaign([OMAHA, counter("US-Eng-1S", IN_BRITAIN)], control={"2814": "allied"})
    assert table.judge(arriving("US-Eng-1S", IN_BRITAIN, "2814", "2813")) == {"2.3.1b"}
    found = table.rules.answers(table.state).reach(["US-Eng-1S"], "normal").hexes
    assert table.numbers(found) == {"2814"}
    table.play(arriving("US-Eng-1S", IN_BRITAIN, "2814"))
    assert table.at("US-Eng-1S") == "2814"


def test_an_evacuated_unit_does_not_land_again_in_the_same_phase() -> None:
    """9.1, 21.2: it moves once in a phase, and leaving takes its whole allowance."""
    table = campaign([ENGINEERS, counter("US-4-8", "2814")])
    table.play(table.move("US-4-8", IN_BRITAIN, mode=EVACUATION))
    assert table.judge(arriving("US-4-8", IN_BRITAIN, "2814")) == {"9.1a"}
    assert not table.rules.answers(table.state).reach(["US-4-8"], "normal").hexes


@pytest.mark.parametrize(("engineers", "refused"), [("2525", set()), ("2426", {"21.2a"})])
def test_units_leave_from_either_hex_of_an_open_beach(engineers: str, refused: set[str]) -> None:
    """21.1.1, 21.2: the engineers in one hex of Gold open the other too, as for landings."""
    table = campaign([counter("BR-Eng-9+10", engineers), counter("BR-50-56", "2526")])
    assert table.judge(table.move("BR-50-56", IN_BRITAIN, mode=EVACUATION)) == refused


@pytest.mark.parametrize("name", ["GE-7A-Sturm", "GE-3/6FJ"])
def test_units_of_an_army_or_of_a_regiment_return_without_their_division(name: str) -> None:
    """6.2.2: only divisional units need another unit of their division within five hexes."""
    units = [counter(name, "eliminated-german", steps=0)]
    pool = {"repl/german/infantry": 1}
    table = campaign(units, active="german", phase="replacement", tracks=pool)
    table.play(act.MoveUnits(units=(name,), path=("eliminated-german", "2029"), mode=RETURN))
    assert table.at(name) == "2029"


@pytest.mark.parametrize(
    ("pool", "name", "fits"),
    [
        ("infantry0", "GE-Chr-Todt", False),
        ("infantry-1", "GE-Chr-Todt", False),
        ("infantry", "GE-Chr-Todt", True),
        ("infantry0", "GE-Chr-Fortress", True),
        ("infantry-1", "GE-Chr-Fortress", True),
    ],
)
def test_infantry_of_low_quality_serves_no_unit_of_still_lower_quality(
    pool: str, name: str, fits: bool
) -> None:
    """6.4: a roll of 5 serves quality 0 and -1, a roll of 6 only -1; Organisation Todt has -2."""
    units = [counter(name, "eliminated-german", steps=0)]
    tracks = {f"repl/german/{pool}": 1}
    table = campaign(units, active="german", phase="replacement", tracks=tracks)
    back = act.MoveUnits(units=(name,), path=("eliminated-german", "3706"), mode=RETURN)
    assert table.judge(back) == (set() if fits else {"6.2.6"})


def test_the_cadre_of_a_unit_restored_in_britain_returns_to_the_display() -> None:
    """17.9.3, 21.2: it serves another unit then, and does not land."""
    units = [ENGINEERS, counter("US-Cadre-AG-1", IN_BRITAIN)]
    units += [counter("US-4-8", "cadres-allied", steps=1)]
    held = {"cadre/US-Cadre-AG-1": "US-4-8", "repl/us/infantry": 1}
    table = campaign(units, phase="replacement", tracks=held)
    table.play(act.PlaceMarker(unit="US-Cadre-AG-1", marker="replacement"))
    assert table.at("US-4-8") == IN_BRITAIN
    assert table.at("US-Cadre-AG-1") == "cadres-allied"


def test_an_evacuated_cadre_costs_as_much_as_its_unit() -> None:
    """6.5.1: the price is that of full strength."""
    units = [ENGINEERS, OMAHA, counter("US-Cadre-AG-1", IN_BRITAIN)]
    units += [counter("US-4-8", "cadres-allied", steps=1)]
    table = campaign(units, tracks={"cadre/US-Cadre-AG-1": "US-4-8"})
    table.play(arriving("US-Cadre-AG-1", IN_BRITAIN, "2814"))
    assert arrivals.points_left(table.now, "us") == 3


# -- 12 -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("steps", "option", "hex_"),
    [(1, "ignore", "0505"), (1, "retreat", "0509"), (3, None, "0509")],
)
def test_after_a1_d2_the_survivors_may_stay_if_the_force_is_lost(
    steps: int, option: str | None, hex_: str
) -> None:
    """12.6: they ignore the retreat, but nobody tries a determined defence (12.1)."""
    units = [
        allied("a", "0504", 12, steps=steps, max_steps=3),
        german("x", "0505", 2, steps=3, max_steps=3),
    ]
    table = Table(units)
    table.attack(["a"], "0505", 5)
    if option:
        assert table.options == ["ignore", "retreat"]
        question = table.rules.answers(table.state).question()
        assert question is not None
        assert question.text.endswith("Do the defenders stay or retreat?")
        table.choose(option)
    if hex_ == "0509":
        table.choose("x 0506 0507 0508 0509")
    assert table.at("x") == hex_


# -- 16 to 21 -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("status", "refused"), [([], set()), (["out_of_supply"], {"16.1.3a"})])
def test_whether_a_unit_may_dig_was_settled_in_its_supply_phase(
    status: list[str], refused: set[str]
) -> None:
    """16.1.3, 18.3: a unit without a marker is in supply although it is cut off by now."""
    units = [german("u", "0505", status=status)]
    table = Table(units, phase="movement", active="german", turn=6, weather="clear")
    assert table.judge(act.PlaceMarker(unit="u", marker="improved_position")) == refused


def test_an_isolated_headquarters_is_kept_by_any_other_unit() -> None:
    """18.5.4: another headquarters is a friendly unit too."""
    head: Json = {"kind": "hq", "steps": 1, "max_steps": 1, "status": ["isolated"]}
    for others, stays in (([], False), ([german("f", "1012", 1, **head)], True)):
        work = work_of(Table([german("h", "1010", 1, **head), *others], active="german"))
        supply.attrition(work, "german")
        assert ("h" in work.position.units) is stays


def test_lost_beach_engineers_return_to_britain_and_land_again() -> None:
    """21.1.4: a replacement brings them back; on land they could not go to their beach."""
    lost = counter("US-Eng-1S", LOST, steps=0)
    units = [OMAHA, lost, counter("US-HQ-5", "2719")]
    control = {"2814": "allied"}
    tracks = {"repl/us/infantry": 1}
    table = campaign(units, phase="replacement", tracks=tracks, control=control)
    back = act.MoveUnits(units=("US-Eng-1S",), path=(LOST, IN_BRITAIN), mode=RETURN)
    assert back in table.rules.legal(table.state, 50).actions
    assert table.judge(act.MoveUnits(units=("US-Eng-1S",), path=(LOST, "2719"), mode=RETURN))
    table.play(back)
    assert table.state.tracks["repl/us/infantry"] == 0
    table.play(act.NextPhase())
    table.play(arriving("US-Eng-1S", IN_BRITAIN, "2814"))
    assert "utah" in supply.open_beaches(table.now)


@pytest.mark.parametrize(
    ("scenario", "ships", "bombarded", "left"),
    [
        # In the perimeter, in the zone, in the perimeter for a defence.
        ("campaign", 2, None, (2, 2, 0)),
        ("campaign", 1, None, (0, 1, 0)),
        ("campaign", 1, 9, (1, 0, 0)),
        ("campaign", 2, 8, (0, 2, 0)),
        ("cherbourg", 1, None, (1, 1, 0)),
        ("cherbourg", 1, 9, (1, 0, 0)),
    ],
)
def test_the_bombardment_of_cherbourg_takes_both_american_ships(
    scenario: str, ships: int, bombarded: int | None, left: tuple[int, ...]
) -> None:
    """19.2, 26.2.4: both on one turn, for attacks only, and then none is left for the zone."""
    known: Json = {"naval/us": ships}
    if bombarded is not None:
        known["cherbourg-bombarded"] = bombarded
    now = campaign([], scenario, turn=9, tracks=known).now
    inside, zone = now.ground.index["3506"], now.ground.index["2519"]
    found = (
        naval.naval_left(now, "us", inside),
        naval.naval_left(now, "us", zone),
        naval.naval_left(now, "us", inside, attacking=False),
    )
    assert found == left


@pytest.mark.parametrize("scenario", ["campaign", "cherbourg"])
def test_the_first_ship_against_cherbourg_leaves_the_second_to_use(scenario: str) -> None:
    """19.2, 26.2.4: the Cherbourg game has one ship a turn, but two for the bombardment."""
    ships = 1 if scenario == "cherbourg" else 2
    work = work_of(campaign([], scenario, turn=9, tracks={"naval/us": ships}))
    inside, beside = work.position.ground.hexes(("3506", "3606"))
    for hex_, other, remains in ((inside, beside, 1), (beside, inside, 0)):
        naval.use_naval(work, "us", hex_)
        assert naval.naval_left(work.position, "us", other) == remains
        assert naval.naval_left(work.position, "us", hex_) == 0


@pytest.mark.parametrize(
    ("support", "code"),
    [("naval", None), ("h", None), ("h*", None), ("caen", "bad_action"), ("ships", "unknown_unit")],
)
def test_the_probe_takes_support_that_is_no_unit(support: str, code: str | None) -> None:
    """19.2, 17.2, 11.6.2: ships, Caen and second shifts, as its own list of actions names them."""
    head: Json = {"kind": "hq", "steps": 1, "max_steps": 1}
    position = {
        "game": "normandy44",
        "phase": "combat",
        "active": "allied",
        "weather": "overcast",
        "turn": 3,
        "board": {"rows": [1, 9], "cols": [1, 9], "hexes": {"0505": {"naval_zone": True}}},
        "units": [allied("a", "0506"), german("g", "0505"), allied("h", "0507", 1, **head)],
    }
    asker = Asker()
    action = {"kind": "declare_attack", "attackers": ["a"], "target": "0505"}
    request = {"op": "apply", "pos": asker.position(position), "dice": [1]}
    reply = asker.answer({**request, "action": {**action, "artillery": [support]}})
    assert reply.get("error", {}).get("code") == code


def test_a_mulberry_given_to_the_probe_is_complete_until_its_hex_is_lost() -> None:
    """21.1: it brings two supply points, and is gone with its hex, as one built in play."""
    port = {"markers": [{"kind": "mulberry", "hex": "2524"}]}
    table = campaign([OMAHA], phase="end", **port)
    table.play(act.NextPhase(), 4)
    assert table.state.tracks["supply_points.cw"] == 2
    lost = campaign([OMAHA, counter("GE-91-1057", "2524")], phase="combat", active="german", **port)
    lost.play(act.NextPhase())
    assert not lost.now.mulberries
    assert "mulberry-cw" in victory.closed_beaches(lost.now)


GLIDERS, PLANNED = "US-82-325", "2711"


@pytest.mark.parametrize(("leaves", "at"), [(True, PLANNED), (False, "turn-3")])
def test_gliders_wait_for_room_up_to_the_end_of_the_allied_movement_phase(
    leaves: bool, at: str
) -> None:
    """20.2.4: the hex may be vacated; otherwise they are a turn late."""
    full = [counter(name, PLANNED) for name in ("US-4-8", "US-4-12")]
    table = campaign([OMAHA, counter(GLIDERS, "turn-2"), *full], turn=2)
    if leaves:
        table.play(table.move("US-4-8", "2712"))
    table.play(act.NextPhase(), *((6,) if leaves else ()))
    assert table.at(GLIDERS) == at


def test_the_allies_choose_where_gliders_land_that_an_enemy_has_delayed() -> None:
    """20.2.4: another hex within four, free of enemies and their zones, not city nor flood."""
    enemy = counter("GE-91-1057", PLANNED)
    table = campaign([OMAHA, counter(GLIDERS, "turn-2"), enemy], turn=1, phase="end")
    table.play(act.NextPhase(), 2)
    assert table.at(GLIDERS) == "turn-3"
    table = campaign([OMAHA, counter(GLIDERS, "turn-3")], turn=2, phase="end")
    table.play(act.NextPhase(), 4)
    assert table.state.pending[-1].side == "allied"
    assert table.state.pending[-1].kind == "glider"
    ends = {option.split()[1] for option in table.options}
    assert ends >= {"2712", "2709"}
    # The planned hex, a flooded one, one five hexes away.
    assert not ends & {PLANNED, "2611", "2706"}
    table.choose(f"{GLIDERS} 2712", 6)
    assert table.at(GLIDERS) == "2712"


# -- 22 to 25 -------------------------------------------------------------------------------------


def test_a_division_that_withdraws_takes_its_units_in_britain_along() -> None:
    """22.2: none of its surviving units is left behind or returns."""
    units = [OMAHA, counter("US-82-505", "2719"), counter("US-82-507", IN_BRITAIN)]
    table = campaign(units, turn=9, phase="supply", control={"2719": "allied"})
    table.play(act.NextPhase())
    table.choose("withdraw")
    assert table.at("US-82-507") == table.at("US-82-505") != IN_BRITAIN


@pytest.mark.parametrize(("mark", "won"), [([], True), (["out_of_supply"], False)])
def test_the_supply_phase_of_the_allies_decides_who_is_supplied_at_the_edge(
    mark: list[str], won: bool
) -> None:
    """23.2, 18.3: a line that the German turn cut or opened does not matter."""
    engineers = {"US-Eng-1S": "2814", "US-Eng-5S": "2719", "BR-Eng-9+10": "2525"}
    engineers |= {"BR-Eng-7+8": "2527", "BR-Eng-5": "2330"}
    units = [counter(name, hex_) for name, hex_ in engineers.items()]
    units += [counter("BR-3-8", "1840"), counter("BR-3-9", "1740")]
    units += [counter("BR-3-185", "2240", status=mark)]
    caen = dict.fromkeys(("2029", "2030", "1929", "1930"), "allied")
    assert victory.allied_automatic(campaign(units, control=caen).now) is won


@pytest.mark.parametrize(("drop", "kept"), [("2710", False), ("2811", True)])
def test_an_empty_drop_hex_counts_only_if_it_is_a_village(drop: str, kept: bool) -> None:
    """25.2, 2.2.5: open ground is controlled by presence; Ste-Mère-Église is remembered."""
    here = [counter("US-82-505", drop)]
    table = campaign(here, "seven_turns", turn=7)
    held = ("drop", table.hex(drop), 1, "25.2e")
    assert held in victory.seven_turn_items(table.now)
    table.play(table.move("US-82-505", "2711"))
    assert (held in victory.seven_turn_items(table.now)) is kept


# -- 26 -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "at", "target", "turn", "refused"),
    [
        ("US-101-501", "3012", "2912", 3, {"26.3.2a"}),
        ("US-101-501", "3012", "2912", 2, set()),
        ("US-101-501", "2912", "2812", 3, set()),
        ("US-82-505", "3209", "3109", 3, {"26.3.3"}),
        ("US-82-505", "3109", "3010", 3, set()),
    ],
)
def test_paratroops_outside_their_range_do_not_attack_even_towards_it(
    name: str, at: str, target: str, turn: int, refused: set[str]
) -> None:
    """26.3.2, 26.3.3."""
    units = [counter(name, at), counter("GE-Chr-Naval", target)]
    table = campaign(units, "cherbourg", turn=turn, phase="combat")
    attack = act.DeclareAttack(attackers=(name,), target=target)
    assert {rule for rule in table.judge(attack) if rule.startswith("26.3")} == refused


@pytest.mark.parametrize(
    ("name", "at", "to", "rule"),
    [
        ("US-4-8", "2610", "2509", "26.1b"),
        ("GE-91-1057", "2514", "2515", "26.1b"),
        ("US-101-501", "2910", "3010", "26.3.2a"),
        ("US-82-505", "3109", "3209", "26.3.3"),
    ],
)
def test_the_reason_names_the_limit_of_the_cherbourg_game(
    name: str, at: str, to: str, rule: str
) -> None:
    """26.1, 26.3.2, 26.3.3: not the army boundary (22.1.2)."""
    side = "german" if name.startswith("GE") else "allied"
    table = campaign([ENGINEERS, counter(name, at)], "cherbourg", active=side)
    assert table.judge(table.move(name, to)) == {rule}


@pytest.mark.parametrize(
    ("scenario", "turn", "name", "at", "status", "rule"),
    [
        ("campaign", 3, "US-1-16", "2223", [], "22.1.2b"),
        ("campaign", 3, "US-1-16", "2223", ["disrupted"], "22.1.2b"),
        ("campaign", 3, "US-1-16", "2223", ["scattered"], ""),
        ("campaign", 3, "US-1-16", "2222", [], ""),
        ("campaign", 3, "BR-3-8", "2220", [], "22.1.2b"),
        ("cherbourg", 3, "US-101-501", "3012", [], "26.3.2a"),
        ("cherbourg", 2, "US-101-501", "3012", [], ""),
        ("cherbourg", 3, "US-82-505", "3209", [], "26.3.3"),
        ("cherbourg", 3, "US-82-505", "3109", [], ""),
    ],
)
def test_units_too_far_out_move_back_before_the_phase_ends(
    scenario: str, turn: int, name: str, at: str, status: list[str], rule: str
) -> None:
    """22.1.2, 26.3.2, 26.3.3: they have to, if they can; a move nearer is enough."""
    table = campaign([counter(name, at, status=status)], scenario, turn=turn)
    assert table.judge(act.NextPhase()) == ({rule} if rule else set())
    orders = table.rules.legal(table.state, 500).actions
    assert (act.NextPhase() in orders) is not bool(rule)
    if rule:
        end = next(iter(table.reach(name, "tactical").values()))
        table.play(table.move(name, *map(table.now.number, end.path[1:]), mode="tactical"))
        assert not table.judge(act.NextPhase())


def test_the_list_of_orders_begins_with_units_that_have_to_move_back() -> None:
    """22.1.2: the computer player takes the first order where it may not end the phase."""
    table = campaign([counter("US-1-16", "2519"), counter("US-29-115", "2223")])
    first = table.rules.legal(table.state, 500).actions[0]
    assert isinstance(first, act.MoveUnits)
    assert first.units == ("US-29-115",)


def test_a_unit_beyond_the_boundary_attacks_nobody_there_on_its_way_back() -> None:
    """22.1.2: it may move back over such hexes, not attack them."""
    units = [counter("US-1-16", "2224"), counter("GE-91-1057", "2223")]
    attack = act.DeclareAttack(attackers=("US-1-16",), target="2223")
    assert campaign(units, phase="combat").judge(attack) == {"22.1.2a"}


@pytest.mark.parametrize("dice", [(1,), (1, 4)])
def test_armour_of_the_cherbourg_game_serves_in_its_own_turn_only(dice: tuple[int, ...]) -> None:
    """26.2.3: in a storm, or with historical storms when a 1 is rolled; unused it waits again."""
    options = {"storms": "historical"} if len(dice) > 1 else {}
    table = campaign([ENGINEERS], "cherbourg", phase="end", options=options)
    pool = "repl/german/armour"
    table.play(act.NextPhase(), *dice)
    table.play(act.NextPhase())
    assert table.state.tracks[pool] == 1
    table.play(act.NextPhase())
    assert pool not in table.state.tracks
    kept = dict(table.state.tracks)
    again = campaign([ENGINEERS], "cherbourg", turn=4, phase="end", tracks=kept)
    again.play(act.NextPhase(), *dice)
    assert again.state.tracks[pool] == 1


@pytest.mark.parametrize(("ships", "refused"), [(1, set()), (0, {"28.3c"})])
def test_nobody_lands_on_sword_under_the_guns_of_mont_canisy(ships: int, refused: set[str]) -> None:
    """28.3: who brings reinforcements over Sword has to suppress the battery."""
    units = [counter("BR-Eng-5", "2330"), counter("BR-Eng-7+8", "2527")]
    units += [counter("BR-3-9", IN_BRITAIN), counter("GE-SP-MontCanisy", "2437")]
    known: Json = {"tracks": {"naval/cw": ships}, "control": {"2330": "allied", "2527": "allied"}}
    table = campaign(units, options={"coast_batteries": "on"}, **known)
    assert table.judge(arriving("BR-3-9", IN_BRITAIN, "2330")) == refused
    assert not table.judge(arriving("BR-3-9", IN_BRITAIN, "2527"))


def test_the_cadre_of_a_paratroop_regiment_keeps_to_its_range() -> None:
    """26.3.2, 17.9: the cadre stands for the unit."""
    cadre = counter("US-Cadre-AG-1", "2912")
    away = counter("US-101-501", "cadres-allied", steps=1)
    for held, refused in ({}, set()), ({"cadre/US-Cadre-AG-1": "US-101-501"}, {"26.3.2a"}):
        table = campaign([cadre, away], "cherbourg", tracks=held)
        assert table.judge(table.move("US-Cadre-AG-1", "3012")) == refused


def test_lost_engineers_of_utah_cost_two_points_in_the_cherbourg_game_too() -> None:
    """6.5.3, 26.2.7: what is left does not pay for a supply point."""
    for units, points in ([ENGINEERS], 4), ([], 2):
        now = campaign(units, "cherbourg", turn=8, weather="clear").now
        assert arrivals.budget(now, "us") == points


# -- units that become something else --------------------------------------------------------------

CADRE = "US-Cadre-AG-1"
"""The cadre on the display that an infantry regiment leaves behind."""


def regiment(*others: Json, foe: int = 2, steps: int = 1, **position: Any) -> Table:
    """The 16th Regiment on its second step beside a German unit behind a minor river."""
    units = [counter("US-1-16", "2020", steps=2), counter(CADRE, "cadres-allied"), *others]
    units.append(german("x", "2021", foe, steps=steps, max_steps=3))
    return campaign(units, turn=5, phase="combat", **position)


def test_the_cadre_of_an_attacker_advances_like_its_unit() -> None:
    """14.1b, 17.9.1: a cadre replaces its unit, which took part; 10.7: others cannot attack."""
    table = regiment()
    table.attack(["US-1-16"], "2021", 5)  # EX at 1:2
    assert table.options == [f"{CADRE} 2021", "none"]
    table.choose(f"{CADRE} 2021")
    assert table.at(CADRE) == "2021"


def test_the_cadre_of_an_attacker_pays_for_a_determined_defence() -> None:
    """12.4.4, 17.9.1: the result AL takes a step of any unit that attacked, whatever is left."""
    known: Json = {"markers": [{"kind": "improved_position", "hex": "2021"}]}
    table = regiment(foe=1, steps=3, **known)
    table.attack(["US-1-16"], "2021", 3)  # A1/DR at 1:1
    assert table.at(CADRE) == "2020"
    table.choose("hold x", 6)  # hold AL/IP
    assert (table.at(CADRE), table.at("x")) == ("cadres-allied", "2021")


def test_the_cadre_of_a_unit_that_retreats_over_water_has_retreated_too() -> None:
    """13.2.1, 13.5, 17.9.1: attacked again in the phase, it adds nothing to the defence."""
    table = campaign(
        [counter("US-1-16", "2020", steps=2), counter(CADRE, "cadres-allied")],
        tracks={"retreated/US-1-16": 1},
    )
    work = work_of(table)
    cadres.lose_step(work, "US-1-16")
    assert f"retreated/{CADRE}" in work.state.tracks
    fresh = campaign([counter("US-1-16", "2020", steps=2), counter(CADRE, "cadres-allied")])
    work = work_of(fresh)
    cadres.lose_step(work, "US-1-16")
    assert f"retreated/{CADRE}" not in work.state.tracks


def test_the_cadre_of_paratroops_comes_back_with_the_face_of_its_unit() -> None:
    """17.9.4, 21.2: by a replacement or over a beach; it moves three hexes, not four."""
    behind = counter("US-82-505", "cadres-allied")
    mate = counter("US-82-507", "2811")
    known = {tracks.CADRE + CADRE: "US-82-505", "repl/us/airborne": 1}
    back = act.MoveUnits(units=(CADRE,), path=("cadres-allied", "2811"), mode=RETURN)
    units = [ENGINEERS, behind, mate, counter(CADRE, "cadres-allied", steps=0)]
    table = campaign(units, phase="replacement", tracks=known, control={"2811": "allied"})
    table.play(back)
    assert table.unit(CADRE).values.movement == 3
    table = campaign([ENGINEERS, behind, counter(CADRE, IN_BRITAIN)], tracks=known)
    table.play(arriving(CADRE, IN_BRITAIN, "2814"))
    assert table.unit(CADRE).values.movement == 3
    other = known | {tracks.CADRE + CADRE: "US-4-12"}
    table = campaign([ENGINEERS, counter(CADRE, IN_BRITAIN)], tracks=other)
    table.play(arriving(CADRE, IN_BRITAIN, "2814"))
    assert table.unit(CADRE).values.movement == 4


@pytest.mark.parametrize("place", [IN_BRITAIN, "follow-up-omaha", "2818"])
def test_rangers_leave_the_game_wherever_they_are(place: str) -> None:
    """17.5, 21.2: with no German within four hexes of Pointe du Hoc they do not land again."""
    ranger = counter("US-5Rgr", place)
    table = campaign([OMAHA, ranger], turn=6, phase="supply", active="german")
    table.play(act.NextPhase())
    assert table.at("US-5Rgr") == LOST
    assert table.state.tracks["withdrawn/US-5Rgr"] == 6
    near = [OMAHA, ranger, counter("GE-352-1/914", "2616")]
    kept = campaign(near, turn=6, phase="supply", active="german")
    kept.play(act.NextPhase())
    assert kept.at("US-5Rgr") == place


def test_rangers_that_were_lost_are_not_withdrawn() -> None:
    """17.5: they are gone already; nobody is withdrawn twice."""
    lost = counter("US-5Rgr", LOST, steps=0)
    table = campaign([OMAHA, lost], turn=6, phase="supply", active="german")
    table.play(act.NextPhase())
    assert "withdrawn/US-5Rgr" not in table.state.tracks


@pytest.mark.parametrize(("path", "due"), [(("2524", "2523"), 0), (("2423", "2322"), 7)])
def test_germans_who_pass_through_arromanches_destroy_its_mulberry(
    path: tuple[str, ...], due: int
) -> None:
    """21.1.4, 2.2.5: a village belongs to whoever had a unit in it last."""
    units = [counter("BR-Eng-7+8", "2526"), counter("GE-21-192", "2424")]
    known: Json = {
        "tracks": {"mulberry/cw": 7},
        "control": {"2524": "allied"},
        "markers": [{"kind": "mulberry", "hex": "2524"}],
    }
    table = campaign(units, turn=8, active="german", **known)
    table.play(table.move("GE-21-192", *path))
    table.play(act.NextPhase())
    assert table.state.tracks["mulberry/cw"] == due
    assert bool(table.state.markers) == bool(due)


# -- paths that the list leaves out ----------------------------------------------------------------


def beaten(*more: Json) -> Table:
    """A German unit that has to retreat two hexes from 0505 (A1/D1 at 3:1)."""
    table = Table([allied("a", "0504", 12), german("x", "0505", 4), *more])
    table.attack(["a"], "0505", 5)
    table.choose("retreat")
    return table


def refused(table: Table, option: str) -> set[str]:
    """The rules that refuse an answer to the pending decision."""
    return table.judge(act.Choose(decision=table.state.pending[-1].kind, option=option))


def test_a_retreat_takes_any_path_of_the_same_price() -> None:
    """13.1.4: the owner chooses the way; the list has one to each hex."""
    table = beaten()
    assert "x 0506 0607" in table.options
    assert "x 0606 0607" not in table.options
    assert refused(table, "x 0405 0305") == {"13.1.2a"}
    assert refused(table, "x 0606 0507") == {"3.0"}  # 0606 and 0507 are apart
    table.choose("x 0606 0607")
    assert table.at("x") == "0607"


def test_an_advance_takes_any_path_to_a_listed_hex() -> None:
    """14.2: in any direction; over the vacated hex or past it."""
    table = beaten()
    table.choose("x 0506 0407")
    assert "a 0505 0406" in table.options
    assert "a 0405 0406" not in table.options
    assert refused(table, "a 0605 0606 0607") == {"14.1a"}
    table.choose("a 0405 0406")
    assert table.at("a") == "0406"


@pytest.mark.parametrize(
    ("dragged", "played"),
    [
        (("0606", "0607"), "x 0606 0607"),
        (("0506", "0607"), "x 0506 0607"),
        (("0607",), "x 0506 0607"),
        (("0405", "0407"), "x 0506 0407"),
    ],
)
def test_a_dragged_retreat_goes_by_its_path_where_that_is_legal(
    dragged: tuple[str, ...], played: str
) -> None:
    """13.1.4: otherwise by the listed path to the same hex."""
    table = beaten()
    move = act.MoveUnits(units=("x",), path=("0505", *dragged))
    meant = table.rules.answers(table.state).drag_action(move, "enforced")
    assert meant == act.Choose(decision="retreat", option=played)


def test_a_retreat_among_friends_on_the_road_is_refused_for_that_reason() -> None:
    """13.7: not for steps that it does not cost."""
    table = beaten(german("s", "0507", 2, "tank", status=["strategic"]))
    assert refused(table, "x 0506 0507") == {"13.7"}


def test_a_retreat_takes_the_markers_of_trucks_off_friends_too() -> None:
    """9.8.5, 9.8.6: a stack after a retreat is a reason for the truck's marker as well."""
    table = beaten(german("s", "0507", 4, status=["truck"]))
    table.choose("x 0506 0507")
    assert "truck" not in table.unit("s").status


def against_the_rules(table: Table, option: str) -> None:
    """Give an answer under advisory rules."""
    action = act.Choose(decision=table.state.pending[-1].kind, option=option)
    outcome = play(table.rules, table.state, action, Given(()), "advisory")
    table.state = apply(table.state, outcome.effects, table.rules.places)


@pytest.mark.parametrize(
    ("option", "place", "rule"),
    [("x 0405 0305", "0305", "13.1.2a"), ("x 0405 0304", "0304", "13.1.2a")],
)
def test_advisory_rules_let_units_retreat_by_other_paths(
    option: str, place: str, rule: str
) -> None:
    """The breach is flagged; the unit goes there and is disrupted."""
    table = beaten()
    assert refused(table, option) == {rule}
    against_the_rules(table, option)
    assert table.at("x") == place
    assert "disrupted" in table.unit("x").status


@pytest.mark.parametrize("option", ["x 0508", "x 0504", "x 9999", "x", "a 0404", "x 0506 there"])
def test_advisory_rules_never_let_units_jump_or_enter_the_enemy(option: str) -> None:
    with pytest.raises(Forbidden):
        against_the_rules(beaten(), option)


def test_advisory_rules_let_units_advance_too_far() -> None:
    """14.1."""
    table = beaten()
    table.choose("x 0506 0407")
    assert refused(table, "a 0605 0606 0607") == {"14.1a"}
    against_the_rules(table, "a 0605 0606 0607")
    assert table.at("a") == "0607"


def test_advisory_rules_let_another_unit_of_the_side_take_a_loss() -> None:
    """12.2.2."""
    stack = [german(name, "0505", 2) for name in ("x", "z")]
    table = Table([allied("a", "0504", 12), german("y", "0101", 2), *stack])
    table.attack(["a"], "0505", 5)  # A1/D1
    assert table.options == ["x", "z"]
    assert refused(table, "y") == {"12.2.2"}
    with pytest.raises(Forbidden):
        against_the_rules(table, "a")
    against_the_rules(table, "y")
    assert (table.unit("y").steps, table.unit("x").steps) == (1, 2)


# -- reserve ---------------------------------------------------------------------------------------

SOURCE: Json = {"areas": {"green": {"kind": "entry", "hexes": ["0505"]}}}


def test_a_replacement_takes_a_unit_out_of_reserve() -> None:
    """15.4, 15.1: a unit that has received a replacement this turn is not in reserve."""
    units = [german("x", "0505", steps=1, status=["reserve"]), allied("a", "0101")]
    pool = {"repl/german/infantry": 1}
    table = Table(units, phase="replacement", active="german", tracks=pool, **SOURCE)
    table.play(act.PlaceMarker(unit="x", marker="replacement"))
    assert set(table.unit("x").status) == {"replacement"}


def test_only_the_builder_of_a_position_is_kept_out_of_reserve() -> None:
    """16.1.3: others in the hex may be placed; in a given position nobody knows who builds."""
    units = [german("x", "0505", 2), german("y", "0505", 2)]
    reserve = {name: act.PlaceMarker(unit=name, marker="reserve") for name in "xy"}
    table = Table(units, phase="movement", active="german", turn=6, **SOURCE)
    table.play(act.PlaceMarker(unit="x", marker="improved_position"))
    assert table.judge(reserve["x"]) == {"16.1.3b"}
    table.play(reserve["y"])
    assert "reserve" in table.unit("y").status


# -- units that have just landed -------------------------------------------------------------------


def test_a_unit_that_landed_away_from_the_enemy_is_marked_in_the_tracks() -> None:
    """6.5.2: the marker is only a reminder for those next to an enemy."""
    regiment = counter("US-9-39", IN_BRITAIN)
    table = campaign([OMAHA, regiment], control={"2719": "allied"}, tracks={"rp/us": 0})
    table.play(arriving("US-9-39", IN_BRITAIN, "2719"))
    assert not table.unit("US-9-39").status
    assert table.now.has_landed(table.unit("US-9-39"))


@pytest.mark.parametrize(
    ("known", "used", "advance"), [({"ashore/a": 1}, 6, ["a 0505", "none"]), ({}, 12, None)]
)
def test_an_enemy_that_retreats_next_to_it_is_attacked_at_half(
    known: Json, used: int, advance: list[str] | None
) -> None:
    """6.5.2, 14.1: half strength, a limited advance and no reserve, with or without the marker."""
    units = [allied("a", "0504", 12), german("x", "0505", 1, steps=1, max_steps=1)]
    table = Table(units, tracks=known)
    assert table.odds(["a"], "0505").strengths[0].used == used
    table.attack(["a"], "0505", 6)  # DH
    assert advance is None or table.options == advance
    assert ("reserve a" in table.options) is (advance is None)
