"""House cards on the pack pages: ``controls`` is the editor, ``written`` what is written on a card,
``telling`` its sentences, ``bulk`` many figures from one table."""
