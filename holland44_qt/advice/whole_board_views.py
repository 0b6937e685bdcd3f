"""Views of a whole position: threatened hexes, bridges, arrivals, possible retreats.

Each returns marks for the board and an explanation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.i18n import t
from holland44_qt.advice.advice_marks import DrawnPath, Sight
from holland44_qt.advice.advice_words import heading, paragraph

if TYPE_CHECKING:
    from engine.rules.answers import Arrival, RetreatOption, UnitView
    from engine.rules.ports import Answers

Seen = tuple[Sight, str]
BRIDGE_STATES = ("wired", "intact", "blown", "under_repair")
RETREAT = 2
"""Length of the retreat shown, in hexes: that of most combat results."""


def threats(position: Answers, side: str) -> Seen:
    """Mark the best odds that the enemy could get against each hex of a side with all adjacent
    units.
    """
    from engine.rules.answers import AttackPlan

    hexes = position.ruleset.places.hex_count
    places = sorted({u.place for u in position.units(side) if u.place < hexes})
    result = {}
    for place in places:
        near = position.attackers(place)
        if near:
            fight = position.prepared(AttackPlan(near, place))
            result[place] = fight
    worst = sorted(result, key=lambda i: (-result[i].strength, i))
    name = position.ruleset.module.side_name(side)
    lines = [t("advice.threat", hex=position.where(i), column=result[i].column) for i in worst]
    html = heading(t("advice.threats.title", side=name))
    html += paragraph(t("advice.threats", count=len(result)))
    return (
        Sight(threats={i: fight.column for i, fight in result.items()}),
        html + "".join(map(paragraph, lines)),
    )


def bridges(position: Answers) -> Seen:
    """Mark every bridge with its state."""
    spans, visited = [], set()
    count: Counter[str] = Counter()
    board = position.ruleset.board
    index = board.index
    for bridge in board.bridges.values():
        if bridge.kind in ("ferry", "pontoon") or bridge.hexside in visited:
            continue
        visited.add(bridge.hexside)
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
    html = heading(t("advice.bridges.title")) + "".join(map(paragraph, lines))
    return Sight(spans=tuple(spans)), html


def arrivals(position: Answers) -> Seen:
    """Mark units waiting at each entry hex, and arrivals of this turn and later ones."""
    by_place: dict[tuple[int, ...], list[Arrival]] = {}
    for arrival in position.arrivals():
        if arrival.places:
            by_place.setdefault(arrival.places, []).append(arrival)
    marks, lines = {}, []
    for places, some in by_place.items():
        name, side = some[0].text, position.ruleset.module.side_name(some[0].side)
        waiting = sum(len(a.units) for a in some if a.waiting)
        turns = Counter[int]()
        for later in (a for a in some if not a.waiting):
            turns[later.turn] += len(later.units)
        short = [t("advice.arrival.waiting", count=waiting)] if waiting else []
        every = [t("advice.arrival.here", count=waiting)] if waiting else []
        for turn, count in sorted(turns.items()):
            if len(short) < 2 + bool(waiting):
                short.append(t("advice.arrival.turn", turn=turn, count=count))
            every.append(t("advice.arrival.later", turn=turn, count=count))
        marks[places[len(places) // 2]] = t("advice.arrival.mark", area=name, who=", ".join(short))
        lines.append(t("advice.arrival.area", area=name, side=side, who="; ".join(every)))
    html = heading(t("advice.arrivals.title")) + "".join(map(paragraph, lines))
    return Sight(arrivals=marks), html


def retreats(position: Answers, units: Sequence[UnitView], hovered: int) -> Seen:
    """Mark the retreat hexes of a stack, with the reasons against others."""
    if "retreats" not in position.ruleset.questions:
        return Sight(), paragraph(t("advice.retreats.no_rule"))
    hexes = position.ruleset.places.hex_count
    if not units or units[0].place >= hexes:
        return Sight(), paragraph(t("advice.retreats.nobody"))
    result = position.retreats([u.id for u in units], RETREAT)
    ways = [result.options[n] for n in result.legal]
    ends = {w.path[-1]: w for w in reversed(ways) if not w.eliminated and w.path[-1] < hexes}
    barred: dict[int, RetreatOption] = {}
    for path in result.options:
        end = path.path[-1]
        if end not in ends and end < hexes and path.why and end not in barred:
            barred[end] = path
    names = ", ".join(position.name(u.id) for u in units)
    html = heading(t("advice.retreats.title", units=names))
    length = max((len(way.path) - 1 for way in result.options), default=RETREAT)
    html += paragraph(t("advice.retreats", length=length, ends=len(ends)))
    shown: tuple[DrawnPath, ...] = ()
    if hovered in ends:
        chosen = ends[hovered]
        shown = (DrawnPath(chosen.path, "move"),)
        if chosen.end_status not in (None, "good"):
            status = position.ruleset.module.marker_name(str(chosen.end_status))
            html += paragraph(t("advice.retreats.end", status=status))
    elif hovered in barred:
        html += paragraph(barred[hovered].why)
    return (
        Sight(
            choices={end: t("ruling.tag.loss") if w.extra_loss else "" for end, w in ends.items()},
            refused={end: w.tag for end, w in barred.items()},
            paths=shown,
            hot=hovered if hovered in ends else None,
        ),
        html,
    )
