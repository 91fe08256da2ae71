"""A ladder by its pages alone: announced, climbed by guest links, run by its organiser."""

from __future__ import annotations

import datetime as dt

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from mfcampaign.events import ladder
from mfcampaign.events.loading import record
from mfcampaign.events.models import Challenge, Event
from mfcampaign.events.operations import creation
from tests.events.test_ladder import accepted, challenge, climb, play, rungs  # noqa: F401
from tests.events.test_pages import at, by_code, carry_out, organiser_client, text  # noqa: F401


def seat(day, number):
    return reverse("events:seat", args=[day.player(number).code])


def test_a_ladder_from_its_announcement_to_its_end(catalogue, organiser_client):  # noqa: F811
    form = {
        "preset": "ladder",
        "edition": "m3e",
        "name": "Long Winter",
        "starts_at": "2027-01-06T19:00",
        "zone": "Europe/Madrid",
    }
    organiser_client.post(reverse("events:new"), form)
    event = Event.objects.get()
    where = reverse("events:event", args=[event.slug])
    act = lambda act, **data: organiser_client.post(reverse(f"act:{act}", args=[event.slug]), data)  # noqa: E731
    for name in ("Mara", "Ilse", "Tobin"):
        act("add_event_player", name=name)
    assert "3 signed up. Begin" in text(organiser_client.get(f"{where}organise/"))
    act("begin_event")
    page = text(Client().get(f"{where}ladder/"))
    assert "at most 3 rungs up, not the same again before 1 other" in page
    assert "within 7 days, and played within 21 days" in page
    assert "The second refusal in a row costs the rung" in page
    assert "The ladder has begun, with 3 rungs." in page

    top, middle, low = (event.players.get(number=n) for n in ladder.rungs(record(event)))
    guest = Client()
    own = {player: reverse("events:seat", args=[player.code]) for player in (top, middle, low)}
    assert "You may challenge 2 players" in text(guest.get(own[low]))
    assert "You are at the top" in text(guest.get(own[top]))
    guest.post(by_code("challenge_player", low.code), {"whom": top.number})
    assert f"You challenged {top.name}" in text(guest.get(own[low]))
    assert 'class="rung mine"' not in Client().get(f"{where}ladder/").content.decode()
    challenge_page = text(guest.get(own[top]))
    assert f"{low.name} challenges you. Answer until" in challenge_page
    assert "This refusal costs nothing" in challenge_page
    guest.post(by_code("answer_challenge", top.code), {"accept": True})
    assert "Strategy" in text(guest.get(own[top])), "the Encounter is drawn"
    guest.post(by_code("report_event_game", low.code), {"round": 1, "mine": 6, "theirs": 3})
    assert "reports 6–3. Is that right?" in text(guest.get(own[top]))
    guest.post(by_code("confirm_event_game", top.code), {"round": 1})

    page = text(Client().get(f"{where}ladder/"))
    assert f"{low.name} takes rung 1 from {top.name}." in page
    assert "Players below, step by step" in page
    assert f"{low.name} 6–3 {top.name}" in text(Client().get(f"{where}rounds/1/"))
    standings = text(Client().get(where))
    assert standings.index(low.name) < standings.index(top.name) < standings.index(middle.name)
    assert "The ladder runs by itself" in text(organiser_client.get(f"{where}organise/"))
    act("finish_event")
    assert "You came in at place 1" in text(guest.get(own[low]))
    assert f"{low.name} wins Long Winter" in text(Client().get(where))


def test_the_desk_of_a_ladder(climb, organiser_client):  # noqa: F811
    day = climb(free_refusals=0)
    accepted(day, 3, 1)
    challenge(day, 5, 4)
    page = text(organiser_client.get(at("manage", day)))
    assert "Tobin against Mara" in page
    Challenge.objects.filter(number=1).update(play_by=timezone.now() - dt.timedelta(days=1))
    creation.announce(day.event, day.host, "The week turns")
    assert "One game is late" in text(organiser_client.get(at("manage", day)))
    carry_out(organiser_client, day, "lift_challenge", challenge=1, reason="Both moved away")
    carry_out(organiser_client, day, "place_on_rung", player=5, rung=1, reason="Won the last season")
    assert rungs(day) == (5, 1, 2, 3, 4)
    page = text(Client().get(at("ladder", day)))
    assert "An organiser puts Anselm on rung 1." in page
    assert "Tobin challenged Mara; called off: Both moved away." in page
    guest = Client()
    guest.post(by_code("answer_challenge", day.player(4).code), {"accept": False})
    assert "takes rung" not in text(guest.get(seat(day, 4)))
    guest.post(
        by_code("challenge_player", day.player(5).code),
        {"whom": 1},
        headers={"referer": "http://testserver/"},
    )
    assert Challenge.objects.count() == 2, "a challenge downwards is refused on the page, too"


def test_every_page_of_a_ladder_answers_and_others_have_none(climb, organiser_client, make_day):  # noqa: F811
    day = climb()
    pages = [
        "event",
        "ladder",
        "standings",
        "diary",
        "screen",
        "join",
        "manage",
        "people",
        "codes",
        "settings",
    ]
    for step in (lambda: None, lambda: play(day, 3, 2), lambda: accepted(day, 5, 4)):
        step()
        for name in pages:
            assert organiser_client.get(at(name, day)).status_code == 200, name
        for number in range(1, 6):
            text(organiser_client.get(at("player", day, number)))
            text(Client().get(seat(day, number)))
    for name in ("round", "organiser_round", "slips"):
        text(organiser_client.get(at(name, day, 1)))
    assert "Ordered by rungs" in text(organiser_client.get(at("standings", day)))
    for sheet, content in (("results", b"confirmed"), ("standings", b"Anselm"), ("trf", b"001 ")):
        answer = organiser_client.get(at("table", day, sheet))
        assert content in (b"".join(answer) if answer.streaming else answer.content), sheet
    assert Client().get(at("ladder", make_day(2, name="Rounds"))).status_code == 404


@pytest.mark.parametrize("played", [1, 3])
def test_the_ladder_asks_no_more_for_more(climb, played, django_assert_max_num_queries):  # noqa: F811
    day = climb(others_between=0)
    for one, other in ((5, 4), (3, 2), (2, 1))[:played]:
        play(day, one, other, 1, 5)
    with django_assert_max_num_queries(7):
        Client().get(at("ladder", day))
    with django_assert_max_num_queries(1):
        Client().get(at("ladder", day))
    headers = {"HX-Request": "true", "X-Seen": str(day.fresh().acts)}
    assert Client().get(at("ladder", day), headers=headers).status_code == 204


def test_the_settings_of_a_ladder_are_kept(climb, organiser_client):  # noqa: F811
    day = climb()
    page = organiser_client.get(at("settings", day))
    form = page.context["form"]
    sent = {name: form[name].value() for name in form.fields}
    sent = {name: value for name, value in sent.items() if value not in (None, []) and value is not False}
    answer = organiser_client.post(at("settings", day), sent | {"reach": 5, "answer_days": 3})
    assert answer.status_code == 303, answer.context["form"].errors
    assert ladder.rules_of(day.fresh()).reach == 5
    assert "at most 5 rungs up" in text(Client().get(at("ladder", day)))
    assert "within 3 days" in text(Client().get(at("ladder", day)))
