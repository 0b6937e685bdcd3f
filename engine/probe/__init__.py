"""The probe: the engine's question-and-answer protocol (docs/probe.md).

``protocol`` is the loop and the session, ``questions`` what is asked of a position, ``playing`` the
questions that play, ``encoding`` how typed answers become JSON.
"""

from engine.probe.protocol import LONGEST_LINE, Probe, probe_main

__all__ = ["LONGEST_LINE", "Probe", "probe_main"]
