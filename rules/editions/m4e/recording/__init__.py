"""A Fourth Edition game at a real table: what is entered, what the rules forbid of it, what follows.

| place | what |
|---|---|
| ``record.py`` | the record; which rules each entry meets |
| ``activations.py`` ``crews.py`` | whose turn it is, Actions; kills, who joins, Upgrades, stones |
| ``tokens.py`` ``strategies.py`` ``schemes.py`` | tokens with their side; what is counted; the held Scheme |
| ``readings.py`` ``due.py`` ``shown.py`` | settings of open rows; what is due now; what the page shows |
"""
