"""The probability of every outcome of an assault, over both rounds (13.1).

The owner chooses which unit loses a step (by the reading "losses" the firer does). An owner is
assumed to lose the least strength possible, a firer to remove the most.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product

from engine.games.airbridge.charts import cell
from engine.games.airbridge.position import Position
from engine.games.airbridge.rules.ch12_losses import first_hit
from engine.games.airbridge.rules.ch12_strengths import Storm, engineers, highest, storm
from engine.games.airbridge.units import Unit
from engine.games.airbridge.vocabulary import DIE, GERMAN

NO_LOSS: Mapping[int, Fraction] = {0: Fraction(1)}
"""The losses when a side does not fire."""
WHO = ("both", "attacker", "defender", "none")
"""The sides that pass the check and fire in the second round (13.1g)."""


@dataclass(frozen=True, slots=True)
class Survivors:
    """The surviving units of both sides, and whether the hex still has a drop zone."""

    attackers: tuple[Unit, ...]
    defenders: tuple[Unit, ...]
    zone: bool


@dataclass(frozen=True, slots=True)
class Ending:
    """An outcome: the steps lost by each side, and whether the hex is taken."""

    attacker: int
    defender: int
    taken: bool


@dataclass(frozen=True, slots=True)
class Course:
    """The probabilities of all endings, and of who fires in the second round; each sums to 1."""

    endings: Mapping[Ending, Fraction]
    rounds: Mapping[str, Fraction]


Spread = dict[Survivors, Fraction]
Losses = Mapping[int, Fraction]
"""Probabilities by number of steps lost."""


@dataclass
class _Assault:
    """An assault on a hex, with cached strengths."""

    position: Position
    target: int
    _strengths: dict[Survivors, tuple[Storm, Storm]] = field(default_factory=dict)

    def fire(self, left: Survivors, who: str) -> Losses:
        """13.1e, 13.1f, 13.1m: Return the losses that a side's die roll inflicts."""
        if not left.attackers or not (left.defenders or left.zone):
            return NO_LOSS
        storms = self._strengths.get(left)
        if storms is None:
            mine, theirs, _ = storm(self.position, left.attackers, left.defenders, self.target)
            storms = self._strengths[left] = mine, theirs
        own = storms[0] if who == "attacker" else storms[1]
        if own.strength <= 0 or storms[1].strength <= 0:
            return NO_LOSS
        return _by_die(lambda die: cell(self.position.charts.assault, own.column, die + own.drm))

    def hit(self, left: Survivors, who: str, steps: int) -> Survivors:
        """2.3e, 7.3c, 13.2e, 17.2h: Return the survivors after a side loses some steps."""
        units = left.attackers if who == "attacker" else left.defenders
        beyond = steps - sum(u.steps for u in units)
        if beyond >= 0:
            units = ()
        for _ in range(steps if beyond < 0 else 0):
            units = self._one_less(units, who)
        if who == "attacker":
            return replace(left, attackers=units)
        return replace(left, defenders=units, zone=left.zone and beyond <= 0)

    def _one_less(self, units: tuple[Unit, ...], who: str) -> tuple[Unit, ...]:
        options = [_without(units, unit) for unit in first_hit(units, who)]
        choose = min if self.position.reading("losses") == "firer" else max

        def worth(left: Sequence[Unit]) -> tuple[int, int]:
            faces = [u.face for u in left]
            strength = sum(f.attack if who == "attacker" else f.defense for f in faces)
            return strength, highest(left)

        return choose(options, key=worth)

    def shoot(self, spread: Spread, who: str) -> Spread:
        """13.1e, 13.1f: Let one side fire; apply the losses immediately."""
        after: Spread = defaultdict(Fraction)
        for left, likely in spread.items():
            for steps, chance in self.fire(left, who).items():
                after[self.hit(left, _other(who), steps)] += likely * chance
        return after

    def volley(self, spread: Spread) -> Spread:
        """13.1h, 17.2g: Let both sides fire simultaneously."""
        outcomes: Spread = defaultdict(Fraction)
        for left, likely in spread.items():
            shots, replies = self.fire(left, "attacker"), self.fire(left, "defender")
            hits = [(self.hit(left, "defender", n), p) for n, p in shots.items()]
            blows = [(self.hit(left, "attacker", n), p) for n, p in replies.items()]
            for (theirs, a), (mine, b) in product(hits, blows):
                survivors = Survivors(mine.attackers, theirs.defenders, theirs.zone)
                outcomes[survivors] += likely * a * b
        return outcomes

    def checked(self, spread: Spread) -> dict[str, Spread]:
        """8.0e, 13.1g: Split the outcomes by which sides may fire in the second round."""
        by_side: dict[str, Spread] = {who: defaultdict(Fraction) for who in WHO}
        for left, likely in spread.items():
            if not left.attackers or not (left.defenders or left.zone):
                by_side["none"][left] += likely
                continue
            mine, theirs = _passes(left.attackers), _passes(left.defenders)
            by_side["both"][left] += likely * mine * theirs
            by_side["attacker"][left] += likely * mine * (1 - theirs)
            by_side["defender"][left] += likely * (1 - mine) * theirs
            by_side["none"][left] += likely * (1 - mine) * (1 - theirs)
        return by_side


