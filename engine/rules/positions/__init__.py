"""Positions in requests: their fields, units and diagram boards.

A game's ``position_schema`` defines the fields, its ``positions`` converts them. Checks common to
all games are here; they refuse with the path of the faulty field.
"""
