"""Positions as the probe's questions give them: checked, and made into a setting and a state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any, Literal, cast

import orjson

from engine.core.counters import Arrival, Counter, Face
from engine.core.places import Places
from engine.core.state import Marker, Piece, State
from engine.games.holland44.constants import GAME, NO_FORMATION, OPTIONAL_RULES, UNASKED
from engine.games.holland44.contents import BOOK, DECISIONS
from engine.games.holland44.diagram import diagram_board, ordered
from engine.games.holland44.position import Setting
from engine.games.holland44.position_schema import BoardIn, PositionIn, UnitIn
from engine.games.holland44.resolution import Resolution
from engine.games.holland44.vocabulary import Role
from engine.i18n import t
from engine.modules.module import Module, load_module
from engine.modules.setup import opening_state
from engine.request_fields import Refused
from engine.rules.judge import DiceNeeded, Given
from engine.rules.positions import given_units
from engine.rules.positions.shape import parse

VEHICLES = frozenset({"tank", "tank_destroyer", "flak", "artillery"})
MECHANIZED = VEHICLES | {"engineer", "bridging", "recon"}
FREE = frozenset({"engineer", "bridging", "flak", "artillery"})
TANKS = frozenset({"tank", "tank_destroyer"})
ANTITANK = frozenset({"tank_destroyer", "flak", "antitank"})
"""What the kinds of units are, where an inline unit does not say (2.3.13, 6.2, 10.3.3)."""
ROLES: Mapping[str, Role] = {"unknown": "unknown", "supply_head": "supply_head"}
"""The kinds whose counters are no fighting units (18.2, 25.1)."""

MOST_DIAGRAMS = 200
"""Diagram boards that are kept for further questions about them."""

INLINE = "inline"
"""The basis of what a question gives itself."""
ASKING = ("artillery_resupply", "bridge", "airlanding", "traffic")
"""The phases that begin with a question."""


@cache
def module(source: str = GAME) -> Module:
    """The data of the game, or of a copy of it, read once."""
    return load_module(source)


@cache
def titles(source: str = GAME) -> dict[str, str]:
    """Our own short title of each rule, by number."""
    found: dict[str, str] = orjson.loads(module(source).files.read("rules.json"))
    return found


@cache
def setting(scenario: str, source: str = GAME) -> Setting:
    """S2.1: the setting of a scenario on the real board."""
    return Setting(module(source), module(source).scenario(scenario), BOOK)


@cache
def opening(scenario: str, source: str = GAME) -> State:
    """4.1, 5.3.1, 24.5, 25.5, S1.2: the state a scenario starts in."""
    real = setting(scenario, source)
    return opening_state(real.module, real.scenario)


def read(raw: Mapping[str, Any], source: str = GAME) -> tuple[Setting, State, list[str]]:
    """The setting and the state of a position, with warnings.

    Raises Refused (``bad_position``, ``unknown_hex``, ``unknown_unit``) with the fault's place.
    """
    given = parse(PositionIn, raw, module(source).meta.scenarios)
    base = setting(given.scenario, source)
    if given.turn is not None and given.turn not in base.times:
        sentence = t("probe.holland44.turn", turn=given.turn, last=max(base.times))
        raise Refused("bad_position", sentence, "turn")
    if given.board is not None:
        base = _diagram(base, given.board, source)
    builder = _Builder(base, given, source)
    state = builder.state()
    if given.phase in ASKING:
        state = _begun(builder.setting, state)
    return builder.setting, state, builder.warnings


def _begun(setting_: Setting, state: State) -> State:
    """3: a position at the beginning of a phase that asks its side something, with the question.

    Its questions need not be answered: the phase may be ended without. So one is asked too that
    would be settled in play, because it has one answer: whether it was is not known here. Where
    there is nothing to ask, or dice would have to be thrown first, the position is as it was given.
    """
    work = Resolution(setting_, state, Given(()))
    try:
        for begin in BOOK.steps[state.clock.phase].begins:
            begin(work, state.clock.active)
        begun = work.state
        DECISIONS.settle(work)
    except DiceNeeded:
        return state
    if not work.state.pending:
        if replace(work.state, pending=()) == replace(begun, pending=()):
            return state
        work.state = begun
    marked = tuple(
        asked.model_copy(update={"args": {**asked.args, UNASKED: True}})
        for asked in work.state.pending
    )
    return replace(work.state, pending=marked)


class _Builder:
    """Lays what a position gives over the scenario's set-up."""

    def __init__(self, base: Setting, given: PositionIn, source: str) -> None:
        self.given = given
        self.source = source
        self.warnings = given_units.unknown_options(given.options, OPTIONAL_RULES)
        self.empty = given.clear_board or given.board is not None
        self.seen = given_units.named_once(given.units)
        counters = {}
        for n, unit in enumerate(given.units):
            if unit.counter is None and not self._in_set_up(unit.id, base):
                counters[unit.id] = self._counter(n, unit, base)
        self.setting = base.with_inline(counters) if counters else base
        self.base = base
        self.counters = counters

    def _in_set_up(self, name: str, base: Setting) -> bool:
        """May a unit without a counter and without values be a piece of the scenario?"""
        unit = self.given.units[self.seen[name]]
        return unit.kind is None and unit.side is None and name in base.counters

    def _counter(self, n: int, unit: UnitIn, base: Setting) -> Counter:
        side, kind = given_units.side_and_kind(unit, n)
        steps = unit.max_steps if unit.max_steps is not None else (unit.steps or 1)
        given_units.check_steps(unit, n, steps)
        armor, antitank = _armor(kind, unit)
        tank = kind in TANKS or (kind == "recon" and armor is not None)
        formation = _formation(unit.formation, base)
        return Counter(
            id=unit.id,
            count=1,
            side=side,
            nationality=_title(unit.nationality, side),
            formation=formation,
            division=unit.division or _division(formation, base),
            corps=unit.corps,
            designation=unit.id,
            label=unit.id,
            kind=kind,
            symbol=kind,
            role=ROLES.get(kind, "combat"),
            size=unit.size or "",
            mechanized=(kind in MECHANIZED) if unit.mechanized is None else unit.mechanized,
            vehicle=kind in VEHICLES or tank,
            tank=tank,
            airborne=kind in ("parachute", "glider", "supply_head") and side == "allied",
            recon=kind == "recon",
            stacking=_stacking(kind, unit.free_stack),
            quality=unit.quality or "normal",
            steps=steps,
            front=Face(
                attack=unit.attack or 0,
                defense=unit.defense or 0,
                movement=unit.movement or 0,
                steps=steps,
                support=kind == "artillery",
                armor=None if antitank else armor,
                antitank=armor if antitank else None,
                range=unit.range,
            ),
            half_battalion=unit.half_battalion,
            arrival=Arrival(how="set_up"),
            basis=INLINE,
        )

    def state(self) -> State:
        """The state of the position."""
        given, setting_, index = self.given, self.setting, self.setting.board.index
        start = opening(self.given.scenario, self.source)
        pieces, stacks = given_units.lay(
            {} if self.empty else start.pieces,
            {} if self.empty else start.stacks,
            given.units,
            self._piece,
        )
        given_units.check_one_side_a_hex(setting_.places, pieces, stacks, self.seen)
        clock = given_units.clock_of(given, start.clock)
        tracks = dict(start.tracks)
        if given.weather:
            tracks["weather"] = given.weather
        tracks |= given_units.option_tracks(given.options)
        hexsides = {} if setting_.diagram else dict(start.hexsides)
        if given.bridges or setting_.diagram:
            hexsides |= self._bridges()
        elif not setting_.diagram:
            hexsides = cast(dict[str, str], start.hexsides)
        control = {} if setting_.diagram else dict(start.control)
        for number, side in given.control.items():
            control[given_units.hex_at(index, number, f"control.{number}")] = side
        markers: dict[str, Marker] = {} if self.empty else dict(start.markers)
        for n, marker in enumerate(given.markers):
            given_units.hex_at(index, marker.hex, f"markers[{n}].hex")
            if marker.kind == "supply_head":
                self.warnings.append(t("probe.holland44.head_marker", where=f"markers[{n}]"))
            markers[f"given-{n + 1}"] = Marker(marker.kind, marker.hex)
        return replace(
            start,
            clock=clock,
            pieces=pieces,
            stacks=stacks,
            markers=markers,
            hexsides=hexsides,
            control=control,
            tracks=tracks,
            pending=(),
        )

    def _piece(self, n: int, unit: UnitIn) -> Piece:
        setting_ = self.setting
        name = unit.id
        if name not in self.counters:
            asked = unit.counter or unit.id
            try:
                name = setting_.counters.resolve(asked)
            except KeyError:
                known = setting_.counters.pieces
                raise given_units.unknown_counter(asked, known, n) from None
        counter = setting_.roster.counter(name)
        if name not in self.counters:
            self._unused_values(n, unit)
        if unit.counter is not None:
            given_units.check_side(unit, n, unit.counter, counter.side)
        place = self._place(unit.hex, f"units[{n}].hex")
        dead = counter.steps == 0 or setting_.places.name(place).startswith("eliminated-")
        steps = given_units.steps_left(unit, n, counter.steps, may_be_none=dead)
        return Piece(name, counter.side, place, steps, frozenset(unit.status))

    def _unused_values(self, n: int, unit: UnitIn) -> None:
        """A counter has its own values: others beside it are a mistake worth telling."""
        extra = unit.model_fields_set - {"id", "counter", "hex", "steps", "status", "side"}
        if extra:
            fields = ", ".join(sorted(extra))
            self.warnings.append(t("probe.ignored", where=f"units[{n}]", fields=fields))

    def _place(self, name: str, where: str) -> int:
        places = self.setting.places
        if name in places:
            return places.index(name)
        if f"area-{name}" in places:
            return places.index(f"area-{name}")
        raise Refused("unknown_hex", t("probe.hex", hex=name), where)

    def _bridges(self) -> dict[str, str]:
        found: dict[str, str] = {}
        sides = self.setting.board.sides
        if self.setting.diagram:
            for bridge in self.setting.board.bridges.values():
                if bridge.kind != "ferry":
                    found[bridge.hexside] = "wired"
        for name, state in self.given.bridges.items():
            side = ordered(name)
            known = sides.get(side) if side else None
            if known is None or not any(b.kind not in ("ferry", "pontoon") for b in known.bridges):
                raise Refused("bad_position", t("probe.bridge", hexside=name), f"bridges.{name}")
            found[known.name] = state
        return found


