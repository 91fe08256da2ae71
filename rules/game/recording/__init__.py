"""A real table recorded with the commands of the referee's hand: the Third Edition's (``record.py``) and the
others' (``second_edition.py``, ``first_edition.py``), what a league's Upgrades ask for and when
(``reminders.py``), and entries of two phones brought together (``merging.py``)."""
