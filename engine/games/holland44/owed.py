"""Phases in which a side chooses from a list until it is done: bridges, traffic."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.board.board import Bridge
from engine.core.verdicts import Verdict
from engine.games.holland44.deciding import Args, Handler, Option, places_in
from engine.games.holland44.demolition import attempt, blowable, holds
from engine.games.holland44.meta import CORPS_OF_AREA
from engine.games.holland44.position import Position
from engine.games.holland44.supplying import supply_of
from engine.games.holland44.units import Unit
from engine.games.holland44.work import Work
from engine.rules.registry import say

AUTOMATIC = 5
"""5.9: hexes from every enemy at which a bridge is repaired without bridging units."""

BLOWN = ("blown", "under_repair")
WORKS = ("blow", "rewire", "repair")


# -- bridges --------------------------------------------------------------------------------------


def bridge_phase(work: Work, side: str) -> None:
    """5.1: demolition, repair and rewiring; 5.8f: repairs that the enemy overran are lost."""
    position = work.position
    for bridge in position.board.bridges.values():
        held = [i for i in bridge.ends if i >= 0]
        if work.state.hexsides.get(bridge.hexside) == "under_repair" and held:
            started = work.state.tracks.get(f"repair/{bridge.hexside}") or _builder(position, held)
            if all(position.control(i) not in (started, None) for i in held):
                work.bridge(bridge.hexside, "blown")
                work.track(f"repair/{bridge.hexside}", None)
    work.ask("bridges", side, used=[])


def _builder(position: Position, ends: list[int]) -> str:
    """Who repairs a bridge that a position gives as under repair: the German far behind (5.9)."""
    return "german" if _far_behind(position, "german", ends) else "allied"


class Bridges(Handler):
    """5.5, 5.3.2, 5.8, 5.9: what may be done to bridges in a side's bridge phase."""

    kind = "bridges"

    def options(self, position: Position, args: Args) -> list[Option]:
        """Each bridge once: to blow, rewire or repair it; and to have done."""
        side = position.state.clock.active
        found = {
            f"{word} {name}" for word, name in _works(position, side) if name not in args["used"]
        }
        return [Option("done"), *(Option(words) for words in sorted(found))] if found else []

    def answer(self, work: Work, args: Args, option: Option) -> None:
        """Do it, and ask for the next."""
        if option.id == "done":
            return
        word, name = option.id.split()
        side = work.state.clock.active
        if word == "blow":
            attempt(work, name)
        elif word == "rewire":
            work.bridge(name, "wired")
        elif work.state.hexsides.get(name) == "blown":
            work.bridge(name, "under_repair")
            work.track(f"repair/{name}", side)
        else:
            work.bridge(name, "wired" if side == "german" else "intact")
            work.track(f"repair/{name}", None)
        work.ask("bridges", side, used=[*args["used"], name])

    def refuse(self, position: Position, args: Args, words: Sequence[str]) -> Iterator[Verdict]:
        """What keeps a bridge from being blown, rewired or repaired."""
        side = position.state.clock.active
        word, name = (*words, "", "")[:2]
        bridges = position.board.bridges.values() if word in WORKS else ()
        for bridge in bridges:
            if bridge.hexside != name:
                continue
            where = position.setting.module.place_name(name)
            hexes = [position.number(i) for i in bridge.ends if i >= 0]
            if name in args["used"]:
                yield say("5.3.3", "used", hexes=hexes, bridge=where)
            if bridge not in blowable(position):
                yield say("5.7", "safe", hexes=hexes, bridge=where)
                continue
            for rule, key in _faults(position, side, bridge, word):
                yield say(rule, key, hexes=hexes, bridge=where)


def _works(position: Position, side: str) -> Iterator[tuple[str, str]]:
    for bridge in blowable(position):
        for word in WORKS if any(i >= 0 for i in bridge.ends) else ():
            if next(_faults(position, side, bridge, word), None) is None:
                yield word, bridge.hexside


def _faults(position: Position, side: str, bridge: Bridge, word: str) -> Iterator[tuple[str, str]]:
    """What keeps a side from work on a bridge: rules, each with a word for the reason."""
    state = position.state.hexsides.get(bridge.hexside, bridge.start)
    ends = [i for i in bridge.ends if i >= 0]
    if word == "repair":
        if state not in BLOWN:
            yield "5.8", "stands"
            return
        if bridge.kind == "rail" and bridge.water == "major_river":
            yield "5.8", "rail"
        if side == "allied" and _bridging(position, ends):
            return
        if not _far_behind(position, side, ends):
            yield from [("5.8", "builders")] if side == "allied" else []
            yield "5.9", "far"
        return
    if side != "german":
        yield "5.5", "german"
    if word == "blow":
        if state != "wired":
            yield "5.3.1", "wired"
        elif not _in_reach(position, ends):
            yield "5.5", "reach"
    elif state != "intact":
        yield "5.3.2", "intact"
    elif not holds(position, "german", bridge):
        yield "5.3.2", "held"


def _free_of(position: Position, side: str, ends: list[int]) -> bool:
    """5.8c: no enemy units at the ends and no EZOC but where a friend stands."""
    enemy, mine = position.enemy(side), position.fronts[side].hexes
    return all(i not in enemy.hexes and (i in mine or i not in enemy.zone) for i in ends)


