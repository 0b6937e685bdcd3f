"""The rules' advice on the board: zones, bonds, supply, reach with reasons, odds."""
