"""What people see of an event, phase by phase, and what they do there."""

from __future__ import annotations

import datetime as dt
import json
import re
from unittest import mock
from zoneinfo import ZoneInfo

import pytest
from django.contrib.auth import get_user_model
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from mfcampaign.events import portable
from mfcampaign.events.models import Event, Game, Player
from mfcampaign.events.operations import creation, people, results, rounds
from rules.edition import edition_of
from tests.events.making import Day
from tests.faults import attack
from tests.markup import read_aloud


@pytest.fixture
def organiser_client(host):
    client = Client()
    client.force_login(host)
    return client


def text(answer) -> str:
    assert answer.status_code == 200, answer.status_code
    return read_aloud(answer.content.decode(), main=True)


def at(name, day, *args):
    return reverse(f"events:{name}", args=[day.event.slug, *args])


def picked(answer) -> list[int]:
    """The two whose places may be exchanged, as the form has them."""
    chosen_numbers = []
    for name in ("one", "other"):
        select = re.search(rf'<select id="{name}".*?</select>', answer.content.decode(), re.S)[0]
        (chosen,) = re.findall(r'value="(\d+)" selected', select)
        values = re.findall(r'value="(\d+)"', select)
        assert len(values) == len(set(values)), "everybody once"
        chosen_numbers.append(int(chosen))
    return chosen_numbers


def by_code(act, code):
    return reverse(f"act:{act}", args=[code])


def opponents(day, number) -> set[int]:
    pairs = [(game.a.number, game.b.number) for game in day.games(1) if game.b]
    return {other for pair in pairs if number in pair for other in pair if other != number}


def carry_out(organiser_client, day, act, page="/", **data):
    address, headers = reverse(f"act:{act}", args=[day.event.slug]), {"referer": f"http://testserver{page}"}
    answer = organiser_client.post(address, data, headers=headers)
    assert answer.status_code == 303
    return answer


def test_an_event_is_announced_and_opened_or_not_there(catalogue, host, organiser_client):
    form = {"preset": "day", "name": "Autumn Day", "starts_at": "2027-03-06T10:00", "zone": "Europe/Madrid"}
    form["edition"] = "m3e"
    outcome = attack("new", lambda: organiser_client.post(reverse("events:new"), form).status_code)
    assert outcome.boundaries > 5
    assert outcome.faults == []


def test_an_event_is_announced_in_one_form(catalogue, host, organiser_client):
    page = organiser_client.get(reverse("events:new"))
    assert "Evening in the shop" in text(page)
    answer = organiser_client.post(
        reverse("events:new"),
        {
            "preset": "day",
            "edition": "m1e",
            "name": "Autumn Day",
            "place": "The Anvil",
            "starts_at": "2027-03-06T10:00",
            "zone": "Europe/Madrid",
        },
    )
    event = Event.objects.get()
    assert answer["Location"] == reverse("events:manage", args=[event.slug])
    assert (event.cut, event.rounds, event.phase) == (4, 4, "registration")
    assert (event.edition, event.size) == ("m1e", edition_of("m1e").setup.usual_size)
    assert event.starts_at.isoformat() == "2027-03-06T09:00:00+00:00"
    assert "Autumn Day" in text(Client().get(reverse("events:events")))
    wrong = organiser_client.post(reverse("events:new"), {"preset": "day", "name": "x", "zone": "Nowhere"})
    assert wrong.status_code == 422


