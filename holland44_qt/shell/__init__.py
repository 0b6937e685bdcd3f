"""The shell round the table: start page, palette, settings, sides, exports, tour."""
