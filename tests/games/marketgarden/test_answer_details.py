"""Details of answers: checklist, standing, values, legal orders, faults."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.errors import UserError
from engine.games.marketgarden import invariants, tracks
from engine.games.marketgarden.answers.combat import prospect
from engine.games.marketgarden.answers.decision_words import option
from engine.games.marketgarden.answers.phase_duties import standing
from engine.games.marketgarden.answers.views import judge_path, values_of
from engine.games.marketgarden.legal import attacks_on, groups
from engine.games.marketgarden.position_schema import UnitIn
from engine.games.marketgarden.rules.ch04_arrivals import contact_at_arnhem
from engine.games.marketgarden.rules.ch05_advance import beyond
from engine.games.marketgarden.rules.ch05_combat import odds_column
from engine.games.marketgarden.rules.ch05_retreat import RetreatPath, has_room, refusals, take
from engine.games.marketgarden.rules.ch05_support import _points as support_points
from engine.games.marketgarden.rules.ch08_artillery import able_to_fire
from engine.games.marketgarden.rules.ch09_supply import attack_shift, defense_shift
from engine.games.marketgarden.rules.ch10_bridges import demolition_verdicts
from engine.games.marketgarden.rules.ch11_victory import destroyed
from engine.probe import Probe
from engine.request_fields import Refused
from engine.rules.answers import AttackPlan
from engine.rules.base.decisions import Choice
from engine.rules.judge import Given
from tests.games.marketgarden.tabletop import CHARTS, Campaign, Table, airborne, allied, unit
from tests.games.marketgarden.test_ch04_arrivals import at
from tests.games.marketgarden.test_ch05_results import dice_for


@pytest.fixture(scope="module")
def campaign() -> Campaign:
    """Return the opening of the campaign, which no test changes."""
    return Campaign()


def fighting(*units, **more) -> Table:
    return Table([unit("f", "0505"), allied("e", "0506"), *units], phase="combat", **more)


def told(table: Table) -> list:
    return list(table.rules.answers(table.state).checklist())


def tracked(table: Table, **values) -> Table:
    """Return the table with tracks; two underscores in names mean a slash."""
    given = {name.replace("__", "/"): value for name, value in values.items()}
    table.state = replace(table.state, tracks={**table.state.tracks, **given})
    return table


# -- bombardment in preparation -------------------------------------------------------------------


def guns(hex_: str = "0506") -> Table:
    return fighting(
        unit("a", "0503", kind="artillery", attack=3, range=3),
        unit("b", "0504", kind="artillery", attack=2, range=3),
        allied("far", "0603"),
    )


def prepare(table: Table, *attackers: str, on: str = "0506", fire: str = "", **choices):
    plan = AttackPlan(attackers, table.hex(on), tuple(fire.split()), choices)
    return table.rules.answers(table.state).prepared(plan)


def test_hex_with_adjacent_units_offers_attack_or_bombardment():
    """5.0, 8.0d: the kind is chosen; an attack is the usual one."""
    table = guns()
    found = prepare(table, "f", fire="a nobody")
    line = next(c for c in found.choices if c.name == "combat")
    assert ([k for k, _ in line.options], line.chosen) == (["attack", "bombardment"], "attack")
    assert (found.attackers, found.support, found.order) == (("f",), ("a",), None)
    assert not line.is_result
    struck = prepare(table, "f", fire="a b", combat="bombardment")
    order = act.Bombard(artillery=("a", "b"), target="0506", air=0)
    assert (struck.attackers, struck.order, struck.kind) == ((), order, "bombardment")


def test_hex_without_adjacent_units_offers_bombardment_only():
    """8.0d, 8.0f: attack factors times the vulnerability of all in the hex."""
    table = Table(
        [
            unit("a", "0503", kind="artillery", attack=3, range=3),
            allied("e", "0506"),
            allied("d", "0506", kind="armour"),
        ],
        phase="combat",
    )
    found = prepare(table, fire="a")
    index = CHARTS.vulnerability.index
    weak = index("infantry", "artillery") + index("armour", "artillery")
    assert (found.attack, found.defense) == (3 * weak, weak)
    line = next(c for c in found.choices if c.name == "combat")
    assert [k for k, _ in line.options] == ["bombardment"]
    assert found.able == ("a",)
    assert [(s.unit, s.role) for s in found.strengths] == [
        ("a", "support"), ("e", "defense"), ("d", "defense"),
    ]  # fmt: skip
    assert sum(c.probability for c in found.chances) == 1


def test_bombardment_without_points_has_no_chances():
    """8.0d: without artillery and air points there is no column, and a verdict."""
    found = prepare(guns(), combat="bombardment")
    assert (found.column, found.chances, found.attack) == ("–", (), 0)
    assert [v.rule for v in found.verdicts if v.rule.startswith("8")] == ["8.0d"]


def test_air_points_bombard_by_the_vulnerability_from_the_air():
    """6.2a, 6.1c: more points than there are left are left out."""
    table = guns()
    left = next(c for c in prepare(table, "f").choices if c.name == "air").options
    most = int(left[-1][0])
    assert [value for value, _ in left] == [str(n) for n in range(most + 1)]
    found = prepare(table, combat="bombardment", air=99)
    index = CHARTS.vulnerability.index("infantry", "air")
    assert found.attack == most * index
    assert found.order == act.Bombard(artillery=(), target="0506", air=most)


@pytest.mark.parametrize("air", [-1, "much"])
def test_a_bombardment_has_a_number_of_air_points(air, campaign):
    """6.1c: the probe refuses other values and names the field."""
    position = campaign.rules.answers(campaign.state)
    with pytest.raises(Refused) as refused:
        position.bombard((), campaign.hex("1609"), air=air)
    assert refused.value.where == "air"


# -- odds -----------------------------------------------------------------------------------------

COSTS = {"AVB": (1, 0), "ARB": (1, 0), "AE": (2, 0), "DRB": (0, 1), "DVB": (0, 1), "EMP": (2, 2)}


@pytest.mark.parametrize("column", range(0, 11, 2))
def test_the_losses_of_a_column_on_the_average(column):
    """T.CRT, 5.2: a B is a step; AE and EMP are counted as two, DE as the steps of a unit."""
    table = Table([unit("f", "0505"), allied("e", "0506", steps=1)], phase="combat")
    found = prospect(CHARTS.crt, column, (table.unit("e"),))
    mine = theirs = falls = 0.0
    for row in CHARTS.crt.rows:
        words = row.cells[column].split()
        chance = float(row.chance)
        falls += chance * bool({"DE", "DRB", "DRI", "EMP"} & set(words))
        for word in words:
            a, d = (0, 1) if word == "DE" else COSTS.get(word, (0, 0))
            mine, theirs = mine + chance * a, theirs + chance * d
    assert (found.attacker, found.defender, found.falls) == pytest.approx((mine, theirs, falls))


def test_the_enemies_that_units_engage():
    """5.0a: adjacent to all named units, or to any unit of the active side."""
    table = fighting(unit("g", "0605"), allied("d", "0604"))
    position = table.rules.answers(table.state)
    assert set(position.targets(("f",))) == {table.hex("0506"), table.hex("0604")}
    assert position.targets(("f", "g")) == position.targets(("g",))
    assert set(position.targets(())) == {table.hex("0506"), table.hex("0604")}


def test_artillery_beside_the_hex_supports_its_defence_alone():
    """8.0c, 8.0h: beside the target it attacks like any unit; only the defender's supports."""
    kind = {"kind": "artillery", "range": 3}
    table = fighting(unit("a", "0605", **kind), allied("b", "0507", **kind))
    able = {s: [u.id for u in able_to_fire(table.now, s, table.hex("0506"))]
            for s in ("german", "allied")}  # fmt: skip
    assert able == {"german": [], "allied": ["b"]}