@pytest.mark.parametrize(
    ("wall", "instant", "note"),
    [
        ("2027-03-28T02:30", "2027-03-28T01:00", "skip 02:30 on 28 March 2027: 03:00 is taken"),
        ("2027-10-31T02:30", "2027-10-31T00:30", "show 02:30 twice on 31 October 2027: the first is taken"),
        ("2027-10-31T03:30", "2027-10-31T02:30", ""),
    ],
)
def test_an_hour_that_the_clocks_skip_or_show_twice_is_taken_as_in_a_league(
    catalogue, organiser_client, wall, instant, note
):
    """The rule is that of ``rules.campaign.calendar``; the page says what was taken."""
    form = {"preset": "day", "name": "Autumn Day", "place": "", "starts_at": wall, "zone": "Europe/Madrid"}
    form["edition"] = "m3e"
    answer = organiser_client.post(reverse("events:new"), form)
    event = Event.objects.get()
    assert event.starts_at.isoformat() == f"{instant}:00+00:00"
    _, *notes = (str(message) for message in get_messages(answer.wsgi_request))
    assert [note in each for each in notes] == ([True] if note else [])
    shown = timezone.localtime(event.starts_at, ZoneInfo("Europe/Madrid")).strftime("%Y-%m-%dT%H:%M")
    page = organiser_client.get(reverse("events:settings", args=[event.slug])).content.decode()
    assert f'value="{shown}"' in page


def test_a_whole_evening_by_the_pages_alone(make_day, organiser_client):
    day = make_day(0, rounds=2)
    for name in ("Mara", "Ilse", "Tobin", "Greta"):
        carry_out(organiser_client, day, "add_event_player", name=name)
    codes = text(organiser_client.get(at("codes", day)))
    assert "Mara" in codes
    assert organiser_client.get(at("codes", day)).content.count(b"<svg") >= 4
    carry_out(organiser_client, day, "check_all_in")
    carry_out(organiser_client, day, "begin_event")
    assert "Pair next round" in text(organiser_client.get(at("manage", day)))
    carry_out(organiser_client, day, "pair_round")
    assert "Round 1" not in text(Client().get(at("event", day))), "a draft is nobody else's business"
    assert Client().get(at("round", day, 1)).status_code == 404
    draft = text(organiser_client.get(at("organiser_round", day, 1)))
    assert "Best possible pairing: no other way to pair" in draft
    assert "have not met before" in draft
    carry_out(organiser_client, day, "publish_round", round=1)
    assert "No further round is paired; the event can be finished next." in text(
        organiser_client.get(at("manage", day))
    )
    carry_out(organiser_client, day, "set_clock", round=1, do="start")
    assert "Round 1 ends at" in text(Client().get(at("event", day)))
    game = day.games(1)[0]
    guest = Client()
    own = reverse("events:seat", args=[game.a.code])
    assert f"table {game.table}, against {game.b.name}" in text(guest.get(own))
    minutes = day.event.round_minutes // 2
    clock = f'/play/new/?edition=m3e&amp;clock={minutes}"'
    assert clock in guest.get(own).content.decode(), "half of the round each"
    guest.post(by_code("report_event_game", game.a.code), {"round": 1, "mine": 6, "theirs": 3})
    other = reverse("events:seat", args=[game.b.code])
    assert f"{game.a.name} reports 6–3 at table {game.table}. Is that right?" in text(guest.get(other))
    guest.post(by_code("confirm_event_game", game.b.code), {"round": 1})
    assert f"{game.a.name} 6–3 {game.b.name}" in text(Client().get(at("round", day, 1)))
    proof = at("certificate", day, 1)
    assert proof in Client().get(at("round", day, 1)).content.decode(), "anybody can check the proof"
    assert Client().get(proof).status_code == 200
    last = day.games(1)[1]
    carry_out(organiser_client, day, "enter_result", round=1, game=last.pk, vp_a=2, vp_b=4)
    carry_out(organiser_client, day, "pair_round")
    carry_out(organiser_client, day, "publish_round", round=2)
    day.play(2)
    carry_out(organiser_client, day, "finish_event")
    assert f"wins {day.event.name}" in text(Client().get(at("event", day)))
    assert "You came in at place" in text(guest.get(own))


