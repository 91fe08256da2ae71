"""The New Hires window by its buttons."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from mfcampaign.campaigns import loading
from mfcampaign.campaigns.arsenal import queries as arsenal_page
from mfcampaign.campaigns.ledger import operations as ledger
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import Week
from rules.campaign.hires import hire_candidates


@pytest.fixture
def window(world, browse):
    """Ada's browser at the open window, with enough Scrip for a model and another."""
    entry = world.entry(0)
    ledger.pay(entry, 30, reason="ruling", natural_key="test/plenty")
    client, url = browse(world.players[0]), reverse("campaigns:hires", args=[world.running.slug])

    class Window:
        def __init__(self):
            self.entry = entry

        def page(self, **query):
            return client.get(url, query).content.decode()

        def get(self, **query):
            return client.get(url, query)

        def press(self, act, **fields):
            where = reverse(f"act:{act}", args=[world.running.slug])
            return client.post(where, fields, headers={"referer": f"http://testserver{url}"})

        def part(self):
            return arsenal_page.window_of(world.entry(0))

        def legal(self):
            facts = loading.hire_window(self.part())
            return [c for c in hire_candidates(facts, loading.catalogue(world.running)) if c.legal]

        def owned(self):
            return entry.models.filter(annihilated_week=None).count()

    return Window()


@pytest.mark.rule("SL-HIRE-04", "SL-HIRE-05")
def test_hiring_takes_the_shown_price_and_the_discount_once(window):
    first, before = window.legal()[0], balances.balance(window.entry)
    page = window.page()
    assert f'id="add-{first.slug}"' in page
    assert "−5" in page
    assert window.press("hire_model", slug=first.slug, key="k1").status_code == 303
    assert balances.balance(window.entry) == before - first.price.amount
    assert any(line.rule == "SL-HIRE-05" for line in first.price.lines)
    assert "used" in window.page()
    assert all(line.rule != "SL-HIRE-05" for c in window.legal() for line in c.price.lines)


def test_a_program_is_offered_what_the_page_offers(window, world, browse):
    answer = browse(world.players[0]).get(f"/api/v1/leagues/{world.running.slug}/hires/")
    assert answer.status_code == 200, answer.content
    legal = [row["slug"] for row in answer.json()["models"] if not row["reasons"]]
    assert sorted(legal) == sorted(candidate.slug for candidate in window.legal())


def test_a_tap_asks_first_and_buys_nothing(window):
    candidate, scrip, models = window.legal()[0], balances.balance(window.entry), window.owned()
    page = window.page(hire=candidate.slug)
    assert f"You hold {scrip} Scrip; {scrip - candidate.price.amount} will be left." in page
    assert f'name="slug" value="{candidate.slug}"' in page
    assert 'name="key"' in page
    for line in candidate.price.lines:
        assert line.rule in page
    assert (window.owned(), balances.balance(window.entry)) == (models, scrip)


def test_a_tap_on_what_cannot_be_had_says_why(window, world):
    figures = loading.catalogue(world.running)
    master = next(p for p in figures.profiles() if p.station == "Master" and "guild" in p.factions and p.cost)
    page = window.page(hire=master.slug)
    assert "SL-MASTER-01" in page
    assert 'class="button button-main"' not in page
    assert window.get(hire="no-such-model").status_code == 404


def test_the_same_form_twice_buys_once(window):
    models, scrip = window.owned(), balances.balance(window.entry)
    candidate = next(c for c in window.legal() if window_limit(window, c.slug) > 1)
    for _ in range(2):
        assert window.press("hire_model", slug=candidate.slug, key="same").status_code == 303
    assert window.owned() == models + 1
    assert balances.balance(window.entry) == scrip - candidate.price.amount
    assert "That was done already" in window.page()
    assert window.press("hire_model", slug=candidate.slug, key="another").status_code == 303
    assert window.owned() == models + 2


def window_limit(window, slug):
    return loading.catalogue(window.entry.campaign).profile(slug).limit


def test_two_buttons_of_one_page_are_two_purchases(window):
    """Each choice is asked about with a key of its own: a second choice from the same page counts."""
    models = window.owned()
    for choice in window.legal()[:2]:
        (key,) = re.findall(r'name="key" value="(\w+)"', window.page(hire=choice.slug))
        window.press("hire_model", slug=choice.slug, key=key)
    assert window.owned() == models + 2


