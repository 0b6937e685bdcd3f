"""A moment, or several, as pictures: cropped to the action, with caption, scale and legend."""

from __future__ import annotations

from engine.core.errors import UserError
from engine.files import write_atomic
from engine.i18n import t
from engine.report.document import Passage, chosen_steps
from engine.report.job import Job
from engine.report.pictures import folder_of, slug
from holland44_qt.report.illustrator import encoded, options_of
from holland44_qt.report.plate import Plates

PICTURES = (".png", ".webp", ".jpg")


def export_png(job: Job) -> None:
    """One moment becomes the target itself, several become numbered pictures in a folder."""
    steps = chosen_steps(job.scenes, job.settings)
    if not steps:
        raise UserError(t("report.png.none"))
    plates = Plates(job.scenes, options_of(job.settings))
    folder = folder_of(job.target)
    if len(steps) > 1:
        try:
            folder.mkdir(exist_ok=True)
        except OSError as error:
            why = error.strerror
            raise UserError(t("log.error.unwritable", path=job.target, why=why)) from None
    for done, number in enumerate(steps, 1):
        scene = job.scenes.scene(number)
        suffix = job.target.suffix.lower()
        data = encoded(plates.plate(scene), suffix[1:] if suffix in PICTURES else "png")
        name = f"{done:02d}-{slug(Passage(scene, None))}.png"
        write_atomic(folder / name if len(steps) > 1 else job.target, data)
        job.progress(done, len(steps))
    if len(steps) > 1:
        job.target = folder
