"""The audit log and the boundary of every write.

``operations.operation`` is the boundary: one transaction, the aggregate's row locked, one ``Act`` recorded.
``aggregates`` is the base class of models whose rows are locked that way and count their acts.
"""
