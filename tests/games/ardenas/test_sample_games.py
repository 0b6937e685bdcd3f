"""The recorded games: a diagram of two groupings described in three languages, and a generated
game.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.core import actions as act
from engine.core import effects as fx
from engine.core.dice import Dice
from engine.core.modes import mode_of
from engine.core.reducer import apply
from engine.core.state import State
from engine.games.ardenas import tracks
from engine.games.ardenas.own_actions import WorkOnBridge
from engine.games.ardenas.rulebook import rulebook
from engine.log.annotations import Annotation, Annotations, load_for
from engine.log.entry import Entry
from engine.log.narrate import narrate
from engine.log.verify import verify
from engine.modules.module import load_module
from engine.modules.setup import setup_effects
from engine.play.audit import audit
from engine.play.game import Recording
from engine.report.stats import statistics
from holland44_qt.command_line import app
from logs.build import FOLDER

GROUPINGS = FOLDER / "two-groupings.h44log"
GENERATED = FOLDER / "ardenas-generated.h44log"
TRUE, FALSE = "grouping/german/ground/1", "grouping/german/ground/2"
MARCHES, FIRST_THROW, LOSS, BRIDGE = (12, 13), 28, 29, 33


@pytest.mark.parametrize("log", [GROUPINGS, GENERATED], ids=["groupings", "generated"])
def test_the_games_are_sound(log: Path) -> None:
    game = Recording.load(log)
    assert game.notices == ()
    assert mode_of(game.state(len(game))) == "enforced"
    assert verify(game.log, game.module.places, game.annotations).problems == []
    assert audit(game, rulebook().ruleset("full")).breaches == []


def test_the_diagram_is_described_in_three_languages() -> None:
    game = Recording.load(GROUPINGS)
    ends = {"en": ".h44aar", "es": ".es.h44aar", "pt": ".pt.h44aar"}
    told = [
        load_for(GROUPINGS, game.log.header.id, GROUPINGS.with_suffix(end)) for end in ends.values()
    ]
    assert [one.language for one in told] == list(ends)
    assert all(one.entries.keys() == told[0].entries.keys() for one in told)


@pytest.mark.parametrize("log", [GROUPINGS, GENERATED], ids=["groupings", "generated"])
def test_every_decision_and_order_has_a_sentence_of_its_own(log: Path) -> None:
    game = Recording.load(log)
    sentences = [game.step(number).sentence for number in range(1, len(game) + 1)]
    assert [s for s in sentences if "decides (" in s or "newer version" in s] == []


def test_each_way_of_an_order_has_its_sentence() -> None:
    game, unit = Recording.load(GROUPINGS), "US-A1111"
    kinds = {"demolish": "blows the bridge", "build": "builds a bridge", "bomb": "bombs the bridge"}
    kinds |= {"commando": "tries to blow the bridge"}  # with a die, as the bomb
    for way, words in kinds.items():
        action = WorkOnBridge.model_validate({"unit": unit, "hex": "3726", "way": way})
        entry = game.log.entries[-1].model_copy(update={"action": action, "effects": ()})
        assert words in narrate(entry, game.state(len(game)), game.module)


def test_a_battle_names_every_unit_that_its_throws_affect() -> None:
    module = load_module("ardenas")
    before = apply(State(), setup_effects(module, module.scenario("short")), module.places)
    hit = [fx.SetStatus(unit=u, before=(), after=("affected",)) for u in ("US-4-Art", "US-4-12")]
    thrown = (Dice(sides=6, count=1, values=(4,), source="rolled", reason="attack"),)
    chosen = act.Choose(decision="area_attack", option="US-4-12")
    entry = Entry(
        id=1, parent=0, at="", by="german", action=chosen, effects=tuple(hit), dice=thrown
    )
    assert narrate(entry, before, module).endswith("Affected: 4 Div Art and 12 Inf.")


def test_the_false_grouping_leaves_the_map_and_the_true_one_stays() -> None:
    game = Recording.load(GROUPINGS)
    before, after = game.state(MARCHES[0] - 1), game.state(MARCHES[1])
    assert {TRUE, FALSE} <= before.tracks.keys()
    assert (TRUE in after.tracks, FALSE in after.tracks) == (True, False)
    gone = [s for n in MARCHES if "leaves the map" in (s := game.step(n).sentence)]
    assert [s.split(". ")[1] for s in gone] == [
        "The grouping counter in 3718 has no units and leaves the map."
    ]


def test_no_sentence_calls_a_bridge_or_a_grouping_a_marker() -> None:
    game = Recording.load(GROUPINGS)
    sentences = [game.step(number).sentence for number in range(1, len(game) + 1)]
    assert [s for s in sentences if "Marker '" in s] == []
    assert any(s.endswith("is destroyed.") for s in sentences)


def test_throws_strike_a_counter_of_each_side_and_a_bridge_is_blown() -> None:
    game = Recording.load(GROUPINGS)
    assert game.state(FIRST_THROW).tracks[tracks.LAST] == "+4 -2 AD 3 5"
    struck = game.state(LOSS).pieces
    assert all("affected" in struck[unit].status for unit in ("GE-Lehr-901", "US-28-109"))
    markers = (game.state(n).markers.values() for n in (BRIDGE - 1, BRIDGE))
    assert ["3726" in {m.at for m in found} for found in markers] == [True, False]


def test_only_a_unit_that_is_eliminated_is_a_loss() -> None:
    """The transport that comes home to its base is none."""
    game = Recording.load(GROUPINGS)
    found = statistics(game)
    assert {side: found.lost(side) for side in ("german", "allied")} == {"german": 0, "allied": 1}


def test_the_generated_game_is_labelled_as_generated() -> None:
    assert Recording.load(GENERATED).log.header.title.startswith("Generated game")


@pytest.mark.parametrize(
    ("viewpoint", "told", "said"),
    [("german", {"german", "revealed"}, 1), ("neutral", {"revealed"}, 2)],
)
def test_merged_notes_are_exported_to_those_who_may_read_them(
    viewpoint: str, told: set[str], said: int, tmp_path: Path
) -> None:
    """Each side's own notes stay its own; the export says how many comments it left out."""
    files: list[str] = []
    for word, side, revealed in (("german", "german", False), ("allied", "allied", False),
                                 ("revealed", "allied", True)):  # fmt: skip
        path = tmp_path / f"{word}.h44aar"
        Annotations(log="two-groupings", side=side, revealed=revealed,
                    entries={5: Annotation(comment=f"said by {word}")}).save(path)  # fmt: skip
        files += ["--notes", str(path)]
    target = tmp_path / "x.json"
    words = ["export", str(GROUPINGS), "--to", "json", "-o", str(target), *files]
    run = CliRunner().invoke(app, [*words, "--set", f"viewpoint={viewpoint}"])
    text = target.read_text(encoding="utf-8")
    assert {w for w in ("german", "allied", "revealed") if f"said by {w}" in text} == told
    assert f"were left out ({said})" in " ".join(run.output.split())


def test_an_export_says_what_it_leaves_out(tmp_path: Path) -> None:
    def told(*more: str) -> str:
        words = ["export", str(FOLDER / "two-groupings.h44log"), "--to", "csv", "--overwrite"]
        run = CliRunner().invoke(app, [*words, "-o", str(tmp_path / "g.csv"), *more])
        assert run.exit_code == 0
        return run.stderr

    assert "what every side saw" in told()
    assert "saw" not in told("--set", "viewpoint=both")
    assert "saw" not in told("--set", "viewpoint=allied")
