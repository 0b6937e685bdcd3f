"""The counters of a replay page: each visible design once, as an SVG symbol."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from typing import Any

from engine.board.svg import FAMILY
from engine.core.counters import Counter, FaceName
from engine.core.state import Piece
from engine.export.counter_badges import badges, plain_status
from engine.export.counter_markers import marker_svg
from engine.export.counters import Theme, counter_svg
from engine.i18n import has, t
from engine.modules.module import Module

_ROOT = re.compile(r"\A\s*<svg[^>]*>|</svg>\s*\Z")
_TITLE = re.compile(r"<title>.*?</title>", re.S)
_LONG = re.compile(r"\d+\.\d{3,}")


class Symbols:
    """Collects designs; each has a number, and is the symbol ``d<number>`` in the page.

    Statuses are separate symbols (``b<number>``), drawn over a counter.
    """

    def __init__(self, module: Module) -> None:
        self.module = module
        self.theme = Theme.of(module.counters)
        self.values: list[str] = []
        """The printed values of each design, in words."""
        self._designs: dict[tuple[str, str], int] = {}
        self._badges: dict[tuple[str, ...], int] = {}
        self._markers: dict[tuple[str, str | None, str], str] = {}
        self._parts: list[str] = []

    def design(self, piece: Piece) -> int:
        """Return the number of a piece's design."""
        counter = _counter(self.module, piece.counter)
        face = counter.face_name(piece.steps, piece.status) if counter else "front"
        key = (piece.counter, face)
        if key not in self._designs:
            number = len(self._designs)
            self._designs[key] = number
            self._parts.append(_symbol(f"d{number}", self._drawing(piece.counter, counter, face)))
            self.values.append(values_text(self.module, counter, face) if counter else "")
        return self._designs[key]

    def badge(self, statuses: Iterable[str]) -> int | None:
        """Return the number of the overlay with the badges of these statuses; None if none is
        visible.
        """
        present = {plain_status(name, self.theme.badges) for name in statuses}
        shown = tuple(name for name in self.theme.badges if name in present)
        if not shown:
            return None
        if shown not in self._badges:
            number = len(self._badges)
            self._badges[shown] = number
            self._parts.append(_symbol(f"b{number}", badges(shown, self.theme.badges)))
        return self._badges[shown]

    def marker(self, kind: str, face: str | None = None, number: str = "") -> str:
        """Return the id of a marker's symbol; ``number`` distinguishes numbered markers of one
        kind.
        """
        key = (kind, face, number)
        if key not in self._markers:
            name = f"m{len(self._markers)}"
            self._markers[key] = name
            try:
                drawing = marker_svg(self.module.printed_marker(kind), number, face)
            except KeyError:
                # A log may carry a marker, or a face of one, that its module does not draw.
                drawing = blank_svg(kind)
            self._parts.append(_symbol(name, drawing))
        return self._markers[key]

    def facts(self, piece: Piece) -> dict[str, Any]:
        """Return the facts about a piece for the reader."""
        return unit_facts(self.module, piece)

    def svg(self) -> str:
        """Return all symbols used so far."""
        return "".join(self._parts)

    def _drawing(self, name: str, counter: Counter | None, face: FaceName) -> str:
        if counter is None:
            return blank_svg(name)
        label = self.module.counters.label(name)
        return counter_svg(counter, face, theme=self.theme, label=label)


def _counter(module: Module, name: str) -> Counter | None:
    """Return the counter of a piece; None if the module no longer contains it."""
    return module.counters.of(name) if name in module.counters else None


def unit_facts(module: Module, piece: Piece) -> dict[str, Any]:
    """Return the facts about a piece: name, kind, formation, steps, basis."""
    counter = _counter(module, piece.counter)
    if counter is None:
        return {"n": piece.counter, "f": "", "steps": piece.steps, "basis": ""}
    words = [
        module.word("kinds", counter.kind) or _word("kind", counter.kind),
        module.translated(counter.formation),
        module.translated(counter.nationality),
    ]
    if counter.quality not in ("", "normal"):
        words.append(_word("quality", counter.quality))
    return {
        "n": module.unit_name(piece.counter),
        "f": " · ".join(word for word in words if word and word != "-"),
        "steps": counter.steps,
        "basis": counter.basis,
    }


def values_text(module: Module, counter: Counter, face: FaceName) -> str:
    """Return the printed values of a side in words; empty for a counter without values."""
    if counter.role in ("unknown", "supply_head"):
        return ""
    if module.vocabulary.values:
        return module.values_text(counter, face)
    values = counter.face(face)
    words = [
        t("page.value.support") if values.support else t("page.value.attack", value=values.attack),
        t("page.value.defense", value=values.defense),
        t("page.value.movement", value=values.movement),
    ]
    for name in ("armor", "antitank", "range"):
        value = getattr(values, name)
        if value is not None:
            words.append(t(f"page.value.{name}", value=value))
    if values.means:
        words.append(_word("means", values.means))
    return " · ".join(words)


def _word(group: str, name: str) -> str:
    key = f"page.{group}.{name}"
    return t(key) if has(key) else name.replace("_", " ")


def blank_svg(name: str) -> str:
    """Return a plain counter with a name, for a piece without a drawing in the module."""
    return (
        '<rect x="1" y="1" width="94" height="94" rx="8" fill="#dfdacb" stroke="#55503f" '
        'stroke-width="2"/><text x="48" y="52" font-size="14" font-weight="600" '
        f'text-anchor="middle" fill="#161616">{escape(name[:12])}</text>'
    )


def _symbol(name: str, drawing: str) -> str:
    body = _TITLE.sub("", _ROOT.sub("", drawing))
    # The family is set once for all symbols in the style sheet.
    body = body.replace(f' font-family="{FAMILY}"', "")
    body = _LONG.sub(lambda m: f"{float(m[0]):.2f}".rstrip("0").rstrip("."), body)
    return f'<symbol id="{name}" viewBox="0 0 96 96" overflow="visible">{body}</symbol>'
