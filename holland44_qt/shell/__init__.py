"""Application shell: start page, palette, settings, sides, exports, tour."""
