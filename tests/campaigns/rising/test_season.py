"""Leagues of Rising Names, lived by the operations of every league against numbers computed by hand."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

import pytest
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace

from mfcampaign.audit.operations import operation
from mfcampaign.campaigns import loading
from mfcampaign.campaigns.aftermath import countersigning, replay
from mfcampaign.campaigns.aftermath import operations as aftermath
from mfcampaign.campaigns.aftermath.choices import choices_of
from mfcampaign.campaigns.aftermath.log import LoggedReplay
from mfcampaign.campaigns.arsenal import hires
from mfcampaign.campaigns.arsenal.queries import sheet_of
from mfcampaign.campaigns.game import operations as game_operations
from mfcampaign.campaigns.game import results
from mfcampaign.campaigns.ledger import operations as ledger
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import Aftermath, Campaign, Countersign, Entry, Game, GameSide
from mfcampaign.campaigns.rising import drafts, exchange, growth
from mfcampaign.campaigns.scripted import choices, play
from mfcampaign.campaigns.week import operations as week
from rules.campaign.crew import CampaignCrew, CrewModel
from rules.campaign.rising.encounter import KILLED
from rules.campaign.rising.growth import ModelGrowth
from rules.game.results.casualties import Casualty
from rules.game.results.result import EncounterResult, SeatResult
from rules.refusal import Refusal
from tests.campaigns.conftest import League
from tests.markup import read_aloud

SYSTEM = "rising-names"
LOW = [f"{value}{suit}" for value in (2, 3, 4, 5) for suit in "rmct"]
Chosen = Mapping[str, Sequence[str]]

pytestmark = pytest.mark.django_db


@pytest.fixture
def rising(make_league: Callable[..., League]) -> Callable[..., League]:
    def begun(players: int, weeks: int) -> League:
        league = make_league(players=players, edition="m4e", system=SYSTEM, weeks_total=weeks)
        league.found_all("a")
        league.start()
        return league

    return begun


class Week:
    """One game of two players, the first of whom (``mine``, else by seat) enters every card: ``chosen`` by
    kind of question, else a low card or the default."""

    def __init__(self, league: League, number: int, mine: Entry | None = None) -> None:
        self.league, self.number = league, number
        self.game: Game = league.games(number)[0]
        for side in play.sides(self.game):
            play.submit_crew(side)
        sides = play.sides(self.game)
        self.sides = sides[::-1] if mine is not None and sides[1].entry_id == mine.pk else sides

    def hired(self, *, leader: bool) -> int:
        """The Leader, or the first other model of the first player's Crew."""
        ids = loading.hired_ids(self.sides[0])
        rows = self.sides[0].entry.models.owned().filter(pk__in=ids, is_leader=leader)
        return rows.order_by("pk").values_list("pk", flat=True)[0]

    def confirmed(
        self, killed: Sequence[int], *, vp: tuple[int, int] = (3, 1), used: tuple[int, ...] = ()
    ) -> None:
        fell = tuple(Casualty(pk, finished_off=False) for pk in sorted(killed))
        seats = (
            SeatResult(
                strategy_vp=(0, *(1,) * vp[0]), vp=vp[0], casualties=fell, achieved=(KILLED,), used_up=used
            ),
            SeatResult(strategy_vp=(0, *(1,) * vp[1]), vp=vp[1]),
        )
        mine, theirs = self.sides
        by_seat = seats if mine.seat == 0 else seats[::-1]
        results.report(mine, mine.entry.user, EncounterResult(seats=by_seat, ended_turn=4))
        results.confirm(theirs, theirs.entry.user)

    def ends(
        self,
        killed: Sequence[int],
        chosen: Chosen,
        *,
        vp: tuple[int, int] = (3, 1),
        used: tuple[int, ...] = (),
    ) -> Aftermath:
        self.confirmed(killed, vp=vp, used=used)
        mine, theirs = self.sides
        first, second = play.aftermaths(self.game)
        own, other = (first, second) if mine.seat == 0 else (second, first)
        answered(own, {kind: list(given) for kind, given in chosen.items()})
        if not other.flips:
            aftermath.flip_source(other, other.side.entry.user, "fate")
        play.finish_aftermath(other)
        agree(theirs, own)
        week.reach_deadline(self.league.week(self.number), self.league.organiser)
        assert balances.verify(self.league.campaign) == []
        return own


