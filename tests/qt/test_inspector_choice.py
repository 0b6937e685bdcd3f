"""The tab that the inspector selects automatically."""

from __future__ import annotations

from engine.core import actions as act
from engine.core.effects import SetTrack
from engine.play.game import Recording
from holland44_qt.samples import sample_games
from holland44_qt.shell.inspector_choice import _is_result


def test_dice_without_a_combat_keep_the_to_do_tab() -> None:
    path = next(path for path in sample_games() if path.stem == "normandy44-d-day")
    entries = Recording.load(path).timeline.entries
    answers = [e for e in entries if isinstance(e.action, act.Choose) and e.dice]
    fights = [
        e
        for e in answers
        if any(isinstance(x, SetTrack) and x.track == "combat" for x in e.effects)
    ]
    tanks = [e for e in answers if e not in fights]
    assert fights
    assert tanks
    assert all(_is_result(entry, "enforced") for entry in fights)
    assert not any(_is_result(entry, "enforced") for entry in tanks if not entry.verdicts)
    assert all(_is_result(entry, "off") for entry in tanks), "without rules dice are read"
