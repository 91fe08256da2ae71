"""Live: what changed reaches open pages without a reload.

Each act leaves one ``Frame`` in its own transaction (``frames``). Open pages read frames by polling
(``following``) or hear them from one process beside the web servers (``python -m mfcampaign.live``), which
tails the database: ``sqlite_tail`` and ``postgres_tail`` wait for commits, ``hub`` knows who listens,
``stream`` is the ASGI callable, ``server`` takes over the connections that workers of the web server hand to
it (``handing``; decision 28).
"""
