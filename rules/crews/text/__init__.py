"""A Crew as text, to paste into a message and to read back.

``names`` which text names which card; ``lines`` what a line of a text is; ``reading`` the Crew in a text,
with what became of each line; ``totals`` what a text says was spent; ``kinds`` what a text is that is no
Crew; ``writing`` the two layouts that the portal writes. Which layouts are read and where each was found:
docs/crew-texts.md.
"""