def test_attack_shifts_from_second_turn_without_supply():
    """9.0e: a column to the left from the second turn; without attackers there is no shift."""
    assert attack_shift(fighting().now, ()) == 0
    for turns, shift in ((1, 0), (2, -1), (3, -1)):
        table = Table(
            [airborne("p", "0505")], active="allied", phase="combat", unsupplied={"p": turns}
        )
        assert attack_shift(table.now, (table.unit("p"),)) == shift


def test_the_third_turn_without_supply_shifts_in_defence():
    """9.0f, 9.0g: a column to the right from the third turn; without defenders there is none."""
    assert defense_shift(fighting().now, ()) == 0
    for turns, shift in ((0, 0), (1, 0), (2, 0), (3, 1), (4, 1)):
        table = Table([airborne("p", "0505")], phase="combat", unsupplied={"p": turns})
        assert defense_shift(table.now, (table.unit("p"),)) == shift


# -- the checklist --------------------------------------------------------------------------------


def test_checklist_warns_engaged_units_without_exemption():
    """4.1.2c, 4.1.2e: not free units, nor units in dominant terrain."""
    table = Table([unit("f", "0505"), unit("free", "0102"), allied("e", "0506")])
    assert [i.units for i in told(table) if i.weight == "warning"] == [("f",)]


