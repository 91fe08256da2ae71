"""The starting purchase and the week's hires, written once and paid once."""

from __future__ import annotations

import pytest

from mfcampaign.audit.operations import AlreadyDone
from mfcampaign.campaigns import loading
from mfcampaign.campaigns.arsenal import hires
from mfcampaign.campaigns.arsenal import operations as arsenal
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import ArsenalModel, Entry
from mfcampaign.campaigns.scripted import choices, play
from mfcampaign.campaigns.week import operations as week
from rules.campaign.arsenal import arsenal_value
from rules.campaign.start import StartList
from rules.refusal import Refusal

pytestmark = pytest.mark.django_db


@pytest.mark.rule("SL-START-02", "SL-START-11")
def test_what_is_left_of_the_budget_becomes_scrip(make_league):
    league = make_league(players=1)
    entry = league.entry(0)
    play.found_arsenal(entry)
    spent = sum(m.cost for m in entry.models.all()) + sum(u.ss_cost for u in entry.upgrades.all())
    surcharges = arsenal.check(entry, choices.start_list(entry)).total.amount - spent
    assert balances.balance(entry) == min(3, 35 - spent - surcharges)
    assert balances.verify(league.campaign) == []


@pytest.mark.rule("SL-START-04", "SL-START-03")
def test_an_illegal_draft_is_kept_and_cannot_be_founded(make_league):
    league = make_league(players=1)
    entry = league.entry(0)
    report = arsenal.save_draft(entry, entry.user, StartList("guild", "lady-justice"))
    assert {v.rule for v in report.violations} & {"SL-START-03", "SL-START-04"}
    with pytest.raises(Refusal) as refused:
        arsenal.found_arsenal(entry, entry.user)
    assert set(refused.value.violations) == set(report.violations)
    assert league.entry(0).draft["leader"] == "lady-justice"
    assert league.entry(0).state == Entry.State.BUILDING
    assert not entry.models.exists()


def test_nonsense_is_refused_at_once(make_league):
    entry = make_league(players=1).entry(0)
    with pytest.raises(Refusal, match="no model"):
        arsenal.save_draft(entry, entry.user, StartList("guild", "no-such-model"))
    with pytest.raises(Refusal, match="no Upgrade"):
        arsenal.save_draft(entry, entry.user, StartList("guild", "", (), "no-such-upgrade"))


def test_founding_twice_buys_once_and_rebuilding_gives_the_scrip_back(make_league):
    league = make_league(players=1)
    entry = league.entry(0)
    play.found_arsenal(entry)
    models, scrip = entry.models.count(), balances.balance(entry)
    with pytest.raises(Refusal, match="confirmed already"):
        arsenal.found_arsenal(league.entry(0), entry.user)
    arsenal.reopen(league.entry(0), entry.user)
    assert (balances.balance(entry), entry.models.count()) == (0, 0)
    play.found_arsenal(league.entry(0))
    assert (balances.balance(entry), entry.models.count()) == (scrip, models)
    league.check()


def second_week(league):
    first = league.start()
    week.reach_deadline(first, league.organiser, "Agreed.")
    return league.week(2)


@pytest.mark.rule("SL-HIRE-04", "SL-HIRE-05", "SL-HIRE-06")
def test_the_first_hire_of_a_week_costs_five_less_and_counts_whole_in_the_arsenal(league, in_process):
    second = second_week(league)
    entry = league.entry(0)
    part = second.parts.select_related("entry__user", "entry__campaign", "week__campaign").get(entry=entry)
    slug = choices.hire(part)
    before, value = balances.balance(entry), arsenal_value(loading.arsenal(entry).models).amount
    hired = hires.hire_model(entry, entry.user, slug)
    profile = loading.catalogue(league.campaign).profile(slug)
    assert before - balances.balance(entry) == max(0, profile.cost + hired.surcharge - 5)
    assert arsenal_value(loading.arsenal(entry).models).amount == value + profile.cost


def test_one_key_hires_once(league, in_process):
    second = second_week(league)
    entry = league.entry(0)
    slug = choices.hire(second.parts.select_related("entry__campaign", "week__campaign").get(entry=entry))
    hires.hire_model(entry, entry.user, slug, key="tap-1")
    count, scrip = entry.models.count(), balances.balance(entry)
    with pytest.raises(AlreadyDone):
        hires.hire_model(entry, entry.user, slug, key="tap-1")
    assert (entry.models.count(), balances.balance(entry)) == (count, scrip)


