"""What is installed: the wheel in environments of its own, with nothing else or with one extra."""
