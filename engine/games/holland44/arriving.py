"""What comes into play by itself: reinforcements and lost supply heads (18.2.3, 19.1, 23.5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.verdicts import Verdict
from engine.games.holland44.deciding import Args, Handler, Option, places_in
from engine.games.holland44.losses import counter_of
from engine.games.holland44.position import Position
from engine.games.holland44.work import Work
from engine.rules.registry import say

LOST = "eliminated-allied"

ARRIVES_406 = 2
ALL_406_TURN = 4
AREA_406 = "I"
"""23.5: the die up to which a unit of the 406th arrives, the turn on which all do, and where."""


def reinforce(work: Work, side: str) -> None:
    """19.1, 23.5: reinforcements come to their entry areas."""
    roster = work.setting.roster
    if side == "german" and "arrivals-406" in work.setting.places:
        box = work.setting.places.index("arrivals-406")
        for name in sorted(work.state.stack(box)):
            turn = work.position.turn
            if turn >= ALL_406_TURN or work.throw(f"arrival:{name}") <= ARRIVES_406:
                _arrive(work, name, AREA_406)
    for turn in range(1, work.position.turn + 1):
        if f"turn-{turn}" not in work.setting.places:
            continue
        for name in sorted(work.state.stack(work.setting.places.index(f"turn-{turn}"))):
            piece = work.state.pieces[name]
            area = roster.counter(piece.counter).arrival.area
            if piece.side == side and area:
                _arrive(work, name, area)


def _arrive(work: Work, name: str, area: str | None) -> None:
    """Put a reinforcement in its entry area, or in a neighbour of one that is lost (19.2.2)."""
    position = work.position
    side = work.state.pieces[name].side
    if area is None or area not in position.board.areas:
        return
    if position.area_side(area) != side:
        near = position.ground.area_neighbours[area]
        area = next((a for a in near if position.area_side(a) == side), None)
    if area is not None:
        work.put(name, f"area-{area}")


def heads_return(work: Work, side: str) -> None:
    """18.2.3: a supply head that was eliminated comes back in the next Allied supply phase."""
    if side != "allied" or LOST not in work.setting.places:
        return
    for name in sorted(work.state.stack(work.setting.places.index(LOST)), reverse=True):
        if counter_of(work, name).kind == "supply_head":
            work.ask("supply_head", side, unit=name)


class SupplyHead(Handler):
    """18.2.3: it comes back to a hex with a unit of its division, spent and disrupted."""

    kind = "supply_head"

    def options(self, position: Position, args: Args) -> list[Option]:
        """The hexes where the division stands without another supply head (6.1)."""
        piece = position.state.pieces[args["unit"]]
        counter = position.setting.roster.counter(piece.counter)
        return [
            Option(position.number(i), (args["unit"],), (i,))
            for i, stack in sorted(position.stacks[piece.side].items())
            if any(u.p.division == counter.division for u in stack)
            and not any(u.p.head for u in stack)
        ]

    def answer(self, work: Work, args: Args, option: Option) -> None:
        """Put it there."""
        name = args["unit"]
        work.steps(name, 1)
        work.put(name, work.setting.places.name(option.path[0]))
        work.status(name, add=["depleted", "disrupted"])

    def refuse(self, position: Position, args: Args, words: Sequence[str]) -> Iterator[Verdict]:
        """What keeps the supply head out of a hex."""
        piece = position.state.pieces[args["unit"]]
        division = position.setting.roster.counter(piece.counter).division
        for i in places_in(position, words):
            here = [u for u in position.stack(i) if u.p.side == piece.side]
            hexes, where = [position.number(i)], position.where(i)
            if not any(u.p.division == division for u in here):
                yield say("18.2.3", "division", hexes=hexes, hex=where)
            if any(u.p.head for u in here):
                yield say("6.1", "one_head", hexes=hexes, hex=where)
