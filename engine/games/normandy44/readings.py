"""Optional rules, and readings of rules that the rulebook leaves open; the default comes first.

The track ``option/<name>`` stores a game's value. Missing and unknown values mean the default.
"""

from __future__ import annotations

from engine.games.normandy44.vocabulary import GAME
from engine.rules.readings import ReadingOption, Readings

READINGS = Readings(
    GAME,
    ReadingOption("final_1_3", ("printed", "automatic"), ("10.6b",)),
    ReadingOption("storms", ("rolled", "historical", "three_days"), ("28.1", "28.2")),
    ReadingOption("coast_batteries", ("off", "on"), ("28.3a", "28.3b", "28.3c")),
)
"""All readings and options."""
