"""Ten days of Market-Garden, played through its rules with orders that follow the course of 1944.

``python -m logs.sources.market_garden_ten_days`` writes the log and its annotations in English and
Portuguese anew; ``--check`` says whether the files are what this script writes.

Who goes where each day is written by hand in `ten_days_orders.py`; the way there is the cheapest
the rules allow. Attacks are those the rules demand and those that have good odds. The dice are
thrown from a fixed seed and recorded as thrown. Every action is judged in enforced mode.
"""

from __future__ import annotations

import heapq
import random
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from engine.core import actions as act
from engine.core.actions import Action
from engine.core.dice import Rolled
from engine.core.state import State
from engine.games.marketgarden.decisions import DECISIONS
from engine.games.marketgarden.orders import attack_named
from engine.games.marketgarden.position import Position
from engine.games.marketgarden.rulebook import rulebook
from engine.games.marketgarden.rules.ch04_movement import crossing_cost, hex_cost
from engine.games.marketgarden.rules.ch05_combat import Attack, reckon
from engine.games.marketgarden.rules.ch06_air import points_left
from engine.games.marketgarden.ruleset import Rules
from engine.games.marketgarden.units import Unit
from engine.games.marketgarden.vocabulary import eliminated, enemy_of
from engine.log.annotations import Annotation, Annotations, Camera
from engine.play.game import Game
from engine.play.referee import name_of
from engine.rules.judge import play
from logs.sources.ten_days_orders import BLOW, ORDERS, SEED, SETUP
from logs.sources.ten_days_words import LANGUAGES, Words

FOLDER = Path(__file__).parents[1]
NAME = "ten-days-of-market-garden"
LOG_ID = "mg-market-garden-ten-days"
TITLE = "Market-Garden: ten days"
AUTHOR = "Holland '44 Qt"
AT = "2026-01-01T12:00:00.000Z"
"""The moment that every entry bears, so that the bytes are the same every time."""

MOST = 4000
"""Legal actions looked at: all of them."""

GOOD = 3
"""Columns above 1:1 from which an attack is made that nobody has to make: 4:1."""


DARING = 3
"""The column, 2:1, that a unit wants to see before it engages an enemy."""


class Player:
    """Both sides: gives the orders of a day, fights, and answers what is asked."""

    def __init__(self, path: Path) -> None:
        found = rulebook().ruleset("campaign")
        assert isinstance(found, Rules)
        self.rules = found
        self.dice = Rolled(random.Random(SEED))
        self.game = Game.new(
            path,
            "marketgarden",
            "campaign",
            title=TITLE,
            log_id=LOG_ID,
            at=AT,
            mode="enforced",
            rulebook=name_of(self.rules),
            synced=False,
        )
        self.goals: dict[str, str] = {}
        self.days: dict[int, int] = {}
        """The entry with which a day begins."""

    @property
    def state(self) -> State:
        """The position as it is."""
        return self.game.now

    @property
    def now(self) -> Position:
        """The same for the rules."""
        return self.rules.position(self.game.now)

    def act(self, action: Action) -> None:
        """Play an action by the rules, then answer what it leads to."""
        self._record(action)
        while self.state.pending:
            asked = self.state.pending[-1]
            self._record(act.Choose(decision=asked.kind, option=self._answer()))

    def _record(self, action: Action) -> None:
        side = self.state.pending[-1].side if self.state.pending else self.state.clock.active
        played = play(self.rules, self.state, action, self.dice)
        self.game.record(
            action, played.effects, played.dice, by=side, at=AT, verdicts=played.verdicts
        )

    # -- the game -----------------------------------------------------------------------------

    def game_of_ten_days(self) -> None:
        """From the set-up to the counting of points."""
        for units, to in SETUP:
            for name in units.split():
                here = self.now.number(self.now.units[name].place)
                if here != to:
                    self.act(act.MoveUnits(units=(name,), path=(here, to), mode="setup"))
        while self.rules.over(self.state) is None:
            clock = self.state.clock
            self.days.setdefault(clock.turn, len(self.game))
            if clock.phase == "movement":
                self.goals |= dict(ORDERS.get((clock.turn, clock.active), ()))
                for name in self.goals:
                    self._march(name)
            else:
                while (attack := self._attack()) is not None:
                    self.act(attack)
            self.act(act.NextPhase())

    def _march(self, name: str) -> None:
        """Move a unit as near to its goal as it may come, unless it is as near already."""
        piece = self.state.pieces.get(name)
        if piece is None or piece.side != self.state.clock.active:
            return
        if self.now.number(piece.place) == eliminated(piece.side):
            return
        moves = [a for a in self.rules.actions_of(self.state, name) if isinstance(a, act.MoveUnits)]
        moves = [m for m in moves if m.mode != "setup" and m.path[-1].isdigit()]
        position, places = self.now, self.now.places
        unit = position.units.get(name) or position.waiting(name)
        if not moves or unit is None:
            return
        quiet = [m for m in moves if self._dares(unit, places.index(m.path[-1]))]
        moves = quiet or moves
        far = distances(position, unit, places.index(self.goals[name]))
        endless = 10**6
        best = min(moves, key=lambda m: (far.get(places.index(m.path[-1]), endless), len(m.path)))
        stays = far.get(unit.place, endless) if name in position.units else endless + 1
        if name in position.units and not self._dares(unit, unit.place):
            stays = endless + 1  # it breaks contact
        if far.get(places.index(best.path[-1]), endless) < stays:
            self.act(best)

    def _dares(self, unit: Unit, end: int) -> bool:
        """Is there no enemy beside a hex, or may he be attacked from there with good reason?

        With those of one's own side that stand near enough to join; or in dominant terrain, where
        nobody has to attack (4.1.2d).
        """
        position, side = self.now, unit.side
        near = [h for h in position.ground.ring[end] if h in position.stacks[enemy_of(side)]]
        if not near or end in position.ground.land.cities:
            return True
        best = 0
        for target in near:
            ring = position.ground.ring[target]
            reach = {target, *ring, *(h for r in ring for h in position.ground.ring[r])}
            friends = [u for u in position.own(side) if u.place in reach and u.id != unit.id]
            attack = Attack(position, side, (unit, *friends), target)
            best = max(best, reckon(attack).column)
        return best >= DARING

    def _attack(self) -> Action | None:
        """The best attack there is: what must be made, and what has good odds."""
        legal = self.rules.legal(self.state, MOST).actions
        free = any(isinstance(a, act.NextPhase) for a in legal)
        position, best = self.now, None
        spend = points_left(position, position.active) // 2
        for action in legal:
            if not isinstance(action, act.DeclareAttack) or action.air > spend:
                continue
            odds = reckon(attack_named(position, action)).column
            rank = (odds - action.air / 4, len(action.artillery), len(action.attackers))
            if (best is None or rank > best[0]) and (not free or odds >= 2 + GOOD):
                best = (rank, action)
        if best is not None or free:
            return None if best is None else best[1]
        rest = [a for a in legal if isinstance(a, act.DeclareAttack | act.Bombard)]
        return rest[0] if rest else None

    def _answer(self) -> str:
        """What is asked: losses to the weakest, retreats without loss, cities are entered."""
        asked, position = self.state.pending[-1], self.now
        choices = list(DECISIONS.choices_of(position, asked))
        match asked.kind:
            case "demolition":
                wanted = BLOW.get(self.state.clock.turn, ())
                return next((c.id for c in choices if c.id in wanted), "none")
            case "loss" | "exchange":

                def price(units: Iterable[str]) -> tuple[int, int]:
                    own = [position.units[u] for u in units]
                    return sum(u.attack + u.defense for u in own), -len(own)

                return min(choices, key=lambda c: price(c.units)).id
            case "retreat":
                return min(choices, key=lambda c: (c.losses, len(c.path))).id
            case "advance":
                cities = position.ground.land.cities
                return max(choices, key=lambda c: bool(c.path) and c.path[-1] in cities).id
        return choices[0].id