def test_engaged_or_immobile_units_are_not_listed_as_unmoved():
    """4.0b: the line on unmoved units lists only units with a choice."""
    units = [unit("f", "0505"), unit("free", "0102"), unit("gun", "0202", movement=0)]
    table = Table([*units, allied("e", "0506")])
    said = [i.units for i in told(table) if i.weight != "warning"]
    assert ("free",) in said
    assert not {"f", "gun"} & {name for names in said for name in names}


def test_checklist_bars_units_three_turns_without_supply():
    """9.0g: these units and no others."""
    units = [airborne("p", "0505"), airborne("q", "0202", "101"), unit("e", "0506")]
    table = Table(units, active="allied", phase="combat", unsupplied={"p": 3})
    assert [i.units for i in told(table) if i.rule == "9.0g"] == [("p",), ("p",)]
    fed = Table(units, active="allied", phase="combat")
    assert [i for i in told(fed) if i.rule == "9.0g"] == []


def test_checklist_omits_units_that_have_fought():
    """5.1.2b: a unit attacks once, a hex is attacked once."""
    table = fighting(unit("g", "0505")).free()
    items = [i for i in told(tracked(table, fought__f=1)) if i.rule == "5.0a"]
    assert [i.units for i in items] == [("g",)]
    assert [i for i in told(tracked(table, struck__0506="german")) if i.rule == "5.0a"] == []


def test_no_next_supply_roll_on_last_day(campaign):
    """9.0b: the dice of the next day; none after the tenth."""
    given = {"active": "allied", "units": None, "unsupplied": {"BR-1AB-P1": 1}}
    last, before = (Campaign(turn=turn, **given) for turn in (10, 9))
    said = [[i.text for i in told(t) if i.rule.startswith("9")] for t in (last, before)]
    assert said[0]
    assert all("no further day" in s or "last" in s or "over" in s for s in said[0]), said[0]
    assert said[0] != said[1]


# -- standing -------------------------------------------------------------------------------------


def stand(table: Table):
    return standing(table.now, table.rules.names)


def test_points_of_bridges_and_units(campaign):
    """11.2.1a, 11.2.2a, 11.2.2c: 5 for a German unit, 10 for an Allied one, -5 for a bridge."""
    chart = CHARTS.victory
    assert (chart.german_unit, chart.allied_unit, chart.bridge_blown) == (5, 10, -5)
    dead = [
        at(name, f"eliminated-{side}", steps=0)
        for name, side in (("GE-Chill-1", "german"), ("GE-Chill-2", "german"), ("BR-8A", "allied"))
    ]
    table = tracked(Campaign(dead), **{tracks.BLOWN: 3})
    worth = {o.id: dict(o.worth) for o in stand(table).objectives}
    assert worth["units-german"] == {"allied": 10}
    assert worth["units-allied"] == {"german": 10}
    assert worth["bridges"] == {"german": -15}


def test_diagram_without_box_has_no_eliminated_units(campaign):
    """11.2.1a: the eliminated are counted in their box."""
    assert destroyed(campaign.now, "german") == 0


def test_standing_names_the_winner():
    """11.2: no winner yet, a draw, or a side and its margin."""
    table = Table([unit("f", "0505")])
    assert stand(table).text == ""
    draw = stand(tracked(table, winner="draw")).text
    won = stand(tracked(table, winner="allied")).text
    assert draw == "Equal points: a draw."
    assert won.startswith("Allied wins")


def test_values_that_a_unit_lacks_are_none():
    """2.2: only artillery has a range."""
    table = fighting(unit("a", "0503", kind="artillery", range=3))
    assert [values_of(table.unit(n))["range"] for n in "fa"] == [None, 3]


def test_the_supply_of_one_unit_is_that_of_the_list(campaign):
    """9.0a: asked for one or for all."""
    position = campaign.rules.answers(campaign.state)
    assert position.supply_of("BR-Gds-5") == position.supply("allied")["BR-Gds-5"]


