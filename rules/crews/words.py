"""What a card's text may name of a model."""

from __future__ import annotations

from collections.abc import Collection, Mapping

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


def words_of(profile: Profile) -> frozenset[str]:
    """What a restriction may name: the model's names, Keywords, Characteristics, station; lower case."""
    words = (profile.name, profile.full_name, profile.station, *profile.keywords, *profile.characteristics)
    return frozenset(word.casefold() for word in words if word)


def meets(restriction: str, words: Collection[str]) -> bool:
    """Whether a model of those words matches one restriction; "living or undead" is matched by either
    (M3E-HIRE-21).

    >>> meets("living or undead", frozenset({"undead"})), meets("living", frozenset({"undead"}))
    (True, False)
    """
    return any(word in words for word in restriction.casefold().split(" or "))
