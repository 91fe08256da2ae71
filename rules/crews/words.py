"""What a card's text may name of a model."""

from __future__ import annotations

from collections.abc import Mapping

from rules.crews.catalogue import Profile


def card_words(profile: Profile, factions: Mapping[str, str]) -> frozenset[str]:
    """Its names, Keywords, characteristics, abilities, station and Factions, those by the names of
    ``factions``; lower case."""
    words = (
        profile.name,
        profile.full_name,
        profile.station,
        *profile.keywords,
        *profile.characteristics,
        *profile.abilities,
        *(factions.get(faction, faction) for faction in profile.factions),
    )
    return frozenset(word.casefold() for word in words if word)
