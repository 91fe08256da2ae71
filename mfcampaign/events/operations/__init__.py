"""The only writers of events: each is one transaction with the event's row locked, and leaves an act."""
