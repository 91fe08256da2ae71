"""A typed client for a portal of Malifaux leagues.

    from malifaux_leagues import Problem, Transport
    from malifaux_leagues.api import Client

    client = Client(Transport("https://leagues.example", token="mfl_…"))
    for league in client.leagues().items:
        print(league.name)

``malifaux_leagues.api`` is generated from the schema: ``python scripts/api_client.py``.
"""

from malifaux_leagues.transport import Problem, Transport

__all__ = ["Problem", "Transport"]
