"""Cards as data: ``words.py`` the vocabulary, ``carry.py`` how effects are carried out (``effects_*.py`` one
handler a word), ``costs.py``, ``restrictions.py``, ``standing.py`` what is always on, ``reactions.py`` what
reacts, ``odd.py`` registered Python, ``load.py`` reading and coverage, ``known.py`` what is known by name,
``catalogue.py`` cards from the catalogue's figures. Register in the file, import it in ``content.py``."""
