"""Taking one's data along, and leaving: what goes, what stays under a pseudonym, who must hand over first."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from mfcampaign.accounts import deletion
from mfcampaign.accounts.models import User
from mfcampaign.api import operations as api
from mfcampaign.audit.models import Act
from mfcampaign.campaigns.models import Entry, PlayerFacts, Transfer
from mfcampaign.campaigns.opening import operations as opening
from mfcampaign.campaigns.pairing import plan
from mfcampaign.crews import operations as crews
from mfcampaign.crews.models import Crew
from mfcampaign.events.models import Player
from mfcampaign.events.operations import creation, people
from tests.accounts.mails import posted
from tests.campaigns.conftest import catalogue, figures, league, make_league, person  # noqa: F401  fixtures

pytestmark = pytest.mark.django_db
PASSWORD = "iron-harvest-moon-47"


@pytest.fixture
def player(league: Any) -> User:  # noqa: F811
    """A player of a league under way with a password, an address, a token and a Crew."""
    league.start()
    user = league.campaign.entries.exclude(user=league.organiser).first().user
    user.set_password(PASSWORD)
    user.email, user.display_name = "raven@example.org", "Raven Quill"
    user.save()
    api.make_token(user, name="Bot", scopes=["play"])
    crews.create(user, faction="guild", leader="lady-justice", size=50)
    with opening.operation(league.campaign, league.organiser, kind="league.news") as act:
        act.say("Raven Quill was late; Raven Quills are birds.")
    return user


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_the_file_holds_all_that_names_the_person_and_nothing_that_opens_anything(player: User) -> None:
    answer = signed_in(player).get("/account/my-data.json")
    assert answer.status_code == 200
    assert "attachment" in answer["Content-Disposition"]
    data = json.loads(answer.content)
    assert data["person"]["display_name"] == "Raven Quill"
    assert {"crews.crew.owner", "campaigns.entry.user", "api.token.user", "audit.act.actor"} <= set(
        data["rows"]
    )
    token = player.api_tokens.get()
    crew = Crew.objects.get(owner=player)
    for secret in (token.token_hash, crew.share_token, player.password):
        assert secret not in answer.content.decode()


def test_leaving_asks_for_the_password(player: User) -> None:
    client = signed_in(player)
    assert client.post("/account/leave/", {"confirmation": "wrong"}).status_code == 422
    player.refresh_from_db()
    assert player.is_active
    for _ in range(12):
        answer = client.post("/account/leave/", {"confirmation": "wrong"})
    assert answer.status_code != 422, "guessing was not slowed down"


def test_what_is_ones_own_goes_and_what_the_league_needs_stays(
    player: User, django_capture_on_commit_callbacks: Any
) -> None:
    entry = Entry.objects.get(user=player)
    plan.describe(entry, player, club="Quill Club", company="the blue van", place="Rookery Lane")
    transfers = Transfer.objects.count()
    client = signed_in(player)
    elsewhere = signed_in(player)
    with django_capture_on_commit_callbacks(execute=True):
        assert client.post("/account/leave/", {"confirmation": PASSWORD}).status_code == 302
    assert "Your account is deleted" in posted()[-1].subject
    assert elsewhere.get("/account/profile/").status_code == 302
    entry.refresh_from_db()
    assert (entry.state, str(entry.user)) == (Entry.State.RETIRED, f"Former player {player.pk}")
    assert Transfer.objects.count() == transfers
    assert not PlayerFacts.objects.filter(entry=entry).exists(), "where they live"
    assert not Crew.objects.filter(owner=player).exists()
    assert not player.api_tokens.exists()
    player.refresh_from_db()
    assert (player.email, player.is_active, player.has_usable_password()) == ("", False, False)
    sentences = " ".join(Act.objects.values_list("sentence", flat=True))
    assert "Raven Quills are birds" in sentences
    assert "Raven Quill " not in sentences
    assert Act.objects.filter(actor=player).exists(), "acts keep their number"
    organiser = signed_in(entry.campaign.organisers.first().user)
    for page in ("", "diary/", "standings/"):
        shown = organiser.get(f"/leagues/{entry.campaign.slug}/{page}").content.decode()
        assert "Raven Quill " not in shown, page
    newcomer = User.objects.create_user("newcomer")
    signed_in(newcomer).post("/account/profile/", {"display_name": "Raven Quill", "timezone": ""})
    newcomer.refresh_from_db()
    assert newcomer.display_name == "Raven Quill", "the name is free again"


def test_a_sole_organiser_hands_over_first(player: User, league: Any) -> None:  # noqa: F811
    organiser = league.organiser
    organiser.set_password(PASSWORD)
    organiser.save()
    client = signed_in(organiser)
    page = client.get("/account/leave/").content.decode()
    assert f"You alone organise {league.campaign.name}" in page
    client.post("/account/leave/", {"confirmation": PASSWORD})
    organiser.refresh_from_db()
    assert organiser.is_active
    opening.add_organiser(league.campaign, organiser, player)
    client.post("/account/leave/", {"confirmation": PASSWORD})
    organiser.refresh_from_db()
    assert not organiser.is_active
    assert deletion.hindrances(player) == [f"You alone organise {league.campaign.name}."]


def test_an_event_goes_on_without_them(player: User, league: Any) -> None:  # noqa: F811
    starts = timezone.now() + timedelta(days=3)
    event = creation.create_event(league.organiser, name="Saturday", starts_at=starts, format="swiss")
    event.phase = "registration"
    event.save(update_fields=["phase"])
    number = people.sign_up(event, player, name=str(player), user=player).number
    deletion.leave(player)
    left = Player.objects.get(event=event, number=number)
    assert (left.state, left.name) == (Player.State.OUT, f"Former player {player.pk}")


def test_a_guest_confirms_by_name(league: Any) -> None:  # noqa: F811
    guest = person("robin")
    guest.is_guest = True
    guest.set_unusable_password()
    guest.save()
    signed_in(guest).post("/account/leave/", {"confirmation": "no"})
    guest.refresh_from_db()
    assert guest.is_active
    signed_in(guest).post("/account/leave/", {"confirmation": str(guest)})
    guest.refresh_from_db()
    assert not guest.is_active
