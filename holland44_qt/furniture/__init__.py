"""The table's furniture: dice, tables, combat helper, turn track, charts, boxes, guides."""
