"""Dice of a step as numbers: from the properties a dice button sets, else from its line of text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from engine.core.dice import Dice
from engine.vassal import commands as cmd
from engine.vassal.buildfile import DiceInfo
from engine.vassal.plain_text import plain

_NAMED = re.compile(r"(?<!\w)(\d{1,2})?d(\d{1,4})(?!\w)", re.IGNORECASE)
_LINE = re.compile(r"\*\*\* (?P<what>[^=*]{1,80}?) = (?P<values>\d{1,6}(?:,\d{1,6})*) \*\*\*")
_VASL = re.compile(r"\*\*\* \((?P<what>[^()]{0,80}(?:DR|dr))\) (?P<values>\d(?:,\d){0,3}) \*\*\*")
"""Advanced Squad Leader's own button: DR is two six-sided dice, dr one."""
_MOST = 100


def rolls(commands: Iterable[cmd.Command], buttons: Mapping[str, DiceInfo]) -> tuple[Dice, ...]:
    """The dice thrown in a step, each button once.

    Only what is certain: a total of several dice, or dice whose sides nobody tells, stay text.
    """
    found: dict[str, Dice] = {}
    for command in commands:
        match command:
            case cmd.SetProperty() if command.name.endswith("_result"):
                name = command.name.removesuffix("_result")
                _add(found, name, command.new, buttons)
            case cmd.Chat():
                line = plain(command.text)
                if told := _LINE.search(line):
                    _add(found, told["what"], told["values"], buttons)
                elif told := _VASL.search(line):
                    _add_dice(found, told["what"], told["values"], 6)
    return tuple(found.values())


def _add(found: dict[str, Dice], name: str, values: str, buttons: Mapping[str, DiceInfo]) -> None:
    button = buttons.get(name)
    told = _NAMED.search(name)
    if button is not None:
        sides, count = button.sides, button.count
    elif told is not None:
        sides, count = int(told[2]), int(told[1] or 1)
    else:
        return
    if values.count(",") + 1 == count:
        _add_dice(found, name, values, sides)


def _add_dice(found: dict[str, Dice], name: str, values: str, sides: int) -> None:
    try:
        faces = tuple(int(v) for v in values.split(","))
    except ValueError:
        return
    if len(faces) <= _MOST and all(1 <= face <= sides for face in faces):
        found.setdefault(
            name,
            Dice(sides=sides, count=len(faces), values=faces, source="imported", reason=name),
        )
