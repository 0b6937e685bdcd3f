-- Results of combats by column, against the mean of the column; both in steps.
SELECT module, label, "column", count(*) AS combats, round(avg(worth), 3) AS mean, round(avg(expected), 3) AS expected,
    round(stddev_samp(worth - expected) / sqrt(count(*)), 3) AS error
FROM combat JOIN game USING (game) WHERE worth IS NOT NULL GROUP BY ALL ORDER BY ALL
