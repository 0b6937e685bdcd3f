"""Scripts that write the recorded games that come with the program."""
