"""Logs with names unknown to the game: every command prints a message."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.cli.main import app
from engine.core import actions as act
from engine.core import effects as fx
from engine.core.errors import UserError
from engine.core.state import Piece, State
from engine.export.html import page
from engine.modules.module import load_module
from engine.play.audit import audit
from engine.play.game import Game, Recording
from engine.play.referee import ruling_of
from engine.play.scrutiny import scrutinise
from engine.probe import Probe
from engine.report.csv_table import export_csv
from engine.report.markdown import report
from engine.rules.unknown_names import unknown_in
from tests.fixtures.export_game import FakeRenderer
from tests.forging import Change, added, forge, play_by_rules

ENTRIES = 12


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return play_by_rules(
        tmp_path_factory.mktemp("base") / "g.h44log", ENTRIES, seed=3, mode="advisory"
    )


def some_unit(recording: Recording, state: State) -> tuple[str, Piece]:
    """A unit of the active side on the map."""
    hexes = recording.module.places.hex_count
    return next(
        (name, piece)
        for name, piece in sorted(state.pieces.items())
        if piece.place < hexes and piece.side == state.clock.active
    )


def strange(recording: Recording) -> dict[str, list[Change]]:
    """Changes after which a position contains unknown names."""
    state = recording.state(len(recording))
    unit, piece = some_unit(recording, state)
    here = recording.module.places.name(piece.place)
    clock = fx.Clock(turn=99, phase="tea", active="martian")
    marker = fx.MarkerFields(kind="nothing", at="4816")
    status = tuple(sorted(piece.status))
    weather, moved = state.tracks.get("weather"), state.tracks.get(f"moved/{unit}")
    asked = fx.Decision(kind="nothing", side="allied", args={"a": [1]})

    def by_hand(*effects: fx.Effect) -> Change:
        return added(act.ManualEdit(text="x", effects=effects), effects)

    return {
        "counter": [by_hand(fx.Reveal(unit=unit, before=piece.counter, after="nobody"))],
        "marker": [by_hand(fx.SetMarker(marker="m", before=None, after=marker))],
        "status": [by_hand(fx.SetStatus(unit=unit, before=status, after=("nothing",)))],
        "side": [by_hand(fx.SetSide(unit=unit, before=piece.side, after="martian"))],
        "clock": [
            added(
                act.SetClock(turn=99, phase="tea", active="martian"),
                (fx.SetPhase(before=state.clock, after=clock),),
            )
        ],
        "decision": [
            by_hand(fx.PushDecision(decision=asked)),
            added(act.Choose(decision="nothing", option="x")),
        ],
        "tracks": [
            by_hand(
                fx.SetTrack(track="weather", before=weather, after=3.5),
                fx.SetTrack(track=f"moved/{unit}", before=moved, after="x y z"),
            )
        ],
        "places": [
            by_hand(
                fx.SetHexside(hexside="9999/0000", before=None, after="green"),
                fx.SetControl(hex=here, before=state.control.get(piece.place), after="martian"),
            )
        ],
        "nothing": [],
    }


STRANGE = (
    *("counter", "marker", "status", "side", "clock", "decision", "tracks", "places"),
    "nothing",
)


@pytest.fixture
def hostile(base: Path, tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """A log with an unknown name, followed by actions that use it."""
    recording = Recording.load(base)
    state = recording.state(len(recording))
    unit, piece = some_unit(recording, state)
    here = recording.module.places.name(piece.place)
    then = [
        added(act.MoveUnits(units=(unit,), path=(here, here))),
        added(act.MoveUnits(units=("ghost",), path=("4816", "9999"), mode="retreat")),
        added(
            act.Combat(
                attackers=(unit, "ghost"),
                defenders=("ghost",),
                target="9999",
                attack=1,
                defense=1,
                column="?",
                result="?",
            )
        ),
        added(act.DeclareAttack(attackers=("ghost",), target="9999")),
        added(act.Consult(table="demolition", result="?", at="9999/0000", drm=9)),
        added(act.Consult(table="?", result="?", units=("ghost",))),
        added(act.NextPhase()),
        added(act.Note(text="the end")),
    ]

    def change(entries: list) -> list:
        for one in (*strange(recording)[request.param], *then):
            entries = one(entries)
        return entries

    return forge(base, tmp_path / "strange.h44log", change)


every = pytest.mark.parametrize("hostile", STRANGE, indirect=True)


@every
def test_audit_and_scrutiny_report_unknown_names(hostile: Path) -> None:
    recording = Recording.load(hostile)
    ruling = ruling_of(recording)
    assert ruling is not None
    found = audit(recording, ruling)
    assert found.entries == len(recording)
    assert {f.entry for f in found.breaches} & set(range(ENTRIES + 1, len(recording) + 1))
    assert scrutinise(recording).breaches


@every
@pytest.mark.parametrize("command", [["state"], ["replay"], ["verify", "--rules"]], ids=" ".join)
def test_commands_print_a_message(hostile: Path, command: list[str]) -> None:
    result = CliRunner().invoke(app, [*command, str(hostile)])
    assert result.exception is None or isinstance(result.exception, SystemExit)


@every
def test_exports_are_complete(hostile: Path, tmp_path: Path) -> None:
    recording = Recording.load(hostile)
    assert "the end" in report(recording)
    assert "the end" in page(recording, FakeRenderer())
    export_csv(recording, tmp_path / "a.csv")
    assert "the end" in (tmp_path / "a.csv").read_text(encoding="utf-8-sig")


@every
def test_the_probe_answers_for_every_position(
    hostile: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    probe = Probe()
    last = len(Recording.load(hostile))
    step: dict[str, object] = {"action": {"kind": "next_phase"}, "dice": [3] * 30}
    asked: list[dict[str, object]] = [
        {"op": "judge", **step},
        {"op": "apply", **step},
        {"op": "apply", "mode": "off", **step},
        {"op": "legal"},
        {"op": "pending"},
        {"op": "state"},
        {"op": "supply", "side": "german"},
    ]
    for at in (ENTRIES + 1, last):
        loaded = probe.answer({"op": "load", "log": str(hostile), "at": at})
        if not loaded["ok"]:
            assert loaded["error"]["code"] == "bad_position"
            continue
        for request in asked:
            probe.answer({**request, "pos": loaded["result"]["pos"]})
    assert capfd.readouterr().err == ""  # where faults of our own are told


def test_unknown_names_are_reported(base: Path) -> None:
    recording = Recording.load(base)
    state, module = recording.state(len(recording)), recording.module
    assert unknown_in(state, module) is None
    unit, piece = some_unit(recording, state)
    changes: list[tuple[Callable[[Piece], Piece], str]] = [
        (lambda p: Piece("nobody", p.side, p.place, p.steps), "nobody"),
        (lambda p: Piece(p.counter, "martian", p.place, p.steps), "martian"),
    ]
    for change, name in changes:
        pieces = {**state.pieces, unit: change(piece)}
        assert unknown_in(State(state.clock, pieces), module) == name


def test_a_counter_with_an_unknown_symbol_is_exported(tmp_path: Path) -> None:
    source = Path(load_module("holland44").files.origin)
    counters = json.loads((source / "counters.json").read_text(encoding="utf-8"))
    for counter in counters["counters"]:
        counter.update(symbol="dragon", kind="dragon", quality="fiery")
    with zipfile.ZipFile(tmp_path / "own.h44mod", "w", zipfile.ZIP_DEFLATED) as made:
        for path in sorted(source.rglob("*.json")):
            name = path.relative_to(source).as_posix()
            content = json.dumps(counters) if name == "counters.json" else path.read_text("utf-8")
            made.writestr(name, content)
    with Game.new(tmp_path / "g.h44log", str(tmp_path / "own.h44mod"), "campaign") as game:
        assert "<svg" in page(game, FakeRenderer())
        assert "#" in report(game)


@pytest.mark.parametrize(
    ("field", "value"), [("created", "yesterday"), ("scenario", "no-such-scenario")]
)
def test_a_header_with_an_odd_date_or_scenario_is_reported(
    tmp_path: Path, field: str, value: str
) -> None:
    good, odd = tmp_path / "good.h44log", tmp_path / "odd.h44log"
    Game.new(good, "holland44", "campaign").close()
    assert not Recording.load(good).notices
    forge(good, odd, lambda entries: entries, **{field: value})
    (notice,) = Recording.load(odd).notices
    assert value in notice
    with Game.open(odd) as game:
        assert game.notices == (notice,)


def test_a_first_header_without_its_version_is_reported_in_our_words(tmp_path: Path) -> None:
    good, odd = tmp_path / "good.h44log", tmp_path / "odd.h44log"
    Game.new(good, "holland44", "campaign").close()
    forge(good, odd, lambda entries: [], format="h44log/1", rulebook=None, rules_version=None)
    with pytest.raises(UserError, match="rules_version is missing") as caught:
        Recording.load(odd)
    assert "Value error" not in str(caught.value)
