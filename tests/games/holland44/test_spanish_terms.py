"""The Spanish messages use the words of the Spanish rulebook."""

import pytest

from engine.i18n import t

TERMS = {
    "marker_name.engaged": "Enzarzada",  # 11.5, p. 17
    "marker_name.spent": "Gastada",  # 8.3.3, p. 10; 25.3.3, p. 35
    "word.holland44.statuses.depleted": "agotada",  # 18.2.2, p. 25
    "terrain.major_river": "Río mayor",  # 8.5.4, p. 10
    "title.holland44.5.3.2": "Recableado",  # 5.3.2, p. 5
    "title.holland44.6.3": "Semibatallones",  # 6.3, p. 7
    "title.holland44.15.3": "bono por carretera",  # 15.2, p. 21
    "title.holland44.16.1": "penetración",  # 16.1, p. 22
    "title.holland44.19.3": "Áreas de entrada",  # 19.3, p. 27
    "title.holland44.21.1": "Subdividir",  # 21.1, p. 29
    "title.holland44.22.7": "Retornados",  # 22.7, p. 32
    "rule.holland44.13.1.3.3.broken": "pauta",  # 13.1.3, p. 18
    "rule.holland44.17.3.none": "marcador de movidas",  # 17.3, p. 23
    "rule.holland44.22.2.3.water": "hex de descenso",  # 22.2, p. 30
}


@pytest.mark.parametrize(("key", "term"), TERMS.items())
def test_a_message_uses_the_word_of_the_rulebook(
    monkeypatch: pytest.MonkeyPatch, key: str, term: str
) -> None:
    monkeypatch.setenv("HOLLAND44_LANG", "es")
    assert term in t(key, hex="0505", unit="a")
