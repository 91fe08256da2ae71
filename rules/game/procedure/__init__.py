"""The base of every procedure: questions (``asks.py``) and the context in which procedures run
(``running.py``)."""
