"""The chess clock at a table of an event: what overtime costs, in results, standings, bracket and file."""

from __future__ import annotations

import datetime as dt
import json
import re

import pytest
import time_machine
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from msgspec import structs

from mfcampaign.accounts import deletion
from mfcampaign.events import corrections
from mfcampaign.events.loading import record
from mfcampaign.events.models import Round
from mfcampaign.events.operations import creation, importing, results, rounds, table_clocks
from mfcampaign.events.portable import read, write
from mfcampaign.play.models import TableClock
from mfcampaign.play.operations.table_clocks import press
from rules.columns import Criterion
from rules.refusal import Refusal
from rules.tournament.pairing.certificate_check import main
from tests.events.test_pages import text

NOW = dt.timedelta()
MINUTE = dt.timedelta(minutes=1)


def late_game(day, number=1, minutes=67):
    """The first table of a round, its player ``a`` so long at the clock before the first report of 5–4."""
    game = day.games(number)[0]
    clock = TableClock.objects.get(code=table_clocks.open_clock(day.event, None, game.a, number))
    with time_machine.travel(timezone.now(), tick=False) as now:
        press(clock, day.host, "0", "a", NOW)
        now.shift(minutes * MINUTE)
        press(clock, day.host, "-", "b", NOW)
        results.report(day.event, None, game.a, number, 5, 4)
    return game


def test_overtime_is_recorded_with_the_result_and_counts_in_the_standings(make_day, tmp_path):
    day = make_day(4, penalty_vp=1, penalty_minutes=5)
    day.begin()
    day.round(play=False)
    game = late_game(day)
    assert table_clocks.open_clock(day.event, None, game.b, 1) == TableClock.objects.get().code
    results.confirm(day.event, None, game.b, 1)
    game.refresh_from_db()
    assert (game.time_left, game.penalty_a, game.penalty_b) == ([-420, 3600], 2, 0)
    assert (game.vp_a, game.vp_b, game.counts) == (5, 4, (3, 4))
    standings = record(day.fresh()).table()
    assert standings.figure(game.b.number, Criterion.WINS) == 1, "5–4 less two is a defeat"
    page = text(Client().get(reverse("events:standings", args=[day.event.slug])))
    assert f"Round 1, table 1: {game.a.name} 7:00 over, 2 VP off for time; 3–4 counts." in page
    page = text(Client().get(reverse("events:round", args=[day.event.slug, 1])))
    assert f"scored 5–4; {game.a.name} 7:00 over, 2 VP off for time" in page
    api = Client().get(f"/api/v1/events/{day.event.slug}/rounds/1/").json()["games"][0]
    assert (api["vp_a"], api["penalty_a"], api["time_left"]) == (5, 2, [-420, 3600])
    with pytest.raises(Refusal, match="its clock has ended"):
        press(TableClock.objects.get(), day.host, "1", "late", NOW)

    other = day.games(1)[1]
    results.rule(day.event, day.host, 1, other.pk, vp=(6, 2), penalties=(0, 1))
    day.round()
    certificate, file = tmp_path / "round.json", tmp_path / "event.json"
    certificate.write_text(Round.objects.get(event=day.event, number=2).certificate)
    file.write_bytes(write(record(day.fresh()), {}))
    assert main([str(certificate), str(file)]) == 0, "the second program takes the penalties off, too"
    again = importing.take_in(day.host, read(file.read_bytes()))
    assert (again.penalty_vp, again.penalty_minutes) == (1, 5)
    assert [row.counts for row in record(again).rows] == [row.counts for row in record(day.event).rows]
    half = json.loads(file.read_bytes())
    half["rounds"][0]["games"][0]["time_left"] = [-420]
    with pytest.raises(Refusal, match="the time of one side alone"):
        read(json.dumps(half).encode())


def test_an_organiser_waives_a_penalty_after_a_preview(make_day, client):
    day = make_day(4, penalty_vp=1, clock_each=45)
    assert day.event.clock_minutes == 45
    day.begin()
    day.round(play=False)
    game = late_game(day, minutes=46)
    results.confirm(day.event, None, game.b, 1)
    results.rule(day.event, day.host, 1, day.games(1)[1].pk, vp=(6, 2))
    game.refresh_from_db()
    assert game.counts == (4, 4)
    old = record(day.fresh()).of_round(1)[0]
    waived = corrections.entered(old, (5, 4), (0, 0))
    follows = corrections.what_follows(record(day.event), old, waived)
    client.force_login(day.host)
    query = {"vp_a": 5, "vp_b": 4, "penalty_a": 0, "penalty_b": 0, "outcome": "score", "reason": "Agreed."}
    page = client.get(reverse("events:correction", args=[day.event.slug, 1, game.pk]), query).content.decode()
    assert [(m.before, m.after) for m in follows.moves]
    for move in follows.moves:
        assert f"{move.player.name}: place {move.after}, now {move.before}." in page
    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', page))
    assert hidden["penalty_a"] == "0"
    client.post(reverse("act:enter_result", args=[day.event.slug]), query | {"round": 1, "game": game.pk})
    game.refresh_from_db()
    assert (game.counts, game.penalty_a, game.time_left[0]) == ((5, 4), 0, -60), "noted, and waived"
    results.rule(day.event, day.host, 1, game.pk, vp=(6, 4), reason="A slip of the pen.")
    game.refresh_from_db()
    assert game.counts == (6, 4), "what was waived stays so"


