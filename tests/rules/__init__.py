"""Tests of the rulebook in code."""
