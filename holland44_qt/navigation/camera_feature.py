"""View feature: zoom and pan by keyboard, and a camera that follows events."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QEvent, QObject, QPointF, Qt

from engine.core.actions import Setup
from engine.log.entry import Entry
from engine.report.highlights import highlight
from holland44_qt.board.camera import PAN_STEP, TRAVEL_TIME, ZOOM_STEP
from holland44_qt.commands import Command
from holland44_qt.feature import Feature
from holland44_qt.ports import Window
from holland44_qt.settings import last_sight, remember_sight

AHEAD = 24
"""Maximum number of entries after a phase that are searched for its first event."""
SHARE = 0.75
"""Share of the time between two entries that a camera movement takes during playback."""
TALL = 0.6
"""Aspect ratio, relative to the view, up to which a map is fitted by its width."""


def go_near(window: Window, otherwise: Iterable[str] = ()) -> None:
    """Frame the current entry after a jump, if the view follows events.

    The writer's camera comes first, then the entry's effects on the map, then the hexes in
    ``otherwise``.
    """
    if not window.commands["follow"].isChecked():
        return
    chosen = camera_hexes(window)
    index = window.session.module.board.index
    hexes = chosen or list(window.highlight.looked_at(window.session.module.places))
    hexes = hexes or [index[number] for number in otherwise if number in index]
    if hexes:
        window.view.frame(hexes, exactly=bool(chosen))


def camera_hexes(window: Window) -> list[int]:
    """Return the hexes of the writer's camera of the entry shown; empty without one."""
    current = window.session.current
    camera = current.annotation.camera if current is not None else None
    index = window.session.module.board.index
    return [index[number] for number in camera.hexes if number in index] if camera else []


USED_PART = 0.1
"""Share of the map below which a game opens on the part with its pieces."""


