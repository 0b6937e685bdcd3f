"""Views over a whole position: threatened hexes, bridges, arrivals; and possible retreats.

Each gives what is lit on the board and what is said of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.games.holland44.position import Position
from engine.games.holland44.rules.ch10_odds import best_lead
from engine.games.holland44.rules.ch10_strengths import Combat
from engine.games.holland44.units import Unit
from engine.i18n import t
from engine.rules.odds import column_number
from holland44_qt.advice import kernel
from holland44_qt.advice.sight import Sight, Way
from holland44_qt.advice.words import heading, paragraph
from holland44_qt.umpire.retreats import against, open_ways

Seen = tuple[Sight, str]
BRIDGE_STATES = ("wired", "intact", "blown", "under_repair")
RETREAT = (2,)
"""Hexes of the retreat that is asked for: that of most results (11.1)."""


def threats(position: Position, side: str) -> Seen:
    """The best column that the enemy has against each hex of a side, with all his neighbours."""
    key = ("advice threats", side)
    if key not in position.memo:
        enemy = position.enemy(side).side
        found = {}
        for place, stack in sorted(position.stacks[side].items()):
            near = kernel.neighbours(position, place, enemy)
            if stack and near:
                found[place] = best_lead(Combat(position, tuple(near), place)).odds.column
        position.memo[key] = found
    odds: dict[int, str] = position.memo[key]
    name = position.setting.module.side_name(side)
    worst = sorted(odds, key=lambda i: (-column_number(odds[i]), i))
    lines = [t("advice.threat", hex=position.where(i), column=odds[i]) for i in worst]
    said = heading(t("advice.threats.title", side=name))
    said += paragraph(t("advice.threats", count=len(odds)))
    return Sight(threats=odds), said + "".join(map(paragraph, lines))


def bridges(position: Position) -> Seen:
    """Every bridge with its state."""
    spans, seen = [], set()
    count: Counter[str] = Counter()
    index = position.board.index
    for bridge in position.board.bridges.values():
        if bridge.kind in ("ferry", "pontoon") or bridge.hexside in seen:
            continue
        seen.add(bridge.hexside)
        state = position.state.hexsides.get(bridge.hexside, bridge.start)
        first, _, second = bridge.hexside.partition("/")
        if state in BRIDGE_STATES and first in index and second in index:
            spans.append(((index[first], index[second]), state))
            count[state] += 1
    lines = [
        t("advice.bridge", sign=t(f"advice.bridge.sign.{s}"), state=t(f"bridge.{s}"), count=n)
        for s in BRIDGE_STATES
        if (n := count[s])
    ]
    said = heading(t("advice.bridges.title")) + "".join(map(paragraph, lines))
    return Sight(spans=tuple(spans)), said


def arrivals(position: Position) -> Seen:
    """Who waits in each entry area, and who comes there on this turn and later ones."""
    module, state = position.setting.module, position.state
    coming: dict[str, Counter[int]] = {}
    for display in module.displays.values():
        if display.kind != "turn":
            continue
        turn = int(display.args["turn"])
        for name in state.stack(position.places.index(display.id)):
            counter = position.setting.roster.counter(state.pieces[name].counter)
            if counter.arrival.area and turn >= position.turn:
                coming.setdefault(counter.arrival.area, Counter())[turn] += 1
    marks, lines = {}, []
    for letter, area in sorted(position.board.areas.items()):
        place = position.area_place(letter) if f"area-{letter}" in position.places else -1
        waiting = len(position.areas.get(place, ()))
        turns = coming.get(letter, Counter())
        hexes = sorted(area.hexes)
        if not (waiting or turns) or not hexes:
            continue
        short = [t("advice.arrival.waiting", count=waiting)] if waiting else []
        short += [
            t("advice.arrival.turn", turn=turn, count=count)
            for turn, count in sorted(turns.items())[:2]
        ]
        marks[hexes[len(hexes) // 2]] = t("advice.arrival.mark", area=letter, who=", ".join(short))
        side = module.side_name(position.area_side(letter))
        every = [t("advice.arrival.here", count=waiting)] if waiting else []
        every += [
            t("advice.arrival.later", turn=turn, count=count)
            for turn, count in sorted(turns.items())
        ]
        lines.append(t("advice.arrival.area", area=letter, side=side, who="; ".join(every)))
    said = heading(t("advice.arrivals.title")) + "".join(map(paragraph, lines))
    return Sight(arrivals=marks), said


def retreats(position: Position, units: Sequence[Unit], hovered: int) -> Seen:
    """Where units that stand together could retreat to, and why not elsewhere (13.1)."""
    hexes = position.places.hex_count
    if not units or units[0].place >= hexes:
        return Sight(), paragraph(t("advice.retreats.nobody"))
    battle = units[0].place
    ways = open_ways(position, units, battle, RETREAT)
    ends = {c.path[-1]: c for c in reversed(ways) if c.path[-1] < hexes}
    barred = against(position, units, battle, RETREAT, ends)
    names = ", ".join(position.name(u.id) for u in units)
    said = heading(t("advice.retreats.title", units=names))
    said += paragraph(t("advice.retreats", hexes=len(ends)))
    shown: tuple[Way, ...] = ()
    if hovered in ends:
        candidate = ends[hovered]
        shown = (Way(candidate.path, "move"),)
        status = position.setting.module.marker_name(candidate.end_status)
        if candidate.end_status != "good":
            said += paragraph(t("advice.retreats.end", status=status))
    elif hovered in barred:
        said += paragraph(barred[hovered].why)
    return (
        Sight(
            choices={end: t("umpire.tag.loss") if c.extra_loss else "" for end, c in ends.items()},
            refused={end: b.tag for end, b in barred.items()},
            ways=shown,
            hot=hovered if hovered in ends else None,
        ),
        said,
    )