def test_every_page_of_every_phase_answers(make_day, organiser_client):
    day = make_day(5, cut=2, rounds=1, declares="crew")
    pages = ["event", "standings", "diary", "screen", "join", "manage", "people", "codes", "settings"]

    def all_answer():
        for name in pages:
            assert organiser_client.get(at(name, day)).status_code == 200, (day.fresh().phase, name)
            text(organiser_client.get(at("player", day, 1)))
            text(Client().get(reverse("events:seat", args=[day.player(1).code])))

    all_answer()
    day.begin()
    day.round(play=False)
    all_answer()
    for name in ("organiser_round", "round", "slips"):
        text(organiser_client.get(at(name, day, 1)))
    pair = next(g for g in day.games(1) if g.b)
    other = next(g for g in day.games(1) if g.b and g.pk != pair.pk)
    looked = text(
        organiser_client.get(at("organiser_round", day, 1) + f"?one={pair.a.number}&other={other.a.number}")
    )
    assert "change places" in looked
    chosen = picked(
        organiser_client.get(at("organiser_round", day, 1) + f"?one={pair.a.number}&other={other.b.number}")
    )
    assert chosen == [pair.a.number, other.b.number], "what was looked at stays chosen"
    offered = picked(organiser_client.get(at("organiser_round", day, 1)))
    assert offered[1] not in {offered[0], *opponents(day, offered[0])}, "two who can change places"
    why = text(organiser_client.get(at("organiser_round", day, 1) + f"?why={pair.a.number}"))
    assert "just as good" in why or "over the whole round" in why
    day.play(1)
    rounds.make_cut(day.event, day.host)
    day.round()
    creation.finish(day.event, day.host)
    all_answer()


def test_a_new_code_is_confirmed_by_what_it_ends(make_day, organiser_client):
    day = make_day(2)
    old = reverse("events:seat", args=[day.player(1).code])
    name = day.player(1).name
    page = text(organiser_client.get(at("people", day)))
    assert f"The page that {name} has open, its link and the code on paper stop working" in page
    answer = carry_out(organiser_client, day, "renew_player_code", at("people", day), player=1)
    assert answer["Location"] == at("people", day), "back to the page that had the button"
    assert f"{name} has a new code; the old one no longer works." in text(
        organiser_client.get(at("people", day))
    )
    assert Client().get(old).status_code == 404


def test_an_unchanged_event_costs_a_watcher_one_query(make_day, django_assert_num_queries):
    day = make_day(4)
    day.begin()
    day.round(play=False)
    client = Client()
    headers = {"HX-Request": "true", "X-Seen": str(day.fresh().acts)}
    with django_assert_num_queries(1):
        assert client.get(at("event", day), headers=headers).status_code == 204
    game = day.games(1)[0]
    results.rule(day.event, day.host, 1, game.pk, vp=(4, 1))
    assert client.get(at("event", day), headers=headers).status_code == 200


@pytest.mark.parametrize("players", [4, 40])
def test_the_event_page_has_the_same_queries_for_any_number(make_day, players, django_assert_max_num_queries):
    day = make_day(players)
    day.begin()
    day.round()
    day.round(play=False)
    with django_assert_max_num_queries(6):
        Client().get(at("event", day))
    with django_assert_max_num_queries(1):
        Client().get(at("event", day))
    with django_assert_max_num_queries(2):
        Client().get(at("standings", day))


def test_a_page_kept_for_strangers_is_theirs_and_follows_what_happens(make_day, organiser_client):
    day = make_day(3, declared_shown="deadline", declare_until=timezone.now() + dt.timedelta(minutes=5))
    people.declare(day.event, None, 1, faction="guild")

    def seen(client: Client | None = None) -> str:
        answer = (client or Client()).get(at("event", day))
        main = answer.content.decode().partition("<main")[2].partition("</main")[0]
        return re.sub(r"\b\d{10}\b", "now", main)  # the second at which the page was sent

    stranger, organiser = seen(), seen(organiser_client)
    assert seen() == stranger
    assert ("You organise this event" in organiser, "You organise this event" in stranger) == (True, False)
    assert ("Organiser tools<" in organiser, "Organiser tools<" in stranger) == (True, False)
    assert "faction-guild" not in stranger
    later = timezone.now() + dt.timedelta(minutes=6)
    with mock.patch("django.utils.timezone.now", return_value=later):
        assert "faction-guild" in seen(), "the deadline is no act"
    creation.announce(day.event, day.host, "The kitchen closes at nine.")
    assert "The kitchen closes at nine." in seen()


