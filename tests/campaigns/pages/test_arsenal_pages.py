"""Building the starting Arsenal by taps, founding it, opening it again; the sheet and the purse."""

from __future__ import annotations

import pytest
from django.urls import reverse

from mfcampaign.campaigns import loading
from mfcampaign.campaigns.arsenal import operations as arsenal
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import ArsenalUpgrade, Entry
from mfcampaign.campaigns.scripted import choices
from rules.campaign.start import start_candidates, start_upgrades
from tests.markup import flat


@pytest.fixture
def builder(world, browse):
    """Berta's browser at her empty Arsenal: ``tap(act=slug)`` posts one button, as htmx or plainly."""
    client, url = browse(world.builder), reverse("campaigns:arsenal_start", args=[world.open.slug])

    class Builder:
        @property
        def entry(self):
            return Entry.objects.select_related("campaign", "user").get(user=world.builder)

        def page(self, **query):
            return client.get(url, query).content.decode()

        def tap(self, *, htmx=False, **button):
            headers = {"HX-Request": "true", "HX-Target": "builder"} if htmx else {}
            return client.post(url, button, headers={**headers, "referer": f"http://testserver{url}"})

        def post(self, name):
            where = reverse(f"act:{name}", args=[world.open.slug])
            return client.post(where, headers={"referer": f"http://testserver{url}"})

        def draft(self):
            return loading.draft_of(self.entry)

        def legal(self):
            return choices.start_list(self.entry, taste="pages")

    return Builder()


def _build(builder):
    draft = builder.legal()
    builder.tap(leader=draft.leader)
    for slug in draft.models:
        builder.tap(add=slug)
    if draft.upgrade:
        builder.tap(upgrade=draft.upgrade)
    return draft


@pytest.mark.rule("SL-START-03")
def test_first_one_chooses_who_leads(builder):
    page = builder.page()
    assert "Who leads?" in page
    leader = builder.legal().leader
    assert f'name="leader" value="{leader}"' in page
    assert builder.tap(leader=leader).status_code == 303
    assert builder.draft().leader == leader
    assert "Who leads?" not in builder.page()


def test_every_tap_is_kept_and_priced(builder):
    draft = _build(builder)
    assert builder.draft() == draft
    page = builder.page()
    report = arsenal.check(builder.entry, draft)
    assert f'data-counts="total">{report.total.amount}</span>' in page
    for line in report.total.lines:
        assert line.label.replace("'", "&#x27;") in page
    builder.tap(take_out=draft.models[0])
    assert len(builder.draft().models) == len(draft.models) - 1
    offers = start_upgrades(builder.draft(), loading.catalogue(builder.entry.campaign))
    fits = next(c for c in offers if c.legal or {v.rule for v in c.reasons} <= {"SL-START-02", "SL-START-08"})
    builder.tap(upgrade=fits.slug)
    assert builder.draft().upgrade == fits.slug
    assert f'name="drop_upgrade" value="{fits.slug}"' in builder.page()
    builder.tap(drop_upgrade=fits.slug)
    assert builder.draft().upgrade == ""


def test_a_tap_by_htmx_brings_the_builder_alone(builder):
    answer = builder.tap(htmx=True, leader=builder.legal().leader)
    page = answer.content.decode()
    assert answer.status_code == 200
    assert page.lstrip().startswith('<div id="builder"')
    assert 'id="filter"' in page
    assert "<html" not in page


@pytest.mark.rule("SL-START-02", "SL-START-11")
def test_founding_buys_the_arsenal_and_leaves_the_scrip(builder, world, browse):
    draft = _build(builder)
    report = arsenal.check(builder.entry, draft)
    answer = builder.post("found_arsenal")
    entry = builder.entry
    assert answer["Location"] == reverse("campaigns:arsenal", args=[world.open.slug, entry.pk])
    assert entry.state == Entry.State.READY
    assert entry.models.count() == len(draft.models) + 1
    assert balances.balance(entry) == min(3, 35 - report.total.amount)
    page = browse(world.builder).get(answer["Location"]).content.decode()
    assert "Reopen Arsenal" in page
    assert "Reopen Arsenal" not in browse(world.organiser).get(answer["Location"]).content.decode()
    # the builder now leads to the sheet, and takes no more taps
    moved = browse(world.builder).get(reverse("campaigns:arsenal_start", args=[world.open.slug]))
    assert moved["Location"] == answer["Location"]
    builder.tap(add=draft.models[0])
    assert builder.entry.models.count() == len(draft.models) + 1


