"""Highlights of an entry on the board: paths of moves, attacks, affected places."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from engine.core import actions as act
from engine.core.effects import Move, Place, Remove, Reveal, SetHexside, SetStatus, SetSteps
from engine.core.places import Places
from engine.core.state import State
from engine.log.entry import Entry
from engine.rules.facts import Fight

How = Literal["move", "advance", "landing"]

MANY = 40
"""Maximum number of affected places; an entry with more, such as a set-up, has no highlight."""
BACKWARD = frozenset({"retreat", "eliminated"})


@dataclass(frozen=True)
class Highlight:
    """The affected hexes of an entry, as board indices.

    ``paths`` are the paths of units on the map, ``retreats`` the forced ones; ``attacks`` are pairs
    of an attacker's hex and the target; ``spots`` and ``sides`` are hexes and hexsides with other
    changes. ``how`` is the kind of the paths: move, advance or landing.
    """

    paths: tuple[tuple[int, ...], ...] = ()
    retreats: tuple[tuple[int, ...], ...] = ()
    attacks: tuple[tuple[int, int], ...] = ()
    target: int | None = None
    spots: tuple[int, ...] = ()
    sides: tuple[str, ...] = ()
    how: How = "move"

    @property
    def hexes(self) -> tuple[int, ...]:
        """All affected hexes, for a camera to show."""
        ways = (*self.paths, *self.retreats, *self.attacks, self.spots)
        target = () if self.target is None else (self.target,)
        return tuple(dict.fromkeys((*target, *(h for path in ways for h in path))))

    def looked_at(self, places: Places) -> tuple[int, ...]:
        """Return all hexes for a camera to show: affected hexes, and the hexes beside affected
        hexsides.
        """
        names = (name for side in self.sides for name in side.split("/"))
        beside = (places.index(name) for name in names if name in places)
        return tuple(dict.fromkeys((*self.hexes, *beside)))


def highlight(entry: Entry, before: State, places: Places) -> Highlight:
    """Return the highlight of an entry played in the position ``before``; none for a set-up."""
    if not before.pieces and len(entry.effects) > MANY:
        return Highlight()
    ways = _distinct(_on_map(e.path, places) for e in entry.effects if isinstance(e, Move))
    paths = tuple(w for w in ways if len(w) > 1)
    spots = {w[0] for w in ways if len(w) == 1}
    for effect in entry.effects:
        if isinstance(effect, SetSteps | SetStatus | Reveal):
            piece = before.pieces.get(effect.unit)
            if piece is not None and places.is_hex(piece.place):
                spots.add(piece.place)
        elif isinstance(effect, Place | Remove):
            spots.update(_on_map((effect.at,), places))
    sides = tuple(e.hexside for e in entry.effects if isinstance(e, SetHexside))
    action = entry.action
    attacks: list[tuple[int, int]] = []
    target: int | None = None
    if isinstance(action, act.Combat | act.DeclareAttack):
        aim = _on_map((action.target,), places)
        target = aim[0] if aim else None
        stands = {before.pieces[u].place for u in action.attackers if u in before.pieces}
        if target is not None:
            attacks = [(p, target) for p in sorted(stands) if places.is_hex(p) and p != target]
    elif isinstance(action, act.Consult) and action.at:
        if "/" in action.at:
            sides = (*sides, action.at)
        else:
            spots.update(_on_map((action.at,), places))
    if len(spots) > MANY or len(sides) > MANY:
        return Highlight()
    mode = action.mode if isinstance(action, act.MoveUnits) else ""
    if isinstance(action, act.Choose):
        mode = action.decision
    forced = mode in BACKWARD
    # A fight by the rules may drive units off in the same breath.
    fought = isinstance(action, act.DeclareAttack)
    if fought:
        forced, paths = True, tuple(w for w in paths if w[0] == target)
    return Highlight(
        () if forced else paths,
        paths if forced else (),
        tuple(attacks),
        target,
        tuple(sorted(spots - {target})),
        tuple(dict.fromkeys(sides)),
        "advance" if mode == "advance" else "landing" if mode == "landing" else "move",
    )


def with_fights(
    shown: Highlight, fights: Sequence[Fight], before: State, places: Places
) -> Highlight:
    """Return a highlight with the attacks of the combats that an entry resolved.

    An entry that only answers a decision names no target of its own.
    """
    against = [fight for fight in fights if fight.defenders]
    aims = [aim for fight in against for aim in _on_map((fight.target,), places)]
    if shown.target is not None or not aims:
        return shown
    attacks = [
        (before.pieces[unit].place, target)
        for fight in against
        for target in _on_map((fight.target,), places)
        for unit in fight.attackers
        if unit in before.pieces
    ]
    on_map = [(a, b) for a, b in dict.fromkeys(attacks) if places.is_hex(a) and a != b]
    spots = tuple(spot for spot in shown.spots if spot not in aims)
    return replace(shown, attacks=tuple(sorted(on_map)), target=aims[0], spots=spots)


def _on_map(path: Iterable[str], places: Places) -> tuple[int, ...]:
    """Return the hexes of a path without its boxes."""
    known = (places.index(name) for name in path if name in places)
    return tuple(place for place in known if places.is_hex(place))


def _distinct(paths: Iterable[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Return the non-empty paths without duplicates, so that units moving together share
    one arrow.
    """
    return list(dict.fromkeys(path for path in paths if path))
