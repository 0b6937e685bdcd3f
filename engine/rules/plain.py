"""Where a rulebook begins: the ports with the plain answers of a game that has few rules.

A game's own classes inherit from these and say only what is theirs; ``docs/writing-rules.md`` walks
through it. Nothing here judges anything: a game that adds no clause allows every move and knows
none by itself. An optional question that the game does not list in ``questions`` is not answered.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from engine.board.board import Board
from engine.core import actions as act
from engine.core import effects as fx
from engine.core.dice import DiceSource
from engine.core.effects import Clock
from engine.core.modes import Mode, house_rules
from engine.core.places import Places
from engine.core.reducer import apply
from engine.core.resolve import Outcome
from engine.core.resolve import resolve as resolve_free
from engine.core.scenario import Scenario
from engine.core.state import State
from engine.core.verdicts import Verdict
from engine.i18n import t
from engine.modules import Module, load_module
from engine.questions import Refused
from engine.rules import answers as say
from engine.rules.house import under
from engine.rules.ports import (
    Auditor,
    GivenPosition,
    NotAnswered,
    OptionalRule,
    QuestionName,
    Reading,
    Rulebook,
)
from engine.rules.sequence import Sequence as SequenceOfPlay
from engine.setup import setup_effects

if TYPE_CHECKING:
    from engine.log.effect_words import Names
    from engine.log.entry import Entry
    from engine.report.facts import Facts

PLAIN_MODES = ("normal",)
"""The modes of movement of a game that knows one."""

WINNER = "winner"
"""The track that says who has won."""


class PlainPosition:
    """One state: units are the pieces on the map, and no optional question is answered."""

    def __init__(self, ruleset: PlainRuleset, state: State) -> None:
        self.ruleset = ruleset
        self.state = state

    def _not_answered(self, question: str) -> NoReturn:
        game = self.ruleset.module.meta.title
        raise NotAnswered(t("probe.op.not_here", game=game, op=question))

    # -- units and places -------------------------------------------------------------------------

    def unit(self, name: str) -> say.UnitView | None:
        """A piece on the map; None for any other."""
        piece = self.state.pieces.get(name)
        if piece is None or not self.ruleset.places.is_hex(piece.place):
            return None
        counter = self.ruleset.module.counters.of(piece.counter)
        return say.UnitView(
            id=name,
            counter=piece.counter,
            side=piece.side,
            place=piece.place,
            steps=piece.steps,
            kind=counter.kind,
            formation=counter.formation or "",
            status=piece.status,
            values=self.values_of(name),
        )

    def units(self, side: str | None = None) -> Iterable[say.UnitView]:
        """The pieces on the map, of both sides or one."""
        for name, piece in self.state.pieces.items():
            if side in (None, piece.side) and (unit := self.unit(name)) is not None:
                yield unit

    def units_at(self, place: int) -> tuple[say.UnitView, ...]:
        """The pieces on a hex."""
        views = map(self.unit, self.state.stack(place))
        return tuple(view for view in views if view is not None)

    def values_of(self, unit: str) -> Mapping[str, Any]:
        """The figures of the face that lies up."""
        piece = self.state.pieces.get(unit)
        if piece is None:
            return {}
        counter = self.ruleset.module.counters.of(piece.counter)
        face = counter.front
        if counter.face_name(piece.steps, piece.status) == "back" and counter.back is not None:
            face = counter.back
        values = {"attack": face.attack, "defense": face.defense, "movement": face.movement}
        return {**values, **face.values}

    def facts(self) -> Mapping[str, Any]:
        """Nothing beyond the state."""
        return {}

    def hex_facts(self, place: int) -> Mapping[str, Any]:
        """Nothing beyond the board."""
        return {}

    def control(self, place: int) -> str | None:
        """Who holds a hex or held it last."""
        return self.state.control.get(place) or self.ruleset.scenario.control_default or None

    def number(self, place: int) -> str:
        """The printed number of a hex, the id of a box."""
        return self.ruleset.places.name(place)

    def place(self, name: str) -> int | None:
        """The hex or box of a number or name."""
        places = self.ruleset.places
        return places.index(name) if name in places else None

    def where(self, place: int) -> str:
        """A place in a sentence."""
        return self.ruleset.names.place_name(self.number(place))

    def name(self, unit: str) -> str:
        """A unit in a sentence."""
        piece = self.state.pieces.get(unit)
        return unit if piece is None else self.ruleset.names.unit_name(piece.counter)

    # -- questions --------------------------------------------------------------------------------

    def zones(self, side: str) -> say.Zones:
        """Not answered."""
        self._not_answered("zoc")

    def reach(self, units: Sequence[str], mode: str = "best") -> say.Reach:
        """Not answered."""
        self._not_answered("reach")

    def why_not(self, units: Sequence[str], place: int, *, near: bool = False) -> say.WhyNot:
        """The step straight there, and every reason against it."""
        start = self.state.pieces[units[0]].place
        path = (start, place)
        words = tuple(map(self.number, path))
        move = act.MoveUnits(units=tuple(units), path=words, mode=self.ruleset.modes[0])
        return say.WhyNot(place, move.mode, path, tuple(self.judge(move)))

    def supply(self, side: str) -> Mapping[str, say.SupplyLine]:
        """Not answered."""
        self._not_answered("supply")

    def supply_of(self, unit: str) -> say.SupplyLine:
        """Not answered."""
        self._not_answered("supply")

    def plan(self, request: Mapping[str, Any]) -> say.AttackPlan:
        """Not answered."""
        self._not_answered("odds")

    def prepared(self, plan: say.AttackPlan) -> say.Odds:
        """The same as :meth:`odds`."""
        return self.odds(plan)

    def attackers(self, target: int) -> tuple[str, ...]:
        """Nobody."""
        return ()

    def has_fought(self, unit: str) -> bool:
        """No."""
        return False

    def targets(self, units: Sequence[str]) -> tuple[int, ...]:
        """None."""
        return ()

    def odds(self, plan: say.AttackPlan) -> say.Odds:
        """Not answered."""
        self._not_answered("odds")

    def bombard(self, firers: Sequence[str], target: int, **choices: str | int) -> say.Bombardment:
        """Not answered."""
        self._not_answered("bombard")

    def retreats(
        self, units: Sequence[str], hexes: int, battle: int | None = None, result: str = ""
    ) -> say.Retreats:
        """Not answered."""
        self._not_answered("retreat")

    def advances(
        self, units: Sequence[str], vacated: int, kind: str
    ) -> Mapping[int, tuple[int, ...]]:
        """Not answered."""
        self._not_answered("advance")

    def options(self) -> tuple[str, ...]:
        """There are no decisions."""
        return ()

    def question(self) -> say.Question | None:
        """There are no decisions."""
        return None

    def barred(self) -> Mapping[int, say.Barred]:
        """Nothing."""
        return {}

    def checklist(self) -> tuple[say.CheckItem, ...]:
        """Nothing is owed."""
        return ()

    def arrivals(self, turn: int | None = None) -> tuple[say.Arrival, ...]:
        """Nobody."""
        return ()

    def standing(self) -> say.Standing:
        """No points; the winner, once there is one."""
        return say.Standing({}, (), self.ruleset.over(self.state))

    def orders(self, units: Sequence[str]) -> tuple[say.Order, ...]:
        """None."""
        return ()

    def judge(self, action: act.Action) -> list[Verdict]:
        """What the rules say of an action, house rules included."""
        found = self.ruleset.judge(self.state, action)
        return under(house_rules(self.state), found, self.ruleset.fixed)

    def meant(self, action: act.Action, mode: Mode) -> act.Action:
        """A move by hand is a move by the rules, on the shortest way where hexes were left out."""
        if mode == "off" or not isinstance(action, act.MoveUnits):
            return action
        return action.model_copy(update={"mode": self.ruleset.modes[0]})

    def ask(self, op: str, request: Mapping[str, Any]) -> Mapping[str, Any]:
        """There are no questions of the game's own."""
        self._not_answered(op)


