"""Texts and the plot of an analysis, the same in the terminal, the window and reports."""

from __future__ import annotations

from engine.i18n import t
from engine.modules.module import Module
from engine.play.game import Recording
from engine.report.analysis import (
    Analysis,
    PhaseSum,
    Position,
    TurningPoint,
    Value,
    phase_sums,
    win_of,
)
from engine.report.plots import Plot, Series, readable
from engine.report.tables import Table


def percent(share: float) -> str:
    """Return a share as whole percent."""
    return f"{100 * share:.0f}"


def signed(share: float) -> str:
    """Return a difference of shares in percent, with its sign."""
    found = f"{100 * share:+.0f}".replace("-", "−")
    return "0" if found in ("+0", "−0") else found


def interval(value: Value | None) -> str:
    """Return a probability with its interval in percent; a dash without rollouts."""
    if value is None:
        return "–"
    args = {"share": value.value, "low": value.low, "high": value.high}
    return t("opponent.cli.match.interval", **{k: percent(v) for k, v in args.items()})


def phase_of(position: Position, module: Module) -> str:
    """Return the turn, side and phase of a position."""
    if not position.phase:
        return t("analysis.start")
    phase = module.phase_name(position.phase)
    side = module.side_name(position.active) if position.active else ""
    key = "analysis.phase" if side else "analysis.phase.both"
    return t(key, turn=position.turn, side=side, phase=phase)


def about(analysis: Analysis, module: Module) -> list[str]:
    """Return sentences about the making of an analysis: rollouts, player, seed, reliability."""
    found = [
        t(
            "analysis.about",
            count=analysis.count,
            player=analysis.player,
            seed=analysis.seed,
            side=module.side_name(analysis.sides[0]),
        )
    ]
    if analysis.quick:
        found.append(t("analysis.quick"))
    fit = analysis.fit
    if fit is None:
        found.append(t("analysis.unfitted"))
    else:
        args = {"brier": f"{fit.brier:.3f}", "constant": f"{fit.constant:.3f}"}
        better = fit.brier < fit.constant
        found.append(t("analysis.fit" if better else "analysis.fit.poor", **args))
    if analysis.skipped:
        found.append(t("analysis.skipped", count=analysis.skipped))
    return found


def phase_table(analysis: Analysis, module: Module) -> Table:
    """Return the table of all phases: value, change, luck, errors, residual; the sums last."""
    names = [module.side_name(side) for side in analysis.sides]
    heads = (
        t("report.stats.entry"),
        t("analysis.head.phase"),
        t("analysis.head.win", side=names[0]),
        t("analysis.head.change"),
        t("analysis.head.luck"),
        *(t("analysis.head.error", side=name) for name in names),
        t("analysis.head.residual"),
    )
    first = analysis.positions[0]
    rows: list[tuple[int | str, ...]] = [
        (first.entry, phase_of(first, module), interval(win_of(first)), "", "", "", "", "")
    ]
    sums = phase_sums(analysis)
    rows += [(s.at.entry, phase_of(s.at, module), interval(win_of(s.at)), *_parts(s)) for s in sums]
    if sums:
        whole = (
            sum(s.change.value for s in sums),
            sum(s.luck for s in sums),
            sum(s.errors[0] for s in sums),
            sum(s.errors[1] for s in sums),
            sum(s.residual for s in sums),
        )
        rows.append(("", t("analysis.sum"), "", *map(signed, whole)))
    return Table("analysis", t("analysis.title"), heads, tuple(rows))


def _parts(s: PhaseSum) -> tuple[str, ...]:
    return tuple(map(signed, (s.change.value, s.luck, *s.errors, s.residual)))


def sentence_of(point: TurningPoint, recording: Recording, analysis: Analysis) -> str:
    """Return a sentence about a turning point. Only a certain one is called a mistake."""
    module = recording.module
    args = {
        "side": module.side_name(point.side) if point.side else "",
        "win": signed(point.win),
        "first": module.side_name(analysis.sides[0]),
        "what": recording.step(point.step).sentence.rstrip("."),
        "better": point.better,
    }
    if point.kind == "luck":
        return t("analysis.point.luck", **args)
    if point.kind == "error":
        return t("analysis.point.error", **args)
    at = next(p for p in analysis.positions if p.step == point.step)
    args["what"] = phase_of(at, module)
    sign = 1 if point.side == analysis.sides[0] else -1
    return t("analysis.point.good" if sign * point.win > 0 else "analysis.point.mistake", **args)


def win_plot(analysis: Analysis, module: Module) -> Plot:
    """Return the plot of the win probability of both sides over the entries, in percent."""
    values = [(p.entry, win_of(p)) for p in analysis.positions]
    series = []
    for side, mirrored in zip(analysis.sides, (False, True), strict=True):
        color = next(s.color for s in module.meta.sides if s.id == side)
        points = tuple(
            (float(entry), 100 * (1 - v.value if mirrored else v.value))
            for entry, v in values
            if v is not None
        )
        series.append(Series(module.side_name(side), readable(color), points))
    return Plot(
        "win",
        "lines",
        t("analysis.title"),
        t("report.stats.entry"),
        t("analysis.percent"),
        tuple(series),
    )
