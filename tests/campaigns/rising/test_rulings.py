"""Rulings in a league of Rising Names: a corrected result, a voided game, corrections by hand."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace

from mfcampaign.campaigns import loading
from mfcampaign.campaigns.aftermath import operations as aftermath
from mfcampaign.campaigns.aftermath import replay
from mfcampaign.campaigns.arsenal.queries import sheet_of
from mfcampaign.campaigns.game import results
from mfcampaign.campaigns.ledger import operations as ledger
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import Entry, Game, GameSide, Organiser
from mfcampaign.campaigns.rising import exchange, growth
from mfcampaign.campaigns.rulings import operations as rulings
from mfcampaign.campaigns.rulings import requests
from mfcampaign.campaigns.rulings.plans.weeks import settled_result
from mfcampaign.campaigns.scripted import choices, play
from rules.campaign.crew import CampaignCrew, CrewModel
from rules.campaign.rising.encounter import KILLED
from rules.campaign.rising.growth import ModelGrowth
from rules.game.results.casualties import Casualty
from rules.game.results.result import EncounterResult, SeatResult
from rules.refusal import Refusal
from tests.campaigns.conftest import League
from tests.campaigns.rising.test_season import Week, fresh, hire_all, rising, words_on
from tests.campaigns.seasons.grown import wrong_with_growth

__all__ = ["rising"]
pytestmark = pytest.mark.django_db


def rule(league: League, request: requests.AnyRequest) -> int:
    """The preview first; what it shows is what is done."""
    plan = rulings.preview(league.campaign, league.organiser, request)
    made = rulings.rule(league.campaign, league.organiser, request, "As it was.", seen=plan.digest)
    assert balances.verify(league.campaign) == []
    return int(made.number)


def owns(entry: Entry) -> tuple[list[int], list[int], int, object]:
    """Models, what they carry, Scrip, and what is kept of the Leader."""
    models = list(entry.models.owned().order_by("pk").values_list("pk", flat=True))
    upgrades = list(entry.upgrades.owned().order_by("pk").values_list("pk", flat=True))
    return models, upgrades, balances.balance(entry), growth.of(entry)


@pytest.mark.rule("M4-CAMP-18")
@pytest.mark.rule("SL-SCRIP-01")
def test_payday_pays_a_debt_first_and_nothing_is_bought_that_the_purse_does_not_hold(
    rising: Callable[..., League],
) -> None:
    league = rising(2, 4)
    first = Week(league, 1)
    mine = fresh(first.sides[0].entry)
    rich = balances.balance(mine) + 2
    first.ends([], {"barter_buy": ["pistol"] * rich})
    rule(league, requests.CorrectResult(encounter=first.game.pk, result=lost_to([])))
    assert (balances.balance(mine), balances.owed(mine)) == (0, 1), "1 Scrip is earned less, and was spent"
    hire_all(league, 2)
    row = Week(league, 2, mine).ends([], {})
    view = replay.view(row)
    assert (view.scrip, balances.balance(mine), balances.owed(mine)) == (1, 1, 0)
    assert "1 Scrip of that goes to the debt that a ruling left." in [
        effect.sentence for effect in view.effects
    ]

    hire_all(league, 3)
    third = Week(league, 3, mine)
    own, other = third.sides
    results.report(own, own.entry.user, EncounterResult(seats=(SeatResult(), SeatResult()), ended_turn=4))
    results.confirm(other, other.entry.user)
    row = next(each for each in play.aftermaths(third.game) if each.side_id == own.pk)
    for card in (["2r"], ["1r"], None):
        row.refresh_from_db(fields=["state", "flips", "waiting_for"])
        asked = replay.view(row).ask
        assert asked is not None
        if card is None:
            aftermath.choose(row, mine.user, asked.ordinal, "keep")
        else:
            aftermath.enter_cards(row, mine.user, asked.ordinal, card)
    asked = replay.view(row).ask
    assert asked is not None
    ledger.charge(mine, balances.balance(mine), reason="ruling", natural_key="taken meanwhile")
    with pytest.raises(Refusal, match="Pistol costs 1 Scrip, and the purse holds 0"):
        aftermath.choose(row, mine.user, asked.ordinal, "pistol")
    aftermath.choose(row, mine.user, asked.ordinal, "pass")


def carry(monkeypatch: pytest.MonkeyPatch, mine: Entry, piece: int, *, leader: int | None = None) -> None:
    """The second model of each Crew of ``mine`` has that piece of Equipment, its first the ``leader``'s."""
    plain = choices.crew

    def carrying(side: GameSide) -> CampaignCrew:
        crew = plain(side)
        if side.entry_id != mine.pk:
            return crew
        first, bearer, *rest = crew.members
        if leader is not None:
            first = replace(first, upgrade_ids=(leader,))
        return replace(crew, members=(first, replace(bearer, upgrade_ids=(piece,)), *rest))

    monkeypatch.setattr(choices, "crew", carrying)


