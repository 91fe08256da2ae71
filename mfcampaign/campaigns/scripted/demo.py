"""The demo leagues, played through the operations: eight players in their third week, six whose Leaders grow
in theirs; and, of other editions, leagues of four in their second.

No row is written by hand: Arsenals are bought, Crews hidden and revealed, games reported and confirmed,
Aftermaths flipped by the workers' own dispatcher. At the end the first player has an Aftermath to continue.
"""

from __future__ import annotations

import datetime as dt
import functools
import json
import secrets
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import make_password
from django.utils import timezone

from mfcampaign.accounts.persons import Person
from mfcampaign.campaigns.models import Aftermath, Campaign, Entry, Game, Week
from mfcampaign.campaigns.opening import operations as opening
from mfcampaign.campaigns.scripted import play
from mfcampaign.campaigns.week import operations as week
from mfcampaign.catalog.operations import packs
from mfcampaign.dispatch import operations as dispatch
from rules.campaign.readings import preset
from rules.campaign.system import systems_for

NAME = "The Northern Rail League"
ORGANISER = "organiser"
PASSWORD = "malifaux"  # noqa: S105  printed for everyone; the command refuses to run in production
OWN_PASSWORDS = "demo-passwords.json"
# Sign-in names; characters of nobody. One player for each of the eight Factions.
PLAYERS = {
    "ashby": "guild",
    "brindle": "arcanists",
    "corvin": "neverborn",
    "dunmore": "outcasts",
    "esker": "bayou",
    "fenwick": "resurrectionists",
    "garrow": "ten-thunders",
    "hollin": "explorers-society",
}
# No source names these costs, so the demo's organiser enters costs of the house, as any would.
PACK = "Explorer's Society, costs of the house"
HOUSE_COSTS = {
    "kiya-manimi": 9,
    "calypso-mk-ii": 9,
    "harata-ngaatoro": 8,
    "tidecaller": 7,
    "dr-beebe": 6,
    "harpooner": 6,
    "machinist": 5,
}
SECOND_NAME = "The Old Quarry League"
SECOND_CREWS = ("Badges and Brass", "The Frozen Line", "Thirteen Candles", "Coin on the Table")
NEWEST_NAME = "The New Meridian League"
RISING_NAME = "The Lantern Street League"
RISING_CREWS = (
    "Nobody's Deputies",
    "The Second Spark",
    "Briar and Bone",
    "The Penny Saints",
    "Still Water",
    "The Late Shift",
)
NEWEST_CREWS = ("The Third Shift", "Steam at Dawn", "The Crooked Garden", "Salt and Silver")
CREWS = (
    "The Quiet Badge",
    "Copper and Frost",
    "Under the Willow",
    "Paid in Advance",
    "Mudlark Company",
    "The Night Orderlies",
    "Ten Paper Lanterns",
    "The Far Survey",
)


def make(*, weeks_lived: int = 2) -> Campaign:
    """The league, ``weeks_lived`` weeks played and the next one under way. Refused when it exists."""
    organiser = _person(ORGANISER)
    players = {name: _person(name) for name in PLAYERS}
    campaign = _open(organiser, players)
    for entry in campaign.entries.select_related("user", "campaign"):
        play.found_arsenal(entry, taste=NAME)
    opening.close_registration(campaign, organiser)
    current = week.start(campaign, organiser)
    for _ in range(weeks_lived):
        play.live_week(current, taste=f"{NAME}/{current.number}")
        current.refresh_from_db()
        week.reach_deadline(current, organiser)
        current = Week.objects.select_related("campaign").get(campaign=campaign, number=current.number + 1)
    _leave_something_to_do(current)
    return campaign


def make_second() -> Campaign:
    """The league by the book."""
    about = "By the book, with figures of the Second Edition; played by the portal itself."
    return _small("by-the-book", SECOND_NAME, SECOND_CREWS, about)


def make_newest() -> Campaign:
    """The league of the edition that is in the shops."""
    about = "With figures of the Fourth Edition; played by the portal itself."
    return _small("fourth-edition", NEWEST_NAME, NEWEST_CREWS, about)


def make_rising() -> Campaign:
    """The league in which Leaders are built: six of the same people in their third week, where an
    advancement is to be chosen at the first table."""
    organiser, begun = _person(ORGANISER), preset("fourth-edition")
    assert begun is not None
    played = next(each for each in systems_for(begun.edition) if each.start.leader_is_built)
    campaign = opening.open_league(
        organiser,
        name=RISING_NAME,
        edition=begun.edition,
        system=played.code,
        starts_on=timezone.localdate() - dt.timedelta(days=15),
        turnover_time=dt.time(19, 0),
        zone="Europe/London",
        weeks_total=6,
        description=f"{played.name}: {played.words.about} Played by the portal itself.",
    )
    _begin(campaign, organiser, RISING_CREWS)
    current = week.start(campaign, organiser)
    for _ in range(2):
        play.live_week(current, taste=f"{RISING_NAME}/{current.number}")
        current.refresh_from_db()
        week.reach_deadline(current, organiser)
        current = Week.objects.select_related("campaign").get(campaign=campaign, number=current.number + 1)
    play.hire_all(current, taste=f"{RISING_NAME}/{current.number}")
    first, *rest = current.games.filter(state=Game.State.SCHEDULED).order_by("table")
    play.play(first, taste=RISING_NAME)
    for row in play.aftermaths(first):
        play.finish_aftermath(row, until="advance")
    for game in rest:
        play.submit_crew(play.sides(game)[0])
    dispatch.drain()
    return campaign