def _bridging(position: Position, ends: list[int]) -> bool:
    """5.8c: a bridging unit in good order at one end, not engaged nor out of supply."""
    return _free_of(position, "allied", ends) and any(
        u.p.counter.kind == "bridging"
        and u.p.good_order
        and u.p.status.isdisjoint(("engaged", "out_of_supply"))
        for i in ends
        for u in position.stacks["allied"].get(i, ())
    )


def _far_behind(position: Position, side: str, ends: list[int]) -> bool:
    """5.9: five hexes from every enemy, and joined to a friendly entry area by road."""
    enemies = position.enemy(side).hexes
    net = supply_of(position, side).routes().net
    return any(i in net for i in ends) and all(
        position.board.distance(i, enemy) >= AUTOMATIC for i in ends for enemy in enemies
    )


def _in_reach(position: Position, ends: list[int]) -> bool:
    """5.5: a German unit in good order and an Allied unit within one hex of the bridge."""
    around = {j for i in ends for j in (i, *position.ground.ring[i])}
    if not around & position.stacks["allied"].keys():
        return False
    bonds = position.enemy("german").bonds
    taken = position.enemy("german").hexes
    for i, stack in position.stacks["german"].items():
        if i not in around or not any(u.p.good_order for u in stack):
            continue
        if i in ends or any(
            j in position.ground.ring[i] and j not in taken and not bonds.closes(i, j) for j in ends
        ):
            return True
    return False


# -- traffic --------------------------------------------------------------------------------------


def traffic_phase(work: Work, side: str) -> None:
    """24.3: the German places markers; then two dice take some away."""
    for name, marker in sorted(work.state.markers.items()):
        if marker.kind == "traffic" and _due(marker.at, work.position.turn):
            work.marker(name, "traffic")
    work.ask("traffic_roll", side)
    work.ask("traffic", side)


def _due(at: str, turn: int) -> bool:
    return at.startswith("turn-") and int(at.removeprefix("turn-")) <= turn


class Traffic(Handler):
    """24.3, 24.4: where traffic markers are placed."""

    kind = "traffic"

    def options(self, position: Position, args: Args) -> list[Option]:
        """The first marker in the box in each hex that the Allies have passed, or none more."""
        markers = position.state.markers
        box = sorted(n for n, m in markers.items() if m.kind == "traffic" and m.at == "traffic")
        if not box:
            return []
        near, front = _jams(position), _spearhead(position)
        hexes = [
            i
            for i in range(len(position.board.numbers))
            if _row(position, i) <= front and i not in near and i not in position.ground.lakes
        ]
        found = [Option(f"{box[0]} {position.number(i)}", (box[0],), (i,)) for i in hexes]
        return [Option("done"), *found] if found else []

    def answer(self, work: Work, args: Args, option: Option) -> None:
        """Put the marker there, and ask for the next."""
        if option.units:
            work.marker(option.units[0], work.setting.places.name(option.path[0]))
            work.ask("traffic", work.state.clock.active)

    def refuse(self, position: Position, args: Args, words: Sequence[str]) -> Iterator[Verdict]:
        """What keeps a marker out of a hex."""
        for hex_ in places_in(position, words):
            if not position.places.is_hex(hex_):
                continue
            hexes, where = [position.number(hex_)], position.where(hex_)
            if _row(position, hex_) > _spearhead(position):
                yield say("24.4", "front", hexes=hexes, hex=where)
            if hex_ in _jams(position):
                yield say("24.4", "near", hexes=hexes, hex=where)
            if hex_ in position.ground.lakes:
                yield say("24.4", "lake", hexes=hexes, hex=where)


def _jams(position: Position) -> set[int]:
    """24.4: the hexes of traffic markers and those next to them."""
    return {j for i in position.traffic for j in (i, *position.ground.ring[i])}


def _row(position: Position, hex_: int) -> int:
    return position.board.grid.split(position.number(hex_))[0]


def _spearhead(position: Position) -> int:
    """24.4a: the row of hexes that the columns of the 30th Corps have come to."""
    return max((_row(position, u.place) for u in _columns(position)), default=-1)


def _columns(position: Position) -> Iterator[Unit]:
    """24.4a: the British mechanized units of the 30th Corps on the map."""
    for stack in position.stacks["allied"].values():
        for u in stack:
            counter = u.p.counter
            corps = counter.corps or CORPS_OF_AREA.get(counter.arrival.area or "")
            if counter.nationality == "British" and corps == "30C" and counter.mechanized:
                yield u


class TrafficRoll(Handler):
    """24.3b: two dice; the placed markers with their numbers go back to the box."""

    kind = "traffic_roll"

    def options(self, position: Position, args: Args) -> list[Option]:
        """There is no choice; without a marker on the map there is no roll either."""
        return [Option("roll")] if position.traffic else []

    def answer(self, work: Work, args: Args, option: Option) -> None:
        """Roll."""
        for number in sorted({work.throw("traffic"), work.throw("traffic")}):
            marker = work.state.markers.get(f"traffic-{number}")
            if marker is not None and marker.at in work.position.board.index:
                work.marker(f"traffic-{number}", "traffic")
