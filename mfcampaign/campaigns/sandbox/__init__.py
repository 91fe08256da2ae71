"""Practice for an organiser: a league like theirs that tells nobody of anything and can be deleted."""
