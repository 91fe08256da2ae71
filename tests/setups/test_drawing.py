"""Set-ups as operations draw them: once, checkable, and again only for all to see."""

import msgspec
import pytest
from django.contrib.auth.models import AnonymousUser

from mfcampaign.audit.models import Act
from mfcampaign.setups import operations, queries
from mfcampaign.setups.drawing import secret_of
from mfcampaign.setups.models import Drawing, SetUp
from rules.editions.m3e.setup import draw_scenario
from rules.fate.league import commitment, fate_of
from rules.game.setup.drawn import Wanted
from rules.game.setup.scenario import Scenario
from rules.refusal import Refusal
from tests.campaigns.conftest import person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("catalogue")]
NOBODY = AnonymousUser()
CORE = Wanted(season="gg0")
SEASONS = ["gg0", "gg1", "gg2", "gg3", "gg4"]


@pytest.mark.rule("M3E-SETUP-04", "M3E-SETUP-05", "M3E-SETUP-06", "M3E-SETUP-15")
def test_entered_cards_give_the_scenario_they_fell_for():
    row = operations.draw(NOBODY, CORE, cards="RJ 9m 4c 1r, 2r 2t BJ 3r 4r 5r")
    (sheet,) = queries.sheets(row)
    assert isinstance(sheet, Scenario)
    assert (sheet.strategy, sheet.deployment, sheet.attacker_seat) == ("Corrupted Idols", "Corner", 0)
    assert [scheme.number for scheme in sheet.schemes] == [1, 2, 3, 4, 5]
    assert queries.card(row).now.agrees is None


@pytest.mark.parametrize(
    ("cards", "expected"),
    [("9m 4c 1r", "ran out"), ("9m 4c 1r 2r 3r 4r 5r 6r 7r", "2 more were written"), ("9x", "is no card")],
)
def test_wrong_cards_are_refused_and_leave_nothing(cards, expected):
    with pytest.raises(Refusal, match=expected):
        operations.draw(NOBODY, CORE, cards=cards)
    assert not SetUp.objects.exists()


@pytest.mark.rule("M2-SETUP-13")
@pytest.mark.parametrize(
    ("wanted", "rule"),
    [(CORE, "M3E-FATE-01"), (Wanted(edition="m2e", season="m2e"), "M2-SETUP-13")],
)
def test_what_is_no_card_cites_the_editions_own_deck(wanted, rule):
    with pytest.raises(Refusal) as refused:
        operations.draw(NOBODY, wanted, cards="99r")
    assert refused.value.rule == rule


@pytest.mark.parametrize("season", SEASONS)
def test_every_season_is_drawn_without_duplicates_and_jokers(season):
    row = operations.draw(NOBODY, Wanted(season=season), each="table", count=40)
    sheets = queries.sheets(row)
    assert len(sheets) == 40
    assert len({sheet.strategy for sheet in sheets}) > 1, "each table has its own"
    for sheet in sheets:
        assert len({scheme.number for scheme in sheet.schemes}) == 5
        assert not any(flip.card.is_joker for flip in sheet.flips if flip.stands)


def test_the_cards_come_from_the_promised_seed_and_anybody_can_lay_them_again():
    code = operations.new_code()
    promised = commitment(secret_of(code, 1))
    row = operations.draw(NOBODY, CORE, code=code, promised=promised, word="candle", each="round", count=3)
    drawing = row.drawings.get()
    assert drawing.commitment == promised == commitment(bytes(drawing.seed))
    page = queries.card(row).now
    assert page.agrees is True
    third = fate_of(bytes(drawing.seed), "encounter", code, 1, 3, client_seeds=queries.word_seed("candle"))
    assert third.key.hex() == page.sheets[2].key
    flips = (third.draw(position) for position in range(54))
    season = msgspec.convert(drawing.season, queries.SeasonCards)
    assert draw_scenario(flips, season) == page.sheets[2].sheet


def test_cards_that_do_not_follow_from_the_seed_are_told():
    row = operations.draw(NOBODY, CORE)
    drawing = row.drawings.get()
    drawing.sheets[0]["strategy"] = "Turf War" if drawing.sheets[0]["strategy"] != "Turf War" else "Reckoning"
    drawing.save()
    assert queries.card(row).now.agrees is False


def test_a_word_of_the_player_changes_what_falls():
    code = operations.new_code()
    keys = set()
    for word in ("", "candle", "crow"):
        row = operations.draw(NOBODY, CORE, code=code, word=word)
        keys.add(queries.card(row).now.sheets[0].key)
        row.delete()
    assert len(keys) == 3


def test_the_same_form_and_the_same_origin_find_the_first_drawing():
    code = operations.new_code()
    first = operations.draw(NOBODY, CORE, code=code)
    assert operations.draw(NOBODY, Wanted(season="gg4"), code=code) == first
    round_ = operations.draw(None, CORE, origin="event:7/round:2", each="table", count=4)
    assert operations.draw(None, CORE, origin="event:7/round:2", each="table", count=4) == round_
    assert queries.from_origin("event:7/round:2") == round_
    assert Drawing.objects.count() == 2


def test_a_promise_that_the_portal_did_not_make_is_refused():
    with pytest.raises(Refusal, match="not made by the portal"):
        operations.draw(NOBODY, CORE, code=operations.new_code(), promised="0" * 64)


def test_a_drawing_is_replaced_visibly_and_never_changed():
    mara = person("mara")
    row = operations.draw(mara, CORE)
    before = row.drawings.get().sheets
    operations.draw_again(row, mara, "A table broke.", seen=1)
    card = queries.card(row)
    assert (card.now.row.number, card.now.by, card.now.row.reason) == (2, str(mara), "A table broke.")
    assert [page.row.sheets for page in card.others] == [before]
    assert bytes(card.now.row.seed) != bytes(card.others[0].row.seed)
    acts = Act.objects.filter(aggregate=f"setup:{row.pk}").order_by("ordinal")
    assert [act.kind for act in acts] == ["setup.drawn", "setup.drawn_again"]


def test_again_needs_a_reason_and_the_newest_page_and_no_lock():
    row = operations.draw(NOBODY, CORE)
    with pytest.raises(Refusal, match="Why"):
        operations.draw_again(row, NOBODY, "  ", seen=1)
    operations.draw_again(row, NOBODY, "Wrong season.", seen=1)
    with pytest.raises(Refusal, match="done already"):
        operations.draw_again(row, NOBODY, "Wrong season.", seen=1)
    operations.lock(row, NOBODY)
    with pytest.raises(Refusal, match="locked"):
        operations.draw_again(row, NOBODY, "Better cards.", seen=2)
    assert row.drawings.count() == 2


@pytest.mark.rule("M1-ENC-05", "M1-ENC-07")
def test_the_first_edition_is_drawn_too():
    settings = Wanted(edition="m1e", format="brawl", size=40, feature=True, event=True)
    row = operations.draw(NOBODY, settings, cards="11t 12r 1m RJ 9r 8r 1r 11m")
    item = queries.card(row).now.sheets[0]
    assert (item.sheet.deployment, item.sheet.strategies) == ("Corners", ("Treasure Hunt", ""))
    assert (item.feature.name, item.event.name) == ("Ancient Monument", "Torrential Rains")
    with pytest.raises(Refusal) as refused:
        operations.draw(NOBODY, Wanted(edition="m1e", format="scrap", size=60))
    assert refused.value.rule == "M1-ENC-01"
