"""Convert between VASSAL's link states and a piece's setting and statuses.

The visible values of a piece are its setting. The state of an invisible link, or one with more
information than its value, is stored as a status, ``#<link>:<property>=<state>``, if it differs
from the first piece of the kind. The position therefore contains everything that VASSAL stores for
a piece, except its place, its movement trail and the passwords of masks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from engine.vassal import traits as tr
from engine.vassal.codec import join, parse_bool, split, whole
from engine.vassal.commands import NOTHING
from engine.vassal.kinds import TECHNICAL, Kind, Setting, Value, is_technical
from engine.vassal.plain_text import plain

_TECHNICAL = re.compile(r"#(\d{1,4}):([^=]*)=(.*)", re.DOTALL)
_LEFT_OUT = ("piece", "footprint", "obs", "hide", "restrict")
"""Links whose state is a place, a trail, or contains a password."""
MAX_STATE = 4_000
"""Limit for the characters of a stored state."""


def technical_statuses(
    kind: Kind, state: Sequence[str], setting: Setting, clean: Callable[[str], str] = str
) -> Iterator[str]:
    """Yield the statuses for states of a piece that its setting does not express."""
    if not kind.chain:
        return  # a cover: do not reveal the piece under it
    shown = dict(zip(kind.at, setting, strict=True))
    for index, (link, current, before) in enumerate(
        zip(kind.chain, state, kind.state, strict=False)
    ):
        if current == before and index not in shown:
            continue
        name = link.partition(";")[0]
        if name in _LEFT_OUT or len(current) > MAX_STATE:
            continue
        trait = tr.read_trait(link)
        if index in shown and isinstance(trait, tr.Layer | tr.Rotate | tr.Moved | tr.Area):
            continue  # its visible value is its complete state
        expected = written(trait, shown[index], before) if index in shown else before
        if current != expected and clean(current) == current:
            yield technical_status(index, trait, current)


def template(
    chain: Sequence[str], state: Sequence[str], clean: Callable[[str], str] = str
) -> Iterator[str]:
    """Yield the states of a piece as they are stored: without place, owner and trail."""
    for link, link_state in zip(chain, state, strict=True):
        name = link.partition(";")[0]
        if name == "piece":
            yield join([NOTHING, "0", "0", *split(link_state, ";")[3:4]], ";")
        elif name in _LEFT_OUT:
            yield NOTHING if name in ("obs", "hide") else ""
        else:
            yield clean(link_state)


def technical_status(index: int, trait: tr.Trait, state: str) -> str:
    """Return the status for the state of a link."""
    name = trait.name if isinstance(trait, tr.Dynamic) else ""
    return f"{TECHNICAL}{index}:{name.replace('=', ' ')}={state}"


def read_technical(status: str) -> tuple[int, str, str] | None:
    """Return link, property and state from a status; None for another status."""
    match = _TECHNICAL.fullmatch(status)
    return (int(match[1]), match[2], match[3]) if match else None


def status_text(status: str) -> str:
    """Return a status for readers: properties with their value; "" for technical ones."""
    item = read_technical(status)
    if item is not None:
        return f"{item[1]} {plain(item[2])}".strip() if item[1] else ""
    return "" if is_technical(status) else plain(status)


def states(kind: Kind, statuses: Iterable[str]) -> list[str]:
    """Return the states of all links of a piece; the innermost is without its place."""
    ordered = sorted(statuses)
    link_states = list(kind.state)
    for index, value in zip(kind.at, kind.words.setting(ordered), strict=True):
        link_states[index] = written(tr.read_trait(kind.chain[index]), value, link_states[index])
    for item in filter(None, map(read_technical, ordered)):
        if item[0] < len(link_states):
            link_states[item[0]] = item[2]
    return link_states


def written(trait: tr.Trait, value: Value, before: str) -> str:
    """Return the state of a link for a value; unchanged if it has that value already."""
    match trait:
        case tr.Layer():
            return _level(trait, int(value), before)
        case tr.Label():
            # Keep a text with references: its value depends on the piece.
            return before if "$" in before or before.startswith("{") else str(value)
        case tr.Rotate():
            return _turned(trait, float(value), before)
        case tr.Mask() | tr.Invisible():
            rest = split(before, ";")[1:] if before else []
            return join([str(value) or NOTHING, *rest], ";")
        case tr.Moved() | tr.Area():
            same = parse_bool(before) == bool(value)
            return before if same else ("true" if value else "false")
    return before


def _level(layer: tr.Layer, value: int, before: str) -> str:
    head, *rest = before.split(";")
    level = whole(head) or 0
    shown = max(1, abs(level)) if layer.always else max(0, level)
    if value == shown or (layer.follow and (value > 0) == (shown > 0)):
        return before
    new = value if value > 0 else -max(1, abs(level))
    return ";".join([str(new), *rest])


def _turned(trait: tr.Rotate, degrees: float, before: str) -> str:
    after = tr.turned_to(trait, degrees)
    return before if tr.angle_of(trait, before) == tr.angle_of(trait, after) else after
