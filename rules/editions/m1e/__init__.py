"""The First Edition: hiring, set-up by cards, the score sheet, play on screen and record."""
