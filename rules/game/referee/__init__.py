"""The referee's hand: what people do themselves with models, cards and markers, while playing and beside a
real table. One vocabulary (``commands.py``), what of it is impossible (``checks.py``), its plain facts
(``facts.py``), how the engine carries it out (``performing.py``), how it is said (``sentences.py``)."""
