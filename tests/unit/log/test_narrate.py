"""One sentence per entry, short lines per effect."""

from __future__ import annotations

from typing import get_args

import pytest

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.dice import Dice
from engine.core.effects import Decision
from engine.core.reducer import apply
from engine.core.state import State
from engine.i18n import t
from engine.log.entry import Entry
from engine.log.narrate import details, narrate
from engine.modules.module import Module
from engine.modules.setup import setup_effects

UNIT = "BR-2-1P"
PARATROOPERS = "2/1P"


@pytest.fixture(scope="module")
def state(module: Module) -> State:
    """The campaign, set up."""
    return apply(State(), setup_effects(module, module.scenario("campaign")), module.places)


def entry(
    action: act.Action, effects: tuple[fx.Effect, ...] = (), dice: tuple[Dice, ...] = ()
) -> Entry:
    return Entry(id=1, parent=0, at="", by="allied", action=action, effects=effects, dice=dice)


def throw(*values: int) -> tuple[Dice, ...]:
    return (Dice(sides=6, count=len(values), values=values, source="entered"),)


LANDED = Dice(sides=6, count=1, values=(5,), source="rolled", reason=f"airlanding:{UNIT}")
COMBAT = {"attackers": (UNIT,), "target": "6219", "column": "2:1", "result": "D1", "defense": 2}
SAID: list[tuple[Entry, str]] = [
    (entry(act.Setup(scenario="campaign")), "Set up: Campaign Game, 0 pieces."),
    (entry(act.ManualEdit(text="By hand.")), "By hand."),
    (entry(act.ManualEdit()), "Nothing is changed."),
    (
        entry(
            act.ManualEdit(),
            (
                fx.SetSteps(unit=UNIT, before=2, after=1),
                fx.SetSteps(unit=UNIT, before=1, after=0),
            ),
        ),
        "2/1P loses a step (1 left) (and 1 more)",
    ),
    (
        entry(
            act.ManualEdit(),
            (
                fx.SetPhase(
                    before=fx.Clock(turn=1, phase="movement", active="allied"),
                    after=fx.Clock(turn=1, phase="combat", active="allied"),
                ),
            ),
        ),
        "Turn 1: Allied combat phase.",
    ),
    (
        entry(act.MoveUnits(units=(UNIT,), path=("6217", "6218", "6219"))),
        "2/1P: 6217 Heelsum → 6219 (2 hexes).",
    ),
    (
        entry(act.MoveUnits(units=(UNIT,), path=("6217", "6219"), mode="unheard-of", text="So.")),
        "2/1P: 6217 Heelsum → 6219 (1 hex). So.",
    ),
    (
        entry(act.MoveUnits(units=(UNIT,), path=("6217", "6219"), mode="setup")),
        "2/1P is set up in 6219.",
    ),
    (
        entry(act.MoveUnits(units=(UNIT,), path=("6217", "6219"), mode="retreat")),
        "2/1P retreats: 6217 Heelsum → 6219 (1 hex).",
    ),
    (entry(act.Roll(reason="luck"), dice=throw(3, 4)), "Dice for luck: 3, 4."),
    (entry(act.Roll(), dice=throw(3)), "A die is thrown: 3."),
    (entry(act.Roll(), dice=throw(3, 4)), "Dice are thrown: 3, 4."),
    (
        entry(act.Consult(table="weather", result="Clear", drm=-1), dice=throw(2, 5)),
        "Weather: dice 2, 5 −1 = 6: Clear.",
    ),
    (
        entry(act.Consult(table="demolition", result="blown", at="6122"), dice=throw(1)),
        "Demolition attempt on 6122 Arnhem: die 1: blown.",
    ),
    (
        entry(act.Consult(table="odd_table", result="so", units=(UNIT,))),
        "odd table, 2/1P: die –: so.",
    ),
    (
        entry(act.Combat(**COMBAT, attack=4.5, shifts=(act.Shift(by=1, why="tanks"),))),
        "2/1P attacks no unit in 6219, 4.5:2, +1 tanks → 2:1; die –: D1.",
    ),
    (entry(act.RevealUnit(unit="GE-unknown-6122", pool="unknown-pool")), "? is revealed."),
    (
        entry(
            act.RevealUnit(unit="GE-unknown-6122", pool="unknown-pool"),
            (fx.Move(unit=UNIT, path=("unknown-pool", "6122"), from_index=0, to_index=0),),
        ),
        "The unknown unit in 6122 Arnhem is revealed: 2/1P.",
    ),
    (
        entry(act.SetClock(turn=3, phase="combat", active="german")),
        "Turn 3: German combat phase.",
    ),
    (
        entry(
            act.NextPhase(),
            (
                fx.SetPhase(
                    before=fx.Clock(turn=1, phase="movement", active="allied"),
                    after=fx.Clock(turn=1, phase="combat", active="allied"),
                ),
            ),
        ),
        "Turn 1: Allied combat phase.",
    ),
    (entry(act.NextPhase()), "The phase does not end yet."),
    (
        entry(
            act.NextPhase(),
            (fx.PushDecision(decision=fx.Decision(kind="overstack", side="allied", args={})),),
        ),
        "Steps above the stacking limit must be removed before the phase ends.",
    ),
    (
        entry(
            act.Choose(decision="landing", option="done"),
            dice=(LANDED, Dice(sides=6, count=1, values=(2,), source="rolled", reason="x:6516")),
        ),
        "No further unit lands. The dice: 2/1P: 5, 6516: 2.",
    ),
    (entry(act.Choose(decision="landing", option="done")), "No further unit lands."),
    (
        entry(
            act.DeclareAttack(attackers=(UNIT,), target="6122"),
            (fx.SetTrack(track="combat", before=None, after="6122 3:1 4 DR"),),
        ),
        "2/1P attacks 6122 Arnhem at 3:1: die 4, DR.",
    ),
    (
        entry(
            act.DeclareAttack(attackers=(UNIT,), target="6122"),
            (fx.SetTrack(track="combat", before=None, after="6122 1:3 0 A1"),),
        ),
        "2/1P attacks 6122 Arnhem at 1:3: A1 without a throw.",
    ),
    (
        entry(act.DeclareAttack(attackers=(UNIT,), target="6122")),
        "2/1P attacks 6122 Arnhem.",
    ),
    (
        entry(
            act.DeclareAttack(attackers=(UNIT,), target="6122"),
            (fx.SetTrack(track="combat", before=None, after="6122 10:1 auto DS"),),
        ),
        "2/1P moves up to 6122 Arnhem at 10:1: automatic DS.",
    ),
    (
        entry(
            act.Bombard(artillery=(UNIT,), target="6122"),
            (fx.SetTrack(track="combat", before=None, after="6122 13-24 5 DB"),),
            throw(2, 3),
        ),
        "2/1P bombards 6122 Arnhem, column 13-24: dice 5, result DB.",
    ),
    (
        entry(act.Bombard(target="6122", air=6)),
        "Aircraft attack 6122 Arnhem (strength 6).",
    ),
    (
        entry(
            act.Choose(decision="support", option="2"),
            (fx.SetTrack(track="combat", before=None, after="6122 3:1 7 DVB ARB"),),
            throw(3, 4),
        ),
        "Allied decides (support): 2. Combat at 6122 Arnhem, column 3:1: dice 7, result DVB ARB.",
    ),
    (entry(act.TakeAdvance(unit=UNIT)), "2/1P begins its advance."),
    (entry(act.Disengage(unit=UNIT)), "2/1P tries to disengage (die –)."),
    (
        entry(act.Choose(decision="retreat", option=f"{UNIT} 6122 apart")),
        "Allied decides (retreat): 2/1P 6122 Arnhem each unit by itself.",
    ),
    (
        entry(act.SetRules(mode="enforced", house={"7.2": "off", "10.6": None})),
        "The rules are enforced. House rule: 7.2 does not apply. "
        "The house rule about 10.6 is withdrawn.",
    ),
    (entry(act.SplitUnit(unit="US-3/504", part="US-B/82")), "3/504 detaches B/82."),
    (entry(act.JoinUnits(unit="US-B/82", into="US-3/504")), "A step of B/82 joins 3/504."),
    (
        entry(act.PlaceMarker(unit="BR-5AGRA", marker="moved")),
        "5 AGRA gets a marker: Moved.",
    ),
    (
        entry(act.PlaceMarker(unit="BR-5AGRA", marker="moved", on=False)),
        "5 AGRA returns its marker: Moved.",
    ),
    (
        entry(act.MoveUnits(units=("GE-unknown-2707",), path=("2707", "1804"), mode="relocation")),
        "An unknown unit is moved face down: 2707 Eindhoven → 1804.",
    ),
    (entry(act.Note(text="Two\n\nlines\t\x1b[1m")), "Two lines [1m"),
    (
        entry(act.Ask(name="1", to="german", text="Retreat?")),
        "German receives a question: Retreat?",
    ),
    (
        entry(act.Ask(name="1", to="german", text="Retreat?", options=("yes", "no"))),
        "German receives a question: Retreat? (yes, no)",
    ),
    (entry(act.Answer(name="1", option="no")), "Allied answers: no"),
]


