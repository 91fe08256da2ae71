"""The Fourth Edition's data files and their builder."""
