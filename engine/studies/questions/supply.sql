-- Mean number of units of a side by supply level and turn.
SELECT module, scenario, turn, side, level, round(sum(units) / count(DISTINCT game), 2) AS units
FROM supply JOIN game USING (game) GROUP BY ALL ORDER BY ALL
