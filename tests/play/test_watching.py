"""Watchers see what both players may see, as late as the stricter player says, and only by the link."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest
from django.urls import reverse

from mfcampaign.audit.operations import aggregate_name
from mfcampaign.live.models import Ended, Frame
from mfcampaign.live.tickets import read
from mfcampaign.play import access, loading
from mfcampaign.play.frame_parts import late_topic
from mfcampaign.play.operations import playing
from mfcampaign.play.operations.watching import let_watch
from mfcampaign.play.queries import replay_page, watched_page
from mfcampaign.play.watching import watch_holder, watching
from mfcampaign.web import cache as page_cache
from mfcampaign.web.drawings import sharing
from rules.game.events.turns import TurnBegan
from rules.game.narration import sentence_of
from rules.game.simulation.invariants import disguised
from rules.refusal import Refusal
from tests.play.playing import duel, go_on, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def two():
    return dict(enumerate((person("mara"), person("jonas"))))


@pytest.fixture
def watched(two):
    """A game some way in, which anybody with the link may watch."""
    row = duel(*two.values())
    go_on(row, two, 25)
    row.refresh_from_db()
    for user in two.values():
        let_watch(row, user, "live")
    return row


def link(row) -> str:
    return reverse("play:watch", args=[row.watch_link])


def shown(client, row) -> str:
    """What the page shows of the game; around it stand the visitor's own tokens."""
    return client.get(link(row)).content.decode().partition('id="watched"')[2].partition("</main>")[0]


def test_nobody_watches_before_both_allow_it_and_the_stricter_word_counts(two, client):
    row = duel(*two.values())
    let_watch(row, two[0], "live")
    assert row.watch_link == ""
    let_watch(row, two[1], "late")
    late = row.watch_link
    assert b"one Turn late" in client.get(link(row)).content
    let_watch(row, two[1], "live")
    assert row.watch_link not in ("", late)
    assert client.get(reverse("play:watch", args=[late])).status_code == 404
    assert b"as it happens" in client.get(link(row)).content
    let_watch(row, two[0], "")
    assert row.watch_link == ""
    assert client.get(reverse("play:watch", args=["nothing"])).status_code == 404
    assert Ended.objects.filter(holder=watch_holder(row)).exists()


def test_a_stranger_lets_nobody_watch(two):
    row = duel(*two.values())
    with pytest.raises(Refusal):
        let_watch(row, person("eve"), "live")
    with pytest.raises(Refusal):
        let_watch(row, two[0], "everything")


def test_the_players_go_on_while_one_lets_others_watch(watched, two):
    assert go_on(watched, two, 3) == 3


def test_a_watchers_page_is_alike_in_worlds_that_a_watcher_cannot_tell_apart(watched, client, monkeypatch):
    before = shown(client, watched)
    page_cache._values.clear()
    state_after = loading.state_after
    monkeypatch.setattr(loading, "state_after", lambda *given: disguised(state_after(*given), None))
    state = state_after(watched, loading.facts(watched))
    assert disguised(state, None) != state
    assert "Waiting for" in before
    assert shown(client, watched) == before


def test_a_watcher_hears_nothing_that_one_player_alone_hears(watched, client):
    state = loading.play_of(watched).state
    page = client.get(link(watched)).content.decode()
    follow = reverse("play:watch_follow", args=[watched.watch_link])
    frames = "\n".join(client.get(follow, {"since": n}).content.decode() for n in range(1, watched.acts, 20))
    private = [fact for _number, fact in loading.facts(watched) if fact.audience in (0, 1)]
    told = [words for fact in private if (words := sentence_of(fact, state))]
    assert told
    assert not [words for words in told if words in page or json.dumps(words, ensure_ascii=False) in frames]


def test_a_late_watcher_hears_of_a_turn_when_the_next_begins(watched, two, client, settings, tmp_path):
    let_watch(watched, two[0], "late")
    facts = [fact for _number, fact in loading.facts(watched)]
    turns = [at for at, fact in enumerate(facts) if isinstance(fact, TurnBegan)]
    seen = watching(two[0], watched.watch_link)
    assert seen.late
    expected = facts[: turns[-1]] if len(turns) > 1 else []
    assert watched_page.before_this_turn(facts) == expected
    assert watched_page.load(seen).turn == (len(turns) - 1 if len(turns) > 1 else 0)
    assert Frame.objects.filter(topic=late_topic(watched)).count() >= 1
    settings.LIVE_SOCKET = str(tmp_path / "live.sock")
    (tmp_path / "live.sock").touch()
    answer = client.get(
        reverse("play:watch_follow", args=[watched.watch_link]), {"since": 0, "open": ""}
    ).json()
    assert all(frame["public"] == {} for frame in answer["frames"])
    ticket = read(answer["stream"].split("/")[2])
    assert (ticket.topic, ticket.part) == (late_topic(watched), "public")
    assert ticket.topic != aggregate_name(watched)
    assert watch_holder(watched) in ticket.holders


def test_when_it_is_over_watchers_are_led_to_the_whole_of_it(watched, two, client):
    playing.give_up(watched, two[0], 0)
    watched.refresh_from_db()
    assert watched.over
    assert client.get(link(watched)).url == watched.get_absolute_url()
    part = client.get(link(watched), headers={"HX-Request": "true"})
    assert part.headers["HX-Redirect"] == watched.get_absolute_url()


def test_the_page_of_the_players_gives_the_link_and_asks_whom_they_let(watched, two, client):
    client.force_login(two[0])
    page = client.get(watched.get_absolute_url()).content.decode()
    assert link(watched) in page
    client.post(reverse("play:let_watch", args=[watched.public_id]), {"watched": ""})
    assert link(watched) not in client.get(watched.get_absolute_url()).content.decode()


def test_the_picture_of_a_moment_is_of_what_both_may_see(watched, two, client):
    visits = [access.visit(user, watched.public_id) for user in two.values()]
    state = loading.play_of(watched).state
    private = [fact for _number, fact in loading.facts(watched) if fact.audience in (0, 1)]
    told = [words for fact in private if (words := sentence_of(fact, state))]
    assert told
    for at in range(watched.version + 1):
        drawings = [sharing.beside_table(*replay_page.picture(visit, at)) for visit in visits]
        assert drawings[0] == drawings[1]
        said = unescape(" ".join(re.findall(r"<text[^>]*>([^<]*)", drawings[0])))
        assert not [words for words in told if words in said]
    address = reverse("play:moment_picture", args=[watched.public_id, 3])
    assert client.get(address).status_code == 404, "who does not play sees it when it is over"
    playing.give_up(watched, two[0], 0)
    shown = client.get(reverse("play:replay", args=[watched.public_id]), {"at": 3}).content.decode()
    assert f'og:image" content="http://testserver{address}"' in shown
    assert (
        f'og:url" content="http://testserver{reverse("play:replay", args=[watched.public_id])}?at=3"' in shown
    )
    answer = client.get(address)
    assert answer.content[1:4] == b"PNG" if sharing.drawable() else answer.status_code == 302
