"""Combat (chapters 9 to 13, 15) as typed answers: odds and prospects, retreats, advances."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, cast

from engine.core.verdicts import Verdict
from engine.games.holland44.book import judge
from engine.games.holland44.house_rules import allows, ruled
from engine.games.holland44.position import Position
from engine.games.holland44.rules.ch09_attack import Attack, attack_verdicts
from engine.games.holland44.rules.ch09_river_assault import ready_to_assault
from engine.games.holland44.rules.ch10_odds import CombatOdds, best_lead
from engine.games.holland44.rules.ch10_strengths import ANY, Combat
from engine.games.holland44.rules.ch12_determined_defense import column_of
from engine.games.holland44.rules.ch13_retreat_paths import Retreat
from engine.games.holland44.rules.ch15_advance_hexes import HEXES, Advance, Kind
from engine.games.holland44.rules.ch16_breakthrough import joining
from engine.games.holland44.rules.ch17_artillery import hexes_to
from engine.games.holland44.units import Unit
from engine.i18n import t
from engine.modules.tables import lookup
from engine.request_fields import Refused, field, number_field, optional_text, texts
from engine.rules import answers
from engine.rules.base.named import hex_field, known_units

FACES = range(1, 7)
LENGTHS = (1, 2, 3)
"""Retreat lengths in hexes that a combat result or a run can demand (11, 14.3.2)."""
AIR_LIMIT = 2
"""Air units that can take part in a turn (4.4)."""


# -- odds -----------------------------------------------------------------------------------------


def plan(position: Position, request: Mapping[str, Any]) -> answers.AttackPlan:
    """Return the attack that a request describes; raises Refused."""
    attackers = known_units(position, texts(request, "attackers", empty=False), "attackers")
    support = known_units(position, texts(request, "artillery"), "artillery")
    choices: dict[str, str | int | None] = {"air": number_field(request, "air", 0, 99, 0)}
    target = hex_field(position, request, "target")
    if field(request, "breakthrough", bool, False):
        choices["breakthrough"] = 1
    lead = optional_text(request, "lead")
    if lead is not None:
        choices["lead"] = lead
    if "attached" in request:
        attached = optional_text(request, "attached")
        fighting = {u.id for u in fight_of(position, attackers, target).attackers}
        if attached is not None and attached not in fighting:
            raise Refused("bad_request", t("probe.holland44.attached", unit=attached), "attached")
        choices["attached"] = attached
    return answers.AttackPlan(attackers, target, support, choices)


def fight_of(
    position: Position,
    attackers: Sequence[str],
    target: int,
    support: Sequence[str] = (),
    air: int = 0,
    *,
    breakthrough: bool = False,
) -> Combat:
    """Return the combat of the units with these ids and of a group that waits to join (16.5)."""
    units = position.units
    troops = [units[name] for name in attackers]
    group = () if breakthrough else joining(position, target)
    return Combat(
        position,
        _with_group(troops, group),
        target,
        tuple(units[name] for name in support),
        air,
        breakthrough,
        joined=frozenset(u.id for u in group),
    )


def _with_group(troops: Sequence[Unit], group: Sequence[Unit]) -> tuple[Unit, ...]:
    return (*(u for u in troops if u not in group), *group)


def odds(position: Position, asked: answers.AttackPlan) -> answers.Odds:
    """Compute the odds of an attack, with every verdict on it.

    Without a ``lead`` formation or an ``attached`` unit, those that serve the attacker best are
    used.
    """
    choices = asked.choices
    fight = fight_of(
        position,
        asked.attackers,
        asked.target,
        asked.support,
        int(choices.get("air") or 0),
        breakthrough=bool(choices.get("breakthrough")),
    )
    lead = choices.get("lead")
    attached = choices.get("attached", ())
    combat_odds = best_lead(
        fight, str(lead) if lead else None, cast("str | tuple[()] | None", attached)
    )
    clock = position.state.clock
    own_turn = clock.phase == "combat" and clock.active == fight.side and not position.state.pending
    declared = own_turn and not choices.get("breakthrough")
    verdicts = judge(position, "declare", fight) if declared else []
    return answer(
        fight,
        combat_odds,
        asked,
        ruled(position, [*verdicts, *attack_verdicts(fight, combat_odds)]),
    )


def prepared(position: Position, asked: answers.AttackPlan) -> answers.Odds:
    """Compute the odds of a planned attack; a waiting breakthrough group joins it (16.5).

    Choices made for another combat that do not fit this one are ignored.
    """
    group = joining(position, asked.target)
    units = [position.units[name] for name in asked.attackers if name in position.units]
    attackers = _with_group(units, group)
    support = [position.units[name] for name in asked.support if name in position.units]
    guns = {u.id for u in _guns(position, attackers, asked.target)}
    fight = Combat(
        position,
        attackers,
        asked.target,
        tuple(u for u in support if u.id in guns),
        int(asked.choices.get("air") or 0),
        joined=frozenset(u.id for u in group),
    )
    lead = asked.choices.get("lead")
    lead = str(lead) if lead in fight.formations() else None
    able = {u.id for u in fight.attachable(lead)} if lead is not None else set()
    attached = asked.choices.get("attached")
    combat_odds = best_lead(fight, lead, str(attached) if attached in able else ())
    return answer(fight, combat_odds, asked, list(attack_verdicts(fight, combat_odds)))


def answer(
    fight: Combat, combat_odds: CombatOdds, asked: answers.AttackPlan, verdicts: Sequence[Verdict]
) -> answers.Odds:
    """Return a combat and its odds as an answer."""
    position = fight.position
    attackers = {u.id for u in fight.attackers}
    results = {
        code: result_of(code, position.setting.crt.results.get(code, {}))
        for code in set(combat_odds.results.values())
    }
    share = Fraction(1, len(combat_odds.results))
    return answers.Odds(
        plan=asked,
        attack=combat_odds.odds.attack,
        defense=combat_odds.odds.defense,
        ratio=combat_odds.odds.ratio,
        column=combat_odds.odds.column,
        strengths=tuple(
            answers.Share(
                s.unit,
                "attack" if s.unit in attackers else "defense",
                s.printed,
                s.used,
                tuple(
                    answers.Factor(rule, factor, _why(position, rule, s.unit in attackers))
                    for rule, factor in s.why
                ),
            )
            for s in combat_odds.shares
        ),
        shifts=tuple(
            answers.ShiftLine(s.rule, s.by, t(f"change.holland44.{s.why}"), name=s.why)
            for s in combat_odds.shifts
        ),
        chances=tuple(
            answers.Chance(str(die), share, results[code])
            for die, code in combat_odds.results.items()
        ),
        verdicts=tuple(verdicts),
        choices=_choices(fight, combat_odds),
        able=tuple(u.id for u in _guns(position, fight.attackers, fight.target)),
        attackers=tuple(u.id for u in fight.attackers),
        defenders=tuple(u.id for u in fight.present),
        support=tuple(u.id for u in fight.artillery),
        kind="automatic" if _is_automatic(fight, combat_odds) else "",
        prospect=_prospect(fight, combat_odds) if fight.present else None,
    )


def _is_automatic(fight: Combat, combat_odds: CombatOdds) -> bool:
    """8.7: return whether a movement phase makes the attack an automatic DS, without a die."""
    position = fight.position
    if position.state.clock.phase != "movement":
        return False
    return allows(position, judge(position, "automatic", Attack(fight, combat_odds)))


def _why(position: Position, rule: str, attacks: bool) -> str:
    """Return the names of the modifiers of a rule that change a strength."""
    role = "attack" if attacks else "defense"
    changes = position.setting.changes.changes
    named = dict.fromkeys(t(c.key) for c in changes if c.rule == rule and c.kind == role)
    return " / ".join(named)


def result_of(code: str, meaning: Mapping[str, Any]) -> answers.Result:
    """Return a result code of the combat results table with its effects."""
    retreat = meaning.get("retreat") or []
    words = ["determined_defense"] if meaning.get("determined_defense") else []
    words += ["breakthrough"] if meaning.get("breakthrough") else []
    return answers.Result(
        code,
        attacker={"steps": int(meaning.get("attacker_loss") or 0)},
        defender={
            "steps": int(meaning.get("defender_loss") or 0),
            "retreat": int(max(retreat, default=0)),
        },
        words=tuple(words),
    )


def _choices(fight: Combat, combat_odds: CombatOdds) -> tuple[answers.ChoiceLine, ...]:
    name = fight.position.name
    leads = tuple((f, f) for f in fight.formations() if f != ANY)
    attachable = fight.attachable(combat_odds.lead) if combat_odds.lead is not None else []
    units = tuple((u.id, name(u.id)) for u in attachable)
    return (
        answers.ChoiceLine("lead", t("advice.odds.lead_formation"), leads, combat_odds.lead),
        answers.ChoiceLine("attached", t("advice.odds.attached_unit"), units, combat_odds.attached),
        answers.ChoiceLine.number("air", t("advice.odds.air"), fight.air, AIR_LIMIT),
    )


def _guns(position: Position, attackers: Sequence[Unit], target: int) -> list[Unit]:
    """Return the attacker's artillery within range, whether it takes part or not."""
    side, fighting = attackers[0].profile.side, {u.id for u in attackers}
    return [
        u
        for u in position.units.values()
        if u.profile.artillery
        and u.profile.side == side
        and u.id not in fighting
        and hexes_to(position, u, target) <= (u.profile.counter.front.range or 0)
    ]


