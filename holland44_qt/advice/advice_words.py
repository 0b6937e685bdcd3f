"""Texts of the advice as rich text, with every name escaped."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from html import escape
from typing import TYPE_CHECKING

from engine.i18n import has, t
from engine.rules.registry import fix_text, in_parts, text, texts_with_names
from holland44_qt.look import BAD, GOOD, NOTE, WARN
from holland44_qt.rule_links import linked

if TYPE_CHECKING:
    from engine.core.verdicts import Verdict
    from engine.rules.answers import Cut, Reach, Reached, SupplyLine, WhyNot
    from engine.rules.ports import Answers

ORDER = ("forbid", "warn", "info", "grants")
"""Levels of verdicts, the most severe first."""
COLORS = {"forbid": BAD, "warn": WARN, "info": NOTE, "grants": GOOD}


def chip(arrival: Reached, reach: Reach) -> str:
    """Return the label of a reachable hex: its cost, or the hexes of a tactical move.

    The cost includes what the units have already used in the phase; a step loss there is named.
    """
    cost = in_parts(float(arrival.cost) + float(reach.spent))
    words = cost
    key = f"advice.chip.{arrival.mode}"
    if has(key):
        words = t(key, cost=cost, hexes=len(arrival.path) - 1 + reach.spent_hexes)
    lost = arrival.price.steps
    return t("advice.chip.price", cost=words, steps=lost) if lost else words


def heading(words: str) -> str:
    """Format a heading of an explanation."""
    return f"<h3 style='margin:6px 0 2px 0'>{escape(words)}</h3>"


def paragraph(words: str) -> str:
    """Format a paragraph of an explanation."""
    return f"<p style='margin:2px 0'>{escape(words)}</p>"


def in_order(verdicts: Iterable[Verdict]) -> list[Verdict]:
    """Sort verdicts; those that forbid come first."""
    return sorted(verdicts, key=lambda v: ORDER.index(v.level))


def verdicts_html(position: Answers, verdicts: Iterable[Verdict], own: Collection[str] = ()) -> str:
    """Format every verdict: rule number and title, sentence, and a legal alternative.

    Units with the same reason share a row, which names them if they are not all of ``own``.
    """
    rows: dict[str, None] = {}
    for verdict, sentence in texts_with_names(in_order(verdicts), own, position.name):
        fix = fix_text(verdict)
        level, color = t(f"advice.level.{verdict.level}"), COLORS[verdict.level]
        head = linked(f"{level} {verdict.rule}", verdict.rule, color)
        title = position.ruleset.titles.get(verdict.rule, "")
        row = (
            f"<p style='margin:5px 0 0 0'><b style='color:{color}'>{head}</b>"
            f" <i>{escape(title)}</i><br>"
            f"{escape(sentence)}" + (f"<br>→ {escape(fix)}" if fix else "") + "</p>"
        )
        rows[row] = None
    return "".join(rows)


def reasons_line(position: Answers, why: WhyNot, own: Collection[str] = ()) -> str:
    """Format all reasons against a hex as one line for the status bar; ``own`` are the movers."""
    clauses = [
        t("advice.reason", rule=v.rule, text=sentence)
        for v, sentence in texts_with_names(why.verdicts, own, position.name)
        if v.level == "forbid"
    ]
    reasons = " · ".join([*clauses, *_around(why)])
    return t("advice.reasons", hex=position.where(why.target), reasons=reasons)


def why_html(position: Answers, why: WhyNot, own: Collection[str] = ()) -> str:
    """Format all reasons why the units ``own`` cannot reach a hex."""
    forbidding = sum(v.level == "forbid" for v in why.verdicts)
    key = "advice.why.one" if forbidding == 1 else "advice.why"
    key = f"{key}.short" if why.around else key
    lead = t(key, reasons=forbidding, mode=mode_words(why.mode))
    return (
        heading(t("advice.why.title", hex=position.where(why.target)))
        + paragraph(lead)
        + verdicts_html(position, why.verdicts, own)
        + "".join(map(paragraph, _around(why)))
    )


def _around(why: WhyNot) -> list[str]:
    """Describe the open detour."""
    return [t("advice.why.around", text=text(v)) for v in why.around if v.level == "forbid"]


def reach_html(
    position: Answers, reach: Reach, place: int | None, against: Iterable[Verdict] = ()
) -> str:
    """Describe what a mover can do, and the cost of the hex under the mouse; ``against`` are the
    reasons why it reaches nothing.
    """
    names = ", ".join(position.name(u) for u in reach.units)
    key = {0: "advice.reach.none", 1: "advice.reach.one"}.get(len(reach.hexes), "advice.reach")
    result = heading(t("advice.reach.title", units=names))
    result += paragraph(t(key, hexes=len(reach.hexes), start=position.where(reach.start)))
    result += verdicts_html(position, against)
    if reach.boxes:
        areas = ", ".join(
            t("advice.reach.area", area=position.number(p), cost=chip(a, reach))
            for p, a in sorted(reach.boxes.items())
        )
        result += paragraph(t("advice.reach.areas", areas=areas))
    arrival = reach.hexes.get(place) if place is not None else None
    if arrival is None:
        hint = paragraph(" ".join(_legend(reach))) if reach.hexes or reach.boxes else ""
        return result + hint
    key = "advice.arrival.tactical" if arrival.mode == "tactical" else "advice.arrival"
    result += heading(position.where(arrival.path[-1]))
    result += paragraph(
        t(
            key,
            cost=in_parts(float(arrival.cost)),
            hexes=len(arrival.path) - 1,
            mode=mode_words(arrival.mode),
        )
    )
    result += paragraph(t("advice.path", path=way(position, arrival.path)))
    if arrival.stop:
        result += paragraph(_word(f"advice.stop.{arrival.stop}", arrival.stop))
    if arrival.price.steps:
        result += paragraph(t("advice.price.steps", steps=arrival.price.steps))
    if arrival.price.status:
        words = ", ".join(
            position.ruleset.module.word("statuses", s) or s for s in arrival.price.status
        )
        result += paragraph(t("advice.price.status", status=words))
    if arrival.price.supplied is False:
        result += paragraph(t("advice.price.supply"))
    return result


def _legend(reach: Reach) -> Iterator[str]:
    """Yield what the labels of reachable hexes mean, for those labels that are shown."""
    ends = [*reach.hexes.values(), *reach.boxes.values()]
    modes = {end.mode for end in ends}
    yield t("advice.reach.points")
    if "tactical" in modes:
        yield t("advice.reach.tactical")
    if "extended" in modes:
        yield t("advice.reach.extended")
    if any(end.stop for end in ends):
        yield t("advice.reach.stop")
    yield t("advice.reach.hint")


def mode_words(mode: str) -> str:
    """Return the name of a movement mode for use in a sentence."""
    return _word(f"advice.mode.{mode}", mode)


def _word(key: str, word: str) -> str:
    """Return the game's text for a key, or the key itself where the game has none."""
    return t(key) if has(key) else word.replace("_", " ")


