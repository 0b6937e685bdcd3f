"""Duties and options of a phase, arrivals, and the score."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from engine.core import actions as act
from engine.games.holland44.answers.decisions import question
from engine.games.holland44.constants import AIR_UNITS
from engine.games.holland44.orders import combat_orders, legal_orders
from engine.games.holland44.position import Position
from engine.games.holland44.rules.ch06_stacking import (
    has_too_many_steps,
    is_overstacked,
    load_of,
)
from engine.games.holland44.rules.ch08_movement.progress import has_moved
from engine.games.holland44.rules.ch09_declaration import attacks_on, targets
from engine.games.holland44.rules.ch22_first_wave import still_aloft
from engine.games.holland44.rules.ch25_unknown import SPENT
from engine.games.holland44.rules.ch26_victory import victory_points
from engine.games.holland44.tracks import AIR, FOUGHT
from engine.games.holland44.units import Unit
from engine.i18n import language, t
from engine.rules import answers
from engine.rules.base.sequence import WINNER
from engine.rules.by_hand import moved_by_hand
from engine.rules.unmoved import line_of_unmoved

LOSES_STEPS = frozenset({"movement", "combat"})
"""Phases that end with the loss of steps above nine in a hex (6.4.1)."""


# -- duties ---------------------------------------------------------------------------------------


def checklist(position: Position) -> tuple[answers.CheckItem, ...]:
    """List the active side's pending duties and possible actions in the phase: duties first."""
    items = list(_duties(position))
    of_phase = PHASES.get(position.state.clock.phase)
    if of_phase is not None and position.state.clock.active in position.fronts:
        items += of_phase(position, position.state.clock.active)
    items.sort(key=lambda item: item.weight == "possible" and item.rule == "6.4.1")
    return tuple(items) or (answers.CheckItem("done", t("ruling.check.nothing")),)


def _duties(position: Position) -> Iterator[answers.CheckItem]:
    asked = question(position)
    if asked is not None:
        yield answers.CheckItem(
            "owed", t("ruling.holland44.check.decide", what=asked.title), asked.places
        )
    yield from _overstacked(position, position.state.clock.active)


def _overstacked(position: Position, side: str) -> Iterator[answers.CheckItem]:
    """6.4.1: steps above nine are lost at the end of a movement or combat phase, and no earlier.

    In other phases, as after first landings overstacked by the set-up, one line warns of it.
    """
    full = {
        place: stack
        for place, stack in sorted(position.stacks.get(side, {}).items())
        if is_overstacked(stack)
    }
    phase = position.state.clock.phase
    doomed = {place: stack for place, stack in full.items() if has_too_many_steps(stack)}
    if phase in LOSES_STEPS:
        for place, stack in doomed.items():
            key = f"ruling.holland44.check.too_many.{phase}"
            words = t(key, hex=position.where(place), steps=load_of(stack).steps)
            units = tuple(u.id for u in stack)
            yield answers.CheckItem("warning", words, (place,), units, rule="6.4.1")
    elif doomed:
        yield _hexes_in_one(position, "ruling.holland44.check.overstacked.later", doomed)
    stays = {place: stack for place, stack in full.items() if place not in doomed}
    if stays:
        yield _hexes_in_one(position, "ruling.holland44.check.overstacked", stays)


def _hexes_in_one(
    position: Position, key: str, stacks: Mapping[int, Sequence[Unit]]
) -> answers.CheckItem:
    """Return one line about several overstacked hexes."""
    words = t(key, hexes=", ".join(position.where(place) for place in stacks))
    return answers.CheckItem("possible", words, tuple(stacks), rule="6.4.1")


def _airlanding(position: Position, side: str) -> Iterator[answers.CheckItem]:
    yield from _count("aloft", still_aloft(position))


