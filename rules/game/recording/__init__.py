"""Records of real tables, entered with the commands of the referee's hand (``record.py``), what an edition
decides of them (``edition.py``), reminders of a league's Upgrades (``reminders.py``), and entries of two
phones merged (``merging.py``)."""