class PlainAuditor:
    """Judges each recorded action as if it were played now; what is not recorded it cannot know."""

    def __init__(self, ruleset: PlainRuleset) -> None:
        self._ruleset = ruleset

    def judge(self, before: State, entry: Entry) -> list[Verdict] | None:
        """The verdicts on an action; None for the set-up and what no rule speaks of."""
        if isinstance(entry.action, act.Setup | act.Note | act.Roll | act.SetRules):
            return None
        found = self._ruleset.judge(before, entry.action)
        return under(house_rules(before), found, self._ruleset.fixed)


class PlainRuleset:
    """The rules of one scenario of a module. Everybody may do everything, and time goes on."""

    questions: Collection[QuestionName] = frozenset()
    own_questions: tuple[str, ...] = ()
    options: Collection[str] = ()
    fixed: Collection[str] = ()
    modes: tuple[str, ...] = PLAIN_MODES
    advances: tuple[str, ...] = ()

    def __init__(self, rulebook: Rulebook, module: Module, scenario: str) -> None:
        self.rulebook = rulebook
        self.module = module
        self._scenario = scenario
        self._last: tuple[State, PlainPosition] | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return _remade, (type(self.rulebook), self.rulebook.id, self._scenario, self.module.source)

    @cached_property
    def scenario(self) -> Scenario:
        """The scenario."""
        return self.module.scenario(self._scenario)

    @property
    def board(self) -> Board:
        """The board."""
        return self.module.board

    @property
    def places(self) -> Places:
        """Hexes and boxes."""
        return self.module.places

    @property
    def names(self) -> Names:
        """What pieces and places are called."""
        return self.module

    @property
    def titles(self) -> Mapping[str, str]:
        """Our short title of each rule, by number."""
        return self.rulebook.titles

    @cached_property
    def sequence(self) -> SequenceOfPlay:
        """The phases and turns, from the module's charts."""
        found = SequenceOfPlay.of(self.module, self._scenario)
        assert found is not None, "a game with rules has a sequence and a calendar chart"
        return found

    def opening(self) -> State:
        """The state the scenario starts in."""
        return apply(State(), setup_effects(self.module, self.scenario), self.places)

    def position(self, state: State) -> PlainPosition:
        """A state as the rules see it; the same one for the same state."""
        if self._last is None or self._last[0] is not state:
            self._last = state, self.see(state)
        return self._last[1]

    def see(self, state: State) -> PlainPosition:
        """A new position of the game's own class."""
        return PlainPosition(self, state)

    def decision_name(self, kind: str) -> str:
        """A kind of decision in words."""
        return kind

    # -- judging and resolving --------------------------------------------------------------------

    def judge(self, state: State, action: act.Action) -> list[Verdict]:
        """No rule speaks."""
        return []

    def resolves(self, action: act.Action) -> bool:
        """Do the rules work out what an action does? The end of a phase, in any game."""
        return isinstance(action, act.NextPhase)

    def resolve(self, state: State, action: act.Action, dice: DiceSource) -> Outcome:
        """The effects of an action: the next phase, or what it does on a table without rules."""
        if not isinstance(action, act.NextPhase):
            return resolve_free(action, state, self.places, dice)
        following = self.following(state)
        if following is None:
            return (fx.SetTrack(track=WINNER, before=None, after=self.winner(state)),), ()
        return (fx.SetPhase(before=state.clock, after=following),), ()

    def winner(self, state: State) -> str:
        """Who wins as the last phase ends: a side, or a word for a game that nobody wins."""
        return "draw"

    # -- players ----------------------------------------------------------------------------------

    def allows(self, state: State, action: act.Action) -> bool:
        """Is an action legal, house rules included?"""
        found = under(house_rules(state), self.judge(state, action), self.fixed)
        return all(verdict.level != "forbid" for verdict in found)

    def legal(self, state: State, most: int, start: int = 0) -> say.Legal:
        """The end of the phase, and the legal actions of the active side's units in turn."""
        side = state.clock.active
        if self.over(state) is not None:
            return say.Legal(side, (), 0)
        end = act.NextPhase()
        found: list[act.Action] = [end] if self.allows(state, end) else []
        own = sorted(name for name, piece in state.pieces.items() if piece.side == side)
        left = len(own)
        for n in range(len(own)):
            if len(found) >= most:
                break
            found += self.actions_of(state, own[(start + n) % len(own)])
            left -= 1
        return say.Legal(side, tuple(found[:most]), left)

    def actions_of(self, state: State, unit: str) -> Iterator[act.MoveUnits]:
        """The legal steps of a unit to a hex next to it."""
        piece = state.pieces.get(unit)
        if piece is None or not self.places.is_hex(piece.place):
            return
        here = self.places.name(piece.place)
        for beside in self.board.neighbours[piece.place]:
            if beside < 0:
                continue
            path = here, self.places.name(beside)
            move = act.MoveUnits(units=(unit,), path=path, mode=self.modes[0])
            if self.allows(state, move):
                yield move

    def following(self, state: State) -> Clock | None:
        """The phase that follows; None after the last one."""
        return self.sequence.after(state.clock)

    def over(self, state: State) -> str | None:
        """The side that has won; None while play goes on."""
        found = state.tracks.get(WINNER)
        return None if found is None else str(found)

    def observe(self, state: State, side: str) -> State:
        """All of it: nothing is hidden."""
        return state

    def invariants(self, state: State, before: State) -> Iterable[str]:
        """Nothing is wrong."""
        return ()

    def auditor(self) -> Auditor:
        """A fresh auditor for a recorded game."""
        return PlainAuditor(self)


