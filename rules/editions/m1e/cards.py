"""What the First Edition's cards print."""

from __future__ import annotations

from rules.crews.catalogue import HENCHMAN, MASTER, MINION
from rules.crews.printed import Cards

CARDS = Cards(
    slug="m1e",
    name="First Edition",
    stats=("mv", "cg", "sz", "wp", "ca", "df"),
    own=frozenset({"cg", "cache", "ca"}),
    labels={"mv": "Wk", "sz": "Ht", "health": "Wd", "limit": "Rare"},
    stations=(MASTER, HENCHMAN, MINION),
    costless=(MASTER,),  # M1-CARD-10
    rare=True,
    upgrades=False,
    played=True,
    linked_totems=True,
    lists=("talents", "weapons", "spells", "triggers"),
    lists_title="Talents, weapons, spells and Triggers",
    sources="No free catalogue of the First Edition exists: every figure is the portal’s own, made so "
    "that the rules can be practised. Printed models are entered in a pack.",
)
