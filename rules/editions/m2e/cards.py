"""What the Second Edition's cards print."""

from __future__ import annotations

from rules.crews.catalogue import MASTER, PEON, STATIONS
from rules.crews.printed import Cards

CARDS = Cards(
    slug="m2e",
    name="Second Edition",
    stats=("df", "wp", "mv", "cg", "sz"),
    own=frozenset({"cg", "cache"}),
    labels={"mv": "Wk", "sz": "Ht", "health": "Wd", "limit": "Rare"},
    stations=(*STATIONS, PEON),
    costless=(MASTER,),  # M2-HIRE-11
    rare=True,
    sources="Figures of waves 1 to 4; Broken Promises and later errata are not in them.",
)
