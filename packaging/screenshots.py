"""``make screenshots``: typical views of the window, drawn from played games, as pictures.

The games are played here, by the program's own commands, in folders that are thrown away; the
window needs no screen.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PIL import Image
from PySide6.QtCore import QEventLoop, QPoint, Qt, QTimer
from PySide6.QtGui import QImage, QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QWidget

from engine.core import actions as act
from engine.core.dice import Rolled
from engine.rules.judge import Given
from holland44_qt.advice.feature import Advice
from holland44_qt.aids.captions import Captions
from holland44_qt.aids.dice_feature import DiceFeature
from holland44_qt.aids.fight_card import FightCard
from holland44_qt.aids.find_feature import FindFeature
from holland44_qt.app import application
from holland44_qt.history.compare_feature import Comparing
from holland44_qt.referee.decision_feature import Deciding
from holland44_qt.referee.modes_feature import Modes
from holland44_qt.samples import sample_games
from holland44_qt.shell.command_palette import Palette
from holland44_qt.shell.start import Start
from holland44_qt.table.hand import Hand
from holland44_qt.table.orders_feature import Orders
from holland44_qt.window.table_window import TableWindow

SIZE = (1680, 1000)
FOLDER = Path(__file__).parent.parent / "docs" / "images"


class Studio:
    """A window and the means to bring it into a state and take its picture."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.window = TableWindow()
        self.window.resize(*SIZE)
        self.window.preferences.change(motion="off")  # nothing is to be caught in mid-air
        self.window.show()
        self.wait(300)

    def wait(self, milliseconds: int) -> None:
        """Let the window work."""
        loop = QEventLoop()
        QTimer.singleShot(milliseconds, loop.quit)
        loop.exec()

    def settle(self) -> None:
        """Wait until the map is painted and all movement has ended."""
        self.wait(700)
        while not self.window.view.tiles.idle:
            self.wait(50)
        self.wait(200)

    def take(self, name: str, *over: QWidget, settle: bool = True) -> Path:
        """Save a picture of the window, with the windows above it."""
        if settle:
            self.settle()
        picture = self.window.grab()
        with QPainter(picture) as painter:
            for widget in over:
                painter.drawPixmap(self.window.mapFromGlobal(widget.pos()), framed(widget))
        path = self.folder / f"{name}.png"
        drawn = picture.toImage().convertToFormat(QImage.Format.Format_RGB888)
        whole = (drawn.width(), drawn.height()), bytes(drawn.constBits())
        image = Image.frombytes("RGB", *whole, "raw", "RGB", drawn.bytesPerLine())
        # A map has few colours: a quarter of the size, and no eye can tell. Rare colours are kept,
        # for those are the divisions'.
        how, plain = Image.Quantize.MAXCOVERAGE, Image.Dither.NONE
        image.quantize(256, method=how, kmeans=1, dither=plain).save(path, optimize=True)
        return path

    # -- bringing it into a state -----------------------------------------------------------------

    def new(self, name: str, scenario: str = "campaign", game: str = "holland44") -> None:
        """Begin a game in a folder that is thrown away."""
        path = Path(os.environ["HOLLAND44_STUDIO"]) / f"{name}.h44log"
        assert self.window.session.new(path, game, scenario)
        self.window.messages.clear()
        self.tidy()

    def sample(self, step: int, name: str = "market-garden-turn-1") -> None:
        """Open a sample game at a step."""
        path = next(p for p in sample_games() if p.stem == name)
        assert self.window.open_path(path)
        self.window.session.go(step)
        self.tidy()

    def tidy(self) -> None:
        """Close the drawer and move the mouse away."""
        self.window.panels.close_drawer()
        self.window.view.hovered.emit(-1)

    def look_at(self, *numbers: str, scale: float | None = None) -> None:
        """Move the view so that hexes are visible."""
        board = self.window.session.module.board
        self.window.view.fit_to([board.hex(n) for n in numbers])
        if scale is not None:
            self.window.view.show_at(scale, self.window.view.middle)

    def stack(self, number: str) -> tuple[str, ...]:
        """Return the pieces in a hex."""
        session = self.window.session
        return session.state.stack(session.module.places.index(number))

    def point(self, number: str) -> QPoint:
        """Return the middle of a hex in the view."""
        view, board = self.window.view, self.window.session.module.board
        return view.mapFromScene(view.stacks.centre(board.hex(number)))

    def run(self, command: str) -> None:
        """Give a command."""
        self.window.commands[command].trigger()


def framed(widget: QWidget) -> QPixmap:
    """Return a window's picture with the frame that the desktop would add."""
    picture = widget.grab()
    if isinstance(widget, QMenu):
        return picture
    with QPainter(picture) as painter:
        painter.setPen("#8a8072")
        painter.drawRect(picture.rect().adjusted(0, 0, -1, -1))
    return picture


