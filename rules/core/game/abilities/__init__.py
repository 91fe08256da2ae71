"""Cards as data: ``words.py`` the vocabulary, ``carry.py`` how effects are carried out (``effects_*.py`` one
handler a word), ``costs.py``, ``restrictions.py``, ``standing.py`` what is always on, ``reactions.py`` what
reacts, ``odd.py`` registered Python, ``load.py`` reading and coverage. Register in the file, import it in
``content.py``."""
