"""What keeps the portal awake: ``worker`` reads requests, ``cost`` and ``rate_limit`` bound what is asked,
``shared_cache`` counts for all processes, ``failures`` answers where something fails, ``health`` tells."""
