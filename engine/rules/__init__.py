"""Clauses and tables that several games share, parameterised by data."""
