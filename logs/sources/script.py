"""A recorder for games known from a text: fixed times, scripted dice, annotations beside them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.dice import Dice
from engine.core.reducer import apply
from engine.core.resolve import relocate, set_status, set_steps
from engine.core.state import State
from engine.log.annotations import Annotation, Annotations, Arrow, Camera, Circle, HexShape, Label
from engine.modules.module import Module, load_module
from engine.play.game import Game
from engine.play.referee import name_of, ruleset_for

Shape = Arrow | HexShape | Circle | Label


class Known:
    """Dice that a text prints: each throw takes the next ones."""

    def __init__(self) -> None:
        self.queue: list[int] = []

    def throw(self, sides: int, count: int, reason: str) -> Dice:
        """The next ``count`` values of the queue as a scripted throw."""
        values, self.queue = tuple(self.queue[:count]), self.queue[count:]
        return Dice(sides=sides, count=count, values=values, source="scripted", reason=reason)


class Changes:
    """Effects one after the other, each worked out on the position the earlier ones lead to."""

    def __init__(self, state: State, module: Module) -> None:
        self.state = state
        self.module = module
        self.effects: list[fx.Effect] = []

    def add(self, *effects: fx.Effect) -> Changes:
        """Append effects as they are."""
        self.state = apply(self.state, effects, self.module.places)
        self.effects.extend(effects)
        return self

    def where(self, unit: str) -> str:
        """The place a piece stands in."""
        return self.module.places.name(self.state.pieces[unit].place)

    def put(self, unit: str, to: str) -> Changes:
        """A piece to another place, off the normal ways of moving."""
        return self.add(*relocate(self.state, self.module.places, unit, to))

    def mark(self, *units: str, on: Iterable[str] = (), off: Iterable[str] = ()) -> Changes:
        """Statuses put on units and taken off them; units that do not change are left out."""
        for unit in units:
            effect = set_status(self.state, unit, tuple(on), tuple(off))
            if isinstance(effect, fx.SetStatus) and effect.before != effect.after:
                self.add(effect)
        return self

    def steps(self, unit: str, by: int) -> Changes:
        """Steps lost or regained; a unit without any goes to the box of the eliminated."""
        piece = self.state.pieces[unit]
        self.add(set_steps(self.state, unit, piece.steps + by))
        if piece.steps + by == 0:
            self.mark(unit, off=piece.status).put(unit, f"eliminated-{piece.side}")
        return self

    def remnant(self, unit: str, remnant: str) -> Changes:
        """The second loss of a three-step unit: a remnant fights on in its place (11.4)."""
        piece, here = self.state.pieces[unit], self.where(unit)
        self.add(set_steps(self.state, unit, 1)).mark(unit, off=piece.status)
        return self.put(unit, f"remnant-parents-{piece.side}").put(remnant, here)

    def bridge(self, hexside: str, state: str) -> Changes:
        """A bridge blown, or spared for good."""
        before = self.state.hexsides.get(hexside)
        return self.add(fx.SetHexside(hexside=hexside, before=before, after=state))

    def track(self, track: str, value: int | str) -> Changes:
        """A track set to a value."""
        return self.add(fx.SetTrack(track=track, before=self.state.tracks.get(track), after=value))

    def marker(self, marker: str, at: str) -> Changes:
        """A marker moved to a place or box."""
        held = self.state.markers[marker]
        before = fx.MarkerFields(kind=held.kind, at=held.at, face=held.face)
        after = before.model_copy(update={"at": at})
        return self.add(fx.SetMarker(marker=marker, before=before, after=after))

    def control(self, side: str, number: str) -> Changes:
        """A hex that a side holds now."""
        before = self.state.control.get(self.module.places.index(number))
        if before != side:
            self.add(fx.SetControl(hex=number, before=before, after=side))
        return self


class Script:
    """A game told entry by entry: each method is a sentence of the teller and records one entry."""

    def __init__(
        self, path: Path, module: str, scenario: str, *, log_id: str, title: str, start: datetime
    ) -> None:
        self._time = start.astimezone(UTC)
        self._counted = 1
        self.dice = Known()
        self.notes: dict[int, Annotation] = {}
        self.log_id = log_id
        self.game = Game.new(
            path,
            module,
            scenario,
            title=title,
            log_id=log_id,
            at=self._now(),
            dice=self.dice,
            rulebook=name_of(ruleset_for(load_module(module), scenario)),
        )

    # -- actions ----------------------------------------------------------------------------------

    def phase(self, turn: int, phase: str, active: str) -> None:
        """Play goes to a phase."""
        self._play(act.SetClock(turn=turn, phase=phase, active=active))

    def note(self, text: str) -> None:
        """A remark in the log."""
        self._play(act.Note(text=text))

    def move(self, units: str, path: str, mode: str = "normal", text: str = "") -> None:
        """Units (ids with spaces between) go along hexes or boxes (with spaces between)."""
        self._play(
            act.MoveUnits(
                units=tuple(units.split()), path=tuple(path.split()), mode=mode, text=text
            )
        )

    def retreat(self, units: str, path: str) -> None:
        """A retreat; its status came with the combat or the failed determined defence."""
        self.move(units, path, "retreat")

    def advance(self, units: str, path: str) -> None:
        """An advance after combat."""
        self.move(units, path, "advance")

    def edit(self, text: str, changes: Changes) -> None:
        """Changes told in one sentence."""
        self._play(act.ManualEdit(text=text, effects=tuple(changes.effects)))

    def reveal(self, unknown: str, counter: str) -> None:
        """An unknown unit turns out to be a counter: the draw from the pool is scripted."""
        places = self.game.module.places
        pool = sorted(self.game.now.stack(places.index("unknown-pool")))
        self.dice.queue = [pool.index(counter) + 1]
        self._play(act.RevealUnit(unit=unknown, pool="unknown-pool"))

    def consult(
        self,
        table: str,
        result: str,
        dice: tuple[int, ...],
        changes: Changes | None = None,
        *,
        units: str = "",
        at: str | None = None,
        drm: int = 0,
        column: str | None = None,
        by: str | None = None,
        text: str = "",
    ) -> None:
        """A die (or several) on a table of the game, and what it changes."""
        action = act.Consult(
            table=table,
            column=column,
            drm=drm,
            result=result,
            units=tuple(units.split()),
            at=at,
            text=text,
            effects=tuple(changes.effects) if changes else (),
        )
        self._record(action, action.effects, (self._thrown(dice, table),), by)

    def fight(
        self,
        label: str,
        target: str,
        attackers: str,
        defenders: str,
        odds: tuple[int, int],
        shifts: Mapping[str, int],
        column: str,
        die: int,
        result: str,
        changes: Changes,
        *,
        support: str = "",
        lead: str | None = None,
        text: str = "",
    ) -> None:
        """A combat with its odds as told: shifts by reason, the losses as changes."""
        action = act.Combat(
            label=label,
            target=target,
            attackers=tuple(attackers.split()),
            defenders=tuple(defenders.split()),
            support=tuple(support.split()),
            lead=lead,
            attack=odds[0],
            defense=odds[1],
            shifts=tuple(act.Shift(by=by, why=why) for why, by in shifts.items()),
            column=column,
            result=result,
            text=text,
            effects=tuple(changes.effects),
        )
        self._record(action, action.effects, (self._thrown((die,), label),), None)

    def ground(self, text: str) -> None:
        """Every hex entered since the last call belongs to the side that was there last."""
        taken: dict[str, str] = {}
        places = self.game.module.places
        for entry in self.game.log.entries[self._counted :]:
            for effect in entry.effects:
                if isinstance(effect, fx.Move):
                    side = self.game.now.pieces[effect.unit].side
                    for name in effect.path[1:]:
                        if places.is_hex(places.index(name)):
                            taken[name] = side
        changes = self.changes()
        for name, side in sorted(taken.items()):
            changes.control(side, name)
        self._counted = len(self.game.log)
        self.edit(text, changes)

    def changes(self) -> Changes:
        """An empty list of changes to the position play stands at."""
        return Changes(self.game.now, self.game.module)

    # -- annotations ------------------------------------------------------------------------------

    def say(
        self,
        comment: str = "",
        *,
        chapter: str | None = None,
        glyph: Any = None,
        look: str = "",
        shapes: Iterable[Shape] = (),
    ) -> None:
        """Annotate the entry just recorded; ``look`` lists the hexes to bring into view."""
        self.notes[self.game.head] = Annotation(
            comment=comment,
            chapter=chapter,
            bookmark=chapter is not None,
            glyph=glyph,
            shapes=tuple(shapes),
            camera=Camera(hexes=tuple(look.split())) if look else None,
        )

    def save_annotations(
        self,
        path: Path,
        *,
        title: str,
        subtitle: str,
        author: str,
        intro: str,
        conclusion: str,
        moments: Collection[int],
        cover: int,
    ) -> None:
        """Write what was said into a file beside the log; ``moments`` are those a report tells."""
        for entry in moments:
            note = self.notes.get(entry, Annotation())
            self.notes[entry] = note.model_copy(update={"moment": True})
        Annotations(
            log=self.log_id,
            title=title,
            subtitle=subtitle,
            author=author,
            intro=intro,
            conclusion=conclusion,
            cover=cover,
            entries=self.notes,
        ).save(path)

    def close(self) -> None:
        """Close the log."""
        self.game.close()

    # -- recording --------------------------------------------------------------------------------

    def _play(self, action: act.Action) -> None:
        self.game.play(action, at=self._now())
        if self.dice.queue:
            raise ValueError(f"dice left over: {self.dice.queue}")

    def _record(
        self,
        action: act.Action,
        effects: tuple[fx.Effect, ...],
        dice: tuple[Dice, ...],
        by: str | None,
    ) -> None:
        self.game.record(action, effects, dice, by=by, at=self._now())

    def _thrown(self, values: tuple[int, ...], reason: str) -> Dice:
        self.dice.queue = list(values)
        return self.dice.throw(6, len(values), reason)

    def _now(self) -> str:
        """A time a minute after the last, so that the log's bytes are the same every time."""
        self._time += timedelta(minutes=1)
        return self._time.isoformat(timespec="seconds").replace("+00:00", "Z")


def arrow(path: str, brush: Any = "green") -> Arrow:
    """An arrow through hexes with spaces between."""
    return Arrow(hexes=tuple(path.split()), brush=brush)


def hexes(numbers: str, brush: Any = "yellow") -> list[HexShape]:
    """Hexes filled with a brush."""
    return [HexShape(hex=number, brush=brush) for number in numbers.split()]


def circle(number: str, brush: Any = "red", radius: float = 0.6) -> Circle:
    """A circle around a hex."""
    return Circle(hex=number, brush=brush, radius=radius)


def label(number: str, text: str, brush: Any = "black") -> Label:
    """A short text on a hex."""
    return Label(hex=number, text=text, brush=brush)
