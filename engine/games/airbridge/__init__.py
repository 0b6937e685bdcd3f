"""The rules of Air Bridge to Victory, a reconstruction after the rulebook."""
