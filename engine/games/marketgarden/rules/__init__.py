"""The rules, by chapters of the rulebook; docstrings of clauses begin with their numbers."""
