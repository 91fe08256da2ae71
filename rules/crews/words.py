"""What a card's text may name of a model."""

from __future__ import annotations

from rules.crews.catalogue import Profile, faction_name


def card_words(profile: Profile) -> frozenset[str]:
    """Its names, Keywords, characteristics, abilities, Factions and station; lower case."""
    words = (
        profile.name,
        profile.full_name,
        profile.station,
        *profile.keywords,
        *profile.characteristics,
        *profile.abilities,
        *(faction_name(faction) for faction in profile.factions),
    )
    return frozenset(word.casefold() for word in words if word)
