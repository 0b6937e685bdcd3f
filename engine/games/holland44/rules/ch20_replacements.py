"""20: replacements and returnees.

Elsewhere: 20.1 ``ch03_clock:sequence_of``; 20.1 ``mover:Mover.landing_objections``; 20.1
``ch17_resupply:resupply_phase``; 20.1 ``ch27_isolation:attrition``; 20.2.3
``ch18_supply:Supply.reaches``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.core.counters import Counter
from engine.core.verdicts import Verdict
from engine.games.holland44.constants import verdict
from engine.games.holland44.position import Position
from engine.games.holland44.resolution import Resolution
from engine.games.holland44.rules.ch08_movement.mover import Move
from engine.games.holland44.rules.ch09_attack import Attack
from engine.games.holland44.rules.ch11_steps import (
    AIRBORNE_TRACKS,
    free_remnants,
    gain_step,
    is_reduced,
    turned,
    whole,
)
from engine.games.holland44.rules.ch18_supply import supply_of
from engine.games.holland44.tracks import FRESH, MOVED, REMNANT, REPLACED
from engine.games.holland44.units import Unit
from engine.rules.base.clauses import clause
from engine.rules.base.decisions import Args, Choice, Handler
from engine.rules.base.named import places_in, units_in

FIRST_NIGHT = 8
"""20.2.1: the first turn of replacements."""
SOURCES = {
    "german": {"west": frozenset("BC"), "east": frozenset("FGHI")},
    "allied": {"south": frozenset("N")},
}
"""20.2.2: the entry areas from which each replacement of a night comes."""
OVER = "over"
NEVER = ("unknown", "supply_head", "artillery")


def ask_replacements(work: Resolution, side: str) -> None:
    """20.1, 20.2.1: ask for replacements in the movement phase of their owner."""
    work.ask("replacement", side, last=False)


def replacements_pending(work: Resolution) -> bool:
    """20.2.1: replacements unused at the start of the phase may be used at its end, or are lost."""
    side = work.state.clock.active
    if REPLACED + OVER in work.state.tracks or not any(_choices(work.position, side)):
        return False
    work.ask("replacement", side, last=True)
    return True


class Replacement(Handler[Position, Resolution]):
    """20.2, 22.7: units that gain a step; eliminated units return to a chosen place."""

    kind = "replacement"

    def choices(self, position: Position, args: Args) -> list[Choice]:
        """Return each source of a step with its unit and place of return; and done."""
        options = list(_choices(position, position.state.clock.active))
        return [Choice("done"), *options] if options else []

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """Give the step, and ask for the next."""
        if not choice.units:
            if args["last"]:
                work.track(REPLACED + OVER, 1)
            return
        name = choice.units[0]
        source, _, rest = choice.id.partition(" ")
        place = rest.removeprefix(name).strip()
        if source in AIRBORNE_TRACKS:
            track = AIRBORNE_TRACKS[source]
            work.track(track, int(str(work.state.tracks[track])) - 1)
        work.track(REPLACED + source, work.position.turn)
        unit = _bring_back(work, name, place) if place else gain_step(work, name)
        work.status(unit, add=["replacement"])
        work.ask("replacement", work.state.clock.active, last=args["last"])

    def anyway(self, position: Position, args: Args, words: Sequence[str]) -> Choice | None:
        """Return a step for any unit of the side on the map that has lost one."""
        side = position.state.clock.active
        units = units_in(position, words[1:])
        if len(words) != 2 or len(units) != 1 or words[0] not in SOURCES[side]:
            return None
        unit = units[0]
        piece = position.state.pieces[unit.id]
        lacks = piece.steps < position.setting.roster.counter(piece.counter).steps
        fits = unit.profile.side == side and lacks
        return Choice(" ".join(words), (unit.id,)) if fits else None

    def refuse(self, position: Position, args: Args, words: Sequence[str]) -> Iterator[Verdict]:
        """Yield the reasons against a step for a unit, or against its return to a place."""
        side = position.state.clock.active
        for name in (word for word in words[1:2] if word in position.state.pieces):
            who, source = position.name(name), words[0]
            reasons: Iterable[tuple[str, str]] = ()
            if source in SOURCES[side]:
                reasons = _denied(position, source, name, places_in(position, words[2:]))
            elif source in AIRBORNE_TRACKS and side == "allied":
                reasons = _no_returnee(position, source, name)
            for rule, key in reasons:
                yield verdict(rule, key, units=[name], unit=who)


def _denied(
    position: Position, source: str, name: str, places: Sequence[int]
) -> Iterator[tuple[str, str]]:
    """Yield the rules against a replacement for a unit, each with a word (20.2)."""
    side = position.state.clock.active
    letters = SOURCES[side][source]
    if position.time != "night" or position.turn < FIRST_NIGHT:
        yield "20.2.1", "night"
    if REPLACED + source in position.state.tracks:
        yield "20.2.2", "used"
    unit = position.units.get(name)
    if unit is not None:
        yield from _unready(position, unit)
        if unit.profile.side != side or not _eligible(whole(position, unit)):
            yield "20.2.3", "never"
        if not supply_of(position, side).reaches(unit.place, letters):
            yield "20.2.3", "path"
    elif position.state.pieces[name].place == position.places.index(f"eliminated-{side}"):
        if not _eligible(_self(position, name)):
            yield "20.2.3", "never"
        if _returning_piece(position, name) is None:
            yield "20.2.4", "remnant"
        if set(places).difference(_returns(position, side, letters)):
            yield "20.2.4", "place"
    else:
        yield "20.2.3", "absent"


def _no_returnee(position: Position, division: str, name: str) -> Iterator[tuple[str, str]]:
    """Yield the rules against a returnee for a unit, each with a word for the reason."""
    if _available_returnees(position, division) <= 0:
        yield "22.7", "none"
    if REPLACED + division in position.state.tracks:
        yield "22.7", "used"
    unit = position.units.get(name)
    if unit is None:
        yield "20.2.3", "absent"
        return
    yield from _unready(position, unit)
    if whole(position, unit).division != division:
        yield "22.7", "division"
    if not supply_of(position, "allied").reaches_head(unit):
        yield "22.7", "head"


def _choices(position: Position, side: str) -> Iterator[Choice]:
    """20.2.2: yield all steps that may be given now."""
    used = position.state.tracks
    divisions = _returnees(position) if side == "allied" else ()
    by_night = position.time == "night" and position.turn >= FIRST_NIGHT
    if not divisions and not by_night:
        return
    reduced = [u for u in position.own(side) if next(_unready(position, u), None) is None]
    search = supply_of(position, side)
    for division in divisions:
        for unit in reduced:
            if whole(position, unit).division == division and search.reaches_head(unit):
                yield Choice(f"{division} {unit.id}", (unit.id,))
    if not by_night:
        return
    for source, letters in SOURCES[side].items():
        if REPLACED + source in used:
            continue
        for unit in reduced:
            if _eligible(whole(position, unit)) and search.reaches(unit.place, letters):
                yield Choice(f"{source} {unit.id}", (unit.id,))
        yield from _fallen(position, side, source, letters)


def _unready(position: Position, unit: Unit) -> Iterator[tuple[str, str]]:
    """11.5.1, 14.2, 20.2.3: reduced, in good order, not engaged, moved at most one hex (20.2.5)."""
    if not is_reduced(position, unit):
        yield "20.2.3", "whole"
    if not unit.profile.good_order or "engaged" in unit.profile.status:
        yield "20.2.3", "disorder"
    moved = str(position.state.tracks.get(MOVED + unit.id) or "").split()
    if len(moved) >= 3 and int(moved[2]) > 1:
        yield "20.2.5", "moved"


def _eligible(counter: Counter) -> bool:
    """20.2.3: airborne units, artillery, German vehicles and elite units are not eligible."""
    if counter.airborne or counter.kind in NEVER or counter.role not in ("combat", "remnant"):
        return False
    return counter.side == "allied" or not (counter.vehicle or counter.quality == "elite")


def _returnees(position: Position) -> Sequence[str]:
    """22.7: return the airborne divisions that may give a step to a unit supplied by their head."""
    tracks = position.state.tracks
    return [
        division
        for division in AIRBORNE_TRACKS
        if _available_returnees(position, division) > 0 and REPLACED + division not in tracks
    ]


def _available_returnees(position: Position, division: str) -> int:
    """22.7: return the number of returnees a division can use, without those of this turn."""
    tracks = position.state.tracks
    returnees = int(tracks.get(AIRBORNE_TRACKS[division]) or 0)
    return returnees - int(tracks.get(FRESH + division) or 0)


def _fallen(
    position: Position, side: str, source: str, letters: frozenset[str]
) -> Iterator[Choice]:
    """20.2.4: yield eliminated units, with the entry areas and cities where they can return."""
    names = [name for name in _dead(position, side) if _eligible(_self(position, name))]
    if not names:
        return
    places = _returns(position, side, letters)
    for name in names:
        for place in places:
            number = position.places.name(place)
            path = (place,) if position.places.is_hex(place) else ()
            yield Choice(f"{source} {name} {number}", (name,), path)


def _returns(position: Position, side: str, letters: frozenset[str]) -> list[int]:
    """20.2.4: return the entry areas and cities where eliminated units can return."""
    zone, search = position.enemy(side).zone, supply_of(position, side)
    places = [position.area_place(a) for a in sorted(letters) if a in position.friendly_areas(side)]
    places += [
        i
        for i in sorted(position.ground.cities)
        if position.control(i) == side and i not in zone and search.reaches(i, letters)
    ]
    return places


def _dead(position: Position, side: str) -> list[str]:
    """Return the eliminated units that can return; those of three steps need a remnant (20.2.4)."""
    box = f"eliminated-{side}"
    return [
        name
        for name in sorted(position.state.stack(position.places.index(box)))
        if position.setting.roster.counter(position.state.pieces[name].counter).role
        in ("combat", "remnant")
        and _returning_piece(position, name) is not None
    ]


def _self(position: Position, name: str) -> Counter:
    """Return the counter of an eliminated unit; for a remnant, the counter of its original unit."""
    parent = position.state.tracks.get(REMNANT + name)
    piece = position.state.pieces[name if parent is None else str(parent)]
    return position.setting.roster.counter(piece.counter)


def _returning_piece(position: Position, name: str) -> str | None:
    """20.2.4: return the piece placed for an eliminated unit on its lowest step, or None."""
    counter = position.setting.roster.counter(position.state.pieces[name].counter)
    if name in position.setting.inline or not counter.needs_remnant(1):
        return name
    return next(iter(free_remnants(position, counter)), None)


def _bring_back(work: Resolution, name: str, place: str) -> str:
    """Return an eliminated unit to play on its lowest step; return the id of the placed piece."""
    returning = _returning_piece(work.position, name)
    assert returning is not None
    work.steps(returning, 1)
    if returning != name:
        counter = work.setting.roster.counter(work.state.pieces[name].counter)
        faces = {o.id: face for o, face in work.setting.counters.remnants_for(counter)}
        remnant = work.setting.roster.counter(work.state.pieces[returning].counter)
        work.status(returning, add=turned(remnant, faces[remnant.id]))
        work.steps(name, 1)
        work.put(name, f"remnant-parents-{counter.side}")
        work.track(REMNANT + returning, name)
    work.put(returning, place)
    return returning


@clause("20.2.5", "move")
def one_hex_after_a_replacement(move: Move, _: object) -> Iterator[Verdict]:
    """20.2.5: a unit that received a replacement moves one hex at most."""
    for unit in move.mover.units:
        if "replacement" in unit.profile.status and len(move.legs) + move.hexes_moved > 1:
            yield verdict("20.2.5", "far", units=[unit.id], unit=move.position.name(unit.id))


@clause("20.2.5", "attack")
def no_attack_beside_a_replacement(attack: Attack, _: object) -> Iterator[Verdict]:
    """20.2.5: a replacement marker prevents every attack from its hex; an area is not a hex."""
    position, attackers = attack.position, attack.fight.attackers
    for place in sorted({u.place for u in attackers}):
        in_area = position.area_of(place) is not None
        for unit in attackers if in_area else position.stack(place):
            if unit.place == place and "replacement" in unit.profile.status:
                yield verdict(
                    "20.2.5",
                    "attack",
                    units=[unit.id],
                    hexes=[position.number(place)],
                    unit=position.name(unit.id),
                    hex=position.where(place),
                )
