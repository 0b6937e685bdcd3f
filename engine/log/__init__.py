"""The log: entries, the chain that protects them, the tree, the timeline, and descriptions."""
