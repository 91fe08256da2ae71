"""House cards on the pack pages: ``controls`` is the editor, ``bulk`` reads many figures from one table."""
