"""Small answers and seldom branches: facts, zones of the map, rivers, the order to attack."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core import actions as act
from engine.games.ardenas.setting import base_of
from engine.i18n import t
from engine.request_fields import Refused
from tests.games.ardenas.tabletop import BOARD, BOOK, after, allied, ask, given, unit
from tests.games.ardenas.test_answers import answers
from tests.games.ardenas.test_ch08_area import ENEMY, OWN, laid
from tests.games.ardenas.test_ch08_guns import GUN
from tests.games.ardenas.test_facts import AREA, Against, choose, fought, played


def test_facts_are_those_of_the_scenario_or_of_the_first() -> None:
    known = BOOK.module.meta.scenarios
    assert len(known) > 1
    for scenario, found in [*((s, s) for s in known), ("of an older module", known[0])]:
        assert BOOK.facts(BOOK.module, scenario)._setting.scenario == found


def test_guns_that_support_an_attack_count_in_its_facts() -> None:
    """8.3e: with a gun the attack has a point more; a gun that is gone has none."""
    units = unit("a", "1515", combat=4), unit("g", "1516", **GUN), allied("x", "1514", combat=3)
    found = given(*units, phase="combat")
    plain = ask("odds", found, attackers=["a"], target="1514")["attack"]
    backed = ask("odds", found, attackers=["a"], target="1514", artillery=["g"])["attack"]
    assert backed > plain
    for guns, value in (((), plain), (("g",), backed)):
        order = act.DeclareAttack(attackers=("a",), target="1514", artillery=guns)
        fight = fought(found, order, "25", after(found, order))
        assert fight is not None
        assert fight.attack == value


def test_throws_without_a_combat_are_no_fact() -> None:
    """An entry by hand may have more dice than combats."""
    found = given(*OWN, *ENEMY, phase="combat")
    state = laid(found, "declare", "resolve", fights=(Against(attackers=("a",), defenders=("d",)),),
                 **AREA)  # fmt: skip
    entry, facts = played(found, choose("area_attack", "none"), "24", state)
    more = entry.model_copy(update={"dice": entry.dice * 2})
    assert [f.attackers for f in facts.fights(more, state)] == [("a",)]


def test_throws_without_a_shot_are_no_fact() -> None:
    guns = unit("g", "1515", **GUN), unit("h", "1516", **GUN)
    found = given(*guns, allied("d", "1513"), phase="bombardment")
    entry, facts = played(found, act.Bombard(artillery=("g", "h"), target="1513"), "22")
    more = entry.model_copy(update={"dice": entry.dice * 2})
    assert [f.attackers for f in facts.fights(more, found.state)] == [("g",), ("h",)]


def test_zones_of_the_map_know_the_formations_that_enter_there() -> None:
    """6.0j, 6.0k: by the unit zones of the counters."""
    base = base_of(BOOK.module, BOOK.module.meta.scenarios[0])
    zones = {zone.id: zone for zone in base.setting.ground.zones}
    kinds = [base.setting.roster.type_of(c.id) for c in BOOK.module.counters]
    for name, zone in zones.items():
        bearers = {k.formation for k in kinds if k.area == name}
        assert zone.formations == (bearers if zone.kind == "unit_zone" else set())
    assert sum(bool(zone.formations) for zone in zones.values()) > 1
    assert all(zone.army for zone in zones.values() if zone.kind == "zone")


def test_a_turn_after_the_last_is_refused_with_the_limits() -> None:
    with pytest.raises(Refused) as refused:
        given(unit("a", "1515"), scenario="short", turn=13)
    assert str(refused.value) == t("probe.range", field="turn", least=1, most=12)


def test_a_road_in_river_hexes_only_leads_to_no_other_bank() -> None:
    """8.2b: at the edge of a diagram, where the river has one bank."""
    water = {f"01{r:02d}": {"river": True} for r in range(1, 31)}
    road = [{"class": "road", "hexes": ["0110", "0111", "0112"]}]
    found = given(unit("a", "0515"), board=BOARD | {"hexes": water, "roads": road})
    ruleset: Any = found.ruleset
    assert ruleset.setting.ground.across == frozenset()


def test_enemies_beside_units_of_the_side_that_waits_are_its_targets() -> None:
    found = given(unit("a", "1515"), allied("x", "1514"), phase="combat")
    told = answers(found)
    place = found.ruleset.places.index
    assert told.targets(("x",)) == (place("1515"),)
    assert told.targets(("a",)) == told.targets(()) == (place("1514"),)


@pytest.mark.parametrize(
    ("phase", "active", "rules"),
    [("combat", "german", []), ("combat", "allied", ["4.0a"]), ("movement", "allied", [])],
)
def test_the_odds_judge_an_order_in_its_phase_and_an_attack_in_any_other(
    phase: str, active: str, rules: list[str]
) -> None:
    """4.0a, 8.1a."""
    found = given(unit("a", "1515"), allied("x", "1514"), phase=phase, active=active)
    told = ask("odds", found, attackers=["a"], target="1514")
    assert [v["rule"] for v in told["verdicts"]] == rules
