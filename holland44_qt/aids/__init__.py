"""Table aids: dice, tables, combat helper, turn track, charts, boxes, guides."""
