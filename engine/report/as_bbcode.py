"""A report as forum users paste it: BBCode with numbered pictures, and the list of these.

``forum`` writes pictures by their address, ``bgg`` by the number that the site gives a picture when
it is uploaded: until then a word stands there that is easily replaced.
"""

from __future__ import annotations

import os
import re
from urllib.parse import quote

from markdown_it import MarkdownIt
from markdown_it.token import Token

from engine.controls import visible
from engine.files import write_atomic
from engine.i18n import t
from engine.report.document import Document, Passage
from engine.report.job import Job
from engine.report.pictures import Picture, folder_of, picture_folder, write_photos, write_pictures
from engine.report.settings import Settings
from engine.report.tables import Table, text

TAG = re.compile(r"\[(?=/?[a-zA-Z*]+[^\]]*\])")
NOTHING = "\u200b"
"""A character without width, which keeps brackets of a text from being read as a tag."""
_PAIRS = {
    "strong_open": "[b]",
    "strong_close": "[/b]",
    "em_open": "[i]",
    "em_close": "[/i]",
    "s_open": "[s]",
    "s_close": "[/s]",
    "bullet_list_open": "[list]\n",
    "bullet_list_close": "[/list]\n",
    "ordered_list_open": "[list=1]\n",
    "ordered_list_close": "[/list]\n",
    "list_item_open": "[*]",
    "blockquote_open": "[quote]",
    "blockquote_close": "[/quote]\n",
    "heading_open": "[b]",
    "heading_close": "[/b]\n",
    "link_close": "[/url]",
}


def export_bbcode(job: Job) -> None:
    """Write the post, and its pictures into a folder beside it."""
    with picture_folder(folder_of(job.target)) as draft:
        pictures = write_pictures(job, draft)
        photos = write_photos(job, draft, len(pictures) + 1)
        text = bbcode(job.document, pictures, job.settings, photos)
        write_atomic(job.target, visible(text).encode("utf-8"))


def bbcode(
    document: Document,
    pictures: dict[int, Picture],
    settings: Settings,
    photos: dict[int, Picture] | None = None,
) -> str:
    """The post as text, the list of its pictures at the end; ``photos`` are the writer's own."""
    notes, photos = document.notes, photos or {}
    lines = [f"[size=18][b]{inert(document.title)}[/b][/size]"]
    if notes.subtitle:
        lines.append(f"[b]{inert(notes.subtitle)}[/b]")
    if notes.author:
        lines.append(inert(t("export.md.author", author=notes.author)))
    lines += [f"[i]{inert(document.about)}[/i]", ""]
    if notes.intro.strip():
        lines += [comment_bbcode(notes.intro), ""]
    for chapter in document.chapters:
        if chapter.title:
            lines += [f"[size=14][b]{inert(chapter.title)}[/b][/size]", ""]
        for passage in chapter.passages:
            shown = pictures.get(passage.number), photos.get(passage.number)
            lines += _passage(passage, *shown, settings)
    if notes.conclusion.strip():
        lines += [f"[size=14][b]{t('report.conclusion')}[/b][/size]", ""]
        lines += [comment_bbcode(notes.conclusion), ""]
    if document.tables:
        lines += [f"[size=14][b]{t('report.stats.title')}[/b][/size]", ""]
        lines += [inert(said) for said in document.verdicts]
        for table in document.tables:
            if table.id in ("turns", "columns", "fights"):
                lines += ["", *_table(table)]
        lines.append("")
    lines += [f"[i]{inert(t('page.footer.program'))}[/i]"]
    listed = (*pictures.values(), *photos.values())
    if listed:
        lines += ["", f"[o][b]{t('report.bbcode.list')}[/b]"]
        lines += [f"{p.number:02d}  {p.file.name}  {inert(p.caption)}" for p in listed]
        lines += [t(f"report.bbcode.how.{settings.dialect}"), "[/o]"]
    return "\n".join(lines).rstrip() + "\n"


def inert(words: str) -> str:
    """A text in which nothing is a tag."""
    return TAG.sub(f"[{NOTHING}", " ".join(words.split()))


def comment_bbcode(comment: str) -> str:
    """A comment in Markdown as BBCode; pictures from elsewhere are left out, HTML is text."""
    parser = MarkdownIt("commonmark", {"html": False}).enable("strikethrough")
    return re.sub(r"\n{3,}", "\n\n", "".join(_blocks(parser.parse(comment)))).strip()


def _blocks(tokens: list[Token]) -> list[str]:
    found: list[str] = []
    for token in tokens:
        if token.type == "inline":
            found += _inline(token.children or [])
        elif token.type == "paragraph_close":
            found.append("\n" if token.hidden else "\n\n")
        elif token.type in ("fence", "code_block"):
            found.append(f"[c]{TAG.sub(f'[{NOTHING}', token.content.rstrip())}[/c]\n\n")
        else:
            found.append(_PAIRS.get(token.type, ""))
    return found


def _inline(tokens: list[Token]) -> list[str]:
    found = []
    for token in tokens:
        if token.type == "text":
            found.append(TAG.sub(f"[{NOTHING}", token.content))
        elif token.type == "code_inline":
            found.append(f"[c]{TAG.sub(f'[{NOTHING}', token.content)}[/c]")
        elif token.type == "link_open":
            found.append(f"[url={str(token.attrs.get('href', '')).replace(']', '%5D')}]")
        elif token.type in ("softbreak", "hardbreak"):
            found.append(" " if token.type == "softbreak" else "\n")
        elif token.type == "image":
            found.append(TAG.sub(f"[{NOTHING}", token.content))
        else:
            found.append(_PAIRS.get(token.type, ""))
    return found


def _passage(
    passage: Passage, picture: Picture | None, photo: Picture | None, settings: Settings
) -> list[str]:
    scene = passage.scene
    note = scene.step.annotation
    lines = [f"[*]{inert(said)}" for said in passage.before]
    if lines:
        lines = ["[list]", *lines, "[/list]"]
    glyph = f"[b]{note.glyph}[/b] " if note.glyph else ""
    lines += [f"{glyph}[b]{inert(scene.step.sentence)}[/b]", ""]
    if picture is not None:
        lines += [_picture(picture, settings), ""]
    if note.comment.strip():
        lines += [comment_bbcode(note.comment), ""]
    if photo is not None:
        lines += [_picture(photo, settings), ""]
    if passage.proposed is not None and passage.proposed.verdict:
        lines += [f"[i]{inert(passage.proposed.verdict)}[/i]", ""]
    if passage.after:
        lines += ["[list]", *(f"[*]{inert(said)}" for said in passage.after), "[/list]", ""]
    return lines


def _picture(picture: Picture, settings: Settings) -> str:
    if settings.dialect == "bgg":
        return f"[imageid=PICTURE{picture.number:02d} large]"
    base = settings.address.rstrip("/") or quote(os.fsencode(picture.file.parent.name))
    return f"[img]{base}/{picture.file.name}[/img]"


def _table(table: Table) -> list[str]:
    """A table in letters of one width, which every forum keeps in columns."""
    rows = [list(table.heads), *([text(c) for c in row] for row in table.rows)]
    wide = [max(len(row[at]) for row in rows) for at in range(len(table.heads))]
    lines = [
        "  ".join(cell.ljust(wide[at]) for at, cell in enumerate(row)).rstrip() for row in rows
    ]
    body = "\n".join(TAG.sub(f"[{NOTHING}", line) for line in lines)
    return [f"[b]{inert(table.title)}[/b]", f"[code]{body}[/code]"]
