"""The account of a recorded game: points spent, combats fought, advances earned."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import cast

from engine.core import actions as act
from engine.core.effects import Track
from engine.core.state import State
from engine.core.verdicts import Verdict
from engine.games.holland44.book import judge
from engine.games.holland44.orders import best_mode, path_of, place_of
from engine.games.holland44.position import Position, Setting
from engine.games.holland44.rules.ch05_demolition import KEEP, wired_at, wired_between
from engine.games.holland44.rules.ch06_stacking import has_too_many_steps
from engine.games.holland44.rules.ch08_movement.clauses import spent_on
from engine.games.holland44.rules.ch08_movement.mover import Move
from engine.games.holland44.rules.ch08_movement.progress import Progress
from engine.games.holland44.rules.ch08_movement.why_not import mover_of
from engine.games.holland44.rules.ch09_attack import attack_verdicts
from engine.games.holland44.rules.ch10_odds import CombatOdds, best_lead
from engine.games.holland44.rules.ch10_strengths import Combat
from engine.games.holland44.rules.ch13_retreat_paths import Retreat
from engine.games.holland44.rules.ch15_advance_hexes import Advance, Kind
from engine.games.holland44.rules.ch18_supply import supply_of
from engine.games.holland44.tracks import FOUGHT, MOVED, MOVING
from engine.games.holland44.units import Unit
from engine.log.entry import Entry
from engine.rules.base.named import on_map
from engine.rules.ports import Ruleset

RUN = 2
"""14.3.2c: length in hexes of a run by units in full retreat."""


@dataclass(frozen=True, slots=True)
class Battle:
    """Outcome of a recorded combat: retreat lengths and advances it allows."""

    target: int
    attackers: frozenset[str]
    defenders: frozenset[str]
    hexes: tuple[int, ...]
    advance: Kind | None


class Account:
    """Facts of the current phase that a recorded game does not store."""

    def __init__(self, rules: Ruleset, setting: Setting) -> None:
        self.rules = rules
        self.setting = setting
        self.tracks: dict[str, Track] = {}
        self.battles: list[Battle] = []
        self.revealed: set[int] = set()
        self.orders = 0
        self.come: dict[str, int] = {}
        """By hexside: number of the Allied order that first came to the wired bridge."""

    def position(self, state: State) -> Position:
        """Return the position, with the account added to the tracks of the state."""
        if self.tracks:
            state = replace(state, tracks={**state.tracks, **self.tracks})
        return self.setting.position(state)

    def new_phase(self) -> None:
        """Clear the account at the start of a phase."""
        self.tracks.clear()
        self.battles.clear()
        self.revealed.clear()

    def remember(self, before: State, entry: Entry) -> None:
        """Record units that an entry reveals, and bridges that the Allies come to."""
        action = entry.action
        if isinstance(action, act.RevealUnit) and action.unit in before.pieces:
            self.revealed.add(before.pieces[action.unit].place)
        if isinstance(action, act.Combat):
            self._record_approach(before, action.attackers, (), action.target)
        elif isinstance(action, act.MoveUnits) and action.mode != "retreat":
            self._record_approach(before, action.units, action.path[1:], None)

    def _record_approach(
        self, before: State, units: Sequence[str], path: Sequence[str], target: str | None
    ) -> None:
        """5.4a: the Allies come to a bridge when they enter a hex beside it or attack across it."""
        pieces = [before.pieces[name] for name in units if name in before.pieces]
        if any(piece.side != "allied" for piece in pieces):
            return
        self.orders += 1
        position, places = self.setting.position(before), self.setting.places
        bridges = [b for name in path for b in wired_at(position, places.index(name))]
        if target is not None:
            end = places.index(target)
            bridges += [b for p in pieces for b in wired_between(position, p.place, end)]
        for bridge in bridges:
            self.come.setdefault(bridge.hexside, self.orders)

    def demolition(self, before: State, action: act.Consult) -> Iterator[Verdict]:
        """5.4b, 5.5: an attempt is made when the Allies first come to a bridge, or never."""
        came = self.come.get(action.at or "")
        due = None if before.clock.phase == "bridge" else self.orders
        if came != due and not (came and before.tracks.get(KEEP)):
            key = "audit.holland44.attempt.late" if came else "audit.holland44.attempt.early"
            where = self.setting.module.place_name(action.at or "")
            yield Verdict(rule="5.4", level="forbid", key=key, args={"bridge": where})

    def end_of_phase(self, before: State) -> Iterator[Verdict]:
        """Yield faults at the end of a phase: overstacking, and markers not removed or set."""
        position, side = self.setting.position(before), before.clock.active
        if before.clock.phase in ("movement", "combat"):
            for i, stack in position.stacks[side].items():
                if has_too_many_steps(stack):
                    yield Verdict(
                        rule="6.4.1",
                        level="forbid",
                        key="audit.holland44.overstacked",
                        args={"hex": position.where(i)},
                        hexes=(position.number(i),),
                    )
            return
        for unit in sorted(position.units.values(), key=lambda u: u.id):
            if unit.profile.side != side:
                continue
            left = sorted(unit.profile.status & {"engaged", "scattered", "spent"})
            if before.clock.phase == "reorganization" and left:
                yield _of_unit(
                    "14.4", "audit.holland44.marker", position, unit, left=", ".join(left)
                )
            elif before.clock.phase == "supply" and not (unit.profile.unknown or unit.profile.head):
                supplied = supply_of(position, side).line(unit).supplied
                if supplied == ("out_of_supply" in unit.profile.status):
                    word = "in" if supplied else "out"
                    yield _of_unit("18.1", f"audit.holland44.supply.{word}", position, unit)

    # -- movement ---------------------------------------------------------------------------------

    def move(self, before: State, action: act.MoveUnits) -> Iterator[Verdict]:
        """Yield verdicts on a move, given the points spent before; record the points it spends."""
        position = self.position(before)
        if any(name not in position.units for name in action.units):
            return  # out of a box: a reinforcement, a half-battalion
        yield from self.rules.judge(position.state, action)
        mode, _ = best_mode(position, action)
        mover = mover_of(position, [position.units[name] for name in action.units])
        move = Move(mover, mode, path_of(position, action))
        points, woods = spent_on(move)
        done = mover.done
        now = Progress(
            move.mode, done.spent + points, done.hexes + len(move.path) - 1, done.woods + woods
        )
        self.tracks[MOVING] = " ".join(sorted(action.units))
        for name in action.units:
            self.tracks[MOVED + name] = now.text()

    # -- combat -----------------------------------------------------------------------------------

    def combat(self, before: State, entry: Entry) -> Iterator[Verdict]:
        """Yield verdicts on a combat: whether it is allowed, its odds, its result for the die."""
        action = cast(act.Combat, entry.action)
        position = self.position(before)
        fight = Combat(
            position,
            tuple(on_map(position, name) for name in action.attackers),
            place_of(position, action.target),
            tuple(on_map(position, name) for name in action.support),
            sum(1 for shift in action.shifts if shift.why.startswith("air")),
            "breakthrough" in action.label,
        )
        combat_odds = best_lead(fight, action.lead)
        rushed = fight.target in self.revealed and before.clock.phase == "movement"
        if not (rushed or fight.breakthrough):
            yield from judge(fight.position, "declare", fight)
        yield from attack_verdicts(fight, combat_odds)
        yield from _reckoned(action, entry, combat_odds)
        for name in action.attackers:
            self.tracks[FOUGHT + name] = "attacked"
        for name in action.defenders:
            self.tracks[FOUGHT + name] = "defended"
        meaning = self.setting.crt.results.get(action.result, {})
        span = cast("list[int] | None", meaning.get("retreat")) or [0, 0]
        self.battles.append(
            Battle(
                fight.target,
                frozenset(action.attackers),
                frozenset(action.defenders),
                tuple(range(span[0], span[1] + 1)),
                cast("Kind | None", meaning.get("advance")),
            )
        )

    def retreat(self, before: State, action: act.MoveUnits) -> Iterator[Verdict]:
        """13.1: a retreat has the length of the result and follows the priorities."""
        position = self.position(before)
        units = tuple(on_map(position, name) for name in action.units)
        path = tuple(place_of(position, name) for name in action.path)
        length = len(path) - 1
        fought = [b for b in self.battles if b.target == path[0]]
        hexes = fought[-1].hexes if fought else (RUN,)
        longest = max(hexes)
        # A single hex is an early stop, which is free only in shelter or with friends (13.3).
        whole = length if length in hexes else min(hexes)
        retreat = Retreat(position, units, path[0], whole, shattered=longest > RUN)
        allowed = [retreat.candidates[n].path for n in retreat.legal]
        if length != 1 and length not in hexes:
            args: dict[str, int | str] = {"hexes": longest, "length": length}
            yield Verdict(
                rule="13.1", level="forbid", key="audit.holland44.retreat_length", args={**args}
            )
        elif path not in allowed:
            broken = next((c.broken for c in retreat.candidates if c.path == path), ())
            args = {"broken": ", ".join(str(n) for n in broken) or "–"}
            yield Verdict(
                rule="13.1.3", level="forbid", key="audit.holland44.retreat_way", args={**args}
            )
        for name in action.units:
            if before.clock.phase == "combat":
                self.tracks[FOUGHT + name] = "retreated"

    def advance(self, before: State, action: act.MoveUnits) -> Iterator[Verdict]:
        """15: an advance enters or passes a hex vacated in a combat of the phase."""
        position = self.position(before)
        units = tuple(on_map(position, name) for name in action.units)
        path = [place_of(position, name) for name in action.path]
        options: list[tuple[int, Kind]] = [
            (b.target, b.advance) for b in self.battles if b.advance is not None
        ]
        options += [(i, "bonus") for i in self.revealed]  # 25.3.4: the garrison was empty
        ring = position.ground.ring[units[0].place]
        for vacated, kind in options:
            empty = vacated not in position.enemy(units[0].profile.side).hexes
            advance = Advance(position, units, vacated, kind)
            if empty and vacated in ring and path[-1] in advance.hexes():
                return
        yield Verdict(
            rule="15.1",
            level="forbid",
            key="audit.holland44.advance",
            args={"hex": position.where(path[-1])},
            hexes=(position.number(path[-1]),),
            units=action.units,
        )


def _of_unit(rule: str, key: str, position: Position, unit: Unit, **more: str) -> Verdict:
    args = {"unit": position.name(unit.id), "hex": position.where(unit.place), **more}
    hexes = (position.number(unit.place),)
    return Verdict(rule=rule, level="forbid", key=key, args={**args}, hexes=hexes, units=(unit.id,))


def _reckoned(action: act.Combat, entry: Entry, combat_odds: CombatOdds) -> Iterator[Verdict]:
    """9.3: strengths, shifts, column and result match those of today's rules."""
    odds = combat_odds.odds
    pairs = [
        ("attack", f"{action.attack:g}", str(odds.attack)),
        ("defense", f"{action.defense:g}", str(odds.defense)),
        (
            "shifts",
            f"{sum(s.by for s in action.shifts):+d}",
            f"{sum(s.by for s in combat_odds.shifts):+d}",
        ),
        ("column", action.column, odds.column),
    ]
    if entry.dice:
        pairs.append(("result", action.result, combat_odds.results[entry.dice[0].values[0]]))
    for what, recorded, reckoned in pairs:
        if recorded != reckoned:
            args = {"told": recorded, "reckoned": reckoned}
            yield Verdict(
                rule="9.3", level="forbid", key=f"audit.holland44.odds.{what}", args={**args}
            )
