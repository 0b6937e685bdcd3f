"""Read the grids of boards and zones from a build file."""

from __future__ import annotations

from engine.vassal import grids
from engine.vassal.codec import parse_bool, whole
from engine.vassal.components import Component


def read_grid(parent: Component, width: int, height: int) -> grids.AnyGrid | None:
    """Return the grid among the parts of a board or zone; None if there is none."""
    for c in parent.parts():
        match c.kind:
            case "HexGrid":
                dy = c.number("dy", 64.0)
                dx = c.number("dx", dy * 3**0.5 / 2)
                if dx > 0 and dy > 0:
                    return grids.HexGrid(
                        c.number("x0"),
                        c.number("y0", 32.0),
                        dx,
                        dy,
                        parse_bool(c.get("sideways")),
                        width,
                        height,
                        _numbering(c),
                        parse_bool(c.get("snapTo", "true")),
                    )
            case "SquareGrid":
                dx, dy = c.number("dx", 48.0), c.number("dy", 48.0)
                if dx > 0 and dy > 0:
                    return grids.SquareGrid(
                        c.number("x0"),
                        c.number("y0"),
                        dx,
                        dy,
                        width,
                        height,
                        _numbering(c),
                        parse_bool(c.get("snapTo", "true")),
                    )
            case "RegionGrid":
                return grids.RegionGrid(
                    tuple(
                        (r.get("name"), (int(r.number("originx")), int(r.number("originy"))))
                        for r in c.parts("Region")
                    ),
                    parse_bool(c.get("snapto", "true")),
                )
            case "ZonedGrid":
                zones = tuple(_zone(z, width, height) for z in c.parts("Zone"))
                return grids.ZonedGrid(zones, read_grid(c, width, height))
    return None


def _zone(c: Component, width: int, height: int) -> grids.Zone:
    pairs = [pair.split(",") for pair in c.get("path").split(";")]
    path = tuple((whole(p[0]) or 0, whole(p[1]) or 0) for p in pairs if len(p) == 2)
    return grids.Zone(
        c.get("name"),
        path,
        c.get("locationFormat", "$name$"),
        parse_bool(c.get("useParentGrid")),
        read_grid(c, width, height),
    )


def _numbering(c: Component) -> grids.Numbering | None:
    for n in c.parts("HexGridNumbering", "SquareGridNumbering"):
        return grids.Numbering(
            columns_first=n.get("first", "H") == "H",
            separator=n.get("sep"),
            h_type=n.get("hType", "N"),
            v_type=n.get("vType", "N"),
            h_leading=whole(n.get("hLeading")) or 0,
            v_leading=whole(n.get("vLeading")) or 0,
            h_offset=whole(n.get("hOff")) or 0,
            v_offset=whole(n.get("vOff")) or 0,
            h_descending=parse_bool(n.get("hDescend")),
            v_descending=parse_bool(n.get("vDescend")),
            stagger=parse_bool(n.get("stagger", "true")),
            location_format=n.get("locationFormat") or "$gridLocation$",
        )
    return None