def areas_html(position: Answers, reach: Reach, areas: Iterable[WhyNot]) -> str:
    """Format the entry areas beyond the hex under the mouse: each with its cost or the reason
    against.
    """
    result = ""
    for area in areas:
        arrival = reach.boxes.get(area.target)
        if arrival is None:
            result += paragraph(reasons_line(position, area))
            continue
        mode = mode_words(arrival.mode)
        letter, cost = position.number(area.target), chip(arrival, reach)
        result += paragraph(t("advice.reach.beyond", area=letter, cost=cost, mode=mode))
    return result


def way(position: Answers, path: Iterable[int]) -> str:
    """Format a path as hex numbers."""
    return " – ".join(position.number(place) for place in path)


def trace_html(position: Answers, line: SupplyLine) -> str:
    """Describe the supply of a unit."""
    result = heading(t("advice.trace.title", unit=position.name(line.unit)))
    if not line.supplied:
        result += paragraph(t("advice.trace.cut" if line.cuts else "advice.trace.far"))
        rows = "".join(f"<li>{escape(cut_words(position, cut))}</li>" for cut in line.cuts)
        return result + (f"<ol style='margin:2px 0 0 -16px'>{rows}</ol>" if rows else "")
    if line.source == "landing":
        return result + paragraph(t("advice.trace.landing"))
    if line.source is None:
        result += paragraph(t("advice.trace.nothing"))
    else:
        source = source_words(position, line.source)
        own = own_supply_words(position, line)
        result += paragraph(own or t("advice.trace.supplied", source=source))
    if len(line.path) > 1:
        result += paragraph(t("advice.path", path=way(position, line.path)))
    for note, holds in line.notes.items():
        key = f"advice.trace.{note}"
        if holds and has(key):
            result += paragraph(t(key))
    return result


def own_supply_words(position: Answers, line: SupplyLine) -> str:
    """Return a game's sentence for a way of supply that comes from no place; empty if none."""
    key = f"supplied.{position.ruleset.rulebook.id}.{line.source}"
    return t(key) if has(key) else ""


def source_name(position: Answers, source: str) -> str:
    """Return the name of a supply source: a supply head or a place of the game; empty for an entry
    area, which has only its letter.
    """
    own = f"source.{position.ruleset.rulebook.id}.{source}"
    if has(own):
        return t(own)
    return position.name(source) if position.unit(source) is not None else ""


def source_words(position: Answers, source: str) -> str:
    """Return a supply source for a sentence; an entry area is called so."""
    return source_name(position, source) or t("advice.source.area", area=source)


def cut_words(position: Answers, cut: Cut) -> str:
    """Name the hex where a trace fails and the unit that cuts it."""
    args = {"hex": position.where(cut.place), "rule": cut.rule}
    title = position.ruleset.titles.get(cut.rule, "")
    plain = t("advice.cut", **args, title=title)
    own = f"cut.{position.ruleset.rulebook.id}.{cut.rule}"
    if cut.unit is None:
        key = own if has(own) else f"advice.cut.{cut.rule}"
        return t(key, **args) if has(key) else plain
    enemy = position.unit(cut.unit)
    args["enemy"] = position.name(cut.unit)
    is_occupied = enemy is not None and enemy.place == cut.place
    how = "held" if is_occupied else "enemy"
    key = f"{own}.{how}" if has(f"{own}.{how}") else f"advice.cut.{cut.rule}.{how}"
    return t(key, **args) if has(key) else plain