def spared(played: Week) -> EncounterResult:
    """The result that stands, with nobody killed."""
    result = settled_result(played.game)
    assert result is not None
    first, second = (replace(seat, casualties=()) for seat in result.seats)
    return replace(result, seats=(first, second))


def lost_to(killed: list[int]) -> EncounterResult:
    """1 to 3, with those models killed; the Leader killed an enemy."""
    fell = tuple(Casualty(pk, finished_off=False) for pk in sorted(killed))
    one = SeatResult(strategy_vp=(0, 1), vp=1, casualties=fell, achieved=(KILLED,))
    return EncounterResult(seats=(one, SeatResult(strategy_vp=(0, 1, 1, 1), vp=3)), ended_turn=4)


@pytest.mark.rule("M4-CAMP-18")
@pytest.mark.rule("M4-CAMP-21")
@pytest.mark.rule("M4-CAMP-22")
@pytest.mark.rule("M4-CAMP-26")
def test_a_corrected_result_moves_scrip_and_experience_and_owes_flips(rising: Callable[..., League]) -> None:
    league = rising(2, 4)
    first = Week(league, 1)
    mine, foe = (fresh(side.entry) for side in first.sides)
    model, purse = first.hired(leader=False), balances.balance(mine)
    first.ends([], {})
    # 3 VP: 1 Scrip, and 1 for the win; experience for playing and for the kill.
    assert (balances.balance(mine) - purse, growth.of(mine).experience) == (2, 2)
    before, others = owns(mine), owns(foe)

    number = rule(league, requests.CorrectResult(encounter=first.game.pk, result=lost_to([model])))
    now = growth.of(mine)
    # 1 VP: 1 Scrip. Who lost has 1 experience more: box 3, an advancement of tier 2.
    assert (balances.balance(mine) - purse, now.experience) == (1, 3)
    assert (now.owed_boxes, now.owed_injuries) == ((3,), (model,))
    assert growth.of(foe).experience == others[3].experience - 1, "the winner has not lost"

    undone = rule(league, requests.Undo(ruling=number))
    assert owns(mine) == before
    rule(league, requests.Undo(ruling=undone))
    assert growth.of(mine).owed_boxes == (3,)

    hire_all(league, 2)
    row = Week(league, 2, mine).ends(
        [], {"injury_flip": ["9r"], "advance_table": ["leader:ability", "leader:ability"]}
    )
    made = growth.of(mine)
    assert (made.owed_boxes, made.owed_injuries) == ((), ())
    assert [each.table for each in made.advancements[-2:]] == ["ability", "ability"], "boxes 3 and 5"
    hurt = mine.models.get(pk=model).bound.filter(annihilated_week=None)
    assert list(hurt.values_list("slug", flat=True)) == ["leadfooted"]
    with pytest.raises(Refusal, match="changed since"):
        rulings.preview(league.campaign, league.organiser, requests.Undo(ruling=undone + 1))
    assert row.state == "locked"


