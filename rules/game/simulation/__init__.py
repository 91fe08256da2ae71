"""What must hold in an Encounter played by bots, and its transcript."""