@pytest.mark.parametrize(("told", "sentence"), SAID)
def test_sentences_of_actions(told: Entry, sentence: str, state: State, module: Module) -> None:
    assert narrate(told, state, module) == sentence


def test_every_kind_of_action_is_in_the_list_above() -> None:
    core = [told for told in get_args(get_args(act.Action)[0]) if "OwnAction" not in str(told)]
    kinds = {get_args(told)[0].model_fields["kind"].default for told in core}
    assert {told.action.kind for told, _ in SAID} == kinds


MARKER = fx.MarkerFields(kind="traffic", at="6122")
CLOCK = fx.Clock(turn=1, phase="movement", active="allied")
DECISION = fx.Decision(kind="retreat", side="german")
PIECE = {"unit": "new", "counter": UNIT, "side": "allied", "at": "6122", "index": 0, "steps": 2}
LINES: list[tuple[fx.Effect, str | None]] = [
    (fx.Place(**PIECE), "2/1P is placed in 6122 Arnhem"),
    (fx.Remove(**{**PIECE, "unit": UNIT}), "2/1P is removed"),
    (
        fx.Move(unit=UNIT, path=("6217", "6122"), from_index=0, to_index=0),
        "2/1P moves to 6122 Arnhem",
    ),
    (
        fx.Move(unit=UNIT, path=("6217",), from_index=0, to_index=1),
        "2/1P changes its position in its stack",
    ),
    (fx.SetSteps(unit=UNIT, before=2, after=0), "2/1P loses 2 steps (0 left)"),
    (fx.SetSteps(unit=UNIT, before=1, after=2), "2/1P regains a step (2 now)"),
    (
        fx.SetStatus(unit=UNIT, before=("odd",), after=("strange",)),
        "2/1P: strange; 2/1P: marker 'odd' is removed",
    ),
    (fx.SetStatus(unit=UNIT, before=(), after=()), None),
    (fx.SetSide(unit=UNIT, before="allied", after="german"), "2/1P changes to the side German"),
    (fx.Reveal(unit=UNIT, before=UNIT, after="nobody"), "2/1P becomes nobody"),
    (fx.SetMarker(marker="t", before=None, after=None), None),
    (fx.SetControl(hex="6122", before=None, after="german"), "6122 Arnhem is controlled by German"),
    (fx.SetControl(hex="6122", before="german", after=None), "6122 Arnhem is controlled by –"),
    (fx.SetTrack(track="weather", before=None, after="clear"), "Weather: Clear"),
    (fx.SetTrack(track="odd", before=0, after=None), None),
    (fx.SetTrack(track="property:odd", before=0, after=None), "odd: –"),
    (fx.SetTrack(track="winner", before=None, after="allied"), "Winner: Allied"),
    (fx.SetTrack(track="winner", before=None, after="draw"), "Winner: a draw"),
    (fx.SetHexside(hexside="1/2", before="wired", after="blown"), "1/2: blown"),
    (fx.SetHexside(hexside="1/2", before="wired", after=None), "1/2: None"),
    (fx.SetPhase(before=CLOCK, after=CLOCK), "Turn 1: Allied movement phase."),
    (fx.PushDecision(decision=DECISION), None),
    (fx.PopDecision(decision=DECISION), None),
]


