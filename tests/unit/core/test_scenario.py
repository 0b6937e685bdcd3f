import pytest
from pydantic import ValidationError

from engine.core.scenario import Placement, Scenario, Start, Victory


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


def test_files_round_trip():
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