def test_a_bracket_counts_what_is_left_and_the_seat_opens_the_clock(make_day):
    day = make_day(2, format="single", penalty_vp=1)
    day.begin()
    day.round(play=False)
    game = day.games(1)[0]
    phone = Client()
    seat = phone.get(reverse("events:seat", args=[game.a.code])).content.decode()
    assert "60 minutes each; each begun 5 minutes" in " ".join(seat.split())
    opened = phone.post(reverse("act:open_event_clock", args=[game.a.code]), {"round": 1})
    assert opened.url == TableClock.objects.get().get_absolute_url()
    with pytest.raises(Refusal, match="In a bracket somebody wins"):
        late_game(day, minutes=61)
    clock = TableClock.objects.get()
    assert clock.ended_at is None, "the report was refused: the clock goes on"
    with pytest.raises(Refusal, match="Victory Points off"):
        creation.change(day.event, day.host, penalty_vp=11)


def test_a_forfeit_that_is_corrected_to_a_score_keeps_what_the_clock_took_off(make_day, client):
    day = make_day(4, penalty_vp=1)
    day.begin()
    day.round(play=False)
    game = late_game(day)
    results.confirm(day.event, None, game.b, 1)
    client.force_login(day.host)
    correction = reverse("events:correction", args=[day.event.slug, 1, game.pk])
    preview = f"/api/v1/events/{day.event.slug}/rounds/1/games/{game.pk}/result/preview/"

    def corrected(**how):
        """The game after a correction, which came to what both previews said of it."""
        page = client.get(correction, {"vp_a": 5, "vp_b": 4, **how, "reason": "He had left."})
        asked = client.post(preview, {"vp_a": 5, "vp_b": 4, **how}, content_type="application/json").json()
        before = [row.player for row in record(day.fresh()).table().rows]
        results.rule(day.event, day.host, 1, game.pk, vp=(5, 4), reason="He had left.", **how)
        after = [row.player for row in record(day.fresh()).table().rows]
        assert {moved["player"] for moved in asked["places"]} == {
            number for number in before if before.index(number) != after.index(number)
        }
        (snapshot,) = (row for row in record(day.event).rows if row.pk == game.pk)
        assert structs.replace(page.context["corrected"], ruling="He had left.") == snapshot
        game.refresh_from_db()
        assert game.counts == snapshot.counts
        return snapshot

    gone = corrected(outcome="forfeit-by-a")
    assert (gone.counts, gone.overtime) == ((0, 0), f"{game.a.name} 7:00 over")
    form = client.get(reverse("events:organiser_round", args=[day.event.slug, 1])).content.decode()
    assert re.search(rf'id="pa{game.pk}"[^>]*value="2"', form)
    stands = corrected(outcome="score")
    assert (stands.counts, stands.penalty_a) == ((3, 4), 2)
    assert "2 VP off for time" in stands.overtime


def test_a_clock_keeps_no_name_of_an_account_that_is_deleted(make_day):
    day = make_day(2)
    person = get_user_model().objects.create_user("petra")
    day.event.players.filter(number=1).update(user=person)
    day.begin()
    day.round(play=False)
    (game,) = day.games(1)
    clock = TableClock.objects.get(code=table_clocks.open_clock(day.event, None, game.b, 1))
    press(clock, AnonymousUser(), "0", "a", NOW)
    deletion.leave(person)
    clock.refresh_from_db()
    stays = day.player(2).name
    assert sorted((clock.first, clock.second)) == sorted((deletion.pseudonym_of(person), stays))
    assert (clock.first == stays) == (game.a.number == 2), "each name at its own half"
    with pytest.raises(Refusal, match="its clock has ended"):
        press(clock, AnonymousUser(), "1", "b", NOW)  # the game is forfeited


def test_a_game_that_is_gone_takes_its_clock_along(make_day):
    day = make_day(4, rounds=3)
    day.begin()
    day.round(play=False)
    games = day.games(1)
    for game in games:
        table_clocks.open_clock(day.event, None, game.a, 1)
    rounds.take_back(day.event, day.host, 1)
    assert not TableClock.objects.exists()


def test_who_takes_a_place_by_hand_takes_no_time_along(make_day):
    day = make_day(4, penalty_vp=1)
    day.begin()
    day.round(play=False)
    late, other = late_game(day), day.games(1)[1]
    results.rule(day.event, day.host, 1, late.pk, outcome="forfeit-by-a")
    assert late.a.number in {game.a.number for game in day.games(1) if game.penalty_a == 2}
    rounds.exchange(day.event, day.host, 1, late.a.number, other.a.number)
    assert not TableClock.objects.exists()
    assert [(g.state, g.clock, g.time_left, g.penalty_a) for g in day.games(1)] == [("open", None, [], 0)] * 2
    table_clocks.open_clock(day.event, None, other.a, 1)
    (clock,) = TableClock.objects.all()
    assert other.a.name in (clock.first, clock.second)
