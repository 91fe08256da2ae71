"""The Third Edition played on screen, from set-up to the last Turn."""
