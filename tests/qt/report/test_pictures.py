"""Pictures of moments: every mark of a scene is visible in every pictorial export."""

from __future__ import annotations

import base64
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QPoint, QPointF
from PySide6.QtGui import QColor, QImage, QPainter
from pytestqt.qtbot import QtBot

from engine.core.errors import UserError
from engine.export.page_data import page_data
from engine.export.renderer import Frame
from engine.i18n import t
from engine.log.annotations import (
    Annotation,
    Annotations,
    Arrow,
    Camera,
    Circle,
    HexShape,
    Label,
    Line,
    Photo,
    UnitShape,
)
from engine.play.game import Recording
from engine.report.job import Cancelled, Job
from engine.report.marks import xy
from engine.report.photos import with_photo
from engine.report.pictures import write_pictures
from engine.report.scene import Scene, Scenes, board_box
from engine.report.settings import Settings
from holland44_qt.photos import SIDE_SHOWN, take_photo
from holland44_qt.report import as_film, as_pdf
from holland44_qt.report.as_film import export_film
from holland44_qt.report.as_pdf import export_pdf
from holland44_qt.report.as_png import export_png
from holland44_qt.report.film_painter import FilmPainter
from holland44_qt.report.illustrator import QtIllustrator, options_of
from holland44_qt.report.plate import PlateOptions, Plates
from holland44_qt.report.shots import PHOTO, TITLE, shots
from tests.fixtures.export_game import write_game
from tests.thoroughness import some_now

SPOTS = {"arrow": "6114", "hex": "5914", "circle": "6317", "label": "6117", "line": "5917"}
ENTRY = 14
"""An entry that marks nothing of its own where the marks are drawn."""


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Recording:
    """The short game with one of each mark on one entry."""
    path = tmp_path_factory.mktemp("marks") / "short.h44log"
    write_game(path)
    found = Recording.load(path)
    board, state = found.module.board, found.state(ENTRY)
    unit = "BR-2-1P"
    x, y = xy(board, board.index[SPOTS["line"]])
    shapes = (
        Arrow(hexes=(SPOTS["arrow"], "6116"), brush="green"),
        HexShape(hex=SPOTS["hex"], brush="blue"),
        Circle(hex=SPOTS["circle"], radius=0.7, brush="yellow"),
        Label(hex=SPOTS["label"], text="Here", brush="black"),
        Line(points=((x - 0.5, y), (x, y + 0.1), (x + 0.5, y)), brush="red"),
        UnitShape(unit=unit, brush="white"),
    )
    assert unit in state.pieces
    camera = Camera(hexes=("5813", "6423"))
    note = Annotation(comment="One of each.", shapes=shapes, camera=camera, moment=True)
    entry = found.timeline.entries[ENTRY - 1].id
    notes = found.annotations
    found.annotate(notes.model_copy(update={"entries": {**notes.entries, entry: note}}))
    return found


def places(recording: Recording) -> dict[str, list[tuple[float, float]]]:
    """Return the visible places of each mark, in hex widths: some points of its middle."""
    board = recording.module.board

    def at(number: str, dx: float = 0.0, dy: float = 0.0) -> tuple[float, float]:
        x, y = xy(board, board.index[number])
        return x + dx, y + dy

    place = recording.state(ENTRY).pieces["BR-2-1P"].place
    x, y = xy(board, place)
    return {
        "arrow": [at(SPOTS["arrow"], dx=1.0)],
        "hex": [at(SPOTS["hex"], dx=0.2, dy=0.3)],
        "circle": [at(SPOTS["circle"], dy=0.7)],
        "label": [at(SPOTS["label"], dx=d, dy=-0.5) for d in (-0.1, -0.05, 0.0, 0.05, 0.1)],
        "line": [at(SPOTS["line"])],
        "unit": [(x + 0.4, y + 0.1)],
    }


def differs(a: QImage, b: QImage, pixel: QPoint) -> bool:
    one, other = a.pixelColor(pixel), b.pixelColor(pixel)
    parts = zip(one.getRgb()[:3], other.getRgb()[:3], strict=True)  # type: ignore[index]
    return sum(abs(x - y) for x, y in parts) > 20


def missing(recording: Recording, drawn: QImage, bare: QImage, to_pixel: object) -> list[str]:
    """Return the marks that are not visible."""
    return [
        name
        for name, points in places(recording).items()
        if not any(differs(drawn, bare, to_pixel(p)) for p in points)  # type: ignore[operator]
    ]


