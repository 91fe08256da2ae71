"""House cards on the pack pages: ``controls`` is the editor, ``contents`` what is written on a card,
``sentences`` its sentences, ``bulk`` many figures from one table."""
