"""The charts of a league: reading them, and drafts of an organiser's own. Their rows are those of
``catalog``."""
