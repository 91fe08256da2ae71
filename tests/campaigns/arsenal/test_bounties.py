"""Bounties from the purchase to the Master they admit, through reports and aftermaths."""

from __future__ import annotations

import pytest
from django.urls import reverse
from msgspec.structs import replace

from mfcampaign.audit.models import Act
from mfcampaign.campaigns import access, loading
from mfcampaign.campaigns.aftermath import countersign_queries, replay
from mfcampaign.campaigns.aftermath import operations as aftermath
from mfcampaign.campaigns.arsenal import bounties
from mfcampaign.campaigns.arsenal import operations as arsenal
from mfcampaign.campaigns.game import operations as game_operations
from mfcampaign.campaigns.game import queries, results
from mfcampaign.campaigns.ledger import operations as ledger
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import Aftermath, ArsenalBounty, BountyTick, Game
from mfcampaign.campaigns.scripted import choices, play
from rules.campaign.hires import HireWindow, check_hire, halfway_week
from rules.game.results.result import Casualty, EncounterResult, SeatResult, Successor
from rules.refusal import Refusal
from tests.campaigns.conftest import founded_of
from tests.campaigns.seasons.beginning import EDITIONS

pytestmark = pytest.mark.django_db
BEARERS = ("Henchman", "Enforcer")
"""Those of a first Crew whom either edition gives Upgrades."""


@pytest.fixture
def edition():
    """The Third's, where a test names none."""
    return "m3e"


@pytest.fixture
def league(make_league, edition):
    """Two players with founded Arsenals, not started."""
    return founded_of(make_league, edition)


@pytest.fixture
def game(league, in_process) -> Game:
    league.start()
    (game_,) = league.games()
    for side in play.sides(game_):
        play.submit_crew(side)
    game_.refresh_from_db()
    return game_


def give(entry, slug: str = "hunt-them-down") -> ArsenalBounty:
    """A Bounty as a purchase leaves it."""
    row = next(b for b in loading.charts(entry.campaign).bounties if b.slug == slug)
    return bounties.buy(entry, row, 4, week=1)


def nothing(**first) -> EncounterResult:
    """Nobody scored, nobody fell; ``first`` says what else happened to seat 0."""
    return EncounterResult(seats=(SeatResult(**first), SeatResult()), ended_turn=4)


def leader_fell(game, **first) -> EncounterResult:
    """The Leader of seat 1 was killed; ``first`` as in ``nothing``."""
    (leader,) = (member["id"] for member in game.reveal["seats"][1]["members"] if member["leader"])
    fell = SeatResult(casualties=(Casualty(leader, False),))
    return EncounterResult(seats=(SeatResult(**first), fell), ended_turn=4)


def settle(game, result) -> None:
    first, second = play.sides(game)
    results.report(first, first.entry.user, result)
    results.confirm(second, second.entry.user)
    play.settle()


def mine(game) -> Aftermath:
    return play.aftermaths(game)[0]


def to_ask(aftermath_row: Aftermath, kind: str) -> Aftermath:
    """Answer by default until that question is open."""
    for _ in range(60):
        play.settle()
        aftermath_row.refresh_from_db()
        ask = replay.view(aftermath_row).ask
        assert ask is not None, f"{kind} was never asked"
        if ask.kind == kind:
            return aftermath_row
        user = aftermath_row.side.entry.user
        if aftermath_row.flips == "" and ask.who == "fate":
            aftermath.flip_source(aftermath_row, user, "fate")
        elif ask.who == "player":
            aftermath.choose(aftermath_row, user, ask.ordinal, ask.default)
    raise AssertionError(kind)


def rich(entry, scrip: int = 20) -> None:
    ledger.pay(entry, scrip, reason="ruling", natural_key=f"test:{entry.pk}:{scrip}", week=0, memo="test")


