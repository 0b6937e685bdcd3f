"""Chapter 23: engineers as ferries and for assaults, corps boundaries, reconnaissance units."""

from __future__ import annotations

import pytest

from engine.games.holland44.positions import setting
from tests.games.holland44.rules.tabletop import tank, unit

RIVER = {f"{r:02d}05/{r:02d}06": ["major_river"] for r in range(1, 11)}
RIVER |= {f"{r:02d}05/{r + 1:02d}06": ["major_river"] for r in range(1, 10, 2)}
RIVER |= {f"{r:02d}06/{r + 1:02d}05": ["major_river"] for r in range(2, 10, 2)}
ENGINEERS = "BR-43Div-Eng"


@pytest.fixture
def bank(diagram):
    """Engineers on the west bank at 0505, and others with them."""

    def make(*units, engineers=None, **board):
        eng = {"id": ENGINEERS, "hex": "0505", **(engineers or {})}
        return diagram([eng, *units, unit("g1", "0110")], hexsides=RIVER, **board)

    return make


def order(names, *path, mode="tactical"):
    return {"kind": "move", "units": names.split(), "path": list(path), "mode": mode}


def rules(table, action):
    return {v["rule"] for v in table.refused(action)["verdicts"] if v["level"] == "forbid"}


def test_23_3_3_engineers_carry_others_over_and_stay(bank):
    table = bank(unit("a1", "0504")).march("a1", "0504", "0505", "0506", mode="tactical")
    assert table.at("a1") == "0506"
    assert table.status(ENGINEERS) == {"ferry"}
    assert table.state()["tracks"][f"ferry/{ENGINEERS}"] == 2
    assert "23.3.3" in rules(table, order(ENGINEERS, "0505", "0504"))
    assert table.reach(ENGINEERS) == {}


def test_23_3_3_they_may_move_to_the_river_and_ferry_in_the_same_phase(bank):
    table = bank(unit("a1", "0504"), engineers={"hex": "0503"})
    assert "0506" not in table.reach("a1")
    there = table.march(ENGINEERS, "0503", "0504", "0505")
    assert there.reach("a1")["0506"]["mode"] == "tactical"
    assert there.march("a1", "0504", "0505", "0506", mode="tactical").at("a1") == "0506"


def test_23_3_3_six_steps_a_turn_one_of_them_a_vehicle_step(bank):
    units = [unit("a1", "0505", max_steps=3), unit("a2", "0505"), tank("a3", "0505", max_steps=1)]
    table = bank(*units, tank("a4", "0505", max_steps=1))
    for name in ("a1", "a3"):
        table = table.march(name, "0505", "0506", mode="tactical")
    second = table.move("a4", "0505", "0506", mode="tactical")
    assert "Of the six steps" in " ".join(v["text"] for v in second["verdicts"])
    table = table.march("a2", "0505", "0506", mode="tactical")
    full = bank(*units[:2], unit("a5", "0505")).march("a1 a2", "0505", "0506", mode="tactical")
    assert "23.3.3" in rules(full, order("a5", "0505", "0506"))


def test_23_3_3b_engineers_cross_alone_and_tactically(bank):
    table = bank(unit("a1", "0505"))
    assert "8.5.4" in rules(table, order(ENGINEERS, "0505", "0506", mode="normal"))
    assert "23.3.3" in rules(table, order(f"a1 {ENGINEERS}", "0505", "0506"))
    over = table.march(ENGINEERS, "0505", "0506", mode="tactical")
    assert over.at(ENGINEERS) == "0506"
    assert over.status(ENGINEERS) == set()
    after = over.march("a1", "0505", "0506", mode="tactical")  # carried from the other bank
    assert after.state()["tracks"][f"ferry/{ENGINEERS}"] == 3


