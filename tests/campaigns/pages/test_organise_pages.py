"""Organiser actions: what each says it will do, what it does, and that nobody else can carry it out."""

from __future__ import annotations

import datetime as dt
import html
import re

import pytest
from django.contrib.auth import get_user_model
from django.contrib.messages import get_messages
from django.urls import reverse
from django.utils import timezone

from mfcampaign.campaigns.game import results
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import Campaign, Entry, Game, Week
from mfcampaign.campaigns.opening import operations as opening
from mfcampaign.campaigns.organiser.views import ORGANISER_ACTIONS
from mfcampaign.campaigns.scripted import play
from mfcampaign.dispatch.models import Command, Outbox
from rules.refusal import Refusal
from tests.campaigns.conftest import person


@pytest.fixture
def carry_out(world, browse):
    client = browse(world.organiser)

    def carry_out(campaign, action, **data):
        back = reverse("campaigns:organise", args=[campaign.slug])
        page = reverse("campaigns:organiser_action", args=[campaign.slug, action])
        return client.post(
            page if action in ORGANISER_ACTIONS else reverse(f"act:{action}", args=[campaign.slug]),
            data,
            headers={"referer": f"http://testserver{back}"},
        )

    return carry_out


def told(answer):
    """The messages that an answer leaves on the page, as text."""
    return [
        html.unescape(re.sub("<.*?>", "", str(each))).strip() for each in get_messages(answer.wsgi_request)
    ]


def _console(browse, world, campaign):
    return browse(world.organiser).get(reverse("campaigns:organise", args=[campaign.slug])).content.decode()


@pytest.mark.parametrize("action", sorted(ORGANISER_ACTIONS))
def test_nobody_else_carries_out_an_action(world, browse, action):
    url = reverse("campaigns:organiser_action", args=[world.running.slug, action])
    for user in (None, world.stranger, world.players[0]):
        assert browse(user).post(url).status_code == 404
    assert browse(world.organiser).get(url).status_code == 405


def test_there_is_no_other_action(world, browse):
    url = reverse("campaigns:organiser_action", args=[world.running.slug, "no-such-action"])
    assert browse(world.organiser).post(url).status_code == 404


def test_an_invitation_is_shown_once_with_its_picture_and_lets_one_in(world, browse, carry_out):
    answer = carry_out(world.open, "invite")
    page = answer.content.decode()
    url = re.search(r'value="(http://testserver/leagues/join/[^"]+)"', page)[1]
    assert "no-store" in answer["Cache-Control"]
    assert "<svg" in page.split('class="qr"')[1]
    assert 'style="' not in page.split("<main")[1].split("</main")[0]
    assert browse(world.stranger).get(url).status_code == 200
    assert url not in _console(browse, world, world.open)
    page = _console(browse, world, world.open)
    assert "Who has joined stays in the league." in page
    assert re.search(r"Revoke \d+ links?</button>", page)
    assert carry_out(world.open, "revoke_invitations").status_code == 303
    assert browse(world.stranger).get(url).status_code == 404


def test_a_guest_gets_an_entry_and_a_private_link(world, browse, carry_out):
    answer = carry_out(
        world.open, "guest", **{"guest-name": "Rosa", "guest-faction": "outcasts", "guest-crew_name": ""}
    )
    url = re.search(r'value="(http://testserver/account/guest/[^"]+)"', answer.content.decode())[1]
    guest = get_user_model().objects.get(display_name="Rosa")
    assert Entry.objects.get(user=guest).campaign == world.open
    client = browse()
    client.post(url)
    assert (
        "Who leads?"
        in client.get(reverse("campaigns:arsenal_start", args=[world.open.slug])).content.decode()
    )
    again = carry_out(world.open, "guest-link", entry=Entry.objects.get(user=guest).pk).content.decode()
    assert url not in again
    diary = client.get(reverse("campaigns:diary", args=[world.open.slug])).content.decode()
    assert "made a new sign-in link for Rosa" in diary, "whoever holds it plays in her name"
    assert browse().get(url).status_code == 404, "a new link ends the old one"


