"""Type styles of the names on the drawn map, for placing and drawing."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Style:
    """Type style of a class of names; sizes in hex widths, spacing in ems."""

    file: str
    size: float
    spacing: float = 0.0
    upper: bool = False
    rank: int = 1


STYLES = {
    "city": Style("Barlow-Bold.ttf", 0.36, 0.06, True, 4),
    "town": Style("BarlowSemiCondensed-SemiBold.ttf", 0.245, 0.01, False, 3),
    "village": Style("BarlowSemiCondensed-Medium.ttf", 0.178, 0.005, False, 1),
    "airfield": Style("Barlow-Italic.ttf", 0.15, 0.0, False, 1),
    "bridge": Style("BarlowCondensed-SemiBold.ttf", 0.15, 0.01, False, 0),
    "major_river": Style("Barlow-SemiBoldItalic.ttf", 0.26, 0.14),
    "minor_river": Style("Barlow-MediumItalic.ttf", 0.17, 0.06),
    "canal": Style("Barlow-MediumItalic.ttf", 0.17, 0.04),
    "woods": Style("Barlow-MediumItalic.ttf", 0.185, 0.1),
    "heath": Style("Barlow-Italic.ttf", 0.17, 0.06),
    "marsh": Style("Barlow-MediumItalic.ttf", 0.18, 0.08),
    "hills": Style("Barlow-Italic.ttf", 0.17, 0.1),
    "polder": Style("Barlow-MediumItalic.ttf", 0.25, 0.28, True),
    "country": Style("BarlowSemiCondensed-SemiBold.ttf", 0.2, 0.3, True),
    "sea": Style("Barlow-MediumItalic.ttf", 0.62, 0.42),
    "sea_small": Style("Barlow-MediumItalic.ttf", 0.3, 0.12),
    "beach": Style("BarlowCondensed-Bold.ttf", 0.42, 0.14, True),
    "beach_small": Style("BarlowCondensed-Bold.ttf", 0.22, 0.04),
    "region": Style("BarlowSemiCondensed-SemiBold.ttf", 0.4, 0.9, True),
    "corps": Style("BarlowSemiCondensed-Bold.ttf", 0.19, 0.08, True),
}


def displayed(text: str, style: str) -> str:
    """Return the text as it is printed."""
    # The Dutch keep the article small: 's-HERTOGENBOSCH.
    return text.upper().replace("'S-", "'s-") if STYLES[style].upper else text