@pytest.mark.rule("SL-BOUNTY-01", "SL-BOUNTY-03")
def test_a_bounty_is_bought_once_paid_once_and_the_next_one_drops_it(game):
    entry = play.sides(game)[0].entry
    rich(entry)
    settle(game, nothing())
    aftermath_row = to_ask(mine(game), "bounty_buy")
    ask, before = replay.view(aftermath_row).ask, balances.balance(entry)
    for _ in range(2):
        aftermath.choose(aftermath_row, entry.user, ask.ordinal, "hit-list")
    row = ArsenalBounty.objects.get()
    assert (row.slug, row.state, row.price, row.roster, row.bought_week) == ("hit-list", "active", 4, 1, 1)
    assert balances.balance(entry) == before - 4
    told = f"{entry.label} buys the Bounty Hit List for 4 Scrip."
    assert Act.objects.filter(sentence__startswith=told).count() == 1
    give(entry, "map-it-out")
    assert list(ArsenalBounty.objects.values_list("slug", "state")) == [
        ("hit-list", "discarded"),
        ("map-it-out", "active"),
    ]
    assert balances.verify(entry.campaign) == []


@pytest.mark.rule("SL-BOUNTY-05", "SL-BOUNTY-06", "SL-AFTER-05", "SL-REWARD-02")
def test_the_last_portion_brings_a_card_a_reward_and_is_kept_for_good(game):
    entry = play.sides(game)[0].entry
    row = give(entry)
    BountyTick.objects.create(bounty=row, game=game, portion="part-1", count=1, stands=False)
    settle(game, leader_fell(game, bounty="hunt-them-down", bounty_ticks=("part-1",)))
    row.refresh_from_db()
    assert row.state == "active", "what was taken back does not count"
    assert loading.active_bounties([entry.pk])[entry.pk].done == {"part-1": 1}
    assert not replay.context(mine(game)).completed_bounty
    assert Act.objects.filter(sentence__contains="Hunt Them Down is at 1 of 2").exists()


@pytest.mark.rule("SL-BOUNTY-05")
def test_a_tick_that_the_report_belies_is_refused_with_its_reason(game):
    first, _ = play.sides(game)
    give(first.entry)
    ticked = {"bounty": "hunt-them-down", "bounty_ticks": ("part-1",)}
    with pytest.raises(Refusal, match="the enemy Leader was not killed") as refused:
        results.report(first, first.entry.user, nothing(**ticked))
    assert refused.value.violations[0].rule == "SL-BOUNTY-05"
    results.report(first, first.entry.user, leader_fell(game, **ticked, proven_ticks=("part-1",)))
    standing = game.reports.get()
    assert loading.result(standing).seats[0].proven_ticks == (), "only a log proves"
    words = queries.report_view(game, play.sides(game), standing).sides[0].bounty
    assert "on the word of" in words[0].text


@pytest.mark.rule("SL-BOUNTY-05")
def test_a_scheme_that_is_not_in_the_pool_cannot_be_ticked_nor_two_portions_in_one_game(game):
    first, _ = play.sides(game)
    row = give(first.entry, "covert-operation")
    assert row.per_game == 1
    pool = {scheme["name"] for scheme in game.scenario["schemes"]}
    names = {"part-1": "Detonate Charges", "part-2": "Deliver a Message"}
    game.scenario["schemes"] = [{"name": name} for name in sorted(pool - {"Detonate Charges"})]
    game.save(update_fields=["scenario"])
    for ticks in (("part-1",), ("part-1", "part-2")):
        with pytest.raises(Refusal) as refused:
            results.report(first, first.entry.user, nothing(bounty="covert-operation", bounty_ticks=ticks))
    said = " ".join(violation.sentence for violation in refused.value.violations)
    assert f"{names['part-1']} is not in this game’s pool" in said
    assert "goes on by 1 in one game" in said


@pytest.fixture
def accomplished(game) -> Game:
    entry = play.sides(game)[0].entry
    give(entry, "just-live-through-this")
    settle(game, nothing(bounty="just-live-through-this", bounty_ticks=("part-1",)))
    return game


