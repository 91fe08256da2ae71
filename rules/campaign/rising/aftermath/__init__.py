"""The Aftermath of *Rising Names* in six phases (M4-CAMP-16 to -27).

``procedure`` is the list of phases and its replay; ``facts`` what it starts from and what follows; ``state``
what one run holds. A phase has a file: ``barter``, ``advance``, ``doctor``, ``injuries``.
"""
