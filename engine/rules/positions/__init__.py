"""Positions that questions give: their shape, their units, their own small boards.

A game's ``position_schema`` says what may be given, its ``positions`` what that means; what every
game checks alike, and refuses with the place of the fault, stands here.
"""