def answered(row: Aftermath, chosen: dict[str, list[str]]) -> None:
    user = row.side.entry.user
    if row.flips != "entered":
        aftermath.flip_source(row, user, "entered")
        row.refresh_from_db(fields=["flips"])
    while (ask := replay.view(row).ask) is not None:
        given = chosen.get(ask.kind, [])
        if ask.who == "fate":
            low = iter(code for code in LOW if code not in ask.out)
            cards = [given.pop(0) if given else next(low) for _ in range(ask.cards)]
            aftermath.enter_cards(row, user, ask.ordinal, cards)
        else:
            option = given.pop(0) if given else ask.default
            aftermath.choose(row, user, ask.ordinal, option)
        row.refresh_from_db(fields=["state", "flips", "waiting_for"])
    assert not any(chosen.values()), f"not asked: {chosen}"


def agree(side: GameSide, own: Aftermath) -> None:
    waiting = Countersign.objects.filter(decision__aftermath=own, state="waiting")
    if numbers := list(waiting.values_list("pk", flat=True)):
        countersigning.agree(side, side.entry.user, numbers)


def hire_all(league: League, number: int) -> None:
    current = league.week(number)
    if current.state == "new_hires":
        play.hire_all(current, taste="x")


def said(row: Aftermath) -> list[str]:
    return [type(effect).__name__ for effect in replay.view(row).effects]


def words_on(page: str, entry: Entry, *of: object) -> str:
    """What that player reads there."""
    client = Client()
    client.force_login(entry.user)
    markup = client.get(reverse(f"campaigns:{page}", args=of)).content.decode()
    return read_aloud(markup)


def fresh(entry: Entry) -> Entry:
    return Entry.objects.select_related("user", "campaign").get(pk=entry.pk)


@pytest.mark.rule("M4-CAMP-09")
@pytest.mark.rule("M4-CAMP-12")
@pytest.mark.rule("M4-CAMP-17")
def test_four_players_live_two_weeks(rising: Callable[..., League]) -> None:
    league = rising(4, 3)
    for number in (1, 2):
        current = league.week(number)
        play.live_week(current, taste=f"rising-{number}")
        assert {game.state for game in league.games(number)} == {Game.State.CLOSED}
        for row in Aftermath.objects.filter(side__game__week=current).select_related("side__entry"):
            assert row.state == Aftermath.State.LOCKED
            assert growth.of(row.side.entry).experience >= number
        assert balances.verify(league.campaign) == []
        week.reach_deadline(league.week(number), league.organiser)
    hired = [entry.models.filter(hired_week=2).count() for entry in league.campaign.entries.all()]
    assert all(hired), "everybody hires one at least"


@pytest.mark.rule("M4-CAMP-18")
@pytest.mark.rule("M4-CAMP-20")
@pytest.mark.rule("M4-CAMP-26")
def test_a_traitor_is_taken_and_a_leader_recovers_once(rising: Callable[..., League]) -> None:
    league = rising(2, 6)
    first = Week(league, 1)
    leader, model = first.hired(leader=True), first.hired(leader=False)
    mine, foe = (fresh(side.entry) for side in first.sides)
    before = balances.balance(mine)
    # 3 VP: 1 Scrip, 1 for the winner. 13 annihilates the Leader, who recovers; the Black Joker is a Traitor.
    row = first.ends([leader, model], {"injury_flip": ["13r", "BJ"]})
    assert balances.balance(mine) == before + 2
    assert growth.of(mine).recovered
    assert growth.of(mine).experience == 2, "played, and a Bruiser's kill"
    assert [each.table for each in growth.of(mine).advancements] == ["attack", "attack"]
    assert len(growth.of(mine).leader.actions[0].triggers) + len(growth.of(mine).leader.actions) >= 2
    assert mine.models.owned().filter(pk=leader, is_leader=True).exists()
    assert not mine.models.owned().filter(pk=model).exists()
    assert {"LeaderRecovers", "ModelBetrays"} <= set(said(row))
    count = foe.models.owned().count()
    name = exchange.take(foe, foe.user, model)
    assert foe.models.owned().filter(name=name).exists()
    assert foe.models.owned().count() == count + 1
    with pytest.raises(Refusal, match="may be taken"):
        exchange.take(foe, foe.user, model)

    hire_all(league, 2)
    second = Week(league, 2)
    double = second.hired(leader=False)
    twin = mine.models.get(pk=double)
    # A flipped Red Joker is a Lucky Miss, a joker there a double.
    row = second.ends([double], {"injury_flip": ["RJ"], "lucky_miss_flip": ["BJ"]})
    assert "ModelCopied" in said(row)
    assert mine.models.owned().filter(slug=twin.slug, name=twin.name).count() >= 2


