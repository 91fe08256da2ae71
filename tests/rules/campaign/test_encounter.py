"""An Arsenal's models cast for the engine: what figures and words can say is applied, the rest prompted."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.campaign.aftermath.bounties import ActiveBounty
from rules.campaign.arsenal import Arsenal, OwnedModel, OwnedUpgrade, StatMod
from rules.campaign.charts.rows import Portion
from rules.campaign.encounter import (
    ReportFacts,
    SideFacts,
    check_report,
    hired_model,
    other_titles,
    terms_of,
    with_awards,
)
from rules.campaign.policies import Policies
from rules.campaign.weekly_events import EventAward
from rules.crews.catalogue import Catalogue, Profile
from rules.editions.m3e.arsenal.cards import ScriptedCards
from rules.editions.m3e.statcards import Action, StatCard
from rules.game.results.result import EncounterResult, SeatResult

CARD = StatCard(
    slug="hound",
    name="Guild Hound",
    df=2,
    wp=4,
    mv=6,
    health=5,
    df_suits=("ram",),
    actions=(
        Action(name="Bite", icon="melee", reach=1, stat=5, resist="df", suits=("ram",)),
        Action(name="Bark", icon="missile", reach=8, stat=4, resist="wp"),
        Action(name="Curse", reach=6, stat=6, resist="wp"),
        Action(name="Sniff", stat=5, tn=10),
    ),
)


def upgrade(slug, kind="injury", *mods, number=7):
    return OwnedUpgrade(id=number, slug=slug, name=slug.title(), kind=kind, stat_mods=mods, bearer_id=1)


def model(*borne):
    return OwnedModel(
        id=1,
        slug="hound",
        name="Guild Hound",
        station="Minion",
        cost=3,
        skills=tuple(u for u in borne if u.kind == "skill"),
        injuries=tuple(u for u in borne if u.kind == "injury"),
    )


def cast(*borne):
    return ScriptedCards().changed(model(*borne), CARD, borne)


@pytest.mark.rule("SL-INJURY-05", "SL-INJURY-07")
def test_injuries_lower_the_figures_of_the_models_own_card_never_below_one():
    own = cast(upgrade("a", "injury", StatMod("df", -1)), upgrade("b", "injury", StatMod("df", -1)))
    assert (own.df, own.slug, own.of) == (1, "hound~1", "hound")
    assert (own.wp, own.mv, own.health) == (4, 6, 5)
    assert cast(upgrade("c", "injury", StatMod("health", -2))).health == 3
    assert cast() is CARD, "who bears nothing keeps the printed card"


@pytest.mark.rule("SL-INJURY-05")
@pytest.mark.parametrize(
    ("sort", "stats"), [("melee", [4, 4, 6, 5]), ("missile", [5, 3, 6, 5]), ("magic", [5, 4, 5, 5])]
)
def test_injuries_to_an_arm_lower_that_sort_of_action_alone(sort, stats):
    own = cast(upgrade("arm", "injury", StatMod(sort, -1)))
    assert [action.stat for action in own.actions] == stats


def test_a_curse_takes_the_printed_suits():
    own = cast(upgrade("cursed"))
    assert (own.df_suits, own.actions[0].suits) == ((), ())


def test_skills_in_figures():
    own = cast(upgrade("thick-hide", "skill"), upgrade("agility", "skill"))
    assert (own.health, own.df) == (7, 3)


@pytest.mark.rule("SL-UPG-04", "SL-UPG-13")
def test_a_hired_model_bears_all_that_is_bound_and_what_is_put_on_it():
    hide, coffee = upgrade("thick-hide", "skill", number=8), upgrade("coffee", "equipment", number=9)
    hurt = upgrade("shaken", "injury")
    owner = model(hide, hurt)
    hired = hired_model(owner, CARD, (coffee,), leader=False, one_use=["coffee"])
    assert hired.upgrades == ("thick-hide", "shaken", "coffee")
    assert (hired.model_id, hired.owned) == (1, {"coffee": 9})


def test_what_the_engine_does_not_know_is_prompted_with_its_digest_and_shown():
    card = ScriptedCards().upgrade(upgrade("of-the-house"), "When charged, it passes a duel.")
    (ability,) = card.abilities
    assert (ability.status, card.kind) == ("prompted", "injury")
    assert ability.parts[0].moment == "activation_begins"
    assert "When charged, it passes a duel." in ability.parts[0].effects[0].text
    assert ScriptedCards().upgrade(upgrade("shaken"), "x").abilities[0].status == "automated"
    figures = ScriptedCards().upgrade(upgrade("hearing-voices", "injury", StatMod("wp", -2)), "Wp -2.")
    assert (figures.abilities[0].status, figures.text) == ("automated", "Wp -2.")


@pytest.mark.rule("SL-BOUNTY-05", "SL-EVENT-04")
def test_terms_carry_what_is_left_of_a_bounty_and_the_awards_that_can_be_had():
    hunt = ActiveBounty("hunt", "The Hunt", (Portion(id="p", goal="Kill", repeat=3, per_game=1),), {"p": 1})
    awards = [EventAward(1, "Hold it", 2, "game"), EventAward(2, "Had", 1, "week", "had already")]
    terms = terms_of(Policies(finish_jokers="reflip"), {0: hunt, 1: None}, {1: awards})
    assert (terms.finish_jokers, terms.sides[0].portions[0].left) == ("reflip", 2)
    assert [award.number for award in terms.sides[1].awards] == [1]


def report(*seats: SeatResult) -> EncounterResult:
    return EncounterResult(seats=(seats[0], seats[1]), ended_turn=5)


def of_bounties(violations) -> list[tuple[str, str, str]]:
    return [(v.rule, v.sentence, v.subject) for v in violations if v.rule in ("SL-BOUNTY-03", "SL-UPG-13")]


@pytest.mark.rule("SL-EVENT-04", "SL-EVENT-05")
def test_a_report_gives_the_awards_that_it_shows_and_no_scrip_beside_them():
    awards = (EventAward(1, "Win", 2, "game", needs="win"), EventAward(2, "Hold it", 2, "game"))
    facts = ReportFacts(
        sides=(SideFacts(crew=(1,), awards=awards), SideFacts(crew=(2,), awards=awards)),
        schemes=(),
        edition="m3e",
    )
    plain = report(SeatResult(strategy_vp=(0, 1), vp=1), SeatResult(event_ticks=(2,)))
    given = with_awards(plain, facts)
    assert [(seat.event_ticks, seat.event_scrip) for seat in given.seats] == [((1,), 2), ((2,), 2)]
    assert check_report(given, facts).legal
    for wrong in (replace(given.seats[0], event_ticks=()), replace(given.seats[0], event_scrip=5)):
        assert {
            v.rule for v in check_report(replace(given, seats=(wrong, given.seats[1])), facts).violations
        } == {"SL-EVENT-04"}


@pytest.mark.rule("SL-BOUNTY-03", "SL-UPG-13")
def test_a_report_may_tick_only_the_active_bounty_and_use_up_only_what_is_there():
    portions = (Portion(id="p", goal="Kill", repeat=3),)
    hunt = ActiveBounty("hunt", "The Hunt", portions, {})
    facts = ReportFacts(
        sides=(SideFacts(crew=(1,), bounty=hunt, usable={5: "Coffee"}), SideFacts(crew=(2,))),
        schemes=(),
        edition="m3e",
    )
    fine = report(SeatResult(bounty="hunt", bounty_ticks=("p",), used_up=(5,)), SeatResult())
    assert of_bounties(check_report(fine, facts).violations) == []
    other = report(
        SeatResult(bounty="raid", bounty_ticks=("p",)), SeatResult(bounty="hunt", bounty_ticks=("p",))
    )
    assert of_bounties(check_report(other, facts).violations) == [
        ("SL-BOUNTY-03", "The active Bounty is The Hunt; the ticks are of another.", "seat-0"),
        ("SL-BOUNTY-03", "Portions are ticked, but no Bounty is active.", "seat-1"),
    ]
    twice = report(SeatResult(used_up=(5, 5)), SeatResult(used_up=(5,)))
    assert [subject for _, _, subject in of_bounties(check_report(twice, facts).violations)] == [
        "seat-0",
        "seat-0",
        "seat-1",
    ]


@pytest.mark.rule("SL-3E-10")
def test_only_masters_have_other_titles_and_only_those_their_faction_may_hire():
    def profile(slug, name, station, faction):
        return Profile(slug, name, slug.title(), (faction,), (), station, 3)

    known = Catalogue(
        [
            profile("justice", "Lady Justice", "Master", "guild"),
            profile("justice-2", "Lady Justice", "Master", "guild"),
            profile("justice-3", "Lady Justice", "Master", "outcasts"),
            profile("hound", "Guild Hound", "Minion", "guild"),
            profile("hound-2", "Guild Hound", "Minion", "guild"),
        ],
        edition="m3e",
    )

    def owned(number, slug, station):
        return OwnedModel(id=number, slug=slug, name=slug, station=station, cost=3)

    arsenal = Arsenal(
        faction="guild",
        models=(owned(1, "justice", "Master"), owned(2, "hound", "Minion"), owned(3, "gone", "Master")),
    )
    assert [(title.model_id, title.slug) for title in other_titles(arsenal, known)] == [(1, "justice-2")]