def test_declarations_are_hidden_until_everybody_has_declared(make_day, organiser_client):
    day = make_day(2, declares="faction", declared_shown="all")
    Client().post(by_code("declare_for_event", day.player(1).code), {"faction": "guild"})
    assert day.player(1).faction == "guild"
    assert "Guild" not in text(Client().get(at("player", day, 1)))
    assert b"faction-guild" not in Client().get(at("event", day)).content
    people.declare(day.event, None, 2, faction="bayou")
    assert "Guild" in text(Client().get(at("player", day, 1)))


def test_only_a_person_with_an_account_or_an_open_door_signs_up(make_day):
    day = make_day(0)
    nobody = Client()
    answer = nobody.post(at("join", day), {"name": "Mara"})
    assert "/account/login/" in answer["Location"]
    assert not Player.objects.exists()
    creation.change(day.event, day.host, by_name=True)
    answer = nobody.post(at("join", day), {"name": "Mara"})
    assert answer["Location"] == reverse("events:seat", args=[Player.objects.get().code])
    known = Client()
    known.force_login(get_user_model().objects.create_user("ilse", password="iron-harvest-moon-47"))
    known.post(at("join", day), {"name": "Ilse"})
    assert "You play as Ilse" in text(known.get(at("event", day)))


def test_nobody_fills_an_open_event_from_one_address(make_day):
    day = make_day(0)
    creation.change(day.event, day.host, by_name=True, capacity=32)
    with mock.patch("mfcampaign.events.views.joining.SIGN_UPS_AN_HOUR", 2):
        for number in range(4):
            answer = Client().post(at("join", day), {"name": f"Mara {number}"})
        assert answer.status_code == 409
        elsewhere = Client(REMOTE_ADDR="198.51.100.7")
        assert elsewhere.post(at("join", day), {"name": "Ilse"}).status_code == 303
    assert Player.objects.filter(name__startswith="Mara").count() == 2
    assert Player.objects.filter(name="Ilse").exists()
    with mock.patch("mfcampaign.api.pages.serving.ACTS_AN_HOUR", 1):
        seat = by_code("declare_for_event", Player.objects.get(name="Ilse").code)
        answers = [Client().post(seat, {"faction": "guild", "crew": "x"}).status_code for _ in range(2)]
    assert answers == [303, 409]


def test_a_player_cannot_check_in_alone_and_a_new_code_ends_the_old(make_day, organiser_client):
    day = make_day(2)
    code = day.player(1).code
    own = reverse("events:seat", args=[code])
    assert "Check Mara in" not in text(Client().get(own))
    stranger = Client().post(reverse("act:check_in", args=[day.event.slug]), {"player": 1, "here": True})
    assert "/account/login/" in stranger["Location"]
    assert day.player(1).state == Player.State.SIGNED
    assert "Check Mara in" in text(organiser_client.get(own))
    answer = carry_out(organiser_client, day, "check_in", own, player=1, here=True)
    assert answer["Location"] == own
    assert day.player(1).state == Player.State.HERE
    carry_out(organiser_client, day, "renew_player_code", player=1)
    assert Client().get(reverse("events:seat", args=[code])).status_code == 404


