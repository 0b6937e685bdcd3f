"""Collect the steps of a replay page: the contents and changes of each, in compact form."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.dice import DRAW
from engine.core.effects import Track
from engine.core.places import Places
from engine.core.state import Marker, Piece, State
from engine.export.page_comments import comment_html, photo_html
from engine.export.page_marks import page_marks
from engine.export.page_symbols import Symbols
from engine.export.page_words import named, title
from engine.export.renderer import Frame
from engine.export.sheet_board import SheetBoard
from engine.export.vassal_sheet import Sheet, SheetSymbols
from engine.i18n import has, localized, t
from engine.log.visit import Step, Visitor
from engine.play.game import Recording
from engine.report.card import card_of, column_of, headline, label_beside
from engine.report.highlights import Highlight, highlight, with_fights
from engine.report.luck import luck_of
from engine.report.marks import marks
from engine.report.moments import percent
from engine.report.photos import photo_of
from engine.report.references import References
from engine.report.scene import Scenes, reading_time

Json = dict[str, Any]
K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

_MOST_FOCUS = 20
"""Maximum number of spots in the focus of one step of a VASSAL game."""

_TOLD_AT_ONCE = (act.Setup, act.RevealUnit, act.SetClock)
"""Actions that are fully described by their sentence."""


class StepCollector(Visitor):
    """Visits a recording and stores the contents and changes of each step."""

    def __init__(
        self, recording: Recording, frame: Frame, scenes: Scenes, sheet: Sheet | None = None
    ) -> None:
        self.recording = recording
        self.frame, self.scenes = frame, scenes
        self.module = recording.module
        self.sheet = sheet
        self.symbols = SheetSymbols(sheet) if sheet is not None else Symbols(recording.module)
        self.references = References(recording)
        self.places: set[str] = set()
        """All places that pieces were in."""
        self.steps: list[Json] = []
        self.units: dict[str, Json] = {}
        self.phases: set[str] = set()
        self.boards: dict[str, Mapping[str, Track]] = {}
        """The board combinations shown, by their name in the page, with their tracks."""
        self._chapter: str | None = None
        self._before = recording.state(0)
        self._board: Any = recording.module.board
        if sheet is not None:
            unit = frame.scale * sheet.width / frame.width
            self._board = SheetBoard(sheet, unit, recording.module.places.names)

    def chapter(self, title: str, step: Step) -> None:
        """Store a chapter title for the next entry."""
        self._chapter = title

    def entry(self, step: Step) -> None:
        """Store one step."""
        before, after = self._before, self.recording.state(step.number)
        for unit, piece in after.pieces.items():
            stored = self.units.get(unit)
            if stored is None or stored["c"] != piece.counter:
                self.units[unit] = {**self.symbols.facts(piece), "c": piece.counter}
        self.phases.add(after.clock.phase)
        if self.sheet is not None:
            self.boards.setdefault(boards_key(after.tracks), after.tracks)
        entry, note = step.entry, step.annotation
        data: Json = {
            "id": entry.id,
            "k": entry.action.kind,
            "s": step.sentence,
            "t": clock_of(after),
            "x": self._changes(before, after),
        }
        optional: Json = {
            "d": [] if isinstance(entry.action, _TOLD_AT_ONCE) else list(step.details),
            "dice": [_dice(d) for d in step.dice],
            "moves": self._moves(step, before),
            "combat": self._combat(step, before),
            "consult": self._consult(step),
            "focus": self._focus(step, before),
            "html": comment_html(note.comment, self.references)
            + photo_html(photo_of(self.recording.annotations, note)),
            "glyph": note.glyph,
            "chapter": self._chapter,
            "mark": note.bookmark,
            "draw": self._draw(step, before, after),
            "w": self._pace(step),
            "camera": [h for h in note.camera.hexes if self._on_map(h)] if note.camera else [],
        }
        data.update({key: value for key, value in optional.items() if value})
        self.steps.append(data)
        self._chapter = None
        self._before = after

    # -- what changed -----------------------------------------------------------------------------

    def _changes(self, before: State, after: State) -> Json:
        places = self.module.places
        changes: Json = {
            "p": _diff(before.pieces, after.pieces, lambda p: self._piece(p, places)),
            "s": {
                places.name(place): change
                for place, change in _diff(before.stacks, after.stacks, list).items()
            },
            "m": self._markers(before, after),
            "h": _diff(before.hexsides, after.hexsides, str),
            "r": _diff(before.tracks, after.tracks, lambda value: value),
        }
        if before.clock != after.clock:
            changes["c"] = [clock_of(before), clock_of(after)]
        return {key: value for key, value in changes.items() if value}

    def _piece(self, piece: Piece, places: Places) -> list[Any]:
        self.places.add(places.name(piece.place))
        return [
            places.name(piece.place),
            piece.side,
            piece.steps,
            self.symbols.design(piece),
            self.symbols.badge(piece.status),
            sorted(piece.status),
        ]

    def _markers(self, before: State, after: State) -> Json:
        def show(name: str, marker: Marker | None) -> list[Any] | None:
            if marker is None:
                return None
            kind = self.module.markers.get(marker.kind)
            number = name.rpartition("-")[2] if kind is not None and kind.numbered else ""
            symbol = self.symbols.marker(marker.kind, marker.face, number)
            return [marker.at, symbol, f"{title(self.module, marker.kind)} {number}".strip()]

        return {
            name: [show(name, before.markers.get(name)), show(name, after.markers.get(name))]
            for name in _diff(before.markers, after.markers, str)
        }

    # -- what happened ----------------------------------------------------------------------------

    def _moves(self, step: Step, before: State) -> list[Json]:
        """Return moves grouped by path; a path contains only hexes on the map."""
        action = step.entry.action
        how = action.mode if isinstance(action, act.MoveUnits) else action.kind
        if isinstance(action, act.Setup):
            return []
        groups: dict[tuple[str, ...], list[str]] = {}
        for effect in step.entry.effects:
            if isinstance(effect, fx.Move) and effect.path[0] != effect.path[-1]:
                groups.setdefault(effect.path, []).append(effect.unit)
        return [
            {
                "u": units,
                "path": [p for p in path if self._on_map(p)],
                "from": path[0],
                "to": path[-1],
                "how": how,
                "side": before.pieces[units[0]].side if units[0] in before.pieces else "",
            }
            for path, units in groups.items()
        ]

    def _draw(self, step: Step, before: State, after: State) -> list[Any]:
        """Return the marks of a step, as shown by the window and in pictures."""
        fights = self.scenes.facts.fights(step.entry, before)
        highlighted = highlight(step.entry, before, self.module.places)
        highlighted = with_fights(highlighted, fights, before, self.module.places)
        if self.sheet is not None:
            highlighted = self._on_sheet(highlighted)
        drawn = marks(self._board, highlighted, step.annotation.shapes, after)
        return page_marks(drawn, self.frame)

    def _on_sheet(self, highlight: Highlight) -> Highlight:
        """Return the part of a highlight that is on the sheet."""
        names, shown = self.module.places.names, self._board.index

        def on_sheet_only(paths: Iterable[tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
            return tuple(path for path in paths if all(names[p] in shown for p in path))

        target = highlight.target
        return replace(
            highlight,
            paths=on_sheet_only(highlight.paths),
            retreats=on_sheet_only(highlight.retreats),
            attacks=tuple((a, b) for a, b in on_sheet_only(highlight.attacks)),
            target=target if target is not None and names[target] in shown else None,
            spots=tuple(p for p in highlight.spots if names[p] in shown),
            sides=(),
        )

    def _pace(self, step: Step) -> float:
        """Return the viewing time of a step in seconds, for automatic playback."""
        return round(reading_time(step, fought=isinstance(step.entry.action, act.Combat)), 1)

    def _combat(self, step: Step, before: State) -> Json | None:
        facts = self.scenes.facts
        fights = facts.fights(step.entry, before)
        if not fights:
            return None
        fight = fights[0]
        action = step.entry.action
        combat = action if isinstance(action, act.Combat) else None
        luck = luck_of(fight.result, facts.outcomes(fight)) if fight.dice else None
        good = luck is not None and luck.value >= 0
        key = "report.card.good" if good else "report.card.bad"
        return {
            "label": headline(label_beside(fight.label, self.module.place_name(fight.target))),
            "a": [self._cast(u, before) for u in fight.attackers],
            "d": [self._cast(u, before) for u in fight.defenders],
            "place": self.module.place_name(fight.target),
            "support": [self._unit_name(u, before) for u in combat.support] if combat else [],
            "lead": combat.lead if combat else None,
            "odds": localized(fight.odds).split(":") if fight.odds else [],
            "shifts": [[s.by, s.why] for s in fight.shifts],
            "column": column_of(fight),
            "result": fight.result,
            "dice": list(fight.dice),
            "luck": t(key, chance=percent(luck.chance)) if luck is not None else "",
            "further": [card_of(f, before, self.module, facts).caption for f in fights[1:]],
        }

    def _consult(self, step: Step) -> Json | None:
        action = step.entry.action
        if not isinstance(action, act.Consult):
            return None
        result = f"say.result.{action.table}.{action.result}"
        return {
            "table": named("chart", action.table),
            "column": action.column,
            "drm": action.drm,
            "result": t(result) if has(result) else action.result,
            "at": action.at if action.at and self._on_map(*action.at.split("/")) else None,
        }

    def _focus(self, step: Step, before: State) -> list[str]:
        """Return the hexes of a step, for the camera."""
        action = step.entry.action
        wanted: list[str] = []
        if isinstance(action, act.Setup):
            return []
        if isinstance(action, act.Combat | act.DeclareAttack):
            wanted += [action.target, *self._hexes_of(action.attackers, before)]
        elif isinstance(action, act.Consult):
            if action.at:
                wanted += action.at.split("/")
            wanted += self._hexes_of(action.units, before)
        for effect in step.entry.effects:
            match effect:
                case fx.Move():
                    wanted += effect.path
                case fx.Place() | fx.Remove():
                    wanted.append(effect.at)
                case fx.SetHexside():
                    wanted += effect.hexside.split("/")
                case fx.SetMarker():
                    for fields in (effect.before, effect.after):
                        wanted += fields.at.split("/") if fields else ()
                case fx.SetSteps() | fx.SetStatus() | fx.Reveal() | fx.SetSide():
                    wanted += self._hexes_of((effect.unit,), before)
                case _:
                    pass
        result = [h for h in dict.fromkeys(wanted) if self._on_map(h)]
        # A whole set-up that came in as one change is about no place in particular.
        return result if self.sheet is None or len(result) <= _MOST_FOCUS else []

    def _hexes_of(self, units: Iterable[str], before: State) -> list[str]:
        places = self.module.places
        result = [places.name(before.pieces[u].place) for u in units if u in before.pieces]
        return [h for h in dict.fromkeys(result) if self._on_map(h)]

    def _cast(self, unit: str, before: State) -> Json:
        """Return a unit as it was when it fought; it may be weaker or gone afterwards."""
        piece = before.pieces.get(unit)
        if piece is None:
            return {"u": unit, "n": self.module.unit_name(unit), "g": None, "b": None}
        return {
            "u": unit,
            "n": self.module.unit_name(piece.counter),
            "g": self.symbols.design(piece),
            "b": self.symbols.badge(piece.status),
        }

    def _unit_name(self, unit: str, before: State) -> str:
        piece = before.pieces.get(unit)
        return self.module.unit_name(piece.counter) if piece else title(self.module, unit)

    def _on_map(self, *hexes: str) -> bool:
        if self.sheet is not None:
            return all(self.sheet.point(h) is not None for h in hexes)
        return all(h in self.module.board.index for h in hexes)


def _diff(before: Mapping[K, V], after: Mapping[K, V], show: Any) -> dict[K, list[Any]]:
    """Return differences as [before, after]; None for a missing value."""
    if before is after:
        return {}
    changed = [k for k, v in after.items() if before.get(k) != v]
    changed += [k for k in before if k not in after]
    return {
        k: [
            show(before[k]) if k in before else None,
            show(after[k]) if k in after else None,
        ]
        for k in changed
    }


def clock_of(state: State) -> list[Any]:
    """Return turn, phase and side."""
    return [state.clock.turn, state.clock.phase, state.clock.active]


def _dice(dice: Any) -> Json:
    return {
        "n": dice.sides,
        "v": list(dice.values),
        "src": dice.source,
        "why": dice.reason,
        "draw": dice.reason.startswith(DRAW),
    }


def boards_key(tracks: Mapping[str, Track]) -> str:
    """Return a key for the boards shown on the maps of a VASSAL game."""
    return ",".join(f"{n}={v}" for n, v in sorted(tracks.items()) if n.startswith("boards:"))