def test_23_3_3_engineers_that_ferried_themselves_support_no_assault(diagram):
    """A ferry or an assault in a turn: infantry waits on the other bank, beside the next river."""
    second = {"0506/0507": ["major_river"]}
    areas = {"N": {"side": "allied", "hexes": ["0501"]}}
    for start, marked in ("0505", set()), ("0606", {"river_assault"}):
        units = [{"id": ENGINEERS, "hex": start}, unit("a1", "0506"), unit("g1", "0508")]
        water = {"0505/0506": ["major_river"], **second}
        table = diagram(units, hexsides=water, areas=areas)
        table = table.march(ENGINEERS, start, "0506", mode="tactical")
        assert table.next().status("a1") == marked


def test_23_3_3c_the_ferry_side_is_up_to_the_end_of_the_turn(bank):
    areas = {"N": {"side": "allied", "hexes": ["0501"]}}
    table = bank(unit("a1", "0505"), areas=areas)
    table = table.march("a1", "0505", "0506", mode="tactical").next()
    assert (table.state()["phase"], table.status(ENGINEERS)) == ("combat", {"ferry"})
    assert table.next().status(ENGINEERS) == set()


def test_23_3_3c_ferries_obey_8_5_5(bank):
    table = bank(unit("a1", "0505"), unit("g2", "0507"))
    assert rules(table, order("a1", "0505", "0506")) == {"8.5.5"}


@pytest.mark.parametrize("water", ["canal", "minor_river"])
def test_23_3_3d_no_ferry_is_needed_on_other_water(diagram, water):
    units = [unit("a1", "0505"), {"id": ENGINEERS, "hex": "0505"}, unit("g1", "0110")]
    table = diagram(units, hexsides={"0505/0506": [water]})
    over = table.march("a1", "0505", "0506", mode="tactical")
    assert over.status(ENGINEERS) == set()
    assert not [name for name in over.state()["tracks"] if name.startswith("ferry/")]


def test_23_3_2_engineers_and_infantry_that_waited_may_assault(bank):
    table = bank(unit("a1", "0505", attack=15), unit("a2", "0504"), unit("g2", "0506"))
    table = table.march("a2", "0504", "0505").next()
    assert table.status("a1") == table.status(ENGINEERS) == {"river_assault"}
    assert table.status("a2") == set()
    attacks = [a for a in table.ask("legal")["actions"] if a["kind"] == "declare_attack"]
    assert any(a["attackers"] == ["a1"] for a in attacks)


def test_23_3_2_engineers_may_have_come_up_but_not_by_extended_movement(bank):
    table = bank(unit("a1", "0505"), engineers={"hex": "0503"})
    path = ("0503", "0504", "0505")
    assert "8.2.1" in rules(table, order(ENGINEERS, *path, mode="extended"))
    assert table.march(ENGINEERS, *path).next().status("a1") == {"river_assault"}


def test_23_3_2_after_ferrying_there_is_no_assault(bank):
    table = bank(unit("a1", "0505"), unit("a2", "0505"), unit("g2", "0610"))
    ferried = table.march("a2", "0505", "0506", mode="tactical").next()
    assert ferried.status("a1") == set()
    assert ferried.status(ENGINEERS) == {"ferry"}


def test_23_3_2_no_assault_without_engineers_or_after_a_move(bank):
    alone = bank(unit("a1", "0605"), unit("g2", "0506")).next()
    assert alone.status("a1") == set()
    moved = bank(unit("a1", "0504"), unit("g2", "0606")).march("a1", "0504", "0505").next()
    assert moved.status(ENGINEERS) == set()


@pytest.fixture
def borders(table):
    """A unit of a corps on the real board on turn 3, before the Allies move."""

    def make(hex_, turn=3, **fields):
        position = {"turn": turn, "phase": "movement", "active": "allied", "clear_board": True}
        one = {"id": "a1", "side": "allied", "kind": "infantry", "movement": 9, "hex": hex_}
        return table({**position, "units": [{**one, "nationality": "British", **fields}]})

    return make


def test_23_4b_north_of_the_boundaries_corps_units_are_free_but_do_not_turn_back(borders):
    zones = setting("campaign").ground.corps_zones
    numbers = setting("campaign").board.numbers
    north = {numbers[i] for i in zones["north"]}
    mine = {numbers[i] for i in zones["30C"]}
    start = "2205"
    assert start in north
    reached = set(borders(start, corps="30C").reach("a1"))
    assert reached <= north | mine
    assert reached & north
    free = set(borders(start, turn=7, corps="30C").reach("a1"))
    assert free - north - mine


