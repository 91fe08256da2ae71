"""Abilities: the handlers of the words of card scripts (``execution.py`` and one ``*_words.py`` for each
subject), costs and restrictions, passive changes, and reactions to moments."""
