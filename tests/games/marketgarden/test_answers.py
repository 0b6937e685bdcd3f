"""The game through the ports and the probe: queries, legal moves, audit, texts, pickling."""

from __future__ import annotations

import json
import pickle
import re
from fractions import Fraction
from importlib.resources import files
from pathlib import Path

import pytest

from engine.core import actions as act
from engine.core.dice import Rolled
from engine.games.marketgarden.answers.views import values_of
from engine.games.marketgarden.decisions import DECISIONS, HANDLERS
from engine.games.marketgarden.legal import groups
from engine.games.marketgarden.readings import READINGS
from engine.games.marketgarden.ruleset import FIXED
from engine.i18n import ENVIRONMENT, game_catalogue, has
from engine.modules.module import load_module
from engine.play.autoplay import autoplay
from engine.probe import Probe
from engine.rules.answers import AttackPlan
from tests.games.marketgarden.tabletop import (
    BOOK,
    Campaign,
    Json,
    Table,
    airborne,
    allied,
    corps,
    unit,
)
from tests.games.marketgarden.test_ch04_arrivals import at
from tests.games.marketgarden.test_ch05_results import dice_for

LANGUAGES = ("en", "pt", "es")
ENGINE = Path(__file__).parents[3] / "engine" / "games" / "marketgarden"


@pytest.fixture(scope="module")
def probe() -> Probe:
    return Probe()


def asked(probe: Probe, position: Json, op: str, **fields) -> Json:
    loaded = probe.answer({"op": "load", "position": {"game": "marketgarden", **position}})
    assert loaded["ok"], loaded
    answer = probe.answer({"op": op, "pos": loaded["result"]["pos"], **fields})
    assert answer["ok"], answer
    return answer["result"]


def refused(probe: Probe, position: Json, op: str = "load", **fields) -> Json:
    given = {"game": "marketgarden", **position}
    if op == "load":
        answer = probe.answer({"op": "load", "position": given})
    else:
        loaded = probe.answer({"op": "load", "position": given})
        answer = probe.answer({"op": op, "pos": loaded["result"]["pos"], **fields})
    assert not answer["ok"], answer
    return answer["error"]


# -- the probe ------------------------------------------------------------------------------------


def test_the_probe_knows_the_game(probe):
    games = probe.answer({"op": "games"})["result"]["games"]
    game = next(g for g in games if g["id"] == "marketgarden")
    assert game["scenarios"][0]["turns"] == 10
    assert set(game["sides"]) == {"german", "allied"}


def test_the_whole_state_with_values_air_and_points(probe):
    state = asked(probe, {}, "state")
    assert len(state["units"]) == 76
    assert state["air"] == {"allied": 16, "german": 2}
    assert state["day"] == 17
    assert state["units"]["BR-Gds-5"]["values"]["attack"] == 7
    assert state["victory_points"]["allied"] == 5


def test_reach_lists_where_a_unit_may_stop(probe):
    reach = asked(probe, {}, "reach", unit="US-82-508")
    assert reach["hexes"]["1711"]["cost"] == 2
    assert reach["hexes"]["1709"]["stop"] == "ezoc"
    why = asked(probe, {}, "why_not", unit="US-82-508", hex="1608")
    assert not why["legal"]
    assert {v["rule"] for v in why["verdicts"]} == {"4.0b"}


def test_odds_bombard_retreat_advance(probe):
    odds = asked(probe, {}, "odds", attackers=["US-82-508"], target="1609")
    assert (odds["attack"], odds["defense"], odds["ratio"], odds["column"]) == (4, 6, "1:2", "1:3")
    assert odds["results"]["7"] == "DVI AE"
    assert len(odds["results"]) == 11
    strike = asked(probe, {}, "bombard", target="1609", air=6)
    assert (strike["value"], strike["column"], strike["legal"]) == (12, "1-12", True)
    both = asked(probe, {}, "bombard", target="1609", air=6, artillery=["BR-Art-a"])
    assert not both["legal"]
    ways = asked(probe, {}, "retreat", units=["US-82-508"], hexes=1)
    assert ways["legal"]
    assert all(not ways["candidates"][n]["eliminated"] for n in ways["legal"])
    ends = asked(probe, {}, "advance", units=["US-82-508"], vacated="1609", kind="normal")
    assert set(ends["hexes"]) == {"1609"}


def test_supply_reports_contact_and_turns(probe):
    lines = asked(probe, {"unsupplied": {"BR-1AB-P1": 2}, "turn": 6}, "supply", side="allied")
    hungry = lines["units"]["BR-1AB-P1"]
    assert (hungry["supplied"], hungry["turns"], hungry["contact"]) == (False, 2, False)
    assert lines["units"]["BR-Gds-5"]["supplied"]


