"""From phase to phase: what ends with one, what begins with the next (3, 4, 14.4, 18, 19, 26)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.core import effects as fx
from engine.core.effects import Clock
from engine.core.verdicts import Verdict
from engine.games.holland44.book import Step
from engine.games.holland44.deciding import Args, Handler, Option, units_in
from engine.games.holland44.ground import MECHANIZED
from engine.games.holland44.losses import FRESH, lose_step
from engine.games.holland44.meta import FOUGHT, HEADS_LAST_TURN, ROAD_BONUS, SLIPPED
from engine.games.holland44.position import Position, Setting
from engine.games.holland44.progress import ADVANCED, MOVED, MOVING, SHIFTED, SPLIT, STRUCK
from engine.games.holland44.relocating import RELOCATED
from engine.games.holland44.stacks import has_too_many_steps
from engine.games.holland44.supplying import LANDED, supply_of
from engine.games.holland44.units import Unit
from engine.games.holland44.victory import outcome, victory_points
from engine.games.holland44.work import Work
from engine.rules.registry import say
from engine.rules.sequence import Sequence
from engine.rules.tables import Chart, lookup

WINNER = "winner"
"""Track of the side that has won; nothing follows."""

SHIFTED_AREAS = ("A", "L")
AREAS_CHANGE = 7
"""19.2.2: entry areas that the Germans lose at the start of this turn."""

COMBAT_TRACKS = (FOUGHT, ADVANCED, ROAD_BONUS, SHIFTED, "air-used", "auto-ds/", "combat")
REPLACED = "replaced/"
"""Track of a replacement that has been used in the phase, by where it came from (20.2)."""

MOVE_TRACKS = (MOVED, MOVING, ADVANCED, SPLIT, STRUCK, RELOCATED, "ferry/", REPLACED)


def sequence_of(setting: Setting) -> Sequence:
    """The sequence of play of a scenario."""
    key = "sequence"
    memo = setting.ground.memo
    if (key, setting.scenario.id) not in memo:
        memo[key, setting.scenario.id] = Sequence.of(setting.module, setting.scenario.id)
    found: Sequence = memo[key, setting.scenario.id]
    return found


def next_clock(position: Position) -> Clock | None:
    """The phase that follows; None where the game is over (26.1)."""
    if position.state.tracks.get(WINNER):
        return None
    return sequence_of(position.setting).after(position.state.clock)


def next_phase(work: Work) -> None:
    """End a phase and begin the next, as the book's steps say; not while something is owed."""
    clock = work.state.clock
    steps = work.setting.book.steps
    ending = steps.get(clock.phase, Step(clock.phase))
    if any(owed(work) for owed in ending.owes):
        return
    following = next_clock(work.position)
    if following is None:
        return
    for end in ending.ends:
        end(work, clock.active)
    work.do(fx.SetPhase(before=clock, after=following))
    if following.turn != clock.turn:
        _new_turn(work)
    beginning = steps.get(following.phase, Step(following.phase))
    for begin in beginning.begins:
        begin(work, following.active)


# -- ends of phases -------------------------------------------------------------------------------


def overstacks_owed(work: Work) -> bool:
    """6.4.1: while steps are owed, the phase does not end."""
    side = work.state.clock.active
    owed = [i for i, stack in work.position.stacks[side].items() if has_too_many_steps(stack)]
    for i in sorted(owed, reverse=True):
        work.ask("overstack", side, hex=work.setting.places.name(i))
    return bool(owed)


class Overstack(Handler):
    """6.4.1: the owner takes off steps beyond nine, one after the other."""

    kind = "overstack"

    def options(self, position: Position, args: Args) -> list[Option]:
        """The units of the hex that count for stacking."""
        stack = position.stack(position.places.index(args["hex"]))
        if not has_too_many_steps(stack):
            return []
        counting = [u for u in stack if u.p.counter.stacking == "normal"]
        return [Option(u.id, (u.id,)) for u in counting]

    def answer(self, work: Work, args: Args, option: Option) -> None:
        """Take a step off, and ask on."""
        side = work.state.pieces[option.units[0]].side
        lose_step(work, option.units[0])
        work.ask("overstack", side, **args)

    def refuse(self, position: Position, args: Args, words: Iterable[str]) -> Iterator[Verdict]:
        """Why the loss of a unit would not help."""
        stack = position.stack(position.places.index(args["hex"]))
        for unit in units_in(position, words):
            if unit in stack and unit.p.counter.stacking == "normal":
                continue
            key = "free" if unit in stack else "elsewhere"
            where = position.where(position.places.index(args["hex"]))
            yield say("6.4.1", key, units=[unit.id], unit=position.name(unit.id), hex=where)


