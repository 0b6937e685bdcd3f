"""Advice in words: what the dock says, as rich text with every name escaped."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from engine.core.verdicts import Verdict
from engine.games.holland44.meta import SIXTH
from engine.games.holland44.position import Position
from engine.games.holland44.positions import titles
from engine.games.holland44.rules.ch08_movement.progress import NONE, Progress
from engine.games.holland44.rules.ch08_movement.reach import Arrival
from engine.games.holland44.rules.ch18_supply import Cut
from engine.i18n import t
from engine.rules.registry import fix_text, in_parts, text
from holland44_qt.advice.kernel import Reach, Trace, WhyNot
from holland44_qt.look import BAD, GOOD, TOLD, WARN

ORDER = ("forbid", "warn", "info", "grants")
"""Levels of verdicts, what matters most first."""
COLORS = {"forbid": BAD, "warn": WARN, "info": TOLD, "grants": GOOD}


def points(sixths: int) -> str:
    """Movement points as players write them: "2½", "⅓", "0"."""
    return in_parts(sixths / SIXTH)


def chip(arrival: Arrival, done: Progress = NONE) -> str:
    """What is written on a hex within reach: its cost, or the hexes of a tactical move.

    What the units have used in the phase already is counted in.
    """
    if arrival.mode == "tactical":
        return t("advice.chip.tactical", hexes=len(arrival.path) - 1 + done.hexes)
    cost = points(arrival.cost + done.spent)
    return t("advice.chip.extended", cost=cost) if arrival.mode == "extended" else cost


def heading(words: str) -> str:
    """A heading of an explanation."""
    return f"<h3 style='margin:6px 0 2px 0'>{escape(words)}</h3>"


def paragraph(words: str) -> str:
    """A paragraph of an explanation."""
    return f"<p style='margin:2px 0'>{escape(words)}</p>"


def in_order(verdicts: Iterable[Verdict]) -> list[Verdict]:
    """Verdicts, those that forbid first."""
    return sorted(verdicts, key=lambda v: ORDER.index(v.level))


def verdicts_html(verdicts: Iterable[Verdict]) -> str:
    """Every verdict: rule number and title, sentence, and what would make it legal."""
    rows = []
    for verdict in in_order(verdicts):
        fix = fix_text(verdict)
        level = t(f"advice.level.{verdict.level}")
        title = titles().get(verdict.rule, "")
        rows.append(
            f"<p style='margin:5px 0 0 0'><b style='color:{COLORS[verdict.level]}'>"
            f"{escape(level)} {escape(verdict.rule)}</b> <i>{escape(title)}</i><br>"
            f"{escape(text(verdict))}" + (f"<br>→ {escape(fix)}" if fix else "") + "</p>"
        )
    return "".join(rows)


def reasons_line(position: Position, why: WhyNot) -> str:
    """All reasons against a hex in one line, for the status bar."""
    told = [
        t("advice.reason", rule=v.rule, text=text(v)) for v in why.verdicts if v.level == "forbid"
    ]
    reasons = " · ".join([*told, *_around(why)])
    return t("advice.reasons", hex=position.where(why.target), reasons=reasons)


def why_html(position: Position, why: WhyNot) -> str:
    """Why a hex cannot be reached: all reasons."""
    forbidding = sum(v.level == "forbid" for v in why.verdicts)
    key = "advice.why.one" if forbidding == 1 else "advice.why"
    key = f"{key}.short" if why.around else key
    lead = t(key, reasons=forbidding, mode=t(f"advice.mode.{why.mode}"))
    return (
        heading(t("advice.why.title", hex=position.where(why.target)))
        + paragraph(lead)
        + verdicts_html(why.verdicts)
        + "".join(map(paragraph, _around(why)))
    )


def _around(why: WhyNot) -> list[str]:
    """What is said of the open way round."""
    return [t("advice.why.around", text=text(v)) for v in why.around if v.level == "forbid"]


def reach_html(position: Position, reach: Reach, place: int | None) -> str:
    """What a mover can do, and what it costs to come to the hex under the mouse."""
    names = ", ".join(position.name(u) for u in reach.units)
    key = "advice.reach.one" if len(reach.hexes) == 1 else "advice.reach"
    found = heading(t("advice.reach.title", units=names))
    found += paragraph(t(key, hexes=len(reach.hexes), start=position.where(reach.start)))
    if reach.areas:
        areas = ", ".join(
            t("advice.reach.area", area=position.number(p), cost=chip(a, reach.done))
            for p, a in sorted(reach.areas.items())
        )
        found += paragraph(t("advice.reach.areas", areas=areas))
    arrival = reach.hexes.get(place) if place is not None else None
    if arrival is None:
        return found + paragraph(t("advice.reach.hint"))
    key = "advice.arrival.tactical" if arrival.mode == "tactical" else "advice.arrival"
    found += heading(position.where(arrival.path[-1]))
    found += paragraph(
        t(
            key,
            cost=points(arrival.cost),
            hexes=len(arrival.path) - 1,
            mode=t(f"advice.mode.{arrival.mode}"),
        )
    )
    found += paragraph(t("advice.path", path=way(position, arrival.path)))
    if arrival.stop:
        found += paragraph(t(f"advice.stop.{arrival.stop}"))
    return found


def areas_html(position: Position, reach: Reach, areas: Iterable[WhyNot]) -> str:
    """The entry areas beyond the hex under the mouse: the cost of each, or why not."""
    found = ""
    for area in areas:
        arrival = reach.areas.get(area.target)
        if arrival is None:
            found += paragraph(reasons_line(position, area))
            continue
        mode = t(f"advice.mode.{arrival.mode}")
        letter, cost = position.number(area.target), chip(arrival, reach.done)
        found += paragraph(t("advice.reach.beyond", area=letter, cost=cost, mode=mode))
    return found


def way(position: Position, path: Iterable[int]) -> str:
    """A path by its numbers."""
    return " – ".join(position.number(place) for place in path)


def trace_html(position: Position, trace: Trace) -> str:
    """A unit's supply in words."""
    line = trace.line
    found = heading(t("advice.trace.title", unit=position.name(trace.unit)))
    if not line.supplied:
        found += paragraph(t("advice.trace.cut" if trace.cuts else "advice.trace.far"))
        rows = "".join(f"<li>{escape(cut_words(position, cut))}</li>" for cut in trace.cuts)
        return found + (f"<ol style='margin:2px 0 0 -16px'>{rows}</ol>" if rows else "")
    if line.source == "landing":
        return found + paragraph(t("advice.trace.landing"))
    found += paragraph(t("advice.trace.supplied", source=source_words(position, line.source)))
    if len(line.path) > 1:
        found += paragraph(t("advice.path", path=way(position, line.path)))
    if line.over_canal:
        found += paragraph(t("advice.trace.over_canal"))
    return found


def source_words(position: Position, source: str | None) -> str:
    """A source of supply: an entry area, or a supply head."""
    if source in position.units:
        return position.name(str(source))
    return t("advice.source.area", area=source)


def cut_words(position: Position, cut: Cut) -> str:
    """Where a trace fails and by whom."""
    place, rule, unit = cut
    args = {"hex": position.where(place), "rule": rule}
    if unit is None:
        return t(f"advice.cut.{rule}", **args)
    enemy = position.units.get(unit)
    args["enemy"] = position.name(unit)
    held = enemy is not None and enemy.place == place
    return t(f"advice.cut.{rule}.{'held' if held else 'enemy'}", **args)
