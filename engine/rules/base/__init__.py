"""Base classes of all games' rules, one concept per file.

``docs/writing-rules.md`` explains them with a small example.
"""
