"""Chapter 12, edge cases: payment of losses, and desperate defence."""

from __future__ import annotations

import pytest

from tests.games.holland44.rules.tabletop import tank, unit

EAST = {"G": {"side": "german", "hexes": ["0510"]}}
RING = ("0406", "0407", "0507", "0606", "0607")
"""The hexes around 0506 but for 0505, from which it is attacked."""


@pytest.fixture
def attack(diagram):
    """A DR against 0506 from 0505, at 4:1 or 5:1: the German may try to hold."""

    def make(*others, strength, **board):
        table = diagram([unit("a1", "0505", attack=strength), *others], phase="combat", **board)
        column = table.odds("a1", target="0506")["column"]
        return table.attack("a1", "0506", {"4:1": 3, "5:1": 1}[column])

    return make


def test_12_3_no_loss_if_the_lead_formation_is_gone(diagram):
    units = [
        unit("a1", "0505", attack=1, max_steps=1),
        unit("a2", "0606", attack=38, formation="43 Inf Div"),
        unit("g1", "0506"),
    ]
    fields = {"lead": "Guards Armd Div", "attached": None}
    table = diagram(units, phase="combat", areas=EAST).attack("a1 a2", "0506", 4, **fields)
    assert table.at("a1") == "eliminated-allied"  # A1/D1
    held = table.choose("g1", 6)  # hold 1/1
    assert held.at("g1") == "eliminated-german"
    assert held.steps("a2") == 2
    assert held.pending == []


def test_12_4_units_that_can_stop_among_friends_are_not_desperate(attack):
    """The only path out of the ring costs a step (13.3): of two companies one is left."""
    ring = [unit(f"a{n}", h) for n, h in enumerate(RING, 2) if h != "0507"]
    ring += [unit("a9", "0508"), unit("g3", "0507", max_steps=1)]
    pair = [unit("g1", "0506", max_steps=1, defense=2), unit("g2", "0506", max_steps=1, defense=3)]
    table = attack(*pair, *ring, strength=20).choose("g1", 2)
    assert table.asked[1] == "retreat"
    table = table.choose("g1 g2 0506 0507").choose("g1")
    assert (table.at("g1"), table.at("g2")) == ("eliminated-german", "0507")


def test_12_4_a_stack_that_would_overstack_together_may_roll_again(attack):
    """Each of two regiments fits in 0508 alone, but not both together."""
    regiments = [unit("g1", "0506", max_steps=3, defense=2), unit("g2", "0506", max_steps=3)]
    water = {f"{s}": ["canal"] for s in ("0406/0506", "0407/0506", "0506/0606", "0506/0607")}
    water |= {f"{s}": ["canal"] for s in ("0407/0507", "0408/0507", "0507/0607", "0507/0608")}
    friends = [unit("g3", "0508", max_steps=3), unit("g4", "0508", max_steps=2)]
    full = attack(*regiments, *friends, strength=28, hexsides=water, areas=EAST)
    again = full.choose("g2", 2)
    assert again.asked == ("german", "determined", ["decline", "g1", "g2"])
    assert again.steps("g2") == 2
    room = attack(*regiments, friends[1], strength=28, hexsides=water, areas=EAST)
    assert room.choose("g2", 2).asked[1] == "retreat"


def test_12_4_the_rest_is_desperate_after_the_loss_of_the_unit_that_could_retreat(attack):
    guns = unit("g1", "0506", movement=0, max_steps=1)
    foot = unit("g2", "0506", max_steps=1)
    table = attack(guns, foot, strength=40, areas=EAST)
    assert table.choose("g2", 2).asked[1] == "retreat"  # one of them can go: a dash is a dash
    fallen = table.choose("g2", 1)
    assert fallen.asked == ("german", "determined", ["decline", "g1"])
    assert fallen.choose("g1", 2).at("g1") == "eliminated-german"


def test_10_2_3_an_attacker_may_attach_no_unit(diagram):
    """Page 15, case B: without the attached unit the elite are in the majority."""
    units = [
        unit("a1", "0505", quality="elite", max_steps=3),
        tank("a2", "0505", formation="43 Inf Div", max_steps=3),
        unit("g1", "0506", defense=2),
    ]
    table = diagram(units, phase="combat", areas=EAST)
    lead = {"lead": "Guards Armd Div"}
    best = table.attack("a1 a2", "0506", 1, **lead).state()["tracks"]["combat"]
    nobody = table.attack("a1 a2", "0506", 1, **lead, attached=None)
    assert best == "0506 6:1 1 DRX"
    assert nobody.state()["tracks"]["combat"] == "0506 5:1 1 DR"  # 5 + 4 to 2, and the elite
    assert nobody.last["entry"]["action"]["attached"] is None


def test_25_3_1_overrun_units_get_no_artillery_support(table):
    units = [
        {"id": "US-1/501", "hex": "3807"},
        {"id": "u1", "side": "german", "kind": "unknown", "hex": "3808"},
        {"id": "GE-HGTraining", "hex": "unknown-pool"},
        {"id": "GE-Krause", "hex": "3810"},
    ]
    position = {"turn": 3, "phase": "movement", "active": "allied", "clear_board": True}
    run = table({**position, "units": units}).march("US-1/501", "3807", "3808", dice=[1, 3])
    assert run.asked == ("german", "determined", ["decline", "GE-HGTraining"])
    fought = table({**position, "phase": "combat", "units": units}).attack("US-1/501", "3808", 1, 3)
    assert "GE-HGTraining GE-Krause" in fought.asked[2]


def test_10_2_2_the_beginning_of_a_formations_name_will_do(table):
    """In a position and in an attack alike, where it is not the beginning of several."""
    given = unit("g1", "6320", formation="II SS Pz")
    units = [given, {"id": "GE-Harder", "hex": "6320"}, unit("a1", "6319")]
    position = {"turn": 4, "phase": "combat", "active": "german", "clear_board": True}
    fields = {"lead": "II SS Pz", "attached": None}
    asked = table({**position, "units": units})
    found = asked.odds("g1", "GE-Harder", target="6319", **fields)
    assert (found["lead"], found["attack"]) == ("II SS Pz Korps (red)", 9)
    fought = asked.attack("g1 GE-Harder", "6319", 1, **fields)
    assert fought.state()["tracks"]["combat"].startswith(f"6319 {found['column']} 1 ")
