"""Market-Garden's implementation of :mod:`engine.rules.answers`."""
