"""A game of thousands of entries on the real module: every piece moves, fights, loses steps.

It is not sensible play, but has the mix of a real game: mostly moves of a few hexes, some combats
with losses and retreats, statuses, markers, bridges, dice, phases, notes, and a few branches.
"""

from __future__ import annotations

import random
from pathlib import Path

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.dice import Rolled
from engine.core.resolve import move_together, set_status, set_steps
from engine.play.game import Game

PIECES = 600
ENTRIES = 5_000
AT = "1944-09-17T13:00:00.000Z"


def write_long_game(path: Path, entries: int = ENTRIES, seed: int = 44) -> None:
    """Write a log of ``entries`` entries with ``PIECES`` pieces on the map, always the same."""
    chance = random.Random(seed)
    dice = Rolled(random.Random(seed))
    with Game.new(path, "holland44", "campaign", log_id="long", at=AT, dice=dice) as game:
        player = _Player(game, chance)
        player.deploy()
        while len(game.log) < entries:
            player.act()


class _Player:
    """A player that acts at random within what the reducer accepts."""

    def __init__(self, game: Game, chance: random.Random) -> None:
        self.game = game
        self.board = game.module.board
        self.chance = chance
        self.phase = 0

    def deploy(self) -> None:
        """Place all pieces of the module, and copies up to the number, on the map."""
        state, places = self.game.now, self.game.module.places
        effects: list[fx.Effect] = []
        height = {i: len(units) for i, units in state.stacks.items()}
        units = sorted(state.pieces)
        for double in range(PIECES - len(units)):
            unit = units[double % len(units)]
            at = self.chance.randrange(places.hex_count)
            effects.append(
                fx.Place(
                    unit=f"{unit}+{double // len(units)}",
                    counter=unit,
                    side=state.pieces[unit].side,
                    at=places.name(at),
                    index=height.get(at, 0),
                    steps=2,
                )
            )
            height[at] = height.get(at, 0) + 1
        self.record(act.ManualEdit(effects=tuple(effects), text="All hands."), tuple(effects))
        boxed = [u for u in units if not places.is_hex(state.pieces[u].place)]
        for start in sorted({self.game.now.pieces[u].place for u in boxed}):
            stack = self.game.now.stack(start)
            to = self.chance.randrange(places.hex_count)
            path = (places.name(start), places.name(to))
            move = act.MoveUnits(units=stack, path=path, mode="arrival")
            self.record(move, move_together(self.game.now, places, stack, path))

    def act(self) -> None:
        """Record one entry, drawn from the mix."""
        do = self.chance.choices(
            (self.move, self.combat, self.consult, self.status, self.marker, self.bridge),
            (60, 12, 8, 8, 4, 2),
        )[0]
        if self.chance.random() < 0.06:
            do = self.chance.choice((self.clock, self.note, self.roll))
        if self.chance.random() < 0.002:
            self.game.follow(self.game.head - self.chance.randint(1, 3))
        do()

    def record(
        self, action: act.Action, effects: tuple[fx.Effect, ...], throw: bool = False
    ) -> None:
        dice = (self.game.dice.throw(6, 1, action.kind),) if throw else ()
        self.game.record(action, effects, dice, at=AT)

    def unit(self) -> str:
        return self.chance.choice(tuple(self.game.now.pieces))

    def walk(self, unit: str, length: int) -> tuple[str, ...]:
        at = self.game.now.pieces[unit].place
        path = [at]
        for _ in range(length):
            near = [n for n in self.board.neighbours[path[-1]] if n >= 0]
            path.append(self.chance.choice(near))
        return tuple(self.board.numbers[i] for i in path)

    def move(self) -> None:
        unit = self.unit()
        path = self.walk(unit, self.chance.randint(1, 7))
        stack = self.game.now.stack(self.game.now.pieces[unit].place)
        units = tuple(dict.fromkeys((unit, *stack[: self.chance.randint(0, 2)])))
        move = act.MoveUnits(units=units, path=path)
        self.record(move, move_together(self.game.now, self.game.module.places, units, path))

    def combat(self) -> None:
        state = self.game.now
        attacker, defender = self.unit(), self.unit()
        effects = [
            set_steps(state, unit, max(0, state.pieces[unit].steps - 1))
            for unit in dict.fromkeys((attacker, defender))
        ]
        path = self.walk(defender, 2)
        effects += move_together(state, self.game.module.places, (defender,), path)
        fight = act.Combat(
            attackers=(attacker,),
            defenders=(defender,),
            target=path[0],
            attack=self.chance.randint(1, 30),
            defense=self.chance.randint(1, 20),
            shifts=(act.Shift(by=1, why="armour"), act.Shift(by=-1, why="terrain")),
            column="2:1",
            result="D2",
            effects=tuple(effects),
        )
        self.record(fight, tuple(effects), throw=True)

    def consult(self) -> None:
        unit = self.unit()
        effects = (set_status(self.game.now, unit, add=("disrupted",)),)
        consult = act.Consult(
            table="determined_defense", result="-", drm=1, units=(unit,), effects=effects
        )
        self.record(consult, effects, throw=True)

    def status(self) -> None:
        unit = self.unit()
        held = sorted(self.game.now.pieces[unit].status)
        effects = (set_status(self.game.now, unit, add=("engaged",), remove=held[:1]),)
        self.record(act.ManualEdit(effects=effects), effects)

    def marker(self) -> None:
        name = f"traffic-{self.chance.randint(1, 30)}"
        held = self.game.now.markers.get(name)
        before = None
        if held is not None:
            before = fx.MarkerFields(kind=held.kind, at=held.at, face=held.face)
        after = fx.MarkerFields(kind="traffic", at=self.chance.choice(self.board.numbers))
        effects = (fx.SetMarker(marker=name, before=before, after=after),)
        self.record(act.ManualEdit(effects=effects), effects)

    def bridge(self) -> None:
        side = self.chance.choice(sorted(self.game.now.hexsides))
        before = self.game.now.hexsides[side]
        after = self.chance.choice(("intact", "blown", "under_repair"))
        effects = (fx.SetHexside(hexside=side, before=before, after=after),)
        consult = act.Consult(table="demolition", result=after, at=side, effects=effects)
        self.record(consult, effects, throw=True)

    def clock(self) -> None:
        self.phase += 1
        phase = ("movement", "combat", "reorganization", "supply")[self.phase % 4]
        active = ("allied", "german")[self.phase // 4 % 2]
        self.game.play(
            act.SetClock(turn=1 + self.phase // 8 % 20, phase=phase, active=active), at=AT
        )

    def note(self) -> None:
        self.game.play(act.Note(text="The fog lifts towards noon. " * 8), at=AT)

    def roll(self) -> None:
        self.game.play(act.Roll(count=2, reason="weather"), at=AT)
