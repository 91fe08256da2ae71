"""What pages of events read: the record once for each state of the event, then arithmetic."""
