"""The end of an Encounter: the one record that the campaign reads (``result.py``), the fallen models
(``casualties.py``), what a chess clock takes off (``overtime.py``), and the step from the last state to the
record (``from_state.py``)."""
