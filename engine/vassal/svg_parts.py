"""Inline the other files that SVG pictures of a module refer to.

Counters often combine a frame, a symbol and numbers from shared files through ``<use>`` or
``<image>``. Only files of the module are read, never an external address; missing files are left
out of the picture.
"""

from __future__ import annotations

import base64
import copy
import posixpath
import re
from collections.abc import Callable
from urllib.parse import unquote
from xml.etree.ElementTree import Element

from engine.vassal.archive import picture_size, picture_type
from engine.vassal.errors import VassalError
from engine.vassal.svg_safety import SVG, XLINK_HREF, parse_svg, svg_bytes

MAX_BYTES = 8 * 1024 * 1024
"""Limit for the bytes of a picture with all inlined files."""
MAX_PARTS = 200
MAX_DEPTH = 6
"""Limit for nested references between pictures."""
_CALLING = re.compile(rb"""(?:xlink:)?href\s*=\s*["'](?!#|data:|["'])""")
_HREFS = (XLINK_HREF, "href")
_NUMBER = re.compile(r"\s*(-?\d+(?:\.\d+)?)\s*(px)?\s*", re.ASCII)
Read = Callable[[str], bytes]
"""Return the bytes of a picture of the module by name; empty if it is missing."""


def calls_others(data: bytes) -> bool:
    """Return whether data is an SVG picture that refers to other files."""
    return b"<svg" in data[:4096] and _CALLING.search(data) is not None


def whole_svg(name: str, data: bytes, read: Read) -> bytes:
    """Return a picture with all referenced files inlined; unchanged if it cannot be parsed."""
    try:
        root = parse_svg(name, data)
    except VassalError:
        return data
    maker = _Maker(read)
    maker.fill(root, posixpath.dirname(name), (name,))
    if maker.inlined:
        defs = Element(f"{{{SVG}}}defs")
        defs.extend(maker.inlined.values())
        root.insert(0, defs)
    made = svg_bytes(root)
    return made if len(made) <= MAX_BYTES else data


class _Maker:
    """An inliner that includes each referenced picture once."""

    def __init__(self, read: Read) -> None:
        self._read = read
        self._left = MAX_BYTES
        self.inlined: dict[str, Element] = {}
        """The inlined elements by their id in the result."""
        self._ids: dict[str, str] = {}

    def fill(self, root: Element, folder: str, path: tuple[str, ...]) -> None:
        """Replace every reference to another file under an element by one to its inlined copy."""
        lost = []
        for element in root.iter():
            for attribute in _HREFS:
                target = element.get(attribute)
                if not target or target.startswith(("#", "data:")):
                    continue
                del element.attrib[attribute]
                kind = str(element.tag).rpartition("}")[2]
                inside = self._call(kind, target, folder, path)
                if not inside:
                    lost.append(element)
                else:
                    element.set(_HREFS[0], inside)
                    if kind == "image" and inside.startswith("#"):
                        _as_use(element, self.inlined[inside[1:]])
        parents = {child: parent for parent in root.iter() for child in parent} if lost else {}
        for element in lost:
            if str(element.tag).endswith(("use", "image")) and element in parents:
                parents[element].remove(element)

    def _call(self, kind: str, target: str, folder: str, path: tuple[str, ...]) -> str:
        """Return the replacement for the address of another file; "" if it is unavailable."""
        file, _, part = target.partition("#")
        if kind not in ("use", "image") or "://" in file or len(path) > MAX_DEPTH:
            return ""
        name = posixpath.normpath(posixpath.join(folder, unquote(file)))
        if name.startswith("..") or name in path:
            return ""
        key = f"{name}#{part}"
        if key in self._ids:
            return f"#{self._ids[key]}"
        data = self._read(name)
        self._left -= len(data)
        if not data or self._left < 0 or len(self.inlined) >= MAX_PARTS:
            return ""
        if picture_type(data) and b"<svg" not in data[:4096]:
            return f"data:{picture_type(data)};base64,{base64.b64encode(data).decode('ascii')}"
        return self._svg(name, part, data, path, key)

    def _svg(self, name: str, part: str, data: bytes, path: tuple[str, ...], key: str) -> str:
        try:
            root = parse_svg(name, data)
        except VassalError:
            return ""
        if part:
            element = next((e for e in root.iter() if e.get("id") == part), None)
            if element is None:
                return ""
            if element is not root:
                # It may refer to definitions elsewhere in its file.
                defs = [e for e in root if str(e.tag).rpartition("}")[2] in ("defs", "style")]
                inner = Element(f"{{{SVG}}}g")
                inner.extend(e for e in defs if e is not element and element not in list(e.iter()))
                inner.append(element)
                root, box = inner, None
            else:
                box = _box(root)
        else:
            box = _box(root)
        group = Element(f"{{{SVG}}}g")
        shapes = list(root)
        if box is not None:
            group.set("transform", box)
            for attribute in ("fill", "stroke", "style", "font-family", "font-size"):
                if root.get(attribute):
                    group.set(attribute, str(root.get(attribute)))
        group.extend(copy.deepcopy(shapes))
        number = len(self.inlined)
        identity = f"h44part{number}"
        self._ids[key] = identity
        self.inlined[identity] = group
        group.set("id", identity)
        size = picture_size(data)
        if size is not None:
            group.set("data-size", f"{size[0]} {size[1]}")
        _rename(group, f"p{number}-")
        group.set("id", identity)
        self.fill(group, posixpath.dirname(name), (*path, name))
        return f"#{identity}"


