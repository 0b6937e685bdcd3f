"""Recorded die rolls on the game's tables, checked for their result and modifiers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from engine.core import actions as act
from engine.core.errors import UserError
from engine.core.state import State
from engine.core.verdicts import Verdict
from engine.games.holland44.position import Setting
from engine.games.holland44.rules.ch19_arrivals import ARRIVES_406
from engine.log.entry import Entry
from engine.modules.tables import Chart, Modifier, lookup

RULE_OF = {
    "airlanding": "22.3",
    "demolition": "5.6",
    "determined_defense": "12.1",
    "recovery": "14.4",
    "weather": "4.1",
}
"""The charts of the module that are such tables, with their rules."""


def table_verdicts(setting: Setting, before: State, entry: Entry) -> Iterator[Verdict]:
    """Yield verdicts on a recorded roll by today's charts; none for tables that are not charts."""
    action = cast(act.Consult, entry.action)
    if not entry.dice:
        return
    die = entry.dice[0].values[0]
    if action.table == "arrival_406":
        due = "arrives" if die <= ARRIVES_406 else "waits"
        if action.result != due:
            yield _other("23.5", action, due)
        return
    rule = RULE_OF.get(action.table)
    if rule is None:
        return
    chart = Chart.model_validate(setting.module.chart(action.table))
    try:
        result = lookup(chart, die, action.column or "", drm=action.drm).result
    except UserError as error:
        yield Verdict(rule=rule, level="forbid", key="audit.senseless", args={"why": str(error)})
        return
    if result != action.result:
        yield _other(rule, action, result)
    modifiers = _modifiers(setting, chart, before, action)
    drm = action.drm if modifiers is None else sum(m.value for m in modifiers)
    if drm != action.drm:
        args = {"told": f"{action.drm:+d}", "due": f"{drm:+d}"}
        yield Verdict(rule=rule, level="forbid", key="audit.holland44.modifier", args={**args})


def _other(rule: str, action: act.Consult, due: str) -> Verdict:
    args = {"told": action.result, "due": due}
    return Verdict(rule=rule, level="forbid", key="audit.holland44.result", args={**args})


def _modifiers(
    setting: Setting, chart: Chart, before: State, action: act.Consult
) -> list[Modifier] | None:
    """Return the modifiers due; None where the entry does not contain enough to compute them."""
    if action.table in ("demolition", "weather"):
        return list(chart.on_turn(before.clock.turn))
    if action.table == "determined_defense" and action.units:
        unit = setting.position(before).units.get(action.units[0])
        quality = unit.profile.quality if unit else "normal"
        return [chart.modifier(quality)] if quality in ("elite", "low") else []
    return None
