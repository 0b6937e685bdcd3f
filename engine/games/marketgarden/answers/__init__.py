"""The answers of Market-Garden to what everybody asks (:mod:`engine.rules.answers`)."""
