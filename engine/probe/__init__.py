"""The probe: the engine's question-and-answer protocol (docs/probe.md).

``protocol`` has the loop and the session, ``questions`` the questions about a position, ``playing``
the questions that play, ``encoding`` the conversion of typed answers to JSON.
"""

from engine.probe.protocol import LONGEST_LINE, Probe, probe_main

__all__ = ["LONGEST_LINE", "Probe", "probe_main"]
