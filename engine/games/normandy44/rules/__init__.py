"""The rules of Normandy '44, chapter by chapter."""