def test_judged_path_starts_at_the_units():
    """4.0a: a path with another start is refused."""
    table = fighting()
    with pytest.raises(UserError):
        judge_path(table.now, ["f"], ["0101", "0102"])
    assert judge_path(table.now, ["f"], ["0505", "0405"]) is not None


def test_arrivals_report_their_places(campaign):
    """4.2.1, 11.1a: an edge with its hexes, a fixed hex as itself."""
    position = campaign.rules.answers(campaign.state)
    types = campaign.rules.setting.roster.type_of
    land = campaign.now.ground.land
    fixed = edges = 0
    for arrival in position.arrivals():
        kind = types(campaign.state.pieces[arrival.units[0]].counter)
        if kind.how == "fixed":
            fixed += 1
            assert arrival.places == (campaign.hex(kind.where),)
        elif kind.how == "edge":
            edges += 1
            assert arrival.places == tuple(sorted(land.entries.get(kind.where, ())))
    assert edges


# -- legal orders ---------------------------------------------------------------------------------


def test_attack_groups_exclude_units_that_fought_or_fired():
    """5.1.2b, 8.0g."""
    table = fighting(unit("g", "0505"), unit("h", "0605"))
    tracked(table, fought__f=1, fired__g=1)
    assert {u.id for g in groups(table.now, table.hex("0506")) for u in g} == {"h"}


def test_a_hex_without_an_enemy_is_not_attacked():
    """5.0a."""
    table = fighting()
    assert list(attacks_on(table.now, table.hex("0405"), lambda _: True)) == []


def test_attacks_are_listed_with_no_air_points_one_half_and_all():
    """6.1c: of eight points 0, 1, 4 and 8."""
    table = tracked(fighting(), air__german=8)
    found = attacks_on(table.now, table.hex("0506"), lambda _: True)
    assert {a.air for a in found if isinstance(a, act.DeclareAttack)} == {0, 1, 4, 8}


@pytest.mark.parametrize(("turn", "side", "there"), [(1, "allied", True), (1, "german", False),
                                                     (2, "allied", False)])  # fmt: skip
def test_xxx_corps_is_set_up_before_the_first_turn_alone(turn, side, there):
    """11.1.4b: by the Allied player, on the 17th."""
    table = Campaign(turn=turn, active=side)
    name = "BR-Gds-5" if side == "allied" else "GE-Chill-1"
    moves = table.rules.actions_of(table.state, name)
    assert any(getattr(a, "mode", "") == "setup" for a in moves) is there


def test_a_note_is_no_order_of_the_rules():
    """3.0a: the rules only carry out orders."""
    table = fighting()
    work = table.rules.work(table.state, Given([]))
    assert table.rules.carry_out(work, act.Note(text="x")) is False


# -- retreats, support, bridges -------------------------------------------------------------------


def test_box_beyond_edge_has_room():
    """5.3c: a unit leaving the map needs no room."""
    table = Campaign()
    edge = next(p for p in range(len(table.state.stacks) + 2000)
                if not table.now.places.is_hex(p))  # fmt: skip
    assert has_room(table.now, table.unit("BR-8A"), edge)


def test_retreat_to_enemy_or_zone_is_refused_with_reason():
    """5.3a: an enemy hex and an enemy zone have different reasons."""
    table = fighting(unit("g", "0605"), unit("h", "0609"))
    e = table.unit("e")
    said = {
        number: [v.model_dump() for v in refusals(table.now, e, ("e", number), False)]
        for number in ("0505", "0606")
    }
    assert said["0505"][0]["rule"] == "5.3a"
    assert said["0505"][0]["key"].endswith("enemy")
    assert all(not v["key"].endswith("5.3a.enemy") for v in said["0606"])


@pytest.mark.parametrize(
    ("words", "points"),
    [
        (["air:3"], 3),
        ([], None),
        (["air:x"], None),
        (["air:" + "9" * 40], None),
        (["air:999"], 999),
        (["air:1000"], None),
    ],
)
def test_the_air_points_of_an_answer(words, points):
    """6.1c: a number of reasonable length."""
    from engine.games.marketgarden.rules.ch05_support import AIR

    own = [w.replace("air:", AIR) for w in words]
    assert support_points(own) == points


def test_a_bridge_is_tried_once_in_a_movement_phase():
    """10.1c."""
    table = Table([unit("f", "0101")], turn=2, hexsides={"0505/0506": ["river", "bridge"]})
    assert list(demolition_verdicts(table.now, "0505/0506")) == []
    tracked(table, **{tracks.TRIED + "0505/0506": 1})
    assert [v.rule for v in demolition_verdicts(table.now, "0505/0506")] == ["10.1c"]