def test_the_whole_event_as_a_file_comes_back_with_equal_standings(make_day, organiser_client):
    day = make_day(7, rounds=3, cut=2)
    day.begin()
    day.round()
    people.leave(day.event, day.host, 3)
    day.round()
    day.round(play=False)
    data = organiser_client.get(at("file", day)).content
    assert day.player(1).code.encode() not in data
    from django.core.files.uploadedfile import SimpleUploadedFile

    organiser_client.post(reverse("events:import"), {"file": SimpleUploadedFile("e.json", data)})
    copy = Event.objects.exclude(pk=day.event.pk).get()
    again = Day.__new__(Day)
    again.host, again.event = day.host, copy
    for one in (day, again):
        one.play(3)
        rounds.make_cut(one.event, one.host)
        one.round()
        creation.finish(one.event, one.host)
    first, second = (
        organiser_client.get(reverse("events:table", args=[e.slug, "standings"])) for e in (day.event, copy)
    )
    assert b"".join(first) == b"".join(second)
    for name, wrong in (("forbidden", [[1, 2, 3]]), ("seeds", [1, 1]), ("groups", [["x"]]), ("seeds", [99])):
        broken = json.loads(data)
        broken["settings"][name] = wrong
        upload = SimpleUploadedFile("e.json", json.dumps(broken).encode())
        answer = organiser_client.post(
            reverse("events:import"), {"file": upload}, headers={"accept": "application/json"}
        )
        assert (answer.status_code, Event.objects.count()) == (409, 2), (name, wrong)
    for wrong in ("again", "table", "clock"):
        broken = json.loads(data)
        if wrong == "again":
            broken["rounds"].append(broken["rounds"][0])
        elif wrong == "table":
            broken["rounds"][0]["games"][2]["table"] = broken["rounds"][0]["games"][1]["table"]
        else:
            broken["starts_at"] = "2027-03-06T10:00"
        upload = SimpleUploadedFile("e.json", json.dumps(broken).encode())
        answer = organiser_client.post(
            reverse("events:import"), {"file": upload}, headers={"accept": "application/json"}
        )
        assert (answer.status_code, Event.objects.count()) == (409, 2), wrong
    for wrong in ({"a": 99}, {"outcome": "odd"}, {"why": "\x00"}):
        broken = json.loads(data)
        broken["rounds"][0]["games"][0] |= wrong
        upload = SimpleUploadedFile("e.json", json.dumps(broken).encode())
        answer = organiser_client.post(
            reverse("events:import"), {"file": upload}, headers={"accept": "application/json"}
        )
        assert (answer.status_code, Event.objects.count()) == (409, 2), wrong


def test_the_chess_report_says_who_met_whom_and_how_it_ended(make_day):
    day = make_day(3)
    day.begin()
    day.round()
    lines = Client().get(at("table", day, "trf")).content.decode().splitlines()
    rows = {int(line[4:8]): line for line in lines if line.startswith("001")}
    game = next(g for g in day.games(1) if g.b)
    bye = next(g for g in day.games(1) if not g.b)
    assert rows[game.a.number].rstrip().endswith(f"{game.b.number} w 1")
    assert rows[game.b.number].rstrip().endswith(f"{game.a.number} b 0")
    assert rows[bye.a.number].rstrip().endswith("0000 - U")
    assert rows[bye.a.number][80:84] == " 1.0"
    assert "XXR 3" in lines, "the rounds that are planned, whatever was played"


@pytest.mark.parametrize(
    ("options", "planned"),
    [
        ({"rounds": 5}, 5),
        ({"rounds": 3, "cut": 4}, 5),
        ({"rounds": 1, "format": "robin"}, 5),
        ({"rounds": 1, "format": "single"}, 3),
    ],
)
def test_the_chess_report_tells_the_rounds_that_are_planned(make_day, options, planned):
    day = make_day(6, **options)
    day.begin()
    day.round()
    lines = Client().get(at("table", day, "trf")).content.decode().splitlines()
    assert f"XXR {planned}" in lines


def test_the_chess_report_looks_at_each_game_once(make_day):
    day = make_day(10)
    day.begin()
    day.round()
    with mock.patch("mfcampaign.events.portable.numbers", wraps=portable.numbers) as looked_at:
        Client().get(at("table", day, "trf"))
    assert looked_at.call_count == len(day.games(1))
    with mock.patch("mfcampaign.events.portable.MOST_TRF_ROUNDS", 0):
        assert Client().get(at("table", day, "trf")).status_code == 409


