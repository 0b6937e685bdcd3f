"""The window shows one viewpoint everywhere, without anything hidden from that side."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot

from engine.core.actions import Note
from engine.i18n import t
from engine.log.annotations import Annotation, Annotations
from engine.log.private_file import PrivateFile
from engine.play.game import Recording
from holland44_qt.pictures.palette import Palette as Counters
from holland44_qt.settings import remember_mine
from holland44_qt.shell.command_palette import Palette
from holland44_qt.window.table_window import TableWindow
from tests.qt.window_texts import texts
from tests.unit.vassal.secret_table import CANARIES, CARDS, played


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[TableWindow]:
    made = TableWindow()
    qtbot.addWidget(made)
    made.resize(1280, 800)
    made.show()
    yield made
    made.close()


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = played(tmp_path)
    own = Recording.load(path).log.header.id
    entries = {2: Annotation(comment="The Zebra goes first.", chapter="Zebra")}
    Annotations(log=own, intro="About the Zebra", entries=entries).save(path.with_suffix(".h44aar"))
    return path


def canaries(window: TableWindow) -> set[str]:
    """Return the canaries in any text of the window, of the palette and of Units, at every step."""
    found: set[str] = set()
    for step in range(window.session.length, -1, -1):
        window.session.go(step)
        QApplication.processEvents()
        found |= named(texts(window, Counters))
    window.session.last()
    for command in ("palette", "find_unit", "inventory"):
        window.commands.run(command)
        QApplication.processEvents()
        for dialog in window.findChildren(QDialog):
            if isinstance(dialog, Palette):
                for word in ("Lion", "0401", "entry", "taken", "hides", "moves"):
                    dialog.line.setText(word)
                    found |= named(texts(dialog))
                found |= {target for target in CANARIES if _offers(dialog, target)}
            found |= named(texts(dialog))
            dialog.close()
    return found


def _offers(palette: Palette, word: str) -> bool:
    """Return whether the palette finds any item for a word, besides the search for that word."""
    palette.line.setText(word[:-1])
    return any(word in text for text in texts(palette))


def sentences(window: TableWindow) -> list[str]:
    """Return the sentences of the entries shown."""
    recording = window.session.recording
    assert recording is not None
    return [recording.step(step).sentence for step in range(1, len(recording) + 1)]


def named(found: Iterator[str]) -> set[str]:
    whole = "\n".join(found)
    return {word for word in CANARIES if word in whole}


@pytest.mark.slow
def test_a_sides_view_names_nothing_hidden_anywhere(window: TableWindow, log: Path) -> None:
    assert window.open_path(log, play=False)
    for toggle in window.panels.toggles:
        if not toggle.isChecked():
            toggle.trigger()
    assert {"Zebra", "Okapi"} <= canaries(window), "the referee sees them"
    assert "referee" in window.windowTitle()
    for eyes in ("Blue", "neutral"):
        assert window.session.look_as(eyes)
        assert canaries(window) == set(), eyes
        assert "referee" not in window.windowTitle()
    assert window.session.look_as("Red")
    assert {"Zebra", "Okapi"} <= canaries(window)
    assert "Red" in window.windowTitle()


def test_hidden_pieces_are_not_on_the_board(window: TableWindow, log: Path) -> None:
    assert window.open_path(log, play=False)
    window.session.last()
    whole = window.session.state
    assert window.session.look_as("Blue")
    seen = window.session.state
    assert len(seen.pieces) == len(whole.pieces) - 1
    assert not {"start-1", "start-2"} & seen.pieces.keys()
    assert window.session.length < len(Recording.load(log))


def test_orders_are_played_through_a_view(window: TableWindow, log: Path) -> None:
    remember_mine(log)
    assert window.open_path(log, play=True)
    session = window.session
    session.last()
    session.play_on()
    whole = session.length
    assert session.look_as("Red")
    assert session.can_play
    assert session.play(Note(text="The Zebra and the Lion rest"), by="Red") is not None
    assert session.look_as("Blue")
    assert named(texts(window, Counters)) == set()
    assert session.play(Note(text="Blue passes"), by="Blue") is not None
    assert "Blue passes" in sentences(window)
    session.undo()
    assert "Blue passes" not in sentences(window)
    assert session.can_play, "its own entry is taken back"
    window.commands["redo"].trigger()
    assert "Blue passes" in sentences(window)
    assert not window.commands["redo"].isEnabled()
    assert session.look_as("Red")
    said: list[str] = []
    session.objected.connect(said.append)
    session.undo()
    assert said, "the last entry is Blue's"
    assert session.look_as("both")
    assert session.length == whole + 2
    assert sentences(window)[-1] == "Blue passes"


def test_playing_on_from_an_earlier_entry_of_a_view_says_where_the_view_ends(
    window: TableWindow, log: Path
) -> None:
    """The later entries are seen again in review."""
    assert window.open_path(log, play=False)
    session = window.session
    session.last()
    assert session.look_as("Red")
    whole = session.length
    session.go(whole - 1)
    assert session.play_on("Another way")
    assert window.messages.lines == [t("session.cut", entry=whole - 1)]
    assert (session.step, session.length, session.can_play) == (whole - 1, whole - 1, True)
    session.stop_playing()
    assert (session.step, session.length, session.stance) == (whole - 1, whole, "review")
    session.last()
    assert session.play_on()
    assert t("session.cut", entry=whole) not in window.messages.lines


def test_a_view_disables_notes_and_what_if(window: TableWindow, log: Path) -> None:
    assert window.open_path(log, play=False)
    assert window.session.look_as("Blue")
    before = log.with_suffix(".h44aar").read_bytes()
    assert not window.session.annotate_entry(1, lambda note: note)
    assert not window.session.try_out()
    assert log.with_suffix(".h44aar").read_bytes() == before


@pytest.mark.slow
def test_a_private_file_shows_its_own_side(window: TableWindow, log: Path) -> None:
    PrivateFile.load(log, Recording.load(log).log.header.id, "Blue").seal({"plan": "left"})
    assert window.open_path(log, play=False)
    assert window.session.viewpoint == "Blue"
    assert canaries(window) == set()


def test_changing_the_view_clears_selection_and_messages(window: TableWindow, log: Path) -> None:
    assert window.open_path(log, play=False)
    window.session.last()
    window.view.selection.set(("start-1", "start-2"))
    window.messages.add("The Zebra is here")
    window.view.show_at(window.view.scale_now * 3, window.view.middle)
    assert window.session.look_as("Blue")
    assert window.view.selection.units == ()
    assert window.view.fitted
    assert named(texts(window, Counters)) == set()


@pytest.mark.slow
def test_games_that_differ_only_in_secrets_look_the_same(
    window: TableWindow, tmp_path: Path
) -> None:
    """All texts are equal at every step, also in the accessible tree, except the list of all
    counters.
    """
    seen: list[list[list[str]]] = []
    games = (("Zebra", "Okapi", CARDS), ("Okapi", "Zebra", CARDS[::-1]))
    for number, (masked, hidden, cards) in enumerate(games):
        folder = tmp_path / str(number)
        assert window.open_path(played(folder, masked, hidden, cards), play=False)
        assert window.session.look_as("Blue")
        steps = []
        for step in range(window.session.length, 0, -1):
            window.session.go(step)
            QApplication.processEvents()
            shown = sorted(set(texts(window, Counters)))
            steps.append([text.replace(str(folder), "") for text in shown if "2026" not in text])
        seen.append(steps)
    assert seen[0] == seen[1]
