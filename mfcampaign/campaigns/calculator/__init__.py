"""The campaign's sums as questions of the API; they store nothing and need no account."""