def neighbours(position: Position, target: int, side: str) -> list[Unit]:
    """Return a side's units next to a hex or in its entry areas that can attack; no artillery."""
    stacks = position.stacks[side]
    near = [u for i in position.ground.ring[target] for u in stacks.get(i, ())]
    for letter in position.ground.area_hexes.get(target, ()):
        if position.area_side(letter) == side:
            near += position.areas.get(position.area_place(letter), ())
    return [
        u
        for u in near
        if u.profile.side == side and u.profile.attack > 0 and not u.profile.artillery
    ]


def targets(position: Position, units: Sequence[str]) -> tuple[int, ...]:
    """Return the enemy hexes adjacent to all the units' hexes; without units, all targets."""
    if not units:
        side = position.state.clock.active
        if side not in position.fronts:
            return ()
        enemy = position.enemy(side)
        return tuple(i for i in sorted(enemy.hexes) if neighbours(position, i, side))
    known = [position.units[u] for u in units if u in position.units]
    hexes = {u.place for u in known if position.places.is_hex(u.place)}
    if not hexes:
        return ()
    near = [set(position.ground.ring[i]) for i in hexes]
    return tuple(sorted(set.intersection(*near) & position.enemy(known[0].profile.side).hexes))


# -- prospects ------------------------------------------------------------------------------------


