"""The questions that play: the legal actions of a position, and their outcomes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from pydantic import JsonValue, ValidationError

from engine.core import actions as act
from engine.core.errors import UserError
from engine.core.modes import MODES
from engine.core.reducer import apply as reduce
from engine.core.state import State, digest
from engine.i18n import t
from engine.log.entry import Entry, now
from engine.log.narrate import narrate
from engine.probe.encoding import Json, number_json
from engine.request_fields import Refused, field, why_wrong
from engine.rules import player
from engine.rules.alternatives import instead_of
from engine.rules.judge import DiceNeeded, Forbidden, Given, WrongDie, play
from engine.rules.ports import Answers, Ruleset
from engine.rules.registry import verdict_json

MOST = 400
"""Default maximum of actions in a list."""

LONGEST_LIST = 100_000
"""Maximum number of legal actions in an answer, whatever the request."""


def action_of(request: Mapping[str, Any]) -> act.Action:
    """Read the action of a request. Raises Refused (``bad_action``) with the place of the fault."""
    raw = field(request, "action", dict)
    try:
        return act.ACTION.validate_python(raw)
    except ValidationError as error:
        fault = error.errors(include_url=False, include_input=False)[0]
        # The first part of the place is the discriminator's value; users count from the action.
        parts = fault["loc"][1:] or ("kind",)
        where = "action" + "".join(f"[{p}]" if isinstance(p, int) else f".{p}" for p in parts)
        raise Refused(
            "bad_action", t("probe.field", where=where, why=why_wrong(fault)), where
        ) from None


UNITS = ("unit", "units", "part", "into", "attackers", "artillery")
HEXES = ("path", "target")
OWN_HEXES = ("path",)
"""Fields of actions that name units, and hexes, boxes or entry areas.

