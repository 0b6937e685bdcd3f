"""Run a module's toolbar buttons: commands to all pieces, actions, properties."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.vassal.key_strokes import to_all
from engine.vassal.key_strokes_properties import changed_value
from engine.vassal.keys import Key, read_key
from engine.vassal.table_records import Button

if TYPE_CHECKING:
    from engine.vassal.command_port import Act


def press(act: Act, button: Button) -> None:
    """Press a button. Raises StopError if its commands do not end."""
    act.enter()
    try:
        _press(act, button)
    finally:
        act.leave()


def _press(act: Act, button: Button) -> None:
    match button.kind:
        case "command" | "startup":
            obeyed = to_all(
                act,
                "",
                read_key(button.sends),
                button.condition,
                button.target,
                button.from_decks,
                map_index=button.map,
            )
            if obeyed and button.report:
                act.report(act.text(button.report))
        case "action":
            if button.report:
                act.report(act.text(button.report))
            for key in button.keys:
                hot_key(act, read_key(key))
        case "several":
            for name in button.parts:
                for other in act.drawing.table.buttons:
                    if other.name == name and other is not button:
                        press(act, other)
        case "property":
            now = act.outside("")(button.sends) or ""
            # The same form as in a trait: name, limits, one command with its change.
            fields = [button.sends, button.condition, button.target]
            value = changed_value(act, "", fields, "1,0", now)
            if value is not None:
                act.set_property(button.sends, value)
                if button.report:
                    act.report(act.text(button.report))


def hot_key(act: Act, key: Key) -> None:
    """Send a key stroke to the module itself: press every button with that shortcut."""
    if not key:
        return
    for button in act.drawing.table.buttons:
        if read_key(button.hotkey) == key:
            press(act, button)
    for die in act.drawing.table.dice:
        if die.hotkey and read_key(die.hotkey) == key:
            values = act.throw(die.sides, die.name, die.count)
            act.report(f"{die.name}: {', '.join(map(str, values))}")
