"""Abilities: how the words of card scripts are carried out (``execution.py`` and one ``*_words.py`` for
each group of words), what they cost and require, what they change all the time (``passive.py``), what they
react to."""
