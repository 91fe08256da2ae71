"""Chess clocks beside real tables: two thumbs, one phone or two, no signal, and what overtime costs."""

from __future__ import annotations

import datetime as dt
import re

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from mfcampaign.accounts.past import past_of
from mfcampaign.audit.operations import aggregate_name
from mfcampaign.home.offline_pages import pages_of
from mfcampaign.live.models import Frame
from mfcampaign.play import loading
from mfcampaign.play.models import ClockPress
from mfcampaign.play.operations import between_games, creation, recording, table_clocks
from mfcampaign.play.operations.table_clocks import press, start_beside
from rules.editions.m3e.examples.encounters import skirmish
from rules.game.results.overtime import TimePenalty
from rules.refusal import Refusal
from tests.play.playing import SMALL, duel, person

pytestmark = pytest.mark.django_db
NOON = dt.datetime(2026, 3, 1, 12, 0, tzinfo=dt.UTC)
NOW = dt.timedelta()
MINUTE = dt.timedelta(minutes=1)


@pytest.fixture
def clocked():
    """A recorded game of Mara and Jonas with half an hour each, 1 VP off for each begun 5 minutes over."""
    mara, jonas = person("mara"), person("jonas")
    row = creation.create(mara, skirmish("clocked"), opponent="known", other=jonas, mode="record")
    with time_machine.travel(NOON, tick=False):
        clock = start_beside(row, mara, 30, TimePenalty(1, 5))
    return row, clock, mara, jonas


def left(clock, moment):
    clock.refresh_from_db()
    return loading.table_clock_of(clock).left_at(moment)


def test_two_phones_press_one_clock_and_a_tap_without_a_signal_counts_from_when_it_was_made(clocked):
    row, clock, mara, jonas = clocked
    with time_machine.travel(NOON, tick=False) as now:
        press(clock, mara, "0", "a", NOW)
        now.shift(10 * MINUTE)
        press(clock, mara, "1", "b", NOW)
        press(clock, mara, "1", "b", NOW)  # sent again
        now.shift(6 * MINUTE)
        # His phone had no signal: he ended his turn four minutes ago.
        press(clock, jonas, "0", "c", 4 * MINUTE)
        assert left(clock, NOON + 16 * MINUTE) == (16 * 60, 28 * 60)
        # Later still her phone tells of a pause before that; the order is that of the table.
        press(clock, mara, "-", "d", 5 * MINUTE)
        assert left(clock, NOON + 16 * MINUTE) == (16 * 60, 29 * 60)
        with pytest.raises(Refusal, match="older than 12 hours"):
            press(clock, jonas, "1", "e", dt.timedelta(hours=13))
    assert ClockPress.objects.filter(clock=clock).count() == 4
    frame = Frame.objects.filter(topic=aggregate_name(clock)).order_by("-number").first()
    assert (frame.number, '"runs":[0]' in frame.public) == (clock.acts, True)
    assert start_beside(row, jonas, 90, TimePenalty()).pk == clock.pk, "one clock a table"
    assert clock.get_absolute_url() in pages_of(jonas), "it is kept on the phone with the record"


def test_presses_of_one_device_keep_their_order_however_long_each_was_on_its_way(clocked):
    _, clock, mara, jonas = clocked
    with time_machine.travel(NOON, tick=False) as now:
        now.shift(MINUTE)
        press(clock, mara, "0", "a", NOW)  # three seconds on its way
        press(clock, mara, "-", "b", dt.timedelta(seconds=2), after="a")
        clock.refresh_from_db()
        assert loading.table_clock_of(clock).runs == (), "she paused a second later"
        press(clock, jonas, "1", "c", dt.timedelta(seconds=2), after="unknown here")
        assert loading.table_clock_of(clock).runs == (), "another device: as the time says"


def scored(*turns):
    """Entries that score the Strategy for these sides, from Turn 2 on."""
    yield {"do": "turn", "turn": 1}
    for turn, sides in enumerate(turns, 2):
        yield {"do": "turn", "turn": turn}
        for seat in sides:
            yield {"do": "score", "seat": seat, "source": "Reckoning", "step": "strategy"}


