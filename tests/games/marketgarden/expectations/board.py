"""Positions on a small open board, with expectations from the rulebook alone.

Written before its writer had seen the engine; where the book allows two readings nothing is asked.
The board is ten by ten; 0505 has the neighbours 0504 0506 0404 0405 0604 0605.
"""

from __future__ import annotations

from typing import Any

Question = tuple[str, dict[str, Any], Any]

MECHANIZED = {"armour", "assault_gun", "tank_destroyer", "mechanised_infantry"}


def unit(
    name: str, side: str, place: str, a: int = 4, d: int = 4, kind: str = "infantry", **more: Any
) -> dict[str, Any]:
    """Return a full-strength unit of two steps."""
    words = {"id": name, "side": side, "hex": place, "kind": kind, "attack": a, "defense": d}
    words |= {"movement": 8 if kind in MECHANIZED else 5, "max_steps": 2, "steps": 2}
    words |= {"mechanized": kind in MECHANIZED, "nationality": "x"}
    return words | more


def where(
    units: list[dict[str, Any]],
    active: str = "german",
    phase: str = "combat",
    turn: int = 3,
    **more: Any,
) -> dict[str, Any]:
    """Return a position on the board with some hexes, hexsides and roads."""
    bridges = more.pop("bridges", {})
    board = {"rows": [1, 10], "cols": [1, 10], "terrain": "open", **more}
    words = {"game": "marketgarden", "turn": turn, "active": active, "phase": phase}
    return words | {"units": units, "bridges": bridges, "board": board}


def german(name: str, place: str, *values: Any, **more: Any) -> dict[str, Any]:
    return unit(name, "german", place, *values, **more)


def allied(name: str, place: str, *values: Any, **more: Any) -> dict[str, Any]:
    return unit(name, "allied", place, *values, **{"xxx_corps": True, **more})


# -- combat (5.1.1 to 5.1.4) ----------------------------------------------------------------------

RATIOS = (
    "11/4 2:1, 4/4 1:1, 7/4 1:1, 8/4 2:1, 12/4 3:1, 15/4 3:1, 16/4 4:1, 9/1 9:1, 12/1 9:1, 3/4 1:2,"
    " 2/4 1:2, 1/3 1:3, 2/6 1:3, 5/1 5:1, 6/1 6:1, 7/1 7:1, 8/1 8:1, 13/2 6:1, 15/2 7:1, 17/2 8:1,"
    " 3/5 1:2, 2/5 1:3, 4/9 1:3, 1/5 1:3"
)
"""Attack and defence on open ground, and the column (5.1.1; the chart ends at 1:3 and 9:1)."""

GROUND = {
    "open": "2:1 3:1 5:1 9:1",
    "city": "1:2 1:1 3:1 7:1",
    "forest": "1:1 2:1 4:1 8:1",
    "hill": "1:2 1:1 3:1 7:1",
    "marsh": "1:1 2:1 4:1 8:1",
    "river": "1:2 1:1 3:1 7:1",
    "ferry": "1:2 1:1 3:1 7:1",
}
"""Terrain of the target, and the columns for 8, 12, 20 and 36 against 4 (5.1.2)."""


def ground(name: str) -> dict[str, Any]:
    if name == "river":
        return {"hexsides": {"0504/0505": ["river"]}}
    if name == "ferry":
        return {"hexsides": {"0504/0505": ["river", "ferry"]}}
    return {"hexes": {"0504": {"terrain": name}}}


def odds_of(position: dict[str, Any], attackers: list[str], target: str, **more: Any) -> Any:
    return {"op": "odds", "pos": position, "attackers": attackers, "target": target, **more}