@pytest.mark.rule("M4-CAMP-20")
@pytest.mark.rule("M4-CAMP-25")
@pytest.mark.rule("M4-CAMP-26")
def test_a_voided_game_takes_back_all_that_it_gave(rising: Callable[..., League]) -> None:
    league = rising(2, 4)
    first = Week(league, 1)
    leader, model = first.hired(leader=True), first.hired(leader=False)
    mine, foe = (fresh(side.entry) for side in first.sides)
    before, others = owns(mine), owns(foe)
    first.ends([leader, model], {"injury_flip": ["13r", "BJ"], "barter_buy": ["pistol"]})
    assert growth.of(mine).recovered
    assert growth.of(foe).traitors
    assert mine.upgrades.owned().filter(slug="pistol").exists()
    number = rule(league, requests.VoidGame(encounter=first.game.pk))
    assert owns(mine) == before
    assert owns(foe) == others
    with pytest.raises(Refusal, match="void already"):
        rule(league, requests.VoidGame(encounter=first.game.pk))
    rule(league, requests.Undo(ruling=number))
    assert growth.of(mine).experience == 2
    assert not mine.models.owned().filter(pk=model).exists()
    assert mine.upgrades.owned().filter(slug="pistol").exists()


@pytest.mark.rule("M4-CAMP-26")
def test_a_traitor_goes_over_to_the_opponent_and_comes_back_with_the_voided_game(
    rising: Callable[..., League], monkeypatch: pytest.MonkeyPatch, client: Client
) -> None:
    league = rising(2, 4)
    mine, foe = fresh(league.entry(0)), fresh(league.entry(1))
    sword = growth.give(mine, "sword", week=1, bearer=None)
    carry(monkeypatch, mine, sword.pk)
    first = Week(league, 1, mine)
    bearer = choices.crew(first.sides[0]).members[1].model_id
    growth.give(mine, "leadfooted", week=1, bearer=bearer)
    before, others = owns(mine), owns(foe)
    first.ends([bearer], {"injury_flip": ["BJ"]})
    name = mine.models.get(pk=bearer).name
    assert not mine.models.owned().filter(pk=bearer).exists()
    assert not mine.upgrades.owned().filter(pk=sword.pk).exists()

    slug, table = league.campaign.slug, first.game.table
    assert f"Take {name}, who changed sides, or refuse" in words_on("league", foe, slug)
    for page in ("aftermath", "game"):
        assert f"{name} of {mine.label} with Sword Take Send away" in words_on(page, foe, slug, 1, table)
        assert "Send away" not in words_on(page, mine, slug, 1, table)
    assert f"{name} may be taken by {foe.label}." in words_on("game", mine, slug, 1, table)
    client.force_login(foe.user)
    polled = client.get(reverse("campaigns:aftermath", args=[slug, 1, table]), headers={"HX-Request": "true"})
    assert 'id="aftermath"' in polled.content.decode()
    assert "Send away" not in polled.content.decode(), "what is polled replaces no button of the exchange"
    act = reverse("act:take_traitor", args=[slug])
    assert client.post(act, {"model": bearer}).status_code == 303

    (came,) = growth.of(foe).turned
    row = next(each for each in sheet_of(foe).models if each.model.pk == came.row)
    assert [injury.name for injury in row.injuries] == ["Leadfooted"]
    assert set(growth.of(foe).keywords) <= set(row.keywords), "it has the Keywords of its new Leader"
    assert foe.upgrades.owned().get(pk__in=came.pieces).slug == "sword"
    assert f"{name} joined {foe.label}." in words_on("game", mine, slug, 1, table)
    assert "who changed sides" not in words_on("league", foe, slug)
    owned, figures = loading.arsenal(foe), loading.catalogue(league.campaign)
    assert owned.leader is not None
    crew = CampaignCrew(owned.leader.id, (CrewModel(owned.leader.id), CrewModel(came.row)))
    bill = league.campaign.played.crew.check(crew, owned, 50, figures, league.campaign.rules).total
    assert "out of Keyword" not in [line.label for line in bill.lines]

    number = rule(league, requests.VoidGame(encounter=first.game.pk))
    assert owns(mine) == before
    assert owns(foe) == others
    assert list(wrong_with_growth(league.campaign)) == []
    rule(league, requests.Undo(ruling=number))
    assert growth.of(foe).turned == (came,)
    assert foe.models.owned().filter(pk=came.row).exists()
    assert not mine.models.owned().filter(pk=bearer).exists()
    assert list(wrong_with_growth(league.campaign)) == []