def forget_combat(work: Work, side: str) -> None:
    """8.7, 9.5.3: what is remembered, and markers that last, for a combat phase."""
    work.clear_tracks(*COMBAT_TRACKS)
    for unit in own_units(work, side):
        work.status(unit.id, remove=["auto_ds", "river_assault"])
    for name, marker in sorted(work.state.markers.items()):
        if marker.kind == "river_assault":
            work.marker(name, None)


def _new_turn(work: Work) -> None:
    """The afternoon has the weather rolled for it (4.1); areas A and L fall on turn 7 (19.2.2)."""
    work.clear_tracks(LANDED, FRESH)
    position = work.position
    if position.time == "PM":
        work.track("weather", str(work.state.tracks.get("weather-pm") or position.weather))
    if position.turn != AREAS_CHANGE:
        return
    for letter in SHIFTED_AREAS:
        if f"area-{letter}" not in work.setting.places or letter not in position.board.areas:
            continue
        near = position.ground.area_neighbours[letter]
        friendly = [a for a in near if position.area_side(a) == "german"]
        for unit in list(position.areas.get(position.area_place(letter), ())):
            if unit.p.side == "german" and friendly:
                work.put(unit.id, f"area-{friendly[0]}")
                disorder(work, unit)


def disorder(work: Work, unit: Unit) -> None:
    """One level down: disrupted, and a disrupted unit goes into full retreat (14.1.2)."""
    if unit.p.good_order:
        work.status(unit.id, add=["disrupted"], remove=["engaged"])
    else:
        work.status(unit.id, add=["full_retreat"], remove=["disrupted"])


def own_units(work: Work, side: str) -> list[Unit]:
    """A side's units on the map and in entry areas, by id."""
    position = work.position
    return sorted((u for u in position.units.values() if u.p.side == side), key=lambda u: u.id)


def forget_moves(work: Work, _: str) -> None:
    """8.1: what units have moved is forgotten when the movement phase is over."""
    work.clear_tracks(*MOVE_TRACKS)


# -- beginnings of phases -------------------------------------------------------------------------


def weather_roll(work: Work, _: str) -> None:
    """4.1: two dice, the first for the morning and the second for the afternoon."""
    chart = Chart.model_validate(work.setting.module.chart("weather"))
    modifiers = chart.on_turn(work.position.turn)
    for column, track in (("AM", "weather"), ("PM", "weather-pm")):
        die = work.throw(f"weather:{column}")
        work.track(track, lookup(chart, die, column, modifiers).result)


def reorganize(work: Work, side: str) -> None:
    """14.4: markers come off, disordered units recover; in EZOC they roll for it."""
    chart = Chart.model_validate(work.setting.module.chart("recovery"))
    zone = work.position.enemy(side).zone
    for unit in own_units(work, side):
        work.status(unit.id, remove=["scattered", "engaged", "replacement", "spent", "ferry"])
        if unit.p.good_order:
            continue
        levels = 1
        if unit.place in zone and SLIPPED + unit.id not in work.state.tracks:
            quality = [unit.p.quality] if unit.p.quality in ("elite", "low") else []
            die = work.throw(f"recovery:{unit.id}")
            found = lookup(chart, die, modifiers=[chart.modifier(q) for q in quality])
            levels = int(str(chart.results[found.result]["levels"]))
        if levels and unit.p.full_retreat:
            work.status(unit.id, add=["disrupted"], remove=["full_retreat"])
        elif levels:
            work.status(unit.id, remove=["disrupted"])
    work.clear_tracks(SLIPPED)


def mark_supply(work: Work, side: str) -> None:
    """18.1: units out of supply are marked, others freed; 18.6: infantry over a canal dismounts."""
    search = supply_of(work.position, side)
    for unit in own_units(work, side):
        if unit.p.unknown or unit.p.head:
            continue
        line = search.line(unit)
        if not line.supplied:
            work.status(unit.id, add=["out_of_supply"], remove=["dismounted"])
            continue
        work.status(unit.id, remove=["out_of_supply"])
        if line.over_canal and side == "allied" and unit.p.cls == MECHANIZED:
            work.status(unit.id, add=["dismounted"])
    if side == "allied" and work.position.turn == HEADS_LAST_TURN:
        for unit in own_units(work, side):
            if unit.p.head:
                work.status(unit.id, add=["depleted"])


def count_victory(work: Work, _: str) -> None:
    """26: the points are counted; who has won is told by a track."""
    for side, points in victory_points(work.position).items():
        work.track(f"victory-{side}", points)
    over = sequence_of(work.setting).after(work.state.clock) is None
    winner = outcome(work.position, last=over)
    if winner is not None:
        work.track(WINNER, winner)