@pytest.mark.rule("SL-BOUNTY-04", "SL-BOUNTY-06", "SL-AFTER-05", "SL-REWARD-01", "SL-REWARD-02")
def test_an_accomplished_bounty_is_rewarded_in_that_games_aftermath(accomplished):
    aftermath_row = mine(accomplished)
    entry = aftermath_row.side.entry
    row = ArsenalBounty.objects.get(entry=entry)
    assert (row.state, row.ended_in_id, row.ended_week) == ("accomplished", accomplished.pk, 1)
    facts = replay.context(aftermath_row)
    assert facts.completed_bounty
    assert facts.accomplished == ("just-live-through-this",)
    assert facts.bounty is None
    to_ask(aftermath_row, "reward_chart")
    assert len([f for f in replay.view(aftermath_row).flips if f.kind == "hand"]) == 2, (
        "finished, and the Bounty"
    )
    play.finish_aftermath(aftermath_row)
    gained = entry.upgrades.get(gained_how="reward")
    rewards = loading.charts(entry.campaign).rewards
    assert gained.slug in {r.upgrade for chart in (entry.faction, "generic") for r in rewards[chart]}
    assert balances.verify(entry.campaign) == []


@pytest.mark.rule("A-48", "SL-REWARD-02")
def test_the_fate_modifiers_of_a_bounty_bring_cards_to_choose_from(accomplished, client):
    aftermath_row = mine(accomplished)
    entry = aftermath_row.side.entry
    assert ArsenalBounty.objects.get(entry=entry).reward_modifier == 2
    to_ask(aftermath_row, "reward_chart")
    client.force_login(entry.user)
    league, week = entry.campaign.slug, accomplished.week.number
    page = reverse("campaigns:aftermath", args=[league, week, accomplished.table])
    body = client.get(page).content.decode()
    assert "[+][+] You take one of several cards" in body
    aftermath.flip_source(aftermath_row, entry.user, "entered")
    aftermath.choose(aftermath_row, entry.user, replay.view(aftermath_row).ask.ordinal, "generic")
    aftermath_row.refresh_from_db()
    ask = replay.view(aftermath_row).ask
    left = [card.code for card in replay.view(aftermath_row).unseen if not card.is_joker]
    with pytest.raises(Refusal, match="3 cards are wanted"):
        aftermath.enter_cards(aftermath_row, entry.user, ask.ordinal, left[:1])
    aftermath.enter_cards(aftermath_row, entry.user, ask.ordinal, left[:3])
    body = client.get(page).content.decode()
    assert body.count("Take the ") >= 3
    assert body.count("Cheat with the ") >= 2
    aftermath_row.refresh_from_db()
    ask = replay.view(aftermath_row).ask
    aftermath.choose(aftermath_row, entry.user, ask.ordinal, left[1])
    aside = [flip.set_aside for flip in replay.view(aftermath_row).flips if flip.kind == "reward"]
    assert aside == [True, False, True]
    shown = countersign_queries.load(access.seat(entry.user, league, week, accomplished.table))
    (row,) = [row for part in shown.parts for row in part.rows if row.what == "Reward flip"]
    assert [card.code for card in row.cards] == left[:3]
    play.finish_aftermath(aftermath_row)
    assert balances.verify(entry.campaign) == []


@pytest.mark.rule(
    "SL-MASTER-01", "SL-MASTER-03", "SL-MASTER-04", "SL-LEADER-01", "A-15", "A-16", "A-17", "A-33"
)
def test_from_halfway_a_completed_bounty_admits_a_master_who_leads_at_once(league, accomplished):
    for aftermath_row in play.aftermaths(accomplished):
        play.finish_aftermath(aftermath_row)
    entry = league.entry(0)
    weeks = entry.campaign.weeks_total
    figures, rules = loading.catalogue(entry.campaign), entry.campaign.rules
    master = next(
        p.slug for p in figures.profiles() if p.station == "Master" and entry.faction in p.factions and p.cost
    )

    def reasons(week: int, arsenal_now=None) -> set[str]:
        facts = HireWindow(
            arsenal=arsenal_now or loading.arsenal(entry), week=week, weeks=weeks, hired_models=1
        )
        rich_now = replace(facts, arsenal=replace(facts.arsenal, scrip=30))
        return {v.rule for v in check_hire(master, rich_now, figures, rules).violations}

    assert loading.arsenal(entry).completed_bounties == 1
    assert halfway_week(weeks) == 4
    assert "SL-MASTER-01" in reasons(3)
    assert reasons(4) == set()
    other = loading.arsenal(league.entry(1))
    assert replace(other, faction=entry.faction).completed_bounties == 0
    assert "SL-MASTER-03" in reasons(4, replace(loading.arsenal(entry), completed_bounties=0))


