"""A position that answers what every game answers; a game adds the optional questions it has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NoReturn

from engine.core import actions as act
from engine.core.modes import Mode, house_rules
from engine.core.state import State
from engine.core.verdicts import Verdict
from engine.i18n import t
from engine.request_fields import NotAnswered
from engine.rules import answers
from engine.rules.house import under
from engine.rules.ports import Ruleset


class PlainPosition:
    """One state: units are the pieces on the map, and no optional question is answered."""

    def __init__(self, ruleset: Ruleset, state: State) -> None:
        self.ruleset = ruleset
        self.state = state

    def _not_answered(self, question: str) -> NoReturn:
        game = self.ruleset.module.meta.title
        raise NotAnswered(t("probe.op.not_here", game=game, op=question))

    # -- units and places -------------------------------------------------------------------------

    def unit(self, name: str) -> answers.UnitView | None:
        """A piece on the map; None for any other."""
        piece = self.state.pieces.get(name)
        if piece is None or not self.ruleset.places.is_hex(piece.place):
            return None
        counter = self.ruleset.module.counters.of(piece.counter)
        return answers.UnitView(
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

    def units(self, side: str | None = None) -> Iterable[answers.UnitView]:
        """The pieces on the map, of both sides or one."""
        for name, piece in self.state.pieces.items():
            if side in (None, piece.side) and (unit := self.unit(name)) is not None:
                yield unit

    def units_at(self, place: int) -> tuple[answers.UnitView, ...]:
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

    def zones(self, side: str) -> answers.Zones:
        """Not answered."""
        self._not_answered("zoc")

    def reach(self, units: Sequence[str], mode: str = "best") -> answers.Reach:
        """Not answered."""
        self._not_answered("reach")

    def why_not(self, units: Sequence[str], place: int, *, near: bool = False) -> answers.WhyNot:
        """The step straight there, and every reason against it."""
        start = self.state.pieces[units[0]].place
        path = (start, place)
        words = tuple(map(self.number, path))
        move = act.MoveUnits(units=tuple(units), path=words, mode=self.ruleset.modes[0])
        return answers.WhyNot(place, move.mode, path, tuple(self.judge(move)))

    def supply(self, side: str) -> Mapping[str, answers.SupplyLine]:
        """Not answered."""
        self._not_answered("supply")

    def supply_of(self, unit: str) -> answers.SupplyLine:
        """Not answered."""
        self._not_answered("supply")

    def plan(self, request: Mapping[str, Any]) -> answers.AttackPlan:
        """Not answered."""
        self._not_answered("odds")

    def prepared(self, plan: answers.AttackPlan) -> answers.Odds:
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

    def odds(self, plan: answers.AttackPlan) -> answers.Odds:
        """Not answered."""
        self._not_answered("odds")

    def bombard(
        self, firers: Sequence[str], target: int, **choices: str | int
    ) -> answers.Bombardment:
        """Not answered."""
        self._not_answered("bombard")

    def retreats(
        self, units: Sequence[str], hexes: int, battle: int | None = None, result: str = ""
    ) -> answers.Retreats:
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

    def question(self) -> answers.Question | None:
        """There are no decisions."""
        return None

    def barred(self) -> Mapping[int, answers.Barred]:
        """Nothing."""
        return {}

    def checklist(self) -> tuple[answers.CheckItem, ...]:
        """Nothing is owed."""
        return ()

    def stack_words(self, place: int) -> str:
        """Nothing."""
        return ""

    def plans(self) -> tuple[answers.Planned, ...]:
        """None: combats are fought when they are declared."""
        return ()

    def ribbon(self) -> answers.Ribbon | None:
        """None."""
        return None

    def conditions(self) -> tuple[answers.Condition, ...]:
        """Nothing special."""
        return ()

    def arrivals(self, turn: int | None = None) -> tuple[answers.Arrival, ...]:
        """Nobody."""
        return ()

    def standing(self) -> answers.Standing:
        """No points; the winner, once there is one."""
        return answers.Standing({}, (), self.ruleset.over(self.state))

    def orders(self, units: Sequence[str]) -> tuple[answers.Order, ...]:
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
