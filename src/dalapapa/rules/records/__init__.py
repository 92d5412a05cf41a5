"""Games written down: making records, reading them, and refereeing them again (docs/record.md)."""