@pytest.mark.parametrize(
    ("name", "inputs", "result"),
    [
        ("crt", {"column": "3:1", "die": 7}, "DVB ARB"),
        ("bombardment", {"column": "13-24", "die": 3}, "DB"),
        ("vulnerability", {"kind": "armour", "column": "air"}, "2"),
        ("air_power", {"turn": 3, "column": "german"}, "8"),
        ("airborne_supply", {"turn": 5, "die": 3}, "unsupplied"),
        ("airborne_supply", {"turn": 1, "die": 1}, "supplied"),
        ("demolition", {"die": 1}, "intact"),
        ("demolition", {"die": 6}, "blown"),
    ],
)
def test_tables(probe, name, inputs, result):
    found = probe.answer({"op": "table", "game": "marketgarden", "name": name, **inputs})
    assert found["result"]["result"] == result


@pytest.mark.parametrize(
    ("name", "inputs", "where"),
    [
        ("crt", {"column": "10:1", "die": 7}, "column"),
        ("crt", {"column": "3:1", "die": 13}, "die"),
        ("vulnerability", {"kind": "dog", "column": "air"}, "kind"),
        ("vulnerability", {"kind": "armour", "column": "sea"}, "column"),
        ("air_power", {"turn": 11, "column": "allied"}, "turn"),
        ("demolition", {"die": 7}, "die"),
        ("demolition", {"die": 0}, "die"),
        ("airborne_supply", {"turn": 5, "die": 7}, "die"),
        ("airborne_supply", {"turn": 5, "die": 0}, "die"),
        ("airborne_supply", {"turn": 0, "die": 1}, "turn"),
        ("bombardment", {"column": "1-12", "die": 1}, "die"),
        ("weather", {"die": 1}, "name"),
    ],
)
def test_tables_refuse_bad_input_with_a_message(probe, name, inputs, where):
    found = probe.answer({"op": "table", "game": "marketgarden", "name": name, **inputs})
    assert found["error"]["where"] == where


@pytest.mark.parametrize(
    ("position", "where"),
    [
        ({"turn": 11}, "turn"),
        ({"units": [{"id": "a", "hex": "0101"}]}, "units[0].side"),
        ({"units": [at("BR-8A", "9999")]}, "units[0].hex"),
        ({"units": [unit("g", "1711")]}, "units[0].hex"),
        ({"units": [unit("g", "0101", steps=2, max_steps=1)]}, "units[0].steps"),
        ({"units": [{"id": "a", "counter": "BR-8X", "hex": "0101"}]}, "units[0].counter"),
        ({"bridges": {"0101/0102": "blown"}}, "bridges.0101/0102"),
        ({"board": {"rows": [1, 3], "cols": [1, 3], "hexes": {"0909": {}}}}, "board.hexes.0909"),
        (
            {"board": {"rows": [1, 3], "cols": [1, 3], "hexsides": {"0101/0102": ["bridge"]}}},
            "board.hexsides.0101/0102",
        ),
        ({"moon": "full"}, "moon"),
    ],
)
def test_bad_positions_name_the_field(probe, position, where):
    assert refused(probe, position)["where"] == where


def test_an_unknown_option_is_a_warning(probe):
    found = probe.answer(
        {"op": "load", "position": {"game": "marketgarden", "options": {"moon": 1}}}
    )
    assert "moon" in found["result"]["warnings"][0]


def test_playing_asks_for_the_dice_it_needs(probe):
    position = {"phase": "combat", "turn": 2, "active": "allied"}
    loaded = probe.answer({"op": "load", "position": {"game": "marketgarden", **position}})
    strike = {"kind": "bombard", "target": "1901", "air": 2}
    request = {"op": "apply", "pos": loaded["result"]["pos"], "action": strike}
    missing = probe.answer({**request, "dice": [3]})
    assert missing["error"]["needs"]["count"] == 2
    done = probe.answer({**request, "dice": [1, 1]})["result"]
    assert [p["kind"] for p in done["pending"]] == ["loss"]
    assert "1901" in done["sentence"]
    assert done["dice_left"] == []


# -- legal moves ----------------------------------------------------------------------------------


def test_listed_actions_are_judged_legal():
    for table in (
        Campaign(),
        Campaign(turn=3, active="german"),
        Campaign([at("BR-Gds-5", "0525")], turn=2, active="german", phase="combat"),
    ):
        listed = table.rules.legal(table.state, 300).actions
        assert listed
        for action in listed:
            assert table.rules_against(action) == [], action