def _begin(campaign: Campaign, organiser: Person, crews: tuple[str, ...]) -> None:
    """So many of the demo's people join and found their Arsenals."""
    token = opening.invite(campaign, organiser)
    for player, crew in zip(PLAYERS, crews, strict=False):
        opening.join(campaign, _person(player), faction=PLAYERS[player], token=token, crew_name=crew)
    for entry in campaign.entries.select_related("user", "campaign"):
        play.found_arsenal(entry, taste=campaign.name)
    opening.close_registration(campaign, organiser)


def _small(begun_by: str, name: str, crews: tuple[str, ...], about: str) -> Campaign:
    """Four of the same people, one week played, hires of the next open."""
    organiser, begun = _person(ORGANISER), preset(begun_by)
    assert begun is not None
    campaign = opening.open_league(
        organiser,
        name=name,
        edition=begun.edition,
        starts_on=timezone.localdate() - dt.timedelta(days=8),
        turnover_time=dt.time(19, 0),
        zone="Europe/London",
        weeks_total=begun.weeks,
        description=about,
        policies=begun.policies,
    )
    _begin(campaign, organiser, crews)
    first = week.start(campaign, organiser)
    play.live_week(first, taste=name)
    first.refresh_from_db()
    week.reach_deadline(first, organiser)
    dispatch.drain()
    return campaign


def _person(name: str) -> Any:
    people = get_user_model().objects
    person = people.filter(username=name).first()
    return person or people.create(username=name, email=f"{name}@example.org", password=_hashed())


@functools.cache
def _hashed() -> str:
    """One hash for all of them: hashing is slow by design."""
    return make_password(PASSWORD)


def _open(organiser: Person, players: dict[str, Any]) -> Campaign:
    """Opened so that its third week runs now by its own calendar."""
    today = timezone.localdate()
    campaign = opening.open_league(
        organiser,
        name=NAME,
        starts_on=today - dt.timedelta(days=15),
        turnover_time=dt.time(19, 0),
        zone="Europe/London",
        weeks_total=6,
        description="A demonstration: every name, game and flip here was played by the portal itself.",
        pack_id=_pack(organiser).pk,
    )
    token = opening.invite(campaign, organiser)
    for (name, faction), crew in zip(PLAYERS.items(), CREWS, strict=True):
        opening.join(campaign, players[name], faction=faction, token=token, crew_name=crew)
    return campaign


def _pack(organiser: Person) -> Any:
    pack = packs.create_pack(organiser, PACK, public=True)
    for slug, cost in HOUSE_COSTS.items():
        packs.set_figures(pack, organiser, slug, {"cost": cost})
    return pack


def _leave_something_to_do(current: Week) -> None:
    """Week three: hires done, one table finished, one in its aftermath, one reported, one Crew missing."""
    play.hire_all(current, taste=f"{NAME}/{current.number}")
    play.contest(current, taste=NAME)
    games = list(current.games.filter(state=Game.State.SCHEDULED).order_by("table"))
    first_player = next(iter(PLAYERS))
    games.sort(key=lambda game: not game.sides.filter(entry__user__username=first_player).exists())
    yours, finished, reported, *rest = games
    play.play(yours, taste=NAME)
    for aftermath in play.aftermaths(yours):
        if aftermath.side.entry.user.username != first_player:
            play.finish_aftermath(aftermath)
    play.play(finished, taste=NAME)
    play.finish(finished)
    for side in play.sides(reported):
        play.submit_crew(side)
    play.report(reported, taste=NAME)
    for game in rest:
        play.submit_crew(play.sides(game)[0])
    dispatch.drain()


def waiting_aftermath() -> Aftermath | None:
    """The aftermath that waits for the demo's first player."""
    return Aftermath.objects.filter(
        side__entry__user__username=next(iter(PLAYERS)), state=Aftermath.State.OPEN
    ).first()


def exists() -> bool:
    return Campaign.objects.filter(name=NAME).exists()


def sign_ins() -> list[tuple[str, str, str]]:
    """Sign-in name, password and what one sees there."""
    who = Entry.objects.filter(campaign__name=NAME).select_related("user").order_by("pk")
    seen = [(ORGANISER, "organises the league")]
    seen += [(entry.user.username, f"plays {entry.crew_name}") for entry in who]
    own = _own_passwords()
    return [(name, own.get(name, PASSWORD), what) for name, what in seen]


def give_own_passwords() -> None:
    """A password of chance for each of the demo's people who has the public one; their sessions end."""
    own = _own_passwords()
    for person in get_user_model().objects.filter(username__in=[ORGANISER, *PLAYERS]):
        if person.check_password(PASSWORD):
            own[person.username] = secrets.token_urlsafe(9)
            person.set_password(own[person.username])
            person.save(update_fields=["password"])
    path = settings.VAR_DIR / OWN_PASSWORDS
    path.touch(mode=0o600)
    path.write_text(json.dumps(own))


def _own_passwords() -> dict[str, str]:
    path = settings.VAR_DIR / OWN_PASSWORDS
    own: dict[str, str] = json.loads(path.read_text()) if path.exists() else {}
    return own
