"""Dragging of pieces: dragged pieces, the resulting orders, and the trail."""
