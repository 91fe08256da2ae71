"""Pages of events: each fetches what the person may see and calls one loader or one operation."""
