"""Actions: which a model may take and at which targets (``available.py``), the six steps (``take.py``), the
seven general Actions (``general.py``)."""
