"""A whole league as one file: export and import (docs/league-file.md).

``tables`` lists the rows of a file in their order, ``schema`` the values that a line may hold,
``renumbering`` renumbers ids inside stored values, ``sealing`` encrypts hidden content; ``write`` makes the
bytes, ``read`` checks them. ``operations`` exports and imports.
"""
