"""Nobody deals a league's game anew for themselves: how one that was begun here comes to an early end."""

from __future__ import annotations

import msgspec
import pytest

from mfcampaign.audit.models import Act
from mfcampaign.audit.operations import aggregate_name
from mfcampaign.campaigns.game import play as league_play
from mfcampaign.campaigns.models import Game, Organiser
from mfcampaign.play import fate_proof, loading
from mfcampaign.play.models import Encounter
from mfcampaign.play.operations import creation, playing
from rules.game.results.result import EncounterResult
from rules.refusal import Refusal
from tests.campaigns.conftest import catalogue, figures, make_league  # noqa: F401  fixtures
from tests.play.league_game import address, browser, gather, revealed_game, users
from tests.play.playing import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(make_league):  # noqa: F811
    return revealed_game(make_league)


def begun(game, mode: str = "play") -> Encounter:
    assert browser(users(game)[0]).post(address(game), {"mode": mode}).status_code == 302
    return Encounter.objects.exclude(state="left").get(origin=league_play.origin_key(game))


def dealt(game) -> Encounter:
    row = begun(game)
    gather(row, users(game))
    assert row.dealt
    return row


def leave(row, user, **fields):
    response = browser(user).post(f"{row.get_absolute_url()}leave/", fields)
    assert response.status_code in (302, 409)
    row.refresh_from_db()


def diary(game) -> list[str]:
    acts = Act.objects.filter(aggregate=aggregate_name(game.week.campaign), kind__startswith="encounter.")
    return list(acts.order_by("ordinal").values_list("kind", "sentence"))


def begins_anew(game, user) -> bool:
    """Whether ``user`` gets other cards by asking to play the game."""
    before = set(Encounter.objects.values_list("public_id", flat=True))
    browser(user).post(address(game), {"mode": "play"})
    return set(Encounter.objects.values_list("public_id", flat=True)) != before


@pytest.mark.rule("SL-WITHDRAW-01")
def test_from_the_first_card_on_one_player_alone_ends_nothing(game):
    row = dealt(game)
    one, two = users(game)
    hands = loading.play_of(row).state
    leave(row, one, sure="yes")
    assert (row.state, row.asked_end) == ("playing", {"seat": 0})
    leave(row, one, do="agree")
    leave(row, one, sure="yes")
    assert row.state == "playing", "nobody agrees with himself"
    assert not begins_anew(game, one)
    assert not begins_anew(game, two)
    assert loading.play_of(row).state == hands, "the same decks lie there"
    page = browser(two).get(row.get_absolute_url()).content.decode()
    assert "wants to give this game up" in page
    sentences = [sentence for kind, sentence in diary(game) if kind == "encounter.given_up"]
    assert f"{one} wants to give it up" in sentences[0]
    leave(row, two, do="decline")
    assert (row.state, row.asked_end) == ("playing", {})
    assert "does not agree" in diary(game)[-1][1]


@pytest.mark.rule("SL-WITHDRAW-01", "SL-WITHDRAW-04")
def test_a_game_given_up_by_both_counts_as_a_withdrawal_and_is_not_dealt_again(game):
    row = dealt(game)
    one, two = users(game)
    leave(row, two, sure="yes")
    leave(row, one, do="agree")
    assert row.state == "over"
    result = msgspec.convert(row.result, EncounterResult)
    assert [seat.withdrew_turn for seat in result.seats] == [None, 1]
    assert not begins_anew(game, one)
    page = browser(two).get(row.get_absolute_url()).content.decode()
    assert f"counts as a withdrawal of {two}" in page
    for user in (one, two):
        browser(user).post(f"{address(game)}report/")
    game.refresh_from_db()
    assert game.outcome["withdrew"] == ["", "early"]
    assert game.outcome["winner"] == 0, "A-12: the Crew that stayed"
    table = address(game).removesuffix("play/")
    assert row.get_absolute_url() in browser(one).get(table).content.decode(), "linked from its game"


def test_an_organiser_sets_one_aside_with_a_reason_that_diary_and_fate_page_keep(game):
    row = dealt(game)
    one, two = users(game)
    host = person("host")
    Organiser.objects.create(campaign=game.week.campaign, user=host)
    rule = address(game).replace("play/", "rule/")
    assert browser(one).post(rule, {"do": "set-aside", "reason": "A poor hand"}).status_code in (404, 422)
    assert browser(host).post(rule, {"do": "set-aside", "reason": ""}).status_code == 422
    row.refresh_from_db()
    assert row.state == "playing"
    assert browser(host).post(rule, {"do": "set-aside", "reason": "The lights went out"}).status_code == 303
    row.refresh_from_db()
    assert (row.state, row.origin) == ("left", league_play.origin_key(game)), "stays linked"
    kind, sentence = diary(game)[-1]
    assert (kind, "The lights went out" in sentence) == ("encounter.set_aside", True)
    assert begins_anew(game, two)
    again = league_play.of_game(game)
    for url in (f"{again.get_absolute_url()}proof/", f"{row.get_absolute_url()}proof/"):
        page = browser(two).get(url).content.decode()
        assert "begun more than once" in page
    assert "The lights went out" in browser(two).get(f"{again.get_absolute_url()}proof/").content.decode()
    assert "again begun here" in diary(game)[-1][1]
    assert all(held for held, _words in fate_proof.check(fate_proof.proof_of(row))[:3]), "its seeds are open"


def test_an_organiser_who_plays_it_sets_nothing_aside(game):
    row = dealt(game)
    one, _two = users(game)
    Organiser.objects.get_or_create(campaign=game.week.campaign, user=one)
    response = browser(one).post(
        address(game).replace("play/", "rule/"), {"do": "set-aside", "reason": "A poor hand"}
    )
    assert response.status_code == 422
    row.refresh_from_db()
    assert row.state == "playing"


def test_beginnings_that_come_to_nothing_are_counted_shown_and_few(game):
    one, _two = users(game)
    for number in range(playing.MOST_FRUITLESS):
        row = begun(game)
        page = browser(one).get(row.get_absolute_url()).content.decode()
        assert ("came to nothing" in page) == (number > 0)
        if number % 2:
            leave(row, one, sure="yes")
            assert row.state == "left"
        else:
            creation.renew(row, one, 0)
            row.refresh_from_db()
            assert row.state == "gathering"
    row = begun(game)
    with pytest.raises(Refusal, match="came to nothing"):
        creation.renew(row, one, 0)
    with pytest.raises(Refusal, match="came to nothing"):
        playing.give_up(row, one, 0)
    kinds = [kind for kind, _sentence in diary(game)]
    assert kinds.count("encounter.round_void") + kinds.count("encounter.given_up") == playing.MOST_FRUITLESS
    gather(row, users(game))
    assert row.dealt, "the game itself goes on"


def test_a_record_ends_by_both_and_has_no_decks_to_protect(game):
    row = begun(game, "record")
    one, two = users(game)
    leave(row, one, sure="yes")
    assert row.state == "playing"
    leave(row, two, do="agree")
    assert (row.state, row.result) == ("left", None)
    assert begins_anew(game, two)
    assert browser(person("stranger")).post(address(game), {"mode": "play"}).status_code == 404


def test_an_open_encounter_is_given_up_by_whoever_plays_it():
    from tests.play.playing import duel

    row = duel(person("one"), person("two"))
    assert playing.give_up(row, row.seats.get(seat=1).user, 1)
    assert (row.state, row.asked_end) == ("left", {})
    assert Game.objects.count() == 0