def test_a_guest_who_cannot_enter_is_not_made_either(world, carry_out):
    people = get_user_model().objects.count()
    wrong = {"guest-name": "\u200bevil", "guest-faction": "guild"}
    assert carry_out(world.open, "guest", **wrong).status_code == 422
    Campaign.objects.filter(pk=world.running.pk).update(weeks_total=1)
    late = carry_out(world.running, "guest", **{"guest-name": "Rosa", "guest-faction": "guild"})
    assert late.status_code == 303, "the last week takes nobody any more"
    assert get_user_model().objects.count() == people


def test_a_private_link_is_for_guests_alone(world, carry_out):
    assert carry_out(world.open, "guest-link", entry=world.open.entries.get().pk).status_code == 303


def test_organisers_come_and_go_but_one_stays(world, browse, carry_out):
    friend = person("friend")
    assert told(carry_out(world.open, "add_organiser", username="nobody")) == [
        "Nobody signs in with that name."
    ]
    carry_out(world.open, "add_organiser", username="friend")
    assert world.open.organisers.filter(user=friend).exists()
    assert _console(browse, world, world.open).count("Remove<span") == 2
    carry_out(world.open, "remove_organiser", username=friend.username)
    carry_out(world.open, "remove_organiser", username=world.organiser.username)
    for name in ("nobody", "9" * 5000, "²"):
        assert carry_out(world.open, "remove_organiser", username=name).status_code == 404
    assert [o.user for o in world.open.organisers.all()] == [world.organiser]


def test_the_start_says_who_plays_and_starts(world, browse, carry_out):
    opening.join(world.open, world.stranger, faction="bayou", token=world.token)
    opening.join(world.open, world.players[0], faction="guild", token=world.token)
    page = _console(browse, world, world.open)
    assert "nobody is ready" in page
    carry_out(world.open, "start_campaign")
    world.open.refresh_from_db()
    assert world.open.state == Campaign.State.REGISTRATION, "nobody is ready yet"
    for user in (world.stranger, world.players[0]):
        play.found_arsenal(
            Entry.objects.select_related("campaign", "user").get(campaign=world.open, user=user)
        )
    assert "Without a finished Arsenal, not playing: berta" in _console(browse, world, world.open)
    carry_out(world.open, "close_registration")
    carry_out(world.open, "start_campaign")
    world.open.refresh_from_db()
    assert world.open.state == Campaign.State.RUNNING
    assert world.open.weeks.get().games.count() == 1


def test_closing_the_hires_says_who_owes_what_and_pairs(world, browse, carry_out):
    page = _console(browse, world, world.running)
    owing = page.count("owes a hire, plays on and is shown to you here")
    assert owing + page.count("still open, owes nothing") == 3
    assert owing
    carry_out(world.running, "close_hires", reason="Agreed.")
    second = world.week(2)
    assert second.state == Week.State.GAMES_OPEN
    page = _console(browse, world, world.running)
    assert page.count("At least one model is hired each week.") == owing
    assert "Table 1 (Crews due): ends unplayed; both are paid half a bye." in page
    carry_out(world.running, "games_due", reason="Agreed.")
    assert world.week(2).state == Week.State.CLOSED
    assert world.week(3).state == Week.State.NEW_HIRES


def test_a_deadline_moves_by_the_clock_of_the_league_once_it_was_looked_at(world, browse, carry_out):
    when = timezone.now() + dt.timedelta(days=4)
    data = {"deadline-due": "hires-2", "deadline-until": when.strftime("%Y-%m-%dT18:30")}
    assert carry_out(world.running, "deadline", **data | {"deadline-until": "soon"}).status_code == 422
    assert carry_out(world.running, "deadline", **data | {"deadline-due": "hires-1"}).status_code == 422
    past = carry_out(world.running, "deadline", **data | {"deadline-until": "2020-01-01T10:00"})
    assert "A deadline is in the future" in past.content.decode()
    before = world.week(2).hires_close_at
    page = carry_out(world.running, "deadline", **data).content.decode()
    assert "Week 2: the hires close" in page
    assert "Every later deadline keeps its day and hour." in page
    assert world.week(2).hires_close_at == before, "looking moves nothing"
    sent = dict(re.findall(r'name="(request|seen|key)" value="([^"]*)"', page))
    sent = {name: html.unescape(value) for name, value in sent.items()}
    act = sent | {"do": "act", "reason": "Half of us have the flu"}
    browse(world.organiser).post(reverse("campaigns:ruling_preview", args=[world.running.slug]), act)
    moved = world.week(2).hires_close_at
    assert moved.astimezone(dt.UTC).hour in (16, 17), "18:30 in Madrid"
    ruling = browse(world.players[0]).get(reverse("campaigns:rulings", args=[world.running.slug]))
    assert "Half of us have the flu" in ruling.content.decode()