def _prospect(fight: Combat, combat_odds: CombatOdds) -> answers.Prospect:
    """Return the average outcome of a combat, if the defender always tries determined defence.

    A defender without steps left holds nothing (12.1.1).
    """
    meanings = fight.position.setting.crt.results
    defence, steps = best_defence(fight), sum(u.profile.steps for u in fight.present)
    falls = taken = attacker = defender = 0.0
    for result in combat_odds.results.values():
        meaning, share = meanings[result], 1 / len(FACES)
        lost = min(steps, _steps(meaning, "defender_loss"))
        attacker += share * _steps(meaning, "attacker_loss")
        defender += share * lost
        if lost == steps:
            falls += share
            taken += share
        elif meaning["retreat"]:
            falls += share
            if meaning["determined_defense"] and defence is not None:
                taken += share * (1 - defence.holds)
                attacker += share * defence.attacker
                defender += share * min(steps - lost, defence.defender)
            else:
                taken += share
    holder, holds = (None, 0.0) if defence is None else (defence.holder, defence.holds)
    return answers.Prospect(falls, taken, attacker, defender, holder, holds)


@dataclass(frozen=True, slots=True)
class Defence:
    """A determined defence by a lead unit: the chance that it holds, the average steps it costs."""

    holder: str
    holds: float
    attacker: float
    defender: float


