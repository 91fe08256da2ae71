"""A person over all events and leagues: what they played, with what, against whom. No rows of its own."""
