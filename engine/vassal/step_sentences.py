"""Describe a step without chat in one sentence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.core import effects as fx
from engine.i18n import t
from engine.vassal.raw_states import status_text
from engine.vassal.tracker import Tracker

_LIMIT = 4
"""Clauses, and names in one clause, before "and more"."""


def sentence(effects: Iterable[fx.Effect], tracker: Tracker) -> str:
    """Describe effects in one sentence; the tracker is in the state after them."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for effect in effects:
        clause = _clause(effect, tracker)
        if clause is not None:
            names = groups.setdefault(clause, [])
            name = _name(effect, tracker)
            if name not in names or clause[0] != "vassal.tell.status":
                names.append(name)
    clauses = [
        t(key, pieces=_list(names), **dict(zip(("a", "b"), rest, strict=False)))
        for (key, *rest), names in groups.items()
    ]
    if len(clauses) > _LIMIT:
        clauses = [*clauses[:_LIMIT], t("vassal.tell.more", count=len(clauses) - _LIMIT)]
    return " ".join(clauses)


def _clause(effect: fx.Effect, tracker: Tracker) -> tuple[str, ...] | None:
    """Return the message key and the names in it, except the piece; None for a mere shuffle."""
    places = tracker.places
    match effect:
        case fx.Place():
            return "vassal.tell.place", places[effect.at].name
        case fx.Remove():
            return "vassal.tell.remove", places[effect.at].name
        case fx.Move() if len(effect.path) > 1:
            start, end = places[effect.path[0]], places[effect.path[-1]]
            if start.map == end.map and start.location == end.location:
                if not end.location:
                    return "vassal.tell.on", end.map
                return "vassal.tell.within", end.location
            return "vassal.tell.move", start.name, end.name
        case fx.Reveal():
            return "vassal.tell.reveal", tracker.name(effect.before)
        case fx.SetSide():
            return "vassal.tell.side", effect.after or "–"
        case fx.SetStatus():
            new = list(
                filter(None, (status_text(s) for s in effect.after if s not in effect.before))
            )
            old = list(
                filter(None, (status_text(s) for s in effect.before if s not in effect.after))
            )
            if not new and not old:
                return None
            if new and old:
                return "vassal.tell.status_instead", ", ".join(new), ", ".join(old)
            return (
                "vassal.tell.status" if new else "vassal.tell.status_off",
                ", ".join(new or old),
            )
    return None


def _name(effect: fx.Effect, tracker: Tracker) -> str:
    match effect:
        case fx.Place() | fx.Remove():
            return tracker.name(effect.counter)
        case fx.Move() | fx.Reveal() | fx.SetSide() | fx.SetStatus():
            shown = tracker.shown.get(effect.unit)
            return tracker.name(shown.counter) if shown is not None else effect.unit
    return ""


def _list(names: Sequence[str]) -> str:
    """Join names in order, with counts; the last of many are omitted."""
    counted = [
        f"{names.count(name)} × {name}" if names.count(name) > 1 else name
        for name in dict.fromkeys(names)
    ]
    if len(counted) > _LIMIT:
        counted = [*counted[:_LIMIT], t("vassal.tell.others", count=len(counted) - _LIMIT)]
    if len(counted) == 1:
        return counted[0]
    return t("vassal.tell.and", first=", ".join(counted[:-1]), last=counted[-1])
