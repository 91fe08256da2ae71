"""Is a table worth playing on: ``check`` has the report, ``longest_line``, ``room`` and ``advice`` what it
measures."""