def _armor(kind: str, unit: UnitIn) -> tuple[int | None, bool]:
    """The armour value of an inline unit, and whether it is an anti-tank unit's."""
    if isinstance(unit.antitank, bool):
        return unit.armor, unit.antitank
    if unit.antitank is not None:
        return unit.antitank, True
    return unit.armor, kind in ANTITANK


def _stacking(kind: str, free: bool | None) -> Literal["normal", "free", "none"]:
    if kind in ("supply_head", "unknown"):
        return "none"
    is_free = kind in FREE if free is None else free
    return "free" if is_free else "normal"


def _title(nationality: str | None, side: str) -> str:
    if nationality is None:
        return "British" if side == "allied" else "Heer"
    return nationality[:1].upper() + nationality[1:]


def _formation(name: str | None, base: Setting) -> str:
    """A formation by its full name or the beginning of it; any other name is one of its own."""
    if name is None:
        return NO_FORMATION
    known = base.counters.formations
    if name in known:
        return name
    close = [f for f in known if f.startswith(name) and not known[f].members]
    return close[0] if len(close) == 1 else name


def _division(formation: str, base: Setting) -> str | None:
    return next(
        (c.division for c in base.counters if c.formation == formation and c.division), None
    )


def _diagram(base: Setting, given: BoardIn, source: str) -> Setting:
    """A setting on a diagram board."""
    if _cached.cache_info().currsize > MOST_DIAGRAMS:
        _cached.cache_clear()
    content = orjson.dumps(given.model_dump(mode="json", by_alias=True))
    return _cached(content, base.scenario.id, source)


@cache
def _cached(content: bytes, scenario: str, source: str) -> Setting:
    base = setting(scenario, source)
    given = BoardIn.model_validate_json(content)
    board = diagram_board(given, base.board.areas)
    boxes = dict.fromkeys([*base.module.displays, *(f"area-{name}" for name in given.areas)])
    return Setting(base.module, base.scenario, base.book, board, Places(board.numbers, boxes))
