-- Hexes in which units were eliminated, most first.
SELECT module, last_hex AS hex, side, count(*) AS units FROM unit JOIN game USING (game)
WHERE gone AND last_hex IS NOT NULL GROUP BY ALL ORDER BY units DESC, module, hex, side
