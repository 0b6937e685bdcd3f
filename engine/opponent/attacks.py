"""Evaluate attacks and bombardments by the exact probabilities of the rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.core import actions as act
from engine.core.errors import UserError
from engine.i18n import decimal
from engine.opponent.outlook import Outlook
from engine.opponent.perils import breaking
from engine.opponent.player import Advice, Reason
from engine.rules.answers import AttackPlan, Chance, Odds, Prospect
from engine.rules.judge import judged
from engine.rules.registry import is_legal


@dataclass(frozen=True, slots=True)
class RatedAttack:
    """An attack with its odds and its worth."""

    action: act.DeclareAttack
    odds: Odds
    prospect: Prospect
    worth: float


def planned(outlook: Outlook, attack: act.DeclareAttack) -> AttackPlan:
    """Return an attack order in the form for which the rules compute odds."""
    target = outlook.answers.place(attack.target)
    choices: dict[str, str | int | None] = {"air": attack.air, "lead": attack.lead}
    choices |= {"attached": attack.attached, "combat": attack.combat}
    return AttackPlan(attack.attackers, -1 if target is None else target, attack.artillery, choices)


def prospect_of(odds: Odds) -> Prospect:
    """Return the mean outcome of a combat, computed from its probabilities if necessary."""
    if odds.prospect is not None:
        return odds.prospect
    return Prospect(
        falls=_mean(odds.chances, "defender", "hexes", chance=True),
        taken=_mean(odds.chances, "defender", "hexes", chance=True),
        attacker=_mean(odds.chances, "attacker", "steps"),
        defender=_mean(odds.chances, "defender", "steps"),
    )


def _mean(chances: Iterable[Chance], who: str, what: str, *, chance: bool = False) -> float:
    total = 0.0
    for one in chances:
        suffered = one.result.attacker if who == "attacker" else one.result.defender
        value = sum(n for word, n in suffered.items() if what in word)
        total += float(one.probability) * (min(1, value) if chance else value)
    return total


def weigh(outlook: Outlook, attack: act.DeclareAttack) -> RatedAttack | None:
    """Return an attack with its worth; None where the rules give no odds for it."""
    try:
        odds = outlook.answers.odds(planned(outlook, attack))
    except UserError:
        return None
    if not 0 <= odds.plan.target < outlook.ground.hexes:
        return None
    prospect = prospect_of(odds)
    worth = _worth(outlook, odds, prospect)
    worth -= outlook.weights.attack.spend * (len(attack.artillery) + attack.air)
    return RatedAttack(attack, odds, prospect, worth)


def promise_of(outlook: Outlook, units: Sequence[str], target: int) -> float | None:
    """Return the worth of an attack by units once they are next to a hex, by the odds of the rules
    for them from where they are now; None without odds.
    """
    try:
        odds = outlook.answers.odds(AttackPlan(tuple(units), target))
    except UserError:
        return None
    return _worth(outlook, odds, prospect_of(odds))


def _worth(outlook: Outlook, odds: Odds, prospect: Prospect) -> float:
    """Return the worth of a combat on a hex of the map, without the cost of support."""
    weights, target = outlook.weights.attack, odds.plan.target
    attackers = odds.attackers or odds.plan.attackers
    views = (outlook.answers.unit(u) for u in attackers)
    mine = [outlook.known.of(view) for view in views if view is not None]
    theirs = outlook.enemies.get(target, [])
    steps = max(1, sum(f.steps for f in theirs))
    own_steps = max(1, sum(f.steps for f in mine))
    kill = min(prospect.defender, steps) * sum(f.strength for f in theirs) / steps
    if weights.trapped and theirs and not outlook.exits(target):
        whole = sum(f.strength for f in theirs)
        kill += weights.trapped * prospect.taken * max(0.0, whole - kill)
    lose = prospect.attacker * sum(f.strength for f in mine) / own_steps
    worth = weights.kill * kill - weights.lose * lose
    worth += breaking(outlook, theirs, prospect.defender) - breaking(
        outlook, mine, prospect.attacker
    )
    worth += (
        weights.ground * prospect.taken * outlook.weights.move.goal * float(outlook.pull[target])
    )
    flips = sum(g.worth for g in outlook.goals if target in g.hexes and not g.held)
    pressed = weights.press * min(1.0, prospect.defender / steps)
    worth += weights.flip * max(prospect.taken, pressed) * flips
    return worth - weights.commit * sum(f.attack for f in mine)


def best_attack(
    outlook: Outlook, attacks: Sequence[act.DeclareAttack], *, forced: bool
) -> Advice | None:
    """Return the best attack; None if no attack pays, unless the rules require one (``forced``)."""
    targets: dict[str, list[act.DeclareAttack]] = {}
    for attack in attacks:
        targets.setdefault(attack.target, []).append(attack)
    weights = outlook.weights.attack
    weighed = _weighed(outlook, targets.values(), weights.of_target)
    if weighed:
        if weights.massed:
            weighed += _massed(outlook, weighed)
        best = max(weighed, key=lambda w: w.worth)
        closely = _spread(targets[best.action.target], weights.looked_at)
        known = {w.action for w in weighed}
        weighed += _weighed(outlook, [[a for a in closely if a not in known]], weights.looked_at)
    else:
        return Advice(attacks[0], 0, Reason("forced")) if forced and attacks else None
    best = max(weighed, key=lambda w: w.worth)
    if best.worth < outlook.weights.attack.least and not forced:
        return None
    return Advice(best.action, best.worth, why(outlook, best))


def _weighed(
    outlook: Outlook, targets: Iterable[Sequence[act.DeclareAttack]], limit: int
) -> list[RatedAttack]:
    """Return attacks with their worth, at most so many on each target."""
    tried = [attack for attacks in targets for attack in _spread(attacks, limit)]
    return [rated for attack in tried if (rated := weigh(outlook, attack)) is not None]


def _massed(outlook: Outlook, weighed: Iterable[RatedAttack]) -> list[RatedAttack]:
    """Return the best attack on each hex with all other units that may join it, the strongest
    first, where all of them together promise more; the rules list a choice of attacks only.
    """
    best: dict[str, RatedAttack] = {}
    for rated in sorted(weighed, key=lambda rated: -rated.worth):
        best.setdefault(rated.action.target, rated)
    result = []
    for rated in best.values():
        attack, target = rated.action, outlook.answers.place(rated.action.target)
        able = () if target is None else outlook.answers.attackers(target)
        if target is None or len(able) <= len(attack.attackers):
            continue
        whole = promise_of(outlook, able, target)
        if whole is None or whole <= rated.worth:
            continue
        factors = {name: outlook.figures[name].attack for name in able if name in outlook.figures}
        others = sorted(factors.keys() - attack.attackers, key=lambda u: (-factors[u], u))
        attack = _extended(outlook, attack, others)
        more_units = weigh(outlook, attack) if attack is not rated.action else None
        if more_units is not None:
            result.append(more_units)
    return result


def _extended(
    outlook: Outlook, attack: act.DeclareAttack, units: Iterable[str]
) -> act.DeclareAttack:
    """Return an attack with those of some units that may join it."""
    for name in units:
        more = attack.model_copy(update={"attackers": (*attack.attackers, name)})
        if is_legal(judged(outlook.ruleset, outlook.state, more)):
            attack = more
    return attack


def joint(outlook: Outlook, target: int, units: Sequence[str]) -> act.DeclareAttack | None:
    """Return the legal attack on a hex by as many of some units as possible; None if there is
    none.
    """
    where = outlook.ruleset.places.name(target)
    for count in range(len(units)):
        for attackers in (units[count:], units[count : count + 1]):
            attack = act.DeclareAttack(attackers=attackers, target=where)
            if is_legal(judged(outlook.ruleset, outlook.state, attack)):
                return _extended(outlook, attack, units[count + len(attackers) :])
    return None


def _spread(attacks: Sequence[act.DeclareAttack], limit: int) -> Sequence[act.DeclareAttack]:
    """Return at most so many attacks, spread evenly over the list, with its first and last."""
    if len(attacks) <= limit:
        return attacks
    last = len(attacks) - 1
    return [attacks[n * last // (limit - 1)] for n in range(limit)]


def why(outlook: Outlook, weighed: RatedAttack) -> Reason:
    """Return the reason for an attack: odds, expected losses, and the probability of taking the
    hex if there is any.
    """
    odds, prospect = weighed.odds, weighed.prospect
    names = [outlook.answers.name(u) for u in odds.attackers or weighed.action.attackers]
    args: dict[str, str | int | float] = {
        "target": outlook.answers.where(odds.plan.target),
        "odds": odds.column or odds.ratio,
        "units": ", ".join(names),
        "percent": round(100 * prospect.taken),
        "lose": decimal(prospect.attacker, ".1f"),
        "kill": decimal(prospect.defender, ".1f"),
    }
    return Reason("attack" if args["percent"] else "battle", args)


def best_bombardment(outlook: Outlook, shots: Sequence[act.Bombard]) -> Advice | None:
    """Return the best bombardment; None if none pays."""
    weights = outlook.weights.bombard
    best: Advice | None = None
    for shot in shots:
        target = outlook.answers.place(shot.target)
        if target is None:
            continue
        theirs = outlook.enemies.get(target, [])
        strength = sum(f.strength for f in theirs) / max(1, sum(f.steps for f in theirs))
        hit, other, column = _hits(outlook, shot, target)
        hit = min(hit, sum(f.steps for f in theirs))
        worth = (weights.hit * hit + weights.other * other) * strength
        worth -= weights.spend * (shot.air + len(shot.artillery))
        if worth >= weights.least and (best is None or worth > best.worth):
            args = {
                "target": outlook.answers.where(target),
                "odds": column,
                "kill": decimal(hit, ".1f"),
            }
            best = Advice(shot, worth, Reason("bombard", args))
    return best


def _hits(outlook: Outlook, shot: act.Bombard, target: int) -> tuple[float, float, str]:
    """Return the expected step losses, the probability of any other effect, and the column."""
    answers = outlook.answers
    chances: Sequence[Chance] = ()
    column = ""
    try:
        if "bombard" in outlook.ruleset.questions:
            answer = answers.bombard(
                shot.artillery, target, **({"air": shot.air} if shot.air else {})
            )
            chances, column = answer.chances, answer.column
        elif "odds" in outlook.ruleset.questions:
            odds = answers.odds(AttackPlan(shot.artillery, target, (), {"air": shot.air}))
            chances, column = odds.chances, odds.column
    except UserError:
        return 0, 0, ""
    hit = _mean(chances, "defender", "steps")
    other = sum(
        float(c.probability) for c in chances if c.result.words or any(c.result.defender.values())
    )
    return hit, other, column