@pytest.mark.parametrize("name", ["air", "air_defense"])
@pytest.mark.parametrize(("points", "said"), [(0, True), (99, True), (100, False), (-1, False)])
def test_air_points_that_are_asked_about_are_within_reason(name, points, said):
    """6.1c: larger numbers are refused."""
    table = fighting()
    asked = {"attackers": ["f"], "target": "0506", name: points}
    position = table.rules.answers(table.state)
    if said:
        assert position.plan(asked).choices[name] == points
        return
    with pytest.raises(Refused) as caught:
        position.plan(asked)
    assert (caught.value.code, caught.value.where) == ("bad_request", name)


def test_a_unit_of_a_diagram_has_no_values_but_those_it_is_given():
    """Not even a value of the other kinds: attack, defence, movement and range are 0."""
    bare = {"id": "x", "hex": "0505", "side": "german", "kind": "artillery"}
    type_ = Table([bare]).unit("x").type
    assert (type_.attack, type_.defense, type_.movement, type_.range) == (0, 0, 0, 0)
    assert (type_.reverse_attack, type_.reverse_defense, type_.steps) == (0, 0, 2)
    assert (type_.xxx_corps, type_.airborne, type_.division) == (False, False, "")


@pytest.mark.parametrize(("given", "points"), [("3/2", 1.5), ("5", 5.0), (2.5, 2.5), ("4/2", 2.0)])
def test_movement_points_are_numbers_and_fractions(given, points):
    """4.0d: the road costs half a point."""
    assert UnitIn(id="a", hex="0101", movement=given).movement == points


def test_path_of_one_hex_keeps_the_unit_in_place():
    """5.3.2a: a path that ends at its start moves no unit."""
    table = fighting()
    work = table.rules.work(table.state, Given([]))
    take(work, table.unit("e"), RetreatPath((table.hex("0506"),), 0))
    assert work.state.pieces["e"].place == table.hex("0506")
    assert not any(isinstance(effect, fx.Move) for effect in work.effects)


# -- positions of diagrams ------------------------------------------------------------------------


def test_a_named_city_of_a_diagram_counts():
    """11.2b: by its name, as on the map."""
    table = Table([unit("f", "0505")], hexes={"0506": {"name": "Nijmegen"}, "0507": {"name": "X"}})
    assert table.now.ground.land.cities == {table.hex("0506"): 20}


def test_the_air_power_table_asks_for_a_side():
    """T.AIR."""
    found = Probe().answer(
        {"op": "table", "game": "marketgarden", "name": "air_power", "turn": 3, "column": "x"}
    )
    assert found["error"]["where"] == "column"


# -- faults ---------------------------------------------------------------------------------------


def faults(table: Table) -> list[str]:
    return list(table.rules.invariants(table.state, table.state))


def altered(table: Table, name: str, **values) -> Table:
    pieces = {**table.state.pieces, name: replace(table.state.pieces[name], **values)}
    table.state = replace(table.state, pieces=pieces)
    return table


@pytest.mark.parametrize("steps", [0, 3])
def test_a_unit_on_the_map_has_one_to_all_of_its_steps(steps):
    """7.0a."""
    assert f"f has {steps} steps" in faults(altered(fighting(), "f", steps=steps))


def test_only_germans_leave_the_map():
    """4.2.2c."""
    table = Campaign()
    box = next(p for p in range(3000) if _name(table, p).startswith("exit-"))
    assert "BR-50-69 has left the map" in faults(altered(table, "BR-50-69", place=box))
    other = altered(Campaign(), "GE-Chill-1", place=box)
    assert "GE-Chill-1 has left the map" not in faults(other)


def _name(table: Table, place: int) -> str:
    try:
        return table.now.number(place)
    except IndexError:
        return ""


@pytest.mark.parametrize(("choices", "fault"), [(1, True), (2, False)])
def test_a_decision_leaves_a_choice(choices, fault, monkeypatch):
    """3.0a: a decision of one option is not asked."""
    table = fighting()
    asked = SimpleNamespace(kind="loss", side="allied", args={})
    table.state = replace(table.state, pending=(asked,))
    only = SimpleNamespace(choices_of=lambda *_: [0] * choices)
    monkeypatch.setattr(invariants, "DECISIONS", only)
    assert any("no choice" in f for f in faults(table)) is fault


