"""Combat as typed answers: odds, strafing, retreats, advances."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from engine.core import actions as act
from engine.games.normandy44 import tracks
from engine.games.normandy44.combat import RETREAT, STAND, CombatRecord
from engine.games.normandy44.orders import AGAIN, NAVAL
from engine.games.normandy44.position import Position
from engine.games.normandy44.rules.ch10_attack import Attack
from engine.games.normandy44.rules.ch10_combat import (
    CombatOdds,
    army_of,
    attackers_of,
    best_lead,
    is_automatic,
    leads,
    reckon,
)
from engine.games.normandy44.rules.ch10_procedure import declaration_verdicts
from engine.games.normandy44.rules.ch12_determined_defense import (
    DICE,
    chance_to_hold,
    may_lead,
)
from engine.games.normandy44.rules.ch12_results import stages_of, steps_of
from engine.games.normandy44.rules.ch13_retreat import LONG_RESULTS, RetreatPath, retreat_paths
from engine.games.normandy44.rules.ch14_advance import advances
from engine.games.normandy44.rules.ch17_support import able_to_fire, most_shifts
from engine.games.normandy44.rules.ch19_air_and_naval import (
    air_left,
    flak_near,
    jabos_fly,
    most_air,
    naval_left,
    prey,
    strafing_verdicts,
)
from engine.games.normandy44.vocabulary import ALLIED, COMBAT, GAME, enemy_of
from engine.i18n import t
from engine.modules.tables import lookup
from engine.request_fields import field, number_field, texts
from engine.rules import answers
from engine.rules.base.combat import ATTACKER, DEFENDER
from engine.rules.base.named import hex_field, known_units, on_map
from engine.rules.base.stack_routes import shared_advances, shared_paths

KIND, ATTACK, STRAFING = "combat", "attack", "strafing"
"""The choice in a combat plan: attack by adjacent units, or strafing."""
ZONE, LAST = 1, 2
"""Codes of breaches of a retreat path: an enemy zone (13.1.2a), friends on the road (13.7)."""


# -- plans ----------------------------------------------------------------------------------------


def plan(position: Position, request: Mapping[str, Any]) -> answers.AttackPlan:
    """Return the attack that a request of the probe describes; raises Refused."""
    attackers = known_units(position, texts(request, "attackers", empty=False), "attackers")
    target = hex_field(position, request, "target")
    # 11.6.2: a headquarters is named once for each shift.
    guns = tuple(texts(request, "artillery", once=False))
    named = [g.rstrip(AGAIN) for g in guns if g not in ("caen", NAVAL)]
    known_units(position, named, "artillery")
    choices: dict[str, str | int | None] = {
        name: number_field(request, name, 0, most, 0)
        for name, most in (("air", 9), (NAVAL, 9), ("jabos", 6))
    }
    for name in ("lead", "attached"):
        if request.get(name) is not None:
            choices[name] = field(request, name, str)
    if "attached" in request and request["attached"] is None:
        choices["attached"] = None  # No unit; left out, the best one.
    return answers.AttackPlan(attackers, target, guns, choices)


def attack_of(position: Position, wanted: answers.AttackPlan) -> Attack:
    """Return the attack of a plan; the attackers determine its side."""
    attackers = tuple(on_map(position, name) for name in wanted.attackers)
    side = attackers[0].side if attackers else position.active
    chosen = wanted.choices
    die = int(chosen.get("jabos") or 0)
    flown = die and jabos_fly(position, side)
    jabos = int(position.charts.read("jabos", die).result) if flown else 0
    guns = tuple(name.rstrip(AGAIN) for name in wanted.support if name != NAVAL)
    ships = max(len(wanted.support) - len(guns), int(chosen.get(NAVAL) or 0))
    attack = Attack(
        position,
        side,
        attackers,
        wanted.target,
        lead=str(chosen.get("lead") or ""),
        guns=guns,
        air=int(chosen.get("air") or 0),
        naval=ships,
        jabos=jabos,
    )
    attached = chosen.get("attached", "")
    return best_lead(attack, attached if attached is None else str(attached))


# -- odds -----------------------------------------------------------------------------------------


def odds(
    position: Position, wanted: answers.AttackPlan, name: Callable[[str], str]
) -> answers.Odds:
    """Compute the odds of an attack, with all verdicts on it (10.5)."""
    attack = attack_of(position, wanted)
    combat_odds = reckon(attack)
    able = supporters(attack)
    found_chances = chances(position, combat_odds, steps_of(attack.fresh))
    by_jabos = _by_jabos(attack, wanted)
    return answers.Odds(
        plan=wanted,
        attack=combat_odds.attack,
        defense=combat_odds.defense,
        ratio=combat_odds.ratio,
        column=combat_odds.name,
        strengths=tuple(_shares(attack, combat_odds)),
        shifts=tuple(
            answers.ShiftLine(s.rule, s.by, t(f"shift.{GAME}.{s.name}"), name=s.name)
            for s in combat_odds.shifts
        ),
        chances=found_chances,
        verdicts=tuple(declaration_verdicts(attack)),
        choices=tuple(_choices(attack, name)),
        able=able,
        attackers=tuple(u.id for u in attack.attackers),
        defenders=tuple(u.id for u in attack.defenders),
        support=_support(attack, wanted),
        notes=tuple(_notes(combat_odds, by_jabos)),
        own={
            "force": [u.id for u in attack.force],
            "lead": attack.lead,
            "attached": attack.attached or None,
            "bonus": combat_odds.bonus,
            "shifted": combat_odds.shifted,
        },
        prospect=_mean([_prospect(flown) for flown in by_jabos]),
    )


def _by_jabos(attack: Attack, wanted: answers.AttackPlan) -> Sequence[Attack]:
    """19.1.3: return the attack with the shifts of each die of the Jabos, which roll after the
    declaration; alone if they do not fly or the plan names their die.
    """
    if wanted.choices.get("jabos") or not jabos_fly(attack.position, attack.side):
        return [attack]
    read = attack.position.charts.read
    return [replace(attack, jabos=int(read("jabos", die).result)) for die in DICE]


def _notes(combat_odds: CombatOdds, by_jabos: Sequence[Attack]) -> Iterable[str]:
    """Yield what the columns do not show: the defence of the hex, the dice of the Jabos."""
    if combat_odds.bonus:
        yield t(f"odds.{GAME}.bonus", bonus=combat_odds.bonus)
    if len(by_jabos) > 1:
        most = max(flown.jabos for flown in by_jabos)
        yield t(f"odds.{GAME}.jabos", most=most)


def supporters(attack: Attack) -> tuple[str, ...]:
    """Return the available support: guns, Allied headquarters a second time, a naval unit."""
    position, army = attack.position, army_of(attack)
    names = list(able_to_fire(position, attack.side, attack.target, army))
    twice = most_shifts(position) > 1 and position.track(tracks.POINTS + army) > 1
    if attack.side == ALLIED and twice:
        names += [name + AGAIN for name in names]
    if attack.side == ALLIED and naval_left(position, army, attack.target):
        names.append(NAVAL)
    return tuple(names)


def _support(attack: Attack, wanted: answers.AttackPlan) -> tuple[str, ...]:
    """Return the supporting units, as an order names them."""
    named = tuple(name for name in wanted.support if name != NAVAL)
    return (*named, *([NAVAL] * attack.naval))


def _shares(attack: Attack, combat_odds: CombatOdds) -> Iterable[answers.Share]:
    units = attack.position.units
    for name, used, why in combat_odds.shares:
        half = Fraction(1, 2)
        factors = tuple(answers.Factor(rule, half, t(f"half.{GAME}.{rule}")) for rule in why)
        yield answers.Share(name, "attack", units[name].factor, used, factors)
    for unit in attack.defenders:
        used = unit.factor if unit in attack.fresh else 0
        yield answers.Share(unit.id, "defense", unit.factor, used)


def _choices(attack: Attack, name: Callable[[str], str]) -> Iterable[answers.ChoiceLine]:
    position = attack.position
    word = t(f"choice.{GAME}.group") + " "
    names = dict.fromkeys(lead for lead, _ in leads(attack))
    own = position.units
    options = [(u, name(u) if u in own else u.replace("group:", word)) for u in names]
    yield answers.ChoiceLine("lead", t(f"choice.{GAME}.lead"), tuple(options), attack.lead or None)
    added = [u for lead, u in leads(attack) if lead == attack.lead and u]
    named = (("", "–"), *((u, name(u)) for u in added))
    yield answers.ChoiceLine("attached", t(f"choice.{GAME}.attached"), named, attack.attached)
    if attack.side == ALLIED:
        most = min(most_air(position), air_left(position))
        yield answers.ChoiceLine.number("air", t(f"choice.{GAME}.air"), attack.air, most)


def chances(position: Position, combat_odds: CombatOdds, steps: int) -> tuple[answers.Chance, ...]:
    """Return the results of each die roll on the column, with their probabilities."""
    if is_automatic(position, combat_odds):
        return (answers.Chance("1-6", Fraction(1), result("A1", steps)),)
    chart = position.charts["crt"]
    codes = {die: lookup(chart, die, combat_odds.name).result for die in DICE}
    return tuple(
        answers.Chance(str(die), Fraction(1, 6), result(code, steps)) for die, code in codes.items()
    )


def result(code: str, steps: int) -> answers.Result:
    """Return a result of the chart as text and numbers."""
    stages = stages_of(code, steps)
    back = (
        (4 if code in LONG_RESULTS else 2) if any(s.kind in (STAND, RETREAT) for s in stages) else 0
    )
    return answers.Result(
        code,
        t(f"result.{GAME}.{code}"),
        {"steps": sum(s.steps for s in stages if s.of == ATTACKER), "retreat": 0},
        {"steps": sum(s.steps for s in stages if s.of == DEFENDER), "retreat": back},
        (code,),
    )


def prospect(attack: Attack, outcomes: Sequence[answers.Chance]) -> answers.Prospect:
    """Return the average outcome of a combat, with the best unsupported determined defence."""
    falls = taken = attacker = defender = Fraction(0)
    holder, holds = best_holder(attack)
    for chance in outcomes:
        code, p = chance.result.code, chance.probability
        steps = min(steps_of(attack.fresh), chance.result.defender["steps"])
        attacker += p * chance.result.attacker["steps"]
        defender += p * steps
        if chance.result.defender["retreat"]:
            falls += p
            wiped = steps >= steps_of(attack.fresh)
            stays = Fraction(0) if code in LONG_RESULTS or wiped else holds
            taken += p * (1 - stays)
    return answers.Prospect(
        float(falls), float(taken), float(attacker), float(defender), holder, float(holds)
    )


def _prospect(attack: Attack) -> answers.Prospect:
    """Return the average outcome of an attack at its odds."""
    return prospect(attack, chances(attack.position, reckon(attack), steps_of(attack.fresh)))


def _mean(found: Sequence[answers.Prospect]) -> answers.Prospect:
    """Return the mean of equally likely outcomes."""
    names = ("falls", "taken", "attacker", "defender")
    return replace(found[0], **{n: sum(getattr(p, n) for p in found) / len(found) for n in names})


def best_holder(attack: Attack) -> tuple[str | None, Fraction]:
    """12.4.1b: return the defender most likely to hold the hex, and the chance."""
    best: tuple[str | None, Fraction] = (None, Fraction(0))
    for unit in attack.fresh:
        if not may_lead(unit):
            continue
        holds = chance_to_hold(attack.position, attack.target, unit, attack.force, support=False)
        if holds > best[1]:
            best = unit.id, holds
    return best


# -- attackers ------------------------------------------------------------------------------------


def attackers(position: Position, target: int) -> tuple[str, ...]:
    """Return the units next to an enemy hex; those that could attack it come first."""
    stack = position.stack(target)
    if not stack:
        return ()
    side = enemy_of(stack[0].side)
    able = {u.id for u in attackers_of(position, target, side)}
    near = [
        u
        for i in position.ground.ring[target]
        for u in position.stacks[side].get(i, ())
        if u.can_attack
    ]
    near.sort(key=lambda u: (u.id not in able, tracks.FOUGHT + u.id in position.state.tracks))
    armies = Counter(u.type.army for u in near if u.id in able)
    lead = armies.most_common(1)[0][0] if armies else None
    return tuple(u.id for u in near if lead is None or u.type.army == lead)


# -- strafing -------------------------------------------------------------------------------------


def may_strafe(position: Position, target: int) -> bool:
    """19.1.4a, 19.1.4b: return whether there is something to strafe in a hex in the phase."""
    allied = position.active == ALLIED and position.phase == COMBAT
    return allied and bool(prey(position, target))


def with_kinds(computed: answers.Odds, chosen: str) -> answers.Odds:
    """Return odds with the choice between attack and strafing; without attackers only strafing."""
    kinds = (ATTACK, STRAFING) if computed.plan.attackers else (STRAFING,)
    options = tuple((kind, t(f"choice.{GAME}.{kind}")) for kind in kinds)
    line = answers.ChoiceLine(KIND, t(f"choice.{GAME}.combat"), options, chosen, is_result=False)
    return replace(computed, choices=(line, *computed.choices))


def strafing(position: Position, wanted: answers.AttackPlan) -> answers.Odds:
    """19.1.4: return a strafing by at least one air unit, with the chances of each throw."""
    target, most = wanted.target, min(most_air(position), air_left(position))
    least = min(1, most)
    air = max(least, int(wanted.choices.get("air") or 0))
    units = prey(position, target)
    strike = bombardment(position, target, air)
    computed = answers.Odds(
        plan=wanted,
        attack=air,
        defense=len(units),
        ratio="",
        column="",
        strengths=tuple(answers.Share(u.id, "defense", u.steps, u.steps) for u in units),
        shifts=(),
        chances=strike.chances,
        verdicts=strike.verdicts,
        choices=(answers.ChoiceLine.number("air", t(f"choice.{GAME}.air"), air, most, least),),
        defenders=tuple(u.id for u in units),
        kind=STRAFING,
        method=t(f"odds.{GAME}.strafing"),
        order=act.Bombard(target=position.number(target), air=air),
    )
    return with_kinds(computed, STRAFING)


def bombardment(position: Position, target: int, air: int) -> answers.Bombardment:
    """Compute a strafing: each silhouette loses a step on a modified six (19.1.4)."""
    chart, flak = position.charts["strafing"], -1 if flak_near(position, target) else 0
    results = tuple(
        answers.Chance(
            str(die),
            Fraction(1, 6),
            answers.Result(code, t(f"result.{GAME}.{code}"), {}, {"steps": int(code == "-1")}),
        )
        for die in DICE
        for code in (lookup(chart, die, drm=flak).result,)
    )
    return answers.Bombardment(
        (),
        target,
        air,
        "result",
        (),
        results,
        tuple(strafing_verdicts(position, target, air)),
        own={"prey": [u.id for u in prey(position, target)]},
    )


# -- retreats and advances ------------------------------------------------------------------------


def retreats(
    position: Position, units: Sequence[str], hexes: int, battle: int | None, code: str
) -> answers.Retreats:
    """Return all retreat paths of a stack, best first."""
    stack = [on_map(position, name) for name in units]
    place = stack[0].place if battle is None else battle
    length = 4 if code in LONG_RESULTS else hexes or 2
    record = CombatRecord(side=enemy_of(stack[0].side), target=position.number(place), hexes=length)
    shared = shared_paths(
        [
            retreat_paths(position, unit, record, [u for u in stack if u is not unit])
            for unit in stack
        ]
    )
    listed = sorted((_option(path, each) for path, each in shared.items()), key=_worth)
    alive = [w for w in listed if not w.eliminated]
    best = min((_price(w) for w in alive), default=None)
    legal = tuple(n for n, w in enumerate(listed) if not w.eliminated and _price(w) == best)
    return answers.Retreats(tuple(listed), legal)


def _price(option: answers.RetreatOption) -> tuple[bool, int, bool]:
    return LAST in option.broken, option.extra_loss, ZONE in option.broken


def _worth(option: answers.RetreatOption) -> tuple[bool, bool, int, bool]:
    return option.eliminated, *_price(option)


def _option(path: tuple[int, ...], each: Sequence[RetreatPath]) -> answers.RetreatOption:
    worst = max(
        each, key=lambda route: (route.eliminated, route.last_resort, route.losses, route.zone)
    )
    broken = ((ZONE,) if worst.zone else ()) + ((LAST,) if worst.last_resort else ())
    return answers.RetreatOption(
        path,
        broken=broken,
        eliminated=worst.eliminated,
        end_status=None if worst.eliminated else "disrupted",
        extra_loss=worst.losses,
        rule=worst.rule or None,
        tag=worst.rule,
        why=t(f"rule.{GAME}.{worst.rule}.retreat", hex="") if worst.rule else "",
    )


def advances_of(
    position: Position, units: Sequence[str], vacated: int, kind: str
) -> dict[int, tuple[int, ...]]:
    """Return the hexes that all of the victorious units may advance to (14)."""
    limited = kind == "limited"
    return shared_advances(
        [advances(position, on_map(position, name), vacated, limited=limited) for name in units]
    )
