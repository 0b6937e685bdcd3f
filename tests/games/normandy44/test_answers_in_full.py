"""Whole answers of the port: odds, prospects, retreats, support, each compared in full."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from engine.core import actions as act
from engine.games.normandy44 import tracks
from engine.request_fields import Refused
from engine.rules.answers import AttackPlan, Odds
from tests.games.normandy44.tabletop import Json, Table, allied, german

BEACH: Json = {"x": {"kind": "beach", "hexes": ["0101"]}}
ENGINEER = allied("e", "0101", 1, "beach_engineer", attack=0, movement=0)
HQ: Json = {"attack": 0, "steps": 1, "max_steps": 1}


def town_fight(**position: Any) -> Table:
    """Three Allied units before a town with a fresh defender and one that has retreated there."""
    units = [
        allied("a", "0505", 6, formation="1 Inf Div"),
        allied("t", "0505", 3, "tank", armor=3),
        allied("o", "0606", 6, formation="29 Inf Div"),
        allied("q", "0402", 1, "hq", **HQ),
        german("d", "0506", 4),
        german("r", "0506", 3),
        ENGINEER,
    ]
    usual: dict[str, Any] = {
        "areas": BEACH,
        "hexes": {"0506": {"settlement": "town", "naval_zone": True}},
        "tracks": {"retreated/r": 1},
    }
    return Table(units, **(usual | position))


def test_odds_in_full() -> None:
    """10.3, 10.5, 11.1, 11.2, 11.4, 11.6, 12.1, 12.4.1, 13.5, 19.1.2, 19.2."""
    table = town_fight()
    found = table.odds(["a", "t", "o"], "0506", "q", "naval", air=1)
    assert (found.attack, found.defense, found.ratio, found.column) == (12, 8, "1:1", "5:1")
    shares = [(s.unit, s.role, s.printed, s.used, [f.rule for f in s.why]) for s in found.strengths]
    assert shares == [
        ("a", "attack", 6, 6, []),
        ("t", "attack", 3, 3, []),
        ("o", "attack", 6, 3, ["10.3.1"]),
        ("d", "defense", 4, 4, []),
        ("r", "defense", 3, 0, []),
    ]
    assert [f.factor for s in found.strengths for f in s.why] == [Fraction(1, 2)]
    assert [(s.rule, s.by) for s in found.shifts] == [
        ("11.4.1", 1),
        ("11.6.1b", 1),
        ("19.1.2", 1),
        ("19.2a", 1),
    ]
    results = ["DR", "DR", "A1/D1", "D1", "D1", "A1/D2"]
    told = [(c.throws, c.result.code, c.probability) for c in found.chances]
    assert told == [(str(n), code, Fraction(1, 6)) for n, code in enumerate(results, 1)]
    assert found.verdicts == ()
    lead, attached, air = found.choices
    assert lead.options == (("1 Inf Div", "1 Inf Div"), ("29 Inf Div", "29 Inf Div"), ("t", "t"))
    assert (lead.chosen, attached.chosen, air.chosen) == ("1 Inf Div", "t", "1")
    assert attached.options == (("", "–"), ("t", "t"))
    assert air.options == (("0", "0"), ("1", "1"))
    assert found.able == ("q", "q*", "naval")
    assert found.support == ("q", "naval")
    assert found.attackers == ("a", "t", "o")
    assert found.defenders == ("d", "r")
    assert len(found.notes) == 1
    assert "4" in found.notes[0]
    force = {"force": ["a", "t"], "lead": "1 Inf Div", "attached": "t"}
    assert found.own == {**force, "bonus": 4, "shifted": 4}


def test_the_prospect_of_a_combat() -> None:
    """12.1, 12.4: every result orders a retreat; five of six may be held, on a five or a six."""
    found = town_fight().odds(["a", "t", "o"], "0506", "q", "naval", air=1).prospect
    assert found is not None
    assert (found.holder, found.holds) == ("d", pytest.approx(1 / 3))
    assert found.falls == 1
    assert found.taken == pytest.approx((5 * 2 / 3 + 1) / 6)
    assert found.attacker == pytest.approx(2 / 6)
    assert found.defender == pytest.approx((1 + 1 + 1 + 2) / 6)


def test_a_last_step_that_is_lost_is_not_held() -> None:
    """12.4.1: with one step, D1 and A1/D1 leave nobody for a determined defence."""
    units = [allied("a", "0505", 16), german("d", "0506", 4, steps=1, max_steps=1)]
    found = Table(units).odds(["a"], "0506")
    assert [c.result.code for c in found.chances] == ["EX", "DR", "DR", "A1/D1", "D1", "D1"]
    assert found.prospect is not None
    assert found.prospect.falls == pytest.approx(5 / 6)
    assert found.prospect.holds == pytest.approx(1 / 6)
    assert found.prospect.taken == pytest.approx((2 * 5 / 6 + 3) / 6)
    assert found.prospect.defender == pytest.approx(4 / 6)
    assert found.prospect.attacker == pytest.approx(2 / 6)


def test_no_holder_among_units_that_cannot_lead() -> None:
    """12.4.1c, 12.4.1d."""
    units = [allied("a", "0505", 8), german("d", "0506", 4, status=["disrupted"])]
    found = Table(units).odds(["a"], "0506").prospect
    assert found is not None
    assert (found.holder, found.holds) == (None, 0)


def test_the_better_defender_is_the_holder() -> None:
    """12.4.1h: troop quality modifies the roll."""
    for qualities, holder, holds in (
        ((0, 1), "f", 3 / 6),
        ((1, 0), "d", 3 / 6),
        ((2, -1), "d", 4 / 6),
    ):
        units = [
            allied("a", "0505", 8, tq=3),
            german("d", "0506", 3, tq=qualities[0]),
            german("f", "0506", 3, tq=qualities[1]),
        ]
        found = Table(units, hexes={"0506": {"terrain": "woods"}}).odds(["a"], "0506").prospect
        assert found is not None
        assert (found.holder, found.holds) == (holder, pytest.approx(holds))


@pytest.mark.parametrize(
    ("defenders", "reading", "codes"),
    [
        (1, "printed", ["A1", "A1", "A1", "A1", "A1/DR", "EX"]),
        (1, "automatic", ["A1"]),
        (2, "printed", ["A1"]),
    ],
)
def test_below_the_last_column_the_result_is_automatic(
    defenders: int, reading: str, codes: list[str]
) -> None:
    """10.6b: two to six on a hilltop ends at 1-4, two to five at 1-3."""
    units = [allied("a", "0505", 2), german("d", "0506", 3 if defenders == 1 else 6)]
    table = Table(
        units,
        hexes={"0506": {"hilltop": True}},
        tracks={"option/final_1_3": reading},
    )
    found = table.odds(["a"], "0506")
    assert [c.result.code for c in found.chances] == codes
    assert sum(c.probability for c in found.chances) == 1
    if codes == ["A1"]:
        assert found.chances[0].throws == "1-6"
        table.attack(["a"], "0506")
        assert table.unit("a").steps == 1


def support_of(table: Table, attackers: list[str], target: str) -> tuple[str, ...]:
    return table.odds(attackers, target).able


def test_who_could_support_an_attack() -> None:
    """4.3f, 11.6.2, 17.2f, 19.2d: Allied headquarters twice, ships of the army in the zone."""
    fight = ["a"], "0506"
    assert support_of(town_fight(), *fight) == ("q", "q*", "naval")
    assert support_of(town_fight(weather="storm"), *fight) == ("q",)
    poor = {"retreated/r": 1, "supply_points.us": 1}
    assert support_of(town_fight(tracks=poor), *fight) == ("q", "naval")
    two = {"retreated/r": 1, "supply_points.us": 2}
    assert support_of(town_fight(tracks=two), *fight) == ("q", "q*", "naval")
    inland = town_fight(hexes={"0506": {"settlement": "town"}})
    assert support_of(inland, *fight) == ("q", "q*")
    entry = {"E": {"kind": "entry", "hexes": ["0501"]}}
    units = [german("g", "0505"), german("h", "0504", 1, "hq", **HQ), allied("d", "0506")]
    reply = Table(units, active="german", areas=entry, hexes={"0506": {"naval_zone": True}})
    assert support_of(reply, ["g"], "0506") == ("h",)


def test_a_plan_for_another_combat_drops_what_does_not_fit() -> None:
    """Only the support that reaches the target, aircraft that are left, a force that is there."""
    table = town_fight()
    port = table.rules.answers(table.state)
    choices: dict[str, Any] = {"air": 2, "lead": "4 Inf Div", "attached": "t"}
    plan = AttackPlan(("a", "o"), table.hex("0506"), ("q", "z", "naval"), choices)
    found = port.prepared(plan)
    assert found.support == ("q", "naval")
    assert found.own["lead"] == "1 Inf Div"
    assert found.own["attached"] is None
    assert [s.by for s in found.shifts if s.rule == "19.1.2"] == [1]
    kept = port.prepared(AttackPlan(("a", "o"), table.hex("0506"), (), {"lead": "29 Inf Div"}))
    assert kept.own["lead"] == "29 Inf Div"
    group = {"lead": "group:0606"}
    units = [allied("a", "0606", 3), allied("b", "0606", 3), german("d", "0506")]
    pair = Table(units)
    plan = AttackPlan(("a", "b"), pair.hex("0506"), (), group)
    assert pair.rules.answers(pair.state).prepared(plan).own["lead"] == "group:0606"


def test_attackers_of_a_hex_begin_with_those_that_may() -> None:
    """10.1b, 22.1.1: of one army; those that have fought come last, defenders never."""
    units = [
        allied("a", "0505"),
        allied("b", "0606", nationality="british"),
        allied("c", "0607"),
        allied("q", "0607", 1, "hq", **HQ),
        german("d", "0506"),
    ]
    table = Table(units, tracks={"fought/a": 1})
    port = table.rules.answers(table.state)
    assert port.attackers(table.hex("0506")) in (("c", "a"), ("b",))
    assert port.attackers(table.hex("0909")) == ()
    first = Table(units[:3:2] + units[3:])
    assert first.rules.answers(first.state).attackers(first.hex("0506")) == ("a", "c")
    assert first.rules.answers(first.state).attackers(first.hex("0505")) == ("d",)


def test_retreats_in_order() -> None:
    """13.1.2, 13.1.4, 13.2.2, 13.3, 13.7: paths that cost less come first; the best are legal."""
    units = [
        allied("a", "0505", 8),
        german("k", "0506", 2, "tank", armor=3),
        german("m", "0508", 4, status=["strategic"]),
    ]
    hexes = {"0607": {"terrain": "woods"}, "0408": {"terrain": "flooded"}}
    table = Table(units, hexes=hexes)
    found = table.rules.answers(table.state).retreats(["k"], 2)
    ends = {table.now.number(o.path[-1]): o for o in reversed(found.options)}
    legal = {table.now.number(found.options[n].path[-1]) for n in found.legal}
    assert legal == {"0607", "0608", "0307", "0306", "0706", "0707"}
    assert [o.eliminated for o in found.options] == sorted(o.eliminated for o in found.options)
    for number in legal:
        option = ends[number]
        assert (option.broken, option.end_status, option.rule) == ((), "disrupted", None)
        assert (option.tag, option.why, option.extra_loss) == ("", "", 0)
    assert ends["0508"].broken == (2,)
    for number, rule in (("0505", "13.2.2b"), ("0408", "13.2.2f"), ("0405", "13.2.2d")):
        option = ends[number]
        assert (option.eliminated, option.rule, option.tag) == (True, rule, rule)
        assert option.end_status is None
        assert option.why
    hot = {table.now.number(o.path[-1]) for o in found.options if o.broken == (1,)}
    assert hot >= {"0305", "0705"}


def test_long_retreats_are_four_hexes() -> None:
    """13.1.1a: after A1/D2 and DH, whatever else is asked."""
    table = Table([allied("a", "0505", 8), german("d", "0506", 4)])
    port = table.rules.answers(table.state)
    for hexes, code, length in (
        (2, "DH", 4),
        (0, "A1/D2", 4),
        (0, "DR", 2),
        (4, "", 4),
        (2, "", 2),
    ):
        found = port.retreats(["d"], hexes, None, code)
        assert {len(found.options[n].path) - 1 for n in found.legal} == {length}


def test_a_stack_retreats_where_all_of_it_survives() -> None:
    """13.1.3, 13.2.1: on foot through a flood a stack loses one step; that is not the best path."""
    units = [
        allied("a", "0505", 8),
        german("d", "0506", 4),
        german("k", "0506", 2, "tank", armor=3),
    ]
    table = Table(units, hexes={"0408": {"terrain": "flooded"}})
    port = table.rules.answers(table.state)
    alone = port.retreats(["d"], 2)
    both = port.retreats(["d", "k"], 2)
    assert any(table.now.number(alone.options[n].path[-1]) == "0408" for n in alone.legal)
    assert not any(table.now.number(both.options[n].path[-1]) == "0408" for n in both.legal)


def test_advances_of_a_group_and_of_a_limited_advance() -> None:
    """14.1c, 14.1d."""
    units = [allied("a", "0505", 8), allied("b", "0606", 4), german("x", "1010")]
    table = Table(units)
    port = table.rules.answers(table.state)
    vacated = table.hex("0506")
    assert table.numbers(port.advances(["a", "b"], vacated, "limited")) == {"0506"}
    free = table.numbers(port.advances(["a", "b"], vacated, ""))
    assert {"0506", "0605", "0507"} <= free
    assert "0303" not in free


def test_a_strafing_run() -> None:
    """19.1.4: a six costs a silhouette a step."""
    tank = german("k", "0506", 2, "tank", armor=3, silhouette=True)
    table = Table([allied("a", "0505", 8), tank, german("d", "0506", 4)])
    found = table.rules.answers(table.state).bombard((), table.hex("0506"), air=1)
    assert [c.throws for c in found.chances] == ["1", "2", "3", "4", "5", "6"]
    assert [c.result.code for c in found.chances].count("-1") == 1
    assert found.chances[5].result.code == "-1"
    assert sum(c.probability for c in found.chances) == 1
    assert found.own == {"prey": ["k"]}
    assert found.verdicts == ()
    for air in (0, 2):
        again = table.rules.answers(table.state).bombard((), table.hex("0506"), air=air)
        assert {v.rule for v in again.verdicts} == {"19.1.4c"}
    with pytest.raises(Refused):
        table.rules.answers(table.state).bombard((), table.hex("0506"), air=-1)


@pytest.mark.parametrize(
    ("fields", "attack"),
    [
        ({"jabos": 6, "active": "german"}, 3),
        ({"jabos": 6, "active": "german", "weather": "overcast"}, 0),
        ({"jabos": 0, "active": "german"}, 0),
        ({"jabos": 6}, 0),
    ],
)
def test_jabos_shift_german_attacks_in_clear_weather(fields: Json, attack: int) -> None:
    """19.1.3."""
    side = fields.get("active", "allied")
    mine, foe = (german, allied) if side == "german" else (allied, german)
    table = Table(
        [mine("m", "0505", 8), foe("f", "0506")],
        active=side,
        weather=fields.get("weather", "clear"),
    )
    found: Odds = table.odds(["m"], "0506", jabos=fields["jabos"])
    assert sum(s.by for s in found.shifts if s.rule == "19.1.3") == -attack


def test_the_forecast_of_a_german_attack_counts_every_die_of_the_jabos() -> None:
    """19.1.3: 1 to 3 shift nothing, 4 to 6 shift one to three columns; a named die, that one."""
    units = [german("m", "0505", 8), allied("f", "0506")]
    clear = Table(units, active="german", weather="clear")
    dice = [clear.odds(["m"], "0506", jabos=die).prospect for die in range(1, 7)]
    found = clear.odds(["m"], "0506")
    assert found.prospect is not None
    for name in ("falls", "taken", "attacker", "defender"):
        mean = sum(getattr(one, name) for one in dice) / 6
        assert getattr(found.prospect, name) == pytest.approx(mean)
    assert dice[0] != dice[5]
    assert "up to 3 columns" in found.notes[-1]
    overcast = Table(units, active="german", weather="overcast").odds(["m"], "0506")
    assert overcast.prospect == dice[0]
    assert not any("Jabos" in note for note in overcast.notes)


def test_the_facts_of_a_position() -> None:
    """4, 5, 6, 19: weather, points, replacements, ships and aircraft by army."""
    kept = {"repl/us/infantry": 2, "supply_points.us": 3, tracks.AIR + "us": 1}
    table = Table([allied("a", "0505")], tracks=kept, weather="storm")
    facts = table.rules.answers(table.state).facts()
    assert facts["weather"] == "storm"
    assert facts["supply_points"]["us"] == 3
    assert facts["replacements"] == {"us/infantry": 2}
    assert facts["naval"] == {"us": 2, "cw": 2}
    assert facts["air"] == {"us": 1, "cw": 2}


def test_a_unit_that_has_attacked_has_fought() -> None:
    """10.1b."""
    table = Table([allied("a", "0505"), german("d", "0506", 8)])
    assert not table.rules.answers(table.state).has_fought("a")
    table.play(act.DeclareAttack(attackers=("a",), target="0506"), 1)
    assert table.rules.answers(table.state).has_fought("a")