# -- what is refused, in full ---------------------------------------------------------------------


def test_too_long_path_reports_cost_and_points_left():
    """4.0b: in points, with the hex where it ends."""
    table = Table([unit("f", "0501")])
    found = table.verdicts(table.move("f", path="0501 0502 0503 0504 0505 0506 0507"))
    far = next(v for v in found if v.key.endswith("4.0b.too_far"))
    assert (far.args["cost"], far.args["left"], far.hexes) == (6, 5, ("0507",))


def test_path_to_enemy_starts_at_the_unit():
    """4.1.2h: no path enters an enemy hex, so a direct step is judged."""
    table = Table([unit("f", "0505"), allied("e", "0508")])
    found = table.rules.answers(table.state).why_not(("f",), table.hex("0508"))
    assert found.path[0] == table.hex("0505")
    assert found.path[-1] == table.hex("0508")
    assert found.verdicts


def test_infantry_advances_into_the_hex_and_no_further():
    """5.2c, 5.2e: only fast units go a second hex, and not everywhere."""
    table = Table(
        [unit("f", "0505", attack=12), unit("t", "0605", kind="armour", attack=4),
         allied("e", "0506")],
        phase="combat",
    )  # fmt: skip
    table.fight(table.attack("f", "t", on="0506"), *dice_for("DRI AVI", "4:1"))
    while table.asked.kind != "advance":
        table.choose(table.options[0])
    assert "f 0506" in table.options

    def against(option: str) -> list[tuple[str, tuple[str, ...]]]:
        found = table.verdicts(act.Choose(decision="advance", option=option))
        return [(v.rule, v.hexes) for v in found if v.level == "forbid"]

    assert ("5.2c", ("0507",)) in against("f 0506 0507")
    assert ("5.2e", ("0101",)) in against("t 0506 0101")


def test_loss_decision_shows_the_units_hexes():
    """5.2f: the decision shows the hexes of the units that may take the loss."""
    table = Table(
        [unit("f", "0505", attack=32), allied("e", "0506"), allied("d", "0506")], phase="combat"
    )
    table.fight(table.attack("f", on="0506"), *dice_for("DRB AVI", "4:1"))
    question = table.rules.answers(table.state).question()
    assert question is not None
    assert table.hex("0506") in question.places


def test_a_position_names_a_counter_of_the_campaign_by_its_id():
    """The values are those of the campaign; no steps are only for the box of the eliminated."""
    loaded = Probe().answer(
        {"op": "load", "position": {"game": "marketgarden",
         "units": [{"id": "BR-8A", "side": "allied", "hex": "0525"}]}}
    )  # fmt: skip
    assert loaded["ok"], loaded
    dead = Probe().answer(
        {"op": "load", "position": {"game": "marketgarden",
         "units": [at("BR-8A", "0525", steps=0)]}}
    )  # fmt: skip
    assert dead["error"]["where"] == "units[0].steps"


def test_diagram_needs_no_arnhem_and_no_boxes():
    """4.2.3, 11.2.1a: the rules that use them have no effect there."""
    table = Table([unit("f", "0505")])
    assert destroyed(table.now, "german") == 0
    assert not contact_at_arnhem(table.now)


def test_airborne_arrival_must_end_on_a_hex():
    """4.2.3f: out of the box of the turn, one at a time, into one hex."""
    table = Campaign(turn=2, active="allied")
    position = table.rules.answers(table.state)
    types = table.rules.setting.roster.type_of
    flying = [
        a.units[0] for a in position.arrivals(2)
        if a.units[0].startswith(("BR", "US")) and types(table.state.pieces[a.units[0]].counter).how
        not in ("edge", "")
    ]  # fmt: skip
    assert flying
    for name in flying[:2]:
        moves = list(table.rules.actions_of(table.state, name))
        assert {m.mode for m in moves if isinstance(m, act.MoveUnits)} == {"arrival"}
        assert all(table.now.places.is_hex(table.hex(m.path[1])) for m in moves)


def test_5_1_1c_odds_against_a_defence_of_one_are_the_whole_strength() -> None:
    position = Table([unit("g", "0505")]).now
    chart = position.charts.crt
    for attack, odds in ((4, "4:1"), (3, "3:1"), (1, "1:1")):
        assert chart.columns[odds_column(position, attack, 1)] == odds
    assert odds_column(position, 1, 2) == odds_column(position, 2, 4) < chart.column("1:1")


