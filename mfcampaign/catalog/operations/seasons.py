"""The only writer of seasons that people bring in; those of the portal's files are written with a release."""

from __future__ import annotations

from django.db import transaction
from django.utils.text import slugify

from mfcampaign.accounts.persons import Person
from mfcampaign.audit.operations import operation
from mfcampaign.catalog.models import Season
from mfcampaign.catalog.operations.releases import write_cards
from mfcampaign.catalog.seasons import written_season
from mfcampaign.web.names import plain
from mfcampaign.web.resilience.quotas import expect_room
from rules.refusal import Refusal

LONGEST_SLUG = 20


def bring_season(owner: Person, edition: str, name: str, strategies: str, schemes: str) -> Season:
    """The season, for everybody; one's own of that name is corrected. ``Refusal`` with everything that is
    wrong with it, and for a name that somebody else's season has."""
    name = plain(name)[:60]
    if not name:
        raise Refusal("A season needs a name.", fix="Write the one that is printed.")
    given = written_season(edition, _slug(name), name, strategies, schemes)
    with transaction.atomic():
        season = Season.objects.filter(edition=edition, name__iexact=name).first()
        if season is not None and season.brought_by_id != owner.pk:
            raise Refusal(f"There is a season called {season.name} already.", fix="Choose it from the list.")
        if season is None:
            held = Season.objects.filter(brought_by=owner).count()
            expect_room("seasons", held, "Correct one of yours.")
            slug = _free(given.slug)
            season = Season.objects.create(slug=slug, name=name, edition=edition, brought_by=owner)
        with operation(season, owner, kind="season.brought") as act:
            write_cards(act.row, given)
            act.say(f"{owner} brought in the season {name}.")
    return season


def _slug(name: str) -> str:
    return slugify(name)[:LONGEST_SLUG].strip("-") or "season"


def _free(slug: str) -> str:
    """That slug, or the next one that no season has."""
    taken = set(Season.objects.filter(slug__startswith=slug[:16]).values_list("slug", flat=True))
    numbered = (f"{slug[:16].rstrip('-')}-{number}" for number in range(2, 100))
    return next(each for each in (slug, *numbered) if each not in taken)
