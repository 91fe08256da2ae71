"""Organisers put results right: what follows is shown, done as shown, and everybody can read why."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from mfcampaign.audit.models import Act
from mfcampaign.audit.operations import AlreadyDone
from mfcampaign.campaigns.autoplay import play
from mfcampaign.campaigns.models import (
    Aftermath,
    AftermathDecision,
    ArsenalUpgrade,
    Correction,
    Debt,
    Encounter,
    Supplement,
    Transfer,
)
from mfcampaign.campaigns.operations import aftermath, corrections, debts, fate, ledger, results
from mfcampaign.campaigns.operations import league as leagues
from mfcampaign.campaigns.operations.corrections import supplementing, weeks
from mfcampaign.campaigns.operations.corrections.wishes import (
    CorrectResult,
    Forgive,
    Give,
    SetPlaying,
    Undo,
    VoidGame,
)
from mfcampaign.campaigns.queries import standings
from rules.core.campaign.asks import InjuryAttached, UpgradeBought
from rules.core.fate.league import fate_of
from rules.core.game.casualties import Casualty
from rules.core.refusal import Refusal
from tests.campaigns.conftest import League, person
from tests.campaigns.corrections_made import (
    check,
    close,
    corrected,
    fresh,
    live,
    purse,
    result_of,
    ruled,
    transfers,
    with_vp,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_process")]


@pytest.fixture(scope="module")
def two_weeks(lived: Any) -> Callable[[], League]:
    return lived(lambda made: live(made, 2), players=4, name="Two weeks")


@pytest.fixture
def season(two_weeks: Callable[[], League], db: None) -> League:
    """Four players, two weeks played, the second still open."""
    return two_weeks()


def side_of(game: Encounter, seat: int) -> Any:
    return play.sides(fresh(game))[seat]


def made_of(game: Encounter, seat: int) -> Aftermath:
    return play.aftermaths(fresh(game))[seat]


def with_casualties(game: Encounter, seat: int, *casualties: Casualty) -> CorrectResult:
    result = result_of(game)
    seats = list(result.seats)
    seats[seat] = replace(seats[seat], casualties=casualties)
    return CorrectResult(encounter=game.pk, result=replace(result, seats=(seats[0], seats[1])))


# -- a corrected result -----------------------------------------------------------------------------


@pytest.mark.rule("SL-PAY-01")
@pytest.mark.rule("SL-PAY-02")
def test_a_result_corrected_two_weeks_later_pays_the_difference_and_moves_the_standings(season):
    game = season.games(1)[0]
    corrected(season, game, 0, 4)
    first, second = (side_of(game, seat).entry for seat in (0, 1))
    before = worth(first), worth(second)
    facts = [aftermath.context(made_of(game, seat)) for seat in (0, 1)]
    handicap = [max(0, f.other_rating - f.rating) for f in facts]
    earned = [weeks.standing(cause_of(game, seat)).standing for seat in (0, 1)]
    assert earned == [handicap[0], 2 + 1 + handicap[1]], "0 VP and a loss, 4 VP and a win"

    wish = CorrectResult(encounter=game.pk, result=with_vp(result_of(game), 4, 1))
    plan = corrections.preview(season.campaign, season.organiser, wish)
    assert "ends" in plan.changes[0].sentence
    assert (worth(first), worth(second)) == before, "looking changes nothing"
    ruled(season, wish)
    assert weeks.standing(cause_of(game, 0)).standing == 3 + handicap[0]
    assert weeks.standing(cause_of(game, 1)).standing == 1 + handicap[1]
    assert (worth(first), worth(second)) == (before[0] + 3, before[1] - 2)
    table = {row.entry: row for row in standings(season.campaign)}
    assert fresh(game).outcome["winner"] == 0
    assert table[first.pk].wins >= 1


def worth(entry: Any) -> int:
    """What is in the purse less what is owed."""
    return purse(entry) - debts.owed(entry)


def cause_of(game: Encounter, seat: int) -> str:
    made = made_of(game, seat)
    effects = aftermath.view(made).effects
    number = next(n for n, effect in enumerate(effects) if type(effect).__name__ == "ScripEarned")
    return f"aftermath:{made.pk}/effect:{number}"


def test_nothing_is_changed_or_deleted_only_added(season):
    game = season.games(1)[0]
    before = transfers(season)
    answers = list(AftermathDecision.objects.order_by("pk").values_list("pk", "answer"))
    acts = Act.objects.count()
    corrected(season, game, 2, 0)
    assert transfers(season)[: len(before)] == before
    assert {reason for _, _, reason in transfers(season)[len(before) :]} <= {"payday", "reversal", "ruling"}
    assert list(AftermathDecision.objects.order_by("pk").values_list("pk", "answer")) == answers
    assert Act.objects.count() == acts + 1
    reports = list(fresh(game).reports.order_by("number").values_list("state", flat=True))
    assert reports == ["superseded", "ruled"]


@pytest.mark.rule("SL-PAY-05")
def test_the_weeks_maximum_binds_all_its_games_in_the_order_they_were_paid(make_league):
    """A cap of 3: what the first game no longer takes, the second one may have."""
    league: League = make_league(players=2, policies={"weekly_cap": 3})
    league.found_all()
    league.start()
    live(league, 1)
    game = league.games(1)[0]
    corrected(league, game, 4, 0)
    winner = side_of(game, 0).entry
    assert ledger.earned_in_week(winner, 1) == 3
    ledger.pay(winner, 0, reason="event", natural_key="none")
    corrected(league, game, 0, 4)
    assert ledger.earned_in_week(winner, 1) <= 3
    assert ledger.earned_in_week(side_of(game, 1).entry, 1) == 3


@pytest.mark.rule("SL-PAY-05")
def test_a_later_earning_has_the_room_an_earlier_one_gives_back(season):
    game = season.games(1)[0]
    entry = side_of(game, 0).entry
    corrected(season, game, 4, 0)
    first = ledger.earned_in_week(entry, 1)
    event = ledger.pay(
        entry, 16 - first, reason="event", natural_key="event-of-the-test", week=1, memo="An event"
    )
    corrected(season, game, 0, 4)
    after = ledger.earned_in_week(entry, 1)
    assert event is not None
    assert after == weeks.standing(cause_of(game, 0)).standing + event.amount
    corrected(season, game, 4, 3)
    assert ledger.earned_in_week(entry, 1) == 16


def test_what_a_purse_cannot_give_back_is_owed_and_paid_by_what_comes_next(season):
    game = season.games(1)[0]
    corrected(season, game, 0, 4)
    rich = side_of(game, 1).entry
    if purse(rich):
        ruled(season, Give(entry=rich.pk, what="scrip", amount=-purse(rich)))
    if debts.owed(rich):
        ruled(season, Forgive(entry=rich.pk))
    assert (purse(rich), debts.owed(rich)) == (0, 0)
    made = corrected(season, game, 4, 0)
    lost = 3
    assert (purse(rich), debts.owed(rich)) == (0, lost)
    assert Debt.objects.latest("pk").correction == made
    ledger.pay(rich, 2, reason="event", natural_key="a", week=2)
    assert (purse(rich), debts.owed(rich)) == (0, 1)
    ledger.pay(rich, 5, reason="event", natural_key="b", week=2)
    assert (purse(rich), debts.owed(rich)) == (4, 0)
    ledger.pay(rich, 5, reason="event", natural_key="b", week=2)
    assert purse(rich) == 4, "the same cause pays nothing twice, and repays nothing twice"
    check(season)


def test_what_is_owed_can_be_written_off(season):
    game = season.games(1)[0]
    entry = side_of(game, 0).entry
    ruled(season, Give(entry=entry.pk, what="scrip", amount=-(purse(entry) + 4)))
    assert debts.owed(entry) == 4
    ruled(season, Forgive(entry=entry.pk))
    assert debts.owed(entry) == 0
    ledger.pay(entry, 3, reason="event", natural_key="x", week=2)
    assert purse(entry) == 3
    with pytest.raises(Refusal, match="owes nothing"):
        ruled(season, Forgive(entry=entry.pk))


# -- casualties -------------------------------------------------------------------------------------


def unhurt(game: Encounter, seat: int) -> int:
    """A hired model that is there and was not Finished Off."""
    fell = {c.model_id for c in result_of(game).seats[seat].casualties if c.finished_off}
    entry = side_of(game, seat).entry
    hired = {member["id"] for member in fresh(game).reveal["seats"][seat]["members"]}
    there = set(entry.models.owned().values_list("pk", flat=True))
    return min((hired & there) - fell)


def ids_of(game: Encounter, seat: int) -> list[int]:
    return list(side_of(game, seat).entry.models.values_list("pk", flat=True))


@pytest.mark.rule("SL-INJURY-01")
def test_one_more_finished_off_owes_one_flip_that_is_never_drawn_again(season):
    game = season.games(1)[0]
    model = unhurt(game, 0)
    old = tuple(c for c in result_of(game).seats[0].casualties if c.model_id != model)
    fallen = with_casualties(game, 0, *old, Casualty(model_id=model, finished_off=True))
    plan = corrections.preview(season.campaign, season.organiser, fallen)
    assert [type(change).__name__ for change in plan.changes].count("InjuryDue") == 1
    assert not Supplement.objects.exists(), "looking draws nothing"
    ruled(season, fallen)
    drawn = Supplement.objects.get()
    assert (drawn.model_id, drawn.week) == (model, 2), "the cards come from the week that is still sealed"
    assert drawn.keyed_as == f"model-{sorted(ids_of(game, 0)).index(model) + 1}"
    deck = fate.supplement_deck(bytes(season.week(2).fate_seed), side_of(game, 0), drawn.keyed_as)
    assert drawn.answers[0]["card"] == msgspec_card(supplementing.order_of(deck, 0)[0])
    # One that was flipped before keys travelled is kept under its model's id, and can be checked by it.
    seed, slug = bytes(season.week(2).fate_seed), season.campaign.slug
    by_id = fate_of(seed, "supplement", slug, 1, game.table, 0, model)
    assert fate.supplement_deck(seed, side_of(game, 0), str(model)).key == by_id.key

    spared = with_casualties(game, 0, *old)
    plan = corrections.preview(season.campaign, season.organiser, spared)
    ruled(season, replace(spared, chosen=tuple(choice.key for choice in plan.choices)))
    ruled(season, fallen)
    assert Supplement.objects.get() == drawn, "the flip that stands is found, not made again"


def msgspec_card(card: Any) -> Any:
    import msgspec

    return msgspec.to_builtins(card)


@pytest.mark.rule("SL-INJURY-01")
def test_one_less_leaves_the_injury_until_the_organiser_annuls_it(make_league):
    league: League = make_league(players=4)
    league.found_all()
    league.start()
    live(league, 1)
    game, seat, effect = hurt(league)
    row = ArsenalUpgrade.objects.get(bearer=effect.model_id, slug=effect.slug)
    others = tuple(c for c in result_of(game).seats[seat].casualties if c.model_id != effect.model_id)
    wish = with_casualties(game, seat, *others)
    plan = corrections.preview(league.campaign, league.organiser, wish)
    assert [choice.taken for choice in plan.choices] == [False]
    assert effect.sentence in plan.choices[0].label
    ruled(league, wish)
    row.refresh_from_db()
    assert row.annihilated_week is None, "nobody chose to annul it"
    with_it = with_casualties(game, seat, *others, Casualty(model_id=effect.model_id, finished_off=True))
    ruled(league, with_it)
    assert not Supplement.objects.exists(), "that model's flip was made in the Aftermath"
    ruled(league, replace(wish, chosen=(plan.choices[0].key,)))
    row.refresh_from_db()
    assert row.annihilated_week == 1
    ruled(league, with_it)
    row.refresh_from_db()
    assert row.annihilated_week is None, "its flip stands, so its Injury counts again"


def hurt(league: League) -> tuple[Encounter, int, InjuryAttached]:
    for game in league.games(1):
        for seat in (0, 1):
            for effect in aftermath.view(made_of(game, seat)).effects:
                if isinstance(effect, InjuryAttached):
                    bearer = ArsenalUpgrade.objects.filter(bearer=effect.model_id, slug=effect.slug)
                    if bearer.owned().exists():
                        return game, seat, effect
    raise AssertionError("nobody was hurt in this league")


def test_a_purchase_on_a_flip_that_was_not_due_may_be_annulled_with_its_price(make_league):
    """Played with tastes until somebody buys on the second flip, which the Strategy gave."""
    for taste in range(12):
        league: League = make_league(players=4, name=f"League {taste}")
        league.found_all(taste=str(taste))
        league.start()
        for entry in league.campaign.entries.all():
            ledger.pay(entry, 9, reason="ruling", natural_key=f"test:{entry.pk}")
        for game in league.games(1):
            play.play(game, taste=str(taste))
        found = [bought for game in league.games(1) if (bought := second_purchase(game))]
        if found:
            break
    game, seat, effect = found[0]
    row = ArsenalUpgrade.objects.filter(entry=side_of(game, seat).entry, slug=effect.slug).owned().get()
    result = result_of(game)
    seats = list(result.seats)
    low = replace(seats[seat], strategy_vp=(0, 1), schemes=(), vp=1)
    seats[seat] = low
    wish = CorrectResult(encounter=game.pk, result=replace(result, seats=(seats[0], seats[1])))
    plan = corrections.preview(league.campaign, league.organiser, wish)
    (choice,) = plan.choices
    assert effect.name in choice.label
    before = purse(row.entry)
    made = ruled(league, replace(wish, chosen=(choice.key,)))
    row.refresh_from_db()
    assert row.annihilated_week == 1
    paid = Transfer.objects.get(reason="barter", memo=effect.name, debit__entry=row.entry)
    assert paid.reversed_by.act == made.act
    assert purse(row.entry) >= before + effect.price - 5


def second_purchase(game: Encounter) -> tuple[Encounter, int, UpgradeBought] | None:
    play.finish(game)
    for seat in (0, 1):
        flips = 0
        made = made_of(game, seat)
        bought = [e for e in aftermath.view(made).effects if isinstance(e, UpgradeBought)]
        for decision in made.decisions.order_by("ordinal"):
            flips += decision.kind == "barter_flip"
            if decision.kind == "barter_buy" and decision.answer["option"] != "pass" and flips == 2:
                return game, seat, bought[-1]
    return None


# -- void, and undone -------------------------------------------------------------------------------


def owned_of(league: League) -> set[tuple[str, int]]:
    found = {
        ("model", m)
        for e in league.campaign.entries.all()
        for m in e.models.owned().values_list("pk", flat=True)
    }
    return found | {
        ("upgrade", u)
        for e in league.campaign.entries.all()
        for u in e.upgrades.owned().values_list("pk", flat=True)
    }


def test_a_voided_game_gives_back_all_it_gave_and_undoing_it_gives_it_again(season):
    game = season.games(1)[0]
    owned, purses = owned_of(season), [purse(season.entry(n)) for n in range(4)]
    table = [(row.entry, row.rank, row.vp) for row in standings(season.campaign)]
    made = ruled(season, VoidGame(encounter=game.pk))
    assert fresh(game).state == "void"
    for seat in (0, 1):
        assert weeks.standing(cause_of(game, seat)).standing == 0
        for effect in aftermath.view(made_of(game, seat)).effects:
            if isinstance(effect, InjuryAttached):
                assert (
                    not ArsenalUpgrade.objects.filter(bearer=effect.model_id, slug=effect.slug)
                    .owned()
                    .exists()
                )
    assert all(row.played <= 2 for row in standings(season.campaign))
    undone = ruled(season, Undo(correction=made.number))
    assert undone.undoes == made
    assert fresh(game).state == "closed"
    assert owned_of(season) == owned
    assert [purse(season.entry(n)) for n in range(4)] == purses
    assert [(row.entry, row.rank, row.vp) for row in standings(season.campaign)] == table
    with pytest.raises(Refusal, match="undone already"):
        ruled(season, Undo(correction=made.number))
    ruled(season, Undo(correction=undone.number))
    assert fresh(game).state == "void"


def test_a_forfeit_of_a_past_week_is_voided_with_its_pay(make_league):
    league: League = make_league(players=2)
    league.found_all()
    league.start()
    close(league.week(1))
    game = league.games(1)[0]
    assert game.state == "forfeited"
    entry = side_of(game, 0).entry
    before = purse(entry)
    made = ruled(league, VoidGame(encounter=game.pk))
    assert purse(entry) == before - 1, "half a bye of three"
    ruled(league, Undo(correction=made.number))
    assert purse(entry) == before


def test_a_game_voided_in_its_aftermath_ends_there_and_draws_no_more(make_league):
    league: League = make_league(players=2)
    league.found_all()
    league.start()
    game = league.games(1)[0]
    play.play(game)
    ruled(league, VoidGame(encounter=game.pk))
    made = made_of(game, 0)
    assert made.state == Aftermath.State.LOCKED
    answers = made.decisions.count()
    play.settle()
    assert made.decisions.count() == answers
    with pytest.raises(Refusal, match="voided"):
        aftermath.choose(made, made.side.entry.user, 99, "pass")


def test_an_open_game_is_voided_and_taken_up_again(league, in_process):
    """A report of a void game wakes nobody later; undone, the game goes on where it stood."""
    league.start()
    game = league.games()[0]
    for side in play.sides(game):
        play.submit_crew(side)
    play.report(game)
    made = ruled(league, VoidGame(encounter=game.pk))
    assert fresh(game).state == "void"
    assert results.confirm_unanswered(fresh(game)) is False, "its report is confirmed no more"
    ruled(league, Undo(correction=made.number))
    assert (fresh(game).state, fresh(game).closed_at) == ("reported", None)
    assert results.confirm_unanswered(fresh(game)) is True


def test_whoever_organises_may_leave_their_own_league_and_is_brought_back_by_another(league):
    entry = league.entry(0)
    leagues.add_organiser(league.campaign, league.organiser, entry.user)
    leave = SetPlaying(entry=entry.pk, playing=False)
    corrections.rule(league.campaign, entry.user, leave, "No time.")
    entry.refresh_from_db()
    assert entry.state == "retired"
    with pytest.raises(Refusal, match="another organiser"):
        corrections.rule(league.campaign, entry.user, replace(leave, playing=True), "Time again.")


def test_only_the_newest_ruling_on_a_game_is_undone_first(season):
    game = season.games(1)[0]
    first = corrected(season, game, 4, 0)
    second = corrected(season, game, 0, 4)
    with pytest.raises(Refusal, match="since"):
        ruled(season, Undo(correction=first.number))
    ruled(season, Undo(correction=second.number))
    ruled(season, Undo(correction=first.number))
    check(season)


# -- manners ----------------------------------------------------------------------------------------


def test_who_plays_a_game_or_owns_an_arsenal_does_not_rule_on_it(season):
    player = season.players[0]
    leagues.add_organiser(season.campaign, season.organiser, player)
    own = next(g for g in season.games(1) if g.sides.filter(entry__user=player).exists())
    other = next(g for g in season.games(1) if not g.sides.filter(entry__user=player).exists())
    with pytest.raises(Refusal, match="another organiser"):
        corrections.rule(season.campaign, player, VoidGame(encounter=own.pk), "Because.")
    with pytest.raises(Refusal, match="another organiser"):
        corrections.rule(
            season.campaign, player, Give(entry=season.entry(0).pk, what="scrip", amount=5), "Because."
        )
    made = corrections.rule(season.campaign, player, VoidGame(encounter=other.pk), "Because.")
    assert made.by == player


def test_only_an_organiser_rules_and_says_why(season):
    wish = VoidGame(encounter=season.games(1)[0].pk)
    with pytest.raises(Refusal, match="Only an organiser"):
        corrections.rule(season.campaign, person("passer-by"), wish, "Because.")
    with pytest.raises(Refusal, match="Say why"):
        corrections.rule(season.campaign, season.organiser, wish, "  ")
    assert not Correction.objects.exists()


def test_what_has_changed_since_it_was_shown_is_not_done(season):
    entry = season.entry(0)
    wish = Give(entry=entry.pk, what="scrip", amount=5)
    seen = corrections.preview(season.campaign, season.organiser, wish)
    ledger.pay(entry, 1, reason="ruling", natural_key="meanwhile")
    with pytest.raises(Refusal, match="since you looked"):
        corrections.rule(season.campaign, season.organiser, wish, "Because.", seen=seen.digest)


def test_the_same_press_twice_is_one_ruling(season):
    wish = Give(entry=season.entry(0).pk, what="scrip", amount=5)
    before = purse(season.entry(0))
    corrections.rule(season.campaign, season.organiser, wish, "A prize.", key="one")
    with pytest.raises(AlreadyDone) as done:
        corrections.rule(season.campaign, season.organiser, wish, "A prize.", key="one")
    assert done.value.act.facts["correction"] == 1
    assert purse(season.entry(0)) == before + 5
