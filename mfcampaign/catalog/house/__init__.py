"""House cards on the pack pages: the editor's controls, a card's things, many figures from one table."""
