"""Checks of a set-up that was made with other data of its game than the current data.

The list of its units is unknown then. Checked are that each unit is a counter of the game, that no
counter is placed too often, and that markers, tracks and sides belong to the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.core import effects as fx
from engine.core.errors import UserError
from engine.core.modes import HOUSE_TRACK, MODE_TRACK, OPTION_TRACK
from engine.i18n import t
from engine.modules.module import Module
from engine.modules.setup import setup_effects

AGREED = (MODE_TRACK, OPTION_TRACK, HOUSE_TRACK)
"""Prefixes of the tracks for agreements of the players."""
NAMED = 3
"""Maximum number of counters named in a sentence; the others are only counted."""


def impossible(module: Module, effects: Sequence[fx.Effect]) -> Iterator[str]:
    """Yield the parts of a set-up that no data of the game explains, one sentence for each kind."""
    placed = [effect for effect in effects if isinstance(effect, fx.Place)]
    known = [effect for effect in placed if effect.counter in module.counters]
    sides = {side.id for side in module.meta.sides}
    yield from _name_list(
        "unknown", [e.counter for e in placed if e.counter not in module.counters]
    )
    laid = Counter(module.counters.resolve(effect.counter) for effect in known)
    yield from _name_list("often", [piece for piece, count in laid.items() if count > 1])
    strong = [e.unit for e in known if e.steps > module.counters.of(e.counter).steps]
    yield from _name_list("steps", strong)
    others = [e.unit for e in known if e.side != module.counters.of(e.counter).side]
    yield from _name_list("side", others)
    markers = _markers(effects)
    yield from _name_list("marker", [kind for kind in markers if kind not in module.markers])
    made = _todays(module)
    yield from _name_list("markers", _too_many(module, made, markers))
    tracks = {e.track for scenario in made for e in scenario if isinstance(e, fx.SetTrack)}
    tracks.add("weather")
    set_ = [e.track for e in effects if isinstance(e, fx.SetTrack)]
    yield from _name_list(
        "track", [n for n in set_ if n not in tracks and not n.startswith(AGREED)]
    )
    holders = {e.after for e in effects if isinstance(e, fx.SetControl)} - {None, *sides}
    yield from _name_list("holder", sorted(map(str, holders)))
    if not placed:
        yield t("referee.setup.empty")


def _too_many(
    module: Module, made: Sequence[Sequence[fx.Effect]], laid: Counter[str]
) -> Sequence[str]:
    """Return the kinds of markers of which too many are placed.

    The limit of a kind is its number of counters, or its number in a scenario if that is greater.
    """
    result = []
    for kind, count in laid.items():
        counters = module.markers[kind].count if kind in module.markers else None
        usual = max((_markers(effects)[kind] for effects in made), default=0)
        if counters is not None and count > max(counters, usual):
            result.append(kind)
    return result


def _markers(effects: Sequence[fx.Effect]) -> Counter[str]:
    """Count the markers that effects place, by kind."""
    return Counter(e.after.kind for e in effects if isinstance(e, fx.SetMarker) and e.after)


def _todays(module: Module) -> list[Sequence[fx.Effect]]:
    """Return the set-ups of the game's scenarios by the current data."""
    result: list[Sequence[fx.Effect]] = []
    for name in module.meta.scenarios:
        try:
            result.append(setup_effects(module, module.scenario(name)))
        except UserError:  # a scenario of the file that makes no sense sets nothing
            continue
    return result


def _name_list(what: str, names: Sequence[str]) -> Iterator[str]:
    if names:
        some = list(dict.fromkeys(names))
        more = len(some) - NAMED
        shown = ", ".join(some[:NAMED]) + (f" (+{more})" if more > 0 else "")
        yield t(f"referee.setup.{what}", names=shown)
