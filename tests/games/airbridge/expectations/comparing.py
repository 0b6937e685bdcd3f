"""Compare an answer of the probe with the expectation.

What `expect` may say, beside any field of the answer itself (of which it may tell a part): `to`,
`not_to`, `only_to` (hexes of the answer, `to` also with the cost), `supplied`, `ends`, `not_ends`,
`blocked` (no retreat that lives), `able` (reaction of each unit), `arrive` (units by place),
`zone`, `phases_are`, `steps_of`, `may` (the answer is legal); `error` for what is refused, by
its code.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.games.expectation_files import Expectation, Json
from tests.games.normandy44.expectations.asking import Asker, RefusalError, ends, result, same


def arriving(answer: Json) -> dict[str, int]:
    found: Counter[str] = Counter()
    for row in answer["result"]:
        found[row.get("hex") or row.get("area") or "landing"] += row["n"]
    return dict(found)


def seen_of(key: str, wanted: Any, answer: Json) -> tuple[bool, Any]:
    """Return whether one line of the expectation holds, and the actual value."""
    if key in ("to", "not_to", "only_to"):
        hexes = answer["hexes"]
        if isinstance(wanted, dict):
            costs = {h: hexes.get(h, {}).get("cost") for h in wanted}
            return same(costs, wanted), costs
        there = set(hexes)
        fine = {
            "to": set(wanted) <= there,
            "not_to": not there & set(wanted),
            "only_to": there == set(wanted),
        }
        return fine[key], sorted(there)
    if key == "supplied":
        found = {n: answer["units"][n]["supplied"] for n in wanted}
        return found == wanted, {n: answer["units"][n] for n in wanted}
    if key in ("ends", "not_ends"):
        kept = ends(answer)
        return (set(wanted) <= kept if key == "ends" else not kept & set(wanted)), sorted(kept)
    if key == "blocked":
        return (not ends(answer)) == wanted, sorted(ends(answer))
    if key == "able":
        able = {n: answer["units"].get(n, {}).get("legal", False) for n in wanted}
        return able == wanted, answer["units"]
    if key == "zone":
        return sorted(answer["hexes"]) == sorted(wanted), sorted(answer["hexes"])
    if key == "arrive":
        return same(arriving(answer), wanted), arriving(answer)
    if key == "phases_are":
        order = [f"{p['side'] or '-'} {p['phase']}" for p in answer["phases"]]
        return order == wanted, order
    if key == "steps_of":
        steps = {f"{p['side'] or '-'} {p['phase']}": p["steps"] for p in answer["phases"]}
        return same(steps, wanted), {k: steps.get(k) for k in wanted}
    if key == "may":
        return answer["legal"] == wanted, (answer["legal"], answer["verdicts"])
    return same(answer.get(key), wanted), answer.get(key)


def judged(asker: Asker, question: Expectation) -> list[str]:
    """Return the differences of one query; refusals are reported as such."""
    wanted = question.expect.get("error")
    try:
        ask = dict(question.ask)
        if question.position:
            ask["pos"] = asker.position(question.position)
        answer = result(asker, ask)
    except RefusalError as refusal:
        if wanted is None:
            return [f"refused: {refusal}"]
        code = refusal.error["code"]
        return [] if code == wanted else [f"error: expected {wanted}, found {refusal}"]
    if wanted is not None:
        return [f"error: expected {wanted}, was accepted"]
    found = []
    for key, value in question.expect.items():
        fine, seen = seen_of(key, value, answer)
        if not fine:
            found.append(f"{key}: expected {value!r}, found {seen!r}")
    return found
