"""What a league tells by itself: who is waited for, what happened, which deadline comes; each once."""

from __future__ import annotations

import datetime as dt
import re
from pathlib import Path

import pytest
import time_machine
from django.utils import timezone

from mfcampaign.campaigns.game import results
from mfcampaign.campaigns.league import news
from mfcampaign.campaigns.league.next_actions import next_actions
from mfcampaign.campaigns.models import Campaign, Week
from mfcampaign.campaigns.opening import operations as leagues
from mfcampaign.campaigns.scripted import play
from mfcampaign.dispatch import operations as dispatch
from mfcampaign.notices import routing
from mfcampaign.notices.handlers import detect
from mfcampaign.notices.models import DetectionProgress, Notice
from mfcampaign.notices.operations import detection
from mfcampaign.web import cache as page_cache
from rules.topics import TOPICS
from tests.campaigns.conftest import person

ROOT = Path(__file__).resolve().parents[2]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_process")]


@pytest.fixture(autouse=True)
def empty_cache():
    page_cache._values.clear()
    yield
    page_cache._values.clear()


def look(league):
    return detection.detect(league.campaign.pk)


def told_to(user, **of):
    return list(Notice.objects.filter(user=user, **of).order_by("pk").values_list("subject", flat=True))


def waiting(user):
    return told_to(user, kind="action", settled_at=None)


def test_each_player_hears_what_is_theirs_to_do_and_it_is_settled_when_done(league):
    league.start()
    look(league)
    first, second = (league.players[n] for n in (0, 1))
    game = league.games()[0]
    side = next(s for s in play.sides(game) if s.entry.user == first)
    assert waiting(first) == [a.sentence for a in next_actions(first, league.campaign)]
    assert "Hire your Crew" in waiting(first)[0]
    play.submit_crew(side)
    look(league)
    assert waiting(first) == [], "done by whatever way is settled"
    first.refresh_from_db()
    assert Notice.objects.filter(user=first, kind="action").get().settled_at is not None
    assert len(waiting(second)) == 1


def test_looking_twice_tells_nothing_twice(league):
    league.start()
    look(league)
    before = Notice.objects.count()
    assert look(league) == {"acts": 0, "called": 0}
    assert Notice.objects.count() == before > 0


def test_everybody_in_every_state_of_a_week_is_called_to_exactly_what_their_page_asks(league):
    """Through a whole game: after each look the open calls are the next actions of the pages."""
    league.start()
    seen = 0

    def agree():
        nonlocal seen
        look(league)
        for user in league.players:
            sentences = {a.sentence for a in next_actions(user, Campaign.objects.get()) if not a.waiting}
            assert set(waiting(user)) == sentences
            seen += len(sentences)

    agree()
    game = league.games()[0]
    for side in play.sides(game):
        play.submit_crew(side)
        agree()
    play.report(game)
    agree()
    play.confirm(game)
    play.settle()
    agree()
    for aftermath in play.aftermaths(game):
        play.finish_aftermath(aftermath)
        agree()
    assert seen > 6


def test_news_go_to_all_but_who_made_them_and_rulings_to_the_table(make_league):
    league = make_league(players=4)
    league.found_all()
    league.start()
    look(league)
    assert "The campaign begins" in " ".join(told_to(league.players[0], kind="news"))
    assert told_to(league.organiser, kind="news") == [], "they did it themselves"
    game, _ = league.games()
    parties = [side.entry.user for side in play.sides(game)]
    results.forfeit(game, league.organiser, play.sides(game)[0], "The shop was closed.")
    look(league)
    for user in league.players:
        assert any("shop was closed" in sentence for sentence in told_to(user, kind="ruling")) == (
            user in parties
        )
    address = Notice.objects.filter(user=parties[0], kind="ruling").get().url
    assert address == f"/leagues/{league.campaign.slug}/week/1/games/{game.table}/"


def test_organisers_hear_who_joins_and_who_leaves(league):
    leagues.rename_crew(league.entry(0), league.players[0], "The Late Shift")
    look(league)
    assert any("The Late Shift" in sentence for sentence in told_to(league.organiser, kind="membership"))
    assert told_to(league.players[1], kind="membership") == []


def test_an_organiser_is_called_to_a_dispute_unless_it_is_their_own(league):
    league.start()
    game = league.games()[0]
    for side in play.sides(game):
        play.submit_crew(side)
    play.report(game)
    second = play.sides(game)[1]
    leagues.add_organiser(league.campaign, league.organiser, second.entry.user)
    results.object_to(second, second.entry.user, "Two schemes were never scored.")
    look(league)
    assert waiting(league.organiser) == [f"Rule on table {game.table} of week 1"]
    assert not any("Rule on" in sentence for sentence in waiting(second.entry.user))