def combats() -> list[Question]:
    found: list[Question] = []
    for row in RATIOS.split(","):
        values, column = row.split()
        a, d = (int(n) for n in values.split("/"))
        board = where([german("g", "0505", a, 4), allied("a", "0504", 4, d)])
        found.append((f"column of {values}", odds_of(board, ["g"], "0504"), {"column": column}))
    for name, columns in GROUND.items():
        for a, column in zip((8, 12, 20, 36), columns.split(), strict=True):
            board = where([german("g", "0505", a, 4), allied("a", "0504")], **ground(name))
            request = odds_of(board, ["g"], "0504")
            found.append((f"{a} against 4 in {name}", request, {"column": column}))

    def asked(name: str, column: str, request: Any) -> None:
        found.append((name, request, {"column": column}))

    # A defender between two opposite enemies cannot reach a free hex (5.1.3).
    pair = [german("g", "0504", 4, 4), german("h", "0506", 4, 4)]
    for kind, more, column in (
        ("xxx corps", {}, "3:1"),
        ("airborne", {"xxx_corps": False, "airborne": True, "division": "82"}, "1:1"),
    ):
        units = [*pair, allied("a", "0505", 4, 4, **more, division_size=4)]
        asked(f"surrounded {kind}", column, odds_of(where(units), ["g", "h"], "0505"))
    twins = [allied("a", "0504", 4, 4), allied("b", "0506", 4, 4)]
    for d, column in ((4, "3:1"), (2, "5:1"), (8, "2:1")):
        units = [*twins, german("g", "0505", 4, d)]
        request = odds_of(where(units, "allied"), ["a", "b"], "0505")
        asked(f"surrounded German of {d}", column, request)
    near = [german("g", "0504", 4, 4), german("h", "0604", 4, 4), allied("a", "0505")]
    asked("two neighbours do not surround", "2:1", odds_of(where(near), ["g", "h"], "0505"))

    # A whole Allied division gains a column, a German one none (5.1.4).
    def division(side: Any, count: int, size: int, place: str, name: str = "43") -> Any:
        made = []
        for n in range(count):
            words = {"division": name, "division_size": size}
            made.append(side(f"{name}{n}", place, 4, 4, **words))
        return made

    for count, size, column in ((3, 3, "4:1"), (2, 3, "2:1"), (2, 2, "3:1"), (3, 4, "3:1")):
        units = [*division(allied, count, size, "0505"), german("g", "0504", 4, 4)]
        request = odds_of(where(units, "allied"), [f"43{n}" for n in range(count)], "0504")
        asked(f"{count} of {size} Allied elements attack", column, request)
    for count, size, column in ((3, 3, "3:1"), (2, 2, "2:1")):
        units = [*division(german, count, size, "0505", "9SS"), allied("a", "0504", 4, 4)]
        request = odds_of(where(units), [f"9SS{n}" for n in range(count)], "0504")
        asked(f"{count} of {size} German elements attack", column, request)
    for count, size, a, column in ((3, 3, 48, "3:1"), (2, 3, 32, "4:1"), (2, 2, 32, "3:1")):
        units = [*division(allied, count, size, "0504"), german("g", "0505", a, 4)]
        asked(
            f"{count} of {size} Allied elements defend",
            column,
            odds_of(where(units), ["g"], "0504"),
        )
    units = [
        *division(allied, 2, 2, "0505", "43"),
        *division(allied, 2, 2, "0405", "50"),
        german("g", "0504", 4, 4),
    ]
    request = odds_of(where(units, "allied"), ["430", "431", "500", "501"], "0504")
    asked("two whole divisions attack", "6:1", request)

    # Points of the air are added to either side (6.1).
    duel = [german("g", "0505", 8, 4), allied("a", "0504", 4, 4)]
    for air, answer, column in (
        (0, 0, "2:1"),
        (4, 0, "3:1"),
        (8, 0, "4:1"),
        (0, 4, "1:1"),
        (4, 2, "2:1"),
        (3, 0, "2:1"),
        (8, 4, "2:1"),
        (0, 1, "1:1"),
    ):
        request = odds_of(where(duel), ["g"], "0504", air=air, air_defense=answer)
        asked(f"air {air} against {answer}", column, request)

    # Guns in range add their attack; out of range they may not be named (8.0).
    for place, far, column in (("0506", 2, "3:1"), ("0507", 3, "3:1"), ("0405", 2, "3:1")):
        guns = german("k", place, 4, 1, kind="artillery", range=far)
        request = odds_of(where([*duel, guns]), ["g"], "0504", artillery=["k"])
        asked(f"guns of range {far} at {place}", column, request)
    for place, far in (("0507", 2), ("0508", 3), ("0806", 3)):
        guns = german("k", place, 4, 1, kind="artillery", range=far)
        request = odds_of(where([*duel, guns]), ["g"], "0504", artillery=["k"])
        found.append((f"guns of range {far} at {place} do not reach", request, {"legal": False}))
    found.append(
        (
            "an attack needs a neighbour",
            odds_of(where([german("g", "0507", 8, 4), allied("a", "0504")]), ["g"], "0504"),
            {"legal": False},
        )
    )
    return found


# -- bombardment (6.2, 8.0) -----------------------------------------------------------------------


