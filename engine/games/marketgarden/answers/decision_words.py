"""Texts of decisions: questions, options, unit names."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.effects import Decision
from engine.games.marketgarden.position import Position
from engine.games.marketgarden.resolution import FIGHT
from engine.games.marketgarden.rules.ch05_combat import attack_strength
from engine.games.marketgarden.rules.ch05_procedure import attack_of
from engine.games.marketgarden.rules.ch05_support import AIR
from engine.games.marketgarden.vocabulary import GAME
from engine.i18n import t
from engine.log.effect_words import Names
from engine.rules import answers
from engine.rules.base.decisions import NONE, Choice


def about(
    position: Position, names: Names, asked: Decision
) -> tuple[int | None, Mapping[str, object]]:
    """Return the hex of the current combat, and the arguments of the question's text."""
    record = FIGHT.of(position)
    facts: dict[str, object] = dict.fromkeys(("hex", "result", "owed", "paid", "attack"), "")
    battle = None
    if record is not None:
        battle = position.ground.index[record.target]
        facts |= {
            "hex": names.place_name(record.target),
            "result": record.result,
            "owed": record.owed,
            "paid": record.paid,
            "attack": attack_strength(attack_of(position, record)),
        }
    return battle, facts


def option(position: Position, names: Names, choice: Choice) -> answers.Option:
    """Describe an option."""
    units = ", ".join(unit_name(position, names, u) for u in choice.units)
    crossing = position.ground.bridges.get(choice.hexside)
    place = choice.path[-1] if choice.path and crossing is None else None
    if choice.id == NONE:
        words = t(f"option.{GAME}.none")
    elif crossing is not None:
        words = crossing.name
    elif place is not None:
        where = names.place_name(position.number(place))
        words = t(f"option.{GAME}.way", unit=units, place=where)
    elif choice.id.startswith(AIR):
        key = "support_guns" if units else "support"
        words = t(f"option.{GAME}.{key}", points=choice.points, guns=units)
    else:
        words = units
        place = position.units[choice.units[0]].place if choice.units else None
    tag = t(f"option.{GAME}.steps", steps=choice.losses) if choice.losses and choice.path else ""
    ends = crossing.ends if crossing is not None else None
    hexside = (min(ends), max(ends)) if ends is not None else None
    path = choice.path if crossing is None else ()
    return answers.Option(choice.id, words, place, path, choice.units, hexside, tag)


def unit_name(position: Position, names: Names, unit: str) -> str:
    """Return the name of a unit for use in sentences."""
    return names.unit_name(position.state.pieces[unit].counter)
