"""Actions: which a model may take and at what (``available.py``), the six steps (``take.py``), the seven
general Actions every model has (``general.py``)."""
