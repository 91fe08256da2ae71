"""The report of what the engine plays: counts that agree with the cards, pages for everybody."""

from __future__ import annotations

import pytest

from mfcampaign.catalog import abilities
from mfcampaign.catalog.queries import current_release
from tests.campaigns.conftest import catalogue, figures  # noqa: F401  fixtures

pytestmark = pytest.mark.django_db


@pytest.fixture
def report(catalogue):  # noqa: F811
    return abilities.report(current_release().pk)


def test_every_printed_thing_is_counted_once(report):
    release = current_release().pk
    things = [
        thing
        for row in report.models[:40]
        for thing in abilities.things_of(abilities.card(release, row.slug))
    ]
    by_model = sum(row.automated + row.prompted + row.manual for row in report.models[:40])
    assert len(things) == by_model
    whole = sum(report.total(status) for status in abilities.STATUSES)
    assert whole == sum(row.automated + row.prompted + row.manual for row in report.models)
    assert len(report.models) > 400
    assert report.incomplete > 0


def test_the_commonest_names_are_automated_and_none_is_lost(report):
    common = report.commonest
    assert len(common) == 20
    assert [row.cards for row in common] == sorted((row.cards for row in common), reverse=True)
    assert sum(row.status == "automated" for row in common) >= 18


def test_plain_damage_actions_are_automated_from_their_figures(report):
    actions = [row for row in report.names if row.kind == "action"]
    assert sum(row.automated for row in actions) > 600


def test_the_page_shows_the_commonest_and_narrows(client, report):
    page = client.get("/play/abilities/", follow=True).content.decode()
    assert "The twenty commonest" in page
    assert "Armor" in page
    prompted = client.get(
        "/catalogue/abilities/?kind=ability&status=prompted&q=walking+dead"
    ).content.decode()
    assert ">Walking Dead<" in prompted
    assert "Nothing has that name" in client.get("/catalogue/abilities/?q=qqqq").content.decode()


def test_a_models_card_leads_to_what_the_engine_plays_of_it(client, report):
    assert (
        "/catalogue/abilities/guild-hound/" in client.get("/catalogue/models/guild-hound/").content.decode()
    )
    own = client.get("/catalogue/abilities/guild-hound/").content.decode()
    assert "automated" in own
    lacking = next(
        slug
        for slug, card in abilities.cards_with_pack(current_release().pk, None)[0].items()
        if abilities.things_of(card) is None
    )
    assert "only recorded" in client.get(f"/catalogue/abilities/{lacking}/").content.decode()
    assert client.get("/catalogue/abilities/nobody/").status_code == 404


def test_what_is_automated_says_what_it_does_and_what_is_not_says_nothing(client, report):
    release = current_release().pk
    things = [
        thing
        for row in report.models[:40]
        for thing in abilities.things_of(abilities.card(release, row.slug))
    ]
    assert all(thing.sentence == "" for thing in things if thing.status != "automated")
    armor = next(thing for thing in things if thing.name.startswith("Armor"))
    assert armor.sentence.endswith(".")
    assert "damage" in armor.sentence
    page = client.get("/catalogue/abilities/guild-hound/").content.decode()
    assert "What it does here" in page
