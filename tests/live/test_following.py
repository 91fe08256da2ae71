"""What acts leave behind for open pages, and what these get by asking."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.contrib.auth.models import AnonymousUser
from django.urls import reverse

from mfcampaign.audit.operations import aggregate_name, operation
from mfcampaign.live import following, tickets
from mfcampaign.live.models import Ended, Frame
from rules.refusal import Refusal
from tests.play.playing import duel

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(django_user_model):
    return [
        django_user_model.objects.create_user(name, password="a long enough word")
        for name in ("ada", "ben", "cem")
    ]


@pytest.fixture
def listening(settings, tmp_path: Path):
    """As if the listening process were there."""
    settings.LIVE_SOCKET = str(tmp_path / "live.sock")
    Path(settings.LIVE_SOCKET).touch()


def asked(client, row, since, **more):
    query = {"since": since, **more}
    return client.get(reverse("play:follow", args=[row.public_id]), query)


def test_every_act_leaves_a_frame_in_its_own_transaction(people):
    row = duel(*people[:2])
    row.refresh_from_db()
    topic = aggregate_name(row)
    numbers = list(Frame.objects.filter(topic=topic).order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, row.acts + 1))
    with pytest.raises(Refusal), operation(row, people[0], kind="test.refused"):
        raise Refusal("no")
    assert Frame.objects.filter(topic=topic).count() == row.acts


def test_an_operation_within_an_operation_leaves_two_frames(people):
    row = duel(*people[:2])
    row.refresh_from_db()
    with operation(row, people[0], kind="test.outer"), operation(row, people[0], kind="test.inner"):
        pass
    last = Frame.objects.filter(topic=aggregate_name(row)).order_by("-number")
    assert [frame.number for frame in last[:2]] == [row.acts + 2, row.acts + 1]


def test_a_page_gets_what_it_missed_and_nothing_else(people, client):
    row = duel(*people[:2])
    row.refresh_from_db()
    client.force_login(people[0])
    assert asked(client, row, row.acts).status_code == 204
    answer = asked(client, row, row.acts - 1).json()
    assert [frame["number"] for frame in answer["frames"]] == [row.acts]
    assert answer["frames"][0]["public"]["version"] == row.version
    assert (answer["number"], answer["whole"], answer["stream"]) == (row.acts, False, "")
    assert asked(client, row, row.acts + 5).json()["whole"]


def test_a_ticket_is_for_ones_own_part_and_ends_with_ones_session(people, client, listening):
    row = duel(*people[:2])
    row.refresh_from_db()
    for seat, part in enumerate(("first", "second")):
        client.force_login(people[seat])
        stream = asked(client, row, row.acts, open="").json()["stream"]
        ticket = tickets.read(stream.split("/")[2])
        assert (ticket.topic, ticket.part) == (aggregate_name(row), part)
        assert tickets.person_holder(people[seat].pk) in ticket.holders
        client.logout()
        assert set(Ended.objects.values_list("holder", flat=True)) & set(ticket.holders)
    client.force_login(people[2])
    assert asked(client, row, 0, open="").status_code == 404


def test_a_new_password_ends_the_streams_of_all_sessions(people, client):
    client.force_login(people[0])
    words = {
        "oldpassword": "a long enough word",
        "password1": "another long word 7",
        "password2": "another long word 7",
    }
    client.post(reverse("account_change_password"), words)
    assert Ended.objects.filter(holder=tickets.person_holder(people[0].pk)).exists()


def test_nobody_listens_where_no_process_does(people, rf, settings, tmp_path):
    settings.LIVE_SOCKET = str(tmp_path / "nobody.sock")
    request = rf.get("/", {"since": "3", "open": ""})
    request.user = AnonymousUser()
    assert json.loads(following.follow(request, "event:1", 3).content)["stream"] == ""
