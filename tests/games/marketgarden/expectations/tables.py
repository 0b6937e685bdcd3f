"""The charts of the rulebook, copied by a reader who had not seen the engine.

Each cell is one expectation. The combat chart has a row for each pair of sums that falls equally
often; the columns go from the worst odds of the attacker to the best.
"""

from __future__ import annotations

ODDS = ("1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1", "8:1", "9:1")

COMBAT = {
    (2, 12): "DVB ARI|IMP|DRI AVB|DRB AVB|DRI AVI|DRB AVI|EMP|DE AVB|DE AVB|DE AVI|DE AVI",
    (3, 11): "DVB ARB|DVB ARI|IMP|DRI AVB|DRB AVB|DRI AVI|DRB AVI|EMP|DE AVB|DE AVB|DE AVI",
    (4, 10): "DVI ARI|DVB ARB|DVB ARI|IMP|DRI AVB|DRB AVB|DRI AVI|DRB AVI|EMP|DE AVB|DE AVB",
    (5, 9): "DVI ARB|DVI ARI|DVB ARB|DVB ARI|IMP|DRI AVB|DRB AVB|DRI AVI|DRB AVI|EMP|DE AVB",
    (6, 8): "DVB AE|DVI ARB|DVI ARI|DVB ARB|DVB ARI|IMP|DRI AVB|DRB AVB|DRI AVI|DRB AVI|EMP",
    (7, 7): "DVI AE|DVB AE|DVI ARB|DVI ARI|DVB ARB|DVB ARI|IMP|DRI AVB|DRB AVB|DRI AVI|DRB AVI",
}

BOMBARDMENT = {
    (2, 12): "DB DB DB DB DB",
    (3, 11): "DI DB DB DB DB",
    (4, 10): "DI DI DB DB DB",
    (5, 9): "DI DI DI DB DB",
    (6, 8): "DI DI DI DI DB",
    (7, 7): "DI DI DI DI DI",
}
VALUES = ("1-12", "13-24", "25-36", "37-48", "49+")

VULNERABILITY = {
    "infantry": (1, 2),
    "mechanised_infantry": (1, 2),
    "parachute": (1, 2),
    "airlanding": (1, 2),
    "security": (1, 2),
    "armour": (2, 1),
    "tank_destroyer": (2, 1),
    "assault_gun": (2, 1),
    "artillery": (2, 2),
    "mechanised_artillery": (2, 2),
    "antitank": (2, 2),
}
"""Against aircraft, against artillery."""

AIR = ((16, 2), (8, 4), (4, 8), (2, 8), (2, 4), (8, 4), (8, 4), (16, 2), (16, 2), (8, 2))
"""Points of the Allies and of the Germans, day by day from the 17th."""

SUPPLIED_FROM = {3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 7, 9: 7, 10: 7}
"""Turn to the lowest die that supplies an airborne division; 7 means that none does."""


def questions() -> list[tuple[str, dict[str, object], object]]:
    """Yield every cell: its name, the request, the expected result."""

    def ask(name: str, **inputs: object) -> dict[str, object]:
        return {"op": "table", "game": "marketgarden", "name": name, **inputs}

    found: list[tuple[str, dict[str, object], object]] = []
    for (low, high), row in COMBAT.items():
        for n, (column, cell) in enumerate(zip(ODDS, row.split("|"), strict=True)):
            die = low if n % 2 else high  # both sums of a row are asked, by turns
            found.append((f"crt {column} {die}", ask("crt", column=column, die=die), cell))
    for (low, high), row in BOMBARDMENT.items():
        for n, (column, cell) in enumerate(zip(VALUES, row.split(), strict=True)):
            die = high if n % 2 else low
            request = ask("bombardment", column=column, die=die)
            found.append((f"bombardment {column} {die}", request, cell))
    for kind, (air, guns) in VULNERABILITY.items():
        for column, value in (("air", air), ("artillery", guns)):
            request = ask("vulnerability", kind=kind, column=column)
            found.append((f"vulnerability {kind} {column}", request, value))
    for turn, (allied, german) in enumerate(AIR, 1):
        for column, value in (("allied", allied), ("german", german)):
            request = ask("air_power", turn=turn, column=column)
            found.append((f"air power {turn} {column}", request, value))
    for turn, lowest in SUPPLIED_FROM.items():
        for die in (lowest - 1, lowest) if lowest < 7 else (6,):
            cell = "supplied" if die >= lowest else "unsupplied"
            request = ask("airborne_supply", turn=turn, die=die)
            found.append((f"supply {turn} {die}", request, cell))
    for die in range(1, 7):
        cell = "intact" if die == 1 else "blown"
        found.append((f"demolition {die}", ask("demolition", die=die), cell))
    return found
