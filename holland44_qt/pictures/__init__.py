"""Games whose maps and counters are pictures: boards of any size, pieces, and playing."""
