"""18.2.3: the return of eliminated supply heads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.verdicts import Verdict
from engine.games.holland44.constants import verdict
from engine.games.holland44.position import Position
from engine.games.holland44.resolution import Resolution
from engine.games.holland44.rules.ch11_steps import counter_of
from engine.rules.base.decisions import Args, Choice, Handler
from engine.rules.base.named import places_in

LOST = "eliminated-allied"


def heads_return(work: Resolution, side: str) -> None:
    """18.2.3: return an eliminated supply head in the next Allied supply phase."""
    if side != "allied":
        return
    for name in sorted(work.state.stack(work.setting.places.index(LOST)), reverse=True):
        if counter_of(work, name).kind == "supply_head":
            work.ask("supply_head", side, unit=name)


class SupplyHead(Handler[Position, Resolution]):
    """18.2.3: it returns to a hex with a unit of its division, spent and disrupted."""

    kind = "supply_head"

    def choices(self, position: Position, args: Args) -> list[Choice]:
        """Return the hexes with units of the division but no other supply head (6.1)."""
        piece = position.state.pieces[args["unit"]]
        counter = position.setting.roster.counter(piece.counter)
        return [
            Choice(position.number(i), (args["unit"],), (i,))
            for i, stack in sorted(position.stacks[piece.side].items())
            if any(u.profile.division == counter.division for u in stack)
            and not any(u.profile.head for u in stack)
        ]

    def answer(self, work: Resolution, args: Args, choice: Choice) -> None:
        """Put the supply head in the chosen hex."""
        name = args["unit"]
        work.steps(name, 1)
        work.put(name, work.setting.places.name(choice.path[0]))
        work.status(name, add=["depleted", "disrupted"])

    def anyway(self, position: Position, args: Args, words: Sequence[str]) -> Choice | None:
        """Return any hex without enemies."""
        side = position.state.pieces[args["unit"]].side
        hexes = [i for i in places_in(position, words) if position.places.is_hex(i)]
        if len(words) != 1 or not hexes or hexes[0] in position.enemy(side).hexes:
            return None
        return Choice(words[0], (args["unit"],), tuple(hexes))

    def refuse(self, position: Position, args: Args, words: Sequence[str]) -> Iterator[Verdict]:
        """Yield the reasons against a hex for the supply head."""
        piece = position.state.pieces[args["unit"]]
        division = position.setting.roster.counter(piece.counter).division
        for i in places_in(position, words):
            here = [u for u in position.stack(i) if u.profile.side == piece.side]
            hexes, where = [position.number(i)], position.where(i)
            if not any(u.profile.division == division for u in here):
                yield verdict("18.2.3", "division", hexes=hexes, hex=where)
            if any(u.profile.head for u in here):
                yield verdict("6.1", "one_head", hexes=hexes, hex=where)
