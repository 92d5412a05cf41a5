"""Looking back at a game: an account that adds up, what the Owl would have done, where the game turned.

Importing this package is cheap; `account`, which looks back at a record, needs the kernel.
"""

METHOD = 1
"""The version of the method: an analysis names it, and a newer one is computed anew."""