def test_all_sets_of_few_attackers_are_listed():
    hexes = {"f": "0505", "g": "0505", "h": "0505", "i": "0406", "j": "0406"}
    near = [unit(name, hex_) for name, hex_ in hexes.items()]
    few = Table([*near[:3], allied("e", "0506")], phase="combat")
    many = Table([*near, allied("e", "0506")], phase="combat")
    sizes = [[len(g) for g in groups(t.now, t.hex("0506"))] for t in (few, many)]
    assert sorted(sizes[0]) == [1, 1, 1, 2, 2, 2, 3]
    assert sorted(sizes[1]) == [1, 1, 1, 1, 1, 5]


def test_a_unit_of_no_division_has_none():
    table = Table([unit("f", "0505"), airborne("a", "0509", "82")])
    told = [values_of(table.unit(name))["division"] for name in ("f", "a")]
    assert told == [None, "82"]


def test_the_orders_of_one_unit_are_its_own():
    table = Campaign()
    moves = list(table.rules.actions_of(table.state, "US-82-505"))
    assert moves
    assert all(isinstance(a, act.MoveUnits) and a.units == ("US-82-505",) for a in moves)
    fight = Campaign(turn=1, active="allied", phase="combat")
    attacks = list(fight.rules.actions_of(fight.state, "US-82-508"))
    assert all("US-82-508" in a.attackers for a in attacks)
    assert attacks


@pytest.mark.parametrize("seed", [3, 4])
def test_random_games_keep_the_invariants(seed, tmp_path):
    rules = BOOK.ruleset("campaign")
    report = autoplay(rules, seed, 2, tmp_path / "game.h44log")
    assert report.turn >= 2


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(300))
def test_random_games_are_played_to_the_end(seed, tmp_path):
    options = [c.name for c in READINGS] if seed % 3 == 0 else []
    report = autoplay(BOOK.ruleset("campaign"), seed, 10, tmp_path / "game.h44log", options=options)
    assert report.winner in ("allied", "german", "draw")


def test_a_random_game_is_audited_clean(tmp_path):
    from engine.play.audit import audit
    from engine.play.game import Recording

    path = tmp_path / "game.h44log"
    rules = BOOK.ruleset("campaign")
    autoplay(rules, 11, 1, path)
    found = audit(Recording.load(path), rules)
    assert found.judged > 0
    assert found.breaches == []


# -- answers --------------------------------------------------------------------------------------


def test_checklist_shows_units_that_must_attack():
    table = Table([unit("f", "0505"), allied("e", "0506")]).end()
    items = table.rules.answers(table.state).checklist()
    assert items[0].weight == "owed"
    assert (items[0].units, items[0].attack) == (("f",), table.hex("0506"))
    moving = Table([unit("f", "0505"), allied("e", "0506")])
    first = moving.rules.answers(moving.state).checklist()[0]
    assert (first.weight, first.rule) == ("warning", "4.1.2c")


def test_chances_sum_to_one_with_effects_on_both_sides():
    table = Campaign()
    position = table.rules.answers(table.state)
    odds = position.odds(AttackPlan(("US-82-508",), table.hex("1609")))
    assert sum(c.probability for c in odds.chances) == 1
    seven = next(c for c in odds.chances if c.throws == "7")
    assert seven.probability == Fraction(1, 6)
    assert seven.result.attacker == {"steps": 1, "retreat": 1}
    assert seven.result.defender == {"steps": 0, "retreat": 0}
    assert odds.prospect is not None
    assert 0 <= odds.prospect.falls <= 1


def test_decisions_have_text_and_places():
    table = Table(
        [unit("f", "0505", attack=32), allied("e", "0506"), allied("d", "0506")], phase="combat"
    )
    table.fight(table.attack("f", on="0506"), *dice_for("DRB AVI", "4:1"))
    seen = set()
    while table.state.pending:
        question = table.rules.answers(table.state).question()
        assert question is not None
        assert question.title
        assert question.text
        assert all(o.text for o in question.options)
        assert question.battle == table.hex("0506")
        seen.add(question.kind)
        table.choose(table.options[0])
    assert seen == {"loss", "retreat", "advance"}


def test_drag_during_decision_answers_it():
    table = Table([unit("f", "0505", attack=16), allied("e", "0506")], phase="combat")
    table.fight(table.attack("f", on="0506"), *dice_for("DRI AVI", "4:1"))
    position = table.rules.answers(table.state)
    drag = act.MoveUnits(units=("e",), path=("0506", "0507"))
    assert position.drag_action(drag, "enforced") == act.Choose(decision="retreat", option="e 0507")
    assert position.drag_action(drag, "off") == drag
    barred = position.barred()
    assert table.hex("0605") in barred


