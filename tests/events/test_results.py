"""One side reports, the other confirms; what differs waits for somebody who is no party."""

from __future__ import annotations

import pytest
from django.contrib.auth import get_user_model
from django.contrib.messages import get_messages
from django.urls import reverse

from mfcampaign.audit.models import Act
from mfcampaign.audit.operations import AlreadyDone
from mfcampaign.events.models import Player
from mfcampaign.events.operations import creation, people, results
from rules.refusal import Refusal


@pytest.fixture
def day(make_day):
    opened = make_day(4)
    opened.begin()
    opened.round(play=False)
    return opened


def test_a_report_counts_once_the_other_side_confirms(day):
    game = day.games(1)[0]
    results.report(day.event, None, game.a, 1, 6, 4)
    assert day.games(1)[0].state == "reported"
    with pytest.raises(Refusal, match="nothing of the other"):
        results.confirm(day.event, None, game.a, 1)
    results.confirm(day.event, None, game.b, 1)
    done = day.games(1)[0]
    assert (done.state, done.vp_a, done.vp_b) == ("confirmed", 6, 4)
    assert "confirmed 6–4" in Act.objects.latest("pk").sentence


def test_a_report_and_a_confirmation_sent_again_leave_no_line_and_say_what_stands(day):
    game = day.games(1)[0]
    results.report(day.event, None, game.a, 1, 6, 4)
    stands = Act.objects.count()
    for _ in range(3):
        with pytest.raises(AlreadyDone, match="reported 6–4"):
            results.report(day.event, None, game.a, 1, 6, 4)
    assert Act.objects.count() == stands
    results.confirm(day.event, None, game.b, 1)
    stands = Act.objects.count()
    for again in (
        lambda: results.confirm(day.event, None, game.b, 1),
        lambda: results.report(day.event, None, game.a, 1, 6, 4),
        lambda: results.report(day.event, None, game.b, 1, 4, 6),
    ):
        with pytest.raises(AlreadyDone, match="confirmed 6–4"):
            again()
    with pytest.raises(Refusal, match="The result is confirmed"):
        results.report(day.event, None, game.a, 1, 7, 4)
    assert Act.objects.count() == stands


def test_a_second_tap_on_confirm_reads_as_confirmed(day, client):
    game = day.games(1)[0]
    results.report(day.event, None, game.a, 1, 6, 4)
    page = reverse("events:seat", args=[game.b.code])
    address = reverse("act:confirm_event_game", args=[game.b.code])
    client.post(address, {"round": 1}, headers={"referer": f"http://testserver{page}"})
    again = client.post(address, {"round": 1}, headers={"referer": f"http://testserver{page}"})
    said = list(get_messages(again.wsgi_request))
    assert (again.status_code, said[-1].level_tag) == (303, "info")
    assert "confirmed 6–4" in str(said[-1])


def test_the_second_report_is_read_from_its_own_side(day):
    game = day.games(1)[0]
    results.report(day.event, None, game.a, 1, 6, 4)
    results.report(day.event, None, game.b, 1, 4, 6)
    assert day.games(1)[0].state == "confirmed"


def test_reports_that_differ_wait_for_an_organiser_who_is_no_party(day):
    game = day.games(1)[0]
    results.report(day.event, None, game.a, 1, 6, 4)
    results.report(day.event, None, game.b, 1, 6, 4)
    assert day.games(1)[0].state == "disputed"
    sentence = Act.objects.filter(kind="game.reported").latest("pk").sentence
    assert sentence.endswith(f"{game.b.name} reported 4–6; an organiser decides.")
    with pytest.raises(Refusal, match="organiser decides"):
        results.report(day.event, None, game.b, 1, 4, 6)
    Player.objects.filter(pk=game.a.pk).update(user=day.host)
    with pytest.raises(Refusal, match="You play in this game"):
        results.rule(day.event, day.host, 1, game.pk, vp=(6, 4))
    other = get_user_model().objects.create_user("other", "other@example.org", "iron-harvest-moon-47")
    creation.add_organiser(day.event, day.host, "other")
    results.rule(day.event, other, 1, game.pk, vp=(6, 4))
    assert day.games(1)[0].state == "confirmed"


def test_a_correction_needs_its_reason_and_tells_what_stood_before(day):
    game = day.games(1)[0]
    results.rule(day.event, day.host, 1, game.pk, vp=(6, 4))
    with pytest.raises(Refusal, match="why"):
        results.rule(day.event, day.host, 1, game.pk, vp=(4, 6))
    results.rule(day.event, day.host, 1, game.pk, vp=(4, 6), reason="The slip was read upside down.")
    assert "before 6–4" in Act.objects.latest("pk").sentence


def test_a_forfeit_counts_as_the_scheme_says(day):
    game = day.games(1)[0]
    results.rule(day.event, day.host, 1, game.pk, outcome="forfeit-by-b")
    from mfcampaign.events.loading import record

    row = next(r for r in record(day.fresh()).table().rows if r.player == game.a.number)
    assert row.figures["points"] == 3


def test_points_out_of_bounds_and_strangers_are_refused(day):
    game = day.games(1)[0]
    with pytest.raises(Refusal, match="between"):
        results.report(day.event, None, game.a, 1, 21, 0)
    late = people.sign_up(day.event, day.host, name="Late", by_organiser=True)
    with pytest.raises(Refusal, match="no game"):
        results.report(day.event, None, late, 1, 1, 0)
