"""Air Bridge to Victory's implementation of :mod:`engine.rules.answers`."""