def bombardments() -> list[Question]:
    """Return questions on bombardments; terrain shifts the column, rivers do not."""
    found: list[Question] = []
    inf = ("infantry", "infantry")
    for kinds, air, terrain, value, column in (
        (("infantry", "infantry", "armour"), 6, "open", 24, "13-24"),
        (("infantry",), 8, "open", 8, "1-12"),
        (("armour",), 8, "open", 16, "13-24"),
        (("armour", "armour"), 8, "open", 32, "25-36"),
        (("armour", "armour", "artillery"), 8, "open", 48, "37-48"),
        (("armour", "armour", "artillery"), 8, "forest", 48, "25-36"),
        (("armour", "armour", "artillery"), 8, "city", 48, "13-24"),
        (("armour", "armour", "artillery"), 8, "hill", 48, "13-24"),
        (("armour", "armour", "artillery"), 8, "marsh", 48, "25-36"),
        (inf, 8, "open", 16, "13-24"),
        (inf, 7, "forest", 14, "1-12"),
        (inf, 1, "open", 2, "1-12"),
    ):
        units = [german(f"g{n}", "0504", kind=kind) for n, kind in enumerate(kinds)]
        board = where(
            [*units, allied("a", "0101")], "allied", turn=2, hexes={"0504": {"terrain": terrain}}
        )
        request = {"op": "bombard", "pos": board, "target": "0504", "air": air}
        name = f"{air} air points on {'+'.join(kinds)} in {terrain}"
        found.append((name, request, {"value": value, "column": column, "legal": True}))
    for kinds, guns, terrain, value, column in (
        (("armour", "infantry"), (2, 2), "open", 12, "1-12"),
        (("infantry",), (3, 3), "open", 12, "1-12"),
        (("infantry",), (4, 3), "open", 14, "13-24"),
        (("infantry", "infantry"), (3, 3), "open", 24, "13-24"),
        (("infantry", "infantry", "infantry"), (3, 3), "open", 36, "25-36"),
        (("infantry", "infantry", "infantry"), (4, 4), "open", 48, "37-48"),
        (("infantry", "infantry", "infantry"), (5, 4), "open", 54, "49+"),
        (("infantry", "infantry", "infantry"), (5, 4), "city", 54, "25-36"),
        (("infantry", "infantry", "infantry"), (5, 4), "forest", 54, "37-48"),
        (("antitank", "armour"), (3, 3), "open", 18, "13-24"),
        (("armour",), (3,), "open", 3, "1-12"),
        (("artillery",), (3,), "open", 6, "1-12"),
    ):
        units = [allied(f"a{n}", "0504", kind=kind) for n, kind in enumerate(kinds)]
        units += [
            german(f"k{n}", "0506", a, 1, kind="artillery", range=2) for n, a in enumerate(guns)
        ]
        board = where(units, hexes={"0504": {"terrain": terrain}})
        names = [f"k{n}" for n in range(len(guns))]
        request = {"op": "bombard", "pos": board, "target": "0504", "artillery": names}
        name = f"guns of {guns} on {'+'.join(kinds)} in {terrain}"
        found.append((name, request, {"value": value, "column": column, "legal": True}))
    far = [german("k", "0507", 3, 1, kind="artillery", range=2), allied("a", "0504")]
    request = {"op": "bombard", "pos": where(far), "target": "0504", "artillery": ["k"]}
    found.append(("guns out of range bombard nothing", request, {"legal": False}))
    stream = [german("k", "0506", 7, 1, kind="artillery", range=2), allied("a", "0504")]
    request = {
        "op": "bombard",
        "pos": where(stream, hexsides={"0504/0505": ["river"]}),
        "target": "0504",
        "artillery": ["k"],
    }
    found.append(("a river is nothing to guns", request, {"value": 14, "column": "13-24"}))
    foot = [german("k", "0506", 3, 1), allied("a", "0504")]
    request = {"op": "bombard", "pos": where(foot), "target": "0504", "artillery": ["k"]}
    found.append(("infantry does not bombard", request, {"legal": False}))
    none = [german("k", "0506", 3, 1), allied("a", "0504")]
    request = {"op": "bombard", "pos": where(none, turn=1), "target": "0504", "air": 3}
    found.append(("no more points than the day gives", request, {"legal": False}))
    return found


# -- movement (4.0 to 4.1.2, 10.2) ----------------------------------------------------------------

ENTERED = {
    "open": (1, 1, 1),
    "city": (1, 1, 1),
    "forest": (2, 3, 3),
    "marsh": (2, 3, None),
    "hill": (2, 3, 3),
}
"""The cost of the next hex for infantry, motorised infantry and armour; None if barred."""