@pytest.mark.rule("M4-CAMP-26")
def test_a_traitor_that_a_ruling_gave_back_is_offered_no_more(rising: Callable[..., League]) -> None:
    league = rising(2, 4)
    first = Week(league, 1, fresh(league.entry(0)))
    mine, foe = (fresh(side.entry) for side in first.sides)
    model = first.hired(leader=False)
    first.ends([model], {"injury_flip": ["BJ"]})
    slug, name = league.campaign.slug, mine.models.get(pk=model).name
    assert f"Take {name}, who changed sides" in words_on("league", foe, slug)
    rule(league, requests.Take(entry=mine.pk, what="model", row=model, back=True))
    assert "who changed sides" not in words_on("league", foe, slug)
    assert "Who changed sides" not in words_on("leader_card", foe, slug, foe.pk)
    for act in (exchange.take, exchange.leave):
        with pytest.raises(Refusal, match=f"{name} is with .* again"):
            act(foe, foe.user, model)


@pytest.mark.rule("M4-CAMP-26")
def test_a_result_that_spares_a_traitor_takes_back_the_whole_exchange(rising: Callable[..., League]) -> None:
    league = rising(2, 4)
    first = Week(league, 1, fresh(league.entry(0)))
    mine, foe = (fresh(side.entry) for side in first.sides)
    model = first.hired(leader=False)
    first.ends([model], {"injury_flip": ["BJ"]})
    exchange.take(foe, foe.user, model)
    request = requests.CorrectResult(encounter=first.game.pk, result=spared(first))
    plan = rulings.preview(league.campaign, league.organiser, request)
    (choice,) = plan.choices
    assert "changes sides" in choice.label
    rule(league, replace(request, chosen=(choice.key,)))
    assert mine.models.owned().filter(pk=model).exists()
    assert not growth.of(foe).turned
    assert list(wrong_with_growth(league.campaign)) == []


@pytest.mark.rule("M4-CAMP-26")
@pytest.mark.parametrize("card", ["BJ", "13c"])
def test_who_is_back_has_neither_what_had_ended_nor_what_was_used_up(
    rising: Callable[..., League], monkeypatch: pytest.MonkeyPatch, card: str
) -> None:
    league = rising(2, 4)
    mine = fresh(league.entry(0))
    salve = growth.give(mine, "healing-salve", week=1, bearer=None)
    carry(monkeypatch, mine, salve.pk)
    (side,) = (each for each in play.sides(league.games(1)[0]) if each.entry_id == mine.pk)
    bearer = choices.crew(side).members[1].model_id
    wandering, secret, lead = (
        growth.give(mine, slug, week=1, bearer=bearer).pk
        for slug in ("always-wandering", "black-mailed", "leadfooted")
    )
    first, before = Week(league, 1, mine), owns(mine)
    first.ends([bearer], {"injury_flip": [card]}, used=(salve.pk, secret))
    assert not mine.models.owned().filter(pk=bearer).exists()
    request = requests.CorrectResult(encounter=first.game.pk, result=spared(first))
    (choice,) = rulings.preview(league.campaign, league.organiser, request).choices
    rule(league, replace(request, chosen=(choice.key,)))
    assert owns(mine)[0] == before[0]
    assert owns(mine)[1] == [lead]
    rule(league, requests.VoidGame(encounter=first.game.pk))
    assert owns(mine)[:2] == before[:2]
    assert {wandering, secret, salve.pk} <= set(before[1])


@pytest.mark.rule("M4-CAMP-26")
def test_a_voided_game_takes_back_a_double_with_what_it_carried(
    rising: Callable[..., League], monkeypatch: pytest.MonkeyPatch
) -> None:
    league = rising(2, 4)
    mine = fresh(league.entry(0))
    sword = growth.give(mine, "sword", week=1, bearer=None)
    carry(monkeypatch, mine, sword.pk)
    first = Week(league, 1, mine)
    bearer = choices.crew(first.sides[0]).members[1].model_id
    before = owns(mine)
    # The Barter's Sword is one more; a flipped Red Joker is a Lucky Miss, a joker there a double.
    chosen = {"barter_buy": ["sword"], "injury_flip": ["RJ"], "lucky_miss_flip": ["BJ"]}
    first.ends([bearer], chosen)
    assert mine.upgrades.owned().filter(slug="sword").count() == 3
    assert mine.models.owned().count() == len(before[0]) + 1
    rule(league, requests.VoidGame(encounter=first.game.pk))
    assert owns(mine)[:3] == before[:3], "the Sword that it had stays, the bought and the copied ones go"