def test_a_deadline_in_an_hour_that_the_clocks_skip_says_what_it_took(world, carry_out):
    """As events do (tests/events/test_pages.py): Madrid's clocks go from 02:00 to 03:00."""
    for wall, note, instant in (
        ("2027-03-28T02:30", "Europe/Madrid skip 02:30 on 28 March 2027: 03:00 is taken", "01:00"),
        (
            "2027-10-31T02:30",
            "Europe/Madrid show 02:30 twice on 31 October 2027: the first is taken",
            "00:30",
        ),
    ):
        page = carry_out(world.running, "deadline", **{"deadline-due": "all-hires-2", "deadline-until": wall})
        assert note in page.content.decode()
        asked = html.unescape(re.search(r'name="request" value="([^"]*)"', page.content.decode())[1])
        assert f"{wall[:10]}T{instant}:00+00:00" in asked


def test_retiring_and_cancelling(world, browse, carry_out):
    entry = world.entry(2)
    assert carry_out(world.running, "retire", entry=world.open.entries.get().pk).status_code == 303
    look = carry_out(world.running, "retire", entry=entry.pk).content.decode()
    entry.refresh_from_db()
    assert entry.state != Entry.State.RETIRED, "looking changes nothing"
    sent = dict(re.findall(r'name="(request|seen|key)" value="([^"]*)"', look))
    sent = {name: html.unescape(value) for name, value in sent.items()}
    act = sent | {"do": "act", "reason": "Moved to another town"}
    browse(world.organiser).post(reverse("campaigns:ruling_preview", args=[world.running.slug]), act)
    entry.refresh_from_db()
    assert entry.state == Entry.State.RETIRED
    assert world.open.entries.get().state == Entry.State.BUILDING, "of another league"
    assert told(carry_out(world.running, "cancel_league", reason="")) == ["“Reason” is missing. Fill it in."]
    carry_out(world.running, "cancel_league", reason="The shop burned down")
    home = browse().get(reverse("campaigns:league", args=[world.running.slug])).content.decode()
    assert "The shop burned down" in home
    # as the action says: nothing is hired, played or closed any more
    hires = reverse("campaigns:hires", args=[world.running.slug])
    assert "No window opens any more" in browse(world.players[0]).get(hires).content.decode()
    scrip, state = balances.balance(world.entry(0)), world.week(2).state
    hire = reverse("act:hire_model", args=[world.running.slug])
    here = {"referer": f"http://testserver{hires}"}
    (refusal,) = told(browse(world.players[0]).post(hire, {"slug": "guild-hound", "key": "k"}, headers=here))
    assert "Nothing can be hired now" in refusal
    for action in ("close_hires", "games_due"):
        assert carry_out(world.running, action).status_code == 303
    assert (balances.balance(world.entry(0)), world.week(2).state) == (scrip, state)


def test_a_cancelled_league_plays_no_game(world, carry_out):
    carry_out(world.running, "close_hires", reason="Agreed.")
    (game,) = world.week(2).games.all()
    carry_out(world.running, "cancel_league", reason="The shop burned down")
    with pytest.raises(Refusal, match="cancelled"):
        play.submit_crew(play.sides(game)[0])


def test_a_dispute_is_first_on_the_console(world, browse, carry_out):
    carry_out(world.running, "close_hires", reason="Agreed.")
    (game,) = world.week(2).games.all()
    for side in play.sides(game):
        play.submit_crew(side)
    play.report(game)
    side = play.sides(game)[1]
    results.object_to(side, side.entry.user, "I scored four, not three.")
    page = _console(browse, world, world.running)
    assert "I scored four, not three." in page
    assert reverse("campaigns:rule", args=[world.running.slug, 2, 1]) in page
    assert Game.objects.get(pk=game.pk).state == Game.State.DISPUTED


# -- settings and charts ----------------------------------------------------------------------------