@pytest.mark.rule("M4-CAMP-20")
@pytest.mark.rule("M4-CAMP-25")
@pytest.mark.rule("M4-CAMP-28")
def test_the_doctor_then_the_end_of_a_crew_and_a_new_one(rising: Callable[..., League]) -> None:
    league = rising(2, 4)
    first = Week(league, 1)
    mine = fresh(first.sides[0].entry)
    leader = first.hired(leader=True)
    first.ends([leader], {"injury_flip": ["12c"]})
    held = mine.models.get(pk=leader).bound.filter(annihilated_week=None)
    assert list(held.values_list("slug", flat=True)) == ["black-mailed"]

    hire_all(league, 2)
    second = Week(league, 2)
    before = balances.balance(mine)
    second.ends(
        [leader], {"doctor": [f"{leader}/black-mailed"], "doctor_flip": ["12m"], "injury_flip": ["13c"]}
    )
    ratings = [seat["rating"]["amount"] for seat in Game.objects.get(pk=second.game.pk).reveal["seats"]]
    bonus = max(0, ratings[1] - ratings[0])
    assert balances.balance(mine) == before + 2 + bonus - 1, "Payday, less the doctor"
    assert not held.exists()
    assert growth.of(mine).recovered

    hire_all(league, 3)
    third = Week(league, 3)
    third.ends([leader], {"injury_flip": ["13c"]})
    mine = fresh(mine)
    assert (mine.state, mine.roster) == (Entry.State.BUILDING, 2)
    assert not mine.models.owned().exists()
    assert balances.balance(mine) == 0

    page = words_on("restart", mine, league.campaign.slug)
    assert "25 Soulstones, as at the start" in page
    assert "15 Scrip more" in page, "for weeks 2 to 4"
    assert "Barter flip" not in page
    drafts.suggest(mine, mine.user)
    report = drafts.buy(mine, mine.user)
    kept = min(3, 25 - report.total.amount)
    assert balances.balance(mine) == kept + 5 * 3, "5 Scrip for each week after the first"
    assert growth.of(mine).experience == 0
    play.hire_all(league.week(4), taste="y")
    if league.week(4).state == "new_hires":
        hires.lock(fresh(mine), mine.user)
    assert league.week(4).state == "games_open"
    Week(league, 4).ends([], {})
    assert Campaign.objects.get(pk=league.campaign.pk).state == Campaign.State.COMPLETE


@pytest.mark.rule("M4-CAMP-02")
@pytest.mark.rule("M4-CAMP-05")
def test_a_lucky_upstart_flips_once_and_the_first_campaigns_start_is_refused(
    make_league: Callable[..., League],
) -> None:
    from mfcampaign.campaigns.arsenal import operations as arsenal

    league = make_league(players=2, edition="m4e", system=SYSTEM)
    entry = league.entry(0)
    with pytest.raises(Refusal, match="a Leader is built first"):
        arsenal.found_arsenal(entry, entry.user)
    for answer in (exchange.take, exchange.leave):
        with pytest.raises(Refusal, match="may be taken"):
            answer(entry, entry.user, 1)
    draft = drafts.draft_of(entry)
    lucky = type(draft.leader)(archetype="lucky-upstart")
    drafts.save_draft(entry, entry.user, type(draft)(leader=lucky))
    drafts.suggest(entry, entry.user)
    card = drafts.draft_of(entry).luck
    assert card
    with pytest.raises(Refusal, match="made already"):
        drafts.flip_for_luck(entry, entry.user)
    drafts.save_draft(entry, entry.user, type(draft)())
    assert drafts.draft_of(entry).luck == card, "it is not flipped again"
    drafts.save_draft(entry, entry.user, type(draft)(leader=lucky))
    drafts.suggest(entry, entry.user)
    assert drafts.buy(entry, entry.user).legal
    now = growth.of(entry)
    assert now.free is not None
    assert entry.upgrades.owned().get(pk=now.free).kind == "equipment"
    arsenal.reopen(entry, entry.user)
    assert not entry.growth.exists()


