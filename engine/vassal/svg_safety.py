"""SVG pictures of strangers made harmless before Qt draws them.

Qt's reader of SVG opens any file that a picture names, a pipe too, on which it would wait for ever;
and it draws whatever uses of uses multiply. So only what lies inside the picture is left in it, and
what would be drawn too many times is refused.
"""

from __future__ import annotations

import base64
import binascii
import re
from functools import cached_property
from pathlib import Path
from urllib.parse import unquote_to_bytes
from xml.etree.ElementTree import Element, register_namespace, tostring

from engine.i18n import t
from engine.vassal.archive import parse_xml, picture_type
from engine.vassal.errors import VassalError

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
XLINK_HREF = f"{{{XLINK}}}href"
MOST_DRAWN = 200_000
"""Elements of a picture, each counted as often as it is drawn."""
MOST_DEPTH = 200
"""How deep elements may stand in one another, uses of others included."""
_DOCTYPE = re.compile(rb"<!DOCTYPE[^>\[]{0,400}>", re.IGNORECASE)
_HREF = "href"
_GZIP = b"\x1f\x8b"
_BLANK = b"\xef\xbb\xbf \t\r\n"


def is_svg(data: bytes) -> bool:
    """Would a reader that looks at the content take it for SVG, packed or not?"""
    return data.lstrip(_BLANK)[:1] == b"<" or data.startswith(_GZIP)


def parse_svg(name: str, data: bytes) -> Element:
    """A picture as XML; a document type that declares nothing of its own is passed over."""
    return parse_xml(_DOCTYPE.sub(b"", data, count=1), Path(name), name)


def svg_bytes(root: Element) -> bytes:
    """Serialize a picture with the prefixes that Qt's SVG reader knows.

    Qt compares prefixed names as text: it reads ``xlink:href`` and ignores ``ns1:href``.
    """
    register_namespace("", SVG)
    register_namespace("xlink", XLINK)
    return tostring(root)


def harmless(name: str, data: bytes) -> bytes:
    """Return the picture without references that lead out of it or to nothing.

    Raises VassalError for one that is no XML, declares entities, or would be drawn for ever.
    """
    root = parse_svg(name, data)
    for element in root.iter():
        for attribute in list(element.attrib):
            if attribute.rpartition("}")[2] == _HREF and not _inside(element.attrib[attribute]):
                del element.attrib[attribute]
        if "href" in element.attrib and XLINK_HREF not in element.attrib:
            element.set(XLINK_HREF, element.attrib.pop("href"))
    _drop_empty_uses(root)
    if _Count(root).drawn > MOST_DRAWN:
        raise VassalError(t("vassal.error.svg", file=name, limit=MOST_DRAWN))
    return svg_bytes(root)


def _drop_empty_uses(root: Element) -> None:
    """Remove each ``<use>`` that refers to nothing: it draws nothing, and Qt would warn of it."""
    known = {e.get("id") for e in root.iter()} - {None}
    for parent in root.iter():
        for child in list(parent):
            to = child.get(XLINK_HREF, "#").strip()
            lost = to.startswith("#") and to[1:] not in known
            if lost and str(child.tag).rpartition("}")[2] == "use":
                parent.remove(child)


def _inside(address: str) -> bool:
    """Does an address name a part of the picture, or hold a picture of dots itself?"""
    address = address.strip()
    if address.startswith("#"):
        return True
    head, comma, text = address.partition(",")
    if not comma or not head.startswith("data:"):
        return False
    try:
        data = (
            base64.b64decode(text) if head.endswith(";base64") else unquote_to_bytes(text)
        )  # fmt: skip
    except (binascii.Error, ValueError):
        return False
    # The reader within the reader goes by the content too, whatever the address calls it.
    return picture_type(data) not in ("", "image/svg+xml")


class _Count:
    """How often the elements of a picture are drawn."""

    def __init__(self, root: Element) -> None:
        self._root = root
        self._known: dict[Element, int] = {}

    @cached_property
    def _named(self) -> dict[str, Element]:
        return {e.attrib["id"]: e for e in self._root.iter() if "id" in e.attrib}

    @property
    def drawn(self) -> int:
        """Of the whole; more than is allowed if uses go round in a circle, or too deep."""
        return self._of(self._root, 0)

    def _of(self, element: Element, depth: int) -> int:
        if depth > MOST_DEPTH:
            return MOST_DRAWN + 1
        known = self._known.get(element)
        if known is None:
            self._known[element] = MOST_DRAWN + 1  # whoever comes back here goes in a circle
            known = 1 + sum(self._of(child, depth + 1) for child in element)
            for attribute, value in element.attrib.items():
                if attribute.rpartition("}")[2] == _HREF and value.startswith("#"):
                    called = self._named.get(value[1:])
                    known += self._of(called, depth + 1) if called is not None else 0
            self._known[element] = min(known, MOST_DRAWN + 1)
        return self._known[element]
