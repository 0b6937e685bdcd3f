"""Games on the table: opened, played, tried out, exchanged, signed, looked over."""