SIDES: tuple[tuple[str, tuple[str, ...], str, tuple[float | None, ...]], ...] = (
    ("river", ("river",), "german", (2, 3, None)),
    ("ferry", ("river", "ferry"), "german", (2, 2, 2)),
    ("river", ("river",), "allied", (2, 3, None)),
)
"""River costs are added to the hex's; a ferry costs Germans one point."""


def moves() -> list[Question]:
    found: list[Question] = []
    kinds = ("infantry", "mechanised_infantry", "armour")

    def to(name: str, units: list[Any], target: str, cost: float | None, **more: Any) -> None:
        side = units[0]["side"]
        board = where(units, side, "movement", **more)
        request = {"op": "reach", "pos": board, "unit": units[0]["id"]}
        found.append((name, request, {"hex": target, "cost": cost}))

    for terrain, prices in ENTERED.items():
        for kind, price in zip(kinds, prices, strict=True):
            ring = {"0504": {"terrain": terrain}}
            to(
                f"{kind} enters {terrain}",
                [german("g", "0505", kind=kind)],
                "0504",
                price,
                hexes=ring,
            )
    for name, words, side, prices in SIDES:
        for kind, price in zip(kinds, prices, strict=True):
            # The hex beyond is walled in by the same water, so that nobody goes round.
            water = {f"{a}/{b}": list(words) for a, b in RING}
            mover = unit("u", side, "0505", kind=kind, xxx_corps=side == "allied")
            to(f"{side} {kind} over a {name}", [mover], "0504", price, hexsides=water)
    road = [{"class": "road", "hexes": ["0505", "0504", "0503"]}]
    for terrain in ENTERED:
        ring = {"0504": {"terrain": terrain}}
        for kind, price in (("infantry", 1), ("mechanised_infantry", 0.5)):
            mover = german("g", "0505", kind=kind)
            to(f"{kind} by road in {terrain}", [mover], "0504", price, hexes=ring, roads=road)
    to("two hexes of road", [german("g", "0505", kind="armour")], "0503", 1, roads=road)
    # Distance, and the end of one's points.
    for target, cost in (("0504", 1), ("0503", 2), ("0501", 4), ("1005", 5), ("0510", 5)):
        to(f"infantry to {target}", [german("g", "0505")], target, cost)
    to("no more than one's points", [german("g", "0105")], "0705", None)
    jump = {"airborne": True, "xxx_corps": False, "division": "82", "division_size": 4}
    drop = [allied("a", "0505", kind="parachute", **jump)]
    to("airborne three hexes on the 17th", drop, "0502", 3, turn=1)
    to("airborne not four on the 17th", drop, "0501", None, turn=1)
    to("airborne four on the 19th", drop, "0501", 4, turn=3)
    # Zones of engagement (4.1.2).
    guard = allied("x", "0503")
    to("one stops in an enemy zone", [german("g", "0505"), guard], "0504", 1)
    wall = [allied("x", "0503"), allied("y", "0303"), allied("z", "0703")]
    to("nobody enters an enemy's hex", [german("g", "0505"), guard], "0503", None)
    to("breaking contact costs a point", [german("g", "0505"), allied("x", "0504")], "0506", 2)
    to("breaking contact, two hexes", [german("g", "0505"), allied("x", "0504")], "0507", 3)
    tired = german("g", "0505", movement=2)
    to("breaking contact needs the point", [tired, allied("x", "0504")], "0507", None)
    row = [allied(f"w{n}", f"{n:02d}02") for n in (1, 3, 5, 7, 9)]
    row += [allied(f"v{n}", f"{n:02d}01") for n in (2, 4, 6, 8, 10)]
    to("no way through a row of zones", [german("g", "0505", movement=9), *row], "0501", None)
    del wall
    # Stacking (4.1.1).
    full = [german(f"s{n}", "0504") for n in range(3)]
    to("no fourth unit in a hex", [german("g", "0505"), *full], "0504", None)
    to("a third unit in a hex", [german("g", "0505"), *full[:2]], "0504", 1)
    to("one passes through a full hex", [german("g", "0505"), *full], "0503", 2)
    return found


RING = (
    ("0504", "0505"),
    ("0404", "0504"),
    ("0403", "0504"),
    ("0503", "0504"),
    ("0504", "0603"),
    ("0504", "0604"),
)
"""The six sides of 0504."""

# -- zones, retreat, advance ----------------------------------------------------------------------