@pytest.mark.rule("M4-CAMP-22")
@pytest.mark.rule("M4-CAMP-23")
def test_an_organiser_corrects_a_leader_and_an_arsenal_by_hand(rising: Callable[..., League]) -> None:
    league = rising(2, 4)
    first = Week(league, 1)
    mine, model = fresh(first.sides[0].entry), first.hired(leader=False)
    founded = growth.of(mine)
    first.ends([], {})
    grown = growth.of(mine)
    assert len(grown.advancements) == 2

    places = tuple(range(1, len(grown.advancements) + 1))
    rule(league, requests.CorrectLeader(entry=mine.pk, experience=0, recovered=True, without=places))
    assert growth.of(mine) == replace(founded, recovered=True), "the card is as it was"
    rule(league, requests.CorrectLeader(entry=mine.pk, experience=5, recovered=False))
    assert growth.of(mine).owed_boxes == (1, 2, 3, 5)

    rule(league, requests.Give(entry=mine.pk, what="campaign_upgrade", slug="sword"))
    rule(league, requests.Give(entry=mine.pk, what="injury", slug="dulled-edge", bearer=model))
    given = loading.arsenal(mine)
    assert [piece.slug for piece in given.upgrades] == ["sword"]
    hurt = given.model(model)
    assert hurt is not None
    assert [injury.slug for injury in hurt.injuries] == ["dulled-edge"]
    leader = mine.models.owned().get(is_leader=True)
    for wrong in (
        requests.Take(entry=mine.pk, what="model", row=leader.pk),
        requests.Lead(entry=mine.pk, model=model),
        requests.CorrectLeader(entry=mine.pk, experience=5, recovered=False),
        requests.CorrectLeader(entry=mine.pk, experience=5, recovered=False, without=(9,)),
    ):
        with pytest.raises(Refusal):
            rulings.preview(league.campaign, league.organiser, wrong)
    number = rule(league, requests.Take(entry=mine.pk, what="model", row=model))
    assert not mine.models.owned().filter(pk=model).exists()
    rule(league, requests.Undo(ruling=number))
    assert mine.models.owned().filter(pk=model).exists()


@pytest.mark.rule("M4-CAMP-26")
def test_a_fugitive_pays_the_opponent_and_a_wanderer_has_wandered_until_the_game_is_voided(
    rising: Callable[..., League],
) -> None:
    league = rising(2, 4)
    mine, foe = fresh(league.entry(0)), fresh(league.entry(1))
    first = Week(league, 1, mine)
    leader, model = first.hired(leader=True), first.hired(leader=False)
    growth.give(mine, "always-wandering", week=1, bearer=leader)
    growth.give(mine, "fugitive", week=1, bearer=model)
    before, others = owns(mine), owns(foe)
    row = first.ends([model], {"injury_flip": ["1r"]})
    left = mine.upgrades.owned().filter(kind="injury").values_list("slug", flat=True)
    assert list(left) == []
    paid = sum(line.delta for line in balances.lines(foe) if "Fugitive" in line.transfer.memo)
    assert paid == 2
    assert "Fugitive no more: it was killed." in " ".join(e.sentence for e in replay.view(row).effects)
    living = requests.CorrectResult(encounter=first.game.pk, result=spared(first))
    plan = rulings.preview(league.campaign, league.organiser, living)
    assert "Fugitive had ended by its death; give it again by hand" in " ".join(plan.stays)
    number = rule(league, requests.VoidGame(encounter=first.game.pk))
    assert owns(mine) == before
    assert owns(foe) == others
    rule(league, requests.Undo(ruling=number))
    assert balances.balance(foe) >= others[2] + 2
    assert not mine.upgrades.owned().filter(kind="injury").exists()