def best_defence(fight: Combat) -> Defence | None:
    """Return the defence most likely to hold, without artillery; None if impossible (12.2)."""
    able = [
        defence(fight.position, unit)
        for unit in fight.present
        if unit.profile.good_order
        and not (unit.profile.artillery or unit.profile.head or unit.profile.unknown)
    ]
    return max(able, key=lambda d: d.holds, default=None)


def defence(position: Position, lead: Unit, *, artillery: bool = False) -> Defence:
    """Return a lead unit's determined defence, with or without artillery (12.2, 17.6.3)."""
    names: list[str] = [q for q in ("elite", "low") if lead.profile.quality == q]
    names += ["artillery"] if artillery else []
    column, chart = column_of(position, lead), position.setting.table("determined_defense")

    def chances() -> tuple[float, float, float]:
        modifiers = [chart.modifier(n) for n in names]
        results = [chart.results[lookup(chart, f, column, modifiers).result] for f in FACES]
        return (
            sum(bool(r["holds"]) for r in results) / len(FACES),
            sum(_steps(r, "attacker_loss") for r in results) / len(FACES),
            sum(_steps(r, "defender_loss") for r in results) / len(FACES),
        )

    key = "determined defence", column, *names
    return Defence(lead.id, *position.setting.latest(key, (), chances))


def _steps(meaning: Mapping[str, Any], name: str) -> int:
    return int(meaning[name])


# -- retreats and advances ------------------------------------------------------------------------


def retreats(
    position: Position, units: Sequence[Unit], hexes: int, battle: int | None, result: str
) -> answers.Retreats:
    """Return every retreat path, the priorities it breaks, and whether it is allowed (13.1)."""
    if hexes not in LENGTHS:
        raise Refused("bad_request", t("probe.holland44.retreat_hexes", hexes=hexes), "hexes")
    start = units[0].place if battle is None else battle
    retreat = Retreat(
        position, tuple(units), start, hexes, shattered=hexes == 3 or result in ("DS", "DMR")
    )
    legal = set(retreat.legal)
    paths = [
        answers.RetreatOption(c.path, c.broken, c.eliminated, c.end_status, c.extra_loss, c.reason)
        for c in retreat.candidates
    ]
    for n, c in enumerate(retreat.candidates):
        if n not in legal or c.eliminated:
            tag, why = reasons_against(position, c.path, c.broken, retreat)
            paths[n] = answers.RetreatOption(
                c.path, c.broken, c.eliminated, c.end_status, c.extra_loss, c.reason, tag, why
            )
    return answers.Retreats(tuple(paths), tuple(retreat.legal))


def reasons_against(
    position: Position, path: tuple[int, ...], broken: Sequence[int], retreat: Retreat
) -> tuple[str, str]:
    """Return the reasons against a retreat path as a short tag and as text."""
    where = position.where(path[-1])
    fatal = retreat.objection(path)
    if fatal is not None:
        why = t(f"ruling.holland44.fatal.{fatal.why}", at=position.where(fatal.place))
        return fatal.rule, t("ruling.holland44.retreat.fatal", hex=where, rule=fatal.rule, why=why)
    worse = [n for n in broken if n > 1]
    reasons = "; ".join(t(f"ruling.holland44.retreat.{n}") for n in worse)
    tag = t("ruling.holland44.retreat.tag", numbers=", ".join(map(str, worse)))
    return tag, t("ruling.holland44.retreat.broken", hex=where, reasons=reasons)


def advances(
    position: Position, units: Sequence[Unit], vacated: int, kind: str
) -> dict[int, tuple[int, ...]]:
    """Return the hexes that victorious units may advance to, each with its path (15)."""
    assault = ready_to_assault(position, units[0].place)
    advance = Advance(position, tuple(units), vacated, cast(Kind, kind), assault=assault)
    return dict(sorted(advance.hexes().items()))


ADVANCES = tuple(HEXES)
"""The kinds of advances."""
