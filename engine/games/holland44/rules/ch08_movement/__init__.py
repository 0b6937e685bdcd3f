"""Chapter 8: movement: movers, limits, reach and the execution of moves."""
