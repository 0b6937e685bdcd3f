"""Games at a server elsewhere, where every member has an account with a credentials file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.cli.main import app
from engine.core import actions as act
from engine.core.errors import UserError
from engine.together.accounts import keep_credentials, server_place
from engine.together.host_folder import HostFolder
from engine.together.host_thread import HostThread
from engine.together.invitation import Invitation
from engine.together.joining import begin
from tests.together.hosted_plan import HostedPlan
from tests.together.tables import Player

pytest.importorskip("nats")
pytest.importorskip("nkeys")
RUN = CliRunner()
SEED = re.compile(rb"SU[A-Z2-7]{56}")


@pytest.fixture
def plan(tmp_path: Path) -> Iterator[HostedPlan]:
    made = HostedPlan(tmp_path / "plan")
    yield made
    made.stop()


def test_a_game_is_hosted_and_joined_with_accounts_elsewhere(
    plan: HostedPlan, tmp_path: Path, as_user: Callable[[str], None]
) -> None:
    as_user("ann")
    place = server_place(plan.address)
    folder = HostFolder(tmp_path / "host")
    folder.prepare(place.host, place.port, place.account)
    begun = begin(folder, tmp_path / "ann.h44log", "holland44", "short", "allied", "Ann")
    said: list[str] = []
    host = HostThread(folder, said.append)
    with pytest.raises(UserError, match="--credentials"):
        host.start()
    keep_credentials(place, plan.credentials("ann"))
    host = HostThread(folder, said.append)
    host.start()
    try:
        invitation = begun.invitations["german"].to_text()
        assert Invitation.parse(invitation).place == place
        as_user("bob")
        joining = ["join", "--name", "Bob", "-o", str(tmp_path / "bob.h44log")]
        bob = RUN.invoke(app, joining, input=invitation)
        assert "--credentials" in str(bob.exception)
        known = ["--credentials", str(plan.credentials("bob"))]
        bob = RUN.invoke(app, [*joining, *known], input=invitation)
        assert bob.exit_code == 0, bob.exception
        players = []
        for user in ("ann", "bob"):
            as_user(user)
            players.append(Player(tmp_path / f"{user}.h44log"))
            players[-1].until_connected()
        ann, german = players
        german.table.game.play(act.ManualEdit(text="from elsewhere"), by="german")
        ann.until(lambda: len(ann.table.game.log) == 3)
        for player in players:
            player.table.close()
        assert ann.path.read_bytes() == german.path.read_bytes()
        with pytest.raises(UserError, match="not a server of your own"):
            folder.expel(begun.game, "german")
    finally:
        host.stop()
    # The secrets are in private copies alone: in no record, log or invitation.
    stored = {path for path in tmp_path.rglob("*") if path.is_file() and path.suffix != ".creds"}
    assert not [path for path in stored if SEED.search(path.read_bytes())]
    assert all(path.stat().st_mode & 0o077 == 0 for path in (tmp_path / "users").rglob("*.creds"))


@pytest.mark.parametrize(
    "address", ["", "http://x", "tls://a:secret@x", "tls://x:99999", "nats://x/path", "tls://"]
)
def test_other_texts_are_no_server_address(address: str) -> None:
    with pytest.raises(UserError, match="no server address"):
        server_place(address)


def test_other_files_are_no_credentials(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("nothing")
    with pytest.raises(UserError, match="no credentials file"):
        keep_credentials(server_place("x.example"), file)
