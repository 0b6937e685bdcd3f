"""One probe, and how its answer is laid beside what the book says.

What `expect` may say, beside any field of the answer itself (of which it may tell a part):
`used` (factor of each unit), `because` (a verdict names the rule), `to`, `not_to`, `only_to` (where
units come to, with the cost), `supplied`, `ends`, `not_ends`, `only_ends` (last hexes of the
retreats that the priorities allow), `lost` (every retreat kills), `bonds`, `no_bonds`, `zoc`,
`no_zoc`, `holds` (a list has the entry); after orders also `pending` (kind of the topmost
decision), `offered`, `not_offered`, `at` (hex of a unit), `gone`, `steps`, `status`, `not_status`;
`error` for what is refused, by its code.
"""

from __future__ import annotations

import json
from typing import Any

from engine.probe.protocol import Probe
from tests.games.expectation_files import Expectation, Json


class Asker:
    """A probe in this process; requests and answers are lines as in the protocol."""

    def __init__(self) -> None:
        self.known: dict[str, str] = {}
        self.probe = Probe()

    def answer(self, request: Json) -> Json:
        reply: Json = json.loads(json.dumps(self.probe.answer_line(json.dumps(request))))
        return reply

    def position(self, words: Json) -> str:
        """The handle of a position, which is loaded once."""
        text = json.dumps(words)
        if text not in self.known:
            self.known[text] = result(self, {"op": "load", "position": words})["pos"]
        return self.known[text]


class RefusalError(Exception):
    """The probe's error, with its code and sentence."""

    def __init__(self, error: Json) -> None:
        super().__init__(f"{error['code']}: {error['message']} {error.get('verdicts', '')}")
        self.error = error


def result(asker: Asker, request: Json) -> Json:
    reply = asker.answer(request)
    if not reply["ok"]:
        raise RefusalError(reply["error"])
    found: Json = reply["result"]
    return found


def chosen(pending: list[Json], words: str) -> Json:
    """Return the answer to the topmost decision whose text has all the given words."""
    assert pending, f"nothing to choose: {words}"
    top = pending[0]
    options = top.get("options", [])
    fits = [o for o in options if o == words] or [
        o for o in options if all(w in o.replace("/", " ").split() for w in words.split())
    ]
    assert fits, f"{words!r} is not among {options} of {top['kind']}"
    return {"kind": "choose", "decision": top["kind"], "option": fits[0]}


def played(asker: Asker, pos: str, orders: list[Any]) -> tuple[Json, Json]:
    """The state after the orders, and the last answer of `apply`."""
    last: Json = {"pending": []}
    for order in orders:
        words = dict(order)
        dice = words.pop("dice", [])
        mode = words.pop("enforcement", "enforced")
        if "choose" in words:
            words = chosen(last["pending"], str(words["choose"]))
        request = {"op": "apply", "pos": pos, "action": words, "dice": dice, "mode": mode}
        last = result(asker, request)
        pos = last["pos"]
    return result(asker, {"op": "state", "pos": pos}), last


def answered(asker: Asker, question: Expectation) -> tuple[Json, Json]:
    """The answer, and for orders the last answer of `apply` beside the state."""
    ask = dict(question.ask)
    if question.position:
        pos = asker.position(question.position)
        if question.do:
            return played(asker, pos, question.do)
        ask["pos"] = pos
    return result(asker, ask), {}


def same(found: Any, wanted: Any) -> bool:
    """Return whether an answer matches the expectation; an object may have more fields."""
    if isinstance(wanted, dict):
        return isinstance(found, dict) and all(same(found.get(k), v) for k, v in wanted.items())
    if isinstance(wanted, (int, float)) and not isinstance(wanted, bool):
        return isinstance(found, (int, float)) and abs(found - wanted) < 1e-4
    return bool(found == wanted)


def lines(bonds: list[Json]) -> set[str]:
    return {b["hex"] if b["kind"] == "hex" else b["hexside"] for b in bonds}


def placed(state: Json, name: str) -> str | None:
    held = state["units"].get(name)
    return held.get("hex") if held else None


def ends(answer: Json) -> set[str]:
    kept = [answer["candidates"][n] for n in answer["legal"]]
    return {way["path"][-1] for way in kept if not way["eliminated"]}


