"""How an Encounter ends: the one record the campaign reads (``result.py``), who fell (``casualties.py``),
and the step from the last state to it (``from_state.py``)."""
