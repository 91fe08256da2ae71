"""A league that was cancelled does nothing more: whatever is sent to an address of it is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from mfcampaign.audit.models import Act
from mfcampaign.campaigns.game import additional
from mfcampaign.campaigns.models import Availability, GameProposal
from mfcampaign.campaigns.opening import operations
from mfcampaign.campaigns.pairing import plan
from mfcampaign.campaigns.scripted import play
from rules.refusal import Refusal
from tests.campaigns.conftest import League

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_process")]


def story(league: League) -> None:
    """Table 1 is reported by its first player, table 2 has its Crews, table 3 nothing."""
    reported, playing, _ = league.games()
    for game in (reported, playing):
        for side in play.sides(game):
            play.submit_crew(side)
    play.report(reported)


@pytest.fixture(scope="module")
def under_way(lived: Any) -> Callable[[], League]:
    return lived(story, players=6, name="Called off")


@pytest.fixture
def league(under_way: Callable[[], League], db: None) -> League:
    return under_way()


CANCELLED = "This league was cancelled"
PAGES = [
    ("crew", 3, 0),
    ("play", 2, 0),
    ("report", 2, 0),
    ("object", 1, 1),
    ("additional", 0, 0),
    ("evenings", 0, 0),
]
# Address, table (0: none of a table), seat, what is sent.
SENT: list[tuple[str, int, int, dict[str, str]]] = [
    ("act:propose_size", 3, 0, {"size": "20"}),
    ("crew", 3, 0, {}),
    ("crew", 3, 0, {"do": "all"}),
    ("crew", 3, 0, {"do": "hand-in"}),
    ("act:take_back_crew", 3, 0, {}),
    ("play", 2, 0, {"mode": "record"}),
    ("play", 2, 0, {"mode": "play"}),
    ("play_report", 2, 0, {}),
    ("report", 2, 0, {}),
    ("act:confirm_report", 1, 1, {"number": "1"}),
    ("act:withdraw_report", 1, 0, {}),
    ("act:object_to_report", 1, 1, {"number": "1", "reason": "That was another score."}),
    ("act:offer_game", 0, 0, {"set_up": "reuse", "opponent": "other"}),
    ("act:accept_game", 0, 1, {"offer": "offer"}),
    ("act:decline_game", 0, 1, {"offer": "offer"}),
    ("act:withdraw_game", 0, 0, {"offer": "offer"}),
    ("act:set_availability", 0, 0, {"week": "2", "away": "on"}),
    ("act:name_stand_in", 0, 0, {"week": "2", "username": "player"}),
    ("act:end_stand_in", 0, 0, {"week": "2"}),
    ("act:change_pairing_facts", 0, 0, {"club": "Tower"}),
]


@pytest.mark.parametrize(("name", "table", "seat", "sent"), SENT)
def test_what_is_sent_to_a_cancelled_league_is_refused(league, name, table, seat, sent):
    sides = play.sides(league.games()[table - 1 if table else 0])
    own, other = sides[seat].entry, sides[1 - seat].entry
    offer = additional.propose(sides[0].entry, sides[0].entry.user, sides[1].entry, "reuse")
    Availability.objects.create(entry=own, week=2, stand_in=league.organiser)
    operations.cancel(league.campaign, league.organiser, "Too few came.")
    there = {"other": str(other.pk), "offer": str(offer.pk), "player": league.organiser.username}
    at = [league.campaign.slug, 1, table] if table else [league.campaign.slug]
    acts = Act.objects.count()
    client = Client()
    client.force_login(own.user)
    answer = client.post(
        reverse(name if ":" in name else f"campaigns:{name}", args=at),
        {key: there.get(value, value) for key, value in sent.items()},
    )
    page = answer.content.decode()
    assert Act.objects.count() == acts
    assert answer.status_code == 409
    assert ("There is no result to report yet" if name == "play_report" else CANCELLED) in page
    offer.refresh_from_db()
    assert offer.state == GameProposal.State.OPEN


@pytest.mark.parametrize(("name", "table", "seat"), PAGES)
def test_its_pages_say_so_instead_of_showing_a_form(league, name, table, seat):
    side = play.sides(league.games()[table - 1 if table else 0])[seat]
    at = [league.campaign.slug, 1, table] if table else [league.campaign.slug]
    client = Client()
    client.force_login(side.entry.user)
    address = reverse(f"campaigns:{name}", args=at)
    assert client.get(address).status_code == 200
    operations.cancel(league.campaign, league.organiser, "Too few came.")
    answer = client.get(address)
    assert answer.status_code == 409
    assert CANCELLED in answer.content.decode()


def test_operations_refuse_too(league):
    entry, other = league.entry(0), league.entry(1)
    offer = additional.propose(entry, entry.user, other, "reuse")
    operations.cancel(league.campaign, league.organiser, "Too few came.")
    for act in (
        lambda: additional.decline(offer, other.user),
        lambda: additional.withdraw(offer, entry.user),
        lambda: plan.say_when(entry, entry.user, 2, away=True, evenings=()),
        lambda: plan.describe(entry, entry.user, club="Tower", company="", place=""),
    ):
        with pytest.raises(Refusal, match="cancelled"):
            act()
