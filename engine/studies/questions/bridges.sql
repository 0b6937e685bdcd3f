-- Hexsides that changed, with the share of games and the mean turn of the first change to that state.
WITH first AS (SELECT game, hexside, after, min(turn) AS turn FROM hexside GROUP BY ALL),
played AS (SELECT module, count(*) AS n FROM game GROUP BY module)
SELECT module, hexside, after AS state, count(*) AS games, round(count(*) / any_value(n), 3) AS share, round(avg(turn), 1) AS turn
FROM first JOIN game USING (game) JOIN played USING (module) GROUP BY ALL ORDER BY games DESC, module, hexside, state
