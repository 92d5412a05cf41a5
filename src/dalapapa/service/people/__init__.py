"""Guests: their names, their sessions, and where both are kept."""