@pytest.mark.rule("SL-HIRE-07", "SL-HIRE-03", "SL-MASTER-01")
def test_posts_made_by_hand_are_refused(window, world):
    figures = loading.catalogue(world.running)
    master = next(p for p in figures.profiles() if p.station == "Master" and "guild" in p.factions)
    foreign = next(p for p in figures.profiles() if p.factions == ("bayou",) and p.cost and not p.versatile)
    models, scrip = window.owned(), balances.balance(window.entry)
    for act, fields in (
        ("hire_model", {"slug": master.slug, "key": "a"}),
        ("hire_model", {"slug": foreign.slug, "key": "b"}),
        ("hire_model", {"slug": "no-such-model", "key": "c"}),
        ("buy_upgrade", {"slug": "no-such-card", "key": "d"}),
        ("hire_model", {}),
    ):
        assert window.press(act, **fields).status_code == 303
    assert (window.owned(), balances.balance(window.entry)) == (models, scrip)


@pytest.mark.rule("SL-HIRE-10", "SL-HIRE-11")
def test_an_upgrade_is_bought_at_its_price(window, world):
    part = window.part()
    offers = arsenal_page.hire_page(part, arsenal_page.Filter()).upgrades
    scrip, owned = balances.balance(window.entry), window.entry.upgrades.count()
    cheapest = min(offers, key=lambda c: c.price.amount)
    assert f'value="{cheapest.slug}"' in window.page()
    window.press("buy_upgrade", slug=cheapest.slug, key="u")
    window.press("buy_upgrade", slug=cheapest.slug, key="u")
    assert cheapest.price.amount == max(2, 2 * loading.catalogue(world.running).upgrade(cheapest.slug).cost)
    assert balances.balance(window.entry) == scrip - cheapest.price.amount
    assert window.entry.upgrades.count() == owned + 1


@pytest.mark.rule("SL-HIRE-02")
def test_one_hire_is_owed_before_one_may_be_done(window):
    assert "one hire is owed" in window.page()
    window.press("lock_hires")
    assert window.part().hires_locked_at is None
    window.press("hire_model", slug=window.legal()[0].slug, key="k")
    window.press("lock_hires")
    assert window.part().hires_locked_at is not None
    page = window.page()
    assert "You are done hiring" in page
    assert 'name="slug"' not in page
    window.press("unlock_hires")
    assert window.part().hires_locked_at is None


@pytest.mark.rule("SL-HIRE-01")
def test_outside_the_window_the_page_says_when_it_opens(world, browse):
    Week.objects.filter(campaign=world.running, number=2).update(state=Week.State.GAMES_OPEN)
    client, url = browse(world.players[0]), reverse("campaigns:hires", args=[world.running.slug])
    page = client.get(url).content.decode()
    assert "The window is closed" in page
    assert "week 3" in page
    assert "SL-HIRE-01" in page
    lock = reverse("act:lock_hires", args=[world.running.slug])
    refused = client.post(lock, headers={"referer": f"http://testserver{url}"})
    assert refused["Location"] == url
    assert "Nothing can be hired now" in client.get(url).content.decode()
    # before the first week: the calendar tells
    first = browse(world.builder).get(reverse("campaigns:hires", args=[world.open.slug])).content.decode()
    assert "The window of week 2 opens" in first
    assert "12 January" in first


def test_the_last_week_opens_no_window_any_more(world, browse):
    Week.objects.filter(campaign=world.running, number=2).update(state=Week.State.GAMES_OPEN, number=6)
    page = (
        browse(world.players[0]).get(reverse("campaigns:hires", args=[world.running.slug])).content.decode()
    )
    assert "No window opens any more" in page


def test_typing_brings_the_offers_alone(world, browse):
    url = reverse("campaigns:hires", args=[world.running.slug])
    part = browse(world.players[0]).get(url, {"q": "zzzz"}, headers={"HX-Request": "true"}).content.decode()
    assert part.lstrip().startswith('<section id="offers"')
    assert "No match" in part