@pytest.mark.slow
def test_a_plate_shows_every_mark(qapp: object, recording: Recording) -> None:
    scenes = Scenes(recording)
    plates = Plates(scenes, PlateOptions(width=1100, caption=False, legend=False, card=False))
    scene, bare = scenes.scene(ENTRY), scenes.scene(ENTRY, bare=True)
    box = plates.box(scene)
    scale = 1100 / box.width

    def pixel(p: tuple[float, float]) -> QPoint:
        return QPoint(round((p[0] - box.x) * scale), round((p[1] - box.y) * scale))

    drawn = plates.painter.image(scene, box, 1100)
    plain = plates.painter.image(bare, box, 1100)
    assert missing(recording, drawn, plain, pixel) == []


@pytest.mark.slow
def test_a_film_shows_every_mark(qapp: object, recording: Recording, tmp_path: Path) -> None:
    entry = recording.timeline.entries[ENTRY - 1].id
    settings = Settings(entries=str(entry), caption=False, card=False)
    job = Job(recording, tmp_path / "film.mp4", settings)
    painter = FilmPainter(job, 540)
    (shot,) = shots(job, painter.scenes.whole)
    drawn = painter.frame(shot, shot.seconds)
    bare: Scene = job.scenes.scene(ENTRY, bare=True)
    plain_shot = type(shot)(bare, shot.start, shot.box, 0, 0, shot.hold)
    plain = painter.frame(plain_shot, plain_shot.seconds)
    scale = painter.width / shot.box.width

    def pixel(p: tuple[float, float]) -> QPoint:
        return QPoint(round((p[0] - shot.box.x) * scale), round((p[1] - shot.box.y) * scale))

    assert missing(recording, drawn, plain, pixel) == []


@pytest.mark.slow
def test_a_document_shows_every_mark(qapp: object, recording: Recording) -> None:
    scenes = Scenes(recording)
    plates = Plates(scenes, PlateOptions(width=1100))
    box = plates.box(scenes.scene(ENTRY))
    drawn = []
    for bare in (False, True):
        page = QImage(1200, 1400, QImage.Format.Format_RGB32)
        page.fill(0xFFFFFF)
        with QPainter(page) as painter:
            writer = SimpleNamespace(
                flow=SimpleNamespace(painter=painter), plates=plates, quick=False
            )
            scene = scenes.scene(ENTRY, bare=bare)
            as_pdf._Writer._map(writer, scene, box, QPointF(50, 30), 1100)  # type: ignore[arg-type]
        drawn.append(page)
    scale = 1100 / box.width

    def pixel(p: tuple[float, float]) -> QPoint:
        return QPoint(round(50 + (p[0] - box.x) * scale), round(30 + (p[1] - box.y) * scale))

    assert missing(recording, drawn[0], drawn[1], pixel) == []


@pytest.mark.slow
def test_pictures_beside_a_text_show_every_mark(
    qapp: object, recording: Recording, tmp_path: Path
) -> None:
    settings = Settings(entries=str(recording.timeline.entries[ENTRY - 1].id), card=False)
    job = Job(recording, tmp_path / "r.md", settings)
    job.illustrator = QtIllustrator(job.scenes, settings)
    write_pictures(job, tmp_path)
    (file,) = tmp_path.iterdir()
    plates = Plates(
        job.scenes, options_of(settings.model_copy(update={"caption": False, "legend": False}))
    )
    plate = plates.plate(job.scenes.scene(ENTRY))
    plain = QImage.Format.Format_RGB32
    assert QImage(str(file)).convertToFormat(plain) == plate.convertToFormat(plain)


def test_the_page_has_every_mark(recording: Recording) -> None:
    data, _ = page_data(recording, Frame(2600, 4600, 88, 100, 5000))
    roles = [role for role, _, _ in data["steps"][ENTRY - 1]["draw"]]
    wanted = {"area", "arrow", "circle", "label", "line", "unit"}
    assert {role.removeprefix("shape ") for role in roles if role.startswith("shape")} == wanted


@pytest.mark.slow
def test_a_pair_shows_before_and_after(qapp: object, recording: Recording) -> None:
    plates = Plates(Scenes(recording), PlateOptions(width=1000, pair="pair"))
    image = plates.plate(plates.scenes.scene(3))
    assert image.width() == 1000
    assert image.height() < 1400


@pytest.mark.slow
def test_one_moment_is_a_file_and_several_a_folder(
    qapp: object, recording: Recording, tmp_path: Path
) -> None:
    one = Job(recording, tmp_path / "one.png", Settings(entries="10", width=400))
    export_png(one)
    assert QImage(str(one.target)).width() == 400
    several = Job(recording, tmp_path / "several.png", Settings(entries="3,10", width=400))
    export_png(several)
    assert several.target.is_dir()
    assert len(list(several.target.iterdir())) == 2


