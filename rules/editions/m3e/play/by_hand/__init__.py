"""What people do with their own hands in an Encounter played on screen."""