def course(
    position: Position, attackers: Sequence[Unit], target: int, shelled: Losses = NO_LOSS
) -> Course:
    """13.1: Return the outcomes of an assault.

    ``shelled`` is the distribution of the attackers' losses to defensive bombardment. The result is
    kept while the units and what else it depends on are the same.
    """
    start = Survivors(
        tuple(attackers), tuple(position.stack(target)), target in position.drop_zones
    )
    names = tuple(u.id for u in attackers)
    reading = position.reading("losses")
    key = ("course", names, target, start.zone, reading, tuple(sorted(shelled.items())))
    inputs = (*start.attackers, *start.defenders, position.charts.assault)
    known: Course = position.setting.latest(
        key, inputs, lambda: _course(_Assault(position, target), start, shelled)
    )
    return known


def _course(table: _Assault, start: Survivors, shelled: Losses) -> Course:
    spread: Spread = defaultdict(Fraction)
    for steps, likely in shelled.items():
        spread[table.hit(start, "attacker", steps)] += likely
    at_once: Spread = {left: p for left, p in spread.items() if engineers(left.attackers)}
    by_turns: Spread = {left: p for left, p in spread.items() if left not in at_once}
    spread = _joined(
        table.volley(at_once), table.shoot(table.shoot(by_turns, "defender"), "attacker")
    )
    goes_on = table.checked(spread)
    rounds = {who: sum(some.values(), Fraction()) for who, some in goes_on.items()}
    spread = _joined(
        table.volley(goes_on["both"]),
        table.shoot(goes_on["attacker"], "attacker"),
        table.shoot(goes_on["defender"], "defender"),
        goes_on["none"],
    )
    endings: dict[Ending, Fraction] = defaultdict(Fraction)
    german = any(u.side == GERMAN for u in start.attackers)
    for left, likely in spread.items():
        # 7.3f: Germans do not advance into a hex that still has a drop zone.
        taken = bool(left.attackers) and not left.defenders and not (german and left.zone)
        lost = _steps(start.attackers) - _steps(left.attackers)
        cost = _steps(start.defenders) - _steps(left.defenders)
        endings[Ending(lost, cost, taken)] += likely
    return Course(endings, rounds)


def _by_die(result: Callable[[int], str]) -> Losses:
    spread: dict[int, Fraction] = defaultdict(Fraction)
    for die in range(1, DIE + 1):
        code = result(die)
        spread[0 if code == "-" else int(code)] += Fraction(1, DIE)
    return spread


def _passes(units: Sequence[Unit]) -> Fraction:
    """8.0e: Return the probability of rolling at most the best efficiency."""
    return Fraction(min(max(highest(units), 0), DIE), DIE)


def _without(units: tuple[Unit, ...], hit: Unit) -> tuple[Unit, ...]:
    """2.3e, 2.3f: Remove one step of a unit: flip the counter, or eliminate it."""
    left = (replace(u, steps=u.steps - 1) if u.id == hit.id else u for u in units)
    return tuple(u for u in left if u.steps > 0)


def _joined(*spreads: Mapping[Survivors, Fraction]) -> Spread:
    total: Spread = defaultdict(Fraction)
    for spread in spreads:
        for left, likely in spread.items():
            total[left] += likely
    return total


def _other(who: str) -> str:
    return "defender" if who == "attacker" else "attacker"


def _steps(units: Sequence[Unit]) -> int:
    return sum(u.steps for u in units)