@pytest.mark.rule("M4-CAMP-26")
def test_a_result_that_ends_an_injury_is_opened_again_while_nothing_is_decided(
    rising: Callable[..., League],
) -> None:
    league = rising(2, 4)
    mine, foe = fresh(league.entry(0)), fresh(league.entry(1))
    first = Week(league, 1, mine)
    model = first.hired(leader=False)
    growth.give(mine, "fugitive", week=1, bearer=model)
    before, others = owns(mine), owns(foe)
    first.confirmed([model])
    rule(league, requests.ReopenResult(encounter=first.game.pk))
    assert Game.objects.get(pk=first.game.pk).state != Game.State.AFTERMATH
    assert (owns(mine), owns(foe)) == (before, others)


@pytest.mark.rule("M4-CAMP-05")
@pytest.mark.rule("M4-CAMP-26")
@pytest.mark.parametrize("own", [False, True])
def test_a_lucky_foot_spares_its_bearer_and_a_lucky_upstarts_comes_back(
    rising: Callable[..., League], monkeypatch: pytest.MonkeyPatch, own: bool
) -> None:
    league = rising(2, 4)
    mine = fresh(league.entry(0))
    foot = growth.give(mine, "lucky-gremlin-foot", week=1, bearer=None).pk
    if own:
        growth.change(mine, replace(growth.of(mine), free=foot))
    carry(monkeypatch, mine, foot)
    first = Week(league, 1, mine)
    before, bearer = owns(mine), choices.crew(first.sides[0]).members[1].model_id
    first.ends([bearer], {"injury_flip": ["9r"], "injury_spare": ["spare"]})
    assert not mine.models.get(pk=bearer).bound.exists()
    assert mine.upgrades.owned().filter(pk=foot).exists() is own
    rule(league, requests.VoidGame(encounter=first.game.pk))
    assert owns(mine) == before


@pytest.mark.rule("M4-CAMP-05")
def test_a_lucky_upstarts_own_piece_comes_back_when_it_is_used_up(
    rising: Callable[..., League], monkeypatch: pytest.MonkeyPatch
) -> None:
    league = rising(2, 4)
    mine = fresh(league.entry(0))
    salve, other = (growth.give(mine, "healing-salve", week=1, bearer=None).pk for _ in range(2))
    growth.change(mine, replace(growth.of(mine), free=salve))
    carry(monkeypatch, mine, other, leader=salve)
    first = Week(league, 1, mine)
    own, foe = first.sides

    def used(*pieces: int) -> EncounterResult:
        seats = [SeatResult(), SeatResult()]
        seats[own.seat] = SeatResult(used_up=pieces)
        return EncounterResult(seats=(seats[0], seats[1]), ended_turn=4)

    results.report(own, mine.user, used(salve, other))
    results.confirm(foe, foe.entry.user)
    assert list(mine.upgrades.owned().values_list("pk", flat=True)) == [salve]


@pytest.mark.rule("M4-CAMP-20")
@pytest.mark.rule("M4-CAMP-26")
def test_the_report_asks_for_injuries_that_a_player_ended(rising: Callable[..., League]) -> None:
    league = rising(2, 4)
    mine, foe = fresh(league.entry(0)), fresh(league.entry(1))
    leader = mine.models.owned().get(is_leader=True)
    debt, secret, slow = (
        growth.give(mine, slug, week=1, bearer=leader.pk).pk
        for slug in ("blood-debt", "black-mailed", "senseless")
    )
    first = Week(league, 1, mine)
    before = owns(mine)
    page = words_on("report", foe, league.campaign.slug, 1, first.game.table)
    for name in ("Blood Debt", "Black Mailed"):
        assert f"{name} of {leader.name}" in page
    assert "Senseless of" not in page, "nobody ends it"
    own, other = first.sides

    def reported(*used: int) -> EncounterResult:
        seats = [SeatResult(), SeatResult()]
        seats[own.seat] = SeatResult(used_up=used)
        return EncounterResult(seats=(seats[0], seats[1]), ended_turn=4)

    with pytest.raises(Refusal, match="none that Annihilates itself"):
        results.report(own, mine.user, reported(slow))
    results.report(own, mine.user, reported(secret))
    results.confirm(other, foe.user)
    game = words_on("game", foe, league.campaign.slug, 1, first.game.table)
    assert "Black Mailed" in game
    for row in play.aftermaths(first.game):
        aftermath.flip_source(row, row.side.entry.user, "fate")
        play.finish_aftermath(row)
    left = mine.upgrades.owned().filter(kind="injury").values_list("pk", flat=True)
    assert sorted(left) == sorted([debt, slow])
    rule(league, requests.CorrectResult(encounter=first.game.pk, result=reported(debt)))
    assert sorted(left.all()) == sorted([secret, slow])
    rule(league, requests.VoidGame(encounter=first.game.pk))
    assert owns(mine)[:2] == before[:2]


