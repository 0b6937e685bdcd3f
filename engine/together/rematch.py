"""A rematch: a shared game begins again with the sides exchanged.

The question for it is in the log of the old game, so the players need not be online together. It
names the new game and has no secret, because that game begins with a key that the other player has.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from engine.core import actions as act
from engine.core.errors import UserError
from engine.core.modes import house_rules
from engine.i18n import t
from engine.log.entry import Entry
from engine.modules import whereabouts
from engine.together.host_folder import HostFolder
from engine.together.invitation import Invitation
from engine.together.joining import Begun, begin
from engine.together.manners import NO, YES
from engine.together.membership import Membership
from engine.together.referee_service import RefereeName
from engine.together.table import SharedTable

REMATCH = "rematch:"
_ADDRESS = re.compile(r"holland44://\S+")


def begin_rematch(
    folder: HostFolder, table: SharedTable, path: Path, referee: RefereeName | None = None
) -> Begun:
    """Begin the same game again at ``path`` with the sides exchanged, host it, and ask the other
    player to join.

    ``referee`` is a new seat of a third person. Raises UserError if the game has not two players,
    or if it had a referee on another machine and none is given.
    """
    log, member = table.game.log, table.member
    header, module = log.header, table.game.module
    together = header.together
    others = {side: key for side, key in table.keeper.keys.items() if side != member.side}
    if together is None or not member.side or len(others) != 1:
        raise UserError(t("together.rematch.two"))
    other, key = next(iter(others.items()))
    is_elsewhere = together.dice == "referee" and not folder.has_seat(together.anchor)
    if is_elsewhere and referee is None:
        raise UserError(t("together.rematch.referee"))
    begun = begin(
        folder,
        path,
        str(whereabouts.find(header, table.path)),
        header.scenario,
        other,
        member.name,
        title=header.title,
        mode=header.enforcement,
        house=house_rules(table.game.state(1)),
        options=[f"{name}={value}" for name, value in header.options.items()],
        dice=together.dice,
        pace=together.pace,
        referee=referee,
        in_the_open=not together.hides,
        guests={member.side: key},
    )
    address = begun.invitations[member.side].to_text()
    text = t("together.rematch.question", side=module.side_name(member.side), address=address)
    question = act.Ask(name=f"{REMATCH}{begun.game}", to=other, text=text, options=(YES, NO))
    table.game.play(question, by=member.side)
    return begun


def asked_rematch(entry: Entry, member: Membership) -> Invitation | None:
    """Return the invitation in a question for a rematch, with the member's own key; None for
    other entries.
    """
    action = entry.action
    if not isinstance(action, act.Ask) or not action.name.startswith(REMATCH):
        return None
    address = _ADDRESS.search(action.text)
    if address is None or action.to != member.side:
        return None
    return replace(Invitation.parse(address[0]), seed=member.signer.private.private_bytes_raw())


def without_address(text: str) -> str:
    """Return a question without the address of the new game."""
    return _ADDRESS.sub("", text).strip()
