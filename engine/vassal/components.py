"""The components of a module's build file: a tree of classes and attributes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from xml.etree.ElementTree import Element

from engine.i18n import t
from engine.vassal.errors import MAX_NESTING, VassalError

OWN = "VASSAL."
"""The package of VASSAL's own classes."""


@dataclass(frozen=True)
class Component:
    """An element of the build file."""

    cls: str
    attributes: Mapping[str, str]
    text: str
    children: tuple[Component, ...]

    @property
    def kind(self) -> str:
        """The class name without its package.

        A module's own class of map or board picker counts as VASSAL's: it is a subclass, and saves
        number it among the maps.
        """
        name = self.cls.rpartition(".")[2]
        if not self.cls.startswith(OWN) and "." in self.cls:
            if "mapName" in self.attributes:
                return "Map"
            if name.endswith("BoardPicker"):
                return "BoardPicker"
        return name

    @property
    def is_folder(self) -> bool:
        """Whether the element is a folder, which only groups components."""
        return ".folder." in self.cls

    def get(self, name: str, default: str = "") -> str:
        """Return an attribute."""
        return self.attributes.get(name, default)

    def number(self, name: str, default: float = 0.0) -> float:
        """Return an attribute as a finite number."""
        try:
            value = float(self.get(name))
        except ValueError:
            return default
        return value if abs(value) < 1e7 else default

    def parts(self, *kinds: str) -> Iterator[Component]:
        """Yield the direct parts of these kinds (all if none is given), looking into folders."""
        for child in self.children:
            if child.is_folder:
                yield from child.parts(*kinds)
            elif not kinds or child.kind in kinds:
                yield child

    def all(self, *kinds: str) -> Iterator[Component]:
        """Yield all components of these kinds below this one, in the order of the file."""
        for child in self.children:
            if child.kind in kinds:
                yield child
            yield from child.all(*kinds)


def component(element: Element, path: Path) -> Component:
    """Convert an XML element and its descendants. Raises VassalError if nested too deeply."""
    return _component(element, path, 0)


def _component(element: Element, path: Path, depth: int) -> Component:
    if depth > MAX_NESTING:
        raise VassalError(t("vassal.error.build_nesting", path=path, limit=MAX_NESTING))
    return Component(
        str(element.tag),
        dict(element.attrib),
        (element.text or "").strip(),
        tuple(_component(child, path, depth + 1) for child in element),
    )