@pytest.mark.rule("M4-CAMP-26")
def test_a_debt_and_a_directive_bring_vp_beside_strategy_and_schemes(
    rising: Callable[..., League], client: Client
) -> None:
    league = rising(2, 4)
    mine, foe = fresh(league.entry(0)), fresh(league.entry(1))
    leader, boss = (entry.models.owned().get(is_leader=True).pk for entry in (mine, foe))
    debt = growth.give(mine, "blood-debt", week=1, bearer=leader).pk
    growth.change_model(foe, boss, ModelGrowth(lucky=("secret-directive",)))
    first = Week(league, 1, mine)
    own, other = first.sides
    asked = loading.report_facts(first.game, [own, other]).sides
    assert set(asked[other.seat].achievements) >= {"debt-1", "directive-1"}
    assert not set(asked[own.seat].achievements) & {"debt-1", "directive-1", "debt-2", "directive-2"}

    def reported(*, vp: int, more: int, achieved: tuple[str, ...]) -> EncounterResult:
        seats = [SeatResult(), SeatResult()]
        seats[own.seat] = SeatResult(used_up=(debt,), strategy_vp=(0, 1), vp=1)
        seats[other.seat] = SeatResult(vp=vp, more_vp=more, achieved=achieved)
        return EncounterResult(seats=(seats[0], seats[1]), ended_turn=4)

    both = ("debt-1", "directive-1")
    for wrong, why in (
        (reported(vp=2, more=0, achieved=both), "Strategy and Schemes come to 0"),
        (reported(vp=3, more=3, achieved=both), "what was achieved brings 2"),
        (reported(vp=3, more=2, achieved=both), "Schemes and what else brings VP come to 2"),
    ):
        with pytest.raises(Refusal) as refused:
            results.report(own, mine.user, wrong)
        assert why in " ".join(each.sentence for each in refused.value.violations)
    client.force_login(foe.user)
    address = reverse("campaigns:report", args=[league.campaign.slug, 1, first.game.table])
    assert "What was achieved" in words_on("report", foe, league.campaign.slug, 1, first.game.table)
    sent = {
        "ended": "4",
        f"s{own.seat}-strategy": "2",
        f"s{own.seat}-used": str(debt),
        f"s{other.seat}-achieved": list(both),
    }
    assert client.post(address, sent | {"do": "report"}).status_code in (302, 303)
    results.confirm(own, mine.user)
    page = words_on("game", mine, league.campaign.slug, 1, first.game.table)
    assert "a debt of the enemy was ended for 1 VP" in page
    assert "Injuries and Lucky Misses" in page
    outcome = Game.objects.get(pk=first.game.pk).outcome
    assert (outcome["vp"][own.seat], outcome["vp"][other.seat]) == (1, 2)
    assert outcome["winner"] == other.seat
    assert not mine.upgrades.owned().filter(pk=debt).exists()


def test_an_organiser_who_plays_corrects_neither_leader_of_a_game_of_their_own(
    rising: Callable[..., League],
) -> None:
    league = rising(2, 4)
    mine, foe = (fresh(side.entry) for side in Week(league, 1).sides)
    Organiser.objects.create(campaign=league.campaign, user=mine.user)
    for entry, what in ((mine, "your Leader"), (foe, "the opponent’s Arsenal")):
        request = requests.CorrectLeader(entry=entry.pk, experience=5, recovered=False)
        with pytest.raises(Refusal, match=f"another organiser rules on it: {what}"):
            rulings.rule(league.campaign, mine.user, request, "A favour.")
        rule(league, request)
