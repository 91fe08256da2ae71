"""The audit log and the boundary of every write.

``operations.operation`` is the boundary: one transaction, the aggregate's row locked, one ``Act`` recorded.
``aggregates`` is the base class of models whose rows are locked that way; ``tables`` notes which tables and
columns each act writes, for the versioned cache.
"""
