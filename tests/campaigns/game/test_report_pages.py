"""Reporting, confirming, objecting and ruling through the pages, with every input kept."""

from __future__ import annotations

import html
import re

import pytest
from django.contrib.messages import get_messages
from django.urls import reverse

from mfcampaign.campaigns.models import Aftermath, Game, Report
from mfcampaign.campaigns.opening import operations
from mfcampaign.campaigns.scripted import play
from tests.campaigns.conftest import person
from tests.campaigns.game_pages import HTMX, at, count_an_act, first_model, report_fields, reveal, visitor

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game(league, in_process) -> Game:
    league.start()
    game_ = league.games()[0]
    reveal(game_)
    return game_


@pytest.fixture
def reported(game) -> Game:
    first = play.sides(game)[0]
    assert visitor(first.entry.user).post(at(game, "report"), report_fields(game)).status_code == 303
    game.refresh_from_db()
    return game


@pytest.mark.rule("SL-FINISH-03", "SL-FINISH-04", "M3E-TURN-21")
def test_a_report_is_written_read_and_confirmed(game):
    first, second = play.sides(game)
    me, them = visitor(first.entry.user), visitor(second.entry.user)
    form = me.get(at(game, "report")).context["form"]
    fields = report_fields(game, key=form["key"].value())
    assert me.post(at(game, "report"), fields)["Location"] == at(game)
    assert me.post(at(game, "report"), fields)["Location"] == at(game), "a double tap reports once"
    report = game.reports.get()
    assert report.result["seats"][0]["vp"] == 3
    assert report.result["seats"][1]["vp"] == 1
    fallen = [seat["casualties"] for seat in report.result["seats"]]
    assert [(c["finished_off"], c["flip"]) for seat in fallen for c in seat] == [(True, "9r"), (False, "2t")]

    assert "Confirm the result" not in me.get(at(game)).content.decode(), "nobody confirms their own report"
    own = me.post(at(game, "act:confirm_report"), {"number": 1})
    assert "your own report" in str(next(iter(get_messages(own.wsgi_request)), own.content))
    assert "Confirm the result" in them.get(at(game)).content.decode()
    assert them.post(at(game, "act:confirm_report"), {"number": 1}).status_code == 303
    again = them.post(at(game, "act:confirm_report"), {"number": 1})
    (said,) = get_messages(again.wsgi_request)
    assert (again.status_code, said.level_tag) == (303, "info"), "the second tap is told, and no refusal"
    assert "confirmed the result: table 1 ends" in str(said)
    late = me.post(at(game, "report"), fields | {"key": ""})
    (said,) = get_messages(late.wsgi_request)
    assert "confirmed the result: table 1 ends" in str(said), "what stands is told to who reports it again"
    game.refresh_from_db()
    assert game.state == Game.State.AFTERMATH
    assert (game.outcome["vp"], game.outcome["winner"]) == ([3, 1], 0)
    assert Aftermath.objects.filter(side__game=game).count() == 2
    assert me.get(at(game, "report"))["Location"] == at(game), "what stands is not reported again"


def test_a_report_that_was_replaced_meanwhile_is_not_confirmed_unread(reported):
    first, second = play.sides(reported)
    them = visitor(second.entry.user)
    visitor(first.entry.user).post(at(reported, "report"), report_fields(reported, **{"s0-strategy": ["2"]}))
    refused = them.post(at(reported, "act:confirm_report"), {"number": 1}, follow=True)
    assert "replaced while you were reading" in refused.content.decode()
    reported.refresh_from_db()
    assert reported.state == Game.State.REPORTED
    assert reported.reports.get(state=Report.State.PROPOSED).number == 2


@pytest.mark.rule("M3E-TURN-21", "M3E-TURN-22", "M3E-SETUP-18", "A-09")
def test_what_cannot_be_comes_back_with_every_reason_and_everything_kept(game):
    first = play.sides(game)[0]
    schemes = [scheme["name"] for scheme in game.scenario["schemes"]]
    model = first_model(game, 0)
    wrong = report_fields(game) | {
        "ended": "4",
        "s0-strategy": ["2", "5"],
        "s0-scheme-0-vp": ["2", "3", "4"],
        "s0-scheme-1": schemes[0],
        "s0-withdrew": "1",
        "s1-withdrew": "2",
        f"s0-card-{model}": "99x",
    }
    page = visitor(first.entry.user).post(at(game, "report"), wrong)
    assert page.status_code == 422
    body = page.content.decode()
    for rule in ("M3E-TURN-21", "M3E-TURN-22", "M3E-SETUP-18", "A-09"):
        assert f'aria-label="Rule {rule}"' in body, rule
    form = page.context["form"]
    assert {name: form[name].value() for name in wrong} == wrong, "nothing typed is lost"
    assert 'value="99x"' in body
    assert "write the card as" in body
    assert not game.reports.exists()


