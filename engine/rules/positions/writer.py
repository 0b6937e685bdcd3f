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
PLACED = ("id", "side", "hex", "steps", "status", "counter")
"""The fields of a unit stored in the state; the others are its own values."""


def written(
    answers: Answers, lasting: Mapping[str, Any], in_words: InWords | None
) -> dict[str, Any]:
    """Return a state in the words of position files, with the units' values and the game's facts.

    ``lasting`` contains the board and units defined by the request; ``in_words`` converts the
    game's own data.
    """
    ruleset, state = answers.ruleset, answers.state
    words, places = Words(ruleset.module), ruleset.places
    own = {unit["id"]: unit for unit in lasting.get("units", ())}
    fields = as_json(state, places)
    for name, piece in state.pieces.items():
        unit = fields["units"][name]
        if name in own and piece.counter == name:
            brought = {k: v for k, v in own[name].items() if k not in PLACED}
            unit.update({"counter": None, **brought})
        unit["hex"] = unit["at"] if places.is_hex(piece.place) else None
        unit["status"] = sorted(words.word_for("statuses", id_) for id_ in piece.status)
        unit["values"] = dict(answers.values_of(name))
    fields["phase"] = words.word_for("phases", state.clock.phase)
    fields["tracks"] = {words.word_for("tracks", id_): value for id_, value in state.tracks.items()}
    if in_words is not None:
        in_words(fields, state, ruleset.board)
    played = {"game": ruleset.module.meta.id, "scenario": ruleset.scenario.id, "complete": True}
    if "board" in lasting:
        played["board"] = lasting["board"]
    return {**played, **fields, **answers.facts()}


def overruled(answers: Answers, given: Mapping[str, Any]) -> list[str]:
    """Return a warning for each given fact of a complete position that does not match it.

    Raises Refused for an unknown field.
    """
    if not given:
        return []
    facts: dict[str, Any] = orjson.loads(orjson.dumps(dict(answers.facts())))
    warnings = []
    for name, value in given.items():
        if name not in facts:
            why = t("probe.why.unknown")
            raise Refused("bad_position", t("probe.field", where=name, why=why), name)
        if value != facts[name]:
            warnings.append(t("probe.follows", field=name))
    return warnings
