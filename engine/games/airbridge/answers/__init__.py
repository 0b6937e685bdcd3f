"""The answers of Air Bridge to Victory to what everybody asks (:mod:`engine.rules.answers`)."""
