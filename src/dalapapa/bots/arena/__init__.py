"""The arena: bots against each other in paired games, their log, and their rating."""
