"""The parts that the rules of all games share, one concept per file.

A game's classes inherit from these and write only what is the game's own. ``docs/writing-rules.md``
explains them with a small example.
"""
