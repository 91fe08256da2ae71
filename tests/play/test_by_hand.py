"""The referee's hand through the portal: figures of the catalogue, the other's word, one undo, the page."""

from __future__ import annotations

import json

import msgspec
import pytest

from mfcampaign.play import loading
from mfcampaign.play.operations import playing, recording
from rules.game.results.result import EncounterResult
from rules.refusal import Refusal
from tests.campaigns.conftest import catalogue, figures, make_league  # noqa: F401  fixtures
from tests.play.league_game import address, browser, revealed_game, users
from tests.play.playing import against_bot, duel, person
from tests.play.test_play import stands

pytestmark = pytest.mark.django_db


def until(row, people, kind):
    """Answers, the first that is listed, until that kind is asked."""
    while True:
        row.refresh_from_db()
        ask = loading.play_of(row).asks[0]
        if ask.kind == kind:
            return ask
        value = next(iter(ask.options.listed()))
        playing.answer(row, people[ask.seat], ask.seat, value, kind=ask.kind, seen=row.version)


def lure(*lines, name="Lure"):
    return {"name": name, "lines": list(lines)}


HURT = {"do": "hurt", "model": "b1", "amount": 2}


@pytest.fixture
def two():
    return person("mara"), person("jonas")


@pytest.fixture
def row(two):
    row = duel(*two)
    until(row, dict(enumerate(two)), "activate")
    return row


def health(row, model="b1"):
    return loading.play_of(row).state.models[model].health


def test_the_other_is_asked_and_agrees_or_objects(two, row):
    before = health(row)
    playing.act(row, two[0], 0, lure(HURT), seen=row.version, key="k")
    assert health(row) == before, "it waits"
    (ask,) = loading.play_of(row).asks
    assert (ask.seat, ask.kind) == (1, "object")
    page = browser(two[1]).get(row.get_absolute_url()).content.decode()
    assert "Do you object?" in page
    assert "Pandora suffers 2 damage." in page
    playing.answer(row, two[1], 1, "object", kind="object", seen=row.version)
    assert health(row) == before
    playing.act(row, two[0], 0, lure(HURT), seen=row.version)
    playing.answer(row, two[1], 1, "accept", kind="object", seen=row.version)
    assert health(row) == before - 2
    stands(row)
    assert "does “Lure”" in browser(two[1]).get(row.get_absolute_url()).content.decode()


def test_against_a_bot_it_is_done_at_once_and_taken_back_whole(two):
    row = against_bot(two[0])
    until(row, {0: two[0]}, "action")
    before, number = loading.play_of(row).state, loading.counting(row).count()
    playing.act(row, two[0], 0, lure(HURT), seen=row.version, key="once")
    while loading.play_of(row).acting:
        ask = loading.play_of(row).asks[0]
        value = next(iter(ask.options.listed()))
        playing.answer(row, two[0], 0, value, kind=ask.kind, seen=row.version)
    stands(row)
    assert health(row) == before.models["b1"].health - 2
    with pytest.raises(playing.AnsweredBefore):
        playing.act(row, two[0], 0, lure(HURT), seen=0, key="once")
    page = browser(two[0]).get(row.get_absolute_url()).content.decode()
    steps = loading.counting(row).count() - number
    assert f'name="steps" value="{steps}"' in page
    back = {"do": "back", "steps": steps, "seen": row.version}
    browser(two[0]).post(row.get_absolute_url() + "back/", back)
    assert loading.play_of(row).state.models == before.models


def test_any_card_of_the_catalogue_comes_with_its_figures_and_nobody_brings_their_own(two, catalogue):  # noqa: F811
    row = against_bot(two[0])
    until(row, {0: two[0]}, "action")
    from mfcampaign.catalog.queries import cards_with_pack, current_release
    from rules.editions.m3e.scripts.catalogue import is_complete

    cards, _upgrades = cards_with_pack(current_release().pk, None)
    whole = {slug for slug, card in cards.items() if is_complete(msgspec.structs.asdict(card))}
    slug = next(slug for slug in sorted(whole) if not cards[slug].totem_for)
    bare = next(iter(sorted(cards.keys() - whole)), None)
    summon = {"do": "summon", "card": slug, "seat": 0, "x": 3, "y": 18, "anyway": True}
    playing.act(row, two[0], 0, lure(summon), seen=row.version)
    state = loading.play_of(row).state
    (new,) = [model for model in state.models.values() if model.id.startswith("s")]
    assert (new.card, new.most) == (slug, cards[slug].health)
    assert state.cards[slug].health == new.most
    stands(row)
    for wrong, words in (
        ({**summon, "printed": {"slug": slug, "name": "Mine", "health": 99}}, "Figures come from"),
        ({**summon, "card": "nobody-at-all"}, "No card"),
        ({"do": "attach", "model": "a1", "upgrade": "nothing-at-all"}, "No Upgrade"),
        *([({**summon, "card": bare}, "all of its figures")] if bare else []),
    ):
        with pytest.raises(Refusal, match=words):
            playing.act(row, two[0], 0, lure(wrong), seen=row.version)
    page = browser(two[0]).get(row.get_absolute_url())
    assert new.name in page.content.decode()


