"""The run of an Encounter: ``encounter.py`` the outermost loop, ``begin.py`` set-up C to K, ``deploy.py``
step J, ``start.py``, ``activation.py``, ``end.py`` the three Phases of a Turn with their lettered steps."""
