"""Games from VASSAL: modules opened for play, and saves and logs turned into games."""
