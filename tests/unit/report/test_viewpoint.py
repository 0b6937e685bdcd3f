"""Viewpoints: an export for a side contains nothing that the side did not see."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import pytest

from engine.core.actions import DeclareAttack
from engine.core.errors import UserError
from engine.core.secrecy import Concealed, Secrets
from engine.core.state import State
from engine.export.html import page
from engine.games.holland44.ruleset import Ruleset
from engine.log.tree import Log
from engine.play.game import Recording
from engine.play.observed import SHORTEST
from engine.report.formats import ENGINE_FORMATS
from engine.report.job import Job
from engine.report.scene import Scenes
from engine.report.settings import Settings
from engine.report.viewpoint import Viewed, viewed
from tests.fixtures.export_game import FakeRenderer

LOG = Path(__file__).parents[3] / "logs" / "market-garden-turn-1.h44log"
TEXTS = ("md", "bbcode", "csv", "json", "html")


@pytest.fixture(scope="module")
def recording() -> Recording:
    return Recording.load(LOG)


@pytest.fixture
def blind(monkeypatch: pytest.MonkeyPatch, recording: Recording) -> None:
    """A game in which neither side sees the other, as with hidden units."""

    def concealed(self: object, state: State, side: str) -> Concealed:
        return Concealed(absent=frozenset(u for u, p in state.pieces.items() if p.side != side))

    monkeypatch.setattr(Ruleset, "concealed", concealed)
    secret = recording.module.meta.model_copy(update={"secrets": Secrets(computed=True)})
    monkeypatch.setitem(recording.module.__dict__, "meta", secret)


def exported(recording: Recording, form: str, folder: Path) -> str:
    """Return an export with the Allied viewpoint."""
    settings = Settings(viewpoint="allied", entries="all")
    job = Job(recording, folder / f"x.{form}", settings)
    if form == "html":
        return re.sub(r"base64,[\w+/=]+", "", page(job.recording, FakeRenderer()))
    next(f for f in ENGINE_FORMATS if f.name == form).write(job, LOG)
    return job.target.read_text(encoding="utf-8")


@pytest.mark.usefixtures("blind")
@pytest.mark.parametrize("form", TEXTS)
def test_exports_name_no_unseen_unit(recording: Recording, form: str, tmp_path: Path) -> None:
    bare = Recording(recording.log, recording.module)
    text = exported(bare, form, tmp_path)
    germans = {
        u: recording.module.unit_name(p.counter)
        for n in (1, len(recording))
        for u, p in recording.state(n).pieces.items()
        if p.side == "german"
    }
    allies = [p for p in recording.state(1).pieces.values() if p.side == "allied"]
    shared = {recording.module.unit_name(p.counter) for p in allies}
    shared |= {place for place in recording.module.board.names if place}
    names = {n for n in germans.values() if len(n) > SHORTEST and not n.isdecimal()} - shared
    about = [word for word in (*germans, *names) if word in text]
    told = [w for w in about if re.search(rf"(?<!\w){re.escape(w)}(?!\w)", text)]
    assert told == []
    assert any(recording.module.unit_name(p.counter) in text for p in allies)


@pytest.mark.usefixtures("blind")
def test_an_entry_with_units_of_both_sides_names_only_seen_ones(recording: Recording) -> None:
    whole, seen = recording.timeline, viewed(recording, "allied").timeline
    mixed = 0
    for number, entry in enumerate(seen.entries, 1):
        units = {u for e in entry.effects if (u := getattr(e, "unit", None))}
        assert {whole.state(number).pieces[u].side for u in units} <= {"allied"}
        mixed += bool(units) and len(entry.effects) < len(whole.entries[number - 1].effects)
    assert mixed, "the sample has such entries"


@pytest.mark.usefixtures("blind")
def test_unseen_pieces_are_not_drawn(recording: Recording) -> None:
    seen = viewed(recording, "allied")
    assert {p.side for p in seen.state(88).pieces.values()} == {"allied"}
    scene = Scenes(seen).scene(121)
    assert {p.side for p in scene.after.pieces.values()} == {"allied"}
    assert "Spindler" not in scene.step.sentence


@pytest.mark.slow
@pytest.mark.usefixtures("blind")
def test_comments_are_exported_for_their_audience_only(
    recording: Recording, tmp_path: Path
) -> None:
    plain = recording.annotations
    assert len(plain.entries) > 0
    for side, revealed, kept in (
        ("", True, False),
        ("german", False, False),
        ("german", True, True),
        ("allied", False, True),
    ):
        notes = plain.model_copy(update={"side": side, "revealed": revealed})
        told = Recording(recording.log, recording.module, notes)
        job = Job(told, tmp_path / "x.md", Settings(viewpoint="allied"))
        assert bool(job.recording.annotations.entries) == kept, (side, revealed)
        assert any("were left out" in sentence for sentence in job.left_out) != kept


@pytest.mark.usefixtures("blind")
def test_unseen_entries_of_a_phase_are_one_line_without_a_time(recording: Recording) -> None:
    seen = viewed(recording, "allied")
    assert isinstance(seen, Viewed)
    assert 0 < len(seen) < len(recording)
    unseen = [e for e in seen.timeline.entries if not e.at]
    assert unseen
    assert all(not e.effects and not e.by and not e.dice for e in unseen)
    for one, other in itertools.pairwise(seen.timeline.entries):
        if not one.at and not other.at:
            before, after = seen.state(one.id), seen.state(other.id)
            assert before.clock != after.clock, "two phases"
    assert all(e.digest is None and e.signature is None for e in seen.timeline.entries)


def test_a_game_without_secrecy_is_not_exported_for_one_side(
    recording: Recording, monkeypatch: pytest.MonkeyPatch
) -> None:
    silent = recording.module.meta.model_copy(update={"secrets": None})
    monkeypatch.setitem(recording.module.__dict__, "meta", silent)
    assert viewed(recording, "both") is recording
    for eyes in ("allied", "neutral"):
        with pytest.raises(UserError, match="does not declare"):
            viewed(recording, eyes)


def test_without_secrets_nothing_is_omitted(recording: Recording) -> None:
    seen = viewed(recording, "allied")
    assert seen.timeline.entries == recording.timeline.entries
    assert seen.annotations == recording.annotations
    assert seen.step(88).sentence == recording.step(88).sentence


def test_private_data_of_the_other_side_is_omitted(recording: Recording) -> None:
    plain = recording.annotations
    kept = plain.model_copy(update={"side": "german", "revealed": False})
    hidden = Recording(recording.log, recording.module, kept)
    assert viewed(hidden, "both").annotations == kept
    assert viewed(hidden, "german").annotations == kept
    for eyes in ("allied", "neutral"):
        assert viewed(hidden, eyes).annotations.entries == {}
        assert len(viewed(hidden, eyes)) == len(hidden)
    with pytest.raises(UserError, match="nobody"):
        viewed(hidden, "nobody")


@pytest.mark.usefixtures("blind")
def test_an_attack_by_unseen_units_on_seen_ones_is_reported(
    recording: Recording,
) -> None:
    places, end = recording.module.places, recording.state(1)
    german = next(u for u, p in end.pieces.items() if p.side == "german")
    hexes = {
        side: places.name(p.place)
        for p in end.pieces.values()
        for side in (p.side,)
        if places.is_hex(p.place)
    }
    first = recording.log.entries[0]
    entries = [first]
    for number, side in enumerate(("allied", "german"), 2):
        attack = DeclareAttack(attackers=(german,), target=hexes[side])
        fields = {"id": number, "parent": number - 1, "by": "german", "action": attack}
        entries.append(first.model_copy(update={**fields, "effects": (), "dice": ()}))
    seen = viewed(Recording(Log(recording.log.header, entries), recording.module), "allied")
    said = [seen.step(number).sentence for number in range(2, len(seen) + 1)]
    assert said == [
        f"Unseen units attack {hexes['allied']}.",
        "Something happened that could not be seen.",
    ]