@pytest.mark.rule("SL-HIRE-02", "SL-HIRE-04")
def test_hiring_needs_the_scrip_and_nothing_is_half_bought(league, in_process):
    second_week(league)
    entry = league.entry(0)
    dear = next(
        p
        for p in loading.catalogue(league.campaign).profiles()
        if entry.faction in p.factions and p.station == "Enforcer" and (p.cost or 0) >= 10 and not p.is_totem
    )
    count = entry.models.count()
    with pytest.raises(Refusal) as refused:
        hires.hire_model(entry, entry.user, dear.slug)
    assert any("Scrip" in v.sentence for v in refused.value.violations)
    assert entry.models.count() == count
    league.check()


def test_hires_close_at_the_deadline_for_those_who_never_came(league, in_process):
    second = second_week(league)
    week.close_hires(second, league.organiser, "Agreed.")
    second.refresh_from_db()
    assert second.state == "games_open"
    assert not second.parts.filter(hires_locked_at=None).exists()
    with pytest.raises(Refusal, match="closed"):
        week.close_hires(second, league.organiser, "Agreed.")
    entry = league.entry(0)
    with pytest.raises(Refusal) as late:
        hires.hire_model(entry, entry.user, "guild-hound")
    assert late.value.rule == "SL-HIRE-01"


@pytest.mark.parametrize(("setting", "games"), [("flag", 1), ("cheapest_legal", 1), ("sit_out", 0)])
@pytest.mark.switch("forced_hire_timeout", "flag")
@pytest.mark.switch("forced_hire_timeout", "cheapest_legal")
@pytest.mark.switch("forced_hire_timeout", "sit_out")
def test_who_owes_a_hire_is_flagged_hired_for_or_sits_out(make_league, in_process, setting, games):
    league = make_league(policies={"forced_hire_timeout": setting})
    league.found_all()
    second = second_week(league)
    before = league.entry(0).models.count()
    week.close_hires(second, league.organiser, "Agreed.")
    assert second.games.count() == games
    hired = league.entry(0).models.count() - before
    assert hired == (1 if setting == "cheapest_legal" else 0)
    flagged = second.parts.exclude(flagged="").count()
    assert flagged == (0 if setting == "cheapest_legal" else 2)
    league.check()


@pytest.mark.rule("SL-START-07", "SL-3E-15")
def test_each_model_keeps_the_surcharge_it_was_bought_with(make_league):
    """What the starting bill charged on top is what the rows remember, for leagues that count it (A-03)."""
    league = make_league(players=1, policies={"size_uses": "paid"})
    entry = league.entry(0)
    figures = loading.catalogue(league.campaign)
    mine = [p for p in figures.profiles() if entry.faction in p.factions and p.cost]
    leader = next(p for p in mine if p.station == "Henchman" and p.cost == 9)
    stranger = next(
        p
        for p in mine
        if p.station == "Minion" and not p.versatile and not set(p.keywords) & set(leader.keywords)
    )
    report = arsenal.save_draft(entry, entry.user, StartList(entry.faction, leader.slug, (stranger.slug,)))
    assert report.total.amount == leader.cost + stranger.cost + 1
    arsenal.found_arsenal(entry, entry.user)
    assert dict(entry.models.values_list("slug", "surcharge")) == {leader.slug: 0, stranger.slug: 1}
    value = arsenal_value(loading.arsenal(league.entry(0)).models, league.campaign.rules)
    assert value.amount == report.total.amount


def test_models_of_one_kind_are_told_apart_by_nickname_or_number():
    kinds = [(7, "Guild Hound", ""), (3, "Guild Hound", ""), (5, "Guild Hound", "Rex"), (9, "Judge", "")]
    rows = [ArsenalModel(pk=pk, name=name, nickname=nickname) for pk, name, nickname in kinds]
    assert loading.distinct_names(rows) == {
        7: "Guild Hound 2",
        3: "Guild Hound 1",
        5: "Rex (Guild Hound)",
        9: "Judge",
    }
    assert loading.distinct_names(rows[1:])[3] == "Guild Hound", "nobody else is called so"
