"""Set-up: what is agreed (``setup.py``), and what a scenario is (``scenario.py``)."""
