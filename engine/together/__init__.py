"""Shared games: one log on a NATS server, judged alike by every client (docs/playing-together.md).

Only :mod:`engine.together.connection` and what builds on it need the optional packages.
"""
