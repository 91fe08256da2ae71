"""The catalogues of the portal's own data files, and legal Crews grown from them by chance."""

from __future__ import annotations

import json
from functools import lru_cache
from random import Random

from mfcampaign.catalog.build.datafiles import folder_of
from mfcampaign.catalog.cards import card_from, profile_of, upgrade_from, upgrade_profile_of
from rules.crews.catalogue import Catalogue, Profile
from rules.crews.crewlist import CrewList
from rules.crews.hiring import check_crew, hiring_of


@lru_cache(maxsize=4)
def catalogue(edition: str) -> Catalogue:
    """All figures of the edition that new Crews are hired from."""
    folder = folder_of(edition)
    cards = [card_from(row, edition) for row in json.loads((folder / "models.json").read_text("utf-8"))]
    upgrades = [
        upgrade_from(row, edition) for row in json.loads((folder / "upgrades.json").read_text("utf-8"))
    ]
    return Catalogue(
        [profile_of(card) for card in cards if not card.form_of],
        map(upgrade_profile_of, upgrades),
        edition=edition,
    )


def legal_crew(edition: str, chance: Random) -> CrewList:
    """A legal Crew of any Faction, Leader and size; often several copies of a model, some with Upgrades."""
    figures = catalogue(edition)
    hiring = hiring_of(figures)
    policies = hiring.policies()
    while True:
        faction = chance.choice(list(hiring.factions))
        leaders = [profile for profile in figures.profiles() if hiring.leads(profile, faction)]
        crew = CrewList(faction, chance.choice(leaders).slug, chance.choice([25, 35, 50, 50, 60]))
        for _ in range(chance.randint(2, 9)):
            legal = [each for each in hiring.candidates(crew, figures, policies) if each.legal]
            if not legal:
                break
            own = [each for each in legal if each.profile.limit > 1] if chance.random() < 0.5 else []
            crew = _with(crew, chance.choice(own or legal).profile, figures, chance)
        if check_crew(crew, figures).legal:
            return crew


def _with(crew: CrewList, profile: Profile, figures: Catalogue, chance: Random) -> CrewList:
    hiring = hiring_of(figures)
    for _ in range(chance.choice([1, 1, min(2, profile.limit), min(3, profile.limit)])):
        more = crew.add(profile.slug)
        index = len(more.members) - 1
        if chance.random() < 0.4:
            cards = [
                card
                for card in hiring.upgrade_candidates(more, figures, index, hiring.policies())
                if card.legal
            ]
            if cards:
                more = more.with_upgrades(index, (chance.choice(cards).upgrade.slug,))
        if not check_crew(more, figures).legal:
            break
        crew = more
    return crew
