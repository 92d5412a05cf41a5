"""What browsers say and what they are told: messages, views, and the conversation of one with its table."""