@pytest.mark.rule("M4-CAMP-16")
@pytest.mark.rule("M4-CAMP-21")
def test_equipment_brings_experience_and_cards_of_the_hand(rising: Callable[..., League]) -> None:
    league = rising(2, 3)
    mine = fresh(league.entry(0))
    for slug in ("vengeful-vow", "ancient-scrolls"):
        growth.give(mine, slug, week=1, bearer=None)
    vow, scrolls = mine.upgrades.owned().order_by("pk").values_list("pk", flat=True)
    game = league.games(1)[0]
    own, other = sorted(play.sides(game), key=lambda side: side.entry_id != mine.pk)
    crew = choices.crew(own)
    first, *rest = crew.members
    equipped = replace(crew, members=(replace(first, upgrade_ids=(vow, scrolls)), *rest))
    game_operations.submit_crew(own, own.entry.user, equipped)
    play.submit_crew(other)
    own, other = sorted(play.sides(game), key=lambda side: side.entry_id != mine.pk)

    def reported(*, used: tuple[int, ...], achieved: tuple[str, ...]) -> EncounterResult:
        seats = [SeatResult(vp=0), SeatResult(vp=0)]
        seats[own.seat] = SeatResult(vp=0, used_up=used, achieved=achieved)
        return EncounterResult(seats=(seats[0], seats[1]), ended_turn=4)

    with pytest.raises(Refusal, match="nothing that is asked of this side"):
        results.report(own, own.entry.user, reported(used=(), achieved=("killed-leader",)))
    done = reported(used=(vow,), achieved=("drew-1", "drew-2", KILLED))
    results.report(own, own.entry.user, done)
    results.confirm(other, other.entry.user)
    (row,) = [each for each in play.aftermaths(game) if each.side_id == own.pk]
    ask = replay.view(row).ask
    assert ask is not None
    assert (ask.kind, ask.cards) == ("draw_hand", 3), "finished, and two enemies killed by the Scrolls"
    answered(row, {})
    # Played, and a kill, and the Vow.
    assert growth.of(mine).experience == 3
    assert [piece.slug for piece in mine.upgrades.owned()] == ["ancient-scrolls"]


@pytest.mark.rule("M4-CAMP-19")
@pytest.mark.rule("M4-CAMP-23")
def test_each_card_of_the_hand_says_what_it_would_bring(rising: Callable[..., League]) -> None:
    game = Week(rising(2, 3), 1)
    mine, theirs = game.sides
    results.report(mine, mine.entry.user, EncounterResult(seats=(SeatResult(), SeatResult()), ended_turn=4))
    results.confirm(theirs, theirs.entry.user)
    row = next(each for each in play.aftermaths(game.game) if each.side_id == mine.pk)
    user = row.side.entry.user
    aftermath.flip_source(row, user, "entered")
    address = ("aftermath", mine.entry, game.league.campaign.slug, 1, game.game.table)
    pages = []
    for card in (["13c"], ["2r"], None, None, None, ["1r"]):
        row.refresh_from_db(fields=["state", "flips", "waiting_for"])
        ask = replay.view(row).ask
        assert ask is not None
        if card is None:
            aftermath.choose(row, user, ask.ordinal, ask.default)
        else:
            aftermath.enter_cards(row, user, ask.ordinal, card)
        pages.append(words_on(*address))
    # The 13 of Crows is held, 53 cards are unseen: the 13 of Tomes alone offers it, the Black Joker spoils.
    told = r"Hurled Luggage 2 Scrip(, too expensive now)? 98 % with the 13 of Crows 2 % 1 in 53"
    assert re.search(told, pages[0])
    assert "no doctor is paid" in pages[0], "what happens if nobody answers"
    assert "Bounty" not in pages[0]
    assert "Attack modification" in pages[3]
    assert "What this flip may bring" in pages[4]
    rules = replay.played(row).aftermath
    logged = LoggedReplay(rules, replay.context(row), replay.answers(row))
    offered, _ = choices_of(logged)
    keep, cheat = offered[:2]
    assert logged.view.ask is not None
    assert logged.view.ask.kind == "advance_cheat"
    assert keep.follows[-1].startswith("Then you may take ")
    assert cheat.follows[-1].endswith(" more."), "a 13 brings more than can be named"
    assert len(cheat.follows[-1]) < 300


