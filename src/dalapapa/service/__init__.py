"""The table as authority, for any carrier: `House` has it all. No web framework, no database."""