def distances(position: Position, unit: Unit, goal: int) -> dict[int, float]:
    """What the way to a goal costs a unit from every hex, in half points, without enemies."""
    found: dict[int, float] = {}
    queue: list[tuple[float, int]] = [(0.0, goal)]
    while queue:
        cost, here = heapq.heappop(queue)
        if here in found:
            continue
        found[here] = cost
        for near in position.ground.ring[here]:
            road = (near, here) in position.ground.roads
            enter = hex_cost(position, unit, here, road)
            cross = crossing_cost(position, unit, near, here)
            if enter is not None and cross is not None and near not in found:
                heapq.heappush(queue, (cost + enter + cross, near))
    return found


def write(folder: Path) -> tuple[Path, ...]:
    """Play the game into a folder; returns the log and its annotations."""
    log = folder / f"{NAME}.h44log"
    log.unlink(missing_ok=True)
    player = Player(log)
    try:
        player.game_of_ten_days()
    finally:
        player.game.close()
    notes = []
    for words in LANGUAGES:
        path = log.with_suffix(".h44aar" if words.language == "en" else f".{words.language}.h44aar")
        notes_in(words, player.days).save(path)
        notes.append(path)
    return (log, *notes)


def notes_in(words: Words, days: dict[int, int]) -> Annotations:
    """The comments of a language: a chapter for each day, and what is told of single entries."""
    entries: dict[int, Annotation] = {}
    for turn, (chapter, comment, look) in enumerate(words.days, 1):
        entries[days[turn]] = Annotation(
            comment=comment,
            chapter=chapter,
            bookmark=True,
            moment=True,
            camera=Camera(hexes=tuple(look.split())),
        )
    for entry, comment in words.entries.items():
        entries[entry] = Annotation(comment=comment, moment=True)
    return Annotations(
        log=LOG_ID,
        title=words.title,
        subtitle=words.subtitle,
        author=AUTHOR,
        language=words.language,
        intro=words.intro,
        conclusion=words.conclusion,
        entries=dict(sorted(entries.items())),
    )


def check() -> list[str]:
    """The names of the recorded files that differ from what the script writes."""
    with tempfile.TemporaryDirectory() as folder:
        return [
            fresh.name
            for fresh in write(Path(folder))
            if not (kept := FOLDER / fresh.name).is_file()
            or kept.read_bytes() != fresh.read_bytes()
        ]


def main() -> int:
    """The command line; returns the exit status."""
    if "--check" not in sys.argv[1:]:
        for path in write(FOLDER):
            print(path)
        return 0
    stale = check()
    for name in stale:
        print(f"{name} is not what the script writes; run it without --check.")
    return 1 if stale else 0


if __name__ == "__main__":
    raise SystemExit(main())
