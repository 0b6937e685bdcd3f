"""VASSAL modules, saves and logs: read, told, imported. Knows no Qt.

The format as it really is, checked against real files; nothing of VASSAL's code is in here.
"""

GAMES, MODULES = (".vlog", ".vsav", ".log", ".sav"), (".vmod", ".mod")
"""How the names of VASSAL's files end."""
TABLE = "vassal/table.json"
"""The file of a module that came from VASSAL: what stands in for a board."""
