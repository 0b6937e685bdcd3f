"""Sentences with a game's own words, and answers described by their consequences."""

from __future__ import annotations

import pytest

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.dice import Dice
from engine.core.effects import Decision
from engine.core.reducer import apply
from engine.core.state import State
from engine.log.consequences import consequences
from engine.log.entry import Entry
from engine.log.narrate import details, narrate, thrown_for
from engine.modules.module import Module, load_module
from engine.modules.setup import setup_effects

UNIT = "BR-2-1P"
OTHER = "BR-3-1P"


@pytest.fixture(scope="module")
def state(module: Module) -> State:
    """The campaign of Holland, set up."""
    return apply(State(), setup_effects(module, module.scenario("campaign")), module.places)


@pytest.fixture(scope="module")
def normandy() -> Module:
    """A game with its own words."""
    return load_module("normandy44")


def entry(
    action: act.Action, *effects: fx.Effect, dice: tuple[Dice, ...] = (), by: str = "allied"
) -> Entry:
    return Entry(id=1, parent=0, at="", by=by, action=action, effects=effects, dice=dice)


def die(value: int, reason: str = "") -> Dice:
    return Dice(sides=6, count=1, values=(value,), source="rolled", reason=reason)


def track(name: str, after: str) -> fx.SetTrack:
    return fx.SetTrack(track=name, before=None, after=after)


def go(unit: str, *path: str) -> fx.Move:
    return fx.Move(unit=unit, path=path, from_index=0, to_index=0)


def asked(module: Module, before: State, kind: str, **args: object) -> State:
    decision = fx.Decision.model_validate({"kind": kind, "side": "allied", "args": args})
    return apply(before, (fx.PushDecision(decision=decision),), module.places)


def owed(kind: str) -> fx.PushDecision:
    return fx.PushDecision(decision=fx.Decision(kind=kind, side="allied", args={}))


@pytest.mark.parametrize(
    ("tracks", "told"),
    [
        ({"winner": "draw"}, "The game is over: a draw."),
        ({"winner": "german"}, "The game is over: German victory."),
        ({"winner": "german", "result": "no such"}, "The game is over: German victory."),
        ({"winner": ""}, "The phase does not end yet."),
    ],
)
def test_the_end_of_a_game_is_described(
    tracks: dict[str, str], told: str, state: State, module: Module
) -> None:
    over = entry(act.NextPhase(), *(track(k, v) for k, v in tracks.items()))
    assert narrate(over, state, module) == told


def test_the_end_uses_the_games_victory_levels() -> None:
    module = load_module("airbridge")
    for result, told in (
        ("decisive", "The game is over: decisive Allied victory."),
        ("german substantial", "The game is over: German substantial victory."),
    ):
        side = "german" if "german" in result else "allied"
        over = entry(act.NextPhase(), track("winner", side), track("result", result))
        assert narrate(over, State(), module) == told


def test_no_winner_while_duties_are_pending(state: State, module: Module) -> None:
    both = entry(act.NextPhase(), track("winner", "german"), owed("overstack"))
    assert narrate(both, state, module).startswith("Steps above the stacking limit")
    unknown = entry(act.NextPhase(), owed("no such thing"))
    told = "Allied decision before the phase ends: no such thing."
    assert narrate(unknown, state, module) == told


@pytest.mark.parametrize(
    ("option", "told"), [("stay", "stays"), ("withdraw", "returns to England")]
)
def test_a_division_that_may_be_withdrawn_is_named(
    option: str, told: str, normandy: Module
) -> None:
    args = {"division": "82 AB Div"}
    asked = fx.PushDecision(decision=Decision(kind="withdrawal", side="allied", args=args))
    chosen = entry(act.Choose(decision="withdrawal", option=option))
    before = apply(State(), (asked,), normandy.places)
    assert narrate(chosen, before, normandy) == f"The 82 AB Div {told}."


