"""A moment, or several, as pictures: cropped to the action, with caption, scale and legend."""

from __future__ import annotations

from engine.core.errors import UserError
from engine.files import write_atomic
from engine.i18n import t
from engine.report.document import chosen_steps
from engine.report.job import Job
from engine.report.pictures import picture_folder, slug
from holland44_qt.report.illustrator import encoded, options_of
from holland44_qt.report.plate import Plates

PICTURES = (".png", ".webp", ".jpg")


def export_png(job: Job) -> None:
    """Write one moment as the target itself, several as numbered pictures in the target folder."""
    steps = chosen_steps(job.scenes, job.settings)
    if not steps:
        raise UserError(t("report.png.none"))
    plates = Plates(job.scenes, options_of(job.settings))
    suffix = job.target.suffix.lower()
    if len(steps) == 1:
        image = plates.plate(job.scenes.scene(steps[0]))
        write_atomic(job.target, encoded(image, suffix[1:] if suffix in PICTURES else "png"))
        job.progress(1, 1)
        return
    with picture_folder(job.target) as draft:
        for done, number in enumerate(steps, 1):
            scene = job.scenes.scene(number)
            data = encoded(plates.plate(scene), job.settings.image)
            name = f"{done:02d}-{slug(scene)}.{job.settings.image}"
            write_atomic(draft / name, data)
            job.progress(done, len(steps))
