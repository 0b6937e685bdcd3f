"""The dialects of BBCode that a forum post can be written in.

``forum`` uses only tags that phpBB, XenForo, vBulletin, SMF and MyBB share, without sizes, which
each of them counts differently. ``bgg`` uses the tags of BoardGameGeek, which knows no list and no
code block, and shows a picture by the number that it gets when it is uploaded.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Dialect:
    """The tags of one dialect, as pairs of an opening and a closing tag."""

    title: tuple[str, str]
    heading: tuple[str, str]
    strike: tuple[str, str]
    quote: tuple[str, str]
    code: tuple[str, str]
    """Inline code."""
    block: tuple[str, str]
    """Lines of code or of a table, in letters of one width."""
    aside: tuple[str, str]
    """Text that opens on a click; a site without such tags shows it at the end."""
    lists: tuple[str, str, str] | None = None
    """The opening tags of bulleted and numbered lists and the closing tag; None for plain lines."""
    by_number: bool = False
    """Whether a picture is referenced by its upload number instead of its address."""


BOLD = ("[b]", "[/b]")
FORUM = Dialect(
    title=BOLD,
    heading=BOLD,
    strike=("~~", "~~"),
    quote=("[quote]", "[/quote]"),
    code=("", ""),
    block=("[code]", "[/code]"),
    aside=("[quote]", "[/quote]"),
    lists=("[list]", "[list=1]", "[/list]"),
)
BGG = Dialect(
    title=("[size=18][b]", "[/b][/size]"),
    heading=("[size=14][b]", "[/b][/size]"),
    strike=("[-]", "[/-]"),
    quote=("[q]", "[/q]"),
    code=("[c]", "[/c]"),
    block=("[c]", "[/c]"),
    aside=("[o]", "[/o]"),
    by_number=True,
)
DIALECTS = {"forum": FORUM, "bgg": BGG}
