"""VASSAL modules, saves and logs: read, told, imported. Knows no Qt.

The format as it really is, checked against real files; nothing of VASSAL's code is in here.
"""
