"""Mutation tests: small changes to the engine, one at a time, each of which a test should find.

``python -m tests.mutation PACKAGE`` measures a package; docs/reliability.md has the scores.
"""
