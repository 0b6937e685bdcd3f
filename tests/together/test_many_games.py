"""Many games on one server, and power cuts of server and player."""

from __future__ import annotations

import os
import random
import time
from pathlib import Path

import pytest

from engine.core import actions as act
from engine.log.store import load, repair
from engine.together.server import Server
from tests.together.appending import next_line
from tests.together.lines import ANN, BOB, Chain
from tests.together.many_games import ManyGames
from tests.together.serving import Serving

GAMES = int(os.environ.get("HOLLAND44_GAMES", 200))
ENTRIES = 10
CUTS = 25


@pytest.mark.soak
@pytest.mark.timeout(900)
def test_many_games_at_once_on_one_server(serving: Serving, tmp_path: Path) -> None:
    games = ManyGames(serving, tmp_path, GAMES)

    async def run() -> None:
        await games.begin()
        began = time.perf_counter()
        took = await games.play(ENTRIES)
        whole = time.perf_counter() - began
        await games.end()
        rss = int(Path(f"/proc/{serving.server.pid}/statm").read_text().split()[1]) * 4096 / 2**20
        middle, count = sorted(took)[len(took) // 2], len(took)
        print(
            f"{GAMES} games, {count} entries in {whole:.1f} s: {count / whole:.0f} a second,"
            f" median {middle * 1000:.0f} ms, server {rss:.0f} MB"
        )

    serving.run(run(), seconds=800)
    for ann, bob in games.files():
        assert ann.read_bytes() == bob.read_bytes()
        assert len(load(ann).log) == ENTRIES + 1


def tear(path: Path, chance: random.Random, most: int) -> int:
    """Cut the end of a file off, as if its last bytes had never reached the disk."""
    size = path.stat().st_size
    lost = min(chance.randrange(most), size // 2)
    os.truncate(path, size - lost)
    return lost


@pytest.mark.soak
@pytest.mark.timeout(900)
def test_power_cuts_of_server_and_player_lose_no_line(serving: Serving, tmp_path: Path) -> None:
    chance = random.Random(1)
    chain = Chain()
    chain.add(ANN, "allied", action=act.Setup(scenario="none"))
    serving.run(serving.begin(chain.lines))
    sides = {"allied": ANN, "german": BOB}
    paths = {side: tmp_path / f"{side}.h44log" for side in sides}
    acknowledged: list[str] = []
    torn = 0

    async def play(number: int) -> None:
        logs = {
            side: (await serving.join(paths[side], signer, side, chain))[0]
            for side, signer in sides.items()
        }
        # Whichever has lost lines, the server or a player: another still has them.
        await logs["allied"].attach(await serving.connect(ANN))
        assert logs["allied"].lines == logs["german"].lines
        for count in range(3):
            side = chance.choice(list(sides))
            other = logs["german" if side == "allied" else "allied"]
            text = f"{number}.{count}"
            await logs[side].append(next_line(logs[side], sides[side], side, text))
            acknowledged.append(text)
            await other.attach(await serving.connect(sides[other.side]))

    for number in range(CUTS):
        serving.run(play(number))
        serving.server.kill()
        blocks = sorted((serving.folder / "store").rglob("*.blk"))
        torn += tear(blocks[-1], chance, 600)
        side = chance.choice(list(sides))
        torn += tear(paths[side], chance, 600)
        whole = tmp_path / f"{side}{number}.h44log"
        repair(load(paths[side]), whole)  # as the program advises when the end of a file is missing
        paths[side] = whole
        serving.server = Server(serving.folder)
        serving.server.start()
    serving.run(play(CUTS))
    print(f"{CUTS} power cuts, {torn} bytes lost, {len(acknowledged)} acknowledged entries")
    assert paths["allied"].read_bytes() == paths["german"].read_bytes()
    texts = [
        entry.action.text
        for entry in load(paths["german"]).log.entries
        if isinstance(entry.action, act.ManualEdit)
    ]
    assert texts == acknowledged
