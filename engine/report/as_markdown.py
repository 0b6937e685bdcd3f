"""Export a report in Markdown with pictures: only the moments, unless all entries are requested."""

from __future__ import annotations

import os
from urllib.parse import quote

from engine.controls import visible
from engine.files import write_atomic
from engine.i18n import t
from engine.report.document import Document, Passage
from engine.report.job import Job
from engine.report.markdown import faces, harmless, plain, report
from engine.report.pictures import Picture, folder_of, picture_folder, write_photos, write_pictures
from engine.report.tables import Table, text


def export_markdown(job: Job) -> None:
    """Write the report, and its pictures into a folder beside it.

    Raises UserError if the log contradicts itself or a file cannot be written.
    """
    if job.settings.entries == "all":
        write_atomic(job.target, visible(report(job.recording)).encode("utf-8"))
        return
    with picture_folder(folder_of(job.target)) as draft:
        pictures = write_pictures(job, draft)
        photos = write_photos(job, draft, len(pictures) + 1)
        write_atomic(job.target, visible(markdown(job.document, pictures, photos)).encode("utf-8"))


def markdown(
    document: Document, pictures: dict[int, Picture], photos: dict[int, Picture] | None = None
) -> str:
    """Return the report as text; ``pictures`` and the writer's own ``photos`` are keyed by step."""
    notes = document.notes
    lines = [f"# {plain(document.title)}", ""]
    if notes.subtitle:
        lines += [f"**{plain(notes.subtitle)}**", ""]
    if notes.author:
        lines += [t("export.md.author", author=plain(notes.author)), ""]
    lines += [f"*{plain(document.about)}*", ""]
    if notes.intro.strip():
        lines += [harmless(notes.intro.strip()), ""]
    for chapter in document.chapters:
        if chapter.title:
            lines += [f"## {plain(chapter.title)}", ""]
        for passage in chapter.passages:
            own = (photos or {}).get(passage.number)
            lines += _passage(passage, pictures.get(passage.number), own)
    if notes.conclusion.strip():
        lines += [f"## {t('report.conclusion')}", "", harmless(notes.conclusion.strip()), ""]
    if document.tables:
        lines += [f"## {t('report.stats.title')}", ""]
        lines += [f"- {plain(sentence)}" for sentence in document.verdicts]
        for table in document.tables:
            if table.id not in ("units", "moments"):
                lines += ["", *_table(table)]
        lines.append("")
    lines += ["---", "", *(f"{plain(credit)}  " for credit in document.credits if credit)]
    lines.append(t("page.footer.program"))
    return "\n".join(lines).rstrip() + "\n"


def _passage(passage: Passage, picture: Picture | None, photo: Picture | None) -> list[str]:
    scene = passage.scene
    note = scene.step.annotation
    lines = [f"- {plain(sentence)}" for sentence in passage.before]
    if lines:
        lines.append("")
    glyph = f"{plain(note.glyph)} " if note.glyph else ""
    dice = faces(scene.step)
    lines += [f"### {glyph}{plain(passage.title)}", ""]
    below = " ".join(filter(None, (plain(passage.sentence), dice)))
    lines += [below, ""] if below else []
    if picture is not None:
        lines += [_shown(picture), ""]
    if note.comment.strip():
        lines += [harmless(note.comment.strip()), ""]
    if photo is not None:
        lines += [_shown(photo), ""]
    if passage.proposed is not None and passage.proposed.verdict:
        lines += [f"*{plain(passage.proposed.verdict)}*", ""]
    lines += [f"- {plain(sentence)}" for sentence in passage.after]
    if passage.after:
        lines.append("")
    return lines


def _shown(picture: Picture) -> str:
    folder = quote(os.fsencode(picture.file.parent.name))
    return f"![{plain(picture.caption)}]({folder}/{picture.file.name})"


def _table(table: Table) -> list[str]:
    def row(cells: list[str]) -> str:
        return "| " + " | ".join(plain(cell) for cell in cells) + " |"

    lines = [f"### {plain(table.title)}", "", row(list(table.heads))]
    lines.append("|" + "---|" * len(table.heads))
    lines += [row([text(cell) for cell in cells]) for cells in table.rows]
    if table.note:
        lines += ["", f"*{plain(table.note)}*"]
    return lines
