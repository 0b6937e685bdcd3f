"""Chapter 8: movement. Who moves, what limits them, where they come to, and how they go."""
