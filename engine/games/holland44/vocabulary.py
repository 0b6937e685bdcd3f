"""The words of Holland '44 that its rules use by name."""

from __future__ import annotations

from typing import Literal

Kind = Literal[
    "infantry",
    "parachute",
    "glider",
    "engineer",
    "bridging",
    "recon",
    "tank",
    "tank_destroyer",
    "antitank",
    "flak",
    "artillery",
    "security",
    "supply_head",
    "unknown",
]
Role = Literal["combat", "breakdown", "remnant", "supply_head", "unknown", "garrison"]
BackMeaning = Literal["reduced", "fired", "ferry", "depleted", "motorized", "foot"]
