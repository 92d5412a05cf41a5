"""Research on play: what the bots rest on, and ideas put to the test. docs/bots.md has what was found.

It plays by the kernel's own playout; only how a turn is chosen is different. `python -m lab` says how.
"""
