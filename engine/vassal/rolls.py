"""Parse the dice of a step: from the properties set by a dice button, else from its text."""

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
"""The button of Advanced Squad Leader: DR is two six-sided dice, dr is one."""
_LIMIT = 100


def rolls(commands: Iterable[cmd.Command], buttons: Mapping[str, DiceInfo]) -> tuple[Dice, ...]:
    """Return the dice thrown in a step, each button once.

    Ambiguous results stay text: totals of several dice, or dice with an unknown number of sides.
    """
    dice: dict[str, Dice] = {}
    for command in commands:
        match command:
            case cmd.SetProperty() if command.name.endswith("_result"):
                name = command.name.removesuffix("_result")
                _add(dice, name, command.new, buttons)
            case cmd.Chat():
                line = plain(command.text)
                if match := _LINE.search(line):
                    _add(dice, match["what"], match["values"], buttons)
                elif match := _VASL.search(line):
                    _add_dice(dice, match["what"], match["values"], 6)
    return tuple(dice.values())


def _add(dice: dict[str, Dice], name: str, values: str, buttons: Mapping[str, DiceInfo]) -> None:
    button = buttons.get(name)
    match = _NAMED.search(name)
    if button is not None:
        sides, count = button.sides, button.count
    elif match is not None:
        sides, count = int(match[2]), int(match[1] or 1)
    else:
        return
    if values.count(",") + 1 == count:
        _add_dice(dice, name, values, sides)


def _add_dice(dice: dict[str, Dice], name: str, values: str, sides: int) -> None:
    try:
        faces = tuple(int(v) for v in values.split(","))
    except ValueError:
        return
    if len(faces) <= _LIMIT and all(1 <= face <= sides for face in faces):
        dice.setdefault(
            name,
            Dice(sides=sides, count=len(faces), values=faces, source="imported", reason=name),
        )
