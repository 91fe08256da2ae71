"""What the Third Edition's cards print."""

from __future__ import annotations

from rules.crews.printed import Cards

CARDS = Cards(
    slug="m3e",
    name="Third Edition",
    stats=("df", "wp", "mv", "sz"),
    own=frozenset({"keywords", "versatile"}),
    scripted=True,
    played=True,
    sources="Cost, statistics and actions are those of the last public beta before print (March 2019); "
    "no second source confirms them.",
)
