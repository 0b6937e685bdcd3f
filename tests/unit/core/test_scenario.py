import pytest
from pydantic import ValidationError

from engine.core.counters import Arrival
from engine.core.scenario import Placement, Scenario, Start, Victory, schedule
from tests.unit.core.test_counters import game, unit


def scenario(**changes):
    fields = {
        "format": "h44scenario/1",
        "id": "s",
        "title": "S",
        "key": "k",
        "turns": 5,
        "first": Start(turn=1, phase="movement", active="allied"),
        "weather": "clear",
        "units": (),
        "hexsides": {},
        "markers": (),
        "tracks": {},
        "control_default": "german",
        "control": {},
        "victory": Victory(conditions="c", keys=()),
    }
    return Scenario(**(fields | changes))


def test_the_schedule_lists_arrivals_by_turn_and_place():
    counters = game(
        unit(id="map", arrival=Arrival(how="set_up", hexes=("1405",))),
        unit(id="late", arrival=Arrival(how="reinforcement", turn=9, area="N")),
        unit(id="b", arrival=Arrival(how="reinforcement", turn=3, area="N")),
        unit(id="a", arrival=Arrival(how="reinforcement", turn=3, area="M")),
        unit(id="drop", arrival=Arrival(how="airlanding", turn=2, drop="T")),
        unit(id="die", arrival=Arrival(how="die")),
    )
    places = {"map": "1405", "late": "turn-9", "b": "turn-3", "a": "turn-3"}
    places |= {"drop": "turn-2", "die": "arrivals-406"}
    units = tuple(Placement(unit=name, at=at, steps=1) for name, at in places.items())
    table = schedule(scenario(units=units), counters)
    assert {
        turn: {k: [r.unit for r in v] for k, v in by.items()} for turn, by in table.items()
    } == {
        2: {"drop-T": ["drop"]},
        3: {"area-M": ["a"], "area-N": ["b"]},
        None: {"die": ["die"]},
    }
    assert list(table) == [2, 3, None]


def test_files_are_read_as_written():
    one = scenario(units=(Placement(unit="a", at="1405", steps=3, choices=("1405", "1406")),))
    assert Scenario.load(one.model_dump_json().encode()) == one


@pytest.mark.parametrize(
    ("good", "bad"),
    [('"turns":5', '"turns":0'), ('"format"', '"formats"'), ('"tracks"', '"track"')],
)
def test_damaged_files_are_refused(good, bad):
    text = scenario().model_dump_json()
    assert good in text
    with pytest.raises(ValidationError):
        Scenario.load(text.replace(good, bad).encode())
