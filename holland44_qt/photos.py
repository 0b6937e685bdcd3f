"""Import of photos: read with limits, rotated upright, scaled down, encoded again.

The new file contains no camera metadata such as place or owner.
"""

from __future__ import annotations

import base64
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
from PySide6.QtGui import QImage, QImageReader, QPainter

from engine.core.errors import UserError, unreadable
from engine.i18n import t
from engine.log.annotations import Photo
from engine.report.job import Job
from engine.report.photos import is_photo, photo_bytes, photo_of
from engine.report.scene import Scene

KINDS = (".png", ".jpg", ".jpeg", ".webp")
FILE_MOST = 64 * 2**20
"""Maximum bytes of an input file."""
SIDE_MOST, TAKEN = 20_000, 1600
"""Maximum pixels along a side, of an input picture and of the stored one."""
SIDE_SHOWN = 2 * TAKEN
"""Maximum pixels along a side of a photo that is shown."""
QUALITY = 84


def take_photo(path: Path) -> Photo:
    """Return the encoded photo of a file. Raises UserError for an invalid or too large one."""
    try:
        size = path.stat().st_size
        if not path.is_file():
            raise UserError(t("report.photo.none", path=path))
        with path.open("rb") as file:
            head = file.read(12)
    except OSError as error:
        raise UserError(unreadable(path, error)) from None
    if not is_photo(head):
        raise UserError(t("report.photo.none", path=path))
    reader = QImageReader(str(path))
    reader.setAutoTransform(True)
    wide = reader.size()
    if size > FILE_MOST or not wide.isValid() or max(wide.width(), wide.height()) > SIDE_MOST:
        raise UserError(t("report.photo.none", path=path))
    if max(wide.width(), wide.height()) > TAKEN:
        reader.setScaledSize(wide.scaled(QSize(TAKEN, TAKEN), Qt.AspectRatioMode.KeepAspectRatio))
    image = reader.read()
    if image.isNull():
        raise UserError(t("report.photo.none", path=path))
    alpha = image.hasAlphaChannel()
    image = image.convertToFormat(
        QImage.Format.Format_ARGB32 if alpha else QImage.Format.Format_RGB32
    )
    # A picture carries words of its file along; one painted anew does not.
    painted = QImage(image.size(), image.format())
    painted.fill(0)
    with QPainter(painted) as painter:
        painter.drawImage(0, 0, image)
    image = painted
    mime = "image/png" if alpha else "image/jpeg"
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG" if alpha else "JPEG", QUALITY)  # type: ignore[call-overload]
    data = base64.b64encode(buffer.data().data()).decode("ascii")
    return Photo.model_validate({"mime": mime, "data": data})


def photo_image(photo: Photo) -> QImage:
    """Return the picture of a photo; a null image if it is invalid or exceeds the limits."""
    data = photo_bytes(photo)
    if not is_photo(data):
        return QImage()
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    reader = QImageReader(buffer)
    size = reader.size()
    if not size.isValid() or max(size.width(), size.height()) > SIDE_SHOWN:
        return QImage()
    return reader.read()


def photo_in_report(job: Job, scene: Scene, *, quiet: bool = False) -> tuple[Photo, QImage] | None:
    """Return the photo of a scene with its picture, if there is one to show; a report names a
    damaged one unless it is ``quiet``.
    """
    photo = photo_of(job.recording.annotations, scene.step.annotation)
    if photo is None or not job.settings.pictures:
        return None
    image = photo_image(photo)
    if not image.isNull():
        return photo, image
    if not quiet:
        entry = scene.step.entry.id
        job.left_out.append(t("report.photo.unshown", entry=entry, most=SIDE_SHOWN))
    return None
