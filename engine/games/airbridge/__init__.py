"""The rules of Air Bridge to Victory, reconstructed from the rulebook."""
