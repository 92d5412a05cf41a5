"""The table as authority: seats, commands, events, versions, clocks, the fair bag. No web framework here."""
