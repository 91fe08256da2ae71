"""A whole league as one file, and back (docs/league-file.md).

``tables`` says what goes into the file and in which order, ``schema`` which values a line may hold,
``numbers`` how the ids inside stored values are renumbered, ``sealing`` hides what must stay hidden;
``write`` makes the bytes, ``read`` checks them. ``operations`` writes a league out and brings one in.
"""
