"""The Third Edition: hiring, set-up, play on screen, card scripts and record."""
