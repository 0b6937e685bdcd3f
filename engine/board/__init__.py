"""Boards: hex geometry, the compiled board, its graph, and the compiler from geography."""
