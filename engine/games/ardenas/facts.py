"""Facts of a log for reports: combats on the ground and in the air, shots, bombs, drops, points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import product
from typing import Final, NamedTuple, TypeVar

from engine.core import effects as fx
from engine.core.errors import UserError
from engine.core.reducer import apply
from engine.core.state import State
from engine.games.ardenas import tracks
from engine.games.ardenas.charts import Charts
from engine.games.ardenas.position import Position
from engine.games.ardenas.resolution import ATTACKS, BATTLE
from engine.games.ardenas.rules.ch08_area_combat import row_of
from engine.games.ardenas.rules.ch08_combat import (
    attack_sum,
    defense_sum,
    parties,
    removed,
    totals,
    winner,
)
from engine.games.ardenas.rules.ch08_guns import distance, faces_against, targets_in
from engine.games.ardenas.rules.ch09_drops import SCATTERS, landing, scattered, transport_of
from engine.games.ardenas.setting import base_of
from engine.games.ardenas.units import Unit
from engine.games.ardenas.vocabulary import AFFECTED, AIR, GAME
from engine.i18n import t
from engine.log.entry import Entry
from engine.modules.module import Module
from engine.rules.base.named import unit_named
from engine.rules.facts import Fight, Outcome, PlainFacts

Thrown = TypeVar("Thrown")

BY_FACTORS: Final = "×"
"""8.1c: the column of a combat without one: dice times factors."""

HIT: Final = 0.5
"""8.1.1a: the worth of an affected counter, in steps."""

MISS, HIT_CODE, GONE = "-", "D", "DX"
WON: Final = {"attacker": GONE, "none": MISS, "defender": "AX"}
"""8.1c: The codes of a combat on the map, as in the table of the enlarged area."""

LANDED: Final = {"lands": MISS, "affected": "A", "destroyed": "AX"}
"""9.0e: The codes of a landing."""

SHOTS: Final = ("bombard", "bomb", "flak")
"""8.3d, 8.3m, 8.4i: The reasons of throws for shots and bombs."""


class _Combat(NamedTuple):
    """A combat before its throws: both parties and the points of support."""

    position: Position
    attackers: list[Unit]
    defenders: list[Unit]
    support: int
    in_area: bool


class ArdenasFacts(PlainFacts):
    """Facts of any log, with the combats, shots and drops that the rules resolve.

    Dice are faces of the special die (2.5).
    """

    def __init__(self, module: Module, scenario: str) -> None:
        super().__init__(module)
        self._setting = base_of(module, scenario).setting

    @property
    def _charts(self) -> Charts:
        return self._setting.charts

    def describe_result(self, result: str) -> tuple[str, str]:
        """8.1p: Describe a result for the attacker and the defender."""
        word = t(f"result.{GAME}.{'eliminated' if result.endswith('X') else AFFECTED}")
        return (word if "A" in result else ""), (word if "D" in result else "")

    def fight(self, entry: Entry, before: State) -> Fight | None:
        """Return a combat entered by hand, or a combat, shot or drop resolved by the rules."""
        return next(iter(self.fights(entry, before)), None)

    def fights(self, entry: Entry, before: State) -> tuple[Fight, ...]:
        """Return a combat entered by hand, or all combats, shots or drops of an entry."""
        by_hand = super().fight(entry, before)
        if by_hand is not None:
            return (by_hand,)
        try:
            return tuple(self._resolved(entry, before))
        except (UserError, KeyError, IndexError, ValueError):
            return ()  # a position made by hand that the rules cannot read

    def points(self, state: State) -> Mapping[str, float]:
        """5.0b: Return the points of the sides, known at the end of the game."""
        result = {
            name.removeprefix(tracks.POINTS): value
            for name, value in state.tracks.items()
            if name.startswith(tracks.POINTS)
        }
        return {side: float(value) for side, value in result.items() if isinstance(value, int)}

    def _resolved(self, entry: Entry, before: State) -> Iterator[Fight]:
        faces = self._charts.die.faces
        thrown = [d for d in entry.dice if d.sides == len(faces)]
        dice = tuple(faces[d.values[0] - 1] for d in thrown)
        reason = thrown[0].reason if thrown else ""
        if reason == "attack":
            yield from self._combats(entry, before, dice)
        elif reason in SHOTS:
            yield from self._shots(entry, before, reason, dice)
        elif reason == "paradrop":
            yield from self._drops(entry, before, dice)

    def _at(self, before: State, effects: Iterable[fx.Effect]) -> Position:
        return Position(self._setting, apply(before, tuple(effects), self._setting.places))

    # -- combats ----------------------------------------------------------------------------------

    def _combats(self, entry: Entry, before: State, dice: tuple[int, ...]) -> Iterator[Fight]:
        """8.1c, 8.1m: Yield the combats of an entry, each with two throws."""
        throws = zip(dice[::2], dice[1::2], strict=False)
        for combat, thrown in zip(self._fought(entry, before), throws, strict=False):
            yield self._combat(combat, thrown)

    def _fought(self, entry: Entry, before: State) -> Iterator[_Combat]:
        """8.1a, 8.1r: Yield the combats that an entry takes off the lists: in the area, on the map.

        Those that have lost their attackers or their object are not fought.
        """
        last = BATTLE.read(before.tracks.get(tracks.BATTLE))
        for number, effect in enumerate(entry.effects):
            if not isinstance(effect, fx.SetTrack) or effect.track != tracks.BATTLE:
                continue
            battle = BATTLE.read(effect.after)
            # Attackers and support are added until a combat is fought; its defenders identify it.
            left = {f.defenders for f in battle.fights} if battle is not None else set()
            position = self._at(before, entry.effects[:number])
            for fight in last.fights if last is not None else ():
                attackers = [position.units[n] for n in fight.attackers if n in position.units]
                defenders = [position.units[n] for n in fight.defenders if n in position.units]
                if fight.defenders not in left and attackers and defenders:
                    yield _Combat(position, attackers, defenders, len(fight.support), in_area=True)
            last = battle
        records = ATTACKS.records_of(entry, before)
        gone = [a for a in records[0].declared if a not in records[-1].declared] if records else []
        position = Position(self._setting, before)
        for attack in gone:
            attackers, defenders = parties(position, attack)
            support = sum(name in position.units for name in attack.support)
            if attackers and defenders:
                yield _Combat(position, attackers, defenders, support, in_area=False)

    def _combat(self, combat: _Combat, dice: tuple[int, int]) -> Fight:
        """8.1c, 8.1o, 8.4g: Return a combat, by the table or by dice times factors."""
        position, attackers, defenders, support, in_area = combat
        values = attack_sum(position, attackers, support), defense_sum(position, defenders)
        in_air, crt = attackers[0].layer == AIR, self._charts.crt
        spares = all(u.type.stores for u in defenders)
        column = crt.column(values[0] - values[1]) if in_area and not in_air else BY_FACTORS

        def by_table(thrown: tuple[int, int]) -> tuple[str, float]:
            code = crt.result(column, row_of(thrown))
            return code, worth(code.replace("A", "") if spares else code)

        def by_factors(thrown: tuple[int, int]) -> tuple[str, float]:
            products = totals(values, thrown)
            lost, won = removed(attackers, defenders, products), winner(products)
            code = WON[won] if lost else MISS
            return code, float(-len(lost) if won == "defender" else len(lost))

        result = by_factors if column == BY_FACTORS else by_table
        faces = self._charts.die.faces
        return Fight(
            t(f"fight.{GAME}.{'air' if in_air else 'area' if in_area else 'map'}"),
            attackers[0].side,
            position.number(defenders[0].place),
            tuple(u.id for u in attackers),
            tuple(u.id for u in defenders),
            *values,
            (),
            column,
            dice,
            result(dice)[0],
            counted(result, product(faces, faces)),
        )

    # -- shots and drops --------------------------------------------------------------------------

    def _shots(
        self, entry: Entry, before: State, reason: str, dice: tuple[int, ...]
    ) -> Iterator[Fight]:
        """8.3g, 8.3m, 8.4i: Yield the shots of an entry: the gun counts each, then throws.

        The target is the answer, or the only one that the hex has.
        """
        option = getattr(entry.action, "option", "")
        shots = [
            (number, effect)
            for number, effect in enumerate(entry.effects)
            if isinstance(effect, fx.SetTrack) and effect.track.startswith(tracks.FIRED)
        ]
        for (number, effect), face in zip(shots, dice, strict=False):
            position = self._at(before, entry.effects[:number])
            gun = position.units[effect.track.removeprefix(tracks.FIRED)]
            asked = [e.decision for e in entry.effects[:number] if isinstance(e, fx.PopDecision)]
            place = position.ground.index.get(str(asked[-1].args.get("hex"))) if asked else None
            names = [option]
            if place is not None:
                names += [u.id for u in targets_in(position, gun, place)]
            target = next((position.units[n] for n in names if n in position.units), None)
            if target is None:
                continue
            hexes = distance(position, gun.place, target.place)
            hits = faces_against(position, gun, target, hexes)
            kills = GONE if reason == "flak" or target.affected else HIT_CODE
            codes = {shown: kills if shown in hits else MISS for shown in self._charts.die.faces}
            yield Fight(
                t(f"fight.{GAME}.{reason}"),
                gun.side,
                position.number(target.place),
                (gun.id,),
                (target.id,),
                None,
                None,
                (),
                "",
                (face,),
                codes[face],
                counted(partial(_valued, codes), self._charts.die.faces),
            )

    def _drops(self, entry: Entry, before: State, dice: tuple[int, ...]) -> Iterator[Fight]:
        """9.0e: Yield a drop as a combat without an enemy: it may affect or destroy the unit."""
        position = Position(self._setting, before)
        unit = unit_named(position, getattr(entry.action, "unit", ""))
        transport = transport_of(position, unit)
        if transport is None:
            return
        charts, here = self._charts.faces, transport.place

        def result(thrown: tuple[int, ...]) -> tuple[str, float]:
            hex_: int | None = here
            if charts["paradrop"].faces[thrown[0]] == SCATTERS:
                hex_ = scattered(position, here, charts["scatter"].faces[thrown[1]])
            code = LANDED[landing(position, unit, hex_)]
            return code, worth(code)

        faces = self._charts.die.faces
        yield Fight(
            t(f"fight.{GAME}.drop"),
            unit.side,
            position.number(here),
            (unit.id,),
            (),
            None,
            None,
            (),
            "",
            dice,
            result(dice)[0],
            counted(result, product(faces, faces)),
        )


def counted(
    result: Callable[[Thrown], tuple[str, float]], throws: Iterable[Thrown]
) -> tuple[Outcome, ...]:
    """Return the results of all equally likely throws, each once, with its number of throws."""
    ways: dict[tuple[str, float], int] = {}
    for thrown in throws:
        outcome = result(thrown)
        ways[outcome] = ways.get(outcome, 0) + 1
    return tuple(Outcome(code, count, value) for (code, value), count in ways.items())


def worth(code: str) -> float:
    """8.1p: Return the worth of a result to the attacker in steps; "affected" counts a half."""
    value = 1.0 if code.endswith("X") else HIT
    return value * (("D" in code) - ("A" in code))


def _valued(codes: Mapping[int, str], face: int) -> tuple[str, float]:
    """Return the code of a face and its worth."""
    return codes[face], worth(codes[face])
