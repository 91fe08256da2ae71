"""Small Encounters for documentation, tests and the curious."""
