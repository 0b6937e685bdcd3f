"""Export a report as BBCode for forums, with numbered pictures and a list of them.

The dialects are those of :mod:`engine.report.bbcode_dialects`. For a site that numbers uploads, a
picture is written as a placeholder that is easy to replace.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from urllib.parse import quote

from markdown_it import MarkdownIt
from markdown_it.token import Token

from engine.controls import visible
from engine.files import write_atomic
from engine.i18n import t
from engine.report.bbcode_dialects import BOLD, DIALECTS, FORUM, Dialect
from engine.report.document import Document, Passage
from engine.report.job import Job
from engine.report.pictures import Picture, folder_of, picture_folder, write_photos, write_pictures
from engine.report.settings import Settings
from engine.report.tables import Table, text

TAG = re.compile(r"\[(?=/?[a-zA-Z*]+[^\]]*\])")
NOTHING = "\u200b"
"""A zero-width character that keeps forums from reading brackets in a text as a tag."""
_PLAIN = {
    "strong_open": "[b]",
    "strong_close": "[/b]",
    "em_open": "[i]",
    "em_close": "[/i]",
    "heading_open": "[b]",
    "heading_close": "[/b]\n",
    "link_close": "[/url]",
}
"""Tags that both dialects share."""


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
    """Return the post as text, with the list of its pictures at the end. ``photos`` are the
    writer's own pictures.
    """
    return _Post(DIALECTS[settings.dialect], settings.address).text(
        document, pictures, photos or {}
    )


def inert(words: str) -> str:
    """Return a text with all its tags disabled."""
    return _untagged(" ".join(words.split()))


def comment_bbcode(comment: str, dialect: Dialect = FORUM) -> str:
    """Convert a comment from Markdown to BBCode. External pictures are left out; HTML
    stays text.
    """
    parser = MarkdownIt("commonmark", {"html": False}).enable("strikethrough")
    made = "".join(_blocks(parser.parse(comment), dialect))
    return re.sub(r"\n{3,}", "\n\n", made).strip()


def _untagged(text: str) -> str:
    return TAG.sub(f"[{NOTHING}", text)


def _between(tags: tuple[str, str], text: str) -> str:
    return f"{tags[0]}{text}{tags[1]}"


def _blocks(tokens: list[Token], dialect: Dialect) -> list[str]:
    """Return the blocks of a comment; list items become plain lines if the dialect has no lists."""
    result: list[str] = []
    numbers: list[int | None] = []
    for token in tokens:
        if token.type == "inline":
            result += _inline(token.children or [], dialect)
        elif token.type == "paragraph_close":
            result.append("\n" if token.hidden else "\n\n")
        elif token.type in ("fence", "code_block"):
            result.append(_between(dialect.block, _untagged(token.content.rstrip())) + "\n\n")
        elif token.type in ("bullet_list_open", "ordered_list_open"):
            ordered = token.type == "ordered_list_open"
            numbers.append(int(token.attrs.get("start", 1)) if ordered else None)
            result.append(f"{dialect.lists[ordered]}\n" if dialect.lists else "")
        elif token.type in ("bullet_list_close", "ordered_list_close"):
            numbers.pop()
            result.append(f"{dialect.lists[2]}\n" if dialect.lists else "\n")
        elif token.type == "list_item_open":
            number = numbers[-1]
            result.append("[*]" if dialect.lists else "• " if number is None else f"{number}. ")
            numbers[-1] = None if number is None else number + 1
        elif token.type in ("blockquote_open", "blockquote_close"):
            opens = token.type == "blockquote_open"
            result.append(dialect.quote[0] if opens else f"{dialect.quote[1]}\n")
        else:
            result.append(_PLAIN.get(token.type, ""))
    return result


def _inline(tokens: list[Token], dialect: Dialect) -> list[str]:
    result = []
    for token in tokens:
        if token.type == "code_inline":
            result.append(_between(dialect.code, _untagged(token.content)))
        elif token.type == "link_open":
            result.append(f"[url={str(token.attrs.get('href', '')).replace(']', '%5D')}]")
        elif token.type in ("softbreak", "hardbreak"):
            result.append(" " if token.type == "softbreak" else "\n")
        elif token.type in ("text", "image"):
            result.append(_untagged(token.content))
        elif token.type in ("s_open", "s_close"):
            result.append(dialect.strike[token.type == "s_close"])
        else:
            result.append(_PLAIN.get(token.type, ""))
    return result


class _Post:
    """A post in one dialect; ``address`` is the folder of its pictures on the web."""

    def __init__(self, dialect: Dialect, address: str) -> None:
        self.dialect, self.address = dialect, address

    def text(
        self, document: Document, pictures: dict[int, Picture], photos: dict[int, Picture]
    ) -> str:
        """Return the whole post."""
        dialect, notes = self.dialect, document.notes
        lines = [_between(dialect.title, inert(document.title))]
        if notes.subtitle:
            lines.append(_between(BOLD, inert(notes.subtitle)))
        if notes.author:
            lines.append(inert(t("export.md.author", author=notes.author)))
        lines += [f"[i]{inert(document.about)}[/i]", ""]
        if notes.intro.strip():
            lines += [comment_bbcode(notes.intro, dialect), ""]
        for chapter in document.chapters:
            if chapter.title:
                lines += self._heading(chapter.title)
            for passage in chapter.passages:
                shown = pictures.get(passage.number), photos.get(passage.number)
                lines += self._passage(passage, *shown)
        if notes.conclusion.strip():
            lines += self._heading(t("report.conclusion"))
            lines += [comment_bbcode(notes.conclusion, dialect), ""]
        if document.tables:
            lines += self._heading(t("report.stats.title"))
            lines += [inert(sentence) for sentence in document.verdicts]
            for table in document.tables:
                if table.id in ("turns", "columns", "fights"):
                    lines += ["", *self._table(table)]
            lines.append("")
        lines += [f"[i]{inert(t('page.footer.program'))}[/i]"]
        listed = (*pictures.values(), *photos.values())
        if listed:
            opens, closes = dialect.aside
            lines += ["", opens + _between(BOLD, t("report.bbcode.list"))]
            lines += [f"{p.number:02d}  {p.file.name}  {inert(p.caption)}" for p in listed]
            how = "bgg" if dialect.by_number else "forum"
            lines += [t(f"report.bbcode.how.{how}"), closes]
        return "\n".join(lines).rstrip() + "\n"

    def _heading(self, title: str) -> list[str]:
        return [_between(self.dialect.heading, inert(title)), ""]

    def _passage(
        self, passage: Passage, picture: Picture | None, photo: Picture | None
    ) -> list[str]:
        note = passage.scene.step.annotation
        lines = self._list(passage.before)
        glyph = f"[b]{note.glyph}[/b] " if note.glyph else ""
        lines += [f"{glyph}[b]{inert(passage.title)}[/b]"]
        lines += [inert(passage.sentence), ""] if passage.sentence else [""]
        if picture is not None:
            lines += [self._picture(picture), ""]
        if note.comment.strip():
            lines += [comment_bbcode(note.comment, self.dialect), ""]
        if photo is not None:
            lines += [self._picture(photo), ""]
        if passage.proposed is not None and passage.proposed.verdict:
            lines += [f"[i]{inert(passage.proposed.verdict)}[/i]", ""]
        after = self._list(passage.after)
        return [*lines, *after, ""] if after else lines

    def _list(self, items: Sequence[str]) -> list[str]:
        if not items:
            return []
        if self.dialect.lists is None:
            return [f"• {inert(sentence)}" for sentence in items]
        opens, _, closes = self.dialect.lists
        return [opens, *(f"[*]{inert(sentence)}" for sentence in items), closes]

    def _picture(self, picture: Picture) -> str:
        if self.dialect.by_number:
            return f"[imageid=PICTURE{picture.number:02d} large]"
        base = self.address.rstrip("/") or quote(os.fsencode(picture.file.parent.name))
        return f"[img]{base}/{picture.file.name}[/img]"

    def _table(self, table: Table) -> list[str]:
        """Return a table as monospaced text, with the note that explains it."""
        rows = [list(table.heads), *([text(c) for c in row] for row in table.rows)]
        wide = [max(len(row[at]) for row in rows) for at in range(len(table.heads))]
        lines = [
            "  ".join(cell.ljust(wide[at]) for at, cell in enumerate(row)).rstrip() for row in rows
        ]
        body = "\n".join(map(_untagged, lines))
        made = [_between(BOLD, inert(table.title)), _between(self.dialect.block, body)]
        return [*made, f"[i]{inert(table.note)}[/i]"] if table.note else made
