"""Everything a replay page needs to know, as plain JSON: the page itself knows no rules.

Each step carries what was before and what is after of everything it changed, so that the page goes
back as it goes forward. Keys are short because there are many; the page's ``model.js`` reads them.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.effects import Track
from engine.core.places import Places
from engine.core.state import Marker, Piece, State
from engine.export.page_comments import comment_html, photo_html
from engine.export.page_marks import page_marks
from engine.export.page_symbols import Symbols
from engine.export.renderer import Frame
from engine.export.sheet_board import SheetBoard
from engine.i18n import catalogue, has, language, t
from engine.log.visit import Step, Visitor, visit
from engine.modules.module import Module
from engine.play.game import Recording
from engine.report.document import chosen_steps
from engine.report.highlights import Highlight, highlight
from engine.report.luck import luck_of
from engine.report.marks import marks
from engine.report.moments import percent
from engine.report.photos import photo_of
from engine.report.references import References
from engine.report.scene import Scenes, reading_time, turn_date
from engine.report.settings import Settings
from engine.vassal.sheet import Sheet, SheetSymbols

Json = dict[str, Any]
K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

WEATHERS = ("clear", "cloudy", "overcast", "night")

_MOST_FOCUS = 20
"""Spots of a table of pictures that one step may be about."""
_MOST_PICTURES = 12
"""Combinations of boards that one page holds; further ones are shown as the first."""

BRIDGE_STATES = ("intact", "blown", "under_repair")
"""States of a bridge that are shown by a marker; the map itself shows the others."""


def page_data(
    recording: Recording, frame: Frame, sheet: Sheet | None = None
) -> tuple[Json, Symbols | SheetSymbols]:
    """The data of a page, and the symbols it refers to; ``sheet`` for a game from VASSAL."""
    scenes = Scenes(recording)
    collector = _Collector(recording, frame, scenes, sheet)
    visit(recording, collector)
    module, symbols = recording.module, collector.symbols
    header, notes = recording.log.header, recording.annotations
    data: Json = {
        "title": notes.title or header.title or module.meta.title,
        "author": notes.author,
        "intro": comment_html(notes.intro, collector.references),
        "lang": notes.language,
        "frame": {
            "width": frame.width,
            "height": frame.height,
            "scale": frame.scale,
            "x": frame.x,
            "y": frame.y,
        },
        "hexes": _hexes(module, frame) if sheet is None else {},
        "flat": sheet is None and module.board.grid.orientation == "flat",
        "bases": sorted(set(module.board.terrain_basis)),
        "bridges": {
            b.hexside: {"n": b.name, "k": _named("terrain", f"{b.kind}_bridge", b.kind)}
            for b in module.board.bridges.values()
        },
        "boxes": _boxes(module),
        "sides": {s.id: {"n": module.side_name(s.id), "c": s.color} for s in module.meta.sides},
        "phases": {},
        "turns": {turn: turn_date(module, turn) for turn in module.calendar},
        "words": _weathers(module),
        "units": collector.units,
        "designs": symbols.values,
        "statuses": _statuses(module),
        "bridgeMarks": {s: symbols.marker(s) for s in BRIDGE_STATES},
        "steps": collector.steps,
        "moments": scenes.moments(),
        "subtitle": notes.subtitle,
        "conclusion": comment_html(notes.conclusion, collector.references),
        "text": {k[5:]: v for k, v in catalogue(language()).items() if k.startswith("page.")},
    }
    if not data["moments"]:
        data["moments"] = chosen_steps(scenes, Settings())
    data["phases"] = {p: module.phase_name(p) for p in sorted(collector.phases)}
    if sheet is not None and isinstance(symbols, SheetSymbols):
        data["spots"] = _spots(sheet, frame, sorted(collector.places))
        data["sizes"] = symbols.sizes
        if len(collector.boards) > 1:
            data["pictures"] = {
                key: sheet.board_picture(frame.width, tracks).uri
                for key, tracks in list(collector.boards.items())[:_MOST_PICTURES]
            }
    return data, symbols


def boards_key(tracks: Mapping[str, Track]) -> str:
    """The boards that the maps of a table of pictures show, in one word."""
    return ",".join(f"{n}={v}" for n, v in sorted(tracks.items()) if n.startswith("boards:"))


def basis_line(module: Module) -> str:
    """How the terrain of the board is known, counted."""
    tally = Tally(module.board.terrain_basis)
    counts = ", ".join(f"{count} {basis}" for basis, count in tally.most_common())
    return t("page.footer.basis", count=len(module.board.numbers), counts=counts)


_TOLD_AT_ONCE = (act.Setup, act.RevealUnit, act.SetClock)
"""Actions whose sentence says all there is to say."""


class _Collector(Visitor):
    """Walks a recording and keeps what each step showed and changed."""

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
        """The places where pieces lay."""
        self.steps: list[Json] = []
        self.units: dict[str, Json] = {}
        self.phases: set[str] = set()
        self.boards: dict[str, Mapping[str, Track]] = {}
        """The combinations of boards that were shown, as the page names them, with the tracks."""
        self._chapter: str | None = None
        self._before = recording.state(0)
        self._board: Any = recording.module.board
        if sheet is not None:
            unit = frame.scale * sheet.width / frame.width
            self._board = SheetBoard(sheet, unit, recording.module.places.names)

    def chapter(self, title: str, step: Step) -> None:
        """Remember the title for the entry that follows."""
        self._chapter = title

    def entry(self, step: Step) -> None:
        """Keep one step."""
        before, after = self._before, self.recording.state(step.number)
        for unit, piece in after.pieces.items():
            held = self.units.get(unit)
            if held is None or held["c"] != piece.counter:
                self.units[unit] = {**self.symbols.facts(piece), "c": piece.counter}
        self.phases.add(after.clock.phase)
        if self.sheet is not None:
            self.boards.setdefault(boards_key(after.tracks), after.tracks)
        entry, note = step.entry, step.annotation
        data: Json = {
            "id": entry.id,
            "k": entry.action.kind,
            "s": step.sentence,
            "t": _clock(after),
            "x": self._changes(before, after),
        }
        optional: Json = {
            "d": [] if isinstance(entry.action, _TOLD_AT_ONCE) else list(step.details),
            "dice": [_dice(d) for d in entry.dice],
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
            changes["c"] = [_clock(before), _clock(after)]
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
            return [marker.at, symbol, f"{_title(self.module, marker.kind)} {number}".strip()]

        return {
            name: [show(name, before.markers.get(name)), show(name, after.markers.get(name))]
            for name in _diff(before.markers, after.markers, str)
        }

    # -- what happened ----------------------------------------------------------------------------

    def _moves(self, step: Step, before: State) -> list[Json]:
        """Moves along one path together; paths keep only their hexes on the map."""
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
        """The marks of the moment, as the window and every picture show them."""
        found = highlight(step.entry, before, self.module.places)
        if self.sheet is not None:
            found = self._on_sheet(found)
        drawn = marks(self._board, found, step.annotation.shapes, after)
        return page_marks(drawn, self.frame)

    def _on_sheet(self, found: Highlight) -> Highlight:
        """What of a highlight lies on the sheet."""
        names, shown = self.module.places.names, self._board.index

        def ways(held: Iterable[tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
            return tuple(way for way in held if all(names[p] in shown for p in way))

        target = found.target
        return replace(
            found,
            paths=ways(found.paths),
            retreats=ways(found.retreats),
            attacks=tuple((a, b) for a, b in ways(found.attacks)),
            target=target if target is not None and names[target] in shown else None,
            spots=tuple(p for p in found.spots if names[p] in shown),
            sides=(),
        )

    def _pace(self, step: Step) -> float:
        """Seconds that the moment stays when the page plays by itself."""
        return round(reading_time(step, fought=isinstance(step.entry.action, act.Combat)), 1)

    def _combat(self, step: Step, before: State) -> Json | None:
        fight = self.scenes.facts.fight(step.entry, before)
        if fight is None:
            return None
        action = step.entry.action
        told = action if isinstance(action, act.Combat) else None
        luck = luck_of(fight.result, self.scenes.facts.outcomes(fight)) if fight.dice else None
        good = luck is not None and luck.value >= 0
        key = "report.card.good" if good else "report.card.bad"
        return {
            "label": fight.label,
            "a": [self._cast(u, before) for u in fight.attackers],
            "d": [self._cast(u, before) for u in fight.defenders],
            "place": self.module.place_name(fight.target),
            "support": [self._unit_name(u, before) for u in told.support] if told else [],
            "lead": told.lead if told else None,
            "odds": fight.odds.split(":") if fight.odds else [],
            "shifts": [[s.by, s.why] for s in fight.shifts],
            "column": fight.column,
            "result": fight.result,
            "dice": list(fight.dice),
            "luck": t(key, chance=percent(luck.chance)) if luck is not None else "",
        }

    def _consult(self, step: Step) -> Json | None:
        action = step.entry.action
        if not isinstance(action, act.Consult):
            return None
        result = f"say.result.{action.table}.{action.result}"
        return {
            "table": _named("chart", action.table),
            "column": action.column,
            "drm": action.drm,
            "result": t(result) if has(result) else action.result,
            "at": action.at if action.at and self._on_map(*action.at.split("/")) else None,
        }

    def _focus(self, step: Step, before: State) -> list[str]:
        """The hexes a step is about, for the camera."""
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
        found = [h for h in dict.fromkeys(wanted) if self._on_map(h)]
        # A whole set-up that came in as one change is about no place in particular.
        return found if self.sheet is None or len(found) <= _MOST_FOCUS else []

    def _hexes_of(self, units: Iterable[str], before: State) -> list[str]:
        places = self.module.places
        found = [places.name(before.pieces[u].place) for u in units if u in before.pieces]
        return [h for h in dict.fromkeys(found) if self._on_map(h)]

    def _cast(self, unit: str, before: State) -> Json:
        """A unit as it was when it fought: it may be weaker or gone afterwards."""
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
        return self.module.unit_name(piece.counter) if piece else _title(self.module, unit)

    def _on_map(self, *hexes: str) -> bool:
        if self.sheet is not None:
            return all(self.sheet.point(h) is not None for h in hexes)
        return all(h in self.module.board.index for h in hexes)


def _diff(before: Mapping[K, V], after: Mapping[K, V], show: Any) -> dict[K, list[Any]]:
    """What is different, as [before, after], null where there was or is nothing."""
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


def _clock(state: State) -> list[Any]:
    return [state.clock.turn, state.clock.phase, state.clock.active]


def _dice(dice: Any) -> Json:
    return {
        "n": dice.sides,
        "v": list(dice.values),
        "src": dice.source,
        "why": dice.reason,
        "draw": dice.reason.startswith("draw:"),
    }


def _hexes(module: Module, frame: Frame) -> dict[str, list[Any]]:
    """Per hex: terrain, settlement, names, drop letters, the terrain's basis; x and y of its middle
    in the picture.
    """
    board = module.board
    bases = sorted(set(board.terrain_basis))
    return {
        number: [
            module.named("terrains", board.terrain[i], f"terrain.{board.terrain[i]}"),
            module.named("settlements", rank, f"terrain.{rank}") if rank else "",
            list(board.names[i]),
            "".join(board.drop_letters[i]),
            bases.index(board.terrain_basis[i]),
            round(frame.x + frame.scale * board.centres[i][0], 1),
            round(frame.y - frame.scale * board.centres[i][1], 1),
        ]
        for i, number in enumerate(board.numbers)
        for rank in (board.settlement[i] or "",)
    }


def _weathers(module: Module) -> dict[str, str]:
    """The kinds of weather in words: the game's own, or the common ones."""
    own = module.vocabulary.ids("weather") or WEATHERS
    return {w: module.weather_name(w) for w in own if module.weather_name(w) != w}


def _boxes(module: Module) -> list[Json]:
    return [
        {
            "id": d.id,
            "n": module.box_name(d),
            "k": d.kind,
            "side": d.side,
            "panel": d.panel,
        }
        for d in module.displays.values()
    ]


def _statuses(module: Module) -> dict[str, list[str]]:
    """Per status: its name, and what it means."""
    return {
        m.id: [_title(module, m.id), t(m.key) if has(m.key) else ""]
        for m in module.markers.values()
    }


def _title(module: Module, kind: str) -> str:
    return module.marker_name(kind).replace("_", " ")


def _spots(sheet: Sheet, frame: Frame, places: Iterable[str]) -> dict[str, list[Any]]:
    """Where places lie in the picture, and what they are called."""
    scale = frame.width / sheet.width
    found = {}
    for place in sorted(places):
        point = sheet.point(place)
        if point is not None:
            x, y = (round(value * scale, 1) for value in point)
            found[place] = [x, y, sheet.module.place_name(place)]
    return found


def _named(group: str, *names: str) -> str:
    """The first of several names the catalogue has; the last itself, in plain letters, if none."""
    for name in names:
        if has(f"{group}.{name}"):
            return t(f"{group}.{name}")
    return names[-1].replace("_", " ")
