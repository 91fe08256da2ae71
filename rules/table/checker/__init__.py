"""Checks whether a table is worth playing on: ``check`` makes the report; ``longest_line``, ``room`` and
``advice`` measure."""
