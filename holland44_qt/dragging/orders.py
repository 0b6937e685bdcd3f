"""Manual orders to pieces, markers and bridges, each as one action.

Functions take positions and return actions for the session; they are independent of rules and Qt.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.counters import Counter
from engine.core.reducer import apply
from engine.core.resolve import move_together, set_status, set_steps
from engine.core.state import Marker, State
from engine.modules.module import Module

Order = act.MoveUnits | act.ManualEdit
"""Manual changes of pieces and markers."""
STATES = ("wired", "intact", "blown", "under_repair")
"""States of a bridge in their usual order."""
PLACED = ("hex", "track")
"""Kinds of markers that lie on the map or in boxes on their own."""
POOL_BY_ROLE = {"remnant": "remnant-parents-{side}", "breakdown": "breakdowns-{side}"}
"""Boxes of units that a stand-in replaces, by the role of the stand-in."""


@dataclass(frozen=True, slots=True)
class Table:
    """Position with the module it belongs to."""

    module: Module
    state: State

    # -- questions --------------------------------------------------------------------------------

    def counter(self, unit: str) -> Counter | None:
        """Return the printed counter of a piece; None for one unknown to the module."""
        counters = self.module.counters
        kind = self.state.pieces[unit].counter
        return counters.of(kind) if kind in counters else None

    def place(self, unit: str) -> str:
        """Return the name of the place of a piece."""
        return self.module.places.name(self.state.pieces[unit].place)

    def whole(self, unit: str) -> int:
        """Return the steps of a piece at full strength, at least its current steps."""
        counter = self.counter(unit)
        here = self.state.pieces[unit].steps
        return max(counter.steps, here) if counter else here

    def together(self, units: Iterable[str]) -> list[tuple[str, ...]]:
        """Return pieces grouped by place, each group in stacking order, bottom first."""
        units = tuple(units)
        wanted = set(units)
        places = dict.fromkeys(self.state.pieces[u].place for u in units)
        return [tuple(u for u in self.state.stack(p) if u in wanted) for p in places]

    def eliminated_box(self, unit: str) -> str | None:
        """Return the box for eliminated units of a piece's side, if the game has one."""
        box = f"eliminated-{self.state.pieces[unit].side}"
        return box if box in self.module.places else None

    def pool_of(self, unit: str) -> str | None:
        """Return the pool from which an unknown piece is drawn, or None for a known piece."""
        counter = self.counter(unit)
        if counter is None or counter.role != "unknown" or "unknown-pool" not in self.module.places:
            return None
        return "unknown-pool"

    def statuses(self, units: Iterable[str]) -> list[str]:
        """Return the statuses available to pieces: those of their side and those of both sides."""
        sides = {self.state.pieces[u].side for u in units}
        return [
            marker.id
            for marker in self.module.markers.values()
            if marker.kind == "status" and (marker.side is None or marker.side in sides)
        ]

    def stand_ins(self, unit: str) -> list[str]:
        """Return the pieces off the map that can replace a piece: first those of the right type
        (11.4, 21.1), one of each type, then units stored with those reduced to remnants.
        """
        counter, side = self.counter(unit), self.state.pieces[unit].side
        if counter is None:
            return []
        counters = self.module.counters
        fitting = [
            other.id
            for other, _ in (*counters.remnants_for(counter), *counters.breakdowns_for(counter))
        ]
        result: dict[str, str] = {}
        for box in (f"remnants-{side}", f"breakdowns-{side}"):
            for piece in self._in_box(box):
                kind = self.counter(piece)
                if kind is not None and kind.id in fitting:
                    result.setdefault(kind.id, piece)
        parents: list[str] = []
        if counter.role in POOL_BY_ROLE:
            parents = [p for p in self._in_box(f"remnant-parents-{side}") if p != unit]
        return [*sorted(result.values(), key=lambda p: fitting.index(self._kind(p))), *parents]

    def _kind(self, unit: str) -> str:
        counter = self.counter(unit)
        return counter.id if counter else ""

    def _in_box(self, box: str) -> tuple[str, ...]:
        places = self.module.places
        return self.state.stack(places.index(box)) if box in places else ()

    # -- orders on pieces -------------------------------------------------------------------------

    def move(
        self, units: Iterable[str], path: Iterable[str], mode: str = "normal"
    ) -> act.MoveUnits:
        """Move pieces of one place along a path."""
        return act.MoveUnits(units=tuple(units), path=tuple(path), mode=mode)

    def send(self, units: Iterable[str], to: str) -> list[act.MoveUnits]:
        """Move pieces straight to a place; returns one action for each place of origin."""
        return [
            self.move(group, (self.place(group[0]), to), "box")
            for group in self.together(units)
            if self.place(group[0]) != to
        ]

    def eliminate(self, units: Iterable[str]) -> act.Action | None:
        """Move pieces to the box of their side's losses; None if all are already there."""
        units = tuple(u for u in units if self.eliminated_box(u) not in (None, self.place(u)))
        ways = dict.fromkeys((self.place(u), str(self.eliminated_box(u))) for u in units)
        if len(ways) == 1:
            (method,) = ways
            return self.move(units, method, "eliminated")
        return self._edit(self._eliminating(units))

    def _eliminating(self, units: tuple[str, ...]) -> list[fx.Effect]:
        done: list[fx.Effect] = []
        heights: dict[str, int] = {}
        stacks = {u: list(self.state.stack(self.state.pieces[u].place)) for u in units}
        for unit in units:
            box, here = str(self.eliminated_box(unit)), self.place(unit)
            height = heights.setdefault(box, len(self._in_box(box)))
            stack = [u for u in stacks[unit] if u not in units[: units.index(unit)]]
            done.append(
                fx.Move(unit=unit, path=(here, box), from_index=stack.index(unit), to_index=height)
            )
            heights[box] += 1
        return done

    def lose_step(self, units: Iterable[str]) -> act.Action | None:
        """Remove a step from pieces; those with one step left are eliminated instead."""
        units = tuple(units)
        last = tuple(u for u in units if self.state.pieces[u].steps <= 1)
        if last == units:
            return self.eliminate(units)
        hurt = [set_steps(self.state, u, self.state.pieces[u].steps - 1) for u in units
                if u not in last]  # fmt: skip
        gone = self._eliminating(tuple(u for u in last if self.eliminated_box(u)))
        return self._edit([*hurt, *gone])

    def gain_step(self, units: Iterable[str]) -> act.Action | None:
        """Return a step to pieces that are not at full strength."""
        return self._edit(
            [
                set_steps(self.state, u, self.state.pieces[u].steps + 1)
                for u in units
                if self.state.pieces[u].steps < self.whole(u)
            ]
        )

    def flip(self, units: Iterable[str]) -> act.Action | None:
        """Flip counters: to fewer steps or back, or to the status on the back and away."""
        effects: list[fx.Effect] = []
        for unit in units:
            counter, piece = self.counter(unit), self.state.pieces[unit]
            if counter is None or counter.back is None:
                continue
            if counter.back.means == "reduced":
                reduced = piece.steps < counter.front.steps
                to = counter.front.steps if reduced else counter.back.steps
                effects.append(set_steps(self.state, unit, to))
            elif counter.back.means is not None:
                effects.append(self._toggled(unit, counter.back.means))
        return self._edit(effects)

    def toggle(self, units: Iterable[str], status: str) -> act.Action | None:
        """Set a status of pieces; clear it if all have it."""
        units = tuple(units)
        on = [u for u in units if status not in self.state.pieces[u].status]
        return self._edit([self._toggled(u, status) for u in on or units])

    def _toggled(self, unit: str, status: str) -> fx.Effect:
        if status in self.state.pieces[unit].status:
            return set_status(self.state, unit, remove=(status,))
        return set_status(self.state, unit, add=(status,))

    def reveal(self, unit: str) -> act.Action | None:
        """Reveal an unknown piece by drawing from its pool; None for a known piece."""
        pool = self.pool_of(unit)
        return act.RevealUnit(unit=unit, pool=pool) if pool else None

    def exchange(self, unit: str, other: str) -> act.Action | None:
        """Replace a piece by another; the first goes off the map."""
        side, piece = self.state.pieces[unit].side, self.state.pieces[unit]
        mine, theirs = self.counter(unit), self.counter(other)
        roles = {c.role for c in (mine, theirs) if c is not None}
        box = self.place(other)
        if theirs is not None and theirs.role == "remnant":
            box = f"remnant-parents-{side}"
        elif mine is not None and mine.role in ("remnant", "breakdown") and "remnant" in roles:
            box = f"remnants-{side}"
        if box not in self.module.places:
            return None
        here, from_ = self.place(unit), self.place(other)
        index = self.state.stack(piece.place).index(unit)
        height = len(self._in_box(box)) - (box == from_)
        came = self.state.stack(self.state.pieces[other].place).index(other)
        return self._edit(
            [
                fx.Move(unit=other, path=(from_, here), from_index=came, to_index=index),
                fx.Move(unit=unit, path=(here, box), from_index=index + 1, to_index=height),
            ]
        )

    def restack(self, unit: str, index: int) -> act.Action | None:
        """Set a piece's position in its stack, 0 at the bottom."""
        piece = self.state.pieces[unit]
        stack = self.state.stack(piece.place)
        now, to = stack.index(unit), max(0, min(index, len(stack) - 1))
        if now == to:
            return None
        here = self.module.places.name(piece.place)
        return self._edit([fx.Move(unit=unit, path=(here,), from_index=now, to_index=to)])

    def shift(self, units: Iterable[str], *, top: bool) -> act.Action | None:
        """Move pieces to the top or bottom of their stacks, in unchanged order."""
        effects: list[fx.Effect] = []
        for group in self.together(units):
            stack = list(self.state.stack(self.state.pieces[group[0]].place))
            aim = [u for u in stack if u not in group]
            aim = [*aim, *group] if top else [*group, *aim]
            here = (self.place(group[0]),)
            for unit in group if top else reversed(group):
                now, to = stack.index(unit), len(stack) - 1 if top else 0
                if stack == aim:
                    break
                stack.insert(to, stack.pop(now))
                effects.append(fx.Move(unit=unit, path=here, from_index=now, to_index=to))
        return self._edit(effects)

    def at_once(self, actions: Iterable[Order]) -> act.ManualEdit:
        """Merge successive moves and edits into a single edit, which is undone in one step."""
        state, places = self.state, self.module.places
        effects: list[fx.Effect] = []
        for action in actions:
            if isinstance(action, act.MoveUnits):
                done = move_together(state, places, action.units, action.path)
            else:
                done = action.effects
            effects += done
            state = apply(state, done, places)
        return act.ManualEdit(effects=tuple(effects))

    # -- orders on markers and bridges ------------------------------------------------------------

    def palette(self) -> list[tuple[str, str]]:
        """Return the markers that can be placed: (kind, name of the next marker).

        Limited markers are taken from their box; unlimited kinds always offer one more.
        """
        result: list[tuple[str, str]] = []
        for kind in self.module.markers.values():
            if kind.kind not in PLACED:
                continue
            taken = {n: m for n, m in self.state.markers.items() if m.kind == kind.id}
            off = [n for n, m in sorted(taken.items()) if m.at in self.module.displays]
            if off:
                result.append((kind.id, off[0]))
            elif kind.count is None:
                number = next(k for k in range(1, len(taken) + 2) if f"{kind.id}-{k}" not in taken)
                result.append((kind.id, f"{kind.id}-{number}"))
        return result

    def put_marker(self, kind: str, name: str, at: str) -> act.ManualEdit | None:
        """Place a marker at a place or hexside."""
        marker = self.state.markers.get(name)
        if marker is not None and marker.at == at:
            return None
        before = _fields(marker)
        after = fx.MarkerFields(kind=kind, at=at, face=marker.face if marker else None)
        return self._edit([fx.SetMarker(marker=name, before=before, after=after)])

    def take_marker(self, name: str) -> act.ManualEdit:
        """Return a marker to the box of its kind, or remove it where it has none."""
        marker = self.state.markers[name]
        box = next(
            (
                d.id
                for d in self.module.displays.values()
                if d.id == marker.kind and d.kind == "pool"
            ),
            None,
        )
        after = fx.MarkerFields(kind=marker.kind, at=box, face=marker.face) if box else None
        return act.ManualEdit(
            effects=(fx.SetMarker(marker=name, before=_fields(marker), after=after),)
        )

    def set_bridge(self, hexside: str, to: str) -> act.ManualEdit | None:
        """Set a bridge wired, intact, blown or under repair."""
        now = self.state.hexsides.get(hexside)
        if now == to:
            return None
        return self._edit([fx.SetHexside(hexside=hexside, before=now, after=to)])

    @staticmethod
    def _edit(effects: Iterable[fx.Effect]) -> act.ManualEdit | None:
        """Return an edit with some effects; None without any."""
        edits = tuple(effects)
        return act.ManualEdit(effects=edits) if edits else None


def _fields(marker: Marker | None) -> fx.MarkerFields | None:
    return None if marker is None else fx.MarkerFields(
        kind=marker.kind, at=marker.at, face=marker.face
    )  # fmt: skip
