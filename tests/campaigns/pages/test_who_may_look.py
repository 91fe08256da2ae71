"""Every page of a league: it is drawn for those it is for, and is not there for anybody else."""

from __future__ import annotations

from zoneinfo import ZoneInfo

import pytest
from django.urls import reverse

from mfcampaign.campaigns.league import queries as league_page
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import Entry
from mfcampaign.campaigns.pairing import values as pairing_values

# page: who may read it in a listed league, and a word that must stand there
PUBLIC = {
    "league": "Week 2",
    "standings": "Arsenal value",
    "diary": "joined, playing",
    "fate": "commitment",
}
MEMBERS = {"members": "Crew of ada", "commands": "Ended", "settings": "Rules of this league"}
ORGANISERS = {"organise": "Close hires and pair"}
PLAYERS = {"hires": "Compulsory hire"}


def _get(client, world, name, *args):
    return client.get(reverse(f"campaigns:{name}", args=[world.running.slug, *args]))


@pytest.mark.parametrize("name", PUBLIC)
def test_a_listed_league_is_public(world, browse, name):
    for user in (None, world.stranger, world.players[0], world.organiser):
        answer = _get(browse(user), world, name)
        assert answer.status_code == 200
        assert PUBLIC[name] in answer.content.decode()


@pytest.mark.parametrize("name", [*PUBLIC, *MEMBERS, *ORGANISERS])
def test_an_unlisted_league_is_not_there_for_strangers(world, browse, name):
    url = reverse(f"campaigns:{name}", args=[world.hidden.slug])
    assert browse(world.organiser).get(url).status_code == 200
    for user in (None, world.stranger, world.players[0]):
        assert browse(user).get(url).status_code == 404


@pytest.mark.parametrize("name", MEMBERS)
def test_what_is_for_members(world, browse, name):
    for user in (world.players[0], world.organiser):
        answer = _get(browse(user), world, name)
        assert answer.status_code == 200
        assert MEMBERS[name] in answer.content.decode()
    for user in (None, world.stranger, world.builder):
        assert _get(browse(user), world, name).status_code == 404


def test_what_is_for_players_and_organisers_alone(world, browse):
    for name, word in ORGANISERS.items():
        assert word in _get(browse(world.organiser), world, name).content.decode()
        for user in (None, world.stranger, world.players[0]):
            assert _get(browse(user), world, name).status_code == 404
    for name, word in PLAYERS.items():
        assert word in _get(browse(world.players[0]), world, name).content.decode()
        for user in (None, world.stranger, world.organiser):
            assert _get(browse(user), world, name).status_code == 404


def test_sheets_and_purses_are_for_members_and_for_entries_of_this_league(world, browse):
    entry = world.entry(0)
    elsewhere = world.open.entries.get()
    for name in ("arsenal", "scrip"):
        for user in (world.players[0], world.players[1], world.organiser):
            assert _get(browse(user), world, name, entry.pk).status_code == 200
        for user in (None, world.stranger, world.builder):
            assert _get(browse(user), world, name, entry.pk).status_code == 404
        assert _get(browse(world.players[0]), world, name, elsewhere.pk).status_code == 404


def test_the_list_shows_a_stranger_what_is_listed_and_a_member_the_own_first(world, browse):
    url = reverse("campaigns:leagues")
    page = browse().get(url).content.decode()
    assert "Running League" in page
    assert "Hidden League" not in page
    mine = browse(world.players[0]).get(url).content.decode()
    assert mine.index("Running League") < mine.index("Open League")
    assert "you play" in mine
    assert "Hidden League" in browse(world.organiser).get(url).content.decode()


def test_the_list_without_any_league_says_how_to_begin(browse, world):
    from mfcampaign.campaigns.models import Campaign

    Campaign.objects.update(listed=False)
    assert "No league yet" in browse().get(reverse("campaigns:leagues")).content.decode()


def test_the_home_tells_each_what_is_next(world, browse):
    page = _get(browse(world.players[0]), world, "league").content.decode()
    assert "Hire for week 2" in page
    assert "Crew of ada is hiring" in page
    assert "Hire for week 2" not in _get(browse(world.stranger), world, "league").content.decode()
    due = world.week(2).hires_close_at
    assert f"{due.astimezone(ZoneInfo('Europe/Madrid')):%H:%M}</time>" in page
    assert f"{due:%H:%M}</time>" not in page, "the clock on the wall is the league's"
    assert "Europe/Madrid" in page


def test_a_week_shows_its_pairings_its_cards_and_its_proof(world, browse):
    first = world.week(1)
    page = _get(browse(), world, "week", 1).content.decode()
    assert first.pairing["pairs"][0]["why"] in page
    assert first.pairing["bye_reason"] in page
    assert page.count('class="flip') >= len(first.scenario["flips"])
    assert bytes(first.fate_seed).hex() in page
    assert "the same cards fell" in page
    for scheme in first.scenario["schemes"]:
        assert scheme["name"].replace("'", "&#x27;") in page
    assert _get(browse(), world, "week", 9).status_code == 404


def test_an_open_week_keeps_its_seed(world, browse):
    second = world.week(2)
    for user in (None, world.players[0], world.organiser):
        for name, args in (("week", [2]), ("fate", [])):
            page = _get(browse(user), world, name, *args).content.decode()
            assert second.fate_commitment in page
            assert bytes(second.fate_seed).hex() not in page


def test_a_seed_that_was_tampered_with_is_told(world, browse):
    first = world.week(1)
    first.fate_seed = bytes(reversed(bytes(first.fate_seed)))
    first.save(update_fields=["fate_seed"])
    assert "does not agree" in _get(browse(), world, "fate").content.decode()
    page = _get(browse(), world, "week", 1).content.decode()
    assert "does not come out again" in page


def test_the_table_is_recomputed_from_games_purses_and_arsenals(world):
    rows = league_page.as_seen_by(world.entry(1).pk, league_page.table(world.running))
    entries = Entry.objects.in_bulk([row.entry.pk for row in rows])
    values = pairing_values.arsenal_values(world.running)
    for row in rows:
        assert row.standing.scrip == balances.balance(entries[row.entry.pk])
        assert row.standing.arsenal_value == values[row.entry.pk].amount
    assert sum(row.standing.played for row in rows) == 2
    assert [row.mine for row in rows].count(True) == 1
    for row in rows:
        assert len(row.games) == row.standing.played
        assert sum(game.vp for game in row.games) == row.standing.vp


def test_your_row_is_marked(world, browse):
    page = _get(browse(world.players[0]), world, "standings").content.decode()
    assert page.count(" mine") == 1
    assert " mine" not in _get(browse(), world, "standings").content.decode()


def test_what_organisers_alone_read_stays_out_of_the_diary(world, browse):
    sentence = "made an invitation link"
    assert sentence in _get(browse(world.organiser), world, "diary").content.decode()
    assert sentence not in _get(browse(world.players[0]), world, "diary").content.decode()


def test_names_of_people_are_text(world, browse):
    from mfcampaign.campaigns.opening import operations as opening

    entry = world.entry(0)
    opening.rename_crew(entry, entry.user, "<script>alert(1)</script>")
    for name in ("league", "standings", "diary", "members"):
        page = _get(browse(world.organiser), world, name).content.decode()
        assert "<script>alert" not in page
        assert "&lt;script&gt;alert" in page
