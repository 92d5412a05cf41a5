"""Environments for those who build learning agents; they translate, they hold no rule.

`dalapapa_v0` is for PettingZoo, `seat` for Gymnasium, `vector` for thousands of games at once on the kernel,
`spiel` for OpenSpiel. Each is imported by its name and needs what its extra brings; this file needs nothing.
"""
