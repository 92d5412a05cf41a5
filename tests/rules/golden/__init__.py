"""Recorded games, kept whole, and the script that plays them again."""
