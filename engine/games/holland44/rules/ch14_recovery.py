"""14.4: the reorganization phase."""

from __future__ import annotations

from engine.games.holland44.resolution import Resolution
from engine.games.holland44.tracks import SLIPPED
from engine.modules.tables import lookup


def reorganize(work: Resolution, side: str) -> None:
    """11.5.3, 14.1.1, 14.3.2, 14.4, 14.4.1, 14.4.2, 14.4.3, 19.3.1, 22.3.6: reorganize units.

    Remove markers; disordered units recover, in EZOC by a die roll.
    """
    chart = work.setting.table("recovery")
    zone = work.position.enemy(side).zone
    for unit in work.position.own(side):
        work.status(unit.id, remove=["scattered", "engaged", "replacement", "spent", "ferry"])
        if unit.profile.good_order:
            continue
        levels = 1
        if unit.place in zone and SLIPPED + unit.id not in work.state.tracks:
            quality = [unit.profile.quality] if unit.profile.quality in ("elite", "low") else []
            die = work.throw(f"recovery:{unit.id}")
            row = lookup(chart, die, modifiers=[chart.modifier(q) for q in quality])
            levels = int(str(chart.results[row.result]["levels"]))
        if levels and unit.profile.full_retreat:
            work.status(unit.id, add=["disrupted"], remove=["full_retreat"])
        elif levels:
            work.status(unit.id, remove=["disrupted"])
    work.clear_tracks(SLIPPED)