def test_who_comes_late_is_added_only_where_the_format_lets_them_in(make_day, organiser_client):
    for format, open_ in (("swiss", True), ("robin", False)):
        day = make_day(4, format=format)
        for name in ("manage", "people"):
            assert 'id="add"' in organiser_client.get(at(name, day)).content.decode()
        day.begin()
        for name in ("manage", "people"):
            assert ('id="add"' in organiser_client.get(at(name, day)).content.decode()) == open_


def test_a_game_that_was_not_played_is_told_in_one_sentence(make_day, organiser_client):
    day = make_day(5)
    day.begin()
    day.round(play=False)
    game = next(game for game in day.games(1) if game.b)
    people.leave(day.event, day.host, game.a.number)
    sentence = f"{game.a.name} against {game.b.name}: {game.a.name} was not there"
    assert sentence in text(Client().get(at("player", day, game.a.number)))
    assert f"Table {game.table}: {sentence}" in text(organiser_client.get(at("organiser_round", day, 1)))
    page = Client().get(at("round", day, 1)).content.decode()
    assert page.count(">bye<") == 1, "in its own column, once"
    assert f'<strong class="print-only">{day.event.name}</strong>' in page, (
        "a sheet on the wall says of what it is"
    )


def test_strangers_find_no_desk_and_a_dead_code_leads_nowhere(make_day):
    day = make_day(2)
    stranger = Client()
    stranger.force_login(get_user_model().objects.create_user("x", password="iron-harvest-moon-47"))
    for name in ("manage", "people", "codes", "settings", "file"):
        assert stranger.get(at(name, day)).status_code == 404
    assert stranger.post(reverse("act:begin_event", args=[day.event.slug])).status_code == 404
    assert stranger.get(reverse("events:table", args=[day.event.slug, "players"])).status_code == 404
    assert stranger.get(reverse("events:seat", args=["no-such-code"])).status_code == 404
    assert not Game.objects.exists()


def test_results_are_entered_side_by_side(make_day, organiser_client):
    day = make_day(0, rounds=2)
    names = "Mara\nIlse\nTobin\nGreta\nRook\nSilas"
    organiser_client.post(at("add_players", day), {"names": names, "do": "add"})
    carry_out(organiser_client, day, "check_all_in")
    carry_out(organiser_client, day, "begin_event")
    drawn = carry_out(organiser_client, day, "pair_round")
    assert drawn["Location"] == at("organiser_round", day, 1), "where Publish is"
    page = at("organiser_round", day, 1)
    carry_out(organiser_client, day, "publish_round", round=1)
    one, two, three = day.games(1)
    empty = text(organiser_client.get(at("organiser_round", day, 1)))
    assert 'value="0"' not in empty, "nobody enters 0–0 by pressing the button"
    fields = {f"vp-a-{one.pk}": 5, f"vp-b-{one.pk}": 3, f"how-{two.pk}": "forfeit-by-b"}
    answer = carry_out(organiser_client, day, "enter_results", page, round=1, **fields)
    assert answer["Location"] == at("organiser_round", day, 1) + "#results", "the place is kept"
    assert [game.state for game in day.games(1)] == ["confirmed", "confirmed", "open"]
    half = {f"vp-a-{three.pk}": 5}
    other = {f"vp-a-{one.pk}": 7, f"vp-b-{one.pk}": 3, f"vp-a-{three.pk}": 4, f"vp-b-{three.pk}": 4}
    refused = carry_out(organiser_client, day, "enter_results", round=1, **other)
    assert f"Table {one.table} has a result by now: 5–3" in text(organiser_client.get(refused["Location"]))
    assert day.games(1)[2].state == "open"
    refused = carry_out(organiser_client, day, "enter_results", round=1, **half)
    assert "lacks one side" in text(organiser_client.get(refused["Location"]))
    assert day.games(1)[2].state == "open"
    whole = fields | {f"vp-a-{three.pk}": 5, f"vp-b-{three.pk}": 5}  # the first two as they stand
    carry_out(organiser_client, day, "enter_results", round=1, **whole)
    assert "Pair round 2" in text(organiser_client.get(at("organiser_round", day, 1))), (
        "the next step is here"
    )
