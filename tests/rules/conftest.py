"""Hypothesis: the same examples on every run, so that the tests pass or fail alike everywhere.

`pytest tests/rules --hypothesis-profile=explore` looks for new ones.
"""

from hypothesis import settings

settings.register_profile("repeatable", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None)
settings.load_profile("repeatable")
