"""Write a state as a complete position, which :mod:`engine.rules.positions.reader` reads back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import orjson

from engine.board.board import Board
from engine.core.state import State, as_json
from engine.i18n import t
from engine.request_fields import Refused
from engine.rules.ports import Answers
from engine.rules.positions.words import Words

InWords = Callable[[dict[str, Any], State, Board], None]
PLACED = ("id", "hex", "steps", "status", "counter")
"""Fields of a unit that its state holds; the others are the values that it brings along."""


def written(
    answers: Answers, lasting: Mapping[str, Any], in_words: InWords | None
) -> dict[str, Any]:
    """Return a state in the words of positions, with the values of units and the game's facts.

    ``lasting`` holds the board and the units that the question gave itself; ``in_words`` puts what
    is the game's own into its words.
    """
    ruleset, state = answers.ruleset, answers.state
    words, places = Words(ruleset.module), ruleset.places
    own = {unit["id"]: unit for unit in lasting.get("units", ())}
    found = as_json(state, places)
    for name, piece in state.pieces.items():
        unit = found["units"][name]
        if name in own and piece.counter == name:
            brought = {k: v for k, v in own[name].items() if k not in PLACED}
            unit.update({"counter": None, **brought})
        unit["hex"] = unit["at"] if places.is_hex(piece.place) else None
        unit["status"] = sorted(words.word_for("statuses", id_) for id_ in piece.status)
        unit["values"] = dict(answers.values_of(name))
    found["phase"] = words.word_for("phases", state.clock.phase)
    found["tracks"] = {words.word_for("tracks", id_): held for id_, held in state.tracks.items()}
    if in_words is not None:
        in_words(found, state, ruleset.board)
    played = {"game": ruleset.module.meta.id, "scenario": ruleset.scenario.id, "complete": True}
    if "board" in lasting:
        played["board"] = lasting["board"]
    return {**played, **found, **answers.facts()}


def overruled(answers: Answers, given: Mapping[str, Any]) -> list[str]:
    """Return a warning for each fact of a complete position that does not follow from it.

    Raises Refused for a field that is no fact.
    """
    if not given:
        return []
    facts: dict[str, Any] = orjson.loads(orjson.dumps(dict(answers.facts())))
    found = []
    for name, value in given.items():
        if name not in facts:
            why = t("probe.why.unknown")
            raise Refused("bad_position", t("probe.field", where=name, why=why), name)
        if value != facts[name]:
            found.append(t("probe.follows", field=name))
    return found
