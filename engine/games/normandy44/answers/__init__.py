"""The answers of Normandy '44 to what everybody asks (:mod:`engine.rules.answers`)."""
