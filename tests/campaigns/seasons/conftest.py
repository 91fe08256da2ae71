"""A tiny catalogue of real figures, and people, for all seasons of a run."""

from __future__ import annotations

import datetime as dt
import gc
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import time_machine
from django.core.management import call_command

from mfcampaign.campaigns.league import news
from mfcampaign.campaigns.models import Campaign, Week
from mfcampaign.campaigns.opening import operations
from mfcampaign.campaigns.scripted import play
from mfcampaign.campaigns.week import fate
from mfcampaign.catalog import release_cards
from mfcampaign.catalog.models import Release, StatCard, UpgradeCard
from rules.fate.league import commitment
from tests.campaigns.conftest import person
from tests.campaigns.seasons.beginning import FACTIONS, MONDAY, opened
from tests.campaigns.seasons.machine import FourthSeason, RisingSeason, Season, SecondSeason
from tests.campaigns.seasons.plan import sizes

# A Henchman without a cost, Mercenaries, Peons, a Master's Totem, one who hires Hounds of another Faction.
OF_THE_SECOND = (
    "viktoria-of-blood",
    "ronin",
    "freikorpsman",
    "student-of-conflict",
    "marcus",
    "jackalope",
    "nix",
    "guild-hound",
)
VIKTORIA = "viktoria-chambers-ashes-and-blood"
UPGRADES_OF_THE_SECOND = (
    "hollow",
    "desolate-soul",
    "blade-and-claw",
    "arcane-reservoir",
    "a-debt-to-the-guild",
)