class Viewing(Feature):
    """Feature that controls the camera of the board."""

    COMMANDS = (
        Command("zoom_in", "view", "zoom_in", ("+", "="), "zoom_in"),
        Command("zoom_out", "view", "zoom_out", ("-",), "zoom_out"),
        Command("fit", "view", "fit", ("F",), "fit", "main"),
        Command("action", "view", "zoom_to_action", ("Z",), "action", "main"),
        Command("pan_west", "view", "pan_west", ("Shift+Left",), submenu="scroll"),
        Command("pan_east", "view", "pan_east", ("Shift+Right",), submenu="scroll"),
        Command("pan_north", "view", "pan_north", ("Shift+Up",), submenu="scroll"),
        Command("pan_south", "view", "pan_south", ("Shift+Down",), submenu="scroll"),
        Command(
            "follow", "view", "follow", ("C",), "follow", "main", checkable=True, separator=True
        ),
        Command("full_screen", "view", "full_screen", ("F11",), checkable=True),
    )

    def ready(self) -> None:
        """Follow the game."""
        self._follow = True
        self._just_played = self._theirs = False
        self.commands.tick("follow", True)
        self.session.opened.connect(self._opened)
        self.session.recorded.connect(self._recorded)
        self.session.stepped.connect(self._stepped)
        self.view.led.connect(self._take_over)
        self._ways: list[tuple[Callable[[], None], bool]] = []
        self.session.line_changed.connect(lambda: self._ways.clear())
        self.window.scrubber.left.connect(self._look_away)
        self.window.scrubber.back.connect(self._come_back)
        self.window.panels.covers.connect(self.view.leave_left)
        self.view.resized.connect(self._resized)
        self.view.fit_wanted.connect(self._forget_opening)
        self.window.scrubber.sliderReleased.connect(self._stepped)
        self._led = self._chosen = False
        self._untouched = False
        """Whether the user has not zoomed, panned or fitted the map since the game was opened."""
        self._opening: tuple[float, QPointF] | None = None
        self._unseen = False
        self.view.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Show the opening view once the window has its size."""
        if watched is self.view and event.type() == QEvent.Type.Show and self._unseen:
            self._opened()
        return False

    def release(self) -> None:
        """Save the view of the board."""
        self.view.removeEventFilter(self)
        path = self.session.path
        if path is not None:
            middle, whole = self.view.middle, self.view.fitted
            remember_sight(path, None if whole else (self.view.scale_now, *middle.toTuple()))

    # -- commands ---------------------------------------------------------------------------------

    def zoom_in(self) -> None:
        """Zoom in."""
        self._by_hand()
        self.view.zoom_by(ZOOM_STEP)

    def zoom_out(self) -> None:
        """Zoom out."""
        self._by_hand()
        self.view.zoom_by(1 / ZOOM_STEP)

    def fit(self) -> None:
        """Show the whole map."""
        self._chosen = False
        self.view.fit()

    def zoom_to_action(self) -> None:
        """Zoom to the effects of the entry so that they are legible; for a phase, to its first
        event.
        """
        self.view.zoom_to(self._action_hexes() or self._next_hexes())

    def _next_hexes(self) -> list[int]:
        """Return the hexes of the first following entry with effects on the map."""
        recording, module = self.session.recording, self.session.module
        if recording is None:
            return []
        for step in range(self.session.step, min(self.session.length, self.session.step + AHEAD)):
            entry = recording.timeline.entries[step]
            hexes = highlight(entry, recording.state(step), module.places).looked_at(module.places)
            if hexes and not isinstance(entry.action, Setup):
                return list(hexes)
        return self._front()

    def pan_west(self) -> None:
        """Pan the view west."""
        self.view.pan(-PAN_STEP, 0)

    def pan_east(self) -> None:
        """Pan the view east."""
        self.view.pan(PAN_STEP, 0)

    def pan_north(self) -> None:
        """Pan the view north."""
        self.view.pan(0, -PAN_STEP)

    def pan_south(self) -> None:
        """Pan the view south."""
        self.view.pan(0, PAN_STEP)

    def follow(self, on: bool) -> None:
        """Turn on or off that the view follows events."""
        self._follow, self._led = on, False

    def _take_over(self) -> None:
        """Stop automatic zooming during playback once the user moves the view."""
        self._led = self._led or self.window.player.playing
        self._by_hand()

    def _look_away(self) -> None:
        """Store the view before a temporary jump to another moment."""
        self._ways.append((self.view.bookmark_view(), self._chosen))

    def _come_back(self) -> None:
        """Restore the view after a temporary jump."""
        if self._ways:
            camera, self._chosen = self._ways.pop()
            camera()

    def full_screen(self, on: bool) -> None:
        """Toggle full screen."""
        bare = self.commands["only_map"]
        if bare.isChecked() != on:
            bare.trigger()
        now, full = self.window.windowState(), Qt.WindowState.WindowFullScreen
        self.window.setWindowState(now | full if on else now & ~full)

    # -- following --------------------------------------------------------------------------------

    def _used_part(self) -> list[int]:
        """Return the hexes with pieces if they occupy a small part of the map; else none."""
        board = self.session.module.board
        places = [i for i in self.session.state.stacks if i < len(board.numbers)]
        if len(places) < 2 or board.loose:
            return []
        xs, ys = zip(*(board.centres[i] for i in places), strict=True)
        whole = self.view.map_bounds
        wide, high = max(xs) - min(xs), max(ys) - min(ys)
        return places if wide * high < USED_PART * whole.width() * whole.height() else []

    def _opened(self) -> None:
        """Restore the last view of the game; a tall map fills the width.

        A tall map opens on the part with the first events. A window without a size yet does this
        later.
        """
        self._ways.clear()
        self._chosen = self._led = False  # nobody has chosen how this game is looked at
        self._unseen = not self.view.isVisible()
        if self._unseen:
            return
        sight = last_sight(self.session.path) if self.session.path is not None else None
        self._forget_opening()
        if sight is not None:
            scale, x, y = sight
            self.view.show_at(scale, QPointF(x, y))
        else:
            self._show_opening()

    def _show_opening(self) -> None:
        """Show the part of the map where the game is played, or the whole map."""
        used = self._used_part()
        if used:
            self.view.fit_to(used)
            return
        if self._is_tall():
            self.view.fit_width()
            hexes = self._action_hexes() or self._front()
            if hexes:
                self.view.show_height_of(hexes)
        else:
            self.view.fit()
        self._opening, self._untouched = (self.view.scale_now, self.view.middle), True

    def _resized(self, scale: float, middle: QPointF) -> None:
        """Fit the view again if the user has not changed it since it was opened.

        A window that opens takes its size in several steps.
        """
        if self._chosen:
            self.view.frame(self._action_hexes(), exactly=True)
            return
        if self._opening is None:
            return
        shown, where = self._opening
        moved = scale != shown or (middle - where).manhattanLength() > 1
        if moved or self.view.zooming:
            self._opening = None
        else:
            self._show_opening()

    def _forget_opening(self) -> None:
        """Stop adjusting the opening view."""
        self._untouched, self._opening = False, None

    def _by_hand(self) -> None:
        """Stop adjusting the view once the user has moved it."""
        self._forget_opening()
        self._chosen = False

    def _is_tall(self) -> bool:
        """Return whether the whole map would leave half of the view empty."""
        bounds, room = self.view.map_bounds, self.view.viewport().size()
        if bounds.height() <= 0 or room.height() <= 0:
            return False
        return bounds.width() / bounds.height() < TALL * room.width() / room.height()

    def _front(self) -> list[int]:
        """Return the hexes of the active side."""
        state, module = self.session.state, self.session.module
        return [
            piece.place
            for piece in state.pieces.values()
            if piece.side == state.clock.active and module.places.is_hex(piece.place)
        ]

    def _recorded(self, entry: Entry) -> None:
        """Leave the view alone after the user's own move; follow the moves of the computer."""
        self._theirs = entry.author is not None and entry.author.kind == "program"
        self._just_played = not self._theirs

    def _stepped(self) -> None:
        if self._follow and not self._just_played:
            hexes, current = self._action_hexes(), self.session.current
            saved = current is not None and current.annotation.camera is not None
            if not self.window.player.playing:
                self._led = False
            player = self.window.player
            # What an annotator chose for one step may be too small to read the next one.
            leads = saved or self._chosen or player.playing or self._reads_on or self._theirs
            if hexes and not self._led and leads:
                room = round(SHARE * player.interval) if player.playing else TRAVEL_TIME
                self.view.frame(hexes, exactly=saved, time=min(TRAVEL_TIME, room))
                self._chosen = saved
            else:
                self.view.look_at(hexes)
        self._just_played = self._theirs = False

    @property
    def _reads_on(self) -> bool:
        """Return whether the user reads entry by entry without having moved the view."""
        hasty = self.window.scrubber.isSliderDown()
        return self._untouched and not self.session.in_play and not hasty

    def _action_hexes(self) -> list[int]:
        """Return the hexes to show for an entry: the annotator's, or else the places it affected.

        A set-up affects all maps of a game equally and returns none.
        """
        current = self.session.current
        if current is not None and current.annotation.camera is not None:
            return camera_hexes(self.window)
        setup = current is not None and isinstance(current.entry.action, Setup)
        places = self.session.module.places
        return [] if setup else list(self.window.highlight.looked_at(places))
