"""Charts of a game as rich-text pages for Qt, generated from the chart data."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape, unescape
from typing import Any

from engine.core.calendar import CalendarChart, SequenceChart
from engine.i18n import has, t
from engine.modules.tables import (
    ChangeChart,
    Chart,
    DifferenceChart,
    HitChart,
    PairChart,
    Terrain,
    TerrainChart,
)
from holland44_qt.aids.charts import AnyChart
from holland44_qt.look import ACCENT, EDGE, FAINT, PHASE
from holland44_qt.rule_links import all_linked

CELL = f"border: 1px solid {EDGE}; padding: 4px 8px;"
NONE = "–"


class Rules(str):
    """Formatter that turns rule numbers in a cell into links to their pages."""

    __slots__ = ()


def title(chart: AnyChart) -> str:
    """Return the title of a chart."""
    return _text(chart.key, chart.id)


def page(chart: AnyChart) -> str:
    """Return a chart with its rule, notes and source as HTML; all text is escaped."""
    rule = t("aids.rule", rule=chart.rule)
    if isinstance(chart, Chart) and chart.optional:
        rule = t("aids.chart.optional", rule=rule)
    head = f'<h2 style="color:{ACCENT}">{escape(title(chart))}</h2><p>{all_linked(rule)}</p>'
    return head + _BODY[type(chart)](chart) + _notes(chart)


def plain(html: str) -> str:
    """Return the plain text of a page for searching."""
    return unescape(re.sub(r"<[^>]+>", " ", html)).casefold()


def _result(chart: Chart) -> str:
    own = len(chart.columns) > 1
    head = [t("aids.chart.die"), *(chart.columns if own else (t("aids.chart.result"),))]
    rows = []
    for row in chart.rows:
        words = (_word(chart.id, cell) for cell in row.cells)
        rows.append([_span(row.low, row.high), *_marked(words, row.basis, chart.basis)])
    html = _table(head, rows)
    if chart.modifiers:
        changes = [
            (f"{m.value:+d}", _text(m.key, m.id), Rules(m.rule), _basis(m.basis))
            for m in chart.modifiers
        ]
        html += _heading("aids.chart.modifiers") + _table(_change_head(), changes)
    if chart.clamp is not None:
        low, high = chart.clamp
        html += f"<p>{escape(t('aids.chart.clamp', low=low, high=high))}</p>"
    return html + _results(chart)


def _marked(cells: Iterable[str], bases: Sequence[str], usual: str) -> Iterator[str]:
    """Return the cells of a row, each marked with its own source where that differs from the
    usual one.
    """
    for k, cell in enumerate(cells):
        basis = bases[k] if bases else usual
        yield cell if basis == usual else f"{cell} [{_basis(basis)}]"


def _differences(chart: DifferenceChart) -> str:
    """Format a chart of differences: columns by difference of factors, rows of throws."""
    head = [t("aids.chart.difference"), *chart.columns]
    return _table(
        head, [[row.label, *_marked(row.cells, row.basis, chart.basis)] for row in chart.rows]
    )


def _hits(chart: HitChart) -> str:
    """Format a chart of hits: rows of targets, columns by distance or ground."""
    head = [t("aids.chart.target"), *(_text(f"aids.chart.hits.{c}", c) for c in chart.columns)]
    return _table(
        head,
        [[_text(r.key, r.label), *_marked(r.cells, r.basis, chart.basis)] for r in chart.rows],
    )


def _pairs(chart: PairChart) -> str:
    """Format a chart of two dice: a row for each range of sums, with its probability."""
    head = [t("aids.chart.two_dice"), *chart.columns, t("aids.chart.chance")]
    rows = [
        [row.label, *row.cells, t("advice.odds.chance", percent=round(100 * float(row.chance)))]
        for row in chart.rows
    ]
    return _table(head, rows)


def _results(chart: Chart) -> str:
    """List the effects of each result, in the columns of the data."""
    names = list(dict.fromkeys(name for effects in chart.results.values() for name in effects))
    if not names:
        return ""
    head = [t("aids.chart.result"), *(_name("aids.result", name) for name in names)]
    rows = [
        [result, *(_value(effects.get(name)) for name in names)]
        for result, effects in chart.results.items()
    ]
    return _heading("aids.chart.results") + _table(head, rows)


def _terrain(chart: TerrainChart) -> str:
    head = [
        t(f"aids.tec.{name}")
        for name in ("terrain", "nonmech", "mech", "vehicles", "combat", "defense", "armor", "dd",
                     "landing", "also")
    ]  # fmt: skip
    leave = escape(t("aids.tec.leave", cost=chart.leave_ezoc))
    return _table(head, [_terrain_row(row, chart.basis) for row in chart.rows]) + f"<p>{leave}</p>"


def _terrain_row(row: Terrain, basis: str) -> list[str]:
    attack = [t(f"aids.tec.attack.{who}") for who in row.attack]
    armor = NONE if row.armor_shift is None else t(f"aids.yes.{row.armor_shift}")
    landing = [t(f"aids.tec.landing.{how}") for how, may in row.landing.items() if may]
    flags = ("infiltration", "stops_advance", "stops_retreat")
    also = [t(f"aids.tec.{flag}") for flag in flags if getattr(row, flag)]
    if row.mode != "any":
        also.append(t(f"aids.tec.{row.mode}"))
    if row.extra_after:
        also.append(t("aids.tec.extra_after", hexes=row.extra_after))
    name = _text(row.key, row.id)
    return [
        name if row.basis == basis else f"{name} [{_basis(row.basis)}]",
        row.nonmech or NONE,
        row.mech or NONE,
        t(f"aids.tec.vehicles.{row.vehicles}"),
        ", ".join(attack) or NONE,
        t(f"aids.tec.{row.defense}") if row.defense else NONE,
        armor,
        row.determined_defense or NONE,
        ", ".join(landing) or (t("aids.tec.landing.none") if row.landing else NONE),
        "; ".join(also) or NONE,
    ]


def _changes(chart: ChangeChart) -> str:
    html = ""
    for kind in ("shift", "attack", "defense"):
        rows = [
            (
                f"{c.by:+d}" if isinstance(c.by, int) else t(f"aids.change.{c.by}"),
                _text(c.key, c.id),
                Rules(c.rule),
                _basis(c.basis),
            )
            for c in chart.changes
            if c.kind == kind
        ]
        if rows:
            html += _heading(f"aids.change.{kind}") + _table(_change_head(), rows)
    return html


def _change_head() -> list[str]:
    names = ("change", "why", "rule", "basis")
    return [t(f"aids.chart.{name}") for name in names]


def _sequence(chart: SequenceChart) -> str:
    head = [t(f"aids.sequence.{n}") for n in ("number", "phase", "side", "times", "rule")]
    rows = []
    for number, step in enumerate(chart.steps, 1):
        when = ", ".join(_text(f"app.time.{time}", time) for time in step.times)
        if step.not_on_turns:
            turns = ", ".join(map(str, step.not_on_turns))
            when = t("aids.sequence.but", times=when, turns=turns)
        side = _text(f"aids.side.{step.active}", step.active)
        rows.append([str(number), _text(step.key, step.phase), side, when, Rules(step.rule)])
    return _table(head, rows)


def _calendar(chart: CalendarChart) -> str:
    head = [t(f"aids.calendar.{name}") for name in ("turn", "date", "time", "events")]
    rows = [
        [
            str(row.turn),
            row.date.isoformat(),
            _text(f"app.time.{row.time}", row.time),
            " ".join(_text(key, key) for key in row.events),
        ]
        for row in chart.turns
    ]
    return _table(head, rows)


def _notes(chart: AnyChart) -> str:
    notes = getattr(chart, "notes", ())
    lines = [_text(key, key) for key in notes]
    basis = getattr(chart, "basis", "")
    if basis:
        lines.append(t("aids.basis", basis=_basis(basis)))
    return "".join(f'<p style="color:{FAINT}">{escape(line)}</p>' for line in lines)


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    top = "".join(f'<th style="{CELL}" bgcolor="{PHASE}">{escape(h)}</th>' for h in head)
    html = f'<table cellspacing="0" style="border-collapse: collapse"><tr>{top}</tr>'
    for row in rows:
        cells = list(row)
        line = f'<td style="{CELL}" bgcolor="{PHASE}"><b>{escape(cells[0])}</b></td>'
        line += "".join(f'<td style="{CELL}">{_cell(cell)}</td>' for cell in cells[1:])
        html += f"<tr>{line}</tr>"
    return html + "</table>"


def _cell(text: str) -> str:
    return all_linked(text) if isinstance(text, Rules) else escape(text)


def _heading(key: str) -> str:
    return f"<h3>{escape(t(key))}</h3>"


def _text(key: str, otherwise: str) -> str:
    return t(key) if has(key) else otherwise


def _name(area: str, name: str) -> str:
    return _text(f"{area}.{name}", name.replace("_", " "))


def _basis(basis: str) -> str:
    return _text(f"aids.basis.{basis}", basis)


def _word(chart: str, result: str) -> str:
    """Return a result as printed; plain words of the data are translated."""
    return _text(f"weather.{result}" if chart == "weather" else "", result)


def _span(low: int | None, high: int | None) -> str:
    if low is None:
        return t("aids.chart.or_less", die=high)
    if high is None:
        return t("aids.chart.or_more", die=low)
    return str(low) if low == high else f"{low}–{high}"


def _value(value: object) -> str:
    if value is None:
        return NONE
    if isinstance(value, bool):
        return t(f"aids.yes.{value}")
    if isinstance(value, list):
        low, high = value[0], value[-1]
        return str(low) if low == high else f"{low}–{high}"
    return _text(f"aids.value.{value}", str(value).replace("_", " "))


_BODY: dict[type, Callable[[Any], str]] = {
    Chart: _result,
    DifferenceChart: _differences,
    HitChart: _hits,
    PairChart: _pairs,
    TerrainChart: _terrain,
    ChangeChart: _changes,
    SequenceChart: _sequence,
    CalendarChart: _calendar,
}
