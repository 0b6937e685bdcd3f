"""What Holland '44 answers to the questions of probe, window and command line, by subject."""