def test_nobody_acts_with_the_others_hand(two, row):
    with pytest.raises(Refusal, match="not your side"):
        playing.act(row, two[1], 0, lure(HURT), seen=row.version)
    assert browser(person("eve")).get(row.get_absolute_url() + "referee/").status_code == 404


# The page


def panel(client, row, step="choose", **fields):
    sent = {"seat": 0, "seen": row.version, "step": step, **fields}
    return client.post(row.get_absolute_url() + "referee/", sent)


def test_an_act_is_composed_without_a_script_and_done(two, row):
    client = browser(two[0])
    assert "is Pushed" in client.get(row.get_absolute_url() + "referee/").content.decode()
    page = panel(client, row, what="push").content.decode()
    assert 'name="f-inches"' in page
    state = loading.play_of(row).state
    mine = state.models["a1"]
    fields = {"what": "push", "f-model": "a1", "f-inches": "4", "x": str(mine.x + 2), "y": str(mine.y)}
    looked = panel(client, row, "look", **fields).content.decode()
    assert 'class="region"' in looked
    assert 'class="region"' not in page
    far = panel(client, row, "add", **{**fields, "y": "33"})
    assert far.status_code == 409
    assert "may not end there" in far.content.decode()
    assert "M3E-MOVE-13" in far.content.decode()
    page = panel(client, row, "add", **fields).content.decode()
    assert "Cornelius Basse is Pushed up to 4″ to" in page
    line = page.split('name="line" value="')[1].split('"')[0].replace("&quot;", '"')
    assert json.loads(line)["way"] == "push"
    gone = panel(client, row, "remove-0", line=line).content.decode()
    assert "Cornelius Basse is Pushed" not in gone
    hurt = {"what": "hurt", "f-model": "b1", "f-amount": "2"}
    done = panel(client, row, "apply", line=line, name="Lure", key="k1", **hurt)
    assert done.status_code == 302
    row.refresh_from_db()
    decision = row.decisions.get(key="k1")
    value = msgspec.json.decode(decision.value)
    assert (decision.kind, value["name"], len(value["lines"]), value["asked"]) == ("act", "Lure", 2, True)
    playing.answer(row, two[1], 1, "accept", kind="object", seen=row.version)
    assert health(row) == state.models["b1"].health - 2


def test_every_thing_of_the_list_has_fields_that_can_be_read(two, row):
    from mfcampaign.play.queries.referee_panel import FORMS
    from rules.game.referee.commands import BY_WORD

    client = browser(two[0])
    for key in FORMS:
        answer = panel(client, row, what=key)
        assert answer.status_code == 200, key
        assert 'value="add"' in answer.content.decode(), key
    assert {kind for kind, _ in FORMS.values()} == set(BY_WORD.values())


# A league


@pytest.mark.rule("SL-SUMMON-03", "SL-SUMMON-04", "SL-SUMMON-05", "SL-ATTACH-01")
def test_who_was_summoned_in_a_leagues_record_reaches_the_report_without_being_entered_twice(make_league):  # noqa: F811
    from mfcampaign.campaigns.game import play as league_play
    from mfcampaign.campaigns.models import Report
    from mfcampaign.play.models import Encounter

    game = revealed_game(make_league)
    one, two_ = users(game)
    at = address(game)
    browser(one).post(at)
    row = Encounter.objects.get(origin=league_play.origin_key(game))
    setup = loading.setup_of(row)
    recording.enter(row, one, [{"do": "turn", "turn": 1}], seen=row.version)
    hired = [name for name in setup.hired() if name.startswith("a")]
    card = setup.hired()["b1"].card
    summon = {"do": "summon", "card": setup.cards[card].printed_as, "seat": 0, "given_up": [hired[-1]]}
    recording.enter(row, one, [{"do": "act", "name": "Rise", "lines": [summon]}], seen=row.version)
    state = loading.record_of(row).state
    (new,) = [model for model in state.models.values() if model.id.startswith("s")]
    page = browser(one).get(row.get_absolute_url()).content.decode()
    assert new.name in page
    assert f"Finished Off flip of {state.models[hired[-1]].name}" not in page
    recording.enter(row, one, [{"do": "slay", "model": new.id}], seen=row.version)
    page = browser(one).get(row.get_absolute_url()).content.decode()
    assert "Finished Off flip of" in page
    fall = {"do": "finished_off", "model": new.id, "card": "9r"}
    recording.enter(row, one, [fall, {"do": "over"}], seen=row.version)
    row.refresh_from_db()
    result = msgspec.convert(row.result, EncounterResult)
    (heir,) = result.seats[0].successors
    assert heir.originals == (setup.arsenal_ids()[hired[-1]],)
    assert heir.finished_off
    browser(one).post(at + "report/")
    assert Report.objects.get(game=game).result["seats"][0]["successors"][0]["finished_off"]
    browser(two_).post(at + "report/")
    game.refresh_from_db()
    assert game.state == "aftermath"


def test_the_panel_shows_the_table_where_something_is_pointed_at(two, row):
    client = browser(two[0])
    for what, shown in (("hurt", True), ("drop", True), ("score", False), ("draw", False)):
        text = panel(client, row, what=what).content.decode()
        assert ('<figure class="board"' in text) is shown, what