ZONES = {
    "0505": "0504 0506 0404 0405 0604 0605",
    "0605": "0604 0606 0505 0506 0705 0706",
    "0101": "0102 0201",
    "0201": "0202 0101 0102 0301 0302",
    "1010": "1009 0910",
    "0110": "0109 0209 0210",
}
"""Each hex with the six around it, or those that there are (4.1.2)."""


def zones() -> list[Question]:
    found: list[Question] = []
    for place, around in ZONES.items():
        board = where([german("g", place)])
        found.append((f"zone of {place}", {"op": "zoc", "pos": board, "side": "german"}, around))
    return found


def retreats() -> list[Question]:
    """Return questions on retreats of a unit in 0505 with an enemy in 0506 (5.3)."""

    def back(units: list[Any], **more: Any) -> Any:
        board = where([german("g", "0506"), *units], **more)
        return {"op": "retreat", "pos": board, "units": ["a"], "hexes": 1, "from": "0505"}

    free = "0404 0504 0604"
    found: list[Question] = [
        ("retreat from one enemy", back([allied("a", "0505")]), free),
        ("not beside another enemy", back([allied("a", "0505"), german("h", "0603")]), "0404"),
        (
            "nor one on the left",
            back([allied("a", "0505"), german("h", "0403")]),
            "0604",
        ),
        ("onto one's own", back([allied("a", "0505"), allied("b", "0504")]), free),
        (
            "armour is lost over a river",
            back(
                [allied("a", "0505", kind="armour")],
                hexsides={"0504/0505": ["river"], "0404/0505": ["river"]},
            ),
            "0604",
        ),
        (
            "armour over a bridge",
            back(
                [allied("a", "0505", kind="armour")],
                hexsides={"0504/0505": ["river", "bridge"], "0404/0505": ["river"]},
                roads=[{"class": "red", "hexes": ["0505", "0504"]}],
            ),
            "0504 0604",
        ),
        (
            "armour not over a blown bridge",
            back(
                [allied("a", "0505", kind="armour")],
                hexsides={"0504/0505": ["river", "bridge"], "0404/0505": ["river"]},
                roads=[{"class": "red", "hexes": ["0505", "0504"]}],
                bridges={"0504/0505": "blown"},
            ),
            "0604",
        ),
        (
            "armour not over a ferry",
            back(
                [allied("a", "0505", kind="armour")],
                hexsides={"0504/0505": ["river", "ferry"]},
            ),
            "0404 0604",
        ),
    ]
    return found


def advances() -> list[Question]:
    """Return questions on advances of the attacker in 0505 after 0504 is vacated (5.2)."""

    def on(kind: str, **more: Any) -> Any:
        board = where([german("g", "0505", kind=kind)], **more)
        return {"op": "advance", "pos": board, "units": ["g"], "vacated": "0504", "kind": "normal"}

    city = {"0503": {"terrain": "city"}}
    return [
        ("infantry takes the hex", on("infantry"), {"0504"}),
        ("parachutists take the hex", on("parachute"), {"0504"}),
        ("guns do not advance", on("artillery"), set()),
        ("anti-tank guns do not advance", on("antitank"), set()),
        ("armour goes on into the open", on("armour"), {"0504", "0503"}),
        ("motorised infantry goes on", on("mechanised_infantry"), {"0504", "0503"}),
        ("armour goes on into a city", on("armour", hexes=city), {"0504", "0503"}),
    ]


def not_further() -> list[Question]:
    """Second hexes that are closed to an advance (5.2).

    The reader took the two hexes to be two in all. The engine's default is two beyond the vacated
    one, so these are asked with the reading they were written for.
    """

    def on(**more: Any) -> Any:
        board = where([german("g", "0505", kind="armour")], **more)
        board["options"] = {"motorised_advance": "two_in_all"}
        return {"op": "advance", "pos": board, "units": ["g"], "vacated": "0504", "kind": "normal"}

    return [
        ("not on from a city", on(hexes={"0504": {"terrain": "city"}}), "0503"),
        ("not on from a wood", on(hexes={"0504": {"terrain": "forest"}}), "0503"),
        ("not on into a wood", on(hexes={"0503": {"terrain": "forest"}}), "0503"),
        ("not on into a marsh", on(hexes={"0503": {"terrain": "marsh"}}), "0503"),
        ("not on up a hill", on(hexes={"0503": {"terrain": "hill"}}), "0503"),
        ("not on over a river", on(hexsides={"0503/0504": ["river"]}), "0503"),
    ]