def test_live_totals_come_as_a_part_and_write_nothing(game):
    first = play.sides(game)[0]
    me = visitor(first.entry.user)
    part = me.post(at(game, "report"), report_fields(game, do="look"), headers=HTMX)
    body = part.content.decode()
    assert "<html" not in body
    assert "3 VP" in body
    assert "1 VP" in body
    early = me.post(at(game, "report"), report_fields(game, do="look", ended="2"), headers=HTMX)
    assert "M3E-TURN-22" in early.content.decode(), "what does not fit yet is told as one taps"
    assert not game.reports.exists()
    assert me.post(at(game, "report"), report_fields(game, do="look", ended="9")).status_code == 422


@pytest.mark.rule("SL-FINISH-08")
def test_an_effect_finishes_off_without_a_card_and_a_withdrawal_is_read_in_words(game):
    first, second = play.sides(game)
    model = first_model(game, 0)
    fields = report_fields(game) | {
        f"s0-fate-{model}": "finished",
        f"s0-card-{model}": "",
        f"s0-killer-{model}": first_model(game, 1),
        "s1-strategy": ["3"],
        "s1-withdrew": "4",
    }
    visitor(first.entry.user).post(at(game, "report"), fields)
    (casualty,) = game.reports.get().result["seats"][0]["casualties"]
    assert (casualty["finished_off"], casualty["flip"]) == (True, None)
    assert casualty["killed_by"] == first_model(game, 1)
    read = visitor(second.entry.user).get(at(game)).content.decode()
    assert "without a card" in read
    assert "Withdrew in Turn 4" in read


def test_an_objection_needs_a_reason_and_a_new_report_may_end_the_dispute(reported):
    first, second = play.sides(reported)
    me, them = visitor(first.entry.user), visitor(second.entry.user)
    empty = them.post(at(reported, "act:object_to_report"), {"number": 1, "reason": " "})
    assert "“Reason” is missing" in empty.content.decode()
    said = them.post(at(reported, "act:object_to_report"), {"number": 1, "reason": "It was 2 to 1."})
    assert said["Location"] == at(reported)
    reported.refresh_from_db()
    assert reported.state == Game.State.DISPUTED
    text = me.get(at(reported)).content.decode()
    assert "It was 2 to 1." in text
    assert "It was 2 to 1." not in visitor().get(at(reported)).content.decode(), (
        "a quarrel is the league's own"
    )
    me.post(at(reported, "report"), report_fields(reported, **{"s0-strategy": ["2"]}))
    assert them.post(at(reported, "act:confirm_report"), {"number": 2}).status_code == 303
    reported.refresh_from_db()
    assert reported.state == Game.State.AFTERMATH
    assert reported.outcome["vp"] == [2, 1]


def test_an_organiser_who_is_no_party_rules_and_a_party_does_not(league, reported):
    first, second = play.sides(reported)
    operations.add_organiser(league.campaign, league.organiser, first.entry.user)
    visitor(second.entry.user).post(at(reported, "act:object_to_report"), {"number": 1, "reason": "No."})
    ruling = report_fields(reported, do="ruling", reason="Both saw it.", **{"s0-strategy": ["2"]})

    party = visitor(first.entry.user)
    assert "another organiser rules" in party.get(at(reported, "rule")).content.decode()
    refused = party.post(at(reported, "rule"), ruling)
    assert refused.status_code == 422
    reported.refresh_from_db()
    assert reported.state == Game.State.DISPUTED

    judge = visitor(league.organiser)
    assert "No." in judge.get(at(reported, "rule")).content.decode()
    silent = judge.post(at(reported, "rule"), ruling | {"reason": ""})
    assert silent.status_code == 422
    assert silent.context["form"]["s0-strategy"].value() == ["2"], "the numbers are kept"
    impossible = judge.post(at(reported, "rule"), ruling | {"ended": "1"})
    assert (impossible.status_code, "M3E-TURN-22" in impossible.content.decode()) == (422, True)
    assert judge.post(at(reported, "rule"), ruling)["Location"] == at(reported)
    reported.refresh_from_db()
    assert (reported.state, reported.outcome["vp"]) == (Game.State.AFTERMATH, [2, 1])
    assert judge.get(at(reported, "rule"))["Location"] == at(reported)
    assert "Both saw it." in judge.get(at(reported)).content.decode()


@pytest.mark.parametrize(
    ("do", "state"), [("forfeit-1", "forfeited"), ("nonsense", "playing"), ("", "playing")]
)
def test_a_table_without_a_result_is_ended_by_an_organiser(league, game, do, state):
    judge = visitor(league.organiser)
    answer = judge.post(at(game, "rule"), {"do": do, "reason": "Nobody heard of them."})
    game.refresh_from_db()
    assert game.state == state
    assert answer.status_code == (422 if state == "playing" else 303)
    assert judge.get(at(game)).status_code == 200
    if do == "forfeit-1":
        assert game.outcome["forfeit"] == 1
        assert "did not come" in judge.get(at(game)).content.decode()