The target of a game's own action may be a unit, and so is checked by the game.
"""


def names_checked(position: Answers, action: act.Action) -> None:
    """Raise Refused for the first unit or hex of an action that is unknown, or is named twice."""
    places, pieces = position.ruleset.places, position.state.pieces
    for where, name in _named(action, UNITS):
        # Ships, guns of a place and second shifts support like units, under names of their own.
        support = where.startswith("action.artillery") and position.name(name) != name
        if name not in pieces and not support:
            raise Refused("unknown_unit", t("probe.unit", unit=name), where)
    own = isinstance(action, act.OwnAction)
    for where, name in _named(action, OWN_HEXES if own else HEXES):
        if name not in places and f"area-{name}" not in places:
            raise Refused("unknown_hex", t("probe.hex", hex=name), where)
    units = getattr(action, "units", getattr(action, "attackers", ()))
    if len(set(units)) < len(units):
        twice = next(name for n, name in enumerate(units) if name in units[:n])
        raise Refused("bad_action", t("probe.named_twice", unit=twice), "action")


def _named(action: act.Action, fields: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for name in fields:
        value = getattr(action, name, ())
        if isinstance(value, str):
            yield f"action.{name}", value
        else:
            yield from ((f"action.{name}[{n}]", one) for n, one in enumerate(value))


def legal(position: Answers, request: Mapping[str, Any]) -> Json:
    """Return the legal actions of the side to decide."""
    limit = field(request, "most", int, MOST)
    start = field(request, "start", int, 0)
    for name, number in (("most", limit), ("start", start)):
        if number < 0:
            raise Refused("bad_request", t("probe.negative", field=name), name)
    result = position.ruleset.legal(position.state, min(max(1, limit), LONGEST_LIST), start)
    return {
        "side": result.side,
        "actions": [action_json(a) for a in result.actions],
        "more": result.more,
        "pending": pending(position),
    }


def pending(position: Answers) -> list[Json]:
    """Return the pending decisions, the first to be made first; only that one has options now."""
    ruleset = position.ruleset
    result: list[Json] = []
    for asked in reversed(position.state.pending):
        side = ruleset.module.side_name(asked.side)
        text = t("ruling.title", side=side, what=ruleset.decision_name(asked.kind))
        one: Json = {"side": asked.side, "kind": asked.kind, "args": asked.args, "text": text}
        if not result:
            one["options"] = list(position.options())
        result.append(one)
    return result


def chance(position: Answers, request: Mapping[str, Any]) -> Json:
    """Return the dice that an action needs after those given; null if it needs no more."""
    action = action_of(request)
    names_checked(position, action)
    special = _special_faces(position.ruleset, action)
    thrown = _sides_of(dice_of(request), special)
    try:
        node = player.chance(position.ruleset, position.state, action, thrown)
    except UserError as error:
        raise Refused("bad_action", str(error), "action") from None
    if node is None:
        return {"needs": None, "faces": None}
    return {"needs": asdict(node), "faces": list(special or range(1, node.sides + 1))}


MOST_WAYS = 5
"""Maximum number of legal alternatives to a refused action."""


def legal_alternatives(position: Answers, request: Mapping[str, Any]) -> Json:
    """Return the legal actions nearest to a refused one; none for a legal one."""
    action = action_of(request)
    names_checked(position, action)
    try:
        result = instead_of(position.ruleset, position.state, action, MOST_WAYS)
    except UserError as error:
        raise Refused("bad_action", str(error), "action") from None
    return {
        "actions": [action_json(one.action) for one in result],
        "ways": [{"action": action_json(one.action), "sentence": one.sentence} for one in result],
    }


def outcome(position: Answers, _: Mapping[str, Any]) -> Json:
    """Return the side to decide, and the winner and margin once play is over."""
    ruleset, state = position.ruleset, position.state
    result = player.outcome(ruleset, state)
    return {
        "to_decide": player.to_decide(ruleset, state),
        "over": result is not None,
        "winner": None if result is None else result.winner,
        "level": "" if result is None else result.level,
        "points": {} if result is None else {k: number_json(v) for k, v in result.points.items()},
    }


def action_json(action: act.Action) -> Json:
    """Encode an action in the form of requests."""
    return action.model_dump(mode="json", exclude_defaults=True) | {"kind": action.kind}


def dice_of(request: Mapping[str, Any]) -> list[int]:
    """Return the dice of a request, in the order of their use. Raises Refused."""
    values = field(request, "dice", list, [])
    if not all(isinstance(v, int) and not isinstance(v, bool) for v in values):
        raise Refused("bad_request", t("probe.dice_list"), "dice")
    return values


def _special_faces(ruleset: Ruleset, action: act.Action) -> Sequence[int]:
    """Return the faces of the die that an action rolls by the rules; empty for common dice."""
    return () if isinstance(action, act.Roll) else ruleset.die_faces


def _sides_of(values: list[int], special: Sequence[int]) -> list[int]:
    """Return the sides of a common die for faces of a special one. Raises Refused."""
    if not special:
        return values
    for value in values:
        if value not in special:
            known = ", ".join(map(str, sorted(set(special))))
            raise Refused("bad_action", t("probe.special_die", value=value, known=known), "dice")
    return [special.index(value) + 1 for value in values]


def apply(ruleset: Ruleset, state: State, request: Mapping[str, Any]) -> tuple[State, Json]:
    """Return the state after an action, and the answer; the given state is unchanged."""
    action = action_of(request)
    if isinstance(action, act.Setup):
        raise Refused("not_supported", t("probe.judge", kind=action.kind), "action.kind")
    mode = field(request, "mode", str, "enforced")
    if mode not in MODES:
        raise Refused("bad_request", t("probe.apply_mode", mode=mode), "mode")
    special = _special_faces(ruleset, action)
    values = _sides_of(dice_of(request), special)
    if not isinstance(action, act.STATED):
        names_checked(ruleset.answers(state), action)
    dice = Given(values)
    try:
        played = play(ruleset, state, action, dice, mode)
        after = reduce(state, played.effects, ruleset.places)
    except Forbidden as refusal:
        verdicts: list[JsonValue] = [verdict_json(v, ruleset.titles) for v in refusal.verdicts]
        raise Refused("bad_action", str(refusal), "action", verdicts=verdicts) from None
    except DiceNeeded as missing:
        needs: Json = {"sides": missing.sides, "count": missing.count, "reason": missing.reason}
        raise Refused("bad_action", str(missing), "dice", needs=needs) from None
    except WrongDie as error:
        raise Refused("bad_action", str(error), "dice") from None
    except UserError as error:
        raise Refused("bad_action", str(error), "action") from None
    by = state.side_to_act
    entry = Entry(
        id=1,
        parent=0,
        at=now(),
        by=by,
        action=action,
        dice=played.dice,
        verdicts=played.verdicts,
        effects=played.effects,
    )
    return after, {
        "digest": digest(after, ruleset.places),
        "entry": entry.to_json(),
        "sentence": narrate(entry, state, ruleset.names),
        "verdicts": [verdict_json(v, ruleset.titles) for v in played.verdicts],
        "pending": pending(ruleset.answers(after)),
        "dice_left": [special[side - 1] for side in dice.left] if special else dice.left,
    }
