"""The only writers of Encounters. ``log`` is the one way into the log; the other modules write through it."""
