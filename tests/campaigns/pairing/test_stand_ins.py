"""Somebody else plays an absent player's Crew for a week: at the table, and nowhere else."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from mfcampaign.campaigns.game import results
from mfcampaign.campaigns.models import Availability, Campaign, Game
from mfcampaign.campaigns.opening import operations as opening
from mfcampaign.campaigns.pairing import plan, stand_ins
from mfcampaign.campaigns.rulings import operations as rulings
from mfcampaign.campaigns.rulings.requests import VoidGame
from mfcampaign.campaigns.scripted import choices, play
from mfcampaign.campaigns.transfer import operations as transfer
from mfcampaign.campaigns.week import operations as week
from rules.refusal import Refusal
from tests.campaigns.conftest import League, person
from tests.campaigns.rulings.scenes import live

pytestmark = [pytest.mark.django_db, pytest.mark.rule("A-47")]


@pytest.fixture
def league(make_league: Any) -> League:
    opened: League = make_league(players=4)
    opened.found_all()
    opened.start()
    return opened


@pytest.fixture
def robin(db: None) -> Any:
    return person("robin")


def at(client: Any, user: Any, game: Game, name: str) -> int:
    client.force_login(user)
    place = [game.week.campaign.slug, game.week.number, game.table]
    return int(client.get(reverse(f"campaigns:{name}", args=place)).status_code)


def named(league: League, number: int, user: Any, week_number: int = 1) -> tuple[Any, Game]:
    entry = league.entry(number)
    stand_ins.name_stand_in(entry, entry.user, week_number, user.username)
    return entry, next(game for game in league.games() if game.sides.filter(entry=entry).exists())


def test_a_stand_in_hires_plays_and_reports_and_touches_nothing_of_the_arsenal(league, robin, client):
    Campaign.objects.update(listed=False)
    entry, game = named(league, 0, robin)
    (other,) = (each for each in league.games() if each.pk != game.pk)
    assert [at(client, robin, game, name) for name in ("game", "crew")] == [200, 200]
    assert [at(client, robin, other, name) for name in ("crew", "report")] == [404, 404]
    home = client.get(reverse("campaigns:league", args=[league.campaign.slug])).content.decode()
    assert f"You play the Crew of {entry.label} in week 1." in home
    for name, args in (("evenings", []), ("hires", []), ("arsenal_start", [])):
        assert client.get(reverse(f"campaigns:{name}", args=[league.campaign.slug, *args])).status_code == 404
    for side in play.sides(game):
        play.submit_crew(side)
    own, foe = sorted(play.sides(league_game(game)), key=lambda side: side.entry_id != entry.pk)
    assert at(client, robin, game, "report") == 200
    results.report(own, robin, choices.result(play.sides(league_game(game))))
    results.confirm(foe, foe.entry.user)
    assert at(client, robin, game, "game") == 200
    client.force_login(robin)
    place = [league.campaign.slug, 1, game.table]
    answer = client.post(reverse("act:choose", args=place), {"option": "pass"})
    assert answer.status_code == 404, "the Aftermath is the Arsenal's"
    diary = client.get(reverse("campaigns:diary", args=[league.campaign.slug])).content.decode()
    assert f"robin plays the Crew of {entry.label} in week 1." in diary


def league_game(game: Game) -> Game:
    return Game.objects.select_related("week__campaign").get(pk=game.pk)


def test_who_may_not_stand_in_is_refused_with_the_reason(league, robin):
    entry, game = named(league, 0, robin)
    foe = next(side.entry for side in play.sides(game) if side.entry_id != entry.pk)
    others = [league.entry(n) for n in range(1, 4) if league.entry(n).pk != foe.pk]
    with pytest.raises(Refusal, match="is the opponent"):
        stand_ins.name_stand_in(entry, entry.user, 1, foe.user.username)
    with pytest.raises(Refusal, match="for somebody else"):
        stand_ins.name_stand_in(others[0], others[0].user, 1, "robin")
    for wrong in ("nobody-at-all", entry.user.username):
        with pytest.raises(Refusal, match="Nobody else signs in"):
            stand_ins.name_stand_in(entry, entry.user, 1, wrong)
    for number in (0, 99):
        with pytest.raises(Refusal, match="is over"):
            stand_ins.name_stand_in(entry, entry.user, number, "robin")
    with pytest.raises(Refusal, match="The player or an organiser"):
        stand_ins.name_stand_in(entry, others[0].user, 1, "robin")
    assert Availability.objects.get(entry=entry).stand_in == robin


def test_it_ends_when_it_is_said_and_the_next_week_knows_nothing_of_it(league, robin, client, in_process):
    entry, game = named(league, 0, robin)
    stand_ins.end_stand_in(entry, league.organiser, 1)
    assert at(client, robin, game, "crew") == 404
    with pytest.raises(Refusal, match="Nobody plays"):
        stand_ins.end_stand_in(entry, league.organiser, 1)
    plan.say_when(entry, entry.user, 2, away=True, evenings=())
    stand_ins.name_stand_in(entry, league.organiser, 2, "robin")
    assert not Availability.objects.get(entry=entry, week=2).away, "the Crew is there"
    assert at(client, robin, game, "crew") == 404, "another week"
    live(league, 1)
    week.reach_deadline(league.week(1))
    week.close_hires(league.week(2), league.organiser, "Agreed.")
    game = next(each for each in league.games(2) if each.sides.filter(entry=entry).exists())
    assert at(client, robin, game, "crew") == 200


def test_a_stand_in_is_a_party_of_the_game(league):
    helper = person("helper")
    opening.add_organiser(league.campaign, league.organiser, helper)
    _, game = named(league, 0, helper)
    with pytest.raises(Refusal, match="You play this game yourself"):
        results.forfeit(game, helper, play.sides(game)[0], "Late")
    play.play(league_game(game))
    with pytest.raises(Refusal, match="You play this game yourself"):
        rulings.preview(league.campaign, helper, VoidGame(encounter=game.pk))
    rulings.preview(league.campaign, league.organiser, VoidGame(encounter=game.pk))


def test_a_stand_in_seals_no_file_in_which_they_could_read_hidden_crews(league, in_process):
    helper = person("helper")
    opening.add_organiser(league.campaign, league.organiser, helper)
    phrase = "the willow by the old mill"
    transfer.export_league(league.campaign, helper, phrase=phrase)
    named(league, 0, helper)
    with pytest.raises(Refusal, match="You play in this league"):
        transfer.export_league(league.campaign, helper, phrase=phrase)
    transfer.export_league(league.campaign, helper)


def test_pages_and_the_api_name_and_end_a_stand_in(league, robin, client):
    entry = league.entry(0)
    client.force_login(entry.user)
    page = reverse("campaigns:evenings", args=[league.campaign.slug])
    client.post(f"/do/name-stand-in/{league.campaign.slug}/", {"week": 1, "username": "robin"})
    assert "<strong>robin</strong>" in client.get(page).content.decode()
    told = client.get(f"/api/v1/leagues/{league.campaign.slug}/evenings/").json()
    assert told["stand_ins"] == [{"week": 1, "person": "robin"}]
    client.post(f"/do/end-stand-in/{league.campaign.slug}/", {"week": 1})
    client.force_login(league.organiser)
    console = reverse("campaigns:organise", args=[league.campaign.slug])
    assert "Somebody plays for a player" in client.get(console).content.decode()
    act = reverse("act:set_stand_in", args=[league.campaign.slug])
    sent = {"entry": entry.pk, "week": 1, "username": "robin"}
    assert client.post(act, sent | {"username": "nobody-at-all"}).status_code == 409
    assert client.post(act, sent).status_code == 303
    assert Availability.objects.get(entry=entry).stand_in == robin
    assert client.post(act, sent | {"username": ""}).status_code == 303
    assert Availability.objects.get(entry=entry).stand_in is None
