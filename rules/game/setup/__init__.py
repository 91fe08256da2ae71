"""Set-up: what is agreed (``setup.py``, ``before.py``), the scenario flips, hiring in the Encounter, and the
lettered steps up to the first Turn (``steps.py``, ``hire_steps.py``)."""
