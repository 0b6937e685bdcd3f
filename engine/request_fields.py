"""Refusals and the reading of request fields, for the probe and the answers of games."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, Literal, TypeVar

from pydantic import JsonValue

from engine.core.errors import UserError, one_line
from engine.i18n import t

Code = Literal[
    "bad_request",
    "unknown_op",
    "unknown_game",
    "unknown_unit",
    "unknown_hex",
    "bad_position",
    "bad_action",
    "not_supported",
]

T = TypeVar("T")
_NAMES: dict[type, str] = {
    str: "text",
    int: "integer",
    list: "list",
    bool: "boolean",
    dict: "object",
}


_FAULTS = {
    "missing": "missing",
    "extra_forbidden": "unknown",
    "tuple_type": "list",
    "list_type": "list",
    "model_type": "object",
    "dict_type": "object",
    "too_short": "short",
    "union_tag_invalid": "kind",
    "union_tag_not_found": "missing",
}
"""Names of pydantic's errors for which the program has its own messages."""


class NotAnswered(UserError):  # noqa: N818 (an answer, not a fault)
    """This game does not know the question."""


class Refused(Exception):  # noqa: N818 (a refusal is an answer, not an error of ours)
    """A request that cannot be answered: code, one sentence, and where in the request."""

    def __init__(self, code: Code, message: str, where: str = "", **more: JsonValue) -> None:
        super().__init__(one_line(message))
        self.code = code
        self.where = where
        self.more = more

    def as_json(self) -> dict[str, JsonValue]:
        """Return the error object of the answer."""
        result: dict[str, JsonValue] = {"code": self.code, "message": str(self)}
        if self.where:
            result["where"] = self.where
        return {**result, **self.more}


def field(request: Mapping[str, Any], name: str, kind: type[T], default: T | None = None) -> T:
    """Return a field of a request, of the right type; the default if it is missing.

    Raises Refused (``bad_request``) for a missing field without default or a wrong type.
    """
    value = request.get(name, default)
    if value is None and default is None:
        raise Refused("bad_request", t("probe.missing", field=name), name)
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        wanted = _NAMES.get(kind, kind.__name__)
        raise Refused("bad_request", t("probe.type", field=name, wanted=wanted), name)
    return value


def number_field(
    request: Mapping[str, Any], name: str, least: int, most: int, *default: int
) -> int:
    """Return a field that is a whole number within bounds. Raises Refused (``bad_request``)."""
    value: int = field(request, name, int, *default)
    if not least <= value <= most:
        message = t("probe.range", field=name, least=least, most=most)
        raise Refused("bad_request", message, name)
    return value


def choice_field(
    request: Mapping[str, Any], name: str, known: Collection[str], *default: str
) -> str:
    """Return a field that is one of the known words. Raises Refused (``bad_request``)."""
    value: str = field(request, name, str, *default)
    if value not in known:
        raise not_among(value, known, name)
    return value


def not_among(value: object, known: Iterable[object], name: str) -> Refused:
    """Return the refusal of a value that is not among the known ones."""
    words = ", ".join(map(str, known))
    if name == "column":
        return Refused("bad_request", t("probe.column", column=value, known=words), name)
    return Refused("bad_request", t("probe.choice", value=value, known=words), name)


def optional_text(request: Mapping[str, Any], name: str) -> str | None:
    """Return a field that is a text or null; None if it is missing. Raises Refused."""
    return None if request.get(name) is None else field(request, name, str)


def why_wrong(fault: Mapping[str, Any]) -> str:
    """Describe the fault of a field from a pydantic error."""
    word = _FAULTS.get(fault["type"])
    known = fault.get("ctx", {})
    if word is None:
        return str(known.get("error", fault["msg"]))
    return t(f"probe.why.{word}", least=known.get("min_length"), known=known.get("expected_tags"))


def texts(
    request: Mapping[str, Any], name: str, *, empty: bool = True, once: bool = True
) -> list[str]:
    """Return a field that is a list of texts, without duplicates unless they are allowed."""
    result = field(request, name, list, [] if empty else None)
    for n, item in enumerate(result):
        if not isinstance(item, str):
            where = f"{name}[{n}]"
            raise Refused("bad_request", t("probe.type", field=where, wanted="text"), where)
    if not result and not empty:
        raise Refused("bad_request", t("probe.empty", field=name), name)
    return list(dict.fromkeys(result)) if once else result
