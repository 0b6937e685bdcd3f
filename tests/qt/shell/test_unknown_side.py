"""A log whose active side is unknown to the game, opened in the window."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core import actions as act
from engine.core.effects import SetPhase
from engine.core.reducer import apply
from engine.log.entry import Entry, now
from engine.log.store import LogFile
from engine.play import referee
from engine.play.game import Recording
from holland44_qt.window.table_window import TableWindow


@pytest.mark.parametrize("play", [True, False])
def test_a_log_with_an_unknown_side_is_reported(
    window: TableWindow, tmp_path: Path, play: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "forged.h44log"
    referee.new_game(path, "holland44", "campaign", mode="enforced").close()
    recording = Recording.load(path)
    before = recording.state(1)
    effect = SetPhase(
        before=before.clock, after=before.clock.model_copy(update={"active": "nobody"})
    )
    apply(before, (effect,), recording.module.places)
    entry = Entry(
        id=2, parent=1, at=now(), by="allied", action=act.Note(text="x"), effects=(effect,)
    )
    with LogFile.open(path) as file:
        file.append(entry)
    said: list[str] = []
    for signal in (window.session.failed, window.session.noticed, window.session.objected):
        signal.connect(said.append)
    window.open_path(path, play=play)
    session = window.session
    if session.recording is not None:
        session.last()
        session.play_on()
        session.play(act.NextPhase())
    assert any("nobody" in sentence for sentence in said)
    assert "Traceback" not in capsys.readouterr().err
