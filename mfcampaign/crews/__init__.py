"""Saved Crews: built, shared, printed, imported, compared, and handed in where a Crew is asked for.

``operations`` is the only writer, ``queries`` turns rows into ``rules.crews``, ``handing_in`` is the way back
to the page that asked for a Crew, ``statistics`` compares.
"""