@pytest.mark.rule("M4-CAMP-11", "M4-CAMP-18", "M4-CAMP-23")
def test_a_light_purse_and_a_large_game_are_refused_by_rows_of_this_campaign(
    rising: Callable[..., League],
) -> None:
    league = rising(2, 3)
    game = league.games(1)[0]
    side = play.sides(game)[0]
    with pytest.raises(Refusal, match="largest size") as refused:
        game_operations.propose_size(side, side.entry.user, 99)
    assert refused.value.rule == "M4-CAMP-11"
    mine = side.entry
    was = growth.of(mine)
    attack = next(action for action in was.leader.actions if action.kind == "attack")
    armed = replace(attack, triggers=("Cut", "Stab"))
    growth.change(mine, replace(was, leader=replace(was.leader, actions=(armed,))))
    row = reported(Week(league, 1, mine))
    while (ask := replay.view(row).ask) is not None and ask.kind != "advance_take":
        if ask.who == "fate":
            aftermath.enter_cards(row, mine.user, ask.ordinal, LOW[ask.ordinal : ask.ordinal + ask.cards])
        else:
            option = "leader:attack" if ask.kind == "advance_table" else ask.default
            aftermath.choose(row, mine.user, ask.ordinal, option)
        row.refresh_from_db(fields=["state", "flips", "waiting_for"])
    assert ask is not None
    paid = next(option for option in ask.options if option.price == 2 and option.legal)
    with operation(league.campaign, league.organiser, kind="test") as act:
        ledger.charge(mine, balances.balance(mine) - 1, reason="correction", natural_key="test", act=act.act)
    with pytest.raises(Refusal, match="costs 2 Scrip, and the purse holds 1") as refused:
        aftermath.choose(row, mine.user, ask.ordinal, paid.key)
    assert refused.value.rule == "M4-CAMP-18"


def reported(game: Week) -> Aftermath:
    """The Aftermath of the first player, who enters every card, after a game with 3 VP for each."""
    mine, theirs = game.sides
    seat = SeatResult(strategy_vp=(0, 1, 1, 1), vp=3)
    results.report(mine, mine.entry.user, EncounterResult(seats=(seat, seat), ended_turn=4))
    results.confirm(theirs, theirs.entry.user)
    row = next(each for each in play.aftermaths(game.game) if each.side_id == mine.pk)
    aftermath.flip_source(row, row.side.entry.user, "entered")
    row.refresh_from_db(fields=["state", "flips", "waiting_for"])
    return row


@pytest.mark.rule("M4-CAMP-04")
@pytest.mark.rule("M4-CAMP-26")
def test_what_a_model_gained_stands_on_its_sheet_and_in_the_bill(rising: Callable[..., League]) -> None:
    league = rising(2, 3)
    mine = fresh(league.entry(0))
    model = mine.models.owned().filter(is_leader=False).earliest("pk").pk
    for slug in ("headstrong", "leadfooted"):
        growth.give(mine, slug, week=1, bearer=model)
    lucky = ("lowered-expectations", "martyr")
    growth.change_model(mine, model, ModelGrowth(lucky=lucky, gained=("Undead",)))
    row = next(each for each in sheet_of(mine).models if each.model.pk == model)
    assert set(growth.of(mine).keywords) <= set(row.keywords), "with either Keyword it has both"
    assert [each.name for each in row.gained] == ["Lowered Expectations", "Martyr", "Undead"]
    assert {stat.label: (stat.printed or 0) - (stat.now or 0) for stat in row.stats if stat.changed} == {
        "Sp": 1
    }
    page = words_on("arsenal", mine, league.campaign.slug, mine.pk)
    assert "Martyr Killed, friends within 6" in page
    owned, campaign = loading.arsenal(mine), league.campaign
    leader = owned.leader
    assert leader is not None
    crew = CampaignCrew(leader.id, (CrewModel(leader.id), CrewModel(model)))
    bill = campaign.played.crew.check(crew, owned, 50, loading.catalogue(campaign), campaign.rules).total
    changed = {line.label: line.amount for line in bill.lines if line.rule == "M4-CAMP-26"}
    assert changed == {"Headstrong": 1, "Lowered Expectations": -1}
