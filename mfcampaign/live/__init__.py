"""Updates of open pages without a reload (docs/decisions/0028-live-by-frames.md).

Each act leaves one ``Frame`` in its own transaction (``frames``). Open pages fetch frames by polling
(``following``) or receive them as server-sent events from one process beside the web servers (``python -m
mfcampaign.live``). That process tails the database: ``sqlite_tail`` and ``postgres_tail`` wait for commits,
``hub`` keeps the listeners, ``stream`` is the ASGI callable, ``server`` takes over the connections that
workers of the web server hand to it (``handoff``).
"""