# -- the views -------------------------------------------------------------------------------------


def start(studio: Studio) -> None:
    """Show the start page."""
    for name, scenario in (("Highway", "short"), ("Market Garden, second try", "campaign")):
        path = Path(os.environ["HOLLAND44_STUDIO"]) / f"{name}.h44log"
        assert studio.window.feature(Start).begin(path, "holland44", scenario, name)
    studio.sample(97)
    studio.wait(500)
    studio.window.feature(Start).home()
    page = studio.window.feature(Start).page
    assert page is not None
    while any(len(card.status_lines) < 2 for card in page.cards):  # drawn one after the other
        studio.wait(100)
    studio.take("start")
    page.hide()


def campaign(studio: Studio) -> None:
    """Show the whole table."""
    studio.new("Market Garden")
    studio.window.view.fit()
    studio.take("table")


def drag(studio: Studio) -> None:
    """Show a stack being dragged."""
    studio.new("On the road")
    studio.look_at("1303", "2108", scale=82)
    board, hand = studio.window.session.module.board, studio.window.feature(Hand)
    stack = studio.stack("1404")
    studio.window.view.selection.set(stack)
    hand.grip.pick_up(stack[-1], studio.point("1404"), scrolls=False)
    for number in ("1405", "1505", "1606", "1706", "1806"):
        hand.grip.carrying.lead(board.hex(number))
        hand.grip.show_ghost_at(board.hex(number))
    studio.take("drag")
    hand.grip.cancel()


def stack(studio: Studio) -> None:
    """Show the stack of a hex, enlarged, and its orders."""
    studio.new("A stack")
    studio.look_at("6217", scale=86)
    units = studio.stack("6217")
    studio.window.view.selection.set(units[-1:])
    hand, orders = studio.window.feature(Hand), studio.window.feature(Orders)
    hand.grip.show_card(studio.window.session.module.board.hex("6217"), focus=True)
    studio.settle()
    hand.grip.card.show()
    view = studio.window.view
    where = studio.point("6117") + QPoint(-430, -120)
    orders.menu_at(studio.point("6217"), view.viewport().mapToGlobal(where))
    menu = orders.open_menu
    assert menu is not None
    hand.grip.show_card(studio.window.session.module.board.hex("6217"), focus=True)
    studio.take("stack", menu)
    menu.close()
    hand.grip.card.dismiss()


def combat(studio: Studio) -> None:
    """Show a combat of the sample game with its comments."""
    studio.sample(97)
    studio.look_at("1504", "2008", scale=84)
    studio.take("replay")


def window(studio: Studio) -> None:
    """Show the parts of the window, numbered as in docs/window.md."""
    studio.sample(97)
    shown = studio.window
    shown.panels.show("log")
    studio.look_at("1504", "2008", scale=70)
    studio.settle()
    parts: tuple[QWidget, ...] = (
        shown.bars["main"],
        shown.feature(Modes).chip,
        shown.panels.rail,
        shown.panels.drawer,
        shown.view,
        *shown.findChildren(FightCard),
        *shown.findChildren(Captions),
        shown.panels.inspector,
        shown.bars["time"],
    )
    badges = [numbered(shown, number, part) for number, part in enumerate(parts, 1)]
    studio.take("window", settle=False)
    for badge in badges:
        badge.deleteLater()
    shown.panels.close_drawer()


