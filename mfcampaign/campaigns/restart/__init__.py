"""A new Arsenal in a running league: restarts, and late entries (SL-ANEW)."""
