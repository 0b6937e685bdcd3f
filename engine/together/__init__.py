"""Shared games: one log on a NATS server, checked in the same way by every client
(docs/playing-together.md).

Only :mod:`engine.together.connection` and the modules that use it need the optional packages.
"""
