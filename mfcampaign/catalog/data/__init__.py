"""The project's own data files, in one folder an edition."""
