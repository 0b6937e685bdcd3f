"""Convert the rules' answers into marks on the board and text in the Advice tab."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from engine.i18n import t
from holland44_qt.advice import board_questions
from holland44_qt.advice.advice_marks import Cost, DrawnPath, Sight
from holland44_qt.advice.advice_words import (
    areas_html,
    chip,
    heading,
    own_supply_words,
    paragraph,
    reach_html,
    reasons_line,
    source_name,
    trace_html,
    why_html,
)
from holland44_qt.advice.verdict_places import blamed

if TYPE_CHECKING:
    from engine.rules.answers import Cut, Odds, Reach, SupplyLine, UnitView, WhyNot
    from engine.rules.ports import Answers

MOST_NAMES = 12
"""Maximum number of units named in a sentence; the others are only marked on the board."""


class SightBuilder:
    """Builder of a ``Sight`` and its explanation, one question at a time."""

    def __init__(self, position: Answers) -> None:
        self.position = position
        self.sight = Sight()
        self._texts: list[str] = []
        self.reasons = ""
        """Why the hex under the mouse cannot be reached, in one line."""
        self.refusal = ""
        """The same in full, as rich text."""

    @property
    def html(self) -> str:
        """Return the whole explanation, the latest question first."""
        return "".join(reversed(self._texts))

    def add(self, view: tuple[Sight, str]) -> None:
        """Add marks and their explanation."""
        more, html = view
        self.sight = replace(
            self.sight,
            **{
                f.name: _joined(getattr(self.sight, f.name), getattr(more, f.name))
                for f in fields(Sight)
            },
        )
        self._texts.append(html)

    def zones(self, side: str) -> None:
        """Mark the zone of control and the bonds of a side."""
        front = self.position.zones(side)
        self.sight = replace(self.sight, fronts=(*self.sight.fronts, front))
        name = self.position.ruleset.module.side_name(side)
        text = t(
            "advice.zones",
            hexes=len(front.hexes),
            across=len({b.hex for b in front.bonds if b.hex is not None}),
            along=len({b.hexside for b in front.bonds if b.hexside is not None}),
        )
        self._texts.append(heading(t("advice.zones.title", side=name)) + paragraph(text))

    def supply(self, side: str) -> None:
        """Mark the units of a side that are in supply and out of supply."""
        position = self.position
        hexes = position.ruleset.places.hex_count
        on_map = {u.id: u.place for u in position.units(side) if u.place < hexes}
        lines = position.supply(side)
        states = {unit: lines[unit].supplied for unit in on_map if unit in lines}
        marks = dict(self.sight.supplied)
        for unit, supplied in states.items():
            place = on_map[unit]
            good, bad = marks.get(place, (0, 0))
            marks[place] = (good + supplied, bad + (not supplied))
        self.sight = replace(self.sight, supplied=marks)
        without = [position.name(unit) for unit, supplied in states.items() if not supplied]
        name = position.ruleset.module.side_name(side)
        text = heading(t("advice.supply.title", side=name))
        count = len(states) - len(without)
        text += paragraph(t("advice.supply", supplied=count, unsupplied=len(without)))
        if without:
            named = ", ".join(without[:MOST_NAMES]) + ("…" if len(without) > MOST_NAMES else "")
            text += paragraph(t("advice.supply.without", units=named))
        self._texts.append(text)

    def trace(self, unit: str | None) -> None:
        """Mark the supply path of a unit, or where the path is cut and by which unit."""
        position = self.position
        known = unit is not None and position.unit(unit) is not None
        line = position.supply_of(str(unit)) if known else None
        if line is None:
            self._texts.append(paragraph(t("advice.trace.nobody")))
            return
        self._texts.append(trace_html(position, line))
        if line.supplied:
            path = self._hexes(line.path)
            if path:
                supply = DrawnPath(path, "supply", self._source(line))
                self.sight = replace(self.sight, paths=(*self.sight.paths, supply))
            return
        enemies = [position.unit(cut.unit) for cut in line.cuts if cut.unit is not None]
        culprits = [enemy.place for enemy in enemies if enemy is not None]
        self.sight = replace(
            self.sight,
            cuts=self._numbered(line.cuts),
            culprits=tuple(dict.fromkeys((*self.sight.culprits, *culprits))),
        )

    def reach(
        self, units: Sequence[UnitView], hovered: int, chosen: int, *, dragged: bool = False
    ) -> None:
        """Mark the hexes that units can reach, and the path or the verdicts for the hex under the
        mouse.

        For ``dragged`` units the dragged path is drawn.
        """
        position = self.position
        if not units:
            self._texts.append(paragraph(t("advice.reach.nobody")))
            return
        reach = position.reach(board_questions.ids(units))
        costs = {
            place: Cost(chip(a, reach), a.mode, a.stop is not None)
            for place, a in reach.hexes.items()
        }
        on_map = reach.start < position.ruleset.places.hex_count
        self.sight = replace(
            self.sight,
            reach=costs,
            start=reach.start if on_map else None,
            exits=self._exits(reach),
        )
        if len(units) < chosen:
            where = position.where(reach.start)
            self._texts.append(paragraph(t("advice.reach.apart", hex=where)))
        if hovered < 0 or hovered == reach.start or hovered in reach.hexes:
            beyond = areas_html(position, reach, board_questions.beyond(position, units, hovered))
            stuck = on_map and not reach.hexes and not reach.boxes
            against = board_questions.against_all(position, units, reach.start) if stuck else ()
            self._texts.append(reach_html(position, reach, hovered, against) + beyond)
            if not dragged:
                self._arrival(reach, hovered)
            return
        own = board_questions.ids(units)
        why = position.why_not(own, hovered, near=True)
        self.reasons = reasons_line(position, why, own)
        beyond = areas_html(position, reach, board_questions.beyond(position, units, hovered))
        self.refusal = why_html(position, why, own)
        self._texts.append(self.refusal + beyond)
        self._refusal(why, {u.id for u in units})

    def plans(self) -> None:
        """Mark the declared combats that are not yet resolved."""
        self.sight = replace(self.sight, plans=self.position.plans())

    def attack(self, odds: Odds) -> None:
        """Mark the target of an attack or barrage and the attacking hexes."""
        units = (self.position.unit(name) for name in odds.attackers or odds.support)
        hexes = self._hexes(dict.fromkeys(u.place for u in units if u is not None))
        self.sight = replace(self.sight, target=odds.plan.target, attackers=hexes)

    # -- parts ------------------------------------------------------------------------------------

    def _exits(self, reach: Reach) -> dict[int, str]:
        """Mark the hexes where units may exit into entry areas, with their labels."""
        marks: dict[int, list[str]] = {}
        for place, arrival in sorted(reach.boxes.items()):
            edge = arrival.path[-2]
            if edge < self.position.ruleset.places.hex_count:
                words = chip(arrival, reach)
                mark = t("advice.exit", area=self.position.number(place), cost=words)
                marks.setdefault(edge, []).append(mark)
        return {edge: "  ".join(some) for edge, some in marks.items()}

    def _arrival(self, reach: Reach, place: int) -> None:
        arrival = reach.hexes.get(place)
        if arrival is not None:
            path = DrawnPath(self._hexes(arrival.path), "move")
            self.sight = replace(self.sight, paths=(*self.sight.paths, path))

    def _refusal(self, why: WhyNot, own: set[str]) -> None:
        forbidding = [v for v in why.verdicts if v.level == "forbid"]
        blame = blamed(self.position, forbidding, own)
        path = self._hexes(why.path)
        rules = dict.fromkeys(v.rule for v in forbidding)
        paths = (DrawnPath(path, "barred"),) if len(path) > 1 else ()
        self.sight = replace(
            self.sight,
            paths=(*self.sight.paths, *paths),
            culprits=blame.culprits,
            hexes=tuple(dict.fromkeys((*blame.hexes, why.target))),
            sides=blame.sides,
            tags={why.target: ", ".join(rules)} if rules else {},
        )

    @staticmethod
    def _numbered(cuts: Iterable[Cut]) -> dict[int, str]:
        """Number the cuts of supply by hex as in the explanation; a hex may have two reasons."""
        numbers: dict[int, list[str]] = {}
        for k, cut in enumerate(cuts, 1):
            numbers.setdefault(cut.place, []).append(str(k))
        return {place: ",".join(some) for place, some in numbers.items()}

    def _hexes(self, places: Iterable[int]) -> tuple[int, ...]:
        """Return those places that are hexes."""
        count = self.position.ruleset.places.hex_count
        return tuple(place for place in places if place < count)

    def _source(self, line: SupplyLine) -> str:
        source = line.source or ""
        if source == "landing":
            return t("advice.source.landing")
        if own_supply_words(self.position, line):
            return ""
        return source_name(self.position, source) or source


def _joined(old: Any, new: Any) -> Any:
    """Merge two sets of marks: tuples and mappings add up."""
    if not new:
        return old
    if isinstance(new, tuple):
        return (*old, *new)
    return {**(old or {}), **new} if isinstance(new, Mapping) else new
