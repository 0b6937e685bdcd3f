-- Record of each unit over all games: how often it died, what it lost, how far it went.
SELECT module, unit, any_value(name) AS name, any_value(side) AS side, count(*) AS games, count(*) FILTER (gone) AS eliminated,
    round(avg(unit.lost), 2) AS lost, round(avg(hexes), 1) AS hexes, round(avg(attacks), 1) AS attacks
FROM unit JOIN game USING (game) GROUP BY module, unit ORDER BY eliminated DESC, module, unit
