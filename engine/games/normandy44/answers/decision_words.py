"""Pending decisions as text: the question, the options, and the names of units."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from engine.core.effects import Decision
from engine.games.normandy44.orders import AGAIN
from engine.games.normandy44.position import Position
from engine.games.normandy44.resolution import FIGHT
from engine.games.normandy44.rules.ch12_determined_defense import Stand, chance_to_hold
from engine.games.normandy44.rules.ch12_results import in_force
from engine.games.normandy44.rules.ch13_retreat import LONG_RESULTS
from engine.games.normandy44.rules.ch20_assault import BY_NAME
from engine.games.normandy44.vocabulary import GAME
from engine.i18n import t
from engine.log.effect_words import Names
from engine.rules import answers
from engine.rules.base.decisions import Choice


def about(
    position: Position, names: Names, asked: Decision
) -> tuple[int | None, Mapping[str, object]]:
    """Return the hex of the combat that a decision is about, and the values for its text."""
    record = FIGHT.of(position)
    facts: dict[str, object] = {"hex": "", "result": "", "hexes": 2, "steps": 0}
    facts |= {"division": "", "army": "", "points": 0} | dict(asked.args)
    battle = None
    if "unit" in asked.args:
        facts["unit"] = unit_name(position, names, str(asked.args["unit"]))
    if "hex" in asked.args:
        number = str(asked.args["hex"])
        battle = position.ground.index[number]
        facts["hex"] = names.place_name(number)
    elif record is not None:
        battle = position.ground.index[record.target]
        facts |= {
            "hex": names.place_name(record.target),
            "result": record.result,
            "hexes": record.hexes,
            "steps": record.stages[0].steps if record.stages else 0,
        }
        if asked.kind == Stand.kind and record.result in LONG_RESULTS:
            facts["worded"] = "stay"  # nobody holds (12.6)
    return battle, facts


def option(position: Position, names: Names, choice: Choice) -> answers.Option:
    """Return an answer as an option."""
    who = [unit_name(position, names, u) for u in choice.units]
    place = choice.path[-1] if choice.path else None
    tag = ""
    if choice.word == "landing":
        where, column = t(f"word.{GAME}.{choice.id}"), t(f"column.{GAME}.{BY_NAME[choice.id][2]}")
        words = t(f"option.{GAME}.landing", place=where, units=", ".join(who), column=column)
    elif place is not None and not who:
        words = names.place_name(position.number(place))
    elif place is not None:
        where = names.place_name(position.number(place))
        words = t(f"option.{GAME}.way", unit=", ".join(who), place=where)
        tag = t(f"option.{GAME}.steps", steps=choice.losses) if choice.losses else ""
    elif choice.word == "hold":
        words = t(
            f"option.{GAME}.{'hold_support' if len(who) > 1 else 'hold'}",
            unit=who[0],
            support=who[-1],
            percent=round(100 * _chance(position, choice)),
        )
    elif choice.word:
        last = choice.id.split()[-1]
        words = t(f"option.{GAME}.{choice.word}", unit=", ".join(who), count=last)
    else:
        words = ", ".join(who)
    if place is None and choice.units and choice.units[0] in position.units:
        place = position.units[choice.units[0]].place
    return answers.Option(choice.id, words, place, choice.path, choice.units, None, tag)


def _chance(position: Position, choice: Choice) -> Fraction:
    """12.4.1b: Return the chance that a determined defence holds."""
    record, lead = FIGHT.of(position), position.units[choice.units[0]]
    force = [] if record is None else in_force(position, record)
    supported = len(choice.units) > 1
    return chance_to_hold(position, lead.place, lead, force, support=supported)


def unit_name(position: Position, names: Names, unit: str) -> str:
    """Return the name of a unit; ships and the guns of Caen have texts of their own."""
    if unit in ("naval", "caen"):
        return t(f"choice.{GAME}.{unit}")
    if unit.endswith(AGAIN):
        return t(f"choice.{GAME}.again", unit=unit_name(position, names, unit.rstrip(AGAIN)))
    piece = position.state.pieces.get(unit)
    return names.unit_name(piece.counter if piece is not None else unit)