def differences(answer: Json, last: Json, expect: Json) -> list[str]:
    """Return the differences between the answer and the rulebook; empty if they agree."""
    found: list[str] = []

    def check(key: str, fine: bool, seen: Any) -> None:
        if not fine:
            found.append(f"{key}: expected {expect[key]!r}, found {seen!r}")

    for key, wanted in expect.items():
        if key == "used":
            seen: Any = {s["unit"]: s["used"] for s in answer["strengths"]}
            check(key, same(seen, wanted), seen)
        elif key == "because":
            seen = [v["rule"] for v in answer["verdicts"]]
            check(key, any(r.startswith(str(wanted)) for r in seen), seen)
        elif key in ("to", "not_to", "only_to"):
            reached = answer["hexes"]
            seen = {h: way.get("cost") for h, way in reached.items()}
            if key == "only_to":
                check(key, set(seen) == set(wanted), sorted(seen))
            elif key == "not_to":
                check(key, not set(seen) & set(wanted), sorted(set(seen) & set(wanted)))
            elif isinstance(wanted, dict):
                check(key, same(seen, wanted), {h: seen.get(h) for h in wanted})
            else:
                check(key, set(wanted) <= set(seen), sorted(seen))
        elif key == "supplied":
            seen = {n: held["supplied"] for n, held in answer["units"].items()}
            check(key, same(seen, wanted), {n: answer["units"].get(n) for n in wanted})
        elif key in ("ends", "not_ends", "only_ends"):
            seen = ends(answer)
            fine = {
                "ends": set(wanted) <= seen,
                "not_ends": not seen & set(wanted),
                "only_ends": seen == set(wanted),
            }[key]
            check(key, fine, sorted(seen))
        elif key == "lost":
            check(key, (not ends(answer)) == wanted, sorted(ends(answer)))
        elif key in ("bonds", "no_bonds"):
            seen = lines(answer["bonds"])
            missing = set(wanted) - seen if key == "bonds" else set(wanted) & seen
            check(key, not missing, sorted(seen))
        elif key in ("zoc", "no_zoc"):
            seen = set(answer["hexes"])
            missing = set(wanted) - seen if key == "zoc" else set(wanted) & seen
            check(key, not missing, sorted(seen))
        elif key == "pending":
            seen = [p["kind"] for p in last["pending"]]
            check(key, (seen[:1] or [None]) == [wanted], seen)
        elif key in ("offered", "not_offered"):
            seen = last["pending"][0]["options"] if last["pending"] else []
            there = [any(o == x or o.startswith(f"{x} ") for o in seen) for x in wanted]
            check(key, all(there) if key == "offered" else not any(there), seen)
        elif key == "holds":
            seen = {k: answer.get(k) for k in wanted}
            check(key, all(v in (seen[k] or []) for k, v in wanted.items()), seen)
        elif key == "at":
            seen = {n: placed(answer, n) for n in wanted}
            check(key, seen == wanted, seen)
        elif key == "gone":
            seen = {n: placed(answer, n) for n in wanted}
            check(key, not any(seen.values()), seen)
        elif key == "steps":
            seen = {n: answer["units"].get(n, {}).get("steps") for n in wanted}
            check(key, seen == wanted, seen)
        elif key in ("status", "not_status"):
            seen = {n: answer["units"].get(n, {}).get("status") for n in wanted}
            has = all((w in (seen[n] or [])) == (key == "status") for n, w in wanted.items())
            check(key, has, seen)
        else:
            check(key, same(answer.get(key), wanted), answer.get(key))
    return found


def judged(asker: Asker, question: Expectation) -> list[str]:
    """Return the differences of one question, including refusals."""
    wanted = question.expect.get("error")
    try:
        answer, last = answered(asker, question)
    except RefusalError as refusal:
        if wanted is None:
            return [f"refused: {refusal}"]
        code = refusal.error["code"]
        return [] if code == wanted else [f"error: expected {wanted}, found {refusal}"]
    except AssertionError as missing:
        return [str(missing)]
    if wanted is not None:
        return [f"error: expected {wanted}, was accepted"]
    return differences(answer, last, question.expect)