@pytest.mark.parametrize(("effect", "line"), LINES)
def test_lines_of_effects(
    effect: fx.Effect, line: str | None, state: State, module: Module
) -> None:
    told = entry(act.ManualEdit(effects=(effect,)), (effect,))
    assert details(told, state, module) == ([line] if line else [])


def test_effects_on_markers_are_described(state: State, module: Module) -> None:
    name = module.marker_name("traffic")
    come = fx.SetMarker(marker="t", before=None, after=MARKER)
    told = entry(act.ManualEdit(), (come, come.inverse()))
    assert details(told, state, module) == [
        f"marker '{name}' in 6122 Arnhem",
        f"marker '{name}' is removed",
    ]


def test_every_kind_of_effect_has_a_described_example() -> None:
    kinds = {cls.model_fields["kind"].default for cls in get_args(get_args(fx.Effect)[0])}
    assert {effect.kind for effect, _ in LINES} == kinds


def test_the_clock_is_described_once(state: State, module: Module) -> None:
    effects = (fx.SetPhase(before=CLOCK, after=CLOCK),)
    told = entry(act.SetClock(turn=1, phase="movement", active="allied"), effects)
    assert details(told, state, module) == []


def test_unknown_units_are_named_by_their_ids(module: Module) -> None:
    move = act.MoveUnits(units=("who", "whom"), path=("nowhere", "9999"))
    assert narrate(entry(move), State(), module) == "who and whom: nowhere → 9999 (1 hex)."
    clock = act.SetClock(turn=1, phase="tea", active="neutral")
    assert narrate(entry(clock), State(), module) == "Turn 1: neutral tea."


