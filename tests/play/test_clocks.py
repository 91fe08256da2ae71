"""Chess clocks: reckoned from recorded times alone, told to whoever may look, claimed where so agreed."""

from __future__ import annotations

import datetime as dt
import json
from types import SimpleNamespace

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from mfcampaign.audit.operations import aggregate_name
from mfcampaign.live.models import Frame
from mfcampaign.play import loading
from mfcampaign.play.clocks import Clock, ClockedDecision, Limit, in_words, reckoned, running
from mfcampaign.play.models import Encounter
from mfcampaign.play.operations import between_games, creation, playing
from mfcampaign.play.operations.restoring import begin_epoch
from mfcampaign.play.operations.watching import let_watch
from mfcampaign.play.queries import replay_page
from rules.fate.shuffle import Stream, digest
from rules.game.simulation.bots import RandomLegal
from rules.refusal import Refusal
from tests.play.playing import SMALL, lay_down, person, set_up

NOON = dt.datetime(2026, 3, 1, 12, 0, tzinfo=dt.UTC)


def after(seconds: float) -> dt.datetime:
    return NOON + dt.timedelta(seconds=seconds)


def asking(*kinds: tuple[int, str]) -> list:
    return [SimpleNamespace(seat=seat, kind=kind) for seat, kind in kinds]


class TestReckoning:
    def test_each_side_spends_what_it_is_asked_for(self):
        ticks = [
            ClockedDecision(after(0), "0"),
            ClockedDecision(after(10), "01"),
            ClockedDecision(after(14), "1"),
            ClockedDecision(after(20), "-"),
        ]
        clock = reckoned(Limit(60), ticks)
        assert clock == Clock((46.0, 50.0), (), after(20))
        assert clock.left_at(after(500)) == (46.0, 50.0), "nobody is asked: nothing runs"

    def test_it_begins_with_the_first_answer_and_a_restore_costs_nobody_anything(self):
        assert reckoned(Limit(60), []).left_at(after(900)) == (60.0, 60.0)
        ticks = [
            ClockedDecision(after(0), "0"),
            ClockedDecision(after(3600), "0", idle=True),
            ClockedDecision(after(3605), "1"),
        ]
        assert reckoned(Limit(60), ticks).left == (55.0, 60.0)

    def test_a_clock_that_was_put_back_takes_and_gives_nothing(self):
        assert reckoned(
            Limit(60), [ClockedDecision(after(10), "0"), ClockedDecision(after(0), "1")]
        ).left == (60.0, 60.0)

    def test_whose_clock_runs(self):
        assert running(asking((1, "action"))) == "1"
        assert running(asking((1, "schemes"), (0, "schemes"))) == "01"
        assert (
            running([]) == running(asking((1, "object"))) == running(asking((0, "x"), (1, "object"))) == "-"
        )

    def test_only_who_has_time_left_claims(self):
        assert Clock((5.0, 10.0), (0,), after(0)).claimant_at(after(4)) is None
        assert Clock((5.0, 10.0), (0,), after(0)).claimant_at(after(5)) == 1
        assert Clock((-1.0, 0.0)).claimant_at(after(0)) is None
        assert Clock((-1.0, 3.0), (1,), after(0)).up_at(after(9)) == (0, 1)

    def test_words(self):
        assert [in_words(left) for left in (0, 61, 3600, -5.5)] == ["0:00", "1:01", "1:00:00", "−0:05"]


def timed(seconds: int = 600, *, claim: bool = True, at: dt.datetime = NOON) -> tuple[Encounter, dict]:
    """Two people at the first question at that time."""
    two = dict(enumerate((person("mara"), person("jonas"))))
    with time_machine.travel(at, tick=False):
        row = creation.create(two[0], SMALL, opponent="known", other=two[1], clock=Limit(seconds, claim))
        lay_down(row, two)
    return row, two


def answered(row: Encounter, two: dict, at: dt.datetime) -> int:
    """Whoever is asked first answers something at that time; their seat."""
    row.refresh_from_db()
    play = loading.play_of(row)
    ask = play.asks[0]
    value = RandomLegal(Stream(digest("clocks", str(row.version)))).answer(play, ask)
    with time_machine.travel(at, tick=False):
        playing.answer(row, two[ask.seat], ask.seat, value, kind=ask.kind, seen=row.version)
    return ask.seat