def test_the_end_of_a_phase_names_the_pending_decision(normandy: Module) -> None:
    told = narrate(entry(act.NextPhase(), owed("assault_advance")), State(), normandy)
    assert told == "Allied decision before the phase ends: advance inland from the beach."


@pytest.mark.parametrize(
    ("effect", "told"),
    [
        (track("repl/us/airborne", "1"), "Replacements (US First Army, airborne): 1"),
        (
            track("repl/german/infantry0", "1"),
            "Replacements (German, infantry of quality 0 or -1): 1",
        ),
        (track("opened/omaha", "3"), "Beach opened (Omaha): 3"),
        (track("air/cw", "2"), "Air units left (British Second Army): 2"),
        (
            track("cadre/US-Cadre-AG-1", "US-101-501"),
            "Cadre stands for (US Inf Cadre 1): 501/101 AB",
        ),
    ],
)
def test_tracks_and_their_values_have_names(
    effect: fx.SetTrack, told: str, normandy: Module
) -> None:
    assert details(entry(act.NextPhase(), effect), State(), normandy) == [told]


def test_the_weather_is_named_in_the_users_language(
    normandy: Module, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOLLAND44_LANG", "es")
    noted = entry(act.NextPhase(), track("weather", "overcast"))
    assert details(noted, State(), normandy) == ["Tiempo atmosférico: Cubierto"]


def test_a_declared_attack_is_no_fight() -> None:
    attack = act.DeclareAttack(attackers=("a", "b"), target="B4315", combat="assault")
    noted = entry(attack, track("assault/B4315", "a b"))
    assert narrate(noted, State(), load_module("airbridge")) == (
        "a and b declare an attack on B4315 Arnhem."
    )
    fought = entry(attack, track("assault/B4315", ""), track("fight", "x"))
    assert "attack B4315" in narrate(fought, State(), load_module("airbridge"))


def test_a_throw_of_two_dice_is_called_dice() -> None:
    attack = act.DeclareAttack(attackers=("501",), target="0614")
    thrown = Dice(sides=6, count=2, values=(5, 2), source="scripted")
    fought = entry(attack, track("combat", "0614 1:2 7 DVB"), dice=(thrown,))
    told = narrate(fought, State(), load_module("marketgarden"))
    assert told == "501 attacks 0614 at 1:2: dice 7, DVB."


def test_each_side_fires_in_an_assault() -> None:
    fire = track("combat", "B4315 3-1 4 2"), track("combat", "B4315 1-2 6 2")
    dice = die(4, "assault_defender"), die(6, "assault_attacker")
    attack = act.DeclareAttack(attackers=("a",), target="B4315", combat="assault")
    fired = (
        "The defenders of B4315 Arnhem fire, column 3-1: die 4, result 2."
        " The attackers fire at B4315 Arnhem, column 1-2: die 6, result 2."
    )
    airbridge = load_module("airbridge")
    told = narrate(entry(attack, *fire, dice=dice), State(), airbridge)
    assert told == f"a attacks B4315 Arnhem. {fired}"
    lost = act.Choose(decision="loss", option="a")
    assert narrate(entry(lost, *fire, dice=dice), State(), airbridge).endswith(fired)


def test_a_normal_move_from_a_box_is_an_entry(normandy: Module) -> None:
    enter = act.MoveUnits(units=("a",), path=("follow-up-sword", "2814"))
    assert narrate(entry(enter), State(), normandy) == (
        "a enters at 2814 (from Sword: follow-up, 1 hex)."
    )


def test_a_march_from_a_box_names_its_end_and_its_mode(normandy: Module) -> None:
    enter = act.MoveUnits(units=("a",), path=("turn-2", "1840", "1839"), mode="strategic")
    assert narrate(entry(enter), State(), normandy) == (
        "a enters and goes to 1839 (from Turn 2: 7 June, 2 hexes, strategic movement)."
    )


@pytest.mark.parametrize(("mode", "word"), [("reserve", "reserve movement"), ("truck", "by truck")])
def test_a_move_names_its_mode(normandy: Module, mode: str, word: str) -> None:
    move = act.MoveUnits(units=("a",), path=("2814", "2813"), mode=mode)
    assert narrate(entry(move), State(), normandy) == f"a: 2814 → 2813 (1 hex, {word})."


def test_a_status_is_named_without_its_effect() -> None:
    lifted = fx.SetStatus(unit="a", before=("frozen",), after=())
    clock = fx.Clock(turn=1, phase="air1", active="german")
    noted = entry(act.NextPhase(), lifted, fx.SetPhase(before=clock, after=clock))
    module = load_module("ardenas")
    assert consequences(noted, State(), module) == "Marker 'confused' is removed from a."


@pytest.mark.parametrize(
    ("units", "words"), [(("a",), "Afectada: a."), (("a", "b"), "Afectadas: a y b.")]
)
def test_a_status_of_several_units_is_in_the_plural(
    monkeypatch: pytest.MonkeyPatch, units: tuple[str, ...], words: str
) -> None:
    monkeypatch.setenv("HOLLAND44_LANG", "es")
    hit = [fx.SetStatus(unit=unit, before=(), after=("affected",)) for unit in units]
    shot = act.Bombard(artillery=("g",), target="1515")
    assert consequences(entry(shot, *hit, dice=(die(6),)), State(), load_module("ardenas")) == words


def test_the_weather_comes_before_the_markers_that_are_removed(normandy: Module) -> None:
    """A caption is cut off at its end."""
    lifted = fx.SetStatus(unit="a", before=("disrupted",), after=())
    clock = fx.Clock(turn=3, phase="initial", active="german")
    phase = fx.SetPhase(before=clock, after=clock)
    dice = (die(6),)
    noted = entry(act.NextPhase(), lifted, track("weather", "clear"), phase, dice=dice)
    text = consequences(noted, State(), normandy)
    assert text == "Weather: clear. Marker 'disrupted' is removed from a."


def test_an_abbreviation_keeps_its_capitals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOLLAND44_LANG", "es")
    lifted = fx.SetStatus(unit="a", before=("auto_ds",), after=())
    clock = fx.Clock(turn=1, phase="movement", active="german")
    noted = entry(act.NextPhase(), lifted, fx.SetPhase(before=clock, after=clock))
    assert "DS automático" in consequences(noted, State(), load_module("holland44"))


def test_a_step_that_nobody_chose_is_reported(normandy: Module) -> None:
    """12.1 (p. 12): the only unit of the main assault force loses the step without a question."""
    loss = fx.SetSteps(unit="a", before=3, after=1)
    fought = entry(act.DeclareAttack(attackers=("a",), target="2814"), loss)
    assert consequences(fought, State(), normandy) == "Step loss: a (−2)."
    chosen = entry(act.Choose(decision="loss", option="a"), loss)
    assert consequences(chosen, State(), normandy) == ""
    shelled = entry(act.Bombard(artillery=("b",), target="2814"), loss, dice=(die(6),))
    assert consequences(shelled, State(), normandy) == "Step loss: a (−2)."


def test_an_eliminated_unit_is_not_said_to_lose_a_step_as_well(module: Module) -> None:
    """A unit without a retreat is eliminated with the step that it had left."""
    loss = fx.SetSteps(unit="a", before=2, after=1)
    fought = entry(act.DeclareAttack(attackers=("b",), target="6218"), loss,
                   go("a", "6218", "eliminated-allied"))  # fmt: skip
    assert "Step loss" not in consequences(fought, State(), module)


def test_the_die_of_a_landing_hides_no_status(module: Module) -> None:
    """22.3.3 (p. 31): a unit that its die names is still reported as scattered."""
    scattered = fx.SetStatus(unit="a", before=(), after=("scattered",))
    landed = entry(act.Choose(decision="landing", option="done"), scattered)
    assert consequences(landed, State(), module, "The dice: a: 6.") == "Scattered: a."
    assert consequences(landed, State(), module, "a is scattered.") == ""


def test_duties_of_a_phase_are_described_with_their_throws(normandy: Module) -> None:
    landing = owed("landing")
    told = narrate(entry(act.NextPhase(), landing), State(), normandy)
    assert told == "Dice of the drops: –. The landings begin."
    dice = (die(3, "arrival:here"), die(5, "no_such:there"))
    told = narrate(entry(act.NextPhase(), landing, dice=dice), State(), normandy)
    assert told == "Dice of the drops: Arrival of here: 3, there: 5. The landings begin."


def test_a_game_describes_a_combat_itself(normandy: Module) -> None:
    landed = act.Choose(decision="landing", option="0101")
    place = normandy.place_name("0101")
    fight = track("combat", "0101 2-1 4 A2 3")
    dice = (die(4, "invasion:0101"), die(2, "rangers:x"))
    told = narrate(entry(landed, fight, dice=dice), State(), normandy)
    head = f"The landing at {place}: die 4, A2."
    assert told == f"{head} Advance: 3. Signal for x: 2."
    short = entry(landed, track("combat", "0101 2-1 4 A2"), dice=dice[:1])
    assert narrate(short, State(), normandy) == head


def test_a_combat_without_support_is_described_once(state: State, module: Module) -> None:
    fight = track("combat", "6122 3:1 7 DR")
    told = narrate(entry(act.Choose(decision="odd", option="2"), fight), state, module)
    assert told == "Allied decides (odd): 2."


def test_a_breakthrough_is_described_as_its_attack(state: State, module: Module) -> None:
    pressed = act.Choose(decision="advance", option=f"breakthrough 6122 {UNIT} {OTHER}")
    told = narrate(entry(pressed), state, module)
    assert told == "Breakthrough: 2/1P and 3/1P attack 6122 Arnhem."
    joined = act.Choose(decision="advance", option=f"join 6122 {UNIT}")
    told = narrate(entry(joined), state, module)
    assert told == "Breakthrough group for the attack on 6122 Arnhem: 2/1P."
    nobody = act.Choose(decision="odd", option="join 6122")
    told = narrate(entry(nobody), state, module)
    assert told.startswith("Allied decides (odd): join")
    assert told.endswith("6122 Arnhem.")
    nothing = act.Choose(decision="odd", option="")
    assert narrate(entry(nothing), state, module) == "Allied decides (odd): ."


def test_a_joint_attack_names_both_groups(state: State, module: Module) -> None:
    before = asked(module, state, "joint_attack", group=[OTHER], target="6122")
    chosen = act.Choose(decision="joint_attack", option=f"{UNIT} air")
    told = narrate(entry(chosen), before, module)
    assert told == "2/1P and 3/1P attack 6122 Arnhem."
    before = asked(module, state, "joint_attack", target="6122")
    told = narrate(entry(chosen), before, module)
    assert told.startswith("Allied decides (joint attack): 2/1P")


def test_the_asked_side_decides_for_any_author(state: State, module: Module) -> None:
    chosen = act.Choose(decision="odd_one", option="yes")
    told = narrate(entry(chosen, by="german"), asked(module, state, "odd_one"), module)
    assert told == "Allied decides (odd one): yes."
    assert narrate(entry(chosen, by="german"), state, module).startswith("German decides")


def test_an_advance_without_a_path_is_described_as_a_decision(state: State, module: Module) -> None:
    before = asked(module, state, "advance")
    stays = act.Choose(decision="advance", option="stay")
    in_place = go(UNIT, "6217")
    assert "→" not in narrate(entry(stays, in_place), before, module)
    went = narrate(entry(stays, go(UNIT, "6217", "6218", "6219")), before, module)
    assert "→ 6219 (2 hexes)" in went
    assert "2/1P" in went


def test_simultaneous_moves_are_described_with_their_paths(state: State, module: Module) -> None:
    by_hand = act.ManualEdit()
    one = go(UNIT, "6217", "6218")
    two = go(OTHER, "6217", "6218")
    far = go("BR-5AGRA", "6217", "6219")
    start, end, other = (module.place_name(p) for p in ("6217", "6218", "6219"))
    assert narrate(entry(by_hand, one), state, module) == f"2/1P moves to {end}"
    both = narrate(entry(by_hand, one, two), state, module)
    assert both == f"2/1P and 3/1P: {start} → {end}."
    ways = narrate(entry(by_hand, one, two, far), state, module)
    assert ways == f"2/1P and 3/1P: {start} → {end}; 5 AGRA: {start} → {other}."
    mixed = narrate(
        entry(by_hand, one, two, fx.SetSteps(unit=UNIT, before=2, after=1)), state, module
    )
    assert mixed == f"2/1P moves to {end} (and 2 more)"
    targets = ("6218", "6219", "6220", "6221", "6222")
    for count in (3, 4, 5):
        moves = [go(UNIT, "6217", p) for p in targets[:count]]
        told = narrate(entry(by_hand, *moves), state, module)
        assert told.count("→") == 3
        assert told.endswith(f"(and {count - 3} more)") == (count > 3)


def test_a_shuffle_with_a_text_is_described_by_it(state: State, module: Module) -> None:
    moved, shuffled = go(UNIT, "6217", "6218"), fx.Move(
        unit=OTHER, path=("6217",), from_index=0, to_index=1
    )  # fmt: skip
    told = entry(act.ManualEdit(text="Shuffled."), moved, shuffled)
    assert details(told, state, module) == [f"2/1P moves to {module.place_name('6218')}"]
    told = entry(act.ManualEdit(), moved, shuffled)
    assert len(details(told, state, module)) == 2
    told = entry(act.Note(text="Shuffled."), shuffled)
    assert len(details(told, state, module)) == 1


def test_attacks_of_one_and_of_several_units_are_described(state: State, module: Module) -> None:
    fields = {"target": "6219", "column": "2:1", "result": "D1", "attack": 4, "defense": 2}
    alone = act.Combat(attackers=(UNIT,), defenders=(OTHER,), label="Bridge", **fields)
    told = narrate(entry(alone, dice=(die(3),)), state, module)
    assert told == "Bridge: 2/1P attacks 3/1P in 6219, 4:2 → 2:1; die 3: D1."
    many = act.Combat(attackers=(UNIT, OTHER), text="So.", **fields)
    told = narrate(entry(many), state, module)
    assert told == "2/1P and 3/1P attack no unit in 6219, 4:2 → 2:1; die –: D1. So."


def test_a_sum_is_shown_only_for_a_modified_die(state: State, module: Module) -> None:
    looked = {"table": "odd_table", "result": "so", "at": "6122"}
    plain = act.Consult(**looked)
    dice = (die(2), die(5))
    assert narrate(entry(plain, dice=dice), state, module) == (
        "odd table, 6122 Arnhem: die 2, 5: so."
    )
    better = act.Consult(drm=2, **looked)
    assert narrate(entry(better, dice=dice), state, module) == (
        "odd table, 6122 Arnhem: die 2, 5 +2 = 9: so."
    )
    assert narrate(entry(better), state, module) == "odd table, 6122 Arnhem: die –: so."


def test_an_own_action_without_a_sentence_is_called_newer(state: State, module: Module) -> None:
    class Unheard(act.OwnAction):
        kind: str = "test.unheard"

    told = narrate(
        entry(act.Note(text="x")).model_copy(update={"action": Unheard()}), state, module
    )
    assert told == "An action of a newer version of the rules (test.unheard)."


def test_an_own_action_is_described_with_named_fields(state: State, module: Module) -> None:
    class Gone(act.OwnAction):
        kind: str = "edit.way"
        units: tuple[str, ...]
        start: str
        end: str | int

    def told(**fields: object) -> str:
        own = Gone.model_validate(fields)
        written = entry(act.Note(text="x")).model_copy(update={"action": own})
        return narrate(written, state, module)

    place = module.place_name("6217")
    assert told(units=(UNIT, OTHER), start="6217", end=7) == f"2/1P and 3/1P: {place} → 7"
    assert told(units=(OTHER,), start="odd", end="6122") == "3/1P: odd → 6122 Arnhem"


def test_unchanged_rules_settings_are_described(state: State, module: Module) -> None:
    told = narrate(entry(act.SetRules()), state, module)
    assert told
    assert told != narrate(entry(act.SetRules(mode="off")), state, module)
    assert told == narrate(entry(act.SetRules(house={})), state, module)


def test_map_marks_and_trackers_are_described_by_their_action(state: State, module: Module) -> None:
    for name in ("boards:a", "turn:b"):
        assert details(entry(act.ManualEdit(), track(name, "1")), state, module) == []


def test_eliminated_units_are_named(state: State, module: Module) -> None:
    gone = entry(act.ManualEdit(), go(UNIT, "6217", "eliminated-allied"))
    assert details(gone, state, module) == ["2/1P is eliminated"]


def test_fire_before_a_combat_is_described_without_bookkeeping() -> None:
    airbridge = load_module("airbridge")
    state = apply(
        State(), setup_effects(airbridge, airbridge.scenario("campaign")), airbridge.places
    )
    told = entry(
        act.Choose(decision="support", option="air:10"),
        fx.SetTrack(track="fight", before=None, after='{"kind":"assault"}'),
        fx.SetTrack(track="combat", before=None, after="defensive 7-12 6 2"),
        dice=(die(6),),
    )
    assert narrate(told, state, airbridge) == (
        "Fire for the defender (air points: 10). Defensive fire, column 7-12: die 6, result 2."
    )
    assert details(told, state, airbridge) == []


@pytest.mark.parametrize(
    ("reason", "told"),
    [
        ("combat:6122", "Combat 6122 Arnhem"),
        ("airlanding:BR-2-1P", "Airlanding 2/1P"),
        ("demolition:nowhere", "Demolition nowhere"),
        ("weather", "Weather"),
        ("who_goes_first", "who goes first"),
        ("odd_kind:6122", "odd kind 6122 Arnhem"),
        ("", ""),
    ],
)
def test_reasons_of_dice(reason: str, told: str, state: State, module: Module) -> None:
    assert thrown_for(die(1, reason), state, module) == told


def test_reasons_of_dice_in_a_games_own_words(normandy: Module) -> None:
    assert thrown_for(die(1, "rangers:x"), State(), normandy) == "Signal for x"
    assert thrown_for(die(1, "strafing:0101"), State(), normandy).startswith("Strafing 0101")


def test_an_answer_names_its_unit(state: State, module: Module) -> None:
    """By the name on its counter; a unit without a table name by its name in the question."""
    landed = act.Choose(decision="landing_hex", option="6218")
    place = module.place_name("6218")
    for unit, name in ((UNIT, "2/1P"), ("nobody", "nobody")):
        before = asked(module, state, "landing_hex", unit=unit)
        assert narrate(entry(landed), before, module) == f"{name} lands at {place}."


def test_an_answer_names_another_unit_that_leaves_the_map(state: State, module: Module) -> None:
    chosen = act.Choose(decision="scattered", option="US-1/504")
    struck = go("US-A/82", "4715", "breakdowns-allied")
    told = narrate(entry(chosen, struck), state, module)
    assert told.endswith("A/82 moves to Breakdown units available.")
    itself = go("US-1/504", "4818", "breakdowns-allied")
    assert "Breakdown" not in narrate(entry(chosen, itself), state, module)


def test_an_answer_names_markers_by_title(state: State, module: Module) -> None:
    put = fx.SetMarker(marker="m-7", before=None, after=fx.MarkerFields(kind="traffic", at="6122"))
    before = apply(asked(module, state, "odd"), (put,), module.places)
    told = narrate(entry(act.Choose(decision="odd", option="m-7 6218")), before, module)
    name, place = module.marker_name("traffic"), module.place_name("6218")
    assert told == f"Allied decides (odd): {name} {place}."


def test_a_shuffle_beside_a_move_is_listed_as_another_change(state: State, module: Module) -> None:
    shuffled = fx.Move(unit=OTHER, path=("6217",), from_index=0, to_index=1)
    told = narrate(entry(act.ManualEdit(), go(UNIT, "6217", "6218"), shuffled), state, module)
    assert told == f"2/1P moves to {module.place_name('6218')} (and 1 more)"


def test_the_leader_of_a_defence_is_named_in_every_game(normandy: Module) -> None:
    """The unit of the answer, whatever its other words are."""
    leader = next(iter(next(iter(normandy.counters)).pieces()))
    here = normandy.board.numbers[0]
    put = fx.Place(unit=leader, counter=leader, side="german", at=here, index=0, steps=1, status=())
    before = apply(State(), (put,), normandy.places)
    stand = act.Choose(decision="stand", option=f"with {leader}")
    told = narrate(entry(stand, track("combat", f"{here} 2-1 4 hold")), before, normandy)
    name = normandy.unit_name(leader)
    assert told == f"{name} leads a determined defence: die 4, the hex is held."
    told = narrate(entry(stand, track("combat", f"{here} 2-1 4 hold EX")), before, normandy)
    assert told == (
        f"{name} leads a determined defence: die 4, it succeeds; "
        f"{name} and the attacker lose a step each."
    )


def test_a_status_in_lower_case_begins_its_sentence_with_a_capital(normandy: Module) -> None:
    before = apply(State(), setup_effects(normandy, normandy.scenario("campaign")), normandy.places)
    unit = next(u for u, piece in before.pieces.items() if piece.side == "german")
    cut = fx.SetStatus(unit=unit, before=before.pieces[unit].status, after=("out_of_supply",))
    phase = fx.SetPhase(before=before.clock, after=before.clock)
    told = narrate(entry(act.NextPhase(), phase, cut), before, normandy)
    assert f" Out of supply: {normandy.unit_name(before.pieces[unit].counter)}." in told


def test_a_reaction_says_whether_the_unit_moves() -> None:
    module = load_module("airbridge")
    before = asked(module, State(), "react", target="A0505")
    reacts = act.Choose(decision="react", option="GE-2")
    stays = narrate(entry(reacts, dice=(die(5),)), before, module)
    moves = narrate(entry(reacts, go("GE-2", "A0606", "A0505"), dice=(die(2),)), before, module)
    assert stays.endswith("die 5. It stays where it is.")
    assert moves.endswith("die 2. It moves there.")
    for had, has, told in (
        ((), ("first_fire",), "a first fire marker."),
        (("first_fire",), ("final_fire",), "a final fire marker."),
    ):
        marked = fx.SetStatus(unit="GE-2", before=had, after=has)
        gun = entry(reacts, go("GE-2", "A0606", "A0505"), marked, dice=(die(2),))
        assert narrate(gun, before, module).endswith(f"It moves there and gets {told}")


def test_charges_that_do_not_explode_are_described() -> None:
    module = load_module("airbridge")
    name = next(name for name, side in module.board.sides.items() if side.bridges)
    tried, blown = (
        track(f"tried/{name}", "1"),
        fx.SetHexside(hexside=name, before=None, after="blown"),
    )
    moved = act.MoveUnits(units=("a",), path=("A0404", "A0405"))
    failed = "The charges at " + module.place_name(name) + " do not explode."
    assert failed in narrate(entry(moved, tried, dice=(die(6),)), State(), module)
    assert failed not in narrate(entry(moved, tried, blown, dice=(die(1),)), State(), module)


def test_a_retreat_without_a_choice_is_told_after_the_answer_before_it() -> None:
    """Market-Garden, 5.1.6: with one hex left the defender is not asked where to retreat."""
    market = load_module("marketgarden")
    before = apply(State(), setup_effects(market, market.scenario("campaign")), market.places)
    fallen_back = go("US-101-506", "1508", "1407")
    answer = act.Choose(decision="loss", option="GE-Feldt-1")
    told = narrate(entry(answer, fallen_back), before, market)
    assert told == "Feldt 1 takes the loss. 506: 1508 Oosterhout → 1407 Andelst."


def test_an_eliminated_unit_is_not_said_to_lose_its_statuses(normandy: Module) -> None:
    before = apply(State(), setup_effects(normandy, normandy.scenario("campaign")), normandy.places)
    unit = next(u for u, p in before.pieces.items() if p.side == "german" and p.place < 999)
    here = normandy.places.name(before.pieces[unit].place)
    cut = fx.SetStatus(unit=unit, before=(), after=("out_of_supply",))
    phase = fx.SetPhase(before=before.clock, after=before.clock)
    gone = go(unit, here, "eliminated-german")
    told = narrate(entry(act.NextPhase(), phase, cut, gone), before, normandy)
    assert "Eliminated: " in told
    assert "upply" not in told.partition("Eliminated")[2]


@pytest.mark.parametrize(("steps", "word"), [(2, "Withdrawn: "), (0, "Eliminated: ")])
def test_a_unit_that_a_rule_withdraws_is_not_said_to_be_eliminated(
    normandy: Module, steps: int, word: str
) -> None:
    """Normandy '44, 17.5: Rangers leave the game with their steps."""
    before = apply(State(), setup_effects(normandy, normandy.scenario("campaign")), normandy.places)
    unit = next(u for u, p in before.pieces.items() if p.side == "german" and p.place < 999)
    here = normandy.places.name(before.pieces[unit].place)
    phase = fx.SetPhase(before=before.clock, after=before.clock)
    left = fx.SetSteps(unit=unit, before=before.pieces[unit].steps, after=steps)
    record = fx.SetTrack(track=f"withdrawn/{unit}", before=None, after=6)
    gone = go(unit, here, "eliminated-german")
    told = narrate(entry(act.NextPhase(), phase, left, record, gone), before, normandy)
    assert word in told
    assert ("Withdrawn" in told) != ("Eliminated" in told)


@pytest.mark.parametrize(
    ("mode", "said"),
    [
        ("set_up", "2/1P is set up in 6122 Arnhem."),
        ("ferry", "2/1P crosses by ferry: 6217 Heelsum → 6122 Arnhem."),
        ("evacuation", "2/1P is evacuated from 6217 Heelsum."),
        ("return", "2/1P returns in 6122 Arnhem."),
        ("cherbourg", "2/1P goes at once to 6122 Arnhem."),
    ],
)
def test_moves_without_a_path_name_no_length(
    mode: str, said: str, state: State, module: Module
) -> None:
    move = act.MoveUnits(units=(UNIT,), path=("6217", "6122"), mode=mode)
    assert narrate(entry(move), state, module) == said


def test_a_move_that_is_stopped_ends_where_the_units_are(state: State, module: Module) -> None:
    """A bridge is blown before them, or guns fire at aircraft on the way."""
    order = act.MoveUnits(units=(UNIT,), path=("6217", "6218", "6219"))
    told = narrate(entry(order, go(UNIT, "6217", "6218")), state, module)
    assert told.endswith(f"{module.place_name('6217')} → {module.place_name('6218')} (1 hex).")
    steps = go(UNIT, "6217", "6218"), go(UNIT, "6218", "6219")
    told = narrate(entry(order, *steps), state, module)
    assert told.endswith(f"{module.place_name('6217')} → {module.place_name('6219')} (2 hexes).")
