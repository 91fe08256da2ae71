"""Availability under load and attack.

``worker`` reads requests, ``cost`` and ``rate_limit`` limit them, ``quotas`` limits what a person stores,
``shared_cache`` counts over all processes, ``failures`` answers when something fails, ``health``,
``metrics``, ``logs`` and ``traces`` are for operators.
"""