def test_a_founded_arsenal_can_be_opened_again_before_the_campaign(builder):
    draft = _build(builder)
    builder.post("found_arsenal")
    builder.post("reopen_arsenal")
    entry = builder.entry
    assert entry.state == Entry.State.BUILDING
    assert entry.models.count() == 0
    assert balances.balance(entry) == 0
    assert builder.draft() == draft
    assert balances.verify(entry.campaign) == []


@pytest.mark.rule("SL-START-02", "SL-START-03", "SL-START-04", "M3E-HIRE-01")
def test_posts_made_by_hand_keep_an_illegal_draft_and_found_nothing(builder):
    figures = loading.catalogue(builder.entry.campaign)
    master = next(p for p in figures.profiles() if p.station == "Master" and "guild" in p.factions)
    foreign = next(p for p in figures.profiles() if p.factions == ("bayou",) and p.cost and not p.versatile)
    dear = next(p for p in figures.profiles() if p.cost == 10 and "guild" in p.factions)
    _build(builder)
    for wrong, rule in ((master, "SL-START-04"), (foreign, "M3E-HIRE-03"), (dear, "SL-START-02")):
        for _ in range(4):
            builder.tap(add=wrong.slug)
        report = arsenal.check(builder.entry, builder.draft())
        assert rule in {v.rule for v in report.violations} or wrong is foreign
        assert report.violations
        page = builder.page()
        assert f"{len(report.violations)} to fix" in page
        assert builder.post("found_arsenal").status_code == 303
        assert builder.entry.state == Entry.State.BUILDING
        assert builder.entry.models.count() == 0
        for _ in range(4):
            builder.tap(take_out=wrong.slug)
    minion = next(p for p in figures.profiles() if p.station == "Minion" and "guild" in p.factions and p.cost)
    builder.tap(leader=minion.slug)
    builder.post("found_arsenal")
    assert builder.entry.models.count() == 0


def test_posts_of_nonsense_are_refused_and_change_nothing(builder):
    draft = _build(builder)
    for button in ({"add": "no-such-model"}, {"upgrade": "no-such-card"}, {"leader": "x" * 300}, {}):
        assert builder.tap(**button).status_code == 303
        assert builder.tap(htmx=True, **button).status_code == 409
    assert builder.draft() == draft


def test_a_draft_has_an_end(builder):
    _build(builder)
    slug = builder.draft().models[0]
    for _ in range(70):
        builder.tap(add=slug)
    assert len(builder.draft().models) == 60


def test_nobody_builds_for_somebody_else(world, browse):
    url = reverse("campaigns:arsenal_start", args=[world.open.slug])
    for user in (None, world.stranger, world.organiser):
        assert browse(user).post(url, {"leader": "x"}).status_code == 404


def test_the_offers_have_the_legal_first_and_the_reasons_of_the_others(builder):
    builder.tap(leader=builder.legal().leader)
    page = builder.page()
    candidates = start_candidates(builder.draft(), loading.catalogue(builder.entry.campaign))
    legal = [c for c in candidates if c.legal]
    assert page.count('name="add"') == len(legal)
    assert "Not now" in page
    assert page.index('name="add"') < page.index("Not now")
    assert "is a Master; none may be in a starting Arsenal" in page


