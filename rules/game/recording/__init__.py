"""Records of real tables, entered with the commands of the referee's hand: the Third Edition (``record.py``),
the others (``second_edition.py``, ``first_edition.py``), reminders of a league's Upgrades (``reminders.py``),
and entries of two phones merged (``merging.py``)."""
