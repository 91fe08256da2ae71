"""First Edition Encounters: set-up by cards, shared features and events, and the score sheet."""
