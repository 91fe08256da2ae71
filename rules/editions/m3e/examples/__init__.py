"""Small Encounters for the documentation and the tests."""
