"""What keeps the portal answering under load and attack.

``worker`` reads requests, ``cost`` and ``rate_limit`` bound what is asked,
``shared_cache`` counts for all processes, ``failures`` answers where something fails, ``health`` tells.
"""
