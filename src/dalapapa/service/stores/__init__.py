"""What the service asks of a store, and one in memory."""
