"""The editions of the game, each in a folder of its own."""
