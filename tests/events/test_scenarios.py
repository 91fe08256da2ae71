"""What rounds are played for: drawn by fate once, drawn again in the open only, locked with the pairings."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import count

import pytest
from django.test import Client
from django.urls import reverse

from mfcampaign.events.loading import record, scheme_of
from mfcampaign.events.models import Event, Round
from mfcampaign.events.operations import creation, importing, people, results, round_setup, rounds
from mfcampaign.events.portable import read
from mfcampaign.events.queries import pages, past
from mfcampaign.play import loading
from mfcampaign.play.models import Encounter
from mfcampaign.play.sheets import drawn_sheet
from mfcampaign.setups import operations as setups
from mfcampaign.setups import queries as drawn
from rules.edition import edition_of
from rules.refusal import Refusal
from tests.events.test_pages import at, text


@pytest.fixture(autouse=True)
def _the_same_cards_on_every_run(monkeypatch):
    """Eight flips may by chance all fall alike."""
    codes = (f"the-same-{number}" for number in count())
    monkeypatch.setattr(setups, "new_code", lambda: next(codes))
    monkeypatch.setattr(rounds.secrets, "randbelow", lambda most: 7 % most)


@pytest.fixture
def day(make_day):
    opened = make_day(6)
    opened.begin()
    return opened


def draft(day) -> Round:
    return rounds.pair(day.event, day.host)


def card(round_: Round) -> str:
    return text(Client().get(reverse("setups:card", args=[round_.set_up])))


@pytest.mark.rule("M3E-SETUP-15")
def test_a_round_is_drawn_once_and_the_drawing_is_there_to_check(day):
    round_ = draft(day)
    assert round_.scenario["strategy"] in card(round_)
    assert "The portal has just laid the decks again from the seed" in card(round_)
    assert len({scheme["number"] for scheme in round_.scenario["schemes"]}) == 5
    before = round_.scenario
    for _ in range(3):
        rounds.discard_draft(day.event, day.host)
        creation.change(day.event, day.host, size=day.fresh().size + 1)
        round_ = draft(day)
        assert round_.scenario == before, "putting a draft away would have turned other cards"


def test_another_drawing_needs_a_reason_that_everybody_sees(day, client):
    client.force_login(day.host)
    first = draft(day)
    address = reverse("act:draw_round_again", args=[day.event.slug])
    headers = {"accept": "application/json"}
    assert client.post(address, {"round": 1}, headers=headers).status_code == 409
    assert client.post(address, {"round": 1, "reason": "The river is dry"}).status_code == 303
    again = day.event.played_rounds.get()
    assert again.set_up == first.set_up
    assert "The river is dry" in card(again)
    assert "Drawn 2 times" in card(again)
    earlier = Client().get(reverse("setups:card", args=[again.set_up]), {"drawing": 1})
    assert first.scenario["strategy"] in text(earlier)
    assert "The river is dry" in text(Client().get(at("diary", day)))
    rounds.publish(day.event, day.host, 1)
    assert "Fixed since" in card(again)
    with pytest.raises(Refusal, match="are out, so what it is played for stays"):
        round_setup.set_scenario(day.event, day.host, 1, reason="once more")
    assert drawn.times(drawn.from_origin(f"event:{day.event.pk}/round:1/{day.event.season}/round")) == 2


def test_every_table_its_own_on_the_page_the_slips_and_the_wall(make_day, client):
    day = make_day(16, scenarios="table")
    day.begin()
    day.round(play=False)
    client.force_login(day.host)
    games = day.games(1)
    assert len({game.played_for for game in games}) > 1, "eight tables played one and the same"
    pages_text = {name: text(client.get(at(name, day, *more))) for name, more in PAGES}
    for game in games:
        for name, page in pages_text.items():
            assert game.played_for in page, (name, game.table)
    assert "Every table has its own Encounter" in pages_text["round"]
    attackers = {game.attacker.name for game in games}
    assert attackers != {game.a.name for game in games}, "the flips made nobody in the second seat Attacker"
    for game in games:
        assert game.attacker == (game.a, game.b)[game.scenario["attacker_seat"]]
        assert f"{game.played_for}. Attacker: {game.attacker.name}" in pages_text["slips"]
    own = text(Client().get(reverse("events:seat", args=[games[3].a.code])))
    assert games[3].scenario["strategy"] in own
    assert f"Attacker {games[3].attacker.name}" in re.sub(r"(M3E-SETUP-04|\?)\s*", "", own)
    assert "Every table" not in own
    day.play(1)
    games_played = {tally.name: tally.played for tally in pages.statistics_of(day.fresh()).strategies}
    assert sum(games_played.values()) == 8
    assert set(games_played) == {game.scenario["strategy"] for game in games}


PAGES = [("event", ()), ("round", (1,)), ("organiser_round", (1,)), ("slips", (1,)), ("screen", ())]


def test_more_tables_than_sheets_begin_again():
    round_ = Round(sheets=[{"strategy": "A", "deployment": "B"}, {"strategy": "C", "deployment": "D"}])
    assert [round_.scenario_at(table)["strategy"] for table in (1, 2, 3, 4)] == ["A", "C", "A", "C"]


@pytest.mark.rule("M1-ENC-07", "M1-EVT-01")
def test_an_event_of_the_first_edition_draws_by_its_tables(make_day):
    day = make_day(4, edition="m1e", size=35, with_feature=True, with_event=True)
    day.begin()
    day.round(play=False)
    (game, _) = day.games(1)
    assert len(game.scenario["strategies"]) == 2
    page = text(Client().get(at("event", day)))
    assert " / ".join(name or "own choice" for name in game.scenario["strategies"]) in page
    assert "First Edition" in page
    assert "with a shared feature, with a special event" in page
    sheet = drawn_sheet(game.round.set_up, edition_of("m1e"))
    assert (sheet.feature, sheet.event) == (game.scenario["feature"], game.scenario["event"])
    for name in (sheet.feature, sheet.event):
        assert name
        assert name in page
    assert game.played_for in text(Client().get(at("screen", day)))
    with pytest.raises(Refusal, match="Nothing is played with 190 Soulstones"):
        creation.change(day.event, day.host, size=190)


def own_choice(game) -> list[str]:
    return [name or "own choice" for name in game.scenario["strategies"]]


@pytest.mark.rule("M1-ENC-05", "M1-ENC-07", "M1-ENC-17")
def test_a_day_of_the_first_edition_from_its_tables_to_its_file(make_day, client):
    """Each table its own sheet, which leads on to a record; results of both sides; standings, what was played
    for, a person's past games, and the file."""
    day = make_day(4, edition="m1e", size=35, scenarios="table", rounds=2)
    day.event.players.filter(number=1).update(user=day.host)
    day.begin()
    client.force_login(day.host)
    for number in (1, 2):
        day.round(play=False)
        for game in day.games(number):
            sheet = drawn_sheet(f"{game.round.set_up}?sheet={game.table}", edition_of("m1e"))
            assert list(sheet.strategies) == game.scenario["strategies"]
            seat = Client().get(reverse("events:seat", args=[game.a.code])).content.decode()
            offered = f"drawn={game.round.set_up}%3Fsheet%3D{game.table}&amp;opponent="
            assert all(offered + way in seat for way in ("table", "invite"))
            results.report(day.event, None, game.a, number, 6, 1)
            results.confirm(day.event, None, game.b, number)
    first = day.games(1)[0]
    fields = {
        "edition": "m1e",
        "own": "the-watch",
        "against": "the-toll-road",
        "opponent": "table",
        "seat": "0",
    }
    fields |= {"name": "event-table1", "drawn": f"{first.round.set_up}?sheet={first.table}"}
    assert client.post("/play/new/", fields).status_code == 302
    setup = loading.setup_of(Encounter.objects.get(public_id="event-table1"))
    assert [name for name in first.scenario["strategies"] if name and name not in setup.strategies] == []
    played = [game for number in (1, 2) for game in day.games(number)]
    tallies = {tally.name: tally.played for tally in pages.statistics_of(day.fresh()).strategies}
    assert tallies == Counter(" / ".join(own_choice(game)) for game in played)
    own = [game for game in played if 1 in (game.a.number, game.b.number)]
    expected = [own_choice(game)[int(game.b.number == 1)] for game in own]
    assert [game.strategy for game in past.meetings(day.host, day.host.pk)] == expected
    creation.finish(day.event, day.host)
    assert next(row.player.name for row in pages.standings(day.fresh())) in {game.a.name for game in played}
    copy = importing.take_in(day.host, read(client.get(at("file", day)).content))
    assert copy.edition == "m1e"
    assert [game.played_for for game in record(copy).rows] == [game.played_for for game in played]