def test_5_2b_only_armour_and_motorised_infantry_advance_beyond_the_vacated_hex() -> None:
    kinds = ("infantry", "armour", "mechanised_infantry", "artillery")
    table = Table([unit(kind, "0505", kind=kind) for kind in kinds])
    assert [beyond(table.now, table.unit(kind)) for kind in kinds] == [0, 2, 2, 0]


def path_rules(table: Table, path: tuple[str, ...]) -> list[str]:
    """Return the rules against the path of the unit g."""
    return [verdict.rule for verdict in judge_path(table.now, ["g"], path)]


def test_4_0b_the_whole_allowance_may_be_spent_on_a_path() -> None:
    table = Table([unit("g", "0501", movement=3), allied("a", "0909")])
    path = ("0501", "0502", "0503", "0504")
    assert path_rules(table, path) == []
    assert path_rules(table, (*path, "0505")) == ["4.0b"]


def test_8_0b_guns_that_have_not_fired_are_among_what_can_be_done() -> None:
    units = [unit("g", "0505"), allied("a", "0909")]
    units += [unit(gun, "0304", kind="artillery", range=3) for gun in ("ready", "spent")]
    table = tracked(Table(units, phase="combat"), fired__spent=1)
    guns = [item for item in told(table) if item.rule == "8.0b"]
    assert [item.units for item in guns] == [("ready",)]


def test_a_combat_without_known_defenders_destroys_one_step() -> None:
    chart = CHARTS.crt
    column = len(chart.columns) - 1
    alone = Table([unit("g", "0505", steps=1)]).unit("g")
    assert prospect(chart, column, []) == prospect(chart, column, [alone])


def test_an_attack_by_nobody_is_refused_by_the_name_of_its_field() -> None:
    table = fighting()
    with pytest.raises(Refused, match="attackers"):
        table.rules.answers(table.state).plan({"attackers": [], "target": "0506"})


def test_the_option_of_a_bridge_is_its_name_and_hexside(campaign: Campaign) -> None:
    position = campaign.now
    crossing = next(iter(position.ground.bridges.values()))
    shown = option(position, campaign.rules.names, Choice("blow", hexside=crossing.hexside))
    assert (shown.text, shown.place, shown.path) == (crossing.name, None, ())
    assert shown.hexside == (min(crossing.ends), max(crossing.ends))


def test_a_position_without_weather_and_markers_says_so() -> None:
    """2.4: the game has neither."""
    table = Table([unit("f", "0505")], weather="storm")
    assert [w for w in table.warnings if "weather" in w]
    assert Table([unit("f", "0505")]).warnings == ()


@pytest.mark.parametrize(("steps", "attack"), [(None, 3), (2, 3), (1, 5)])
def test_the_reverse_of_a_unit_of_a_diagram_is_half_of_its_front(
    steps: int | None, attack: int
) -> None:
    """7.0a: rounded up; the values given with a reduced unit are those of its reverse."""
    given = {} if steps is None else {"steps": steps}
    found = Table([unit("f", "0505", attack=5, defense=0, **given)]).unit("f")
    assert (found.type.reverse_attack, found.type.reverse_defense) == (attack, 0)
    assert found.attack == 5


def test_a_unit_of_a_diagram_has_the_words_that_it_is_given() -> None:
    """2.2.1: nationality and formation, class MTZ by its kind unless it is stated."""
    given = {"nationality": "Dutch", "formation": "Irene", "division": "82"}
    type_ = Table([allied("x", "0505", kind="armour", **given)]).unit("x").type
    assert (type_.nationality, type_.formation, type_.division) == ("Dutch", "Irene", "82")
    kinds = {"armour": True, "infantry": False, "mechanised_artillery": True}
    for kind, motorised in kinds.items():
        for stated in (None, True, False):
            more = {} if stated is None else {"mechanized": stated}
            found = Table([unit("g", "0505", kind=kind, **more)]).unit("g").type.motorised
            assert found is (motorised if stated is None else stated)


def test_armour_in_a_marsh_is_a_fault() -> None:
    """4.0i: other units may be there."""
    hexes = {"0506": {"terrain": "marsh"}}
    table = Table([unit("t", "0505", kind="armour"), unit("g", "0506")], hexes=hexes)
    assert faults(table) == []
    bogged = Table([unit("t", "0506", kind="armour")], hexes=hexes)
    assert "t stands in a marsh" in faults(bogged)
