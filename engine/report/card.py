"""The combat card of a moment: units, strengths, shifts, column, die, result and probability."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.core.state import Piece, State
from engine.i18n import localized, t
from engine.modules.module import Module
from engine.report.luck import Luck, luck_of
from engine.rules.facts import Facts, Fight


@dataclass(frozen=True, slots=True)
class Fighter:
    """A unit as it was when it fought; ``piece`` is None for a unit that is missing from
    the log.
    """

    unit: str
    name: str
    piece: Piece | None


@dataclass(frozen=True, slots=True)
class Card:
    """The facts of a combat, as texts for the reader."""

    label: str
    place: str
    attackers: tuple[Fighter, ...]
    defenders: tuple[Fighter, ...]
    odds: str
    shifts: tuple[tuple[int, str], ...]
    column: str
    """The column of the chart; empty for a combat without one."""
    dice: tuple[int, ...]
    result: str
    luck: Luck | None
    effects_text: tuple[str, str] = ("", "")
    """The effects of the result on attackers and defenders in words, if the game describes them."""
    further: tuple[Card, ...] = ()
    """The other combats of the entry, in their order."""

    @property
    def caption(self) -> str:
        """One sentence about the combat, without strengths and shifts."""
        attackers, defenders = (
            ", ".join(f.name for f in force) for force in (self.attackers, self.defenders)
        )
        return t(
            "report.caption.combat" if self.column else "report.caption.combat.plain",
            attackers=attackers,
            defenders=defenders or t("say.combat.nobody"),
            place=self.place,
            column=self.column,
            dice=", ".join(map(str, self.dice)) or "–",
            number=len(self.dice) or 1,
            result=self.result,
        )


def card_of_all(
    fights: Sequence[Fight], before: State, module: Module, facts: Facts
) -> Card | None:
    """Return the card of an entry's combats: the first, with the further ones; None without any."""
    if not fights:
        return None
    first, *further = (card_of(fight, before, module, facts) for fight in fights)
    return replace(first, further=tuple(further))


def card_of(fight: Fight, before: State, module: Module, facts: Facts) -> Card:
    """Return the card of a combat in a position."""

    def cast(units: tuple[str, ...]) -> tuple[Fighter, ...]:
        result = []
        for unit in units:
            piece = before.pieces.get(unit)
            name = module.unit_name(piece.counter if piece is not None else unit)
            result.append(Fighter(unit, name, piece))
        return tuple(result)

    place = module.place_name(fight.target)
    return Card(
        label_beside(fight.label, place),
        place,
        cast(fight.attackers),
        cast(fight.defenders),
        localized(fight.odds).replace(":", " : "),
        tuple((s.by, s.why) for s in fight.shifts),
        column_of(fight),
        fight.dice,
        fight.result,
        luck_of(fight.result, facts.outcomes(fight)) if fight.dice else None,
        facts.describe_result(fight.result),
    )


def column_of(fight: Fight) -> str:
    """Return the column of a combat; empty for a combat without a chart."""
    return fight.column if any(map(str.isalnum, fight.column)) else ""


def headline(label: str) -> str:
    """Return the title of a combat: the word for combat with a code, or a label in words."""
    return label if any(map(str.islower, label)) else f"{t('page.combat')} {label}".rstrip()


def label_beside(label: str, place: str) -> str:
    """Return the label of a combat shown beside its place; empty if the place name contains it."""
    return "" if label in place else label
