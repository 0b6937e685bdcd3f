"""Comment links: highlight and follow references in comments; attach photos to entries."""

from __future__ import annotations

from pathlib import Path

from engine.core.errors import UserError
from engine.i18n import t
from engine.log.annotations import HexShape
from engine.report.photos import photo_name, with_photo, without_photo
from holland44_qt.commands import Command
from holland44_qt.feature import Feature
from holland44_qt.file_dialogs import ask_for_file
from holland44_qt.photos import KINDS, take_photo
from holland44_qt.report.mark_drawing import SketchLayer


class Reading(Feature):
    """Feature for references in comments and for photos."""

    COMMANDS = (
        Command("add_photo", "edit", "add_photo", separator=True),
        Command("drop_photo", "edit", "drop_photo"),
    )

    def ready(self) -> None:
        """Follow the comments of the entry that is shown."""
        self.layer = SketchLayer(self.session.module.board, self.view.sceneRect())
        self.view.add_layer(self.layer, 2.5)
        self.window.entry.comment.pointed.connect(self.light)
        self.window.entry.comment.named.connect(self.follow)
        for changed in (self.session.opened, self.session.stepped, self.session.annotated):
            changed.connect(self._stepped)
        self._stepped()

    def opens(self, path: Path) -> bool:
        """Attach a dropped picture to the current entry."""
        if path.suffix.lower() not in KINDS:
            return False
        self.take(path)
        return True

    # -- references -------------------------------------------------------------------------------

    def light(self, kind: str, target: str) -> None:
        """Highlight the target of a reference; an empty one clears the highlight."""
        shapes = tuple(HexShape(hex=hex_, brush="yellow") for hex_ in self._hexes(kind, target))
        self.layer.sketch(*shapes)

    def follow(self, kind: str, target: str) -> None:
        """Go to the target of a reference."""
        recording = self.session.recording
        if recording is None:
            return
        if kind == "entry":
            step = recording.timeline.step_of(int(target)) if target.isdecimal() else None
            if step is not None:
                self.session.go(step)
            return
        if kind == "unit" and target in self.session.state.pieces:
            self.view.selection.set([target])
        index = self.session.module.board.index
        places = [index[hex_] for hex_ in self._hexes(kind, target)]
        if places:
            self.view.look_at(places)
            self.view.flash(places)

    def _hexes(self, kind: str, target: str) -> tuple[str, ...]:
        """Return the hexes that a reference names in the current position."""
        board, state = self.session.module.board, self.session.state
        if kind == "unit":
            piece = state.pieces.get(target)
            on_map = piece is not None and piece.place < len(board.numbers)
            return (board.numbers[piece.place],) if piece is not None and on_map else ()
        if target not in board.index:
            return ()
        if kind == "place":
            names = set(board.names[board.index[target]])
            return tuple(
                number
                for number, here in zip(board.numbers, board.names, strict=True)
                if names & set(here)
            )
        return (target,)

    # -- photos -----------------------------------------------------------------------------------

    def add_photo(self) -> None:
        """Ask for a picture and attach it to the current entry."""
        kinds = " ".join(f"*{kind}" for kind in KINDS)
        title = t("app.command.add_photo").replace("&", "")
        path = ask_for_file(self.window, title, self.session.path or Path.home(), kinds)
        if path is not None:
            self.take(path)

    def drop_photo(self) -> None:
        """Remove the entry's picture."""
        current = self.session.current
        if current is not None and self.window.can_annotate:
            self.session.annotate(lambda notes: without_photo(notes, current.entry.id))

    def take(self, path: Path) -> None:
        """Attach a picture to the current entry's annotation."""
        current = self.session.current
        if current is None or not self.window.can_annotate:
            key = "history.note.no_entry" if current is None else "history.note.not_here"
            self.window.messages.add(t(key))
            return
        try:
            photo = take_photo(path)
        except UserError as error:
            self.window.messages.add(str(error), "error")
            return
        name, entry = photo_name(path.stem, photo), current.entry.id
        if self.session.annotate(lambda notes: with_photo(notes, entry, name, photo)):
            self.window.messages.add(t("report.photo.taken", name=name, entry=entry))

    def _stepped(self, *_: object) -> None:
        self.layer.sketch()
        current, able = self.session.current, self.window.can_annotate
        able = able and not self.session.only_tried
        self.commands.enable("add_photo", able and current is not None)
        has = current is not None and current.annotation.picture is not None
        self.commands.enable("drop_photo", able and has)
