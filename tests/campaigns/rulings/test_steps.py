"""Steps opened again, things given and taken, players and their time: rulings beside those on results."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from mfcampaign.campaigns import handlers
from mfcampaign.campaigns.aftermath import operations as aftermath
from mfcampaign.campaigns.aftermath import queries as aftermath_page
from mfcampaign.campaigns.aftermath import replay
from mfcampaign.campaigns.arsenal import bounties, hires
from mfcampaign.campaigns.game import operations as game_operations
from mfcampaign.campaigns.game import results
from mfcampaign.campaigns.ledger import operations as ledger
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.loading import arsenal, catalogue, charts
from mfcampaign.campaigns.models import (
    Aftermath,
    ArsenalBounty,
    Entry,
    Game,
    Tenure,
    Week,
    WeekEntry,
)
from mfcampaign.campaigns.rulings import operations as ruling_operations
from mfcampaign.campaigns.rulings.requests import (
    CorrectRow,
    Extend,
    Give,
    Lead,
    ReopenAnswer,
    ReopenHires,
    ReopenResult,
    ReplacePlayer,
    SetPlaying,
    Take,
    TickBounty,
    Undo,
    VoidGame,
)
from mfcampaign.campaigns.scripted import choices, play
from mfcampaign.campaigns.week import operations as week
from mfcampaign.dispatch import operations as dispatch
from mfcampaign.dispatch.models import Occurrence
from rules.refusal import Refusal
from tests.campaigns.conftest import League, person
from tests.campaigns.rulings.scenes import close, fresh, live, purse, result_of, ruled

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_process")]


@pytest.fixture(scope="module")
def a_beginning(lived: Any) -> Callable[[], League]:
    return lived(lambda league: None, name="A beginning")


@pytest.fixture(scope="module")
def a_week(lived: Any) -> Callable[[], League]:
    def story(league: League) -> None:
        live(league, 1)
        close(league.week(1))

    return lived(story, name="A week")


@pytest.fixture
def begun(a_beginning: Callable[[], League], db: None) -> League:
    return a_beginning()


@pytest.fixture
def second_week(a_week: Callable[[], League], db: None) -> League:
    return a_week()


# -- opened again -----------------------------------------------------------------------------------


def undecided(league: League) -> Game:
    """A confirmed game in which nobody has answered anything: the hands are drawn, Payday is paid."""
    game = league.games(1)[0]
    play.play(game)
    return fresh(game)


def test_a_result_opened_again_is_reported_anew_and_the_same_cards_come(begun):
    game = undecided(begun)
    aftermaths = play.aftermaths(game)
    if any(m.decisions.exclude(source__in=("fate", "portal")).exists() for m in aftermaths):
        pytest.fail("nobody has answered yet")
    hands = [[d.answer for d in m.decisions.filter(kind="draw_hand")] for m in aftermaths]
    purses = [purse(begun.entry(n)) for n in (0, 1)]
    paid = [balances.earned_in_week(begun.entry(n), 1) for n in (0, 1)]
    before = result_of(game)
    assert not any(m.state == Aftermath.State.LOCKED for m in aftermaths)
    assert any(hands), "the portal has drawn cards"
    ruled(begun, ReopenResult(encounter=game.pk))
    assert fresh(game).state == "playing"
    assert [balances.earned_in_week(begun.entry(n), 1) for n in (0, 1)] == [0, 0]
    assert [purse(begun.entry(n)) for n in (0, 1)] == [p - e for p, e in zip(purses, paid, strict=True)]
    own, other = play.sides(fresh(game))
    results.report(own, own.entry.user, before)
    results.confirm(other, other.entry.user)
    play.settle()
    again = play.aftermaths(fresh(game))
    assert [[d.answer for d in m.decisions.filter(kind="draw_hand")] for m in again] == hands
    assert [balances.earned_in_week(begun.entry(n), 1) for n in (0, 1)] == paid
    play.finish(fresh(game))
    assert fresh(game).state == "closed"
    ruled(begun, VoidGame(encounter=game.pk))


def test_a_game_opened_again_may_come_to_nothing(begun):
    """Its Aftermaths, set aside, are shown as not begun, and come when the game is played after all."""
    game = undecided(begun)
    before = result_of(game)
    ruled(begun, ReopenResult(encounter=game.pk))
    void = ruled(begun, VoidGame(encounter=game.pk))
    assert fresh(game).state == "void"
    assert [aftermath_page.public(aftermath_row).log for aftermath_row in play.aftermaths(game)] == [(), ()]
    ruled(begun, Undo(ruling=void.number))
    own, other = play.sides(fresh(game))
    results.report(own, own.entry.user, before)
    results.confirm(other, other.entry.user)
    assert [aftermath_row.state for aftermath_row in play.aftermaths(fresh(game))] == ["open", "open"]


def test_what_waited_for_a_game_that_is_opened_again_begins(begun):
    """The game may end without an Aftermath, as by a forfeit, and a week would never close."""
    first = undecided(begun)
    entries = [side.entry for side in play.sides(first)]
    second = game_operations.schedule(begun.week(1), 9, *entries, ceiling=40)
    play.play(second)
    assert {row.state for row in play.aftermaths(second)} == {"queued"}
    ruled(begun, ReopenResult(encounter=first.pk))
    assert {row.state for row in play.aftermaths(second)} == {"open"}
    again = fresh(first)
    results.forfeit(again, begun.organiser, play.sides(again)[0], "Did not come.")
    play.finish(fresh(second))
    assert fresh(second).state == "closed"


def test_a_choice_that_nothing_followed_is_given_again_and_a_flip_never_is(make_league):
    """Fate decides what is asked, so a few leagues are played until such a choice came up."""
    opened = refused = 0
    for number in range(8):
        league: League = make_league(players=2, name=f"League {number}")
        league.found_all()
        league.start()
        for entry in league.campaign.entries.all():
            ledger.pay(entry, 30, reason="ruling", natural_key=f"test:{entry.pk}")
        game = league.games(1)[0]
        play.play(game, taste=str(number))
        for aftermath_row in play.aftermaths(game):
            more, less = open_every_choice(league, aftermath_row)
            opened, refused = opened + more, refused + less
        league.check()
        if opened and refused:
            break
    assert opened, "a choice was given again"
    assert refused, "a flip, or a choice that something followed, is not opened again"


def open_every_choice(league: League, aftermath_row: Aftermath) -> tuple[int, int]:
    """Answer to the end; before each answer try once to open the last one. (opened, refused)"""
    opened = refused = 0
    tried: set[int] = set()
    for _ in range(80):
        play.settle()
        aftermath_row.refresh_from_db()
        ask = replay.view(aftermath_row).ask if aftermath_row.state == Aftermath.State.OPEN else None
        if ask is None or aftermath_row.waiting_for != "player":
            break
        last = aftermath_row.decisions.order_by("-ordinal").first()
        if last is not None and last.ordinal not in tried:
            tried.add(last.ordinal)
            try:
                ruled(league, ReopenAnswer(aftermath=aftermath_row.pk))
            except Refusal:
                refused += 1
            else:
                opened += 1
                assert last.source in ("player", "timeout")
                assert asked(aftermath_row) == last.ordinal
                continue
        entry = aftermath_row.side.entry
        chosen = choices.answer(ask, balances.balance(entry))
        aftermath.choose(
            aftermath_row,
            entry.user,
            ask.ordinal,
            chosen.option,
            bearer=chosen.bearer,
            annihilate=chosen.annihilate,
        )
    return opened, refused


def asked(aftermath_row: Aftermath) -> int:
    aftermath_row.refresh_from_db()
    ask = replay.view(aftermath_row).ask
    assert ask is not None
    return ask.ordinal


def test_locked_hires_open_again_until_the_week_is_paired(second_week):
    week_row = second_week.week(2)
    assert week_row.state == Week.State.NEW_HIRES
    part = play.parts(week_row)[0]
    play.hire(part)
    ruled(second_week, ReopenHires(entry=part.entry_id))
    assert WeekEntry.objects.get(pk=part.pk).hires_locked_at is None
    with pytest.raises(Refusal, match="no locked hires"):
        ruled(second_week, ReopenHires(entry=part.entry_id))


# -- given and taken --------------------------------------------------------------------------------


def test_scrip_models_upgrades_and_injuries_are_given_and_taken_back(begun):
    entry = begun.entry(0)
    before = purse(entry)
    ruled(begun, Give(entry=entry.pk, what="scrip", amount=7))
    assert purse(entry) == before + 7
    assert balances.earned_in_week(entry, 1) == 0, "a gift counts towards no week's maximum"
    bearer = entry.models.owned().exclude(is_leader=True).first()
    assert bearer is not None
    known = charts(begun.campaign)
    injury = ruled(begun, Give(entry=entry.pk, what="injury", slug=known.injuries[0].slug, bearer=bearer.pk))
    assert bearer.bound.owned().get().slug == known.injuries[0].slug
    model = ruled(begun, Give(entry=entry.pk, what="model", slug="guild-hound"))
    assert entry.models.owned().filter(slug="guild-hound").exists()
    ruled(begun, Undo(ruling=model.number))
    ruled(begun, Undo(ruling=injury.number))
    assert not entry.models.owned().filter(slug="guild-hound").exists()
    assert not bearer.bound.owned().exists()
    with pytest.raises(Refusal, match="belongs to a model"):
        ruled(begun, Give(entry=entry.pk, what="injury", slug=known.injuries[0].slug))


@pytest.mark.rule("SL-SIZE-01")
def test_a_model_whose_cost_nobody_has_verified_is_not_given(begun):
    figures = catalogue(begun.campaign)
    unknown = next(p.slug for p in figures.profiles() if p.cost is None and p.station != "Master")
    with pytest.raises(Refusal, match="no verified cost"):
        ruled(begun, Give(entry=begun.entry(0).pk, what="model", slug=unknown))


@pytest.mark.rule("SL-UPG-09", "SL-INJURY-10")
def test_nobody_is_given_more_skills_or_injuries_than_a_model_may_carry(begun):
    entry, known = begun.entry(0), charts(begun.campaign)
    bearer = entry.models.owned().exclude(is_leader=True).first()
    owned = arsenal(entry).model(bearer.pk)
    skill = next(row for row in known.upgrades if row.category == "skill")
    for what, row, most, rule in (
        ("injury", known.injuries[0], owned.injury_limit(entry.campaign.rules), "SL-INJURY-10"),
        ("campaign_upgrade", skill, owned.skill_limit(entry.campaign.rules), "SL-UPG-09"),
    ):
        give = Give(entry=entry.pk, what=what, slug=row.slug, bearer=bearer.pk)
        for _ in range(most):
            ruled(begun, give)
        with pytest.raises(Refusal, match="may carry no more") as refused:
            ruled(begun, give)
        assert refused.value.rule == rule


def test_a_leader_taken_leaves_an_heir_and_comes_back(begun):
    entry = begun.entry(0)
    leader = entry.models.owned().get(is_leader=True)
    ruling = ruled(begun, Take(entry=entry.pk, what="model", row=leader.pk))
    heir = entry.models.owned().get(is_leader=True)
    assert heir.pk != leader.pk
    ruled(begun, Undo(ruling=ruling.number))
    assert entry.models.owned().filter(pk=leader.pk).exists()
    assert entry.models.owned().get(is_leader=True).pk == leader.pk, "with the flag it had"
    ruled(begun, Lead(entry=entry.pk, model=heir.pk))
    assert entry.models.owned().get(is_leader=True).pk == heir.pk


def test_a_row_is_corrected_with_scrip_for_the_difference(begun):
    entry = begun.entry(0)
    row = entry.models.owned().exclude(is_leader=True).first()
    assert row is not None
    before, cost = purse(entry), row.cost
    request = CorrectRow(entry=entry.pk, what="model", row=row.pk, name="Old Nan", cost=cost + 2, scrip=2)
    ruling = ruled(begun, request)
    row.refresh_from_db()
    assert (row.name, row.cost, purse(entry)) == ("Old Nan", cost + 2, before + 2)
    ruled(begun, Undo(ruling=ruling.number))
    row.refresh_from_db()
    assert (row.cost, purse(entry)) == (cost, before)


@pytest.mark.rule("SL-BOUNTY-05")
@pytest.mark.rule("SL-BOUNTY-06")
def test_the_ticks_of_a_bounty_are_corrected_and_its_state_follows(make_league):
    league: League = make_league(players=2)
    league.found_all()
    league.start()
    live(league, 1)
    game = league.games(1)[0]
    entry = league.entry(0)
    row = bounties.buy(entry, charts(league.campaign).bounties[0], 4, week=1)
    for portion in row.portions[1:]:
        request = TickBounty(
            bounty=row.pk, encounter=game.pk, portion=portion["id"], count=portion.get("repeat", 1)
        )
        ruled(league, request)
    row.refresh_from_db()
    assert row.state == ArsenalBounty.State.ACTIVE
    first = row.portions[0]
    request = TickBounty(bounty=row.pk, encounter=game.pk, portion=first["id"], count=first.get("repeat", 1))
    ruling = ruled(league, request)
    row.refresh_from_db()
    assert (row.state, row.ended_in_id) == (ArsenalBounty.State.ACCOMPLISHED, game.pk)
    ruled(league, Undo(ruling=ruling.number))
    row.refresh_from_db()
    assert row.state == ArsenalBounty.State.ACTIVE
    assert not row.ticks.filter(portion=first["id"], stands=True).exists()
    assert row.ticks.filter(portion=first["id"]).exists(), "the tick that was taken back stays as history"


# -- players and their time -------------------------------------------------------------------------


def test_another_person_plays_on_and_the_past_keeps_the_old_name(second_week):
    entry = second_week.entry(0)
    old, label = entry.user, entry.label
    new = person("newcomer")
    ruling = ruled(second_week, ReplacePlayer(entry=entry.pk, username="newcomer"))
    entry.refresh_from_db()
    assert entry.user == new
    assert [t.label for t in Tenure.objects.filter(entry=entry)] == [label]
    past = fresh(second_week.games(1)[0])
    assert label in [side.label for side in past.sides.select_related("entry__user")]
    second_week.players[0] = new
    play.live_week(second_week.week(2))
    with pytest.raises(Refusal, match="plays in this league already"):
        ruled(second_week, ReplacePlayer(entry=second_week.entry(1).pk, username="newcomer"))
    ruled(second_week, Undo(ruling=ruling.number))
    entry.refresh_from_db()
    assert entry.user == old


def test_who_played_once_does_not_rule_on_those_games(second_week):
    from mfcampaign.campaigns.opening import operations as leagues

    old = second_week.players[0]
    person("newcomer")
    ruled(second_week, ReplacePlayer(entry=second_week.entry(0).pk, username="newcomer"))
    leagues.add_organiser(second_week.campaign, second_week.organiser, old)
    with pytest.raises(Refusal, match="another organiser"):
        ruling_operations.preview(second_week.campaign, old, VoidGame(encounter=second_week.games(1)[0].pk))


def test_a_player_retires_and_comes_back(second_week):
    entry = second_week.entry(0)
    ruled(second_week, SetPlaying(entry=entry.pk, playing=False))
    entry.refresh_from_db()
    assert entry.state == Entry.State.RETIRED
    ruled(second_week, SetPlaying(entry=entry.pk, playing=True))
    entry.refresh_from_db()
    assert entry.state == Entry.State.ACTIVE


def test_one_player_has_longer_for_a_game_and_the_week_waits_for_it(make_league):
    league: League = make_league(players=4)
    league.found_all()
    league.start()
    first, second = league.games(1)
    slow = play.sides(first)[0].entry
    until = timezone.now() + dt.timedelta(hours=5)
    ruled(league, Extend(entry=slow.pk, until=until.isoformat()))
    week.reach_deadline(league.week(1), None)
    assert fresh(second).state == "forfeited", "nobody gave them more time"
    assert fresh(first).state == "scheduled"
    assert league.week(1).state == Week.State.GAMES_OPEN
    for side in play.sides(first):
        play.submit_crew(side)
    assert fresh(first).state == "playing"
    handlers.turn_leagues(until + dt.timedelta(minutes=1))
    key = f"campaign:{league.campaign.pk}/week:1/games"
    assert Occurrence.objects.filter(schedule=key, number=int(until.timestamp()) // 60).exists()


def test_one_player_has_longer_for_hires_and_only_they_may_still_hire(second_week):
    week_row = second_week.week(2)
    Week.objects.filter(pk=week_row.pk).update(hires_close_at=timezone.now() - dt.timedelta(minutes=5))
    slow, other = play.parts(week_row)
    until = timezone.now() + dt.timedelta(hours=5)
    ruled(second_week, Extend(entry=slow.entry_id, until=until.isoformat()))
    handlers.turn_leagues(timezone.now())
    dispatch.drain()
    assert second_week.week(2).state == Week.State.NEW_HIRES, "the pairing waits for them"
    other = WeekEntry.objects.select_related("entry__user", "entry__campaign", "week__campaign").get(
        pk=other.pk
    )
    slug = choices.hire(other)
    if slug:
        with pytest.raises(Refusal, match="more time"):
            hires.hire_model(other.entry, other.entry.user, slug)
    play.hire(
        WeekEntry.objects.select_related("entry__user", "entry__campaign", "week__campaign").get(pk=slow.pk)
    )
    handlers.turn_leagues(timezone.now())
    dispatch.drain()
    assert second_week.week(2).state != Week.State.NEW_HIRES, "they are done, so it goes on at once"


def test_what_is_not_of_this_league_is_not_found(make_league):
    one: League = make_league(players=2, name="One")
    two: League = make_league(players=2, name="Two")
    for league in (one, two):
        league.found_all()
        league.start()
    for request in (
        Give(entry=two.entry(0).pk, what="scrip", amount=1),
        VoidGame(encounter=two.games(1)[0].pk),
        ReopenAnswer(aftermath=10**6),
        Undo(ruling=1),
    ):
        with pytest.raises(Refusal, match=r"not in this league|no such"):
            ruling_operations.preview(one.campaign, one.organiser, request)
