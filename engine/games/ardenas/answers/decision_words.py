"""Decisions in words: the question, its options, and the declared attacks."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.effects import Decision
from engine.games.ardenas.position import Position
from engine.games.ardenas.resolution import BATTLE
from engine.games.ardenas.rules.ch08_combat import method_of, parties, still_due
from engine.games.ardenas.vocabulary import GAME
from engine.i18n import t
from engine.rules import answers
from engine.rules.base.answers import Answers
from engine.rules.base.decisions import Choice


def option(asked: Answers[Position], choice: Choice, kind: str) -> answers.Option:
    """Return one answer in words; a hex of the enlarged area is no hex of the map."""
    units = ", ".join(map(asked.name, choice.units))
    number = choice.id.rpartition("=")[2]
    words = t(f"option.{GAME}.{choice.word}", units=units, id=number) if choice.word else units
    if not words:
        words = t(f"option.{GAME}.none")
    return answers.Option(choice.id, words, units=choice.units)


def about(asked: Answers[Position], decision: Decision) -> tuple[int | None, Mapping[str, object]]:
    """Return the hex that a decision is about, and its unit or gun in words."""
    position, args = asked.position, decision.args
    name = str(args.get("gun") or args.get("unit") or "")
    words = {"unit": asked.name(name), "hex": "", "what": ""}
    if "what" in args:
        words["what"] = t(f"result.{GAME}.{args['what']}")
    battle = BATTLE.of(position)
    place = position.ground.index.get(str(args.get("hex", "")))
    if battle is not None and place is None:
        standing = [position.units[n] for n in battle.defenders if n in position.units]
        place = standing[0].place if standing else None
    if place is not None:
        words["hex"] = asked.where(place)
    return place, words


def plans(position: Position) -> tuple[answers.Planned, ...]:
    """8.1a: Return the declared attacks that are still to be fought, one for each hex attacked."""
    result = []
    for attack in still_due(position):
        attackers, defenders = parties(position, attack)
        places = tuple(dict.fromkeys(u.place for u in attackers))
        kind = method_of(position, attackers, defenders)
        hexes = [position.ground.index[number] for number in attack.targets]
        result += [answers.Planned(hex_, places, kind) for hex_ in hexes]
    return tuple(result)