def test_a_drag_goes_by_the_best_way():
    table = Campaign()
    drag = act.MoveUnits(units=("US-82-505",), path=("1711", "1713"))
    meant = table.rules.answers(table.state).drag_action(drag, "enforced")
    assert isinstance(meant, act.MoveUnits)
    assert meant.path == ("1711", "1712", "1713")
    assert table.rules_against(meant) == []


def test_questions_are_judged_whatever_the_phase():
    table = Campaign(turn=2, active="german", phase="combat")
    position = table.rules.answers(table.state)
    assert position.judge(table.move("US-82-505", path="1711 1712")) == []
    found = position.judge(table.move("US-82-505", path="1711 1713"))
    assert [v.rule for v in found] == ["4.0a"]


def test_rules_travel_to_another_process():
    table = Table([unit("f", "0505"), allied("e", "0506"), corps("x", "0909")])
    copy = pickle.loads(pickle.dumps(table.rules))
    assert copy.legal(table.state, 50) == table.rules.legal(table.state, 50)
    real = pickle.loads(pickle.dumps(Campaign().rules))
    assert real.scenario.id == "campaign"


# -- words ----------------------------------------------------------------------------------------


def keys_said() -> set[str]:
    """Return the keys of all verdicts in the code."""
    found = set()
    for path in ENGINE.rglob("*.py"):
        pairs = re.findall(r'verdict\(\s*"([^"]+)",\s*"([^"]+)"', path.read_text(encoding="utf-8"))
        pairs += re.findall(r'Objection\(\s*"([^"]+)",\s*"([^"]+)"', path.read_text("utf-8"))
        found |= {f"rule.marketgarden.{rule}.{key}" for rule, key in pairs}
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_exists_in_three_languages(language):
    texts = game_catalogue("marketgarden", language)
    english = game_catalogue("marketgarden", "en")
    assert keys_said() <= english.keys()
    assert english.keys() <= texts.keys()
    for key, text in english.items():
        places = set(re.findall(r"\{(\w+)\}", text))
        assert set(re.findall(r"\{(\w+)\}", texts[key])) == places, key
    if language != "en":
        own = json.loads(
            (files("resources") / "marketgarden/locale" / language / "rules.json").read_text(
                "utf-8"
            )
        )
        assert own.keys() == {k for k in english if k.startswith("rule.")}


def test_fixed_keys_are_keys_of_the_rules():
    assert keys_said() | DECISIONS.senseless >= FIXED


def test_titles_are_translated_to_portuguese(monkeypatch):
    assert BOOK.titles["4.1.2g"] == "Compulsory attack"
    monkeypatch.setenv(ENVIRONMENT, "pt")
    assert BOOK.titles["4.1.2g"] == "Ataque obrigatório"
    assert all(has(f"title.marketgarden.{number}") for number in BOOK.titles)


@pytest.mark.parametrize("language", ["pt", "es"])
def test_the_glossary_is_whole(language, monkeypatch):
    monkeypatch.setenv(ENVIRONMENT, language)
    module = load_module("marketgarden")
    words = [f"word.marketgarden.{kind}.{name}" for kind, name in module.vocabulary.titles]
    words += [f"word.marketgarden.sides.{side.id}" for side in module.meta.sides]
    words += [f"word.marketgarden.scenarios.{name}" for name in module.meta.scenarios]
    words += [f"word.marketgarden.statuses.{kind}" for kind in module.markers]
    words += [f"box.marketgarden.{box}" for box in module.displays]
    assert [key for key in words if not has(key)] == []


def test_names_are_translated_to_portuguese(monkeypatch):
    module = load_module("marketgarden")
    assert (module.side_name("german"), module.scenario_name("campaign")) == ("German", "Campaign")
    monkeypatch.setenv(ENVIRONMENT, "pt")
    assert module.side_name("german") == "Alemão"
    assert module.phase_name("combat") == "fase de combate"
    assert module.scenario_name("campaign") == "Campanha"
    assert module.box_name(module.displays["turn-1"]) == "17 de setembro"


def test_every_decision_and_reading_has_its_words():
    for handler in HANDLERS:
        assert has(f"decide.marketgarden.{handler.kind}")
        assert has(f"decide.marketgarden.{handler.kind}.text")
    for rule in BOOK.optional_rules:
        assert rule.title
        assert rule.text
        assert len(rule.values) == 2
        assert all(has(f"reading.marketgarden.{rule.name}.{v}") for v in rule.values)
    assert len(BOOK.readings) == len(READINGS.names)


def test_dice_of_the_program_play_a_phase():
    import random

    table = Table([unit("f", "0505"), allied("e", "0506")], phase="combat")
    effects, thrown = table.rules.resolve(
        table.state, act.Bombard(target="0506", air=1), Rolled(random.Random(1))
    )
    assert effects
    assert len(thrown) == 1