def test_an_order_of_ones_own_is_kept_with_the_event_and_ranks_it(make_day, client):
    day = make_day(4, rounds=1)
    client.force_login(day.host)
    page = client.get(at("settings", day))
    sent = {
        k: v for k, v in page.context["form"].initial.items() if isinstance(v, str | int) and v is not False
    }
    sent |= {
        "preferences_0": "mirror",
        "preferences_1": "club",
        "order_0": "victory-points",
        "order_2": "wins",
    }
    twice = client.post(at("settings", day), sent | {"order_1": "wins"})
    assert twice.status_code == 422
    assert "once only" in text_of(twice)
    assert client.post(at("settings", day), sent).status_code == 303
    event = day.fresh()
    assert (event.preferences, event.order) == (["mirror", "club"], ["victory-points", "wins"])
    day.begin()
    day.round(play=False)
    one, other = day.games(1)
    results.rule(event, day.host, 1, one.pk, vp=(3, 2))
    results.rule(event, day.host, 1, other.pk, vp=(7, 8))
    rows = pages.standings(day.fresh())
    assert [row.player.number for row in rows[:2]] == [other.b.number, other.a.number]
    assert "Victory Points" in text(client.get(at("standings", day)))
    with pytest.raises(Refusal, match="settled once the event runs"):
        creation.change(day.event, day.host, scheme="duel")
    with pytest.raises(Refusal, match="different figures"):
        creation.change(make_day(2).event, day.host, order=["scrip"])


def text_of(answer) -> str:
    return answer.content.decode()


def test_a_file_carries_sheets_and_order_and_older_files_still_come_in(make_day, client):
    day = make_day(4, scenarios="table", order=["wins", "difference"], rounds=1)
    day.begin()
    day.round()
    people.leave(day.event, day.host, 1)
    client.force_login(day.host)
    data = client.get(at("file", day)).content
    copy = importing.take_in(day.host, read(data))
    assert [g.played_for for g in record(copy).rows] == [g.played_for for g in day.games(1)]
    assert scheme_of(copy).order == ("wins", "difference")
    older = json.loads(data)
    for name in ("scenarios", "order"):
        del older["settings"][name]
    for round_ in older["rounds"]:
        del round_["sheets"]
    old = importing.take_in(day.host, read(json.dumps(older).encode()))
    assert (old.scenarios, old.order) == ("round", [])
    assert Event.objects.count() == 3
    with pytest.raises(Refusal, match="not those of an event"):
        read(json.dumps(older | {"settings": older["settings"] | {"odd": 1}}).encode())
