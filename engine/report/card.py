"""The combat card of a moment: who fought, strengths, shifts, column, die, result, how likely."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.state import Piece, State
from engine.modules.module import Module
from engine.report.luck import Luck, luck_of
from engine.rules.facts import Facts, Fight


@dataclass(frozen=True, slots=True)
class Fighter:
    """A unit as it was when it fought; ``piece`` is None for one that the log does not hold."""

    unit: str
    name: str
    piece: Piece | None


@dataclass(frozen=True, slots=True)
class Card:
    """A combat as the reader sees it."""

    label: str
    place: str
    attackers: tuple[Fighter, ...]
    defenders: tuple[Fighter, ...]
    odds: str
    shifts: tuple[tuple[int, str], ...]
    column: str
    dice: tuple[int, ...]
    result: str
    luck: Luck | None
    told: tuple[str, str] = ("", "")
    """What the result does to the attack and to the defence, in words, where the game says so."""


def card_of(fight: Fight, before: State, module: Module, facts: Facts) -> Card:
    """The card of a fight that was fought in a position."""

    def cast(units: tuple[str, ...]) -> tuple[Fighter, ...]:
        found = []
        for unit in units:
            piece = before.pieces.get(unit)
            name = module.unit_name(piece.counter if piece is not None else unit)
            found.append(Fighter(unit, name, piece))
        return tuple(found)

    place = module.place_name(fight.target)
    return Card(
        label_beside(fight.label, place),
        place,
        cast(fight.attackers),
        cast(fight.defenders),
        fight.odds.replace(":", " : "),
        tuple((s.by, s.why) for s in fight.shifts),
        fight.column,
        fight.dice,
        fight.result,
        luck_of(fight.result, facts.outcomes(fight)) if fight.dice else None,
        facts.told(fight.result),
    )


def label_beside(label: str, place: str) -> str:
    """Return the label of a combat as shown beside its place; empty if the place says it."""
    return "" if label in place else label
