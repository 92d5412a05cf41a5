"""Tables: what happens at them, what people may do there, and what they do by themselves."""