def _box(root: Element) -> str:
    """Return the transform from a picture's view box to its size."""
    numbers = (root.get("viewBox") or "").replace(",", " ").split()
    wide, high = (_NUMBER.fullmatch(root.get(k) or "") for k in ("width", "height"))
    try:
        x, y, width, height = (float(n) for n in numbers)
    except ValueError:
        return "scale(1)"
    across = float(wide[1]) / width if wide and width else 1.0
    down = float(high[1]) / height if high and height else 1.0
    return f"scale({across:g} {down:g}) translate({-x:g} {-y:g})"


def _as_use(element: Element, group: Element) -> None:
    """Convert an image element that refers to an inlined SVG to a scaled ``<use>``."""
    size = group.get("data-size", "").split()
    asked = [_NUMBER.fullmatch(element.get(k) or "") for k in ("width", "height")]
    at = [_NUMBER.fullmatch(element.attrib.pop(k, "")) for k in ("x", "y")]
    x, y = (float(m[1]) if m else 0.0 for m in at)
    steps = [element.get("transform", ""), f"translate({x:g} {y:g})"]
    if len(size) == 2 and all(asked):
        across, down = (
            float(m[1]) / float(n) for m, n in zip(asked, size, strict=True) if m and float(n)
        )
        steps.append(f"scale({across:g} {down:g})")
    element.tag = f"{{{SVG}}}use"
    element.set("transform", " ".join(filter(None, steps)))
    for attribute in ("width", "height", "preserveAspectRatio"):
        element.attrib.pop(attribute, None)


_REFERENCE = re.compile(r"url\(\s*['\"]?#([^'\")\s]+)['\"]?\s*\)")


def _rename(group: Element, before: str) -> None:
    """Prefix ids so that they are unique in the whole picture."""
    for element in group.iter():
        if element.get("id"):
            element.set("id", before + str(element.get("id")))
        for attribute, value in list(element.attrib.items()):
            if attribute in _HREFS and value.startswith("#"):
                element.set(attribute, f"#{before}{value[1:]}")
            elif "url(" in value:
                element.set(attribute, _REFERENCE.sub(rf"url(#{before}\1)", value))
        if str(element.tag).endswith("style") and element.text:
            text = _REFERENCE.sub(rf"url(#{before}\1)", element.text)
            element.text = re.sub(r"#(?=[A-Za-z_][\w-]*\s*[{,])", f"#{before}", text)
