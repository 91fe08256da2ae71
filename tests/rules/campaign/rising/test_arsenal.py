"""Value, rating, pool, withdrawal and hires of *Rising Names* (M4-CAMP-03, -04, -09 to -15, -28)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from rules.campaign.rising.arsenal import (
    Advancement,
    GrownModel,
    arsenal_value,
    largest_encounter,
    pool,
    rating,
    vp_after_withdrawal,
)
from rules.campaign.rising.hires import (
    Buyer,
    barred,
    hire_candidates,
    hire_is_due,
    hire_price,
    keywords_of,
    start_report,
    start_scrip,
    titles_of,
)
from rules.crews.catalogue import Catalogue, Profile
from tests.rules.campaign.rising.scene import GUARD, LEADER, MODELS, arsenal, hurt, piece

BUYER = Buyer(faction="guild", keywords=("Guard", "Marshal"))


def profile(slug, cost, keyword="Guard", faction="guild", **more):
    return Profile(
        slug,
        more.pop("name", slug.title()),
        more.pop("title", ""),
        (faction,),
        (keyword,),
        "Minion",
        cost,
        **more,
    )


CATALOGUE = Catalogue(
    [
        profile("guardsman", 5, limit=3),
        profile("exile", 6, faction="bayou"),
        profile("gunner", 4, "Freikorps"),
        profile("clerk", 4, "Freikorps", versatile=True),
        profile("far-clerk", 4, "Freikorps", faction="bayou", versatile=True),
        profile("zealot", 4, "Freikorps", characteristics=("Loyal",)),
        profile("token", 0, is_totem=True),
        profile("spawn", None),
        profile("twin-day", 7, name="Twin", title="By Day"),
        profile("twin-night", 9, name="Twin", title="By Night"),
        profile("small-effigy", 4, name="Lucky", title="Effigy", characteristics=("Effigy",)),
        profile("big-effigy", 8, name="Lucky", title="Emissary", characteristics=("Emissary",)),
        replace(profile("boss", None), station="Master"),
    ],
    edition="m4e",
)


def advancement(recipient="leader"):
    return Advancement(recipient=recipient, table="attack", slug="x", name="X")


@pytest.mark.rule("M4-CAMP-12")
def test_the_worked_examples_of_the_rating():
    jack = arsenal(
        equipment=(piece(10, "sword"), piece(11, "pistol"), piece(12, "helmet")),
        advancements=(advancement(), advancement("totem")),
        models=(MODELS[0], hurt(MODELS[1], "leadfooted"), hurt(MODELS[2], "killed-twice", "hurt")),
    )
    assert rating(jack, {LEADER, GUARD}, {10, 11}).amount == 3, "+2, +2, -1; the hound stays at home"
    jill = arsenal(advancements=(advancement(),), models=(hurt(MODELS[0], "a", "b", "c"),))
    assert rating(jill, {LEADER}, ()).amount == -2


@pytest.mark.rule("M4-CAMP-05", "M4-CAMP-12")
def test_the_upstarts_own_piece_and_a_copied_leader():
    mine = arsenal(
        equipment=(piece(10, "sword", free=True),), models=(*MODELS, replace(MODELS[0], id=9, copied=True))
    )
    assert rating(mine, {LEADER}, {10}).amount == 0
    assert rating(mine, {LEADER, 9}, {10}).amount == 5


@pytest.mark.rule("M4-CAMP-11")
def test_the_value_of_an_arsenal_and_the_largest_encounter():
    assert arsenal_value(MODELS).amount == 10, "5 + 3 + 2, the Leader nothing"
    assert largest_encounter(27, 35).amount == 33
    totem = GrownModel(id=8, titles=("t",), name="T", costs=(4,), role="totem")
    assert arsenal_value((*MODELS, totem)).amount == 10


@pytest.mark.rule("M4-CAMP-10", "M4-CAMP-11")
def test_titles_count_once():
    twins = GrownModel(id=8, titles=("twin-day", "twin-night"), name="Twin", costs=(7, 9))
    assert arsenal_value((twins,)).amount == 9


@pytest.mark.rule("M4-CAMP-13")
@pytest.mark.parametrize(
    ("left", "mine", "theirs", "stones"),
    [(6, -1, 1, 8), (2, 0, 5, 5), (9, 0, 0, 6), (4, 3, 1, 4), (0, -4, 9, 3)],
)
def test_the_pool(left, mine, theirs, stones):
    assert pool(left, mine, theirs).amount == stones


@pytest.mark.rule("M4-CAMP-15")
@pytest.mark.parametrize(
    ("mine", "theirs", "turn", "counts"),
    [(4, 1, 1, (0, 1)), (4, 1, 2, (0, 1)), (4, 1, 3, (4, 5)), (2, 2, 3, (2, 3)), (1, 4, 4, (1, 4))],
)
def test_vp_after_a_withdrawal(mine, theirs, turn, counts):
    assert vp_after_withdrawal(mine, theirs, turn) == counts


@given(st.integers(0, 11), st.integers(0, 11), st.integers(3, 4))
def test_who_withdraws_never_wins(mine, theirs, turn):
    own, other = vp_after_withdrawal(mine, theirs, turn)
    assert own == mine
    assert other > own
    assert other == max(theirs, mine + 1)


@pytest.mark.rule("M4-CAMP-03")
def test_the_starting_arsenal():
    report = start_report(["guardsman", "guardsman", "exile", "gunner"], BUYER, CATALOGUE)
    assert report.legal
    assert report.total.amount == 5 + 5 + 6 + 4 + 1
    assert start_scrip(report.total.amount).amount == 3
    assert start_scrip(24).amount == 1
    dear = start_report(["twin-day", "twin-day", "exile", "guardsman"], BUYER, CATALOGUE)
    assert "M4-CAMP-09" in {each.rule for each in dear.violations}, "one character twice"
    over = start_report(["guardsman"] * 3 + ["exile", "clerk", "gunner"], BUYER, CATALOGUE)
    assert [each.sentence for each in over.violations] == ["The models cost 30; 25 are there."]
    assert start_report(["nobody"], BUYER, CATALOGUE).violations[0].subject == "nobody"


@pytest.mark.rule("M4-CAMP-28")
def test_who_begins_late_has_five_more_a_week():
    assert [start_scrip(25, week).amount for week in (1, 2, 5)] == [0, 5, 20]


@pytest.mark.rule("M4-CAMP-04", "M4-CAMP-09")
def test_who_may_be_hired_at_which_price():
    rows = {
        each.slug: each for each in hire_candidates(BUYER, CATALOGUE, scrip=20, hired_this_week=1, week=2)
    }
    assert {slug for slug, row in rows.items() if row.legal} == {
        *("guardsman", "exile", "gunner", "clerk", "twin-day", "twin-night", "small-effigy", "big-effigy")
    }
    prices = {slug: row.price.amount for slug, row in rows.items() if row.legal and row.price}
    assert (prices["exile"], prices["gunner"], prices["clerk"]) == (6, 5, 4)
    assert "boss" not in rows
    assert "token" not in rows
    assert "not of the Faction" in rows["far-clerk"].reasons[0].sentence
    assert "Loyal" in rows["zealot"].reasons[0].sentence
    assert "no cost" in rows["spawn"].reasons[0].sentence


@pytest.mark.rule("M4-CAMP-09")
def test_the_first_of_the_week_is_five_cheaper_and_never_below_nothing():
    costs = {slug: CATALOGUE.profile(slug) for slug in ("guardsman", "gunner", "twin-night")}
    assert [hire_price(costs[slug], BUYER, 0).amount for slug in costs] == [0, 0, 4]
    assert [hire_price(costs[slug], BUYER, 1).amount for slug in costs] == [5, 5, 9]
    assert hire_price(costs["gunner"], BUYER, 0).lines[-1].amount == -5
    with pytest.raises(ValueError, match="no cost"):
        hire_price(CATALOGUE.profile("spawn"), BUYER, 0)


@pytest.mark.rule("M4-CAMP-09")
def test_no_hires_in_week_one_and_one_at_least_in_the_others():
    def offered(week, scrip=0, hired=0):
        rows = hire_candidates(BUYER, CATALOGUE, scrip=scrip, hired_this_week=hired, week=week)
        return rows, hire_is_due(rows, hired, week)

    rows, due = offered(1, scrip=50)
    assert not due
    assert {each.reasons[0].sentence for each in rows} == {"Nobody hires in the first week."}
    rows, due = offered(2)
    assert due, "a model of cost 5 is free"
    assert not offered(2, scrip=50, hired=1)[1]


@pytest.mark.rule("M4-CAMP-04", "M4-CAMP-10")
def test_keywords_and_titles_of_what_joins():
    assert keywords_of(CATALOGUE.profile("guardsman"), BUYER) == ("Guard", "Marshal")
    assert keywords_of(CATALOGUE.profile("gunner"), BUYER) == ("Freikorps",)
    assert [each.slug for each in titles_of(CATALOGUE.profile("twin-day"), CATALOGUE)] == [
        "twin-day",
        "twin-night",
    ]
    assert [each.slug for each in titles_of(CATALOGUE.profile("small-effigy"), CATALOGUE)] == ["small-effigy"]


@pytest.mark.rule("M4-CAMP-09")
def test_the_limit_of_a_model_holds():
    full = replace(BUYER, owned=("guardsman",) * 3)
    assert [each.sentence for each in barred(CATALOGUE.profile("guardsman"), full)] == [
        "Guardsman is there 3 times; 3 are the most."
    ]
    assert not [*barred(CATALOGUE.profile("guardsman"), replace(BUYER, owned=("guardsman",) * 2))]