def test_23_4_a_company_keeps_to_the_corps_of_its_battalion(table):
    pool = {"id": "BR-BD-Inf-1", "hex": "breakdowns-allied"}
    battalion = {"id": "BR-2L/9", "hex": "1306"}
    position = {"turn": 3, "phase": "movement", "active": "allied", "clear_board": True}
    start = table({**position, "units": [battalion, pool]})
    bound = set(start.reach("BR-2L/9"))
    parted = start.apply({"kind": "split", "unit": "BR-2L/9", "part": "BR-BD-Inf-1"})
    assert set(parted.reach("BR-BD-Inf-1")) == bound
    stray = table({**position, "units": [{**pool, "hex": "1306"}]})
    assert bound < set(stray.reach("BR-BD-Inf-1"))


def after_the_loss(diagram, die, attack, *company, **fields):
    """The table after an attack on a reconnaissance unit, when its retreat is due."""
    recon = unit("g1", "0506", **{"kind": "recon", **fields})
    units = [unit("a1", "0505", attack=attack), recon, *company]
    return diagram(
        units, phase="combat", areas={"G": {"side": "german", "hexes": ["0510"]}}
    ).attack("a1", "0506", die)


@pytest.mark.parametrize(("die", "attack", "result"), [(6, 21, "D1"), (6, 33, "DS")])
def test_23_7_a_lone_reconnaissance_unit_keeps_its_step(diagram, die, attack, result):
    table = after_the_loss(diagram, die, attack)
    assert table.state()["tracks"]["combat"].split()[3] == result
    while table.pending and table.asked[1] in ("determined", "retreat"):
        table = table.choose("decline" if table.asked[1] == "determined" else table.asked[2][0])
    assert table.steps("g1") == 2
    assert table.at("g1") != "0506"


def test_23_7_other_units_and_other_results_lose_theirs(diagram):
    pair = after_the_loss(diagram, 6, 42, unit("g2", "0506"))
    assert pair.asked[:2] == ("german", "loss")
    exchange = after_the_loss(diagram, 4, 5)
    assert exchange.state()["tracks"]["combat"].split()[3] == "EX"
    assert exchange.steps("g1") == 1
    assert after_the_loss(diagram, 6, 33, kind="infantry").steps("g1") == 1


# -- garrisons (23.6) -----------------------------------------------------------------------------

TIEL = {"id": "GE-TielGarrison", "hex": "5606"}


def test_23_6_a_garrison_that_has_seen_the_allies_near_is_free_for_good(table):
    far = {"id": "BR-2-1P", "hex": "5309"}
    north = {"id": "BR-1-1P", "hex": "6516"}  # or the Germans win (26.2)
    position = {"clear_board": True, "turn": 4, "phase": "movement", "units": [TIEL, far, north]}
    away = order(TIEL["id"], "5606", "5607", mode="normal")
    german = {"active": "german"}
    assert rules(table({**position, **german}), away) == {"23.6"}
    start = table({**position, "active": "allied"})
    near = start.reach("BR-2-1P")["5407"]["path"]
    seen = start.march("BR-2-1P", *near, mode="best")
    assert seen.state()["tracks"]["released/GE-TielGarrison"] == 1
    lost = {"kind": "manual_edit", "effects": [_removed(seen, "BR-2-1P")]}
    gone = seen.apply(lost, mode="off")
    while gone.state()["active"] != "german" or gone.state()["phase"] != "movement":
        gone = gone.choose(gone.asked[2][0]) if gone.pending else gone.next()
    assert gone.apply(away).at(TIEL["id"]) == "5607"


def _removed(table, name):
    """The effect that takes a piece away."""
    unit = table.state()["units"][name]
    fields = {k: unit[k] for k in ("counter", "side", "at", "steps", "status")}
    return {"kind": "remove", "unit": name, "index": 0, **fields}
