"""The analyst: values of the positions of a recorded game by rollouts, luck and errors."""
