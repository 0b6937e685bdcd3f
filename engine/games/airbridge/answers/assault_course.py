"""A whole assault played out: both rounds, with the chance of every way it may end (13.1).

Who loses a step chooses (or, by the reading, who fired): both are taken to know what they do. An
owner gives the step that costs the least strength, an enemy takes the one that costs the most.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from engine.games.airbridge.charts import cell
from engine.games.airbridge.position import Position
from engine.games.airbridge.rules.ch12_losses import first_hit
from engine.games.airbridge.rules.ch12_strengths import Storm, engineers, highest, storm
from engine.games.airbridge.units import Unit
from engine.games.airbridge.vocabulary import DIE, GERMAN

NOBODY: Mapping[int, Fraction] = {0: Fraction(1)}
"""Nobody fires: no step is lost."""
WHO = ("both", "attacker", "defender", "none")
"""Who passes the check and fires a second time (13.1g)."""


@dataclass(frozen=True, slots=True)
class Left:
    """Who is left at some moment, and whether a drop zone still stands in the hex."""

    attackers: tuple[Unit, ...]
    defenders: tuple[Unit, ...]
    zone: bool


@dataclass(frozen=True, slots=True)
class Ending:
    """One way an assault ends: steps that both sides have lost, and whether the hex is taken."""

    attacker: int
    defender: int
    taken: bool


@dataclass(frozen=True, slots=True)
class Course:
    """All endings, and who fires in a second round, with probabilities that add up to 1."""

    endings: Mapping[Ending, Fraction]
    rounds: Mapping[str, Fraction]


Spread = dict[Left, Fraction]
Losses = Mapping[int, Fraction]
"""Steps by their probability."""


@dataclass
class _Assault:
    """What an assault on a hex needs to be played out from any moment of it."""

    position: Position
    target: int
    _strengths: dict[Left, tuple[Storm, Storm]] = field(default_factory=dict)

    def fire(self, left: Left, who: str) -> Losses:
        """13.1e, 13.1f, 13.1m: what a side's throw costs the other, with those left now."""
        if not left.attackers or not (left.defenders or left.zone):
            return NOBODY
        found = self._strengths.get(left)
        if found is None:
            mine, theirs, _ = storm(self.position, left.attackers, left.defenders, self.target)
            found = self._strengths[left] = mine, theirs
        own = found[0] if who == "attacker" else found[1]
        if min(side.strength for side in found) <= 0:
            return NOBODY
        return _by_die(lambda die: cell(self.position.charts.assault, own.column, die + own.drm))

    def hit(self, left: Left, who: str, steps: int) -> Left:
        """2.3e, 7.3c, 13.2e, 17.2h: what is left when a side has lost so many steps."""
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
        ways = [_without(units, unit) for unit in first_hit(units, who)]
        choose = min if self.position.reading("losses") == "firer" else max

        def worth(left: Sequence[Unit]) -> tuple[int, int]:
            faces = [u.face for u in left]
            strength = sum(f.attack if who == "attacker" else f.defense for f in faces)
            return strength, highest(left)

        return choose(ways, key=worth)

    def shoot(self, spread: Spread, who: str) -> Spread:
        """13.1e, 13.1f: one side fires, losses are taken at once."""
        found: Spread = defaultdict(Fraction)
        for left, likely in spread.items():
            for steps, chance in self.fire(left, who).items():
                found[self.hit(left, _other(who), steps)] += likely * chance
        return found

    def volley(self, spread: Spread) -> Spread:
        """13.1h, 17.2g: both fire at once."""
        found: Spread = defaultdict(Fraction)
        for left, likely in spread.items():
            for mine, a in self.fire(left, "attacker").items():
                for theirs, b in self.fire(left, "defender").items():
                    after = self.hit(self.hit(left, "attacker", theirs), "defender", mine)
                    found[after] += likely * a * b
        return found

    def checked(self, spread: Spread) -> dict[str, Spread]:
        """8.0e, 13.1g: the moments from which both, one or nobody goes on to fire."""
        found: dict[str, Spread] = {who: defaultdict(Fraction) for who in WHO}
        for left, likely in spread.items():
            if not left.attackers or not left.defenders:
                found["none"][left] += likely
                continue
            mine, theirs = _passes(left.attackers), _passes(left.defenders)
            found["both"][left] += likely * mine * theirs
            found["attacker"][left] += likely * mine * (1 - theirs)
            found["defender"][left] += likely * (1 - mine) * theirs
            found["none"][left] += likely * (1 - mine) * (1 - theirs)
        return found


def course(
    position: Position, attackers: Sequence[Unit], target: int, shelled: Losses = NOBODY
) -> Course:
    """13.1: an assault from the defender's bombardment to the hex.

    ``shelled`` are the steps that the defensive bombardment costs the attackers.
    """
    table = _Assault(position, target)
    start = Left(tuple(attackers), tuple(position.stack(target)), target in position.drop_zones)
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
    german = any(u.side == GERMAN for u in attackers)
    for left, likely in spread.items():
        # 7.3f: Germans do not advance onto a drop zone that still stands.
        taken = bool(left.attackers) and not left.defenders and not (german and left.zone)
        lost = _steps(start.attackers) - _steps(left.attackers)
        cost = _steps(start.defenders) - _steps(left.defenders)
        endings[Ending(lost, cost, taken)] += likely
    return Course(endings, rounds)


def _by_die(found: Callable[[int], str]) -> Losses:
    spread: dict[int, Fraction] = defaultdict(Fraction)
    for die in range(1, DIE + 1):
        code = found(die)
        spread[0 if code == "-" else int(code)] += Fraction(1, DIE)
    return spread


def _passes(units: Sequence[Unit]) -> Fraction:
    """8.0e: how likely a die is no higher than the best efficiency."""
    return Fraction(min(max(highest(units), 0), DIE), DIE)


def _without(units: tuple[Unit, ...], hit: Unit) -> tuple[Unit, ...]:
    """2.3e, 2.3f: one step of a unit less: turned over, or gone."""
    left = (replace(u, steps=u.steps - 1) if u.id == hit.id else u for u in units)
    return tuple(u for u in left if u.steps > 0)


def _joined(*spreads: Mapping[Left, Fraction]) -> Spread:
    found: Spread = defaultdict(Fraction)
    for spread in spreads:
        for left, likely in spread.items():
            found[left] += likely
    return found


def _other(who: str) -> str:
    return "defender" if who == "attacker" else "attacker"


def _steps(units: Sequence[Unit]) -> int:
    return sum(u.steps for u in units)
