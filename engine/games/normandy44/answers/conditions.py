"""Conditions of the turn: effects of the weather, and what each side can spend."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.normandy44 import tracks
from engine.games.normandy44.position import Position
from engine.games.normandy44.rules.ch06_arrivals import budget, points_left
from engine.games.normandy44.rules.ch16_fortifications import allowed
from engine.games.normandy44.rules.ch17_support import most_shifts
from engine.games.normandy44.vocabulary import ARMIES, CLEAR, GAME, GERMAN, OVERCAST, STORM
from engine.i18n import t
from engine.rules import answers

SKY: dict[str, tuple[tuple[str, str], ...]] = {
    CLEAR: (("slow", "4.3a"), ("road", "9.7b"), ("jabos", "19.1.3")),
    OVERCAST: (("road", "9.7b"), ("bicycles", "9.9")),
    STORM: (("no_supply", "4.3d"), ("no_naval", "4.3e"), ("one_shift", "4.3f")),
}
"""4.3: the effects of each kind of weather: the key of a message and its rule."""


def conditions(position: Position, weather: str) -> Iterator[answers.Condition]:
    """4.3, 5, 6, 16.1, 19: yield the weather and its effects, then what is left to spend."""
    row = position.track(tracks.WEATHER_ROW)
    yield answers.Condition("sky", t(f"condition.{GAME}.weather", weather=weather, row=row), "4.1a")
    for key, rule in SKY.get(position.weather, ()):
        shifts = most_shifts(position)
        yield answers.Condition("sky", t(f"condition.{GAME}.{key}", count=shifts), rule)
    for army in ARMIES:
        name = t(f"army.{GAME}.{army}")
        ships, flying = position.track(tracks.NAVAL + army), position.track(tracks.AIR + army)
        text = t(f"condition.{GAME}.support", army=name, naval=ships, air=flying)
        yield answers.Condition(army, text, "19.1.1")
        if budget(position, army):
            left = points_left(position, army)
            text = t(f"condition.{GAME}.landing", army=name, left=left, of=budget(position, army))
            yield answers.Condition(army, text, "6.5.1a")
    for army in (GERMAN, *ARMIES, "canadian"):
        kinds = replacements(position, army)
        if kinds:
            names = ", ".join(
                t(f"condition.{GAME}.kind", count=n, kind=t(f"kind.{GAME}.{kind}"))
                for kind, n in kinds
            )
            who = t(f"army.{GAME}.{army}")
            yield answers.Condition(
                army, t(f"condition.{GAME}.replacements", army=who, what=names), "6.1a"
            )
    for army in (GERMAN, *ARMIES):
        if may := allowed(position, army):
            who = t(f"army.{GAME}.{army}")
            text = t(f"condition.{GAME}.positions", army=who, count=may)
            yield answers.Condition(army, text, "16.1.2a")


def replacements(position: Position, army: str) -> list[tuple[str, int]]:
    """6.1a: return the replacements of an army, by kind."""
    prefix = f"{tracks.REPLACEMENTS}{army}/"
    return [
        (name.removeprefix(prefix), position.track(name))
        for name in sorted(position.state.tracks)
        if name.startswith(prefix) and position.track(name)
    ]