@pytest.mark.rule("A-16", "A-33", "A-24", "SL-BOUNTY-04")
@pytest.mark.switch("bounty_gate_scope", "arsenal")
@pytest.mark.switch("bounty_gate_scope", "player")
def test_the_gate_counts_the_present_arsenal_or_the_player_and_a_deed_is_done_once_for_good(accomplished):
    entry = mine(accomplished).side.entry
    entry.roster = 2
    entry.save(update_fields=["roster"])
    assert loading.arsenal(entry).completed_bounties == 0, "a new Arsenal needs its own"
    assert bounties.accomplished(entry) == ("just-live-through-this",), "but the deed is the player's"
    entry.campaign.policies = {"bounty_gate_scope": "player"}
    assert loading.arsenal(entry).completed_bounties == 1


def test_a_report_may_tick_only_what_the_active_bounty_asks(game):
    first = play.sides(game)[0]
    with pytest.raises(Refusal) as caught:
        results.report(first, first.entry.user, nothing(bounty="hit-list", bounty_ticks=("part-1",)))
    assert caught.value.rule == "SL-BOUNTY-03"
    give(first.entry)
    for wrong in (
        {"bounty": "hunt-them-down", "bounty_ticks": ("part-1", "part-1")},
        {"bounty": "hit-list", "bounty_ticks": ("part-1",)},
        {"used_up": (99,)},
    ):
        with pytest.raises(Refusal):
            results.report(first, first.entry.user, nothing(**wrong))
    assert not game.reports.exists()


@pytest.mark.rule("SL-BOUNTY-05", "A-38")
def test_ticks_of_a_game_settled_later_count_as_far_as_they_fit(league, game):
    first, second = play.sides(game)
    give(first.entry)
    week = league.week(1)
    again = game_operations.schedule(week, 9, first.entry, second.entry, ceiling=40)
    for side in play.sides(again):
        play.submit_crew(side)
    again.refresh_from_db()
    for table in (game, again):
        side = play.sides(table)[0]
        ticked = leader_fell(table, bounty="hunt-them-down", bounty_ticks=("part-1",))
        results.report(side, side.entry.user, ticked)
    row = ArsenalBounty.objects.get()
    BountyTick.objects.create(bounty=row, game=game, portion="part-1", count=1, stands=True)
    BountyTick.objects.filter(bounty=row).update(game=game)
    other = play.sides(again)[1]
    results.confirm(other, other.entry.user)
    row.refresh_from_db()
    assert row.state == "accomplished"
    BountyTick.objects.filter(bounty=row, game=game).update(stands=False)
    last = play.sides(game)[1]
    results.confirm(last, last.entry.user)
    assert Act.objects.filter(sentence__contains="no longer the active one").exists()
    assert BountyTick.objects.filter(stands=True).count() == 1


@pytest.mark.rule("A-11", "SL-WITHDRAW-05")
def test_after_an_early_withdrawal_the_bounty_counts_and_its_reward_is_forfeited(game):
    entry = play.sides(game)[0].entry
    hunt = next(b for b in loading.charts(entry.campaign).bounties if b.slug == "hunt-them-down")
    once = replace(hunt, portions=tuple(replace(portion, repeat=1) for portion in hunt.portions))
    bounties.buy(entry, once, 4, week=1)
    settle(game, leader_fell(game, bounty=once.slug, bounty_ticks=("part-1",), withdrew_turn=2))
    aftermath_row = mine(game)
    play.finish_aftermath(aftermath_row)
    aftermath_row.refresh_from_db()
    assert aftermath_row.state == Aftermath.State.LOCKED
    assert loading.arsenal(entry).completed_bounties == 1
    assert not entry.upgrades.filter(gained_how="reward").exists()