def _movement(position: Position, side: str) -> Iterator[answers.CheckItem]:
    for target in targets(position, side):
        # Units that could make the attack together come first (8.7).
        order = next(attacks_on(position, side, target), None)
        if order is not None:
            count, where = len(order.attackers), position.where(target)
            text = t("ruling.holland44.check.automatic", hex=where, count=count)
            yield answers.CheckItem("possible", text, (target,), order.attackers, target, "8.7")
    state = position.state
    idle = [
        u
        for u in position.units.values()
        if u.profile.side == side
        and u.profile.movement > 0
        and not has_moved(state.tracks, u.id)
        and not moved_by_hand(state, u.id)
    ]
    waiting = [u for u in idle if position.area_of(u.place) is not None]
    on_map = [u for u in idle if position.area_of(u.place) is None and not u.profile.unknown]
    yield from _count("areas", waiting)
    yield from line_of_unmoved(on_map)


def _may_attack(unit: Unit, tracks: Mapping[str, object]) -> bool:
    """Return whether a unit may still attack in the phase (9.1, 14.2, 25.3.3)."""
    profile = unit.profile
    able = profile.attack > 0 and profile.good_order and not profile.artillery
    return able and FOUGHT + unit.id not in tracks and profile.status.isdisjoint(SPENT)


def _may_assault(stack: Sequence[Unit]) -> bool:
    """Return whether a stack has engineers to assault a major river with (9.5.3)."""
    return any(u.profile.counter.kind == "engineer" for u in stack)


def _combat(position: Position, side: str) -> Iterator[answers.CheckItem]:
    tracks, ring = position.state.tracks, position.ground.ring
    blocked = position.crossings.blocked
    stacks = position.stacks[side]
    fresh = {place: [u for u in stack if _may_attack(u, tracks)] for place, stack in stacks.items()}
    for place, stack in stacks.items():  # 20.2.5
        if any("replacement" in u.profile.status for u in stack):
            fresh[place] = []
    for target, stack in sorted(position.enemy(side).stacks.items()):
        if any(tracks.get(FOUGHT + u.id) == "defended" for u in stack):
            continue
        able = [
            u
            for i in ring[target]
            if (i, target) not in blocked or _may_assault(stacks.get(i, ()))
            for u in fresh.get(i, ())
        ]
        if able:
            text = t("ruling.check.target", hex=position.where(target), count=len(able))
            ids = tuple(u.id for u in able)
            yield answers.CheckItem("possible", text, (target,), ids, target)
    if side == "allied":
        left = AIR_UNITS.get(position.weather, 0) - int(tracks.get(AIR) or 0)
        if left > 0:
            yield answers.CheckItem("possible", t("ruling.holland44.check.air", count=left))
    yield from _count("guns", [u for u in _guns(position, side) if "fired" not in u.profile.status])


def _reorganization(position: Position, side: str) -> Iterator[answers.CheckItem]:
    disordered = [
        u
        for u in position.units.values()
        if u.profile.side == side and (not u.profile.good_order or "engaged" in u.profile.status)
    ]
    yield from _count("disordered", disordered)


def _guns(position: Position, side: str) -> list[Unit]:
    return [u for u in position.units.values() if u.profile.side == side and u.profile.artillery]


def _count(what: str, units: Sequence[Unit]) -> Iterator[answers.CheckItem]:
    """Yield one line about some units, if there are any."""
    if units:
        text = t(f"ruling.holland44.check.{what}", count=len(units))
        places = dict.fromkeys(u.place for u in units)
        yield answers.CheckItem("possible", text, tuple(places), tuple(u.id for u in units))


PHASES: dict[str, Callable[[Position, str], Iterator[answers.CheckItem]]] = {
    "airlanding": _airlanding,
    "movement": _movement,
    "combat": _combat,
    "reorganization": _reorganization,
}
"""The possible actions by phase. The other phases have none, or only decisions."""


# -- orders beside moves and attacks --------------------------------------------------------------


