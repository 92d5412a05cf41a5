"""Drawings: what they show is counted against the board."""
