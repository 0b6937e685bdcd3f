"""Return the effects from one position to another, one for each difference; stack order is ignored.

They describe changes and are not meant to be applied. O(pieces).
"""

from __future__ import annotations

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.places import Places
from engine.core.state import Marker, State
from engine.i18n import t
from engine.log.effect_words import Names
from engine.log.entry import Entry
from engine.log.narrate import details


def changes(before: State, after: State, places: Places) -> list[fx.Effect]:
    """Return the effects from one position to another, one for each difference; stack order is
    ignored. They describe changes and are not meant to be applied. O(pieces).
    """
    result: list[fx.Effect] = []
    if before.clock != after.clock:
        result.append(fx.SetPhase(before=before.clock, after=after.clock))
    for unit in sorted({*before.pieces, *after.pieces}):
        result += _of_unit(unit, before, after, places)
    for name in sorted({*before.markers, *after.markers}):
        old, new = before.markers.get(name), after.markers.get(name)
        if old != new:
            result.append(fx.SetMarker(marker=name, before=_fields(old), after=_fields(new)))
    for side in sorted({*before.hexsides, *after.hexsides}):
        was, now = before.hexsides.get(side), after.hexsides.get(side)
        if was != now:
            result.append(fx.SetHexside(hexside=side, before=was, after=now))
    for place in sorted({*before.control, *after.control}):
        was, now = before.control.get(place), after.control.get(place)
        if was != now:
            result.append(fx.SetControl(hex=places.name(place), before=was, after=now))
    for track in sorted({*before.tracks, *after.tracks}):
        if before.tracks.get(track) != after.tracks.get(track):
            result.append(
                fx.SetTrack(
                    track=track, before=before.tracks.get(track), after=after.tracks.get(track)
                )
            )
    return result


def describe_change(effect: fx.Effect, before: State, names: Names) -> str:
    """Describe one change; ``before`` is the starting position, which moves mention."""
    if isinstance(effect, fx.Move) and effect.unit in before.pieces and not is_gone(effect):
        return t(
            "history.compare.move",
            unit=names.unit_name(before.pieces[effect.unit].counter),
            start=names.place_name(effect.path[0]),
            end=names.place_name(effect.path[-1]),
        )
    entry = Entry(id=1, parent=0, at="", by="", action=act.ManualEdit(), effects=(effect,))
    return "; ".join(details(entry, before, names))


def is_gone(effect: fx.Effect) -> bool:
    """Return whether a unit leaves the game by this change."""
    lost = isinstance(effect, fx.Move) and effect.path[-1].startswith("eliminated-")
    return lost or isinstance(effect, fx.Remove)


def _of_unit(unit: str, before: State, after: State, places: Places) -> list[fx.Effect]:
    old, new = before.pieces.get(unit), after.pieces.get(unit)
    if old == new:
        return []
    if old is None or new is None:
        piece = new or old
        assert piece is not None
        make = fx.Place if new is not None else fx.Remove
        return [
            make(
                unit=unit,
                counter=piece.counter,
                side=piece.side,
                at=places.name(piece.place),
                index=0,
                steps=piece.steps,
                status=tuple(piece.status),
            )
        ]
    result: list[fx.Effect] = []
    if old.counter != new.counter:
        result.append(fx.Reveal(unit=unit, before=old.counter, after=new.counter))
    if old.place != new.place:
        path = (places.name(old.place), places.name(new.place))
        result.append(fx.Move(unit=unit, path=path, from_index=0, to_index=0))
    if old.steps != new.steps:
        result.append(fx.SetSteps(unit=unit, before=old.steps, after=new.steps))
    if old.status != new.status:
        statuses = tuple(old.status), tuple(new.status)
        result.append(fx.SetStatus(unit=unit, before=statuses[0], after=statuses[1]))
    if old.side != new.side:
        result.append(fx.SetSide(unit=unit, before=old.side, after=new.side))
    return result


def _fields(marker: Marker | None) -> fx.MarkerFields | None:
    if marker is None:
        return None
    return fx.MarkerFields(kind=marker.kind, at=marker.at, face=marker.face)
