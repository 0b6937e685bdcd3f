"""An attacked unknown unit is revealed after the declaration and before the die roll (25.2)."""

from __future__ import annotations

from pathlib import Path

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.dice import Dice
from engine.play.game import Game
from engine.report.beats import beats
from engine.report.game_facts import facts_of
from engine.report.scene import Scenes

HEX = "6314"
DRAWN = (Dice(sides=20, count=1, values=(15,), source="rolled", reason="draw:unknown-pool"),)
DIE = (Dice(sides=6, count=1, values=(2,), source="rolled", reason=f"combat:{HEX}"),)


def removed(unit: str, counter: str, steps: int = 1) -> fx.Remove:
    return fx.Remove(
        unit=unit, counter=counter, side="german", at=HEX, index=0, steps=steps, status=()
    )


def drawn(game: Game, unit: str) -> fx.Move:
    pool = game.now.stack(game.module.places.index("unknown-pool"))
    path = ("unknown-pool", HEX)
    return fx.Move(unit=unit, path=path, from_index=pool.index(unit), to_index=0)


def hidden_at(game: Game) -> str:
    (hidden,) = game.now.stack(game.module.places.index(HEX))
    return hidden


def attack_on(game: Game) -> act.DeclareAttack:
    attacker = game.now.stack(game.module.places.index("6217"))[-1]
    return act.DeclareAttack(attackers=(attacker,), target=HEX)


def test_the_message_of_an_attack_on_a_garrison_says_that_it_is_gone(tmp_path: Path) -> None:
    with Game.new(tmp_path / "game.h44log", "holland44", "campaign") as game:
        hidden, empty = hidden_at(game), "GE-Garrison-2"
        effects = (
            removed(hidden, game.now.pieces[hidden].counter),
            drawn(game, empty),
            removed(empty, empty, game.now.pieces[empty].steps),
        )
        game.record(attack_on(game), effects, DRAWN)
        sentence = game.step(len(game)).sentence
        assert sentence.endswith("6314 Bennekom. Revealed and removed: Garrison.")
        assert Scenes(game).scene(len(game)).caption == sentence


def test_the_caption_of_a_combat_names_the_eliminated_units(tmp_path: Path) -> None:
    with Game.new(tmp_path / "game.h44log", "holland44", "campaign") as game:
        hidden, police = hidden_at(game), "GE-Police"
        gone = fx.Move(unit=police, path=(HEX, "eliminated-german"), from_index=0, to_index=0)
        effects = (
            removed(hidden, game.now.pieces[hidden].counter),
            drawn(game, police),
            fx.SetTrack(track="combat", before=None, after=f"{HEX} 3:1 6 D1"),
            gone,
        )
        game.record(attack_on(game), effects, DRAWN + DIE)
        scene = Scenes(game).scene(len(game))
    assert scene.card is not None
    assert scene.caption.endswith("D1. Eliminated: Police.")
    assert scene.step.sentence.endswith("D1. Revealed: Police. Eliminated: Police.")


def test_an_unknown_unit_is_turned_over_between_the_attack_and_its_die(tmp_path: Path) -> None:
    with Game.new(tmp_path / "game.h44log", "holland44", "campaign") as game:
        state, places = game.now, game.module.places
        (hidden,) = state.stack(places.index("6314"))
        unknown, drawn = state.pieces[hidden], "GE-Police"
        pool = state.stack(places.index("unknown-pool"))
        effects = (
            fx.Remove(
                unit=hidden,
                counter=unknown.counter,
                side=unknown.side,
                at="6314",
                index=0,
                steps=unknown.steps,
                status=(),
            ),
            fx.Move(
                unit=drawn,
                path=("unknown-pool", "6314"),
                from_index=pool.index(drawn),
                to_index=0,
            ),
            fx.SetTrack(track="combat", before=None, after="6314 3:1 2 ENG"),
        )
        dice = (
            Dice(sides=20, count=1, values=(15,), source="rolled", reason="draw:unknown-pool"),
            Dice(sides=6, count=1, values=(2,), source="rolled", reason="combat:6314"),
        )
        attacker = state.stack(places.index("6217"))[-1]
        attack = act.DeclareAttack(attackers=(attacker,), target="6314")
        game.record(attack, effects, dice)
        facts = facts_of(game.module, "campaign")
        number = len(game)
        fight = facts.fight(game.timeline.entries[-1], game.state(number - 1))
        assert fight is not None
        assert fight.defenders == (drawn,), "who fought is who was turned over"
        told = beats(game, number, facts)
    texts = [beat.text for beat in told]
    assert "Police" not in texts[0]
    assert texts[0].endswith("an unknown unit.")
    assert texts[1] == "The unknown unit at 6314 Bennekom is Police."
    assert told[0].state.stack(places.index("6314")) == (hidden,)
    assert told[1].state.stack(places.index("6314")) == (drawn,)
    assert texts[-2:] == ["Dice (d6), Combat 6314 Bennekom: 2.", "Result ENG."]
