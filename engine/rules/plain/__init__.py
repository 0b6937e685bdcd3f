"""Where a rulebook begins: a class for each port, with the plain answers of a game of few rules.

A game's own classes inherit from these and say only what is theirs; ``docs/writing-rules.md`` walks
through it. Nothing here judges anything: a game that adds no clause allows every move and knows
none by itself.
"""
