"""The states of a piece's links as VASSAL writes them: out of a setting and statuses, and back.

What shows of a piece is its setting. A link that does not show, or whose state says more than that,
stands in a status of its own, ``#<link>:<property>=<state>``, where it differs from the state that
the first piece of the kind had. So everything that VASSAL keeps of a piece follows from the
position; its place, its movement trail and the passwords of masks are left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from engine.vassal import traits as tr
from engine.vassal.codec import join, split, truth, whole
from engine.vassal.commands import NOTHING
from engine.vassal.kinds import KEPT, Kind, Setting, Value, is_kept
from engine.vassal.plain_text import plain

_KEPT = re.compile(r"#(\d{1,4}):([^=]*)=(.*)", re.DOTALL)
_LEFT_OUT = ("piece", "footprint", "obs", "hide", "restrict")
"""Links whose state is a place, a trail, or tells a password."""
MAX_STATE = 4_000
"""Letters of a state that is kept."""


def kept(
    kind: Kind, state: Sequence[str], setting: Setting, clean: Callable[[str], str] = str
) -> Iterator[str]:
    """The statuses for what of a piece's states its setting does not tell."""
    if not kind.chain:
        return  # a cover: what is under it is not told
    shown = dict(zip(kind.at, setting, strict=True))
    for index, (link, told, before) in enumerate(zip(kind.chain, state, kind.state, strict=False)):
        if told == before and index not in shown:
            continue
        name = link.partition(";")[0]
        if name in _LEFT_OUT or len(told) > MAX_STATE:
            continue
        trait = tr.read_trait(link)
        if index in shown and isinstance(trait, tr.Layer | tr.Rotate | tr.Moved | tr.Area):
            continue  # what it shows is all there is to it
        expected = written(trait, shown[index], before) if index in shown else before
        if told != expected and clean(told) == told:
            yield kept_word(index, trait, told)


def template(
    chain: Sequence[str], state: Sequence[str], clean: Callable[[str], str] = str
) -> Iterator[str]:
    """The states of a piece as they may stand in a file of ours: no place, no owner, no trail."""
    for link, told in zip(chain, state, strict=True):
        name = link.partition(";")[0]
        if name == "piece":
            yield join([NOTHING, "0", "0", *split(told, ";")[3:4]], ";")
        elif name in _LEFT_OUT:
            yield NOTHING if name in ("obs", "hide") else ""
        else:
            yield clean(told)


def kept_word(index: int, trait: tr.Trait, state: str) -> str:
    """The status that tells the state of a link."""
    name = trait.name if isinstance(trait, tr.Dynamic) else ""
    return f"{KEPT}{index}:{name.replace('=', ' ')}={state}"


def read_kept(status: str) -> tuple[int, str, str] | None:
    """Link, property and state that a status tells; None for another status."""
    match = _KEPT.fullmatch(status)
    return (int(match[1]), match[2], match[3]) if match else None


def told(status: str) -> str:
    """A status for readers: properties with their value; empty for what nobody needs to read."""
    item = read_kept(status)
    if item is not None:
        return f"{item[1]} {plain(item[2])}".strip() if item[1] else ""
    return "" if is_kept(status) else plain(status)


def states(kind: Kind, statuses: Iterable[str]) -> list[str]:
    """The states of all links of a piece of a kind, the innermost without its place."""
    told = sorted(statuses)
    found = list(kind.state)
    for index, value in zip(kind.at, kind.words.setting(told), strict=True):
        found[index] = written(tr.read_trait(kind.chain[index]), value, found[index])
    for item in filter(None, map(read_kept, told)):
        if item[0] < len(found):
            found[item[0]] = item[2]
    return found


def written(trait: tr.Trait, value: Value, before: str) -> str:
    """The state of a link that shows a value; as it was where that shows the same already."""
    match trait:
        case tr.Layer():
            return _level(trait, int(value), before)
        case tr.Label():
            # A text with places to be filled in stays: what it shows follows from the piece.
            return before if "$" in before or before.startswith("{") else str(value)
        case tr.Rotate():
            return _turned(trait, float(value), before)
        case tr.Mask() | tr.Invisible():
            rest = split(before, ";")[1:] if before else []
            return join([str(value) or NOTHING, *rest], ";")
        case tr.Moved() | tr.Area():
            same = truth(before) == bool(value)
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