def test_what_is_over_is_noted_with_the_result_and_counts(clocked, client):
    row, clock, mara, _ = clocked
    with time_machine.travel(NOON, tick=False) as now:
        press(clock, mara, "0", "a", NOW)
        now.shift(36 * MINUTE)  # six minutes over
        recording.enter(row, mara, [*scored((0,), (0, 1), (0, 1)), {"do": "over"}], seen=row.version)
        clock.refresh_from_db()
        assert (clock.left, clock.penalties) == ([-360, 1800], (2, 0))
        with pytest.raises(Refusal, match="its clock has ended"):
            press(clock, mara, "1", "b", NOW)
        client.force_login(mara)
        page = " ".join(client.get(row.get_absolute_url()).content.decode().split())
        assert "December 3, Honeypot 2." in page
        assert "December 6:00 over the time: 1 VP count" in page
        assert "Honeypot wins" in page
        between_games.count_in_history(row, mara, True)
        (played,) = past_of(mara, mara.pk).games
        assert (played.vp, played.vp_against, played.won) == (1, 2, False)
        now.shift(10 * MINUTE)
        recording.undo(row, mara, seen=row.version)
        assert left(clock, NOON + 46 * MINUTE) == (-360, 1800), "the time after the end is nobody's"
        press(clock, mara, "1", "c", NOW)
        assert left(clock, NOON + 47 * MINUTE) == (-360, 29 * 60)


def test_whoever_holds_the_page_presses_without_a_script_and_strangers_find_nothing(clocked):
    row, clock, _, _ = clocked
    anybody = Client()
    page = anybody.get(clock.get_absolute_url()).content.decode()
    assert "30 minutes each" in page
    assert "Each begun 5 minutes over cost 1 VP" in " ".join(page.split())
    act = reverse("act:press_table_clock", args=[clock.code])
    key = re.search(r'name="key" value="([^"]+)"', page)[1]
    for _ in range(2):
        assert anybody.post(act, {"key": key, "runs": "1"}).url == clock.get_absolute_url()
    clock.refresh_from_db()
    assert (clock.acts, loading.table_clock_of(clock).runs) == (1, (1,))
    page = anybody.get(clock.get_absolute_url()).content.decode()
    first, second = re.findall(r"<button class=\"half.*?>", page, re.DOTALL)
    assert ("disabled" in first, "disabled" in second) == (True, False)
    assert 'value="-" data-stop' in page
    anybody.post(act, {"key": "pause", "runs": "-"})
    assert 'value="1" data-stop' in anybody.get(clock.get_absolute_url()).content.decode(), "as it was"
    table_clocks.end(clock)
    refused = anybody.post(act, {"key": "late", "runs": "0"}, headers={"HX-Request": "true"})
    assert (refused.status_code, "its clock has ended" in refused.content.decode()) == (409, True)
    assert anybody.get(reverse("play:table_clock", args=["no-such-clock"])).status_code == 404
    assert anybody.post(reverse("play:start_clock", args=[row.public_id])).status_code == 302


def test_a_clock_is_for_a_record_and_a_league_counts_no_time():
    mara, jonas = person("mara"), person("jonas")
    with pytest.raises(Refusal, match="not being recorded"):
        start_beside(duel(mara, jonas), mara, 30, TimePenalty())
    row = creation.create(mara, SMALL, opponent="known", other=jonas, mode="record", origin="league:1")
    with pytest.raises(Refusal, match="takes no Victory Points off"):
        start_beside(row, mara, 30, TimePenalty(1, 5))
    client = Client()
    client.force_login(mara)
    address = f"/api/v1/play/{row.public_id}/clock/"
    started = client.post(
        address, {"minutes": 45}, content_type="application/json", headers={"Idempotency-Key": "x"}
    )
    view = started.json()
    assert (started.status_code, view["seconds"], view["left"], view["ended"]) == (
        201,
        2700,
        [2700, 2700],
        False,
    )
    pressed = client.post(
        f"/api/v1/table-clocks/{view['clock']}/press/",
        {"runs": "0", "key": "one", "ago": 60_000},
        content_type="application/json",
        headers={"Idempotency-Key": "y"},
    )
    assert pressed.json()["runs"] == [0]
    read = Client().get(f"/api/v1/table-clocks/{view['clock']}/").json()
    assert read["sides"] == pressed.json()["sides"]


def test_the_end_of_a_game_taken_back_is_no_late_press_and_has_no_device_s_key(clocked, client):
    row, clock, mara, _ = clocked
    with time_machine.travel(NOON, tick=False) as now:
        press(clock, mara, "0", "ended 2", NOW)
        recording.enter(row, mara, [{"do": "turn", "turn": 1}], seen=row.version)
        for _ in range(2):
            recording.enter(row, mara, [{"do": "over"}], seen=row.version)
            now.shift(10 * MINUTE)
            recording.undo(row, mara, seen=row.version)
        press(clock, mara, "1", "ended 4", NOW)
        assert "Written down later" not in client.get(clock.get_absolute_url()).content.decode()
        press(clock, mara, "0", "late", MINUTE)
        assert "received at 12:20:00" in client.get(clock.get_absolute_url()).content.decode()