def test_an_open_game_is_voided_once_it_was_looked_at(game):
    judge = visitor(game.week.campaign.organisers.get().user)
    page = judge.post(at(game, "rule"), {"do": "void", "reason": "The wrong table."}).content.decode()
    assert f"Table {game.table} of week 1 is void" in page
    assert "The wrong table." in page, "the reason is kept"
    game.refresh_from_db()
    assert game.state == "playing", "looking voids nothing"
    sent = dict(re.findall(r'name="(request|seen|key)" value="([^"]*)"', page))
    sent = {name: html.unescape(value) for name, value in sent.items()}
    act = sent | {"do": "act", "reason": "The wrong table."}
    answer = judge.post(reverse("campaigns:ruling_preview", args=[game.week.campaign.slug]), act)
    assert "The wrong table." in judge.get(answer["Location"]).content.decode()
    game.refresh_from_db()
    assert game.state == "void"


# What each person gets of each address of one table whose report waits for its answer.
DOORS = {
    "game": ("get", {"nobody": 200, "member": 200, "organiser": 200, "reporter": 200, "opponent": 200}),
    "crew": ("get", {"nobody": 404, "member": 404, "organiser": 404, "reporter": 303, "opponent": 303}),
    "schemes": ("get", {"nobody": 404, "member": 404, "organiser": 404, "reporter": 303, "opponent": 303}),
    "report": ("get", {"nobody": 404, "member": 404, "organiser": 404, "reporter": 200, "opponent": 200}),
    "object": ("get", {"nobody": 404, "member": 404, "organiser": 404, "reporter": 200, "opponent": 200}),
    "rule": ("get", {"nobody": 404, "member": 404, "organiser": 200, "reporter": 404, "opponent": 404}),
    "aftermath": ("get", {"nobody": 404, "member": 303, "organiser": 303, "reporter": 303, "opponent": 303}),
    "aftermath_enter": (
        "post",
        dict.fromkeys(("nobody", "member", "organiser", "reporter", "opponent"), 404),
    ),
    "play": (
        "get",
        {"nobody": 404, "member": 404, "organiser": 404, "reporter": 200, "opponent": 200},
    ),
    "aftermath_entered": (
        "get",
        {"nobody": 404, "member": 200, "organiser": 200, "reporter": 200, "opponent": 200},
    ),
}


@pytest.mark.parametrize("listed", [True, False], ids=["listed", "unlisted"])
def test_every_door_of_a_table_for_every_person(make_league, in_process, listed):
    from mfcampaign.campaigns.game.urls import GAME
    from mfcampaign.campaigns.urls import urlpatterns

    at_a_table = {pattern.name for pattern in urlpatterns if str(pattern.pattern).startswith(GAME)}
    # whoever reports a played game is asked to sign in first: tests/permissions has its row
    assert at_a_table - {"play_report"} == set(DOORS), "a new address needs its row here"
    league = make_league(players=4, listed=listed)
    league.found_all()
    league.start()
    game, other_game = league.games()
    reveal(game)
    first, second = play.sides(game)
    visitor(first.entry.user).post(at(game, "report"), report_fields(game))
    people = {
        "nobody": visitor(),
        "member": visitor(play.sides(other_game)[0].entry.user),
        "organiser": visitor(league.organiser),
        "reporter": visitor(first.entry.user),
    }
    outsider = visitor(person("outsider"))
    opponent = visitor(second.entry.user)
    for name, (method, expected) in DOORS.items():
        for who, client in (*people.items(), ("opponent", opponent)):
            if who not in expected:
                continue
            code = getattr(client, method)(at(game, name)).status_code
            wanted = 404 if who == "nobody" and not listed else expected[who]
            assert code == wanted, f"{who} at {name}: {code}, not {wanted}"
        code = getattr(outsider, method)(at(game, name)).status_code
        assert code == (404 if not listed else expected["nobody"]), f"an outsider at {name}: {code}"
    assert opponent.post(at(game, "act:confirm_report"), {"number": 1}).status_code == 303


def test_query_counts_of_report_and_reading(reported, django_assert_num_queries):
    second = play.sides(reported)[1]
    me = visitor(second.entry.user)
    me.get(at(reported))
    count_an_act(reported)
    with django_assert_num_queries(8):  # one asks whether the opponent organises
        me.get(at(reported))
    with django_assert_num_queries(4):
        me.get(at(reported))
    with django_assert_num_queries(7):  # one asks whether it was recorded
        me.get(at(reported, "report"))
