-- Games won by side, scenario and combination, with the 95 % interval (Wilson); unfinished games do not count.
WITH won AS (
    SELECT module, scenario, coalesce(combination, '') AS combination, side, count(*) AS n, count(*) FILTER (winner = side) AS k
    FROM game JOIN side USING (game) WHERE winner IS NOT NULL GROUP BY ALL
)
SELECT
    module, scenario, combination, side, n AS games, k AS won, round(k / n, 3) AS share,
    round((k / n + 1.9208 / n - 1.96 * sqrt(k / n * (1 - k / n) / n + 0.9604 / n / n)) / (1 + 3.8416 / n), 3) AS low,
    round((k / n + 1.9208 / n + 1.96 * sqrt(k / n * (1 - k / n) / n + 0.9604 / n / n)) / (1 + 3.8416 / n), 3) AS high
FROM won ORDER BY ALL
