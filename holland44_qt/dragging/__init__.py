"""Pieces under the pointer: what is carried, the order it becomes, and its trail."""
