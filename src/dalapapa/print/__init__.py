"""Dalapapa on paper: tiles to cut out, a score sheet, the rules, a label, and a sheet to set the printer by.

A file for each; nothing is imported here, so that `choices` needs no more than Python.
"""
