"""Turn, date, phase and weather of a position as text."""

from __future__ import annotations

from engine.core.effects import Clock
from engine.core.state import State
from engine.i18n import has, t
from engine.modules.module import Module


def turn_text(module: Module, turn: int) -> str:
    """Return a turn with its date and time of day ("Turn 3 · 18 September, AM")."""
    row = module.calendar.get(turn)
    if row is None:
        return t("app.clock.turn", turn=turn)
    day, time = row.date, f"app.time.{row.time}"
    month = t(f"app.month.{day.month}")
    if not row.time:  # a turn of a day or more
        return t("app.clock.turn_day", turn=turn, day=day.day, month=month)
    return t(
        "app.clock.turn_date",
        turn=turn,
        day=day.day,
        month=month,
        time=t(time) if has(time) else row.time,
    )


def phase_text(module: Module, clock: Clock) -> str:
    """Return the phase and its side ("Blue movement phase")."""
    words = module.phase_name(clock.phase)
    if clock.active:
        words = t("app.clock.phase", side=module.side_name(clock.active), phase=words)
    return words[:1].upper() + words[1:]


def weather_text(state: State) -> str:
    """Return the weather, or an empty string for a game without any."""
    weather = state.tracks.get("weather")
    key = f"weather.{weather}"
    if weather is None or not has(key):
        return ""
    return t("app.clock.weather", weather=t(key))
