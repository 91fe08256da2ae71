"""A real table recorded with the commands of the referee's hand: the Third Edition's (``record.py``) and the
First's (``first_edition.py``), and entries of two phones brought together (``merging.py``)."""
