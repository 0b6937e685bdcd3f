"""Make untrusted SVG pictures safe for Qt.

Qt's SVG reader opens any file that a picture names, even a pipe that would block it, and draws
nested uses without a limit. So references outside the picture are removed, and pictures with too
many drawn elements are refused.
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
MAX_DRAWN = 200_000
"""Limit for the drawn elements of a picture, repetitions included."""
MAX_DEPTH = 200
"""Limit for nested elements, uses included."""
_DOCTYPE = re.compile(rb"<!DOCTYPE[^>\[]{0,400}>", re.IGNORECASE)
_HREF = "href"
_GZIP = b"\x1f\x8b"
_BLANK = b"\xef\xbb\xbf \t\r\n"


def is_svg(data: bytes) -> bool:
    """Return whether a reader that detects formats by content takes data for SVG, packed or not."""
    return data.lstrip(_BLANK)[:1] == b"<" or data.startswith(_GZIP)


def parse_svg(name: str, data: bytes) -> Element:
    """Parse a picture as XML; a document type without declarations of its own is ignored."""
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

    Raises VassalError for a picture that is not XML, declares entities, or draws too many elements.
    """
    root = parse_svg(name, data)
    for element in root.iter():
        for attribute in list(element.attrib):
            if attribute.rpartition("}")[2] == _HREF and not _inside(element.attrib[attribute]):
                del element.attrib[attribute]
        if "href" in element.attrib and XLINK_HREF not in element.attrib:
            element.set(XLINK_HREF, element.attrib.pop("href"))
    _drop_empty_uses(root)
    if _Count(root).drawn > MAX_DRAWN:
        raise VassalError(t("vassal.error.svg", file=name, limit=MAX_DRAWN))
    return svg_bytes(root)


def _drop_empty_uses(root: Element) -> None:
    """Remove each ``<use>`` that refers to nothing, because Qt logs a warning for it."""
    known = {e.get("id") for e in root.iter()} - {None}
    for parent in root.iter():
        for child in list(parent):
            to = child.get(XLINK_HREF, "#").strip()
            lost = to.startswith("#") and to[1:] not in known
            if lost and str(child.tag).rpartition("}")[2] == "use":
                parent.remove(child)


def _inside(address: str) -> bool:
    """Return whether an address refers to a part of the picture or embeds a bitmap."""
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
    # Qt detects the format of embedded data by its content, not by its declared type.
    return picture_type(data) not in ("", "image/svg+xml")


class _Count:
    """A counter of the drawn elements of a picture."""

    def __init__(self, root: Element) -> None:
        self._root = root
        self._known: dict[Element, int] = {}

    @cached_property
    def _named(self) -> dict[str, Element]:
        return {e.attrib["id"]: e for e in self._root.iter() if "id" in e.attrib}

    @property
    def drawn(self) -> int:
        """The total; above the limit if uses are circular or nested too deeply."""
        return self._of(self._root, 0)

    def _of(self, element: Element, depth: int) -> int:
        if depth > MAX_DEPTH:
            return MAX_DRAWN + 1
        known = self._known.get(element)
        if known is None:
            self._known[element] = MAX_DRAWN + 1  # used again while counting: circular
            known = 1 + sum(self._of(child, depth + 1) for child in element)
            for attribute, value in element.attrib.items():
                if attribute.rpartition("}")[2] == _HREF and value.startswith("#"):
                    called = self._named.get(value[1:])
                    known += self._of(called, depth + 1) if called is not None else 0
            self._known[element] = min(known, MAX_DRAWN + 1)
        return self._known[element]