def test_braces_in_a_text_are_literal(module: Module) -> None:
    roll = act.Roll(reason="{values} {0} {missing}")
    assert narrate(entry(roll, dice=throw(1)), State(), module) == (
        "Dice for {values} {0} {missing}: 1."
    )


def test_a_demolition_names_its_result(state: State, module: Module) -> None:
    asked = Decision(kind="demolish", side="german", args={"hexside": "4816/4817"})
    before = apply(state, (fx.PushDecision(decision=asked),), module.places)
    tried = act.Choose(decision="demolish", option="blow")
    blown = fx.SetHexside(hexside="4816/4817", before="wired", after="blown")
    told = narrate(entry(tried, (blown,), throw(5)), before, module)
    assert told == f"{module.place_name('4816/4817')} is blown: die 5."
    spared = narrate(entry(act.Choose(decision="demolish", option="decline")), before, module)
    assert spared == t("say.choose.demolish.decline")


def test_a_determined_defense_names_its_leader_and_die(state: State, module: Module) -> None:
    asked = Decision(kind="determined", side="allied", args={})
    before = apply(state, (fx.PushDecision(decision=asked),), module.places)
    chosen = act.Choose(decision="determined", option=UNIT)
    told = narrate(entry(chosen, (), throw(4)), before, module)
    assert told == f"{PARATROOPERS} leads a determined defence: die 4."


def test_a_successful_determined_defense_is_described(state: State, module: Module) -> None:
    asked = Decision(kind="determined", side="allied", args={})
    before = apply(state, (fx.PushDecision(decision=asked),), module.places)
    chosen = act.Choose(decision="determined", option=UNIT)
    engaged = fx.SetStatus(unit=UNIT, before=(), after=("engaged",))
    told = narrate(entry(chosen, (engaged,), throw(5)), before, module)
    assert told == (
        f"{PARATROOPERS} leads a determined defence: die 5, the hex is held."
        f" Engaged: {PARATROOPERS}."
    )


def test_only_retreating_units_are_named(state: State, module: Module) -> None:
    asked = Decision(kind="retreat", side="allied", args={})
    before = apply(state, (fx.PushDecision(decision=asked),), module.places)
    moves = (
        fx.Move(unit=UNIT, path=("6217", "6218"), from_index=0, to_index=0),
        fx.Move(unit="BR-3-1P", path=("6217", "6118"), from_index=0, to_index=0),
    )
    told = narrate(entry(act.Choose(decision="retreat", option="x"), moves), before, module)
    assert told == t(
        "say.move.retreat",
        units=PARATROOPERS,
        start=module.place_name("6217"),
        end=module.place_name("6218"),
        length=t("say.hexes.one", count=1),
    )


@pytest.mark.parametrize(
    ("decision", "option", "told"),
    [
        ("replacement", f"1 {UNIT}", "A step returns from the returnees of the 1st: 2/1P."),
        ("drop_hex", f"{UNIT} 6218", "2/1P lands in the other hex of its drop zone, {6218}."),
        ("traffic", "6218", "A traffic marker is placed in {6218}."),
    ],
)
def test_answers_are_described_completely(
    decision: str, option: str, told: str, state: State, module: Module
) -> None:
    asked = Decision(kind=decision, side="allied", args={})
    before = apply(state, (fx.PushDecision(decision=asked),), module.places)
    found = narrate(entry(act.Choose(decision=decision, option=option)), before, module)
    assert found == told.replace("{6218}", module.place_name("6218"))


@pytest.mark.parametrize("track", ["auto-ds/1707", "parent/GE-BD-1", "remnant/x", "relocated"])
def test_bookkeeping_of_the_rules_is_omitted(track: str, state: State, module: Module) -> None:
    noted = fx.SetTrack(track=track, before=None, after="GE-unknown-5221")
    assert details(entry(act.NextPhase(), (noted,)), state, module) == []
