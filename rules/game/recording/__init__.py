"""The hand of the players: table commands (``commands.py``), and a real table recorded with them
(``record.py``)."""