def numbered(window: QWidget, number: int, part: QWidget) -> QLabel:
    """Show the number of a part of the window on its upper half, or left of a small part."""
    badge = QLabel(str(number), window, alignment=Qt.AlignmentFlag.AlignCenter)
    badge.setFixedSize(34, 34)
    badge.setStyleSheet(
        "background: #c0392b; color: white; border: 2px solid white; border-radius: 17px;"
        "font-weight: bold; font-size: 18px"
    )
    across = part.width() // 2 if max(part.width(), part.height()) > 120 else -20
    place = part.mapTo(window, QPoint(across, min(part.height() // 2, 60)))
    badge.move(place - QPoint(17, 17))
    badge.show()
    badge.raise_()
    return badge


def compare(studio: Studio) -> None:
    """Show a comparison over a turn: earlier places and losses."""
    studio.sample(66)
    comparing = studio.window.feature(Comparing)
    comparing.start()
    studio.window.session.go(154)
    studio.look_at("1303", "2108", scale=70)
    studio.take("compare")
    comparing.stop()


def branches(studio: Studio) -> None:
    """Show two lines of play."""
    studio.new("Two ways")
    session = studio.window.session
    for turn, phase, active in ((1, "movement", "allied"),):
        session.play(act.SetClock(turn=turn, phase=phase, active=active))
    first, second = studio.stack("1404")[-1], studio.stack("1405")[-1]
    for unit, path in (
        (first, ("1404", "1405", "1505")),
        (second, ("1405", "1505", "1606")),
    ):
        assert session.play(act.MoveUnits(units=(unit,), path=path))
    session.play(act.Note(text="Straight up the road."))
    session.go(2)
    assert session.play_on("Round by the woods")
    assert session.play(act.MoveUnits(units=(first,), path=("1404", "1504", "1605")))
    session.play(act.Note(text="Round by the woods."))
    studio.run("branches")
    studio.run("trails")
    studio.look_at("1303", "1706", scale=82)
    studio.take("branches")
    studio.run("trails")


def dice(studio: Studio) -> None:
    """Show dice on the table."""
    studio.new("Dice")
    feature = studio.window.feature(DiceFeature)
    studio.run("tables")
    studio.look_at("4816", scale=64)
    session = studio.window.session
    assert session.game is not None
    session.game.dice = Rolled(random.Random(44))
    studio.settle()
    feature.roll(2, 6, "Weather of 18 September")
    studio.wait(50)
    studio.take("dice", settle=False)  # dice do not lie for ever
    feature.show.stop()


def charts(studio: Studio) -> None:
    """Show the charts of the game."""
    studio.sample(97)
    find = studio.window.feature(FindFeature)
    find.show_charts()
    assert find.charts is not None
    find.charts.list.setCurrentRow(1)
    find.charts.move(studio.window.mapToGlobal(QPoint(220, 130)))
    studio.take("charts", find.charts)
    find.charts.close()


def night(studio: Studio) -> None:
    """Show the night theme from the other side of the table, with the command palette."""
    studio.sample(154)
    studio.window.preferences.change(theme="night")
    studio.run("turn_round")
    studio.look_at("5620", "6319", scale=60)
    studio.run("palette")
    palette = studio.window.findChild(Palette)
    assert palette is not None
    palette.line.setText("arnhem")
    studio.take("palette", palette)
    palette.close()
    studio.run("turn_round")
    studio.window.preferences.change(theme="day")


# -- by the rules ----------------------------------------------------------------------------------

CLOSING_IN = {
    "BR-2-1P": ("6217", "6218", "6219"),
    "BR-3-1P": ("6217", "6218", "6219"),
    "BR-1-1P": ("6418", "6318"),
    "BR-2SS-1A-half-A": ("6418", "6318"),
}
"""Moves of the paratroops to the hexes around Krafft at 6319."""
KRAFFT = act.DeclareAttack(attackers=("BR-2-1P", "BR-3-1P", "BR-1-1P"), target="6319")


def around_krafft(studio: Studio, name: str) -> None:
    """Show the first combat of the 1st Airborne Division, with the rules enforced."""
    studio.new(name)
    session = studio.window.session
    session.play(act.SetClock(turn=1, phase="combat", active="allied"))
    for unit, path in CLOSING_IN.items():
        assert session.play(act.MoveUnits(units=(unit,), path=path))
    session.set_rules("enforced")
    studio.window.panels.show("advice")
    studio.look_at("6319", scale=84)


def attack(studio: Studio) -> None:
    """Show an itemised attack before it is declared."""
    around_krafft(studio, "Oosterbeek")
    advice = studio.window.feature(Advice)
    advice.show_attack(studio.window.session.module.board.hex("6319"))
    studio.window.panels.show("advice")
    studio.take("rules-combat-panel")
    advice.put_away()


def retreat(studio: Studio) -> None:
    """Retreat hexes, and the reasons against others."""
    around_krafft(studio, "Retreat")
    session, deciding = studio.window.session, studio.window.feature(Deciding)
    assert session.game is not None
    session.game.dice = Given([3])
    assert session.play(KRAFFT)
    deciding.answer("decline")
    studio.window.view.hovered.emit(session.module.board.hex("6120"))
    studio.window.feature(DiceFeature).show.stop()
    studio.take("rules-retreat-choice")


def why_not(studio: Studio) -> None:
    """Show the reach of a unit, and every verdict against a hex."""
    studio.new("Why not")
    session, advice = studio.window.session, studio.window.feature(Advice)
    session.play(act.SetClock(turn=1, phase="movement", active="allied"))
    session.set_rules("enforced")
    assert session.play(act.MoveUnits(units=("BR-3-1P",), path=("6217", "6218")))
    studio.window.panels.show("advice")
    advice.panel.tabs.setCurrentIndex(0)
    studio.look_at("6219", scale=70)
    studio.window.view.selection.set(("BR-3-1P",))
    studio.run("advice_reach")
    studio.window.view.hovered.emit(session.module.board.hex("6319"))
    studio.take("rules-why-not")
    studio.run("advice_reach")


def bonds(studio: Studio) -> None:
    """Show zones of control and bonds of both sides along the corridor."""
    studio.sample(108)
    studio.window.panels.show("advice")
    studio.window.feature(Advice).panel.tabs.setCurrentIndex(0)
    for side in ("first", "second"):
        studio.run(f"advice_zones_{side}")
    studio.look_at("1505", scale=64)
    studio.take("rules-bonds")
    for side in ("first", "second"):
        studio.run(f"advice_zones_{side}")


def supply_cut(studio: Studio) -> None:
    """Show the hex where a supply path is cut, and the unit that cuts it."""
    studio.sample(227)
    studio.window.panels.show("advice")
    studio.window.feature(Advice).panel.tabs.setCurrentIndex(0)
    studio.look_at("3709", scale=70)
    studio.window.view.selection.set(("US-3/501",))
    studio.run("advice_trace")
    studio.take("rules-supply-cut")
    studio.run("advice_trace")


# -- La Batalla de las Ardenas -------------------------------------------------------------------

LEHR = tuple(f"GE-Lehr-{name}" for name in ("Pz", "901", "902", "Art", "PzJg", "Pi"))
MEETING = (
    (("US-28-109",), ("3827", "4023")),
    (("US-28-110",), ("3826", "4023")),
    (("US-28-112",), ("3828", "4023")),
    (LEHR, ("4224", "4123")),
)
"""Moves that bring three American regiments and the Lehr division next to each other."""


def winter(studio: Studio) -> None:
    """Show the map of La Batalla de las Ardenas: rivers in hexes, bridges as counters."""
    studio.new("Winter", "full", "ardenas")
    studio.look_at("3822", scale=60)
    studio.take("map-ardenas")


def battle_board(studio: Studio) -> None:
    """Show a battle in the enlarged area, a second board over the map."""
    studio.new("Enlarged area", "full", "ardenas")
    session = studio.window.session
    session.play(act.SetClock(turn=7, phase="combat", active="german"))
    for units, path in MEETING:
        assert session.play(act.MoveUnits(units=units, path=path))
    session.set_rules("enforced")
    order = act.DeclareAttack(attackers=LEHR[:3], target="4023")
    assert session.play(order)
    assert session.play(order)
    answers = {"shot": "none", "placement": "rest", "area_move": "rest"}
    while session.asked is not None and session.asked.kind in answers:
        kind = session.asked.kind
        assert session.play(act.Choose(decision=kind, option=answers[kind]))
    for _ in range(2):
        assert session.position is not None
        session.play(act.Choose(decision="area_attack", option=session.position.options()[1]))
    studio.look_at("4023", scale=60)
    studio.take("battle-board")


def groupings(studio: Studio) -> None:
    """Two groupings of La Batalla de las Ardenas as their owner sees them, 1366 x 768."""
    studio.window.resize(1366, 768)
    studio.sample(11, "two-groupings")
    studio.window.session.look_as("german")
    studio.look_at("3820", scale=84)
    studio.take("ardenas-owner")
    studio.window.resize(*SIZE)


def backs(studio: Studio) -> None:
    """The same position as the enemy sees it, 1920 x 1080."""
    studio.window.resize(1920, 1080)
    studio.sample(11, "two-groupings")
    studio.window.session.look_as("allied")
    studio.look_at("3820", scale=84)
    studio.take("ardenas-enemy")
    studio.window.resize(*SIZE)


def enlarged(studio: Studio) -> None:
    """The battle of the groupings in the enlarged area, 2560 x 1440 on a screen at 200 %."""
    studio.window.resize(1280, 720)
    studio.sample(28, "two-groupings")
    studio.take("ardenas-battle-200")


DOUBLE = (enlarged,)
"""Views of a screen at 200 %, taken by a process of its own."""
TWICE = "--200"


VIEWS: tuple[Callable[[Studio], None], ...] = (
    start,
    campaign,
    drag,
    stack,
    combat,
    window,
    compare,
    branches,
    dice,
    charts,
    night,
    attack,
    retreat,
    why_not,
    bonds,
    supply_cut,
    winter,
    battle_board,
    groupings,
    backs,
)


def main(names: list[str]) -> int:
    """Take the views that are named, or all of them; into the folder named with ``--to``."""
    folder, views = FOLDER, VIEWS
    if names[:1] == [TWICE]:
        views, names = DOUBLE, names[1:]
    if names[:1] == ["--to"]:
        folder, names = Path(names[1]), names[2:]
    if views is VIEWS and any(not names or view.__name__ in names for view in DOUBLE):
        line = [sys.executable, __file__, TWICE, "--to", str(folder), *names]
        subprocess.run(line, check=True, env={**os.environ, "QT_SCALE_FACTOR": "2"})
    with tempfile.TemporaryDirectory() as own:
        for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "HOLLAND44_STUDIO"):
            os.environ[name] = own
        application()
        studio = Studio(folder)
        for view in views:
            if not names or view.__name__ in names:
                view(studio)
        studio.window.close()
        QApplication.processEvents()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