def _reading(campaign):
    """All values of the form of house rules as it stands on the page of that campaign."""
    from mfcampaign.campaigns.settings.forms import PolicyForm

    form = PolicyForm(current=campaign.rules)
    data = {form.add_prefix(name): field.initial for name, field in form.fields.items()}
    return {key: "on" if value is True else value for key, value in data.items() if value is not False}


def test_settings_change_until_the_campaign_begins(world, browse):
    client = browse(world.organiser)
    url = reverse("campaigns:settings_rules", args=[world.open.slug])
    page = client.get(reverse("campaigns:settings", args=[world.open.slug])).content.decode()
    assert 'name="rule-pool_cap"' in page
    world.open.refresh_from_db()
    usual = dict(world.open.policies)
    assert client.post(url, _reading(world.open) | {"rule-pool_cap": "7"}).status_code == 303
    world.open.refresh_from_db()
    assert world.open.policies == usual | {"pool_cap": 7}
    assert "usually 10" in client.get(reverse("campaigns:settings", args=[world.open.slug])).content.decode()
    assert client.post(url, _reading(world.open) | {"rule-pool_cap": "700"}).status_code == 422
    assert browse(world.builder).post(url, _reading(world.open)).status_code == 404


def test_in_a_running_league_the_page_says_when_a_setting_counts(world, browse):
    client = browse(world.organiser)
    url = reverse("campaigns:settings_rules", args=[world.running.slug])
    page = client.post(url, _reading(world.running) | {"rule-pool_cap": "7"}, follow=True).content.decode()
    assert "From the next week on: Most Soulstones in a Pool from hiring." in page
    assert "now 10, then 7" in page
    assert "takes effect next week" in page
    world.running.refresh_from_db()
    assert "pool_cap" not in world.running.policies
    assert world.running.next_policies == world.running.policies | {"pool_cap": 7}
    changed = _reading(world.running) | {"rule-start_budget": "10"}
    client.post(url, changed | {"rule-pool_cap": "7"})
    world.running.refresh_from_db()
    assert "start_budget" not in world.running.next_policies, "what Arsenals were founded by is fixed"
    read = browse(world.players[0]).get(reverse("campaigns:settings", args=[world.running.slug]))
    assert "then 7" in read.content.decode()
    assert 'name="rule-pool_cap"' not in read.content.decode()


def test_the_start_stays_as_it_was_for_those_who_founded_an_arsenal(world, browse):
    client = browse(world.organiser)
    url = reverse("campaigns:settings_rules", args=[world.open.slug])
    world.open.refresh_from_db()
    usual = dict(world.open.policies)
    play.found_arsenal(Entry.objects.select_related("campaign", "user").get(user=world.builder))
    client.post(url, _reading(world.open) | {"rule-start_budget": "10"})
    world.open.refresh_from_db()
    assert world.open.policies == usual
    client.post(url, _reading(world.open) | {"rule-bye_scrip": "4"})
    world.open.refresh_from_db()
    assert world.open.policies == usual | {"bye_scrip": 4}


# -- the work of the portal -------------------------------------------------------------------------


def test_what_is_stuck_can_be_tried_again_by_an_organiser(world, browse):
    stuck = Command.objects.create(
        kind="aftermath.flip",
        natural_key="test/stuck",
        campaign_id=world.running.pk,
        status="stuck",
        attempts=5,
        subject="Barter flip of Ada",
        error="ZeroDivisionError: division by zero",
    )
    Outbox.objects.create(topic="command", command=stuck)
    page_url = reverse("campaigns:commands", args=[world.running.slug])
    url = reverse("act:retry_job", args=[world.running.slug])
    seen = browse(world.players[0]).get(page_url).content.decode()
    assert "Barter flip of Ada" in seen
    assert "ZeroDivisionError" not in seen
    assert url not in seen
    assert url in browse(world.organiser).get(page_url).content.decode()
    elsewhere = reverse("act:retry_job", args=[world.open.slug])
    sent = {"command": stuck.pk}
    assert browse(world.organiser).post(elsewhere, sent).status_code == 404, "of another league"
    assert browse(world.organiser).post(url, sent).status_code == 303
    stuck.refresh_from_db()
    assert (stuck.status, stuck.attempts) == ("waiting", 0)
