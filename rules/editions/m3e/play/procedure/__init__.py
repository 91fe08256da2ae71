"""What procedures share: ``Game``, moments and registries, timing, cards, reach, what is in progress."""
