"""Measures contrast and colour differences of all themes: `python packaging/accessibility.py`.

Prints the tables of docs/accessibility.md. Contrast is that of WCAG 2.1. Colour-blind views use
the matrices of Machado, Oliveira and Fernandes (2009) at full strength; differences are CIE76.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from PySide6.QtGui import QColor

from engine.modules.module import builtin, load_module
from holland44_qt import look
from holland44_qt.daylight import NIGHT
from holland44_qt.theme import Theme

THEMES = ("day", "night", "print", "safe")
GROUNDS = ("paper", "ground", "polder", "woods", "hills", "heath", "marsh", "city_ground")
TEXTS = {
    "INK": ("GROUND", "PAGE", "PAPER", "PHASE"),
    "SOFT": ("GROUND", "PAGE", "PAPER"),
    "ACCENT": ("GROUND", "PAGE", "PAPER"),
    "BAD": ("GROUND", "PAGE"),
    "GOOD": ("GROUND", "PAGE"),
    "WARN": ("GROUND", "PAGE"),
    "NOTE": ("GROUND", "PAGE"),
    "ON_ACCENT": ("ACCENT",),
}
"""Text colours of the window, and the colours behind them."""
BLIND = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216),
                   (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
                     (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602),
                   (0.004733, 0.691367, 0.303900)),
}  # fmt: skip
PAIRS = (("german", "allied"), ("major_river", "canal"), ("primary", "secondary"),
         ("woods", "ground"), ("polder", "ground"))  # fmt: skip
"""Map colours that must be told apart."""


def linear(color: QColor) -> np.ndarray:
    """Return the linear red, green and blue of a colour."""
    value = np.array([color.redF(), color.greenF(), color.blueF()])
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


def contrast(one: QColor, other: QColor) -> float:
    """Return the contrast of two colours, 1 to 21."""
    weights = np.array([0.2126, 0.7152, 0.0722])
    dark, light = sorted(float(linear(color) @ weights) for color in (one, other))
    return (light + 0.05) / (dark + 0.05)


def seen(color: QColor, kind: str) -> np.ndarray:
    """Return the linear colour that a colour-blind reader sees; ``kind`` "" is full sight."""
    value = linear(color)
    return np.clip(np.array(BLIND[kind]) @ value, 0, 1) if kind else value


def difference(one: QColor, other: QColor, kind: str = "") -> float:
    """Return the CIE76 difference of two colours as a reader sees them."""
    return float(np.linalg.norm(_lab(seen(one, kind)) - _lab(seen(other, kind))))


def _lab(value: np.ndarray) -> np.ndarray:
    to_xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722],
                       [0.0193, 0.1192, 0.9505]])  # fmt: skip
    xyz = to_xyz @ value / np.array([0.9505, 1.0, 1.089])
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def window_rows() -> Iterator[tuple[str, str, float]]:
    """Yield text colour, ground and contrast of the window, in its present brightness."""
    for text, grounds in TEXTS.items():
        for ground in grounds:
            one, other = (QColor(getattr(look, name)) for name in (text, ground))
            yield text, ground, contrast(one, other)


def label_rows(theme: Theme) -> Iterator[tuple[str, str, float]]:
    """Yield each label colour of a map theme with the ground on which it is hardest to read.

    A label has a halo of its own colour around it, so its contrast with the halo counts too: the
    better of both is what the reader sees.
    """
    halo = QColor(theme["halo"])
    halo.setAlpha(255)
    for name in sorted(theme.colors):
        if name.startswith("label_"):
            worst = min(GROUNDS, key=lambda g: contrast(theme[name], _solid(theme[g])))
            here = contrast(theme[name], _solid(theme[worst]))
            yield name, worst, max(here, contrast(theme[name], halo))


def pair_rows(theme: Theme) -> Iterator[tuple[str, dict[str, float]]]:
    """Yield each pair of map colours with its difference for full sight and colour-blindness."""
    for one, other in PAIRS:
        kinds = ("", *BLIND)
        a, b = _solid(theme[one]), _solid(theme[other])
        yield f"{one} / {other}", {kind: difference(a, b, kind) for kind in kinds}


def _solid(color: QColor) -> QColor:
    made = QColor(color)
    made.setAlpha(255)
    return made


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    for cells in (head, ["---"] * len(head), *rows):
        print("| " + " | ".join(cells) + " |")
    print()


def main() -> None:
    """Print all tables; the dark window is measured by a second process."""
    name = "dark" if look.dark() else "light"
    print(f"### Text of the {name} window\n")
    _table(("text", "ground", "contrast"), ((t, g, f"{c:.1f}") for t, g, c in window_rows()))
    if look.dark():
        return
    environment = {**os.environ, NIGHT: "1"}
    sys.stdout.flush()
    subprocess.run([sys.executable, __file__], env=environment, check=True)
    themes = {theme: Theme.load(theme) for theme in THEMES}
    themes |= {
        f"{game}, {theme}": Theme.load(theme, module.theme)
        for game in builtin()
        for module in (load_module(game),)
        for theme in THEMES
        if module.theme(theme) is not None
    }
    print("### Labels of the map\n")
    worst = {n: min(label_rows(t), key=lambda row: row[2]) for n, t in themes.items()}
    _table(
        ("theme", "least legible label", "on", "contrast"),
        ((n, label, on, f"{c:.1f}") for n, (label, on, c) in worst.items()),
    )
    print("### Colours that must be told apart (difference; 10 is plain)\n")
    _table(
        ("theme", "colours", "full sight", *BLIND),
        (
            (n, pair, *(f"{d:.0f}" for d in ratio.values()))
            for n, t in themes.items()
            for pair, ratio in pair_rows(t)
        ),
    )


if __name__ == "__main__":
    main()