def orders(position: Position, units: Sequence[str]) -> tuple[answers.Order, ...]:
    """Return the orders that units may be given now, other than moves and attacks."""
    clock, pending = position.state.clock, position.state.pending
    mine = [
        position.units[u]
        for u in units
        if u in position.units and position.units[u].profile.side == clock.active
    ]
    if pending and pending[-1].kind != "advance":
        return ()
    actions: list[act.Action] = [a for u in mine for a in legal_orders(position, u)]
    if clock.phase == "combat" and not pending:
        names = {u.id for u in mine}
        actions += [a for a in combat_orders(position) if getattr(a, "unit", None) in names]
    return tuple(
        answers.Order(order_words(position, a), a)
        for a in actions
        if not isinstance(a, act.MoveUnits)
    )


def order_words(position: Position, action: act.Action) -> str:
    """Return an order as the text of a menu item."""
    match action:
        case act.SplitUnit():
            name, part = position.name(action.unit), position.name(action.part)
            return t("ruling.holland44.order.split", unit=name, part=part)
        case act.JoinUnits():
            name, into = position.name(action.unit), position.name(action.into)
            return t("ruling.holland44.order.join", unit=name, into=into)
        case act.PlaceMarker():
            marker = position.setting.module.marker_name(action.marker)
            key = "ruling.holland44.order.mark" if action.on else "ruling.holland44.order.unmark"
            return t(key, unit=position.name(action.unit), marker=marker)
        case act.TakeAdvance():
            return t("ruling.holland44.order.advance", unit=position.name(action.unit))
        case act.Disengage():
            return t("ruling.holland44.order.disengage", unit=position.name(action.unit))
    return action.kind.replace("_", " ")


# -- arrivals and score ---------------------------------------------------------------------------


def arrivals(position: Position, turn: int | None = None) -> tuple[answers.Arrival, ...]:
    """Return the units waiting in entry areas, and those arriving on this turn and later (19)."""
    module, state = position.setting.module, position.state
    coming: dict[tuple[int, str], list[str]] = {}
    for display in module.displays.values():
        if display.kind != "turn":
            continue
        due = int(display.args["turn"])
        for name in state.stack(position.places.index(display.id)):
            counter = position.setting.roster.counter(state.pieces[name].counter)
            if counter.arrival.area and due >= position.turn:
                coming.setdefault((due, counter.arrival.area), []).append(name)
    arriving = []
    for letter in sorted(position.board.areas):
        place = position.area_place(letter) if f"area-{letter}" in position.places else -1
        waiting = tuple(u.id for u in position.areas.get(place, ()))
        if waiting and turn in (None, position.turn):
            arriving.append(_arrival(position, position.turn, letter, waiting, waiting_now=True))
    for (due, letter), names in sorted(coming.items()):
        if turn in (None, due):
            arriving.append(_arrival(position, due, letter, tuple(names), waiting_now=False))
    return tuple(arriving)


def _arrival(
    position: Position, turn: int, letter: str, units: tuple[str, ...], *, waiting_now: bool
) -> answers.Arrival:
    side = position.area_side(letter)
    hexes = tuple(sorted(position.board.areas[letter].hexes))
    text = t("advice.arrival.mark", area=letter, who=position.setting.module.side_name(side))
    return answers.Arrival(turn, side, units, hexes, text, waiting_now)


def standing(position: Position) -> answers.Standing:
    """Return points, victory hexes, and the winner (26)."""
    worths = position.board.victory_hexes
    holders = {i: position.control(i) for i in worths}

    def listed() -> tuple[answers.Objective, ...]:
        number, where = position.number, position.where
        return tuple(
            answers.Objective(number(i), where(i), i, holder, {"allied": worths[i]}, "26.5.1")
            for i, holder in holders.items()
        )

    key = "objectives", language(), *holders.values()
    objectives = position.setting.latest(key, (), listed)
    winner = position.state.tracks.get(WINNER)
    return answers.Standing(
        victory_points(position), objectives, None if winner is None else str(winner)
    )