@pytest.fixture(scope="module")
def tiny_figures(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """Of each Faction two Henchmen, a Master and a handful to hire: a hire looks at all there is."""
    with django_db_blocker.unblock():
        call_command("load_catalogue", verbosity=0)
        _cut_down()
        _forget()
        people = tuple(person(f"person-{number}") for number in range(15))
        Season.people = people
        Season.built = {}
    gc.freeze()  # what all seasons read is not looked through in each of them
    yield
    gc.unfreeze()
    with django_db_blocker.unblock():
        call_command("flush", verbosity=0, interactive=False)
    _forget()


def _cut_down() -> None:
    """Of each edition the cheapest that its Factions hire, and what only the Second prints."""
    kept: set[int] = set()
    attached: set[int] = set()
    for edition, factions in FACTIONS.items():
        current = Release.objects.get(edition=edition, is_current=True)
        for faction in factions:
            cards = current.cards.filter(factions__slug=faction)
            for station, count in (("Henchman", 2), ("Enforcer", 3), ("Minion", 4)):
                kept |= _some(cards.filter(station=station, cost__gt=0).order_by("cost", "slug"), count)
            masters = cards.filter(station="Master")
            kept |= _some(masters, 1)
        attached |= _some(current.upgrades.filter(special=[]).order_by("slug"), 6)
    kept |= _of_the_fourth()
    second = Release.objects.get(edition="m2e", is_current=True)
    kept |= _some(second.cards.filter(slug__in=OF_THE_SECOND), len(OF_THE_SECOND))
    attached |= _some(second.upgrades.filter(slug__in=UPGRADES_OF_THE_SECOND), len(UPGRADES_OF_THE_SECOND))
    StatCard.objects.exclude(pk__in=kept).delete()
    UpgradeCard.objects.exclude(pk__in=attached).delete()


def _of_the_fourth() -> set[int]:
    """Of each Faction two who are Henchmen by characteristic, with some of their Keyword and without a
    station, a Peon, a Master with its Totem, and one who leads as two models."""
    current, kept = Release.objects.get(edition="m4e", is_current=True), set[int]()
    for faction in FACTIONS["m4e"]:
        cards = current.cards.filter(factions__slug=faction)
        hired = list(cards.filter(cost__gt=0).order_by("cost", "slug").prefetch_related("keywords"))
        leaders = [row for row in hired if "Henchman" in row.characteristics][:2]
        words = {word.pk for row in leaders for word in row.keywords.all()}
        theirs = [row for row in hired if words & {word.pk for word in row.keywords.all()}]
        kept |= {row.pk for row in (*leaders, *theirs[:6])}
        kept |= _some(cards.filter(station="Peon").order_by("slug"), 1)
        kept |= _some(cards.filter(versatile=True, cost__gt=0).order_by("cost", "slug"), 2)
        master = VIKTORIA if faction == "outcasts" else cards.filter(station="Master").earliest("slug").slug
        brought = cards.get(slug=master).hiring["brings"]
        kept |= _some(cards.filter(slug__in=(master, *brought)), 9)
    return kept


def _some(rows: Any, count: int) -> set[int]:
    return set(rows.values_list("pk", flat=True)[:count])


def _league(people: tuple[Any, ...], edition: str, players: int, system: str) -> int:
    """A league whose Arsenals are founded, put away: a season takes it up and is rolled back."""
    organiser, *members = people
    with time_machine.travel(MONDAY - dt.timedelta(days=3), tick=False):
        campaign, token = opened(organiser, edition, {}, 4, system)
        for number, user in enumerate(members[:players]):
            entry = operations.join(campaign, user, faction=FACTIONS[edition][number % 3], token=token)
            play.found_arsenal(entry, taste=str(number))
        operations.close_registration(campaign, organiser)
    Campaign.objects.filter(pk=campaign.pk).update(state=Campaign.State.CANCELLED)
    return campaign.pk


def _forget() -> None:
    """What was read of the catalogue before it was cut down."""
    release_cards.forget()


def _built(machine: type[Season], blocker: Any) -> type[Season]:
    """The machine, its leagues of each size begun."""
    edition, system = machine.edition, machine.system
    with blocker.unblock():
        Season.built |= {
            (edition, system, players): _league(Season.people, edition, players, system)
            for players in sorted({*sizes(system)})
        }
    return machine


@pytest.fixture(scope="module")
def third_built(tiny_figures: None, django_db_blocker: Any) -> type[Season]:
    return _built(Season, django_db_blocker)


@pytest.fixture(scope="module")
def second_built(tiny_figures: None, django_db_blocker: Any) -> type[Season]:
    return _built(SecondSeason, django_db_blocker)


@pytest.fixture(scope="module")
def fourth_built(tiny_figures: None, django_db_blocker: Any) -> type[Season]:
    return _built(FourthSeason, django_db_blocker)


@pytest.fixture(scope="module")
def rising_built(tiny_figures: None, django_db_blocker: Any) -> type[Season]:
    return _built(RisingSeason, django_db_blocker)


@pytest.fixture
def sealed_fate(
    tiny_figures: None,
    db: None,
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
    count_from_afar: Callable[[], None],
) -> None:
    """The fate of all machines is sealed, but the same each time it is played."""
    assert Release.objects.exists()
    count_from_afar()
    settings.DISPATCH_IN_PROCESS = True

    def sealed() -> tuple[bytes, str]:
        seed = (Week.objects.count() + 1).to_bytes(32, "big")
        return seed, commitment(seed)

    monkeypatch.setattr(fate, "new_secret", sealed)
    moved, to_come = news.has_moved, news.deadlines_to_come
    monkeypatch.setattr(news, "has_moved", lambda league: Season.listened and moved(league))
    monkeypatch.setattr(
        news, "deadlines_to_come", lambda league, now: to_come(league, now) if Season.listened else []
    )


@pytest.fixture
def seasons(third_built: type[Season], sealed_fate: None) -> type[Season]:
    """The machine with leagues of the Third Edition."""
    return third_built


@pytest.fixture
def second(second_built: type[Season], sealed_fate: None) -> type[Season]:
    """The machine with leagues of the Second Edition."""
    return second_built


@pytest.fixture
def fourth(fourth_built: type[Season], sealed_fate: None) -> type[Season]:
    """The machine with leagues of the Fourth Edition."""
    return fourth_built


@pytest.fixture
def rising(rising_built: type[Season], sealed_fate: None) -> type[Season]:
    """The machine with leagues in which Leaders are built."""
    return rising_built
