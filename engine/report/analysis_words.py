"""Texts of an analysis, the same in the terminal, the window and reports."""

from __future__ import annotations

from engine.i18n import decimal, t
from engine.modules.module import Module
from engine.play.game import Recording
from engine.report.analysis import Analysis, Position, TurningPoint, Value


def percent(share: float) -> str:
    """Return a share as whole percent."""
    return f"{100 * share:.0f}"


def signed_percent(share: float) -> str:
    """Return a difference of shares in percent, with its sign."""
    result = decimal(100 * share, "+z.0f")
    return "0" if result in ("+0", "−0") else result


def interval(value: Value | None) -> str:
    """Return a probability with its interval in percent; a dash without rollouts."""
    if value is None:
        return "–"
    args = {"share": value.value, "low": value.low, "high": value.high}
    return t("opponent.cli.match.interval", **{k: percent(v) for k, v in args.items()})


def expected_points(value: Value | None) -> str:
    """Return points with the half-width of their interval; a dash without rollouts."""
    if value is None:
        return "–"
    half = value.high - value.value
    number = decimal(value.value, "+z.1f")
    return number if half == float("inf") else f"{number} ± {decimal(half, '.1f')}"


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
    result = [
        t(
            "analysis.about",
            count=analysis.count,
            player=analysis.player,
            seed=analysis.seed,
            side=module.side_name(analysis.sides[0]),
        )
    ]
    if analysis.quick:
        result.append(t("analysis.quick"))
    if analysis.turns:
        result.append(t("analysis.truncated", count=analysis.turns))
    fit = analysis.fit
    if fit is None:
        result.append(t("analysis.unfitted"))
    else:
        args = {
            "brier": decimal(fit.brier, ".3f"),
            "constant": decimal(fit.constant, ".3f"),
            "games": fit.rollouts,
            "player": analysis.player,
        }
        better = "analysis.fit.shipped" if fit.shipped else "analysis.fit"
        result.append(t(better if fit.brier < fit.constant else "analysis.fit.poor", **args))
    if analysis.skipped:
        result.append(t("analysis.skipped", count=analysis.skipped))
    return result


def sentence_of(point: TurningPoint, recording: Recording, analysis: Analysis) -> str:
    """Return a sentence about a turning point. Only a certain one is called a mistake."""
    module = recording.module
    args = {
        "side": module.side_name(point.side) if point.side else "",
        "win": signed_percent(point.win),
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
