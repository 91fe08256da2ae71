"""Points beside results, and teams of players."""