class PlainRulebook:
    """The rules of one game: its rulesets, and tables that are empty unless it says more."""

    version = "1.0"
    ruleset_class: type[PlainRuleset] = PlainRuleset
    titles: Mapping[str, str] = {}
    optional_rules: tuple[OptionalRule, ...] = ()
    readings: tuple[Reading, ...] = ()
    tables: tuple[str, ...] = ()

    def __init__(self, game: str) -> None:
        self.id = game
        self._rulesets: dict[tuple[str, str], PlainRuleset] = {}

    @cached_property
    def module(self) -> Module:
        """The game's own data."""
        return load_module(self.id)

    def coverage(self) -> tuple[say.CoverageRow, ...]:
        """What is done with each rule."""
        return ()

    def ruleset(self, scenario: str, module: Module | None = None) -> PlainRuleset:
        """The rules of a scenario, with the data of a module (by default the game's own)."""
        data = module or self.module
        known = scenario if scenario in data.meta.scenarios else data.meta.scenarios[0]
        key = data.hash, known
        if key not in self._rulesets:
            self._rulesets[key] = self.ruleset_class(self, data, known)
        return self._rulesets[key]

    def given(self, position: Mapping[str, Any]) -> GivenPosition:
        """The opening of a scenario; other positions cannot be described. Raises Refused."""
        for name in position:
            if name not in ("game", "scenario"):
                game = self.module.meta.title
                said = t("probe.op.not_here", game=game, op=f"load.position.{name}")
                raise Refused("not_supported", said, name)
        rules = self.ruleset(str(position.get("scenario", "")))
        return GivenPosition(rules, rules.opening())

    def table(self, name: str, request: Mapping[str, Any]) -> say.TableResult:
        """There are no tables. Raises Refused."""
        known = ", ".join(self.tables)
        raise Refused("bad_request", t("probe.table", name=name, known=known), "name")

    def facts(self, module: Module, scenario: str) -> Facts:
        """What any log tells."""
        from engine.report.facts import PlainFacts

        return PlainFacts(module)

    def compile(self, folder: Path) -> Iterator[tuple[str, bytes]]:
        """Nothing beyond what the modules' own compiler makes."""
        return iter(())


def _remade(book: type[PlainRulebook], game: str, scenario: str, source: str) -> Any:
    """The same rules in another process."""
    return book(game).ruleset(scenario, load_module(source))