@pytest.mark.slow
@pytest.mark.parametrize(
    "suffix", some_now(["mp4", "webm", "gif", "webp"], now=lambda suffix: suffix in ("mp4", "gif"))
)
def test_films_can_be_decoded(
    qapp: object, recording: Recording, tmp_path: Path, suffix: str
) -> None:
    import av

    settings = Settings(entries="3,10", height=360, fps=8, speed=4)
    job = Job(recording, tmp_path / f"film.{suffix}", settings)
    export_film(job)
    if suffix == "webp":
        from PIL import Image

        with Image.open(job.target) as picture:
            assert picture.size == (640, 360)
            assert getattr(picture, "n_frames", 1) > 2
        return
    with av.open(str(job.target)) as film:
        stream = film.streams.video[0]
        assert (stream.width, stream.height) == (640, 360)
        assert sum(1 for _ in film.decode(stream)) > 2


@pytest.mark.slow
def test_a_film_that_is_cancelled_leaves_nothing(
    qapp: object, recording: Recording, tmp_path: Path
) -> None:
    def stop(done: int, total: int) -> None:
        raise Cancelled

    job = Job(recording, tmp_path / "film.mp4", Settings(entries="3", height=360), progress=stop)
    with pytest.raises(Cancelled):
        export_film(job)
    assert list(tmp_path.iterdir()) == []


def test_an_invalid_film_name_is_reported_in_one_sentence(
    qapp: object, recording: Recording, tmp_path: Path
) -> None:
    with pytest.raises(UserError, match=r"\.mp4"):
        export_film(Job(recording, tmp_path / "film.avi"))


def test_a_copy_without_codecs_says_where_films_come_from(
    recording: Recording, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(as_film, "find_spec", lambda name: None)
    with pytest.raises(UserError, match="-films-"):
        export_film(Job(recording, tmp_path / "film.mp4", Settings()))
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_a_document_is_complete(
    qapp: object,
    recording: Recording,
    tmp_path: Path,
    paper: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Where there was no room for it elsewhere, an empty file was given out as the document.
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "no such folder"))
    settings = Settings.model_validate({"entries": "3,10,14", "paper": paper})
    job = Job(recording, tmp_path / "report.pdf", settings)
    export_pdf(job)
    data = job.target.read_bytes()
    assert data.startswith(b"%PDF")
    assert data.rstrip().endswith(b"%%EOF")
    assert data.count(b"/Type /Page\n") >= 4 or data.count(b"/Type /Page") >= 5
    assert [p.name for p in tmp_path.iterdir()] == ["report.pdf"]


@pytest.mark.parametrize("share", [0.0, 0.2, 0.45])
def test_a_caption_covers_nothing_that_its_moment_is_about(
    recording: Recording, share: float
) -> None:
    job = Job(recording, Path("film.mp4"), Settings(entries="all"))
    whole = board_box(recording.module.board)
    for shot in shots(job, whole, lambda _: share):
        subject = job.scenes.box(shot.scene) if shot.scene.focus else whole
        seen = shot.box.y + shot.box.height * (1 - share)
        assert subject.y + subject.height * 0.88 <= seen + 1e-9
        assert shot.box.width / shot.box.height == pytest.approx(16 / 9)


def test_a_film_says_which_comments_it_shortens(
    qapp: object, recording: Recording, tmp_path: Path
) -> None:
    entry = recording.timeline.entries[2].id
    notes = Annotations(
        log=recording.log.header.id, entries={entry: Annotation(comment="Long story. " * 200)}
    )
    told = Recording(recording.log, recording.module, notes)
    job = Job(told, tmp_path / "film.mp4", Settings(entries=str(entry), height=360, fps=5, speed=4))
    export_film(job)
    assert job.left_out == [t("report.film.shortened", count=1)]


def test_a_film_shows_the_photo_of_a_moment_after_it(
    qtbot: QtBot, recording: Recording, tmp_path: Path
) -> None:
    path, blue = tmp_path / "table.png", QColor("#2040c0")
    image = QImage(400, 300, QImage.Format.Format_RGB32)
    image.fill(blue)
    image.save(str(path))
    first, second = (recording.timeline.entries[n].id for n in (2, 3))
    broken = Photo(mime="image/png", data=base64.b64encode(b"\x89PNG\r\n\x1a\nbroken").decode())
    notes = with_photo(Annotations(log=recording.log.header.id), first, "a.png", take_photo(path))
    notes = with_photo(notes, second, "b.png", broken)
    told = Recording(recording.log, recording.module, notes)
    job = Job(told, tmp_path / "film.mp4", Settings(entries=f"{first},{second}", height=360))
    painter = FilmPainter(job, 360)
    planned = list(shots(job, painter.scenes.whole))
    shown = [
        at
        for image, at in as_film.frames(job, painter, planned, 5, 60.0)
        if abs(image.pixelColor(320, 160).hue() - blue.hue()) < 5
    ]
    title = TITLE if job.settings.titles else 0.0
    assert shown == [pytest.approx(title + planned[0].seconds - PHOTO)]
    assert job.left_out == [t("report.photo.unshown", entry=second, most=SIDE_SHOWN)]