@pytest.mark.rule("SL-SUMMON-04", "SL-SUMMON-05", "SL-SUMMON-06", "SL-SUMMON-02", "SL-3E-12")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_successor_s_fall_is_the_debt_of_those_it_stood_for_and_joins_no_arsenal(game):
    """The models it stood for have their Skills and Injuries afterwards, what they carried stays owned."""
    entry = play.sides(game)[0].entry
    hired = sorted(loading.hired_ids(play.sides(game)[0]))
    owned = set(entry.models.values_list("pk", flat=True))
    charts = loading.charts(entry.campaign)
    skill = next(upgrade.slug for upgrade in charts.upgrades if upgrade.category == "skill")
    learnt = arsenal.add_campaign_upgrade(entry, skill, week=1, how="ruling", bearer_id=hired[0])
    hurt = arsenal.add_injury(entry, charts.injuries[0].slug, week=1, model_id=hired[0])
    heir = Successor(
        originals=tuple(hired[:2]), names=("Flesh Construct",), killed=True, finished_off=True, flip="9r"
    )
    settle(game, nothing(successors=(heir,)))
    facts = replay.context(mine(game))
    assert set(facts.owed) == set(hired[:2])
    assert facts.killed == ()
    assert {model.id for model in facts.models} == owned == set(entry.models.values_list("pk", flat=True))
    (afterwards,) = [model for model in facts.models if model.id == hired[0]]
    assert [kept.id for kept in (*afterwards.skills, *afterwards.injuries)] == [learnt.pk, hurt.pk]


@pytest.mark.rule("SL-UPG-13", "SL-UPG-14", "SL-ANNIH-01", "SL-ATTACH-01", "SL-ATTACH-02")
@pytest.mark.parametrize("edition", EDITIONS)
def test_only_what_annihilated_itself_leaves_the_arsenal(league, in_process):
    """Two are carried into the game: what used itself up is gone, what was discarded there is owned still;
    what was attached to a model there was never bought."""
    league.start()
    (game,) = league.games()
    side = play.sides(game)[0]
    charts = loading.charts(side.entry.campaign)
    once = next(u for u in charts.upgrades if u.self_annihilates and u.category == "equipment")
    row = arsenal.add_campaign_upgrade(side.entry, once.slug, week=1, how="ruling", ss_cost=0)
    other = arsenal.add_campaign_upgrade(side.entry, once.slug, week=1, how="ruling", ss_cost=0)
    crew = choices.crew(side)
    bearers = {model.id for model in loading.arsenal(side.entry).models if model.station in BEARERS}
    first, second = [member for member in crew.members if member.model_id in bearers][:2]
    carried = {first.model_id: (row.pk,), second.model_id: (other.pk,)}
    carrying = replace(
        crew,
        members=tuple(
            replace(member, upgrade_ids=carried.get(member.model_id, ())) for member in crew.members
        ),
    )
    game_operations.submit_crew(side, side.entry.user, carrying)
    play.submit_crew(play.sides(game)[1])
    game.refresh_from_db()
    facts = loading.report_facts(game, play.sides(game))
    assert facts.sides[0].usable == {row.pk: once.name, other.pk: once.name}
    owned = set(side.entry.upgrades.values_list("pk", flat=True))
    settle(game, nothing(used_up=(row.pk,)))
    row.refresh_from_db()
    other.refresh_from_db()
    assert (row.annihilated_week, other.annihilated_week) == (1, None)
    assert {upgrade.id for upgrade in loading.arsenal(side.entry).upgrades} == owned - {row.pk}
    assert Act.objects.filter(sentence__contains=f"used {once.name} up").exists()


@pytest.mark.rule("SL-FINISH-07", "SL-FINISH-08", "SL-3E-11")
def test_how_a_model_fell_is_kept_in_the_result_both_read(game):
    side = play.sides(game)[0]
    a, b, *_ = sorted(loading.hired_ids(side))
    fallen = (Casualty(a, True, how="automatic"), Casualty(b, True, "9r", how="buried", cheated_from="2c"))
    settle(game, nothing(casualties=fallen))
    assert loading.result(game.reports.get()).seats[0].casualties == fallen
    assert set(replay.context(mine(game)).owed) == {a, b}


@pytest.mark.rule("SL-UPG-01", "SL-HIRE-09")
def test_campaign_upgrades_are_none_of_those_that_ordinary_crews_hire(league):
    figures, charts = loading.catalogue(league.campaign), loading.charts(league.campaign)
    ordinary = {upgrade.slug for upgrade in figures.upgrades()}
    assert ordinary
    assert {upgrade.slug for upgrade in charts.upgrades}.isdisjoint(ordinary)
