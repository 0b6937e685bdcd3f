"""Games that work a whole situation out of a state: units, stacks, zones, the combat in hand.

A ``BoardSetting`` is what the situations of a scenario share, a ``BoardSituation`` one state as the
rules see it (both in ``situation.py``); ``ground.py`` adds ground, charts and zones of two sides,
``units.py`` and ``moving.py`` the pieces and who moves together. Ruleset, position, resolution and
decisions build on them and add to the plain classes (:mod:`engine.rules.plain`) what such games
have in common.
"""
