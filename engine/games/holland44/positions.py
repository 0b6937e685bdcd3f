"""Positions in the probe's questions, checked and made into a setting and a state."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Literal

from engine.core.counters import Arrival, Counter, Face
from engine.core.places import Places
from engine.core.state import State
from engine.games.holland44.constants import GAME, NO_FORMATION, OPTIONAL_RULES, UNASKED
from engine.games.holland44.contents import BOOK, DECISIONS
from engine.games.holland44.diagram import diagram_board
from engine.games.holland44.position import Setting
from engine.games.holland44.position_schema import PositionIn, UnitIn
from engine.games.holland44.resolution import Resolution
from engine.games.holland44.vocabulary import Role
from engine.i18n import t
from engine.modules.module import Module, load_module
from engine.modules.setup import opening_state
from engine.request_fields import Refused
from engine.rules.base.scenario_base import ScenarioBase
from engine.rules.judge import DiceNeeded, Given
from engine.rules.positions.reader import Reader as BaseReader
from engine.rules.positions.shape import BoardIn, MarkerIn, parse
from engine.rules.positions.words import Words

VEHICLES = frozenset({"tank", "tank_destroyer", "flak", "artillery"})
MECHANIZED = VEHICLES | {"engineer", "bridging", "recon"}
FREE = frozenset({"engineer", "bridging", "flak", "artillery"})
TANKS = frozenset({"tank", "tank_destroyer"})
ANTITANK = frozenset({"tank_destroyer", "flak", "antitank"})
"""Traits of kinds of units, for inline units without their own (2.3.13, 6.2, 10.3.3)."""
ROLES: Mapping[str, Role] = {"unknown": "unknown", "supply_head": "supply_head"}
"""The kinds whose counters are not combat units (18.2, 25.1)."""

INLINE = "inline"
"""The basis of values that a question defines itself."""
ASKING = ("artillery_resupply", "bridge", "airlanding", "traffic")
"""The phases that begin with a question."""


@cache
def module(source: str = GAME) -> Module:
    """Return the data of the game, or of a copy of it, read once."""
    return load_module(source)


@cache
def setting(scenario: str, source: str = GAME) -> Setting:
    """S2.1: return the setting of a scenario on the real board."""
    return Setting(module(source), module(source).scenario(scenario), BOOK)


@cache
def opening(scenario: str, source: str = GAME) -> State:
    """4.1, 5.3.1, 24.5, 25.5, S1.2: return the state a scenario starts in."""
    real = setting(scenario, source)
    return opening_state(real.module, real.scenario)


@dataclass(frozen=True)
class Base(ScenarioBase[Setting]):
    """A scenario on its board, before the first action."""

    @property
    def known(self) -> Collection[str]:
        """Return the names of all pieces."""
        return self.setting.counters.pieces

    def counter(self, name: str) -> str | None:
        """Return the piece with a name used in a question."""
        try:
            return self.setting.counters.resolve(name)
        except KeyError:
            return None


@cache
def base(scenario: str, source: str = GAME) -> Base:
    """Return a scenario on the real board."""
    real = setting(scenario, source)
    return Base(real.board, real, opening(scenario, source))


def read(raw: Mapping[str, Any], source: str = GAME) -> tuple[Setting, State, list[str]]:
    """Return the setting and the state of a position, with warnings; raises Refused."""
    words = Words(module(source))
    given = parse(PositionIn, raw, words)
    reader = Reader(base(given.scenario, source), given, words, OPTIONAL_RULES)
    return *reader.read(), reader.warnings


class Reader(BaseReader[Base, PositionIn]):
    """Reads a given position into a scenario, whose set-up it overrides."""

    shape = PositionIn

    def read(self) -> tuple[Setting, State]:
        """Return the setting and the state; raises Refused with the place of the fault."""
        turn, times = self.given.turn, self.base.setting.times
        if turn is not None and turn not in times:
            sentence = t("probe.holland44.turn", turn=turn, last=max(times))
            raise Refused("bad_position", sentence, "turn")
        return super().read()

    def setting(self) -> Setting:
        """Return the scenario's setting, or one with the question's own board and units."""
        setting = self.base.setting
        if self.given.board is not None:
            setting = self.diagram(self._diagram)
            self.board = setting.board
        return setting.with_inline(self.own) if self.own else setting

    def _diagram(self, given: BoardIn) -> Setting:
        real = self.base.setting
        board = diagram_board(given, real.board.areas)
        boxes = dict.fromkeys([*real.module.displays, *(f"area-{name}" for name in given.areas)])
        return Setting(real.module, real.scenario, real.book, board, Places(board.numbers, boxes))

    def own_type(self, unit: UnitIn, side: str, kind: str, steps: int) -> Counter:
        """Return the counter of a unit with values of its own."""
        real = self.base.setting
        armor, antitank = _armor(kind, unit)
        tank = kind in TANKS or (kind == "recon" and armor is not None)
        formation = _formation(unit.formation, real)
        return Counter(
            id=unit.id,
            count=1,
            side=side,
            nationality=_title(unit.nationality, side),
            formation=formation,
            division=unit.division or _division(formation, real),
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

    def printed(self, setting: Setting, counter: str) -> Counter:
        """Return a counter."""
        return setting.roster.counter(counter)

    def place(self, setting: Setting, name: str, where: str) -> int:
        """Return the hex, box or entry area with a name."""
        area = f"area-{name}"
        known = area if name not in setting.places and area in setting.places else name
        return super().place(setting, known, where)

    @property
    def clears_control(self) -> bool:
        """Return whether hexes are uncontrolled unless the position says so: on a diagram."""
        return self.given.board is not None

    def bridges(self, setting: Setting) -> dict[str, str | None]:
        """Return the bridges; those of a diagram are wired."""
        crossings = [
            b for b in setting.board.bridges.values() if b.kind not in ("ferry", "pontoon")
        ]
        return dict.fromkeys((b.hexside for b in crossings), "wired" if setting.diagram else None)

    def marker_name(self, n: int, marker: MarkerIn) -> str:
        """Return the name of a marker."""
        if marker.kind == "supply_head":
            self.warnings.append(t("probe.holland44.head_marker", where=f"markers[{n}]"))
        return f"given-{n + 1}"

    def finished(self, setting: Setting, state: State) -> State:
        """Return the state with the question of its phase, if the phase begins with one."""
        return _begun(setting, state) if self.given.phase in ASKING else state


def _begun(setting_: Setting, state: State) -> State:
    """3: return a position at the start of a phase with the phase's question.

    The question may be left unanswered: the phase can be ended. Questions with one answer, which
    play settles itself, are asked too, since the position does not say whether they were settled.
    Without a question, or if dice must be rolled first, the position is unchanged.
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


def _armor(kind: str, unit: UnitIn) -> tuple[int | None, bool]:
    """Return an inline unit's armour value, and whether it is an anti-tank unit."""
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
    """Return a formation by its full name or a prefix of it; other names are new formations."""
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