def browser(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.mark.django_db
class TestTimedEncounters:
    def test_reload_replay_and_frames_agree_with_the_recorded_times(self):
        row, two = timed()
        spent, moments = [0.0, 0.0], []
        for step in range(12):
            before = loading.play_of(row).asks if row.version else ()
            runs = {ask.seat for ask in before} if step else set()
            answered(row, two, after(7 * step))
            for seat in runs:
                spent[seat] += 7.0
            moments.append((row.version, tuple(600.0 - used for used in spent)))
        assert min(spent) > 0
        for version, left in moments:
            assert loading.clock_of(row, version).left == left
        assert loading.clock_of(row).left == moments[-1][1]
        frame = Frame.objects.filter(topic=aggregate_name(row)).latest("number")
        assert tuple(json.loads(frame.public)["clock"]["left"]) == moments[-1][1]
        page = replay_page.load(SimpleNamespace(row=row, seat=0, own=(0,), alone=False), moments[5][0])
        assert [crew["time"] for crew in page.crews] == [in_words(left) for left in moments[5][1]]

    def test_what_is_taken_back_gives_no_time_back_and_words_stop_no_clock(self):
        row, two = timed()
        seat = answered(row, two, after(0))
        runs = loading.clock_of(row).runs
        with time_machine.travel(after(30), tick=False):
            between_games.say(row, two[0], "hello")
            let_watch(row, two[1], "live")
        assert (loading.clock_of(row).runs, loading.clock_of(row).since) == (runs, after(0))
        with time_machine.travel(after(50), tick=False):
            asked = not playing.take_back(row, two[seat], seat, seen=row.version)
            if asked:
                playing.answer_take_back(row, two[1 - seat], 1 - seat, agreed=True, seen=row.version)
        assert loading.clock_of(row).left == tuple(600.0 - 50.0 * (side in runs) for side in (0, 1))

    def test_a_restore_is_nobodys_time(self):
        row, two = timed()
        answered(row, two, after(0))
        with time_machine.travel(after(5000), tick=False):
            begin_epoch("the disk")
        row.refresh_from_db()
        assert loading.clock_of(row).left == (600.0, 600.0)
        assert loading.clock_of(row).since == after(5000)

    def test_who_has_time_left_claims_and_nobody_sooner(self):
        row, two = timed(60)
        answered(row, two, after(0))
        (late,) = loading.clock_of(row).runs[:1]
        if len(loading.clock_of(row).runs) == 2:
            answered(row, two, after(1))
            (late,) = loading.clock_of(row).runs
        with time_machine.travel(after(40), tick=False), pytest.raises(Refusal):
            playing.claim_time(row, two[1 - late], 1 - late)
        with time_machine.travel(after(65), tick=False):
            with pytest.raises(Refusal):
                playing.claim_time(row, two[late], late)
            page = browser(two[1 - late]).get(row.get_absolute_url()).content.decode()
            assert "Claim the game" in page
            assert "time is up" in page
            sent = {"do": "claim"}
            assert browser(two[1 - late]).post(row.get_absolute_url() + "leave/", sent).status_code == 302
        row.refresh_from_db()
        assert row.state == Encounter.State.OVER
        assert row.result["seats"][late]["withdrew_turn"] is not None
        assert loading.clock_of(row).runs == ()
        over = browser(two[0]).get(row.get_absolute_url()).content.decode()
        assert "claimed the game" in over

    def test_where_it_is_only_told_nobody_claims(self):
        row, two = timed(60, claim=False)
        answered(row, two, after(0))
        with time_machine.travel(after(500), tick=False):
            for seat in (0, 1):
                with pytest.raises(Refusal):
                    playing.claim_time(row, two[seat], seat)
            page = browser(two[0]).get(row.get_absolute_url()).content.decode()
        assert "time is up" in page
        assert "Claim the game" not in page

    def test_watchers_see_the_clocks_unless_they_are_late(self):
        row, two = timed()
        answered(row, two, after(0))
        for user in two.values():
            let_watch(row, user, "live")
        assert "data-clocks" in Client().get(f"/play/watch/{row.watch_link}/").content.decode()
        let_watch(row, two[0], "late")
        assert "data-clocks" not in Client().get(f"/play/watch/{row.watch_link}/").content.decode()

    def test_a_rematch_has_the_same_clock_and_a_bot_none(self):
        row, two = timed(1800)
        playing.give_up(row, two[0], 0)
        again = between_games.rematch(row, two[1])
        assert again.clock_limit == Limit(1800, True)
        for opponent in ("greedy", "hot"):
            with pytest.raises(Refusal):
                creation.create(two[0], SMALL, opponent=opponent, clock=Limit(60))

    def test_without_one_nothing_is_kept_nor_asked_for(self, django_assert_num_queries):
        row, two = timed(0)
        answered(row, two, after(0))
        assert set(row.decisions.values_list("clocks", flat=True)) == {""}
        with django_assert_num_queries(0):
            assert loading.clock_of(row) is None

    def test_the_form_sets_it_and_an_address_proposes_it(self):
        mara = person("mara")
        page = browser(mara).get("/play/new/?clock=75&claim=1").content.decode()
        assert '<option value="75" selected>' in page
        fields = {"crews": "two", "opponent": "invite", "seat": 0, "terrain": "open"}
        set_up(browser(mara), **fields, clock="75", clock_claim="on")
        row = Encounter.objects.get()
        assert row.clock_limit == Limit(4500, True)
        assert timezone.now() > row.created_at
        assert "75 minutes on a chess clock" in browser(mara).get(row.get_absolute_url()).content.decode()