def test_acts_for_organisers_alone_and_acts_of_yesterday_are_told_to_nobody(league):
    leagues.invite(league.campaign, league.organiser)
    with time_machine.travel(timezone.now() + dt.timedelta(days=2), tick=True):
        look(league)
    assert Notice.objects.exclude(kind="action").count() == 0
    assert DetectionProgress.objects.get().acts == Campaign.objects.get().acts


def look_at_all():
    for campaign in Campaign.objects.all():
        list(detect(campaign, timezone.now()))


def test_a_deadline_within_a_day_presses_those_who_are_waited_for(league):
    league.start()
    first, second = play.sides(league.games()[0])
    play.submit_crew(first)
    league.move_deadline(timezone.now() + dt.timedelta(hours=30))
    look_at_all()
    assert Notice.objects.filter(kind="deadline", key__startswith="due").count() == 0
    with time_machine.travel(timezone.now() + dt.timedelta(hours=10), tick=True):
        for _ in range(3):
            look_at_all()
            dispatch.drain()
    (sentence,) = told_to(second.entry.user, key__startswith="due")
    assert sentence.startswith("Hire your Crew against")
    assert "(UTC)" in sentence
    assert told_to(first.entry.user, key__startswith="due") == []


def test_the_ticker_looks_once_at_each_league_that_moved(league, make_league):
    make_league(players=0, name="Another")
    dispatch.tick()
    dispatch.drain()
    assert DetectionProgress.objects.count() == 2
    assert not any(map(news.has_moved, Campaign.objects.all()))
    dispatch.tick()
    assert dispatch.drain() == 0
    league.start()
    assert [found.pk for found in Campaign.objects.all() if news.has_moved(found)] == [league.campaign.pk]


def test_people_who_only_look_on_are_told_nothing(league):
    stranger = person("stranger")
    league.start()
    look(league)
    assert told_to(stranger) == []


def test_the_longest_beginning_of_a_kind_decides():
    ask_route, flipped = routing.route_of("restart.asked"), routing.route_of("restart.flipped")
    assert ask_route is not None
    assert flipped is not None
    assert (ask_route.kind, flipped.kind) == ("membership", "news")
    assert routing.route_of("encounter.crew_saved") is None
    assert {manner.topic for manner in routing._ROUTES.values()} == set(routing.TOPICS)


NO_WRITERS = re.compile(
    "views|api|urls|forms|queries|scripted|models|migrations|transfer/tables|transfer/rows|handlers|apps|templatetags"
)


def kinds_acted_in() -> set[str]:
    """Every kind of act that an operation of leagues names."""
    source = "\n".join(
        path.read_text(encoding="utf-8")
        for path in (ROOT / "mfcampaign" / "campaigns").rglob("*.py")
        if not NO_WRITERS.search(str(path.relative_to(ROOT)))
    )
    kinds = (set(re.findall(r'"([a-z]+\.[a-z_]+)"', source)) - TOPICS.keys()) | {"aftermath.player"}
    assert len(kinds) > 40
    return kinds


def test_every_kind_that_is_told_is_one_that_the_portal_acts_in():
    """A beginning that no operation uses any more would tell nobody, silently."""
    acted = kinds_acted_in()
    idle = [begun for begun in routing._ROUTES if not any(kind.startswith(begun) for kind in acted)]
    assert idle == []


def test_every_kind_of_act_is_told_or_kept_silent_on_purpose():
    """A new kind of act needs a line in ``notices/routing.py``: whom it concerns, or ``SILENT``."""
    acted = kinds_acted_in()
    unknown = {k for k in acted if routing.route_of(k) is None and not k.startswith(routing.SILENT)}
    assert unknown == set(), "say who is told of these, or that nobody is"
    both = {k for k in acted if routing.route_of(k) is not None and k.startswith(routing.SILENT)}
    assert both == set(), "told and silent at once"
    assert [begun for begun in routing.SILENT if not any(k.startswith(begun) for k in acted)] == []


def test_organisers_are_called_to_a_contest_while_everybody_waits_for_it(league):
    current = league.start()
    Week.objects.filter(pk=current.pk).update(
        state=Week.State.EVENT, contest_closes_at=timezone.now() + dt.timedelta(days=1)
    )
    look(league)
    assert waiting(league.organiser) == ["Record who won the contest of week 1"]
    Week.objects.filter(pk=current.pk).update(state=Week.State.GAMES_OPEN)
    look(league)
    assert waiting(league.organiser) == []
