"""Aids at the table: dice, tables, combat helper, turn track, charts, boxes, guides."""
