-- Results of combats by column, or by kind where there is no column, against the mean of the column; both in steps.
WITH fought AS (
    SELECT module, coalesce(nullif("column", ''), label) AS "column", worth, expected, string_split("column", ':') AS odds
    FROM combat JOIN game USING (game) WHERE worth IS NOT NULL
)
SELECT module, "column", count(*) AS combats, round(avg(worth), 3) AS mean, round(avg(expected), 3) AS expected,
    round(stddev_samp(worth - expected) / sqrt(count(*)), 3) AS error
FROM fought GROUP BY module, "column", odds
ORDER BY module, try_cast(odds[1] AS DOUBLE) / try_cast(odds[2] AS DOUBLE) NULLS LAST, "column"