def test_the_filter_finds_by_name_and_keyword_and_lives_in_the_address(builder, world, browse):
    builder.tap(leader=builder.legal().leader)
    offers = [
        c for c in start_candidates(builder.draft(), loading.catalogue(builder.entry.campaign)) if c.legal
    ]
    one = offers[0]
    page = builder.page(q=one.name)
    assert f'id="add-{one.slug}"' in page
    assert page.count('name="add"') < len(offers)
    assert "No match" in builder.page(q="zzzz")
    answer = builder.tap(add=one.slug, q=one.name, station="")
    assert "q=" in answer["Location"]
    assert "?q=zzzz&amp;station=Minion" in builder.page(q="zzzz", station="Minion"), (
        "for those without scripts"
    )
    assert f'id="add-{one.slug}"' not in builder.page(q="zzzz", station="Minion")
    client, url = browse(world.builder), reverse("campaigns:arsenal_start", args=[world.open.slug])
    part = client.get(url, {"q": "zzzz"}, headers={"HX-Request": "true", "HX-Target": "offers"})
    assert part.content.decode().lstrip().startswith('<section id="offers"')


# -- the sheet and the purse ------------------------------------------------------------------------


@pytest.mark.rule("SL-INJURY-07", "SL-SIZE-01")
def test_the_sheet_shows_what_injuries_made_of_the_figures(world, browse):
    entry = world.entry(0)
    figures = loading.catalogue(world.running)
    model = entry.models.filter(annihilated_week=None).first()
    printed = figures.profile(model.slug).wp
    ArsenalUpgrade.objects.create(
        entry=entry,
        kind="injury",
        slug="test-shakes",
        name="Shaking Hands",
        bearer=model,
        stat_mods=[{"stat": "wp", "delta": -99}],
        gained_week=1,
        gained_how="injury",
    )
    url = reverse("campaigns:arsenal", args=[world.running.slug, entry.pk])
    page = browse(world.players[1]).get(url).content.decode()
    assert "Shaking Hands" in page
    assert f'<dd>1 <span class="small">({printed})</span></dd>' in flat(page)
    value = sum(m.cost for m in entry.models.filter(annihilated_week=None))
    assert f'<span class="total-amount">{value}</span>' in page


def test_the_annihilated_stay_as_history(world, browse):
    entry = world.entry(0)
    model = entry.models.filter(annihilated_week=None, is_leader=False).first()
    arsenal.annihilate_model(entry, model.pk, week=1, why="Fell down the well.")
    url = reverse("campaigns:arsenal", args=[world.running.slug, entry.pk])
    page = browse(world.players[0]).get(url).content.decode()
    assert page.index("Annihilated</h2>") < page.index("Fell down the well.")
    assert f'id="model-{model.pk}"' not in page


def test_the_owner_alone_gives_nicknames(world, browse):
    entry = world.entry(0)
    model = entry.models.filter(annihilated_week=None).first()
    url = reverse("act:name_model", args=[world.running.slug, entry.pk])

    def name(user, nickname, row=model):
        answer = browse(user).post(url, {"model": row.pk, "nickname": nickname})
        model.refresh_from_db()
        return answer

    for user in (world.stranger, world.players[1], world.organiser):
        assert name(user, "Worm").status_code == 404
    assert reverse("account_login") in name(None, "Worm")["Location"]
    assert model.nickname == ""
    assert name(world.players[0], "Old  Grudge").status_code == 303
    assert model.nickname == "Old Grudge"
    for wrong in ("a\u200bb", "x" * 61):
        name(world.players[0], wrong)
        assert model.nickname == "Old Grudge"
    assert name(world.players[0], "Worm", world.entry(1).models.first()).status_code == 404
    name(world.players[0], "")
    assert model.nickname == "", "empty takes it away"


def test_the_purse_opens_to_its_lines(world, browse):
    for number in range(3):
        entry = world.entry(number)
        url = reverse("campaigns:scrip", args=[world.running.slug, entry.pk])
        page = browse(world.players[0]).get(url).content.decode()
        lines = list(balances.lines(entry))
        assert page.count('data-label="Then"') == len(lines)
        assert f"{balances.balance(entry)}</dd>" in page
        for line in lines:
            assert line.transfer.memo in page
